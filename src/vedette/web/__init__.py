"""The second screen: the table as a page for everybody's phone, which follows the game and never touches it."""
