"""Chapters of the table's screen: what it asks in boxes of their own, and what follows from the answers."""
