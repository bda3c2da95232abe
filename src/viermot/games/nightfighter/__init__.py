"""Nightfighter: hidden movement by night, a player against an umpire. Each chapter of the book is one module."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from viermot.game_package import GamePackage, Players
from viermot.games.nightfighter import components
from viermot.games.nightfighter.components import Components, Scenario
from viermot.games.nightfighter.knowledge import events, perspective
from viermot.games.nightfighter.knowledge.sheet import Chits, chapters, sheet
from viermot.games.nightfighter.model import check, position
from viermot.games.nightfighter.model.board import SEATS
from viermot.games.nightfighter.model.fitting import NEEDS_CHAPTER, UMPIRE_SWITCHES, OptionError
from viermot.games.nightfighter.model.layout import Layout
from viermot.games.nightfighter.model.state import Game, new_game
from viermot.games.nightfighter.rules import settled as settled
from viermot.games.nightfighter.rules import special as special
from viermot.games.nightfighter.rules import victory
from viermot.games.nightfighter.rules import warnings as warnings
from viermot.games.nightfighter.rules.setup import set_up
from viermot.kernel.dice import Dice, Rng
from viermot.kernel.domains import Declared
from viermot.kernel.json import JsonObject, JsonTable
from viermot.kernel.measured import of_file
from viermot.kernel.observing import Observing
from viermot.kernel.registry import Ask, GameInfo, OptionInfo, ScenarioInfo
from viermot.kernel.rulebook import Rulebook
from viermot.kernel.rulebook import load as load_rulebook
from viermot.kernel.user_error import brief

if TYPE_CHECKING:
    from viermot.debriefing import Debriefing
    from viermot.fuzz import Fuzzing
    from viermot.kernel.minds import Belief, Statement
    from viermot.reader import Reader
    from viermot.server.face import Page
    from viermot.terminal.screens import Terminal

OPTION_KINDS = {"pilots": "table", "equipment": "table", "any_date": "switch", "decline": "list"}
OPTION_RULES = {"pilots": "17.2", "equipment": "12.0b", "any_date": "12.0b", "decline": "13.1"}


class Nightfighter(GamePackage[Game, Components, perspective.NightView]):
    """The game as the kernel knows it."""

    name = "nightfighter"
    list_order = 1
    title = "Nightfighter"
    seats: tuple[str, ...] = SEATS
    seats_rule = "1.2"
    rules_version = "2.0"
    shares_one = True
    levels: tuple[str, ...] = victory.LEVELS
    former_packs = frozenset(
        {
            "8b971ece9f674eef7390bb42146403596189348a1b50e457984e956d785cd00c",
            "20ce0359406b367659834b3a26012565f9b2b739ae4379fe417115929ed4e9eb",
            "94bcf7c9baf63e4169254da3b0014f997c0659eed28f28c154e16e598d3acd98",
            "1d2ecbfd15a0c28a52c9dce67dcf5ff5a65bcf88a1f0951b1855d2152b949072",  # until decision 20
        }
    )
    components, events, position, check, victory = components, events, position, check, victory

    @cached_property
    def rulebook(self) -> Rulebook:
        """Rule ids, titles and summaries."""
        return load_rulebook(Path(__file__).with_name("rules.csv"))

    def info(self, pack: Components) -> GameInfo:
        chits = cup(pack)
        return GameInfo(
            self.name,
            self.title,
            self.seats,
            tuple(about(scenario, self.measured, chits) for scenario in pack.scenarios.values()),
            tuple(options(umpired=True)),
            {seat: tuple(self.bots(seat)) for seat in self.seats},
            self.rules_version,
        )

    # -- play ------------------------------------------------------------------------------------

    def start(self, pack: Components, scenario: str, options: JsonTable, dice: Dice) -> Game:
        chosen = pack.scenarios.get(str(scenario).upper())
        if chosen is None:
            raise OptionError("error.no_scenario", name=brief(scenario), known=", ".join(pack.scenarios))
        game = new_game(Layout(pack, chosen, options), dice)
        game.push(set_up)
        return game

    def setup_of(self, state: Game) -> tuple[str, JsonObject]:
        return state.layout.scenario.id, state.layout.options

    def spans(self, state: Game) -> dict[str, int]:
        """The computer can play a seat for one turn."""
        return {"turn": state.turn}

    def belief(self, view: perspective.NightView) -> Belief | None:
        from viermot.games.nightfighter.knowledge.belief import belief

        return belief(view)

    def teaches(self, view: perspective.NightView, ask: Ask, code: int) -> tuple[Statement, ...]:
        """For a search counter: each answer the umpire could give, and what it would leave open [13.1.1a]."""
        from viermot.games.nightfighter.knowledge.teaching import statements

        return statements(view, ask, code)

    def resample(self, view: perspective.NightView, rng: Rng) -> Game:
        from viermot.games.nightfighter.knowledge.resample import resample

        return resample(view, rng)

    def perspective(self, state: Game, seat: str) -> perspective.NightView:
        return perspective.view(state, seat)

    # -- its other parts, each loaded when it is first asked for ------------------------------------

    locale = Path(__file__).with_name("locale")
    lessons = Path(__file__).with_name("lessons")
    ladder = Path(__file__).with_name("ladder.toml")
    measured = Path(__file__).with_name("bots") / "measured.toml"

    @property
    def observing(self) -> Observing:
        from viermot.games.nightfighter.knowledge.observation import OBSERVING

        return OBSERVING

    @property
    def declared(self) -> Declared:
        from viermot.games.nightfighter.model.domains import DECLARED

        return DECLARED

    def score(self, result: JsonObject, seat: str) -> float:
        """The player wins or loses [4.1b], however decisively; the umpire gets what the player does not."""
        won = float(result["level"] != "loss")
        return 1.0 - won if seat == "umpire" else won

    def players(self) -> Players:
        from viermot.games.nightfighter.bots import BOTS

        return BOTS

    def terminal(self) -> Terminal:
        from viermot.games.nightfighter.faces.terminal import TERMINAL

        return TERMINAL

    def page(self) -> Page:
        from viermot.games.nightfighter.faces.page import PAGE

        return PAGE

    def reader(self) -> Reader:
        from viermot.games.nightfighter.faces.reader import READER

        return READER

    def debriefing(self) -> Debriefing:
        from viermot.games.nightfighter.faces.debriefing import DEBRIEFING

        return DEBRIEFING

    def fuzzing(self) -> Fuzzing:
        from viermot.games.nightfighter.faces.fuzzing import FUZZING

        return FUZZING


def cup(pack: Components) -> Chits:
    """Both sides of every chit in the cup; anybody may look through them before play [2.2.7]."""
    return tuple((chit.red, chit.yellow) for chit in pack.chits)


def about(scenario: Scenario, measured: Path, chits: Chits = ()) -> ScenarioInfo:
    """A scenario as the lobby shows it."""
    return ScenarioInfo(
        scenario.id,
        scenario.title["en"],
        scenario.date,
        scenario.difficulty,
        f"{scenario.end_turn} turns" if scenario.end_turn else "until clear",
        chapters(scenario),
        scenario.parent,
        {
            "title": scenario.title,
            "background": scenario.background,
            "special": scenario.special,
            "status": scenario.status,
            "sheet": sheet(scenario, chits),
        },
        of_file(measured).get(scenario.id, ()),
    )


def options(umpired: bool = False) -> list[OptionInfo]:
    """The set-up options, as the lobby shows them; some exist only where there is an umpire."""
    names = [*NEEDS_CHAPTER, *UMPIRE_SWITCHES] if umpired else NEEDS_CHAPTER
    switches = [OptionInfo(name, "switch", name, f"nightfighter.option.{name}") for name in names]
    others = [
        OptionInfo(name, kind, OPTION_RULES[name], f"nightfighter.option.{name}") for name, kind in OPTION_KINDS.items()
    ]
    return switches + others


GAME = Nightfighter()
