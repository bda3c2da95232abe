"""Cards that scatter streams and regroup them [9.8.3]."""

from __future__ import annotations

from typing import NamedTuple

from viermot.games.bomber_command.components import Function
from viermot.games.bomber_command.model.board import BRITISH, DECOY, MAIN, MOSQUITO, TO_ALL
from viermot.games.bomber_command.model.ids import by_raid
from viermot.games.bomber_command.model.notation import (
    NONE,
    SAY_DECOY,
    SAY_MAIN,
    THING,
    letter_in,
    letter_option,
    letter_options,
)
from viermot.games.bomber_command.model.state import FLYING, Game
from viermot.games.bomber_command.rules.cards.effects import Played, effect, objects
from viermot.games.bomber_command.rules.combat.damage import box_watchers, disrupt
from viermot.kernel.agenda import question


@objects("wind finders")
def _for_wind_finders(game: Game, function: Function) -> list[int]:
    """Raids to which disruption still matters; to Mosquitos it never does [4.3.2b, 7.6c]."""
    return [
        letter_option(game.plot[raid].letter)
        for raid, disruptions in by_raid(game.raid_disruptions)
        if disruptions
        and not game.raid_bombed[raid]
        and game.raid_fate[raid] == FLYING
        and game.plot[raid].kind != MOSQUITO
    ]


@effect("wind finders")
def wind_finders(game: Game, card: Played) -> None:
    """WIND FINDERS: up to three Disrupt markers come off a raid that has not bombed yet [9.8.3]."""
    raid = game.raid_with(letter_in(card.thing))
    gathered = min(game.raid_disruptions[raid], abs(card.function.value))
    game.raid_disruptions[raid] -= gathered
    game.emit("gathered", "9.8.3a", box_watchers(game), game.plot[raid].letter, gathered)


@objects("scattered stream")
def _for_scattered(game: Game, function: Function) -> list[int]:
    return [SAY_MAIN, SAY_DECOY]


@effect("scattered stream")
def scattered_stream(game: Game, card: Played) -> None:
    """SCATTERED STREAM: a raid of the kind announced, if there is one, takes three Disrupt markers [9.8.3]."""
    game.push(scattered, Scattering(MAIN if card.thing == SAY_MAIN else DECOY, card.function.value))


class Scattering(NamedTuple):
    """The kind of raid to be scattered, and how many Disrupt markers it takes."""

    kind: int
    number: int


@question(BRITISH, "9.8.3a", THING)
def scattered(game: Game, storm: Scattering) -> list[int]:
    """Which raid of that kind is scattered? [9.8.3]"""
    flying = [raid for raid, fate in by_raid(game.raid_fate) if fate == FLYING and game.plot[raid].kind == storm.kind]
    return letter_options(game.plot[raid].letter for raid in flying) or [NONE]


@scattered.chosen
def _scattered(game: Game, storm: Scattering, option: int) -> None:
    kind, number = storm
    if option != NONE:
        disrupt(game, game.raid_with(letter_in(option)), number, "6.2a")
    game.emit("scattered", "9.8.3a", TO_ALL, kind, number if option != NONE else 0)
