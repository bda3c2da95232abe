"""Somebody at a terminal's keys."""

from __future__ import annotations

import io
import random
from collections.abc import Iterable, Sequence
from typing import Any

from viermot.kernel.session import Session
from viermot.text import message


class Typist(io.StringIO):
    """Types what he is told; then, if asked to, anything at random that is legal, with side commands in between."""

    def __init__(self, lines: Iterable[str] = (), rng: random.Random | None = None, asides: Sequence[str] = ()) -> None:
        super().__init__()
        self.lines = list(lines)
        self.rng = rng
        self.asides = asides
        self.session: Session | None = None

    def readline(self, *_: Any) -> str:  # type: ignore[override]
        if self.lines:
            return self.lines.pop(0) + "\n"
        if self.rng is None or self.session is None:
            return ""
        if self.asides and self.rng.random() < 0.1:
            return self.rng.choice(self.asides) + "\n"
        return self.rng.choice(self.session.pending[0].options) + "\n"


class Pupil(io.StringIO):
    """Types what the coach on his screen would answer, and what he is asked to repeat once more; then he leaves."""

    def __init__(self, screen: io.StringIO, locale: str) -> None:
        super().__init__()
        self.screen = screen
        self.seen = 0
        self.typed = ""
        self.answer = message("terminal.coach.answer", locale, answer="")
        self.confirm = message("terminal.confirm", locale)

    def readline(self, *_: Any) -> str:  # type: ignore[override]
        new = self.screen.getvalue()[self.seen :]
        self.seen += len(new)
        advised = [line.removeprefix(self.answer) for line in new.splitlines() if line.startswith(self.answer)]
        if not advised and self.confirm not in new:
            return ""
        self.typed = advised[-1] if advised else self.typed
        return self.typed + "\n"
