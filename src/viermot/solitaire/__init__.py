"""Nightfighter solitaire: one player, open counters, and dice that decide where and what they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from viermot.kernel.packs import Mark
from viermot.kernel.registry import Bot, GameInfo, OptionInfo, ScenarioInfo
from viermot.kernel.rulebook import Rulebook
from viermot.kernel.rulebook import load as load_rulebook
from viermot.nightfighter import GAME as NIGHTFIGHTER
from viermot.nightfighter import OPTION_KINDS, OPTION_RULES, about
from viermot.nightfighter.fit import NEEDS_CHAPTER, OptionError
from viermot.solitaire import check, components, events, perspective, position, victory
from viermot.solitaire.board import SEATS
from viermot.solitaire.components import SoloComponents
from viermot.solitaire.setup import set_up
from viermot.solitaire.state import Solo, new_game
from viermot.solitaire.table import SoloTable, by_default


class Solitaire:
    """The game as the kernel knows it."""

    name = "solitaire"
    place = 2  # on the shelf
    title = "Nightfighter solitaire"
    seats: tuple[str, ...] = SEATS
    seats_rule = "S3.0a"
    rules_version = "1.0"

    @cached_property
    def rulebook(self) -> Rulebook:
        """The S rules, and behind them those of Nightfighter that they leave as printed [SINTRO]."""
        own = load_rulebook(Path(__file__).with_name("rules.csv"))
        return Rulebook(self.name, [*own.values(), *NIGHTFIGHTER.rulebook.values()])

    # -- data ------------------------------------------------------------------------------------

    def load_pack(self, path: Path | None) -> SoloComponents:
        return components.load(path)

    def pack_from(self, content: Any) -> SoloComponents:
        return components.load_content(content)

    def pack_hash(self, pack: SoloComponents) -> str:
        return pack.hash

    def pack_content(self, pack: SoloComponents) -> Any:
        return pack.content()

    def check_pack(self, pack: SoloComponents) -> list[str]:
        return components.check(pack)

    def provenance(self, pack: SoloComponents) -> list[Mark]:
        return pack.provenance()

    def export_pack(self, target: Path) -> list[Path]:
        return components.export(target)

    def info(self, pack: SoloComponents) -> GameInfo:
        return GameInfo(
            self.name,
            self.title,
            self.seats,
            tuple(_about(pack, scenario) for scenario in pack.scenarios.values()),
            tuple(_options()),
            {seat: tuple(self.bots(seat)) for seat in self.seats},
            self.rules_version,
        )

    # -- play ------------------------------------------------------------------------------------

    def start(self, pack: SoloComponents, scenario: str, options: Mapping[str, Any], dice: Any) -> Solo:
        chosen = pack.scenarios.get(str(scenario).upper())
        if chosen is None:
            raise OptionError("error.no_scenario", name=scenario, known=", ".join(pack.scenarios))
        game = new_game(SoloTable(pack, chosen, options), dice)
        game.next((set_up,))
        return game

    def setup_of(self, state: Any) -> tuple[str, dict[str, Any]]:
        return state.table.scenario.id, state.table.options

    def is_echo(self, state: Any, event: tuple[Any, ...]) -> bool:
        return events.is_echo(state, event)

    def perspective(self, state: Any, seat: str) -> perspective.SoloView:
        return perspective.view(state, seat)

    def result(self, state: Any) -> dict[str, Any] | None:
        return victory.result(state)

    def bots(self, seat: str) -> Mapping[str, Callable[[], Bot]]:
        from viermot.bots import solitaire

        return solitaire.BOTS[seat]

    # -- text and files ---------------------------------------------------------------------------

    def to_data(self, state: Any) -> dict[str, Any]:
        return position.to_data(state)

    def from_data(self, pack: SoloComponents, data: Mapping[str, Any], dice: Any) -> Solo:
        return position.from_data(pack, data, dice)

    def write_position(self, state: Any) -> str:
        return position.write(state)

    def read_position(self, pack: SoloComponents, text: str, dice: Any) -> Solo:
        return position.read(pack, text, dice)

    def faults(self, state: Any) -> list[str]:
        return check.faults(state)

    def plain(self, state: Any, name: str, value: Any) -> Any:
        return events.plain(state, name, value)

    def show(self, state: Any, seat: str, name: str, value: Any, locale: str) -> Any:
        return events.read_aloud(state, seat, name, value, locale)


def _about(pack: SoloComponents, scenario: Any) -> ScenarioInfo:
    """A scenario as the lobby shows it, with what the S book changes and the options that are on of themselves."""
    info = about(scenario)
    change = pack.change_of(scenario)
    own: dict[str, Any] = {"in_force": tuple(by_default(scenario))}
    if change is not None:
        own["solo"] = change.text
    return replace(info, details={**info.details, **own})


def _options() -> list[OptionInfo]:
    switches = [OptionInfo(name, "switch", name, f"nightfighter.option.{name}") for name in NEEDS_CHAPTER]
    others = [
        OptionInfo(name, kind, OPTION_RULES[name], f"nightfighter.option.{name}") for name, kind in OPTION_KINDS.items()
    ]
    return switches + others


GAME = Solitaire()
