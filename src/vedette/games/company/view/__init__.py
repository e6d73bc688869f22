"""What the company game shows: cards, actions and forms, as plain data."""
