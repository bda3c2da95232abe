"""Nightfighter solitaire: one player, counters in the open, and dice that decide where and what they are."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from viermot.game_package import GamePackage, Players
from viermot.games.nightfighter import GAME as NIGHTFIGHTER
from viermot.games.nightfighter import about, options
from viermot.games.nightfighter.components import Scenario
from viermot.games.nightfighter.model.fitting import OptionError
from viermot.games.solitaire import components
from viermot.games.solitaire.components import SoloComponents
from viermot.games.solitaire.knowledge import events, perspective
from viermot.games.solitaire.model import check, position
from viermot.games.solitaire.model.board import SEATS
from viermot.games.solitaire.model.layout import WITH_6C, SoloLayout, by_default
from viermot.games.solitaire.model.state import Solo, new_game
from viermot.games.solitaire.rules import settled as settled
from viermot.games.solitaire.rules import victory
from viermot.games.solitaire.rules.setup import set_up
from viermot.kernel.dice import Dice, QuickDice, Rng
from viermot.kernel.domains import Declared
from viermot.kernel.json import JsonObject, JsonTable
from viermot.kernel.observing import Observing
from viermot.kernel.registry import GameInfo, OptionInfo, ScenarioInfo
from viermot.kernel.rulebook import Rulebook
from viermot.kernel.rulebook import load as load_rulebook
from viermot.kernel.user_error import brief

if TYPE_CHECKING:
    from viermot.debriefing import Debriefing
    from viermot.fuzz import Fuzzing
    from viermot.kernel.minds import Belief
    from viermot.reader import Reader
    from viermot.server.face import Page
    from viermot.terminal.screens import Terminal

SEEDS = 1 << 48  # for the dice of a game played on from here


class Solitaire(GamePackage[Solo, SoloComponents, perspective.SoloView]):
    """The game as the kernel knows it."""

    name = "solitaire"
    builds_on = ("nightfighter",)
    list_order = 2
    levels: tuple[str, ...] = NIGHTFIGHTER.levels
    title = "Nightfighter solitaire"
    seats: tuple[str, ...] = SEATS
    seats_rule = "S3.0a"
    rules_version = "2.0"
    former_packs = frozenset(
        {
            "884338aa9fc9d76ba7fcb4f7a95be7b73af1de3cc16151c2270172e9c5f669b5",
            "6ba813ea7b5ff7e109bcbe2e5170f273405a5422fbbddf14a20003187aabf137",
            "0ee6b029a625a51d54854a3ff1eec7700a24f3ec2a5a25d766e7c7428387e96e",
            "c92d2d4a9f433740616c4d152468ff5aa9357830233c92549f6a919d2576fb7a",  # until decision 20
        }
    )
    components, events, position, check, victory = components, events, position, check, victory

    @cached_property
    def rulebook(self) -> Rulebook:
        """The S rules, followed by those of Nightfighter that they leave unchanged [SINTRO]."""
        own = load_rulebook(Path(__file__).with_name("rules.csv"))
        return Rulebook(self.name, [*own.values(), *NIGHTFIGHTER.rulebook.values()])

    def info(self, pack: SoloComponents) -> GameInfo:
        return GameInfo(
            self.name,
            self.title,
            self.seats,
            tuple(_about(pack, scenario, self.measured) for scenario in pack.scenarios.values()),
            (*options(), OptionInfo(WITH_6C, "switch", "SC6H", f"solitaire.option.{WITH_6C}")),
            {seat: tuple(self.bots(seat)) for seat in self.seats},
            self.rules_version,
        )

    # -- play ------------------------------------------------------------------------------------

    def start(self, pack: SoloComponents, scenario: str, options: JsonTable, dice: Dice) -> Solo:
        chosen = pack.scenarios.get(str(scenario).upper())
        if chosen is None:
            raise OptionError("error.no_scenario", name=brief(scenario), known=", ".join(pack.scenarios))
        game = new_game(SoloLayout(pack, chosen, options), dice)
        game.push(set_up)
        return game

    def setup_of(self, state: Solo) -> tuple[str, JsonObject]:
        return state.layout.scenario.id, state.layout.options

    def spans(self, state: Solo) -> dict[str, int]:
        """The computer can play the seat for one turn."""
        return {"turn": state.turn}

    def belief(self, view: perspective.SoloView) -> Belief | None:
        return view.belief()

    def resample(self, view: perspective.SoloView, rng: Rng) -> Solo:
        """Nothing is hidden but the dice to come [S3.0a]."""
        return view.determinize(QuickDice(rng.below(SEEDS)))

    def perspective(self, state: Solo, seat: str) -> perspective.SoloView:
        return perspective.view(state, seat)

    # -- its other parts, each loaded when it is first asked for ------------------------------------

    locale = Path(__file__).with_name("locale")
    lessons = Path(__file__).with_name("lessons")
    ladder = Path(__file__).with_name("ladder.toml")
    measured = Path(__file__).with_name("bots") / "measured.toml"

    @property
    def observing(self) -> Observing:
        from viermot.games.solitaire.knowledge.observation import OBSERVING

        return OBSERVING

    @property
    def declared(self) -> Declared:
        from viermot.games.solitaire.model.domains import DECLARED

        return DECLARED

    def score(self, result: JsonObject, seat: str) -> float:
        return float(result["level"] != "loss")

    def players(self) -> Players:
        from viermot.games.solitaire.bots import BOTS

        return BOTS

    def terminal(self) -> Terminal:
        from viermot.games.solitaire.faces.terminal import TERMINAL

        return TERMINAL

    def page(self) -> Page:
        from viermot.games.solitaire.faces.page import PAGE

        return PAGE

    def reader(self) -> Reader:
        from viermot.games.nightfighter.faces.reader import READER

        return READER

    def debriefing(self) -> Debriefing:
        from viermot.games.solitaire.faces.debriefing import DEBRIEFING

        return DEBRIEFING

    def fuzzing(self) -> Fuzzing:
        from viermot.games.solitaire.faces.fuzzing import FUZZING

        return FUZZING


def _about(pack: SoloComponents, scenario: Scenario, measured: Path) -> ScenarioInfo:
    """A scenario as the lobby shows it, with what the S book changes and the options that are on by default."""
    info = about(scenario, measured)
    change = pack.change_of(scenario)
    own: JsonObject = {"in_force": tuple(by_default(scenario))}
    if change is not None:
        own["solo"] = change.text
    return replace(info, details={**info.details, **own})


GAME = Solitaire()
