"""Close Quarters (SKIRMISH! 2.0): characters on a hex map, 3d6 under effective Dexterity."""
