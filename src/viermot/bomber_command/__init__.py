"""Bomber Command: one night of the raid and the defence, the British player against the German."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
from viermot.bomber_command.board import SEATS
from viermot.bomber_command.components import Components, Scenario
from viermot.bomber_command.setup import set_up
from viermot.bomber_command.state import Game, new_game
from viermot.bomber_command.table import SWITCHES, OptionError, Table
from viermot.kernel.packs import Mark
from viermot.kernel.registry import Bot, GameInfo, OptionInfo, ScenarioInfo
from viermot.kernel.rulebook import Rulebook
from viermot.kernel.rulebook import load as load_rulebook

CARD_MODULES = (bombing_cards, disruption, flak)  # nothing else imports them; they register what their cards do
RULE_OF = {"12.1.1": "12.1.1a", "12.1.2": "12.1.2a", "12.1.3": "12.1.3a", "12.2": "12.2.1", "12.3": "12.3.1a"}


class BomberCommand:
    """The game as the kernel knows it."""

    name = "bomber_command"
    place = 4  # on the shelf
    title = "Bomber Command"
    seats: tuple[str, ...] = SEATS
    seats_rule = "1.3"
    rules_version = "1.0"

    @cached_property
    def rulebook(self) -> Rulebook:
        """Rule ids, titles and summaries."""
        return load_rulebook(Path(__file__).with_name("rules.csv"))

    # -- data ------------------------------------------------------------------------------------

    def load_pack(self, path: Path | None) -> Components:
        return components.load(path)

    def pack_from(self, content: Any) -> Components:
        return components.load_content(content)

    def pack_hash(self, pack: Components) -> str:
        return pack.hash

    def pack_content(self, pack: Components) -> Any:
        return pack.content()

    def check_pack(self, pack: Components) -> list[str]:
        return components.check(pack)

    def provenance(self, pack: Components) -> list[Mark]:
        return pack.provenance()

    def export_pack(self, target: Path) -> list[Path]:
        return components.export(target)

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

    # -- play ------------------------------------------------------------------------------------

    def start(self, pack: Components, scenario: str, options: Mapping[str, Any], dice: Any) -> Game:
        chosen = pack.scenarios.get(str(scenario).lower())
        if chosen is None:
            raise OptionError("error.no_scenario", name=scenario, known=", ".join(pack.scenarios))
        game = new_game(Table(pack, chosen, options), dice)
        game.next((set_up,))
        return game

    def setup_of(self, state: Any) -> tuple[str, dict[str, Any]]:
        return state.table.kind, state.table.options

    def is_echo(self, state: Any, event: tuple[Any, ...]) -> bool:
        return events.is_echo(state, event)

    def perspective(self, state: Any, seat: str) -> perspective.RaidView:
        return perspective.view(state, seat)

    def result(self, state: Any) -> dict[str, Any] | None:
        return victory.result(state)

    def bots(self, seat: str) -> Mapping[str, Callable[[], Bot]]:
        from viermot.bots import bomber_command

        return bomber_command.BOTS[seat]

    # -- text and files ---------------------------------------------------------------------------

    def to_data(self, state: Any) -> dict[str, Any]:
        return position.to_data(state)

    def from_data(self, pack: Components, data: Mapping[str, Any], dice: Any) -> Game:
        return position.from_data(pack, data, dice)

    def write_position(self, state: Any) -> str:
        return position.write(state)

    def read_position(self, pack: Components, text: str, dice: Any) -> Game:
        return position.read(pack, text, dice)

    def faults(self, state: Any) -> list[str]:
        return check.faults(state)

    def plain(self, state: Any, name: str, value: Any) -> Any:
        return events.plain(state, name, value)

    def show(self, state: Any, seat: str, name: str, value: Any, locale: str) -> Any:
        return events.read_aloud(state, seat, name, value, locale)


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
