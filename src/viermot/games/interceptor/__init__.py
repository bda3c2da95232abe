"""Interceptor Ace: a year of daylight sorties over the Reich, flown by one pilot or by up to four.

The modules follow the sections of the book's long chapters; `sequence.py` is its outline of play.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from viermot.game_package import GamePackage, Players
from viermot.games.interceptor import components
from viermot.games.interceptor.components import Components
from viermot.games.interceptor.knowledge import events, perspective
from viermot.games.interceptor.knowledge.perspective import CareerView
from viermot.games.interceptor.knowledge.resample import resample
from viermot.games.interceptor.model import check, position
from viermot.games.interceptor.model.layout import CAREER, SWITCHES, Layout
from viermot.games.interceptor.model.state import Game, new_game
from viermot.games.interceptor.model.terms import LEVELS, MAX_PILOTS
from viermot.games.interceptor.rules import settled as settled
from viermot.games.interceptor.rules import warnings as warnings
from viermot.games.interceptor.rules.career import victory
from viermot.games.interceptor.rules.setup import set_up
from viermot.kernel.dice import Dice, Rng
from viermot.kernel.domains import Declared
from viermot.kernel.json import JsonObject, JsonTable
from viermot.kernel.observing import Observing
from viermot.kernel.registry import GameInfo, OptionInfo, ScenarioInfo
from viermot.kernel.rulebook import Rulebook
from viermot.kernel.rulebook import load as load_rulebook
from viermot.kernel.words import worded

if TYPE_CHECKING:
    from viermot.debriefing import Debriefing
    from viermot.fuzz import Fuzzing
    from viermot.reader import Reader
    from viermot.server.face import Page
    from viermot.terminal.screens import Terminal

ALONE: Final = ("pilot",)
OPTION_RULES: Final = {"example_mode": "7.11", "ace_late": "10.2", "10.3": "10.3a", "10.5": "10.5a", "10.6": "10.6a"}
OTHER_OPTIONS: Final = {
    "10.1": ("list", "10.1.1a"), "pilots": ("list", "10.1.1a"), "10.2": ("list", "10.2"), "start": ("list", "4.2.1"),
    "name": ("text", "4.3.1"),
}  # fmt: skip


class Interceptor(GamePackage[Game, Components, CareerView]):
    """The game as the kernel knows it, with the seats it is played with."""

    name = "interceptor"
    list_order = 5
    levels: tuple[str, ...] = LEVELS
    title = "Interceptor Ace"
    seats_rule = "10.1.2"
    rules_version = "2.0"
    former_packs = frozenset({"5f1a13ed91a24a0742218d3b806f07f4d73e12926e1599bda014858deb76a5c0"})
    components, events, position, check, victory = components, events, position, check, victory

    def __init__(self, seats: tuple[str, ...] = ALONE) -> None:
        self.seats: tuple[str, ...] = seats

    def with_options(self, options: JsonTable) -> Interceptor:
        """The game with one seat per pilot [10.1]."""
        if not options.get("10.1"):
            return GAME
        count = str(options.get("pilots", 2))
        return COMPANIES.get(int(count) if count.isdecimal() else 2, GAME)

    @property
    def seat_sets(self) -> tuple[tuple[str, ...], ...]:
        """One pilot, or two to four [10.1]."""
        return (ALONE, *(company.seats for company in COMPANIES.values()))

    @cached_property
    def rulebook(self) -> Rulebook:
        """Rule ids, titles and summaries."""
        return load_rulebook(Path(__file__).with_name("rules.csv"))

    def info(self, pack: Components) -> GameInfo:
        return GameInfo(
            self.name,
            self.title,
            self.seats,
            tuple(_scenarios(pack)),
            tuple(_options()),
            {seat: tuple(self.bots(seat)) for seat in self.seats},
            self.rules_version,
        )

    # -- play ------------------------------------------------------------------------------------

    def start(self, pack: Components, scenario: str, options: JsonTable, dice: Dice) -> Game:
        game = new_game(Layout(pack, str(scenario).lower(), options), dice)
        game.push(set_up)
        return game

    def setup_of(self, state: Game) -> tuple[str, JsonObject]:
        return state.layout.scenario, state.layout.options

    def spans(self, state: Game) -> JsonObject:
        """A sortie is one line of the log [4.3]."""
        return {"sortie": [state.month, state.line]}

    def perspective(self, state: Game, seat: str) -> CareerView:
        return perspective.view(state, seat, self.seats)

    def score(self, result: JsonObject, seat: str) -> float:
        """What a career was worth (`victory.score`); with several pilots, the seat's own [5.2, 10.1.2]."""
        records = result.get("pilots")
        return victory.score(records[self.seats.index(seat)] if records else result)

    def resample(self, view: CareerView, rng: Rng) -> Game:
        return resample(view, rng)

    # -- its other parts, each loaded when it is first asked for ------------------------------------

    locale = Path(__file__).with_name("locale")
    lessons = Path(__file__).with_name("lessons")
    ladder = Path(__file__).with_name("ladder.toml")

    @property
    def observing(self) -> Observing:
        from viermot.games.interceptor.knowledge.observation import OBSERVING

        return OBSERVING

    @property
    def declared(self) -> Declared:
        from viermot.games.interceptor.model.domains import DECLARED

        return DECLARED

    def players(self) -> Players:
        from viermot.games.interceptor.bots import BOTS

        return BOTS

    def terminal(self) -> Terminal:
        from viermot.games.interceptor.faces.terminal import TERMINAL

        return TERMINAL

    def page(self) -> Page:
        from viermot.games.interceptor.faces.page import PAGE

        return PAGE

    def reader(self) -> Reader:
        from viermot.games.interceptor.faces.reader import READER

        return READER

    def debriefing(self) -> Debriefing:
        from viermot.games.interceptor.faces.debriefing import DEBRIEFING

        return DEBRIEFING

    def fuzzing(self) -> Fuzzing:
        from viermot.games.interceptor.faces.fuzzing import FUZZING

        return FUZZING


def _scenarios(pack: Components) -> list[ScenarioInfo]:
    months = {row.name: row.title for row in pack.calendar.month}
    first = months["Mar43"]
    year = "until February 1944"
    title = worded("interceptor.scenario.career.title")
    career = ScenarioInfo(
        CAREER, title.get("en", CAREER), first, "", year, "1-9", None,
        {"title": title, "base": "", "zone": "", "aircraft": []},
    )  # fmt: skip
    return [career] + [
        ScenarioInfo(
            str(unit.roll),
            f"{unit.name}, {unit.base}",
            months[unit.since],
            "",
            year,
            "1-9",
            CAREER,
            {"base": unit.base, "zone": unit.zone, "aircraft": list(unit.aircraft), "status": unit.status},
        )
        for unit in pack.units
    ]


def _options() -> list[OptionInfo]:
    switches = [
        OptionInfo(name, "switch", OPTION_RULES.get(name, name), f"interceptor.option.{name}") for name in SWITCHES
    ]
    others = [
        OptionInfo(name, kind, rule, f"interceptor.option.{name}") for name, (kind, rule) in OTHER_OPTIONS.items()
    ]
    return switches + others


GAME = Interceptor()
COMPANIES: Final = {
    count: Interceptor(tuple(f"pilot{n}" for n in range(1, count + 1))) for count in range(2, MAX_PILOTS + 1)
}
