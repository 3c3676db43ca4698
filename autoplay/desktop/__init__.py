"""Screen and pointer: everything that touches a display; knows no Minesweeper."""
