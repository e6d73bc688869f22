"""A game as lines of text: for screen readers, braille displays, dumb terminals and scripts."""
