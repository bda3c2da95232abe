"""Lending a seat to the computer: for one question, for this turn or sortie, or to the end; and when it is given back.

The record keeps a loan in the choice of its SEAT entry, "standard until=turn". Each game says itself what a turn or a
sortie is (`spans`), in terms of what every seat knows, so that the moment of giving back reveals nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from viermot.kernel.canon import canonical
from viermot.kernel.json import JsonTable
from viermot.kernel.user_error import UserError

if TYPE_CHECKING:
    from viermot.kernel.agenda import State
    from viermot.kernel.registry import GameModule

QUESTION, END = "question", "end"  # every game has these; those between them are the game's own
MARK: Final = " until="


@dataclass
class Loan:
    """How long a bot plays a seat for its person, and how much of that has passed."""

    until: str
    span: str = ""  # the turn or the sortie in which it was lent
    answers: int = 0

    def to_json(self) -> list[str | int]:
        """As a snapshot keeps it."""
        return [self.until, self.span, self.answers]


def spelled(bot: str | None, until: str) -> str:
    """The choice of a SEAT entry."""
    return "" if bot is None else f"{bot}{MARK}{until}" if until else bot


def read(choice: str) -> tuple[str | None, str]:
    """The bot and the limit that a SEAT entry names; no bot where the seat is given back."""
    bot, _, until = choice.partition(MARK)
    return bot or None, until


def spans(module: GameModule, state: State) -> JsonTable:
    """The stretches of play that a game knows, shortest first, and which of each is being played now."""
    return module.spans(state)


def limits(module: GameModule, state: State) -> tuple[str, ...]:
    """How far a seat can be lent now."""
    return (QUESTION, *spans(module, state), END)


def lend(module: GameModule, state: State, until: str) -> Loan:
    """A loan from now on."""
    if until not in limits(module, state):
        raise UserError("error.no_limit", until=until[:40], limits=", ".join(limits(module, state)))
    return Loan(until, _span(module, state, until))


def is_due(module: GameModule, state: State, loan: Loan) -> bool:
    """Has the loan come to its end?"""
    if loan.until == END:
        return False
    if loan.until == QUESTION:
        return loan.answers > 0
    return _span(module, state, loan.until) != loan.span


def _span(module: GameModule, state: State, until: str) -> str:
    now = spans(module, state)
    return canonical(now[until]).decode() if until in now else ""
