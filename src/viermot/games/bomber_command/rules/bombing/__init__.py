"""A chapter of the rules: bombing."""
