"""Standing orders at the terminal: what is answered in a seat's place, announced and listed."""

from __future__ import annotations

from viermot.kernel.decision import Decision
from viermot.kernel.events import may_know
from viermot.kernel.perspective import seat_bits
from viermot.kernel.session import Session
from viermot.kernel.standing import GIVEN, BadOrders
from viermot.sentences import answer_in_words
from viermot.terminal.console import Console


def given_since(session: Session, seat: str, since: int, console: Console) -> list[tuple[int, str]]:
    """What orders have answered in the seat's place since a line of the record, and how much it had been told then."""
    given: list[tuple[int, str]] = []
    for place in range(since, len(session.record)):
        entry = session.record[place]
        if entry.what not in GIVEN or entry.seat != seat:
            continue
        said = answer_in_words(session, place, console.locale)
        if said:
            given.append((_told_by(session, place, seat), console.text(f"terminal.given.{entry.what}", said=said)))
    return given


def _told_by(session: Session, place: int, seat: str) -> int:
    """How many events the seat had been told when it was asked what a line of the record answers."""
    before, bits = session.before[place], seat_bits(session.module.seats, seat)
    return sum(may_know(event, bits) for event in before.log[: before.logged])


def always(session: Session, decision: Decision, option: str) -> None:
    """Give this answer whenever the question is asked, beginning now."""
    code = decision.code_of(option)
    asked = decision.innermost
    if asked.question.in_person:
        raise BadOrders("orders.in_person")
    session.order(decision.seat, {"always": [[asked.question.name, "", decision.notation_of(code)]]})


def ask_again(session: Session, seat: str, words: str, console: Console) -> list[str]:
    """Take back what is always answered: one question, by its number in the list, or all of it."""
    standing = list(session.orders[seat].always)
    chosen = standing
    if words.isascii() and words.isdigit() and 0 < int(words) <= len(standing):
        chosen = [standing[int(words) - 1]]
    elif words and words != "all":
        return [console.text("terminal.orders.which", count=len(standing))]
    session.order(seat, {"always": [[question, subject, ""] for question, subject in chosen]})
    return listed(session, seat, console)


def listed(session: Session, seat: str, console: Console) -> list[str]:
    """All that is answered in the seat's place."""
    orders = session.orders[seat]
    lines = [console.text("terminal.orders.routine" if orders.routine else "terminal.orders.no_routine")]
    for number, ((question, subject), option) in enumerate(orders.always.items(), 1):
        about = question.partition(".")[2].replace("_", " ") + (f" ({subject})" if subject else "")
        lines.append(f"{number:3}  {about}: {option}")
    return lines
