"""Combat with fighters [7.2, 7.3]."""
