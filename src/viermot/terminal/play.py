"""A game at the terminal: show, ask, decide, and everything a player may say in between."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Final

from viermot import coaching, reports
from viermot.debriefing import debrief
from viermot.game_package import faces_of
from viermot.kernel import lessons
from viermot.kernel.bots import usual
from viermot.kernel.decision import Decision
from viermot.kernel.files import write_atomically
from viermot.kernel.perspective import PUBLIC, Perspective
from viermot.kernel.session import Session
from viermot.kernel.user_error import UserError
from viermot.terminal import book, counsel, orders, prompt
from viermot.terminal.coach import coach_lines, lesson_lines
from viermot.terminal.console import Console, columns, wrapped
from viermot.terminal.debrief import debrief_lines
from viermot.terminal.log import listing, news
from viermot.terminal.screens import screen_of
from viermot.text import has

ALIASES: Final = {
    "?": "help", "h": "help", "m": "map", "s": "status", "l": "log", "u": "undo", "q": "quit", "exit": "quit",
    "book": "tracks", "card": "aircraft",
}  # fmt: skip
LOG_LINES: Final = 15
WATCHING: Final = 0.7  # seconds between two answers of the computer in a person's place
REMINDERS: Final = 6  # how much of the log a resumed game shows


class Play:
    """One game, one screen, one or two people."""

    def __init__(self, session: Session, console: Console, save: Path | None = None, resumed: bool = False) -> None:
        self.session = session
        self.console = console
        self.screen = screen_of(session.module.name)
        self.save_file = save
        self.people = [seat for seat, bot in session.seats.items() if bot is None]
        self.viewer = self.people[0] if len(self.people) == 1 else ""
        self.seen = {seat: self._old_news(seat) if resumed else 0 for seat in session.module.seats}
        self.drawn: list[str] = []
        self.leaving = False
        self.refused = False
        self.warned: tuple[str, int, int] | None = None  # an answer whose cost has been pointed out
        self.agreed_to_advice = False  # all who share this screen
        self.taken_leave = False  # has the coach said his last?
        self.told = len(session.record)  # lines of the record up to which answers given by orders have been reported

    # -- the loop --------------------------------------------------------------------------------------

    def run(self) -> int:
        """Play until the game is over or the player leaves."""
        self.console.edit_lines()
        self._begin()
        self._autosave()
        while self.session.pending and not self.leaving:
            self._round()
        if self.session.result is None:
            self._say_how_to_go_on()
        else:
            self._finish()
        return 0

    def _round(self) -> None:
        """One question and its answer."""
        decision = self.session.pending[0]
        if decision.seat != self.viewer and not self._curtain(decision.seat):
            self.leaving = True
            return
        if not self.refused:
            self._show(decision)
        self._listen(decision)

    def _old_news(self, seat: str) -> int:
        """A game that goes on: all but the last few things are old news."""
        return max(0, len(self.session.events(seat)) - REMINDERS)

    def _begin(self) -> None:
        for line in self._briefing():
            self.console.tell(line)
        self.console.tell(self.console.text("terminal.commitment", commitment=self.session.commitment))
        self.console.tell(self.console.text("terminal.begin"))

    def _briefing(self) -> list[str]:
        """The sheet of the scenario; of a lesson what it is about, as its position is not the scenario's."""
        lesson = lessons.of_session(self.session)
        if lesson is not None:
            return lesson_lines(coaching.about(lesson, self.console.locale), self.console)
        return self.screen.briefing(self.session.perspective(self.viewer or PUBLIC), self.console)

    def _curtain(self, seat: str) -> bool:
        """Between two people at one screen: nobody sees the other's view [5.1]."""
        if len(self.people) > 1:
            if self.viewer:
                self.console.forget()
            self.console.tell(self.console.text("terminal.curtain", seat=self._seat_name(seat)), style="strong")
            if self.console.live and self.console.ask(self.console.text("terminal.curtain.ready")) is None:
                return False
            self.console.forget()
        self.viewer = seat
        self.drawn = []
        return True

    def _seat_name(self, seat: str) -> str:
        return self.console.text(f"{self.session.module.name}.seat.{seat}")

    def _view(self) -> Perspective:
        return self.session.perspective(self.viewer)

    # -- showing ---------------------------------------------------------------------------------------

    def _show(self, decision: Decision) -> None:
        """News, the map where it matters, and the question; the map first if all of it fits on the screen."""
        view = self._view()
        told = self._news(view)
        asked = [*self._coach(decision), *prompt.question(view, decision, self.screen, self.console)]
        picture: list[str] = []
        if self.screen.is_spatial(decision):
            picture = self.screen.picture(view, self.console, self.screen.legal_hexes(view, decision))
            if picture == self.drawn:
                picture = []
            self.drawn = picture or self.drawn
        self._lay_out(picture, told, asked)

    def _lay_out(self, picture: list[str], told: list[str], rest: list[str]) -> None:
        """All at once if it fits on the screen; else the news first, and time to read it."""
        if picture and told and len(picture) + len(told) + len(rest) >= self.console.height:
            self.console.say(*told)
            if self.console.live:
                self.console.ask(self.console.text("terminal.enter"))
            told = []
        self.console.say(*picture, *told, *rest)

    def _coach(self, decision: Decision | None) -> list[str]:
        """What the coach of a lesson says; nothing in an ordinary game, nor where a game goes on after its lesson."""
        said = self._coached(decision)
        if said is None or (said.over and self.taken_leave):
            return []
        self.taken_leave = said.over
        return coach_lines(said, self.console)

    def _coached(self, decision: Decision | None) -> coaching.Said | None:
        return coaching.coached(self.session, decision, self.console.locale)

    def _news(self, view: Perspective) -> list[str]:
        """What this seat has learned since it last looked, and what orders answered for it, as it came about."""
        first = self.seen[self.viewer]
        events = view.events(first)
        self.seen[self.viewer] += len(events)
        given = orders.given_since(self.session, self.viewer, self.told, self.console)
        self.told = len(self.session.record)
        return news(view, events, self.screen, self.console, [(after - first, said) for after, said in given])

    # -- listening -------------------------------------------------------------------------------------

    def _listen(self, decision: Decision) -> None:
        try:
            line = self.console.ask(f"{self._seat_name(decision.seat)}> ")
        except KeyboardInterrupt:
            self.console.say("")
            line = None
        self.refused = False
        if line is None:
            self.leaving = True
        elif not self._side_command(decision, line):
            self._decide(decision, line)

    def _second_look(self, decision: Decision, option: str) -> bool:
        """What cannot be undone is pointed out first, and done when it is answered again.

        The last of something is said beside the answer; where the answers are not listed, here.
        """
        warning = decision.warns(option)
        answered = (decision.seat, decision.number, decision.code_of(option))
        said = warning is not None and not warning.asks and prompt.is_listed(decision)
        if warning is None or said or self.warned == answered:
            self.warned = None
            return True
        self.warned = answered
        self.refused = True
        self.console.tell(warning.text(self.console.locale), style="warning")
        self.console.tell(self.console.text("terminal.confirm"))
        return False

    def _decide(self, decision: Decision, line: str) -> None:
        if self.warned and self.warned[:2] == (decision.seat, decision.number) and self._is_yes(line):
            line = decision.notation_of(self.warned[2])
        answer = prompt.understand(self._view(), decision, self.screen, line)
        if answer.option is None:
            self._refuse(decision, line, answer)
            return
        if not self._second_look(decision, answer.option):
            return
        try:
            self.session.decide(answer.option, decision.seat, decision.number)
        except UserError as refused:
            self.refused = True
            self.console.tell(refused.text(self.console.locale), style="warning")
            return
        self._autosave()

    def _refuse(self, decision: Decision, line: str, answer: prompt.Answer) -> None:
        self.refused = True
        view, console = self._view(), self.console
        if answer.choices:
            console.tell(console.text("terminal.several", text=line.strip()))
            for option in answer.choices[: prompt.MAX_LISTED]:
                console.tell(self.screen.describe(view, decision, option, console.locale), "  ")
        elif answer.refusal is not None:
            console.tell(answer.refusal.text(console.locale), style="warning")
            console.tell(console.text("terminal.help_hint"))
        else:
            console.say(*prompt.question(view, decision, self.screen, console))
            console.tell(console.text("terminal.enter.nothing"))

    # -- side commands -----------------------------------------------------------------------------------

    def _side_command(self, decision: Decision, line: str) -> bool:
        """Carry out what is not an answer: `help`, `why`, `log`, ...; False if it is none of these."""
        word, _, rest = line.strip().partition(" ")
        name = ALIASES.get(word.lower(), word.lower())
        command = getattr(self, f"_do_{name}", None) if name.isidentifier() else None
        is_option = decision.why_not(line.strip()) is None or (word == line.strip() and prompt.begun(decision, word))
        if command is None or is_option:
            return False
        before = len(self.session.record)
        try:
            command(decision, rest.strip())
        except UserError as refused:
            self.console.tell(refused.text(self.console.locale), style="warning")
        changed = len(self.session.record) > before  # orders of any kind: what came of them, and what is asked now
        self.refused = not changed and name not in ("undo", "back", "map", "auto", "always", "routine")
        return True

    def _page(self, lines: list[str]) -> None:
        width = self.console.width
        broken = [part for line in lines for part in ([line] if columns(line) < width else wrapped(line, width - 1))]
        self.console.page(broken)

    def _do_help(self, decision: Decision, rest: str) -> None:
        own = f"{self.session.module.name}.help"
        self._page(self.console.text(own if has(own) else "terminal.help").split("\n"))

    def _do_map(self, decision: Decision, rest: str) -> None:
        legal = self.screen.legal_hexes(self._view(), decision)
        self.drawn = self.screen.picture(self._view(), self.console, legal)
        self.console.say(*self.drawn)

    def _do_briefing(self, decision: Decision, rest: str) -> None:
        """The briefing before the first turn, again."""
        self._page(self.screen.briefing(self._view(), self.console))

    def _do_legend(self, decision: Decision, rest: str) -> None:
        self._page(self.screen.legend(self._view(), self.console))

    def _do_status(self, decision: Decision, rest: str) -> None:
        self._page(self.screen.status(self._view(), self.console))

    def _do_tracks(self, decision: Decision, rest: str) -> None:
        self._page(self.screen.tracks(self._view(), self.console))

    def _do_aircraft(self, decision: Decision, rest: str) -> None:
        self._page(self.screen.aircraft(self._view(), rest, self.console))

    def _do_odds(self, decision: Decision, rest: str) -> None:
        self._page(self.screen.odds(self._view(), decision, rest, self.console))

    def _do_advice(self, decision: Decision, rest: str) -> None:
        """What the computer would answer here; for one person, or for several at one screen who all want it."""
        if not self._may_be_advised(decision.seat):
            return
        self.session.note_advice(decision.seat)
        self._page(counsel.advice_lines(self.session, decision, self.console))
        self._autosave()

    def _do_belief(self, decision: Decision, rest: str) -> None:
        """What the seat may believe of what is hidden from it, on the map where there is one."""
        if not self._may_be_advised(decision.seat):
            return
        if not any(seat == decision.seat for seat, _ in self.session.advised):
            self.session.note_advice(decision.seat, "belief")
        self._page(counsel.belief_lines(self.session, self._view(), self.screen, self.console, decision, rest))

    def _may_be_advised(self, seat: str) -> bool:
        """Alone, yes; of several people at one screen all have to agree, once for the game."""
        if len(self.people) < 2 or self.agreed_to_advice:
            return True
        self.agreed_to_advice = self._is_sure(self.console.text("terminal.advice_sure"))
        if not self.agreed_to_advice:
            self.console.tell(self.console.text("terminal.advice_not"))
        return self.agreed_to_advice

    def _do_options(self, decision: Decision, rest: str) -> None:
        """Every legal answer."""
        view, locale = self._view(), self.console.locale
        if len(decision.codes) > 200:  # hexes and facings: their labels say no more than they do
            self._page(wrapped(", ".join(decision.options), self.console.width - 1))
        else:
            self._page([f"  {self.screen.describe(view, decision, option, locale)}" for option in decision.options])

    def _do_why(self, decision: Decision, rest: str) -> None:
        about = rest.removeprefix("not").strip() if rest.split()[:1] == ["not"] else rest
        self._page(prompt.explain(self.session.module, self._view(), decision, self.screen, about, self.console))

    def _do_rule(self, decision: Decision, rest: str) -> None:
        """A rule by its number, those that have some words, or the one behind the question."""
        self._page(book.rules(self.session.module, rest or decision.rule, self.console))

    def _do_glossary(self, decision: Decision, rest: str) -> None:
        """What a word of the book means; all of them without one."""
        self._page(book.terms(self.session.module, rest, self.console))

    def _do_turn(self, decision: Decision, rest: str) -> None:
        """The turn on one page."""
        self._page(book.turn(self.session.module, self.console))

    def _do_victory(self, decision: Decision, rest: str) -> None:
        """What it takes to win, and how this seat now stands."""
        self._page(book.victory(self.session.module, self._view(), self.console))

    def _do_log(self, decision: Decision, rest: str) -> None:
        lines = listing(self._view(), self._view().events(), self.screen, self.console)
        count = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 7 else LOG_LINES
        self._page(lines if rest == "all" else lines[-count:] if count else [])

    def _do_undo(self, decision: Decision, rest: str) -> None:
        self.session.undo(decision.seat)
        self.seen[self.viewer] = min(self.seen[self.viewer], len(self._view().events()))
        self.drawn = []
        self.console.tell(self.console.text("terminal.undone"))
        self._autosave()

    def _do_always(self, decision: Decision, rest: str) -> None:
        """From now on give this answer to the question."""
        answer = prompt.understand(self._view(), decision, self.screen, rest)
        orders.always(self.session, decision, answer.option if answer.option is not None else rest)
        self._autosave()

    def _do_orders(self, decision: Decision, rest: str) -> None:
        self._page(orders.listed(self.session, decision.seat, self.console))

    def _do_ask(self, decision: Decision, rest: str) -> None:
        """Be asked again what is always answered."""
        self._page(orders.ask_again(self.session, decision.seat, rest, self.console))
        self._autosave()

    def _do_routine(self, decision: Decision, rest: str) -> None:
        """Are settled questions answered, or asked?"""
        if rest in ("on", "off"):
            self.session.order(decision.seat, {"routine": rest == "on"})
            self._autosave()
        self._do_orders(decision, rest)

    def _do_back(self, decision: Decision, rest: str) -> None:
        """In a lesson: back to the step that was not answered as the coach would."""
        said = self._coached(decision)
        if said is None or said.back is None:
            self.console.tell(self.console.text("terminal.coach.no_way_back"))
            return
        self.session.undo(decision.seat, said.back)
        self.seen[self.viewer] = min(self.seen[self.viewer], len(self._view().events()))
        self.drawn = []
        self.console.tell(self.console.text("terminal.coach.went_back", step=said.back_step))
        self._autosave()

    def _do_report(self, decision: Decision, rest: str) -> None:
        """This moment as a file to be attached to an issue, with what this seat knows and no more."""
        file = Path(rest or "moment.viermot.json")
        record = self.session.export(self.viewer)
        made = reports.moment(record, self._view(), decision, self.console.locale)
        try:
            write_atomically(file, json.dumps(made, ensure_ascii=False, indent=1).encode())
        except OSError as wrong:
            raise UserError("save.cannot_write", path=file, reason=wrong.strerror or "") from None
        self.console.tell(self.console.text("terminal.reported", file=file))

    def _do_save(self, decision: Decision, rest: str) -> None:
        word, _, after = rest.partition(" ")
        whole = word == "open" and bool(after) and self._sealed_for() is not None
        rest = after.strip() if whole else rest
        file = Path(rest) if rest else self.save_file
        if file is None:
            self.console.tell(self.console.text("terminal.save_where"))
            return
        if file != self.save_file and file.exists():
            answer = self.console.ask(self.console.text("terminal.overwrite", file=file))
            if not self._is_yes(answer):
                self.console.tell(self.console.text("terminal.not_saved"))
                return
        if whole and not self._is_sure(self.console.text("terminal.open_sure", number=decision.number)):
            self.console.tell(self.console.text("terminal.not_saved"))
            return
        if whole:
            self.session.open_up(decision.seat)
            self.session.save(file)
            self._autosave()
            self.console.tell(self.console.text("terminal.opened", file=file, number=decision.number))
            return
        self.session.save(file, self._sealed_for())
        self.save_file = file
        sealed = self._sealed_for() is not None
        self.console.tell(self.console.text("terminal.saved_sealed" if sealed else "terminal.saved", file=file))

    def _sealed_for(self) -> str | None:
        """Against the computer a running game is sealed for its one person; one played alone or in all seats is not."""
        bots = [seat for seat, bot in self.session.seats.items() if bot is not None and seat not in self.session.loans]
        if self.session.kept_for is not None:
            return self.session.kept_for
        return self.people[0] if bots and len(self.people) == 1 else None

    def _is_yes(self, answer: str | None) -> bool:
        return (answer or "").strip().lower() in ("y", "yes", self.console.text("common.yes").lower())

    def _is_sure(self, warning: str) -> bool:
        """Point it out beforehand, and ask."""
        self.console.tell(warning, style="warning")
        return self._is_yes(self.console.ask(self.console.text("terminal.go_ahead")))

    def _do_auto(self, decision: Decision, rest: str) -> None:
        """The computer plays this seat for a while: as far as asked, at a pace that can be followed, until stopped."""
        seat, far = decision.seat, self.session.limits
        word = rest.strip().lower()
        if word not in far:
            for limit in far:
                self.console.tell(f"auto {limit:9} {self.console.text(f'lending.{limit}')}", "  ")
            word = (self.console.ask(self.console.text("terminal.auto_how_far")) or "").strip().lower()
            word = next((limit for limit in far if word and limit.startswith(word)), "")
        limit = word and self.console.text(f"lending.{word}")
        if not word or not self._is_sure(self.console.text("terminal.auto_sure", limit=limit)):
            self.console.tell(self.console.text("terminal.auto_not"))
            return
        self.session.hand_over(seat, self._stand_in(seat), word, self._watch)
        self._autosave()
        if self.session.result is None:
            self.console.tell(self.console.text("terminal.auto_done"))

    def _stand_in(self, seat: str) -> str:
        """The seat's usual bot."""
        return usual(self.session.module.bots(seat))

    def _watch(self, seat: str) -> bool:
        """Show what the computer has just done in the seat's place; Ctrl-C takes the seat back."""
        view = self._view()
        self.console.say(*self._news(view))
        try:
            if self.console.live:
                time.sleep(WATCHING)
        except KeyboardInterrupt:
            return False
        return True

    def _do_quit(self, decision: Decision, rest: str) -> None:
        if self.console.live and self.save_file is None:
            answer = self.console.ask(self.console.text("terminal.save_first"))
            if answer and answer.strip():
                self._do_save(decision, answer.strip())
        self.leaving = True

    # -- saving and leaving -----------------------------------------------------------------------------

    def _autosave(self) -> None:
        """After every decision, once there is a file; a file that cannot be written is reported once."""
        if self.save_file is None:
            return
        try:
            self.session.save(self.save_file, self._sealed_for())
        except UserError as wrong:
            self.console.tell(wrong.text(self.console.locale), style="warning")
            self.save_file = None

    def _say_how_to_go_on(self) -> None:
        if self.save_file is not None:
            self.console.tell(self.console.text("terminal.go_on", file=self.save_file))
        else:
            self.console.tell(self.console.text("terminal.gone"))

    def _finish(self) -> None:
        """The last news, the umpire's map, the result, and the key that proves it fair [4.1b]."""
        result = self.session.result
        assert result is not None
        self.viewer = self.viewer or self.session.module.seats[0]
        view = self._view()
        told = self._news(view)
        self._lay_out(self.screen.picture(view, self.console), told, [])
        level = self.console.text(f"{self.session.module.name}.result.{result['level']}")
        counts = {name: value for name, value in result.items() if name not in ("level", "reason")}
        self.console.tell(
            self.console.text(f"{self.session.module.name}.result", level=level, **counts), style="strong"
        )
        self.console.say(*self._coach(None))
        if self.session.kept_for in (None, self.viewer):
            report = debrief(self.session, self.viewer, self.console.locale)
            self.console.say(*debrief_lines(self.session, report, self.console), "")
        self.console.tell(self.console.text("terminal.proof", key=self.session.revealed_key(), head=self.session.head))
        if self.save_file is not None:
            self.console.tell(self.console.text("terminal.verify", file=self.save_file))


def table_for(session: Session, console: Console, save: Path | None = None, resumed: bool = False) -> Play:
    """Where this game is played: at a table of its own kind if it has one."""
    kind = faces_of(session.module).terminal().table or Play
    return kind(session, console, save, resumed)
