"""When a question has only one sensible answer, for players who want to be asked only what matters.

Each function looks at nothing but what the player's own seat knows. The seat decides whether to use it
(kernel/standing.py).
"""

from __future__ import annotations

from viermot.games.nightfighter.model.board import HEXES
from viermot.games.nightfighter.model.ids import NOBODY, Fighter, Radar
from viermot.games.nightfighter.model.notation import NO_HEX
from viermot.games.nightfighter.model.state import Game
from viermot.games.nightfighter.rules.ai import roll_through_jamming, who_rolls
from viermot.games.nightfighter.rules.bombers import HandOff, hand_off
from viermot.games.nightfighter.rules.combat import claim
from viermot.games.nightfighter.rules.fighters import who_has_a_bomber, who_moves
from viermot.games.nightfighter.rules.intruders import Duel, shoot_back
from viermot.games.nightfighter.rules.radar import place_search
from viermot.games.nightfighter.rules.response import SHOOTS
from viermot.games.nightfighter.rules.special import identify
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
    """A look costs nothing, and a bomber that is seen need not be kept [10.0, 10.1c].

    With attack positions it can cost something: a bomber seen badly now is seen no better by a hard look later [28.4a,
    ruling A46].
    """
    return None if game.layout.attack_positions and anything_fixed(game) else ROLL


@keep_or_drop.settles
def keeps_the_only_one(game: Game, fighter: Fighter) -> int | None:
    """A tally is worth dropping only for another known bomber, in solitaire for one that is near [10.2b]."""
    return None if game.others_for(fighter, NEAR) else KEEP


@keep_which.settles
def keeps_what_is_seen(game: Game, crew: Sightings) -> int | None:
    """A lone bomber in sight is kept if none is held; so is the one already held, seen once more [10.1c]."""
    offered = keep_which.options(game, crew)[1:]
    return offered[0] if len(offered) == 1 else None


@tally_fixed.settles
def looks_hard(game: Game, fighter: Fighter) -> int | None:
    """One target: a roll costs nothing [15.1a]."""
    offered = tally_fixed.options(game, fighter)[1:]
    return offered[0] if len(offered) == 1 else None


@who_looks.settles
def looks_in_order(game: Game, able: tuple[Fighter, ...]) -> int | None:
    """The crews look one after another; the order makes no difference [15.1a, ruling A52]."""
    return able[0]


@who_moves.settles
def moves_in_turn(game: Game, movers: tuple[Fighter, ...]) -> int | None:
    """Nothing is learned between two moves, and whoever would rather wait in the box is asked before the next [9.0b].

    Where intruders are about, they may slip aside between two moves [16.0e].
    """
    return None if game.layout.intruders else who_has_a_bomber(game, movers)


@who_rolls.settles
def rolls_in_order(game: Game, waiting: tuple[Fighter, ...]) -> int | None:
    """A roll costs nothing, and the order makes no difference [24.5.2b]."""
    return waiting[0]


@roll_through_jamming.settles
def rolls(game: Game, fighter: Fighter) -> int | None:
    """Without a roll there is no fix; with one there may be [24.5.2b]."""
    return ROLL


@hand_off.settles
def hands_over(game: Game, held: HandOff) -> int | None:
    """Otherwise the lights are certain to lose the bomber [14.2.4a]."""
    return YES


@identify.settles
def looks_closely(game: Game, fighter: Fighter) -> int | None:
    """A roll costs nothing [3.2e]."""
    return ROLL if ROLL in identify.options(game, fighter) else None


@shoot_back.settles
def gunner_shoots(game: Game, duel: Duel) -> int | None:
    """It costs nothing, and a hit makes the intruder break off [17.4.2a, 17.4.4b]."""
    return SHOOTS


@claim.settles
def claims(game: Game, fighter: Fighter) -> int | None:
    """It can only help [28.4.1b]."""
    return YES


@place_search.settles
def searches_where_it_did(game: Game, radar: Radar) -> int | None:
    """While every crew in the air has a bomber to go for, ground radar keeps watching the same place [13.1.1a]."""
    counter = game.layout.radars[radar]
    flying = game.fighters_on_map()
    if counter.fighter >= 0 or not flying or not all(has_a_bomber(game, fighter) for fighter in flying):
        return None
    return next((data[1] for kind, _, _, data in game.latest() if kind == "search_placed" and data[0] == radar), NO_HEX)


def has_a_bomber(game: Game, fighter: Fighter) -> bool:
    """Does it have a tally or a fix, or do the lights hold a bomber that it could reach this turn or next?"""
    if game.f_tally[fighter] != NOBODY or game.f_fix[fighter] != NOBODY:
        return True
    row = HEXES.distance[game.f_hex[fighter]]
    return any(game.is_lit(attacker) and row[game.a_hex[attacker]] <= NEAR for attacker in game.on_map)
