"""The rules: steps and questions, one module per chapter of the book."""
