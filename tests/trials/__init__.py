"""Trials: sabotage, kills, damage and nonsense; a sample of each in every run, all of it with `--thorough`."""
