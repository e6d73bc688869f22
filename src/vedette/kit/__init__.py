"""What the games share by nature: reading their data and set-ups, tables of numbers and modifiers."""
