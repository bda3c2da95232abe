"""What the server says when it does not do as asked: a word, a rule, a sentence; never a traceback."""

from __future__ import annotations

from typing import Final

from viermot.kernel.decision import IllegalOption
from viermot.kernel.session import CannotUndo
from viermot.kernel.user_error import UserError
from viermot.kernel.words import Filling
from viermot.server.messages.lobby import Error
from viermot.server.store import Busy

STATUS: Final = {
    "unreadable": 400, "login": 401, "forbidden": 403, "csrf": 403, "origin": 403, "wrong seat": 403, "secret": 403,
    "not found": 404, "method": 405, "stale": 409, "over": 409, "taken": 409, "too large": 413, "illegal": 422,
    "other rules": 422,
    "undo": 422, "too many": 429, "busy": 503,
}  # fmt: skip


class Refused(UserError):
    """A request that is refused, and why."""

    def __init__(self, why: str, key: str, rule: str = "", **fields: Filling) -> None:
        super().__init__(key, rule, **fields)
        self.why = why
        self.wait = 0  # seconds until it is worth trying again

    @property
    def status(self) -> int:
        """The HTTP status that says the same."""
        return STATUS[self.why]

    def error(self, locale: str) -> Error:
        """As it is sent."""
        return Error(self.why, self.rule, self.text(locale))


def not_found() -> Refused:
    """There is no such table, or none in which the asker takes any part: nobody can tell which."""
    return Refused("not found", "server.no_table")


def refusal_of(wrong: Exception) -> Refused | None:
    """What the engine or the store refused, as the server says it; None for anything else."""
    if isinstance(wrong, Refused):
        return wrong
    if isinstance(wrong, Busy):
        return Refused("busy", "server.busy")
    if isinstance(wrong, IllegalOption):
        return Refused(wrong.why if wrong.why in STATUS else "illegal", wrong.key, wrong.rule, **wrong.fields)
    if isinstance(wrong, CannotUndo):
        return Refused("undo", wrong.key, wrong.rule, **wrong.fields)
    if isinstance(wrong, UserError) and wrong.key in ("server.damaged", "server.fits_nowhere"):
        return Refused("other rules", wrong.key, "", **wrong.fields)
    if isinstance(wrong, UserError):
        return Refused("illegal", wrong.key, wrong.rule, **wrong.fields)
    return None
