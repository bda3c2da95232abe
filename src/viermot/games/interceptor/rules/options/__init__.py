"""The optional rules [10.0]."""
