"""``python -m autoplay``."""

from autoplay.cli import main

main()
