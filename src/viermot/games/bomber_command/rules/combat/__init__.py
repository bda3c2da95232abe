"""Combat [9.0]."""
