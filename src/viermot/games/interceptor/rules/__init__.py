"""The rules: steps and questions, one folder or module per part of the book."""
