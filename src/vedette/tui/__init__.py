"""The terminal screens: they draw the vocabulary of `view` and know no game."""
