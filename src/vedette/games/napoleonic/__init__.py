"""The skirmish-fire phase of a Napoleonic brigade game."""
