"""A board from frame to frame: what changed, what lies over it, where it went.

Takes a frame and what was read before; gives the cells to name anew, what is remembered of their
looks, and what single frames cannot tell.
"""
