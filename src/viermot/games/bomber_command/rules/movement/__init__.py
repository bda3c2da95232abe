"""Movement [7.0]."""
