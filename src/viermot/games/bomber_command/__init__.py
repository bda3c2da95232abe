"""Bomber Command: one night of raids and their defence, the British player against the German."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from viermot.game_package import GamePackage, Players
from viermot.games.bomber_command import components
from viermot.games.bomber_command.components import Components, Scenario
from viermot.games.bomber_command.components.scenario_book import LEVELS
from viermot.games.bomber_command.faces.event_text import card_named
from viermot.games.bomber_command.knowledge import events, perspective
from viermot.games.bomber_command.model import check, position
from viermot.games.bomber_command.model.board import SEATS
from viermot.games.bomber_command.model.layout import SWITCHES, Layout, OptionError
from viermot.games.bomber_command.model.state import Game, new_game
from viermot.games.bomber_command.rules import obeying_hand as obeying_hand
from viermot.games.bomber_command.rules import settled as settled
from viermot.games.bomber_command.rules import victory
from viermot.games.bomber_command.rules import warnings as warnings
from viermot.games.bomber_command.rules.cards import bombing_cards, disruption
from viermot.games.bomber_command.rules.combat import flak
from viermot.games.bomber_command.rules.setup import set_up
from viermot.kernel.dice import Dice, Rng
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

CARD_MODULES = (bombing_cards, disruption, flak)  # nothing else imports them; they register what their cards do
RULE_OF = {
    "12.1.1": "12.1.1a", "12.1.2": "12.1.2a", "12.1.3": "12.1.3a", "12.2": "12.2.1", "12.3": "12.3.1a",
    "named_targets": "3.3a",
}  # fmt: skip


class BomberCommand(GamePackage[Game, Components, perspective.RaidView]):
    """The game as the kernel knows it."""

    name = "bomber_command"
    list_order = 4
    title = "Bomber Command"
    seats: tuple[str, ...] = SEATS
    seats_rule = "1.3"
    rules_version = "2.0"
    shares_one = True
    levels: tuple[str, ...] = LEVELS
    former_packs = frozenset({"83c5cc13769ac5ef2dfc836bb0cc426bf4a222887094c7876e1db83d59185b21"})
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
        """A card by its title in the reader's language, with its function if it has several."""
        return card_named(state.layout.pack.cards, text, locale)

    # -- play ------------------------------------------------------------------------------------

    def start(self, pack: Components, scenario: str, options: JsonTable, dice: Dice) -> Game:
        chosen = pack.scenarios.get(str(scenario).lower())
        if chosen is None:
            raise OptionError("error.no_scenario", name=brief(scenario), known=", ".join(pack.scenarios))
        game = new_game(Layout(pack, chosen, options), dice)
        game.push(set_up)
        return game

    def setup_of(self, state: Game) -> tuple[str, JsonObject]:
        return state.layout.kind, {str(name): on for name, on in state.layout.options.items()}

    def spans(self, state: Game) -> dict[str, int]:
        """The computer can play a seat for one turn."""
        return {"turn": state.turn}

    def belief(self, view: perspective.RaidView) -> Belief | None:
        from viermot.games.bomber_command.knowledge.belief import belief

        return belief(view)

    def resample(self, view: perspective.RaidView, rng: Rng) -> Game:
        from viermot.games.bomber_command.knowledge.resample import resample

        return resample(view, rng)

    def perspective(self, state: Game, seat: str) -> perspective.RaidView:
        return perspective.view(state, seat)

    def score(self, result: JsonObject, seat: str) -> float:
        return victory.score(result, seat)

    # -- its other parts, each loaded when it is first asked for ------------------------------------

    locale = Path(__file__).with_name("locale")
    lessons = Path(__file__).with_name("lessons")
    ladder = Path(__file__).with_name("ladder.toml")

    @property
    def observing(self) -> Observing:
        from viermot.games.bomber_command.knowledge.observation import OBSERVING

        return OBSERVING

    @property
    def declared(self) -> Declared:
        from viermot.games.bomber_command.model.domains import DECLARED

        return DECLARED

    def players(self) -> Players:
        from viermot.games.bomber_command.bots import BOTS

        return BOTS

    def terminal(self) -> Terminal:
        from viermot.games.bomber_command.faces.terminal import TERMINAL

        return TERMINAL

    def page(self) -> Page:
        from viermot.games.bomber_command.faces.page import PAGE

        return PAGE

    def reader(self) -> Reader:
        from viermot.games.bomber_command.faces.reader import READER

        return READER

    def debriefing(self) -> Debriefing:
        from viermot.games.bomber_command.faces.debriefing import DEBRIEFING

        return DEBRIEFING

    def fuzzing(self) -> Fuzzing:
        from viermot.games.bomber_command.faces.fuzzing import FUZZING

        return FUZZING


def _about(scenario: Scenario) -> ScenarioInfo:
    return ScenarioInfo(
        scenario.id,
        scenario.title["en"],
        scenario.date,
        "",
        "12-18 turns",
        "1-11",
        None,
        {"title": scenario.title, "background": scenario.background},
    )


GAME = BomberCommand()
