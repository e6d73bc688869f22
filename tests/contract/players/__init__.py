"""For each ruleset a player of it, and what its tests have to be told (`vedette/testing/known.py`)."""
