"""A chapter of the rules: cards."""
