"""Open Fire 0.3 and its expansion Skirmish: a D12 wargame of units that are activated in turn."""
