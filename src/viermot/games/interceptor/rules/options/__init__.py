"""A chapter of the rules: options."""
