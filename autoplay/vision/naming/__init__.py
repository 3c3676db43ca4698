"""What cells mean that no pack knows: which grounds are opened, and the name of each cell.

Takes the looks of cells; gives what every name of each costs by shape, ground and neighbours, the
likeliest way to call the grounds, and the names with how sure each is.
"""
