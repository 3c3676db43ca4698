"""Finds a running Minesweeper on the screen, reads it, solves it and plays it."""

__version__ = "0.1.0"
