"""Exact odds of a command, from the procedure that carries it out."""
