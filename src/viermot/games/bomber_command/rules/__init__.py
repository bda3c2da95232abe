"""The rules: steps and questions, one folder or module per chapter of the book."""
