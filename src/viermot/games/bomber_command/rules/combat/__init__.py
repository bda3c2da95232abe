"""A chapter of the rules: combat."""
