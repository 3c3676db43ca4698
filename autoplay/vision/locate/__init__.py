"""Which lattices have a board, and how far it reaches.

Takes a picture or the lines of one; gives grids that may be boards, by lines, patches, pictures
that come again or the votes of all cells, and what speaks for rows and columns at their sides.
"""
