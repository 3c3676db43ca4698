"""The game itself: rules, boards by seed, fair mode, hints, the practice window."""
