"""Who plays in the browser."""

from tests.games.solitaire.e2e.soloist import speaker

__all__ = ["speaker"]
