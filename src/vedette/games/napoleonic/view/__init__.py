"""The Napoleonic game in the vocabulary of the screens."""
