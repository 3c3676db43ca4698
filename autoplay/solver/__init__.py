"""From a board to certain cells, probabilities and the move to make; knows no pixels."""
