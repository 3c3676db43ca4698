"""From pixels to a board: locate the grid, match the skin, name each cell."""
