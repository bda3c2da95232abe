"""A pilot for games that nobody watches: he flies at what is there and shoots at it; else he does anything."""

from __future__ import annotations

from collections.abc import Sequence

from viermot.games.nightfighter.model.board import DISTANCE, EXIT_FACING
from viermot.games.nightfighter.model.ids import Fighter
from viermot.games.nightfighter.model.notation import end_of
from viermot.games.nightfighter.model.state import Game
from viermot.kernel.agenda import AnyQuestion
from viermot.kernel.dice import QuickRng

PATHS_LOOKED_AT = 30


def hunt(game: Game, asked: AnyQuestion, codes: Sequence[int], rng: QuickRng) -> int:
    """An answer."""
    if asked.word == "path":
        paths = [codes[rng.below(len(codes))] for _ in range(PATHS_LOOKED_AT)]
        assert game.asked is not None
        return _nearest(game, game.asked[1].fighter, paths)
    if asked.word == "attack" and rng.below(4):
        return codes[-1]
    return codes[rng.below(len(codes))]


def _nearest(game: Game, fighter: Fighter, paths: Sequence[int]) -> int:
    """The path that ends nearest to a bomber, or to what may be one, flying as it does."""
    there = [game.a_hex[attacker] for attacker in game.on_map if game.a_hex[attacker] >= 0]

    def far(path: int) -> tuple[int, int]:
        hex_, facing = end_of(game.f_hex[fighter], game.f_facing[fighter], path)
        if hex_ < 0:
            return 99, 0
        return min((DISTANCE[hex_][other] for other in there), default=0), abs(facing - EXIT_FACING)

    return min(paths, key=far)
