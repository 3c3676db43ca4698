"""Where equal cells may lie in a picture: lattices, a pitch and a phase each.

Takes the lines, patches and pixels of a picture; gives grids, put to the pixel, and how two of them
overlap. Whether any of them has a board is not asked here.
"""
