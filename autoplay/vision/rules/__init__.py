"""What the rules of Minesweeper and a click tell of cells, whatever these look like.

Takes the names of cells; gives which of them break a rule, what numbers allow, whether the game is
won or lost, and what a click has shown.
"""
