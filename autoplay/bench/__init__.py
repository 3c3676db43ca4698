"""Many games, many bots: the table that compares them."""
