"""Effective values, load, and what weapons and armor come to: derived, never kept."""
