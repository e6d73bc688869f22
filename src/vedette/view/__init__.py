"""The vocabulary of a screen: plain data that games fill and screens draw."""
