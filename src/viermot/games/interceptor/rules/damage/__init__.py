"""A chapter of the rules: damage."""
