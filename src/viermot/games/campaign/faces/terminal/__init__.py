"""Careers in a terminal: week, airfield, pilots and career book; a sortie opens the table of its own game."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Final

from viermot import coaching
from viermot.coaching import Said
from viermot.games.campaign.faces import book_text
from viermot.games.campaign.knowledge.flight import IN_FLIGHT, SortieSession, extract, flown_again, verdict
from viermot.games.campaign.knowledge.perspective import CareerView
from viermot.kernel import lessons, saves
from viermot.kernel.bots import usual
from viermot.kernel.decision import Decision
from viermot.kernel.events import Event
from viermot.kernel.json import JsonObject
from viermot.kernel.perspective import PUBLIC
from viermot.kernel.session import Session
from viermot.kernel.user_error import UserError
from viermot.terminal.console import Console, wrapped
from viermot.terminal.log import transcript
from viermot.terminal.play import Play
from viermot.terminal.screens import PlainScreen, Terminal, screen_of
from viermot.text import message

SHOWN_WITH: Final = ("week_over", "who_assigns", "assign", "train", "fit_set", "convert", "hurry")
NEVER_NEWS: Final = frozenset(("flight", "shuffled", "week", "roll", "take_off", "stock", "month", "coming_home"))


class CareerScreen(PlainScreen):
    """The screens of a career. Everything comes from the perspective of the seat that looks."""

    heading_key = "campaign.heading"
    told_elsewhere = ("flight",)

    def picture(self, view: CareerView, console: Console, legal: Collection[str] = ()) -> list[str]:
        """The week: date, moon, weather, the crews and the patrols."""
        shown, locale = view.to_json(), console.locale
        lines = [console.ink(line, "strong") for line in book_text.week_lines(shown, locale)]
        told = [*self.crews(view, console), *self.planes(view, console)]
        if shown["scenario"] == "staffel":
            told = [*book_text.patrol_lines(shown, locale), *told]
        return [*lines, *[line for each in told for line in wrapped(each, console.width - 1, hang="   ")]]

    def crews(self, view: CareerView, console: Console) -> list[str]:
        """Those still with the Staffel, by their pilots; a pilot's own crew by all its men."""
        shown = view.to_json()
        if shown["scenario"] != "staffel":
            return book_text.crew_lines(shown, console.locale)
        active = [crew for crew in shown["crews"] if crew["fate"] == "active"]
        by_pilot = [{**crew, "operator": None, "gunner": None} for crew in active]
        return book_text.crew_lines({**shown, "crews": by_pilot}, console.locale)

    def planes(self, view: CareerView, console: Console) -> list[str]:
        return book_text.plane_lines(view.to_json(), console.locale)

    def legend(self, view: CareerView, console: Console) -> list[str]:
        """What the signs of the calendar mean."""
        return [console.text("campaign.book.calendar_key")]

    def status(self, view: CareerView, console: Console) -> list[str]:
        """The airfield: everything that flies and everybody who flies it."""
        shown, locale = view.to_json(), console.locale
        return [
            *book_text.heading(shown, locale), *book_text.week_lines(shown, locale),
            *book_text.patrol_lines(shown, locale), *book_text.crew_lines(shown, locale),
            *book_text.plane_lines(shown, locale),
        ]  # fmt: skip

    def aircraft(self, view: CareerView, which: str, console: Console) -> list[str]:
        """The stock."""
        return self.planes(view, console)

    def tracks(self, view: CareerView, console: Console) -> list[str]:
        """The log of sorties."""
        return book_text.sortie_lines(view.to_json(), console.locale)

    def odds(self, view: CareerView, decision: Decision, which: str, console: Console) -> list[str]:
        """Points and survival so far."""
        return book_text.plot_lines(view, console.locale)

    def briefing(self, view: CareerView, console: Console) -> list[str]:
        """What the career is about."""
        shown = view.to_json()
        key = f"campaign.scenario.{shown['scenario']}.background"
        return [*book_text.heading(shown, console.locale), console.text(key), console.text("campaign.commands")]

    def is_spatial(self, decision: Decision) -> bool:
        """Is it answered with an eye on the airfield?"""
        return decision.kind in SHOWN_WITH

    def legal_hexes(self, view: CareerView, decision: Decision) -> set[str]:
        return set()

    def meant(self, view: CareerView, decision: Decision, text: str) -> list[str]:
        return []

    def describe(self, view: CareerView, decision: Decision, option: str, locale: str) -> str:
        """An option, with the person or thing it means."""
        label = decision.label(option, locale)
        if label != option:
            return label
        shown = view.to_json()
        words = option.split()
        if decision.kind == "assign" and len(words) == 2:
            return f"{option}: {_crew(shown, words[0])}, {_plane(shown, words[1])}"
        if decision.kind == "train":
            return f"{option}: {_crew(shown, option)}"
        if decision.kind in ("fit_set", "convert", "hurry") and option != "none":
            return f"{option}: {_plane(shown, option)}"
        return option

    def is_news(self, view: CareerView, event: Event) -> bool:
        return event.kind not in NEVER_NEWS

    def heading(self, view: CareerView, event: Event, console: Console) -> str | None:
        """A week opens a new heading; its date stands for turn and phase."""
        if event.kind != "week":
            return None
        return str(view.event_fields(event, console.locale)["week"])


def _crew(shown: JsonObject, number: str) -> str:
    return str(shown["crews"][int(number) - 1]["pilot"])


def _plane(shown: JsonObject, letter: str) -> str:
    return str(next(plane["type"] for plane in shown["aircraft"] if plane["letter"] == letter))


SCREEN: Final = CareerScreen()


def careers_in(folder: Path) -> list[tuple[str, CareerView]]:
    """Every career saved in a folder; other files are passed over."""
    found: list[tuple[str, CareerView]] = []
    for file in sorted(folder.glob("*.json")):
        try:
            saved = saves.read(file)
            if saved.setup.game == "campaign":
                view: CareerView = saves.restore(saved, bots=False).perspective(PUBLIC)  # type: ignore[assignment]
                found.append((file.stem, view))
        except UserError:
            continue
    return found


def sortie_lines(career: Session, number: int, seat: str, console: Console) -> list[str]:
    """A finished sortie in full: its log as its own game tells it, and the map as it was at the end."""
    landed = CareerView(flown_again(career, number)[-1][1], seat)
    view, screen = landed.sortie(), screen_of(landed.sortie_game)
    return [*transcript(view, screen, console), "", *screen.picture(view, console)]


def verdict_lines(career: Session, number: int, locale: str) -> list[str]:
    """Whether a sortie was fair, and what is wrong if not."""
    found = verdict(career, number)
    told = message("campaign.sortie.fair" if found.fair else "campaign.sortie.unfair", locale, number=number)
    counts = message("campaign.sortie.checked", locale, decisions=found.decisions, rolls=found.rolls, head=found.head)
    return [told, counts, *[f"  {message(problem, locale)}" for problem in found.problems]]


class BookOnTheTable(Play):
    """A table where the career book lies open, on the ground and in the air."""

    @property
    def _whole(self) -> Session:
        session: Session = getattr(self.session, "career", self.session)
        return session

    def _coached(self, decision: Decision | None) -> Said | None:
        """A lesson is the career's, and so is the question its coach knows; what the sortie asks stands within."""
        whole = self._whole
        asked = None if decision is None else next(each for each in whole.pending if each.seat == decision.seat)
        return coaching.coached(whole, asked, self.console.locale)

    def _career(self) -> CareerView:
        view: CareerView = self._whole.perspective(self.viewer)  # type: ignore[assignment]
        return view

    def _do_book(self, decision: Decision, rest: str) -> None:
        self._page(book_text.whole(self._career(), self.console.locale))

    def _do_diary(self, decision: Decision, rest: str) -> None:
        self._page(book_text.diary_lines(self._career(), self.console.locale))

    def _do_pilot(self, decision: Decision, rest: str) -> None:
        self._page(book_text.crew_lines(self._career().to_json(), self.console.locale))

    def _do_airfield(self, decision: Decision, rest: str) -> None:
        self._page(SCREEN.status(self._career(), self.console))

    def _do_calendar(self, decision: Decision, rest: str) -> None:
        self._page(book_text.calendar_lines(self._career(), self.console.locale))

    def _do_sortie(self, decision: Decision, rest: str) -> None:
        """`sortie 3`: its whole log; `sortie 3 verify`; `sortie 3 save FILE`. Without a number, the list."""
        number, _, what = rest.partition(" ")
        if not (number.isascii() and number.isdigit() and len(number) < 5):
            self._page(book_text.sortie_lines(self._career().to_json(), self.console.locale))
            self.console.tell(self.console.text("campaign.sortie.how"))
        elif what == "verify":
            self._page(verdict_lines(self._whole, int(number), self.console.locale))
        elif what.startswith("save "):
            self._keep_sortie(int(number), Path(what.removeprefix("save ").strip()))
        else:
            self._page(sortie_lines(self._whole, int(number), self.viewer, self.console))

    def _keep_sortie(self, number: int, file: Path) -> None:
        """Save it to a file of its own, never overwriting one."""
        if file.exists():
            self.console.tell(self.console.text("campaign.sortie.in_the_way", file=file), style="warning")
            return
        extract(self._whole, number).save(file)
        self.console.tell(self.console.text("terminal.saved", file=file))
        self.console.tell(self.console.text("terminal.verify", file=file))

    def _do_careers(self, decision: Decision, rest: str) -> None:
        """The careers saved in a folder, side by side: the one named, or where this one is saved."""
        folder = Path(rest) if rest else self.save_file.parent if self.save_file is not None else Path()
        self._page(book_text.side_by_side(careers_in(folder), self.console.locale))

    def _do_save(self, decision: Decision, rest: str) -> None:
        if self._career().to_json()["ironman"] and self.save_file and rest and Path(rest) != self.save_file:
            self.console.tell(self.console.text("campaign.ironman.one_save"), style="warning")
            return
        super()._do_save(decision, rest)


class CareerTable(BookOnTheTable):
    """A career at the terminal: on the ground here, in the air at the table of the sortie's game."""

    def __init__(self, session: Session, console: Console, save: Path | None = None, resumed: bool = False) -> None:
        super().__init__(session, console, save, resumed)
        self.resumed = resumed

    def _round(self) -> None:
        if any(decision.kind in IN_FLIGHT for decision in self.session.pending):
            self._fly()
        else:
            super()._round()

    def _fly(self) -> None:
        """Walk out to the aircraft; come back when it has landed, or to leave."""
        self._tell_news()
        table = SortieTable(SortieSession(self.session), self.console, self.save_file, self.resumed)
        self.resumed = False
        table.run()
        self.leaving = table.leaving
        self.save_file = table.save_file
        self.drawn = []

    def _tell_news(self) -> None:
        self.viewer = self.viewer or self.session.pending[0].seat
        self.console.say(*self._news(self._view()))


class SortieTable(BookOnTheTable):
    """The table of the sortie's own game."""

    def __init__(self, session: SortieSession, console: Console, save: Path | None, resumed: bool) -> None:
        super().__init__(session, console, save, resumed)
        self.sortie = session
        self.fresh = not resumed

    def run(self) -> int:
        """Until it has landed or the player leaves."""
        self._begin()
        while self.session.pending and not self.leaving:
            self._round()
        if self.sortie.over:
            self._land()
        return 0

    def _begin(self) -> None:
        """Say which sortie it is and, unless it is resumed or a lesson, read out its sheet (Nightfighter 3.2h)."""
        self.console.tell(self.console.text("campaign.sortie.begins", number=self.sortie.number), style="strong")
        if self.fresh and lessons.of_session(self._whole) is None:
            view = self.session.perspective(self.viewer or self.session.pending[0].seat)
            for line in self.screen.briefing(view, self.console):
                self.console.tell(line)

    def _land(self) -> None:
        """The last news and the map as it was."""
        self.viewer = self.viewer or self.session.module.seats[0]
        view = self._view()
        self._lay_out(self.screen.picture(view, self.console), self._news(view), [])
        self.console.tell(self.console.text("campaign.sortie.over", number=self.sortie.number), style="strong")

    def _stand_in(self, seat: str) -> str:
        """The career's bot, which flies as well."""
        return usual(self.sortie.career.module.bots(seat))


TERMINAL: Final = Terminal(SCREEN, CareerTable)
