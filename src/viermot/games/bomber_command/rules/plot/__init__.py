"""A chapter of the rules: plot."""
