"""The characters half: how characters are made, checked, taught, equipped, healed and paid (CH 17)."""
