"""Plotting the night [4.0]."""
