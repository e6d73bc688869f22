"""The parts of the table's screen: each has what it keeps for itself, and says which keys are its."""
