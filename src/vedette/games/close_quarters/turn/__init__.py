"""The combat turn: initiative, movement, the order of action, forced retreats, and the end of the turn."""
