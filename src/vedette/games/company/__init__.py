"""Flagrant Factions: companies of Groups, activation on 2d6, Resilience, Shaken, Retreats and Routs."""
