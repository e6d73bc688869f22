"""Damage: one hit, falls, fire, blasts, clouds, energy fields, stun, microgravity, and the end of the turn."""
