"""What the screens look like, as text: one file for each screen and size in `golden/`."""
