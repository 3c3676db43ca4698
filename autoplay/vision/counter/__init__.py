"""The mine counter: figures and displays beside a board, and the total that they tell.

Takes the pixels around a board and what was read of it; gives the number of mines, or nothing where
that is not sure.
"""
