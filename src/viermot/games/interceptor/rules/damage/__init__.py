"""Damage, kills, and coming down [7.4 to 7.6]."""
