"""The players to measure by."""

from tools.reference.solitaire.player import StandardPlayer as StandardPlayer
