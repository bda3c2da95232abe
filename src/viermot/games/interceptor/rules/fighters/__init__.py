"""A chapter of the rules: fighters."""
