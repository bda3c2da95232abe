"""Bots: one module each. They see a seat's perspective and the question, and have a chance of their own."""
