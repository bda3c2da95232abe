"""Combat with bombers [7.1]."""
