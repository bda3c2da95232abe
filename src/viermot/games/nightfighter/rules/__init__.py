"""The rules: steps and questions, one module a chapter of the book."""
