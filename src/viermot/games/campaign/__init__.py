"""Nightfighter campaigns: a year in the life of a pilot or a Staffel, each sortie a whole game inside one career."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from viermot.game_package import GamePackage, Players
from viermot.games.campaign import components
from viermot.games.campaign.components import Book
from viermot.games.campaign.knowledge import events, perspective
from viermot.games.campaign.model import check, position
from viermot.games.campaign.model.layout import DEFAULTS, OPTIONAL_RULES, SCENARIOS, STAFFEL, SWITCHES, CareerLayout
from viermot.games.campaign.model.state import Career, new_career
from viermot.games.campaign.model.terms import SEATS
from viermot.games.campaign.rules import victory
from viermot.games.campaign.rules import warnings as warnings
from viermot.games.campaign.sequence import set_up
from viermot.kernel import registry
from viermot.kernel.dice import Dice, Rng
from viermot.kernel.domains import Declared
from viermot.kernel.json import JsonObject, JsonTable
from viermot.kernel.observing import Observing
from viermot.kernel.registry import GameInfo, OptionInfo, ScenarioInfo
from viermot.kernel.rulebook import Rulebook
from viermot.kernel.rulebook import load as load_rulebook
from viermot.kernel.user_error import UserError
from viermot.text import locales, message

if TYPE_CHECKING:
    from viermot.debriefing import Debriefing
    from viermot.fuzz import Fuzzing
    from viermot.kernel.minds import Belief
    from viermot.reader import Reader
    from viermot.server.face import Page
    from viermot.terminal.screens import Terminal

OPTIONS: Final = (  # name, kind, rule
    ("aircraft", "text", "PC2"), ("pilot", "text", "A2a"), ("operator", "text", "A2a"), ("stops", "text", "A3a"),
    ("months", "text", "A1"), ("ironman", "switch", "A1"), ("umpire", "switch", "A1"),
    ("former_status", "switch", "CM3"), ("printed_recovery", "switch", "PC4"),
    *((name, "switch", name) for name in OPTIONAL_RULES),
)  # fmt: skip
BOOKS: Final = ("solitaire", "nightfighter")  # whose rules its sorties cite


class Campaign(GamePackage[Career, Book, perspective.CareerView]):
    """The campaigns as the kernel knows them; with an umpire there are two seats."""

    name = "campaign"
    builds_on = ("nightfighter", "solitaire")
    list_order = 3
    levels: tuple[str, ...] = victory.LEVELS
    title = "Nightfighter campaigns"
    seats_rule = "A1"
    rules_version = "2.0"
    former_packs = frozenset(
        {
            "f9aabccbc84b74263aa7c490b6fa468b925024b4ffbe1bd1ab0d2c05511450e7",
            "046ca862a23f8e25b30fc84c74171c6f43c3e3b4fa54b1148f0dbcc253a2644d",
        }
    )
    components, events, position, check, victory = components, events, position, check, victory

    def __init__(self, seats: tuple[str, ...] = SEATS[:1]) -> None:
        self.seats: tuple[str, ...] = seats

    def pack_matches(self, pack: Book, hash_: str) -> bool:
        return super().pack_matches(pack, hash_) or pack.had_hash(hash_)

    def with_options(self, options: JsonTable) -> Campaign:
        """With the option `umpire` the game has two seats."""
        return UMPIRED if options.get("umpire") is True else GAME

    @property
    def seat_sets(self) -> tuple[tuple[str, ...], ...]:
        """One player alone, or one with an umpire."""
        return (GAME.seats, UMPIRED.seats)

    @cached_property
    def rulebook(self) -> Rulebook:
        """The campaign's own rules and those of the games its sorties are flown with."""
        own = load_rulebook(Path(__file__).with_name("rules.csv"))
        rules = list(own.values())
        for name in BOOKS:
            seen = {rule.id for rule in rules}
            rules += [rule for rule in registry.game(name).rulebook.values() if rule.id not in seen]
        return Rulebook("campaign", rules)

    # -- data ------------------------------------------------------------------------------------

    def info(self, pack: Book) -> GameInfo:
        return GameInfo(
            self.name,
            self.title,
            self.seats,
            tuple(_about(scenario) for scenario in SCENARIOS),
            tuple(OptionInfo(name, kind, rule, _words(name)) for name, kind, rule in OPTIONS),
            {seat: tuple(self.bots(seat)) for seat in self.seats},
            self.rules_version,
        )

    # -- play ------------------------------------------------------------------------------------

    def start(self, pack: Book, scenario: str, options: JsonTable, dice: Dice) -> Career:
        game = new_career(CareerLayout(pack, scenario, options), dice)
        game.push(set_up)
        return game

    def setup_of(self, state: Career) -> tuple[str, JsonObject]:
        return state.layout.scenario, state.layout.options

    def spans(self, state: Career) -> JsonObject:
        """In the air, a turn and the sortie; on the ground, a week."""
        if state.sortie is None:
            return {"week": state.week}
        return {"turn": [state.number, state.sortie.turn], "sortie": state.number, "week": state.week}

    def forbids_undo(self, state: Career) -> UserError | None:
        """An ironman career takes nothing back."""
        return UserError("campaign.undo.ironman") if state.layout.ironman else None

    def belief(self, view: perspective.CareerView) -> Belief | None:
        """In the air, the sortie's own belief; on the ground nothing is hidden."""
        sortie = view.sortie()
        return None if sortie is None else registry.game(view.sortie_game).belief(sortie)

    def resample(self, view: perspective.CareerView, rng: Rng) -> Career:
        return view.resample(rng)

    def perspective(self, state: Career, seat: str) -> perspective.CareerView:
        return perspective.view(state, seat)

    # -- its other parts, each loaded when it is first asked for ------------------------------------

    locale = Path(__file__).with_name("locale")
    lessons = Path(__file__).with_name("lessons")
    ladder = Path(__file__).with_name("ladder.toml")

    @property
    def observing(self) -> Observing:
        from viermot.games.campaign.knowledge.observation import OBSERVING

        return OBSERVING

    @property
    def declared(self) -> Declared:
        from viermot.games.campaign.model.domains import DECLARED

        return DECLARED

    def score(self, result: JsonObject, seat: str) -> float:
        """The share of the levels above defeat that were reached [A10.1]."""
        return victory.LEVELS.index(result["level"]) / (len(victory.LEVELS) - 1)

    def players(self) -> Players:
        from viermot.games.campaign.bots import BOTS

        return BOTS

    def terminal(self) -> Terminal:
        from viermot.games.campaign.faces.terminal import TERMINAL

        return TERMINAL

    def page(self) -> Page:
        from viermot.games.campaign.faces.page import PAGE

        return PAGE

    def reader(self) -> Reader:
        from viermot.games.campaign.faces.reader import READER

        return READER

    def debriefing(self) -> Debriefing:
        from viermot.games.campaign.faces.debriefing import DEBRIEFING

        return DEBRIEFING

    def fuzzing(self) -> Fuzzing:
        from viermot.games.campaign.faces.fuzzing import FUZZING

        return FUZZING


def _words(option: str) -> str:
    """The key of an option's text; optional rules have Nightfighter's."""
    return f"{'nightfighter' if option in OPTIONAL_RULES else 'campaign'}.option.{option}"


def _about(scenario: str) -> ScenarioInfo:
    titles = {locale: message(f"campaign.scenario.{scenario}", locale) for locale in locales()}
    texts = {locale: message(f"campaign.scenario.{scenario}.background", locale) for locale in locales()}
    return ScenarioInfo(
        scenario,
        message(f"campaign.scenario.{scenario}"),
        "June 1942",
        "Normal" if scenario == "seasoned" else "Hard",
        "a year",
        "A1-A10" if scenario == STAFFEL else "PC1-PC6",
        None,
        {
            "title": titles,
            "background": texts,
            "special": {},
            "status": "reconstructed" if scenario == STAFFEL else "published",
            "in_force": tuple(name for name in SWITCHES if DEFAULTS[name]),
        },
    )


GAME = Campaign()
UMPIRED = Campaign(SEATS)
