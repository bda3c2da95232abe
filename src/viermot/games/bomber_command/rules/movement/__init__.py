"""A chapter of the rules: movement."""
