"""What Open Fire shows: cards, actions, forms."""
