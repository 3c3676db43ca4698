"""Boards that no pack fits: a grid is read by trying ways to make sense of it, a picture searched.

Takes pixels, and a grid if one is known; gives a reading of the grid and what it costs, and of all
grids of a picture the likeliest board.
"""
