"""What a screen shows of a game of Close Quarters: cards, the map, actions, forms."""
