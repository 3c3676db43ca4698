"""What any picture holds, whatever it shows.

Loads pictures, and takes arrays of pixels: gives straight lines, flat patches, cells cut out on a
grid, colours that JPEG smeared put right, and what a small stored network makes of shapes.
"""
