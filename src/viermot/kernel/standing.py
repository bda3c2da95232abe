"""Standing orders: what a seat has said beforehand, so that it is asked only what matters to it.

The rules ask every question; orders answer some of them in the seat's place. They belong to the seat and stand in the
record, and so does each answer they give, marked as such and open to undo like any other. There are three kinds:

- the *routine*: where a question says that only one answer makes sense now (``@question.settles``), that is given;
- *always*: the same answer to a question whenever it is asked, or whenever it is asked about one thing (a unit);
- a *sheet*: answers to the questions of this turn, each given once, in any order they are asked.

What a unit is to do is more than one answer: to fly there takes several turns, and to land there another question. So
a sheet may also have lines about a thing under the name of the sheet itself (``["duel.orders", "red", "0302"]``), and
so may what is always ordered; what that means for a question, the question says (``@question.obeys``). They are carried
out once the sheet has been handed in, by a line about nothing (``["duel.orders", "", "default"]``): whoever is not
named does what he would anyway. It may name the questions it is for instead; about others the seat is then asked.

Any of them may say "ask" instead, so that a question is put even though it is settled.

None of them ever gives an answer that is not offered, or one of which the seat would be warned first: then the seat is
asked. With the routine off and no other order, every choice of the book is asked.

>>> orders = Orders().changed({"always": [["duel.load", "", "ball"]]}, "1")
>>> orders.always
{('duel.load', ''): 'ball'}
>>> orders.changed({"always": [["duel.load", "", ""]]}, "1") == Orders()
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from viermot.kernel.json import Json, JsonTable
from viermot.kernel.user_error import UserError

if TYPE_CHECKING:
    from viermot.kernel.decision import Decision

ROUTINE, ALWAYS, SHEET = "routine", "always", "sheet"  # by which an answer was given; the words of the record
GIVEN: Final = frozenset({ROUTINE, ALWAYS, SHEET})
DEFAULT: Final = "default"  # as an order's option: whatever the question then declares as its default
ASK: Final = "ask"  # as an order's option: ask in any case, whatever is settled
MAX_ORDERS: Final = 400  # of a seat, and lines of a sheet: several times what any game has to order
LONGEST: Final = 200  # characters of a question, a subject or an option


class BadOrders(UserError):
    """Orders that cannot be read."""


class Order(NamedTuple):
    """An answer given beforehand: to which question, about what ("" for anything), and the option as text."""

    question: str
    subject: str
    option: str


class Answer(NamedTuple):
    """An answer in the seat's place: by which kind of order, and its code."""

    by: str
    code: int


class Told(NamedTuple):
    """What a seat wrote on a sheet: for this turn, and until it says otherwise; by subject ("" for the rest)."""

    now: Mapping[str, str]
    standing: Mapping[str, str]

    def of(self, subject: str) -> str:
        """What is ordered for one thing; "" if nothing is."""
        return self.now.get(subject) or self.standing.get(subject, "")

    def is_handed_in(self, question: str) -> bool:
        """Has the seat said that the sheet is complete, as far as this question goes?"""
        said = self.of("")
        return said == DEFAULT or question in said.split()


@dataclass(frozen=True)
class Orders:
    """All that one seat has ordered. It never changes; a new one follows it."""

    routine: bool = False
    always: Mapping[tuple[str, str], str] = field(default_factory=dict)
    sheet: tuple[Order, ...] = ()
    until: str = ""  # the span of play for which the sheet was written

    def changed(self, change: object, span: str) -> Orders:
        """These orders after the seat has changed some; BadOrders if the change cannot be read."""
        if not isinstance(change, Mapping) or not set(change) <= {ROUTINE, ALWAYS, SHEET}:
            raise BadOrders("orders.unreadable")
        routine = change.get(ROUTINE, self.routine)
        if not isinstance(routine, bool):
            raise BadOrders("orders.unreadable")
        always = dict(self.always)
        for question, subject, option in _read(change.get(ALWAYS, ())):
            always.pop((question, subject), None)
            if option:
                always[question, subject] = option
        sheet, until = (_read(change[SHEET]), span) if SHEET in change else (self.sheet, self.until)
        if len(always) > MAX_ORDERS:
            raise BadOrders("orders.too_many", most=MAX_ORDERS)
        return Orders(routine, always, sheet, until)

    def answer(self, asked: Decision, span: str) -> Answer | None:
        """The answer that is given in the seat's place; None if the seat is to be asked."""
        if asked.question.in_person:
            return None
        about = asked.question.name, asked.subject
        line = self._line(about, span)
        if line is not None:
            return _given(asked, SHEET, line.option)
        if asked.question.sheet:
            told = self.told(about[0].partition(".")[0], asked.question.sheet, span)
            code = asked.obeyed_code(told)
            if code is not None:
                return _harmless(asked, Answer(SHEET if told.now else ALWAYS, code))
        option = self.always.get(about) or self.always.get((about[0], ""))
        if option is not None:
            return _given(asked, ALWAYS, option)
        if not self.routine:
            return None
        code = asked.settled_code
        return None if code is None else _harmless(asked, Answer(ROUTINE, code))

    def told(self, game: str, sheet: str, span: str) -> Told:
        """What is ordered on a sheet, for the questions that belong to it."""
        name = f"{game}.{sheet}"
        standing = {subject: option for (question, subject), option in self.always.items() if question == name}
        now = {line.subject: line.option for line in self.sheet if line.question == name} if self.until == span else {}
        return Told(now, standing)

    def _line(self, about: tuple[str, str], span: str) -> Order | None:
        """The line of the sheet that is for this question: one about the same thing, or about none."""
        if self.until != span:
            return None
        return next((line for line in self.sheet if line.question == about[0] and line.subject in ("", about[1])), None)

    def without(self, asked: Decision, span: str) -> Orders:
        """The same after a line of the sheet has been carried out, or could not be."""
        line = self._line((asked.question.name, asked.subject), span)
        if line is None:
            return self
        place = self.sheet.index(line)
        return replace(self, sheet=self.sheet[:place] + self.sheet[place + 1 :])

    def to_json(self) -> dict[str, Json]:
        """As a snapshot keeps them and a seat is shown them."""
        always: list[Json] = [[*about, option] for about, option in self.always.items()]
        return {ROUTINE: self.routine, ALWAYS: always, SHEET: [list(line) for line in self.sheet], "until": self.until}


def from_json(data: JsonTable) -> Orders:
    """What ``to_json`` wrote."""
    change = {name: data[name] for name in (ROUTINE, ALWAYS, SHEET)}
    return Orders().changed(change, str(data["until"]))


def _read(lines: object) -> tuple[Order, ...]:
    if not isinstance(lines, Sequence) or isinstance(lines, str):
        raise BadOrders("orders.unreadable")
    if len(lines) > MAX_ORDERS:
        raise BadOrders("orders.too_many", most=MAX_ORDERS)
    return tuple(map(_read_line, lines))


def _read_line(line: object) -> Order:
    if not isinstance(line, Sequence) or isinstance(line, str) or len(line) != len(Order._fields):
        raise BadOrders("orders.unreadable")
    if not all(isinstance(part, str) and len(part) <= LONGEST and part.isprintable() for part in line):
        raise BadOrders("orders.unreadable")
    return Order(*line)


def _given(asked: Decision, by: str, option: str) -> Answer | None:
    """An answer by its text, if it is offered now and the seat does not want to be asked."""
    if option == ASK:
        return None
    if option == DEFAULT:
        code = asked.default_code
    else:
        try:
            code = asked.read(option)
        except UserError:
            return None
    if code is None or code not in asked.codes:
        return None
    return _harmless(asked, Answer(by, code))


def _harmless(asked: Decision, answer: Answer) -> Answer | None:
    """What asks for a second answer is never given in somebody's place."""
    warning = asked.warning_of(answer.code)
    return None if warning is not None and warning.asks else answer
