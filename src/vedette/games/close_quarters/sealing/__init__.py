"""What only its side knows until it is opened: whether an energy shield is on, and which hex is watched."""
