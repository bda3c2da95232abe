"""Hands at a test's table: they answer what a test does not care about, as usual or with the first option."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from viermot import Decision, Session

Answers = Mapping[str, str | int]


def asked(s: Session) -> Decision:
    """The question that is open."""
    assert s.pending, f"nothing is asked; result {s.result}\n{s.position()}"
    return s.pending[0]


def answer(s: Session, kind: str, option: str | int) -> None:
    """Give this answer to this question, which must be the open one."""
    open_ = asked(s).kind
    assert open_ == kind, f"the open question is {open_}, not {kind}\n{s.position()}"
    s.decide(option)


class Hands:
    """What they usually answer, and after how many answers a test has gone astray."""

    def __init__(self, usual: Answers, longest: int) -> None:
        self.usual = usual
        self.longest = longest

    def answer(self, s: Session, answers: Answers) -> None:
        """One answer: as told, as usual, or the first option."""
        decision = s.pending[0]
        if decision.kind in answers:
            s.decide(answers[decision.kind])
            return
        usual = self.usual.get(decision.kind)
        s.decide(usual if isinstance(usual, str) and usual in decision.options else 0)

    def go_on(self, s: Session, answers: Answers | None, enough: Callable[[], object], never: str) -> None:
        """Answer until it is enough; if it never is, fail and say so."""
        for _ in range(self.longest):
            if enough():
                return
            if not s.pending:
                break
            self.answer(s, answers or {})
        pytest.fail(f"{never}; result {s.result}\n{s.position()}")

    def play_until(self, s: Session, kind: str, answers: Answers | None = None) -> Decision:
        """Answer everything, as told or as usual, until this question comes up."""
        self.go_on(s, answers, lambda: s.pending and s.pending[0].kind == kind, f"{kind} was never asked")
        return s.pending[0]

    def play_out(self, s: Session, answers: Answers | None = None) -> None:
        """Answer everything, as told or as usual, until it is over."""
        self.go_on(s, answers, lambda: not s.pending, "it does not end")
