"""The tools beside the table, each written once: a screen draws them, plain mode speaks them, the command line prints them."""
