"""Questions with one sensible answer, and when they have it, for players who want to be asked only what matters.

Each looks at nothing but what the player's own seat knows. Whether it is used, the seat decides (kernel/standing.py).
"""

from __future__ import annotations

from viermot.games.nightfighter.model.board import HEXES
from viermot.games.nightfighter.model.ids import NOBODY, Fighter
from viermot.games.nightfighter.model.notation import NO_HEX
from viermot.games.nightfighter.model.state import Game
from viermot.games.nightfighter.rules.ai import roll_through_jamming, who_rolls
from viermot.games.nightfighter.rules.bombers import HandOff, hand_off
from viermot.games.nightfighter.rules.combat import claim
from viermot.games.nightfighter.rules.radar import place_search
from viermot.games.nightfighter.rules.tally import (
    Sightings,
    anything_fixed,
    general_tally,
    keep_or_drop,
    keep_which,
    tally_fixed,
    who_looks,
)

KEEP, ROLL, YES = 0, 1, 1
NEAR = 6  # hexes: two moves of a fighter


@general_tally.settles
def looks_round(game: Game) -> int | None:
    """A look costs nothing and whoever is seen need not be kept [10.0, 10.1c].

    With attack positions it can: who is seen badly now is not seen better by a hard look later [28.4a, ruling A46].
    """
    return None if game.layout.attack_positions and anything_fixed(game) else ROLL


@keep_or_drop.settles
def keeps_the_only_one(game: Game, fighter: Fighter) -> int | None:
    """A tally is worth dropping only for another bomber that is known [10.2b]."""
    known = sum(1 for attacker in game.on_map if game.a_handle[attacker])
    return KEEP if known <= 1 else None


@keep_which.settles
def keeps_what_is_seen(game: Game, crew: Sightings) -> int | None:
    """One in sight and none held: it is kept; the one held, seen once more, too [10.1c]."""
    offered = keep_which.options(game, crew)[1:]
    return offered[0] if len(offered) == 1 else None


@tally_fixed.settles
def looks_hard(game: Game, fighter: Fighter) -> int | None:
    """One target: a roll costs nothing [15.1a]."""
    offered = tally_fixed.options(game, fighter)[1:]
    return offered[0] if len(offered) == 1 else None


@who_looks.settles
def looks_in_order(game: Game, able: tuple[Fighter, ...]) -> int | None:
    """The crews look one after another; the order bears on nothing [15.1a, ruling A52]."""
    return able[0]


@who_rolls.settles
def rolls_in_order(game: Game, waiting: tuple[Fighter, ...]) -> int | None:
    """A roll costs nothing, and the order bears on nothing [24.5.2b]."""
    return waiting[0]


@roll_through_jamming.settles
def rolls(game: Game, fighter: Fighter) -> int | None:
    """Whoever does not roll has no fix; whoever does may have one [24.5.2b]."""
    return ROLL


@hand_off.settles
def hands_over(game: Game, held: HandOff) -> int | None:
    """Without it the light is lost for certain [14.2.4a]."""
    return YES


@claim.settles
def claims(game: Game, fighter: Fighter) -> int | None:
    """It only helps [28.4.1b]."""
    return YES


@place_search.settles
def searches_where_it_did(game: Game, radar: int) -> int | None:
    """While every crew in the air has a bomber to go for, ground radar goes on watching the same place [13.1.1a]."""
    counter = game.layout.radars[radar]
    flying = game.fighters_on_map()
    if counter.fighter >= 0 or not flying or not all(has_a_bomber(game, fighter) for fighter in flying):
        return None
    return next(
        (data[1] for kind, _, _, data in reversed(game.log) if kind == "search_placed" and data[0] == radar), NO_HEX
    )


def has_a_bomber(game: Game, fighter: Fighter) -> bool:
    """Has it a tally or a fix, or do the lights hold one that it could reach this turn or the next?"""
    if game.f_tally[fighter] != NOBODY or game.f_fix[fighter] != NOBODY:
        return True
    row = HEXES.distance[game.f_hex[fighter]]
    return any(game.is_lit(attacker) and row[game.a_hex[attacker]] <= NEAR for attacker in game.on_map)
