"""Bomber Command: one night of the raid and the defence, the British player against the German."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from viermot.bomber_command import (
    bombing_cards,
    check,
    components,
    disruption,
    events,
    flak,
    perspective,
    position,
    victory,
)
from viermot.bomber_command import warnings as warnings
from viermot.bomber_command.aloud import card_named
from viermot.bomber_command.board import SEATS
from viermot.bomber_command.components import Components, Scenario
from viermot.bomber_command.setup import set_up
from viermot.bomber_command.state import Game, new_game
from viermot.bomber_command.table import SWITCHES, OptionError, Table
from viermot.game_package import GamePackage
from viermot.kernel.registry import GameInfo, OptionInfo, ScenarioInfo
from viermot.kernel.rulebook import Rulebook
from viermot.kernel.rulebook import load as load_rulebook
from viermot.kernel.telling import brief

CARD_MODULES = (bombing_cards, disruption, flak)  # nothing else imports them; they register what their cards do
RULE_OF = {"12.1.1": "12.1.1a", "12.1.2": "12.1.2a", "12.1.3": "12.1.3a", "12.2": "12.2.1", "12.3": "12.3.1a"}


class BomberCommand(GamePackage):
    """The game as the kernel knows it."""

    name = "bomber_command"
    place = 4  # on the shelf
    title = "Bomber Command"
    seats: tuple[str, ...] = SEATS
    seats_rule = "1.3"
    rules_version = "2.0"
    components, events, position, check, victory = components, events, position, check, victory

    @cached_property
    def rulebook(self) -> Rulebook:
        """Rule ids, titles and summaries."""
        return load_rulebook(Path(__file__).with_name("rules.csv"))

    def info(self, pack: Components) -> GameInfo:
        return GameInfo(
            self.name,
            self.title,
            self.seats,
            tuple(_about(scenario) for scenario in pack.scenarios.values()),
            tuple(
                OptionInfo(name, "switch", RULE_OF.get(name, name), f"bomber_command.option.{name}")
                for name in SWITCHES
            ),
            {seat: tuple(self.bots(seat)) for seat in self.seats},
            self.rules_version,
        )

    def named(self, state: Game, text: str, locale: str) -> str:
        """A card by its title in the reader's language, and what it is played for where it can do several things."""
        return card_named(state.table.pack.cards, text, locale)

    # -- play ------------------------------------------------------------------------------------

    def start(self, pack: Components, scenario: str, options: Mapping[str, Any], dice: Any) -> Game:
        chosen = pack.scenarios.get(str(scenario).lower())
        if chosen is None:
            raise OptionError("error.no_scenario", name=brief(scenario), known=", ".join(pack.scenarios))
        game = new_game(Table(pack, chosen, options), dice)
        game.next((set_up,))
        return game

    def setup_of(self, state: Any) -> tuple[str, dict[str, Any]]:
        return state.table.kind, state.table.options

    def perspective(self, state: Any, seat: str) -> perspective.RaidView:
        return perspective.view(state, seat)


def _about(scenario: Scenario) -> ScenarioInfo:
    return ScenarioInfo(
        scenario.id,
        scenario.title["en"],
        scenario.date,
        "",
        "12-18 turns",
        "1-11",
        None,
        {"background": scenario.background},
    )


GAME = BomberCommand()
