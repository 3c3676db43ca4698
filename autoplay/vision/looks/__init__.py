"""What cells look like before anyone knows what they mean.

Takes pixels and a grid; gives the grounds of the cells, the groups that these make, the drawings
that stand out from them, and what each drawing resembles by its shape alone.
"""
