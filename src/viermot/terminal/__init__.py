"""Play and watch as text. Sees perspectives, decisions and events, never a state."""
