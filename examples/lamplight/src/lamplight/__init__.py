"""Lamplight: the smallest whole game for Viermot. GAME is its table of contents."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lamplight import bots, components, rules
from lamplight.state import Night
from lamplight.view import ECHOES, LaneView
from viermot.game_package import Faces
from viermot.kernel import packs, rulebook
from viermot.kernel.agenda import advance, task, task_from_json, task_to_json
from viermot.kernel.registry import GameDefaults, GameInfo, ScenarioInfo
from viermot.kernel.user_error import UserError

HERE = Path(__file__).parent


class Lamplight(Faces, GameDefaults):
    """What Viermot asks of a game. `GameDefaults` and `Faces` have the answers that most games give."""

    name = "lamplight"
    seats: tuple[str, ...] = rules.SEATS
    rules_version = "1"
    rulebook = rulebook.load(HERE / "rules.csv")
    locale = HERE / "locale"

    def info(self, pack: Any) -> GameInfo:
        scenarios = tuple(
            ScenarioInfo(each.id, each.title, "", "", f"{each.watches} watches", "1 to 4")
            for each in pack.scenarios.values()
        )
        names = {seat: tuple(bots.BOTS[seat]) for seat in self.seats}
        return GameInfo(self.name, "Lamplight", self.seats, scenarios, (), names, self.rules_version)

    # -- data: charts and scenarios, ours or an owner's ---------------------------------------------------

    def load_pack(self, path: Path | None) -> Any:
        return components.load(path)

    def pack_from(self, content: Any) -> Any:
        return components.load_content(content)

    def pack_hash(self, pack: Any) -> str:
        return packs.pack_hash(pack.tables)

    def pack_content(self, pack: Any) -> Any:
        return packs.content(pack.tables)

    def check_pack(self, pack: Any) -> list[UserError]:
        return components.check(pack)

    def provenance(self, pack: Any) -> list[packs.Mark]:
        return packs.marks(pack.tables)

    def export_pack(self, target: Path) -> list[Path]:
        return packs.export(components.DATA, target)

    # -- play -----------------------------------------------------------------------------------------------

    def start(self, pack: Any, scenario: str, options: Mapping[str, Any], dice: Any) -> Night:
        game = Night()
        game.begin(dice, task(rules.watch))
        game.scenario, game.watches = scenario, pack.scenarios[scenario].watches
        game.lanes, game.caught_from = pack.chart.lanes, pack.chart.caught_from
        game.watch, game.lane, game.lit = 0, (pack.chart.lanes + 1) // 2, 0
        game.caught = game.over = False
        return game

    def setup_of(self, state: Any) -> tuple[str, dict[str, Any]]:
        return state.scenario, {}

    def is_echo(self, state: Any, event: tuple[Any, ...], seat: str) -> bool:
        return event[0] in ECHOES

    def perspective(self, state: Any, seat: str) -> LaneView:
        return LaneView(state, seat)

    def result(self, state: Any) -> dict[str, Any] | None:
        if not state.over:
            return None
        how = "caught" if state.caught else "through"
        return {"level": how, "reason": how}

    def bots(self, seat: str) -> Mapping[str, Any]:
        return bots.BOTS[seat]

    # -- as data and as text ------------------------------------------------------------------------------

    def to_data(self, state: Any) -> dict[str, Any]:
        data = {name: getattr(state, name) for name in Night.__slots__}
        tasks = [*state.agenda, *([] if state.asked is None else [state.asked])]
        return {**data, "agenda": [task_to_json(each) for each in tasks]}

    def from_data(self, pack: Any, data: Mapping[str, Any], dice: Any) -> Night:
        game = self.start(pack, data["scenario"], {}, dice)
        for name in Night.__slots__:
            setattr(game, name, data[name])
        game.agenda = [task_from_json(each) for each in data["agenda"]]
        if not game.over:
            advance(game)
        return game

    def write_position(self, state: Any) -> str:
        return "lamplight = " + json.dumps(self.to_data(state), sort_keys=True) + "\n"

    def read_position(self, pack: Any, text: str, dice: Any) -> Night:
        return self.from_data(pack, json.loads(text.removeprefix("lamplight = ")), dice)

    def faults(self, state: Any) -> list[str]:
        return [] if 1 <= state.lane <= state.lanes else ["the raider is beside the lanes"]

    def plain(self, state: Any, name: str, value: Any) -> Any:
        return value

    def show(self, state: Any, seat: str, name: str, value: Any, locale: str) -> Any:
        return value

    # -- faces, loaded when somebody looks ------------------------------------------------------------------

    def terminal(self) -> Any:
        from lamplight.faces import TERMINAL

        return TERMINAL

    def page(self) -> Any:
        from lamplight.faces import PAGE

        return PAGE

    def fuzzing(self) -> Any:
        from lamplight.faces import FUZZING

        return FUZZING


GAME = Lamplight()
