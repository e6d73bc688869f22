"""Screens: each gets what it shows by constructor and talks to the app in messages."""
