"""The laboratory: many games between computer players, and what may be concluded from them."""
