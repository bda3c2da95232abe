"""A chapter of the rules: bombers."""
