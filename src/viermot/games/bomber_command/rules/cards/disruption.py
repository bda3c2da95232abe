"""Cards that scatter streams and gather them again [9.8.3]."""

from __future__ import annotations

from typing import Any

from viermot.games.bomber_command.model.board import BRITISH, DECOY, MAIN, MOSQUITO, TO_ALL
from viermot.games.bomber_command.model.notation import NONE, RAID, SAY_DECOY, SAY_MAIN, THING
from viermot.games.bomber_command.model.state import FLYING, Game
from viermot.games.bomber_command.rules.cards.cards import effect, objects
from viermot.games.bomber_command.rules.combat.damage import box_watchers, disrupt
from viermot.kernel.agenda import question


@objects("wind finders")
def _for_wind_finders(game: Game, seat: int, a: int, b: int, function: Any) -> list[int]:
    """Raids to which disruption still matters; Mosquitos never mind it [4.3.2b, 7.6c]."""
    return [
        RAID + game.r_letter[raid]
        for raid, disruptions in enumerate(game.r_disrupt)
        if disruptions and not game.r_bombed[raid] and game.r_fate[raid] == FLYING and game.r_kind[raid] != MOSQUITO
    ]


@effect("wind finders")
def wind_finders(game: Game, seat: int, a: int, b: int, function: Any, thing: int) -> None:
    """WIND FINDERS: up to three Disrupt markers come off a raid that has not bombed yet [9.8.3]."""
    raid = game.r_letter.index(thing - RAID)
    gathered = min(game.r_disrupt[raid], abs(function.value))
    game.r_disrupt[raid] -= gathered
    game.emit("gathered", "9.8.3a", box_watchers(game), game.r_letter[raid], gathered)


@objects("scattered stream")
def _for_scattered(game: Game, seat: int, a: int, b: int, function: Any) -> list[int]:
    return [SAY_MAIN, SAY_DECOY]


@effect("scattered stream")
def scattered_stream(game: Game, seat: int, a: int, b: int, function: Any, thing: int) -> None:
    """SCATTERED STREAM: a raid of the kind that was said takes three disruptions, if there is one [9.8.3]."""
    game.push(scattered, MAIN if thing == SAY_MAIN else DECOY, function.value)


@question(BRITISH, "9.8.3a", THING)
def scattered(game: Game, kind: int, number: int) -> list[int]:
    """Which raid of that kind is scattered? [9.8.3]"""
    flying = [raid for raid, fate in enumerate(game.r_fate) if fate == FLYING and game.r_kind[raid] == kind]
    return [RAID + game.r_letter[raid] for raid in flying] or [NONE]


@scattered.chosen
def _scattered(game: Game, kind: int, number: int, option: int) -> None:
    if option != NONE:
        disrupt(game, game.r_letter.index(option - RAID), number, "6.2a")
    game.emit("scattered", "9.8.3a", TO_ALL, kind, number if option != NONE else 0)
