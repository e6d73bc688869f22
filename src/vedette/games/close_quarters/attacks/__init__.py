"""Attacks: rolls to hit, misses, shooting, throwing, striking, guarding and watching (sections 6.4, 8, 9, 12)."""
