"""How Bomber Command looks in a terminal: its map, its tables, and how answers are typed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from viermot import scenario_words
from viermot.games.bomber_command.faces.event_text import card_named, say
from viermot.games.bomber_command.faces.terminal import city, nights, odds, panel
from viermot.games.bomber_command.faces.terminal.map import WIDTH, draw
from viermot.games.bomber_command.faces.terminal.nights import plain
from viermot.games.bomber_command.faces.terminal.table import RaidTable
from viermot.games.bomber_command.knowledge import events as kinds
from viermot.games.bomber_command.knowledge.perspective import RaidView
from viermot.games.bomber_command.model.board import BY_NAME
from viermot.kernel.decision import Decision
from viermot.kernel.events import Event
from viermot.terminal.console import Console, side_by_side
from viermot.terminal.screens import PlainScreen, Terminal
from viermot.text import locales, message

SPATIAL: Final = frozenset(
    ("plot", "move", "fly_off", "deploy", "react", "infiltrator", "infiltrate_what", "scramble", "next_combat", "guess")
    + ("intercept", "recover", "put_out", "stretch", "mislead", "mislead_to")
    + ("choose_aimpoint", "choose_approach", "choose_mix", "place_bomb", "scatter_bomb", "gather_bomb", "convert")
    + ("save_one",)
)
NEVER_NEWS: Final = frozenset(
    ("turn", "phase", "map", "decks", "units_ready", "flew", "hand_size", "resolving", "counters_removed", "plan")
    + ("attacked_raid", "combat_marker", "option", "bomb")
)
MAY_BE_NONE: Final = {"counters": "counters", "drew": "cards", "discarded": "cards"}  # and then it is no news
ROUTINE: Final = frozenset(("scramble_rolled", "recovery_rolled"))
ROLLED_FOR_EACH: Final = frozenset(("scramble", "recovery", "availability"))  # what comes of it is news, or not
HEXES_MARKED: Final = 40


def _said(decision: Decision, option: str) -> list[str]:
    """An option in its notation and in every language, so that a player may type what he reads."""
    return [option, *(decision.label(option, locale) for locale in locales())]


def _holds(said: str, words: list[str]) -> bool:
    return all(word in said.lower() for word in words)


ABOUT_A_CARD: Final = frozenset(("play", "cancel"))
HANDFULS: Final = ("keep_", "draw_", "pick_")  # answered by several cards


class RaidScreen(PlainScreen):
    """The screen of Bomber Command. Everything comes from the perspective of the seat that looks."""

    def picture(self, view: RaidView, console: Console, legal: Collection[str] = ()) -> list[str]:
        """Map and tables side by side; while a city is bombed, its map."""
        bombed = view.bombed_city
        if bombed is not None:
            return city.draw(view, bombed, console)
        shown = view.to_json()
        beside = panel.panel(view, shown, console, console.width - WIDTH - 1)
        return side_by_side(draw(shown, view.layout, console, legal), beside, WIDTH)

    def shaded(self, view: RaidView, console: Console, shades: Mapping[str, str]) -> list[str]:
        """The map alone, with what may be believed."""
        return draw(view.to_json(), view.layout, console, shades=shades)

    def legend(self, view: RaidView, console: Console) -> list[str]:
        """What the signs on the map mean."""
        return [
            *console.text("bomber_command.legend").split("\n"),
            *console.text("bomber_command.legend.city").split("\n"),
        ]

    def status(self, view: RaidView, console: Console) -> list[str]:
        """Sky, tracks, every unit, and the British player's plan."""
        shown = view.to_json()
        head = panel.panel(view, shown, console, console.width - 1)
        return [*head, "", *panel.units(view, shown, console), "", *panel.plot(shown, console)]

    def aircraft(self, view: RaidView, which: str, console: Console) -> list[str]:
        """A unit by its name, or all; or what a card says, by its title."""
        if cards := panel.cards(view, which, console):
            return cards
        lines = panel.units(view, view.to_json(), console)
        return [line for line in lines if which.lower() in line.lower()] or lines

    def tracks(self, view: RaidView, console: Console) -> list[str]:
        """Where raids were seen in earlier turns [7.2.5]."""
        tracks = view.to_json().get("tracks", [])
        return [f"{turn:2d}  {' '.join(hexes)}" for turn, hexes in tracks] or [console.text("bomber_command.no_tracks")]

    def odds(self, view: RaidView, decision: Decision, which: str, console: Console) -> list[str]:
        """The odds of the roll that is asked about."""
        found = view.odds(decision.kind, decision.facts, decision.codes)
        return [line for each in found for line in odds.lines(each, view, console)] or [
            console.text("bomber_command.no_odds")
        ]

    def briefing(self, view: RaidView, console: Console) -> list[str]:
        """What both players are told before the night."""
        scenario = view.layout.scenario
        background = scenario.background.get(console.locale, scenario.background["en"])
        date = scenario_words.date(scenario.date, console.locale)
        return [f"{scenario.title.get(console.locale, scenario.title['en'])}, {date}. {background}"]

    # -- questions -----------------------------------------------------------------------------------

    def is_spatial(self, decision: Decision) -> bool:
        """Is it answered by looking at the map?"""
        return decision.kind in SPATIAL

    def legal_hexes(self, view: RaidView, decision: Decision) -> set[str]:
        """The hexes among the answers, if they are few enough to say something."""
        if decision.kind == "plot" or len(decision.codes) > HEXES_MARKED:
            return set()
        return {option for option in decision.options if option.upper() in BY_NAME}

    def meant(self, view: RaidView, decision: Decision, text: str) -> list[str]:
        """Options a text may stand for: those that hold all its words; of the ready-made plans one by its number."""
        if decision.kind == "plot":
            number = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
            if 0 < number <= len(decision.options):
                return [decision.options[number - 1]]
            return nights.named(view, text)
        if decision.kind.startswith(HANDFULS):
            return handfuls(view, decision, text)
        words = text.lower().split()
        return [option for option in decision.options if any(_holds(said, words) for said in _said(decision, option))]

    def asked(self, view: RaidView, decision: Decision, locale: str) -> str:
        """What is asked, and before a question about a card what that card would be about."""
        asked, facts = decision.prompt(locale), decision.shown_facts(locale)
        if decision.kind == "plot":
            return " ".join([*nights.told(view, locale), asked])
        if decision.kind not in ABOUT_A_CARD:
            return asked
        asked = asked[:1].upper() + asked[1:]
        if "letter" in facts and "unit" in facts:
            return f"{message('bomber_command.prompt.about_raid', locale, **facts)} {asked}"
        about = facts.get("unit") or facts.get("city")
        return f"{about}. {asked}" if about else asked

    def describe(self, view: RaidView, decision: Decision, option: str, locale: str) -> str:
        """An option as a person reads it; ready-made plans with their numbers."""
        if decision.kind == "plot":
            plans = enumerate(decision.options, 1)
            return next((f"{number}. {plan}" for number, plan in plans if plan == option), option)
        label = decision.label(option, locale)
        title = option.removeprefix("play ")
        if label == option or card_named(view.layout.pack.cards, title, locale) != title:
            return label  # a card is called as in the hand; it can be typed in any language
        return f"{option}: {label}"

    # -- news ------------------------------------------------------------------------------------------

    def is_news(self, view: RaidView, event: Event) -> bool:
        """Is it worth a line as it happens? The log has everything."""
        if event.kind in NEVER_NEWS or event.data.get(MAY_BE_NONE.get(event.kind, "")) == []:
            return False
        if event.data.get("what") in ROLLED_FOR_EACH or (event.kind in ROUTINE and not event.data["lost"]):
            return False  # every unit rolls; only those that come to harm are news
        return not (view.seat == "german" and event.kind in kinds.ECHOES)

    def heading(self, view: RaidView, event: Event, console: Console) -> str | None:
        """The heading an event opens: a phase."""
        if event.kind != "phase":
            return None
        return str(say(view, "phase", event.data["phase"], console.locale))


def handfuls(view: RaidView, decision: Decision, text: str) -> list[str]:
    """Cards by their numbers in the hand or the first letters of their titles: "1 3 win"; with how many are drawn.

    What is kept are all that are named; what is discarded, too, and as many as can be are drawn if nothing is said.
    """
    named, _, draw = text.lower().partition("; draw ")
    left = [view.layout.cards[view.side][title].name for title in view.hand]
    hand, chosen = list(left), []
    for word in named.replace(",", " ").split():
        if word.isascii() and word.isdigit():
            found = [hand[int(word) - 1]] if 0 < int(word) <= len(hand) else []
        else:
            found = [name for name in left if plain(name).startswith(plain(word))][:1]
        if not found or found[0] not in left:
            return []
        left.remove(found[0])
        chosen += found
    wanted = sorted(chosen)
    fitting = [option for option in decision.options if sorted(_titles(option)) == wanted]
    if draw:
        fitting = [option for option in fitting if option.endswith(f"; draw {draw.strip()}")]
    return fitting[-1:]


def _titles(option: str) -> list[str]:
    """The cards that an answer names."""
    titles = option.partition("; draw ")[0]
    return [] if titles in ("nothing", "offer the end") else titles.split(", ")


SCREEN: Final = RaidScreen()
TERMINAL: Final = Terminal(SCREEN, RaidTable)
