"""The loop: look, decide, click, verify; move planning, journal and replay."""
