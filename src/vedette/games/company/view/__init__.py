"""What Flagrant Factions shows: cards, actions and forms, as plain data."""
