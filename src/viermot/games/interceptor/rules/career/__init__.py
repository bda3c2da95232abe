"""A chapter of the rules: career."""
