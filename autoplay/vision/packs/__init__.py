"""Known skins: template packs, loaded, matched against cells, fitted to a grid, learnt.

Takes the pictures of a pack, pixels and a grid; gives how well the pack fits and the name of each
cell, or a new pack from boards that were read without one.
"""
