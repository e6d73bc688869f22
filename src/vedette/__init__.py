"""Vedette: a hotseat assistant for miniature wargames."""

__version__ = "0.1.0"
