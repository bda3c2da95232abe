"""What the game is made of: its state, what never changes in it, its map, words and notation."""
