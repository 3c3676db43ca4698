"""Named strategies over the same board, from single point up to the expert."""
