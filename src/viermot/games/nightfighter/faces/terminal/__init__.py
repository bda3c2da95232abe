"""How Nightfighter looks in a terminal: its map, its cards, and which answers can be typed how."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from viermot import scenario_words
from viermot.games.nightfighter.faces.event_text import in_career
from viermot.games.nightfighter.faces.sheet_text import lines as sheet_lines
from viermot.games.nightfighter.faces.sheet_text import text_of
from viermot.games.nightfighter.faces.terminal import cards, checklist
from viermot.games.nightfighter.faces.terminal.map import WIDTH, draw, legend
from viermot.games.nightfighter.faces.terminal.panel import panel
from viermot.games.nightfighter.knowledge import events as kinds
from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.games.nightfighter.model.board import HEXES, OFF
from viermot.games.nightfighter.model.ids import Hex
from viermot.games.nightfighter.model.notation import end_of, shortest_way
from viermot.kernel.decision import Decision
from viermot.kernel.events import Event
from viermot.kernel.hexes import DIRECTIONS, BadHex
from viermot.terminal.console import Console, side_by_side
from viermot.terminal.screens import PlainScreen, Terminal
from viermot.text import message

SPATIAL: Final = frozenset(
    ("place_fighter", "path", "leave_box", "who_moves", "place_search", "follow", "own_corkscrew", "sweep")
    + ("place_marker", "displace", "intruder_path", "which_intruder", "come_in", "mew_target", "cone_which")
    + ("fix_which", "hold_back", "hunt_which", "slip", "who_flies_first")
)
NEVER_NEWS: Final = frozenset(
    ("map", "off_map", "phase", "turn", "contact", "counters_removed", "markers_removed", "bombers_fly")
    + ("intruders_last", "empty_map", "none_left", "lights_blocked", "zone_busy", "scenario")
)
HEXES_MARKED: Final = 120  # more legal hexes than this say nothing on a map


class NightScreen(PlainScreen):
    """The screen of Nightfighter. Everything comes from the perspective of the seat that looks."""

    def picture(self, view: NightView, console: Console, legal: Collection[str] = ()) -> list[str]:
        """Map and panel side by side."""
        shown = view.to_json()
        beside = panel(shown, view.layout, console, console.width - WIDTH - 1)
        return side_by_side(draw(shown, view.layout, console, legal), beside, WIDTH)

    def shaded(self, view: NightView, console: Console, shades: Mapping[str, str]) -> list[str]:
        """The map alone, with what may be believed."""
        return draw(view.to_json(), view.layout, console, shades=shades)

    def legend(self, view: NightView, console: Console) -> list[str]:
        """What the signs on the map mean."""
        return legend(console, view.seat)

    def status(self, view: NightView, console: Console) -> list[str]:
        """The situation in full."""
        return cards.status(view, console)

    def aircraft(self, view: NightView, which: str, console: Console) -> list[str]:
        """A data card."""
        return cards.aircraft(view, which, console)

    def tracks(self, view: NightView, console: Console) -> list[str]:
        """Every past search [13.1.4]."""
        lines = []
        for track in view.to_json()["tracks"]:
            found = "contact" if track["contact"] else "nothing"
            key = "nightfighter.track.towards" if track["towards"] else "nightfighter.track"
            towards = ", ".join(track["towards"])
            result = console.text(f"nightfighter.field.result.{found}")
            fields = {"turn": track["turn"], "radar": track["radar"], "hex": track["hex"]}
            lines.append(console.text(key, **fields, result=result, towards=towards))
        return lines or [console.text("nightfighter.track.none")]

    def odds(self, view: NightView, decision: Decision, which: str, console: Console) -> list[str]:
        """The odds of the attack of a fighter: the one named, the one being asked, or all that have a tally.

        Where a move is asked for, what an attack takes at its end: of the move named, or of any.
        """
        if view.seat != "player":
            return [console.text("nightfighter.odds.player_only")]
        fits = view.layout.fighters
        numbers = [n for n in view.layout.numbers if str(fits[n].ident) == which]
        if decision.kind == "path" and not numbers:
            mover = decision.facts["fighter"]
            whole = cards.odds_card(view, mover, console) if not which and view.tally_of(mover) else []
            return [*self.checklist(view, decision, which, console), *whole]
        if which and not numbers:
            return [console.text("unreadable.fighter", text=which)]
        if not which and "fighter" in decision.facts:
            numbers = [decision.facts["fighter"]]
        numbers = numbers or [n for n in view.layout.numbers if view.tally_of(n)]
        if not numbers:
            return [console.text("nightfighter.odds.nobody")]
        return [line for number in numbers for line in cards.odds_card(view, number, console)]

    def checklist(self, view: NightView, decision: Decision, which: str, console: Console) -> list[str]:
        """What an attack takes, at the end of the path named by its steps or its hex; before one is named, of any."""
        if not which:
            return checklist.lines(view, decision, None, console)
        option = next(iter(self.meant(view, decision, which)), which)
        path = decision.read(option)
        if path not in decision.codes:
            return [console.text("nightfighter.check.no_path", text=which)]
        return checklist.lines(view, decision, path, console)

    def briefing(self, view: NightView, console: Console) -> list[str]:
        """What a crew is told before take-off."""
        scenario = view.layout.scenario
        date = scenario_words.date(scenario.date, console.locale)
        head = in_career("nightfighter.briefing.head", scenario.id)
        lines = [console.text(head, id=scenario.id, title=_title(view, console))]
        if view.seat in ("umpire", "player"):
            lines.append(console.text(f"nightfighter.briefing.{view.seat}"))
        lines += [f"{date[:1].upper()}{date[1:]}.", *_so_far(view, console), ""]
        sheet = sheet_lines(view.sheet, console.locale, told=False)
        return [*lines, *[f"{heading}: {text}" for heading, text in sheet]]

    # -- questions -----------------------------------------------------------------------------------

    def is_spatial(self, decision: Decision) -> bool:
        """Is it answered with an eye on the map?"""
        return decision.kind in SPATIAL

    def legal_hexes(self, view: NightView, decision: Decision) -> set[str]:
        """The hexes worth marking: where a path may end, where a counter may go."""
        if decision.kind in ("path", "intruder_path"):
            return {HEXES.name(hex_) for hex_, _ in self._ends(view, decision) if hex_ != OFF}
        if decision.kind in ("place_fighter", "leave_box", "place_search", "sweep", "place_marker"):
            hexes = {option[:4] for option in decision.options if option[:4].isdigit()}
            return hexes if len(hexes) <= HEXES_MARKED else set()
        return set()

    def _ends(self, view: NightView, decision: Decision) -> dict[tuple[Hex, int], list[int]]:
        """Where each legal path ends, hex and facing, with the paths that lead there."""
        hex_, facing = _start(view, decision)
        ends: dict[tuple[Hex, int], list[int]] = {}
        for code in decision.codes:
            ends.setdefault(end_of(hex_, facing, code), []).append(code)
        return ends

    def meant(self, view: NightView, decision: Decision, text: str) -> list[str]:
        """Options a text may stand for besides their own notation: a path by the hex (and facing) it leads to."""
        words = text.upper().split()
        if decision.kind in ("path", "intruder_path") and 1 <= len(words) <= 2:
            found = []
            for (hex_, facing), codes in self._ends(view, decision).items():
                if hex_ != OFF and [HEXES.name(hex_), DIRECTIONS[facing]][: len(words)] == words:
                    found.append(decision.notation_of(min(codes)))
            return sorted(found, key=len)
        if decision.kind in ("place_fighter", "leave_box") and len(words) == 1:
            return [option for option in decision.options if option.startswith(f"{words[0]} ")]
        return []

    def spelled(self, view: NightView, decision: Decision, text: str) -> str:
        """A hex that no move leads to: the shortest way there all the same, so that the rules can say what it lacks."""
        if decision.kind not in ("path", "intruder_path"):
            return text
        try:
            goal = HEXES.parse(text.strip())
        except BadHex:
            return text
        return decision.notation_of(shortest_way(*_start(view, decision), goal))

    def describe(self, view: NightView, decision: Decision, option: str, locale: str) -> str:
        """An option as a person reads it: its label, and where the thing it names is now."""
        label = decision.label(option, locale)
        picture = view.to_json()
        for fighter in picture["fighters"]:
            if option == fighter["id"]:
                return " ".join(filter(None, [option, fighter["type"], fighter["hex"], fighter["facing"]]))
        for contact in picture["contacts"]:
            if option == contact["contact"]:
                return " ".join(filter(None, [option, contact["hex"], contact["facing"], contact["type"]]))
        for attacker in picture.get("umpire", {}).get("attackers", ()):
            if option == attacker["id"]:
                return " ".join(filter(None, [option, attacker["type"], attacker["hex"]]))
        if decision.kind in ("path", "intruder_path"):
            hex_, facing = end_of(*_start(view, decision), decision.read(option))
            key = "nightfighter.leads_to" if hex_ != OFF else "nightfighter.leads_off"
            fields = {"path": option, "hex": HEXES.name(hex_), "facing": DIRECTIONS[facing]}
            return message(key, locale, **fields)
        return label

    # -- news ------------------------------------------------------------------------------------------

    def is_news(self, view: NightView, event: Event) -> bool:
        """Is it worth a line as it happens? The log has everything."""
        if event.kind in NEVER_NEWS or (event.kind == "fighter" and not event.data["oblique"]):
            return False
        return not (view.seat == "player" and event.kind in kinds.ECHOES)

    def heading(self, view: NightView, event: Event, console: Console) -> str | None:
        """The heading an event opens: a turn, a phase."""
        if event.kind == "phase":
            return cards.phase_name(event.data["phase"], console)
        return None


def _so_far(view: NightView, console: Console) -> list[str]:
    """The latest news of the night war when this night fell."""
    past = [line for line in view.layout.components.history.chronology if line.month <= view.layout.scenario.month]
    told = [text_of(line.text, console.locale) for line in past[-1:]]
    return [console.text("nightfighter.briefing.so_far", text=text) for text in told if text]


def _start(view: NightView, decision: Decision) -> tuple[Hex, int]:
    """Hex and facing of the aircraft whose path is asked."""
    if decision.kind == "path":
        return view.fighter(decision.facts["fighter"])
    hex_, facing, _, _ = view.attacker(decision.facts["attacker"])
    return hex_, facing


def _title(view: NightView, console: Console) -> str:
    return cards.title_of(view, console.locale)


SCREEN: Final = NightScreen()
TERMINAL: Final = Terminal(SCREEN)
