"""Hostile answers to Session.decide: wrong seats, stale numbers, random types, huge, unicode. Each must be refused."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from viermot import IllegalOption, Session
from viermot.kernel.decision import Decision

Answer = tuple[Any, Any, Any]  # option, seat, number

NOTATIONS: Final = (
    "0101", "1827", "0000", "1928", "1020 N", "1020 Q", "0101 S S", "box", "stay", "F", "F F", "F F F F F F F F F",
    "L", "L F", "F L L", "FRFLFRFL", "201", "299", "101", "C1", "C0", "C99", "C-1", "none", "no", "yes", "roll", "guns",
    "oblique", "hold fire", "keep", "drop", "enter", "hold", "red", "yellow", "left", "centre", "right", "stop", "0",
    "-1", "1", "6", "1e9", "0x10", "True", "None", "null", "NaN", "'; drop table x; --", "{}", "{0}", "%s%n", "../..",
)  # fmt: skip
UNICODE: Final = "\x00\x07\n\r\t\x1b[31m\u202e\u200b\ufeff\u0661\u0662é̈ß한字😀\ud800\U0010ffff"
TYPES: Final[tuple[Any, ...]] = (
    None, True, False, 0.0, 1.0, -0.0, float("nan"), float("inf"), 1j, b"0101", bytearray(b"x"), [], ["0101"], [[]], {},
    {"option": 0}, set(), frozenset((1,)), (), (0,), object(), Exception("x"), int, len, ..., NotImplemented, range(3),
)  # fmt: skip
SEATS: Final[tuple[Any, ...]] = (
    "player", "umpire", "public", "red", "", "PLAYER", "plåyer", "x" * 9999, 0, 1, -1, True, (), [], {}, 10**5000,
)  # fmt: skip


def hostile_answer(decision: Decision, rng: random.Random) -> Answer:
    """One answer that must be refused while this decision is the only one open."""
    while True:
        answer = rng.choice(KINDS)(decision, rng)
        option, seat, number = answer
        wrong_seat = seat is not None and seat != decision.seat
        stale = number is not None and (type(number) is not int or number != decision.number)
        if wrong_seat or stale or not _is_legal(decision, option):
            return answer


def _is_legal(decision: Decision, option: Any) -> bool:
    if type(option) is int:
        return 0 <= option < len(decision.codes)
    return isinstance(option, str) and option in decision.options


def _legal(decision: Decision, rng: random.Random) -> str:
    return decision.options[rng.randrange(len(decision.codes))]


def _wrong_seat(decision: Decision, rng: random.Random) -> Answer:
    seat = rng.choice(SEATS)
    return _legal(decision, rng), seat, rng.choice((None, decision.number))


def _stale(decision: Decision, rng: random.Random) -> Answer:
    now = decision.number
    odd: tuple[Any, ...] = (now - 1, now + 1, -1, 10**5000, float(now), str(now), [now], {}, now + 0.5, "x", True)
    return _legal(decision, rng), decision.seat, rng.choice(odd)


def _odd_type(decision: Decision, rng: random.Random) -> Answer:
    return rng.choice(TYPES), rng.choice((None, decision.seat)), None


def _odd_index(decision: Decision, rng: random.Random) -> Answer:
    count = len(decision.codes)
    return rng.choice((-1, -count, count, count + 1, 2**31, 2**63, 10**400, -(10**5000))), decision.seat, None


def _notation(decision: Decision, rng: random.Random) -> Answer:
    return rng.choice(NOTATIONS), rng.choice((None, decision.seat)), None


def _unicode(decision: Decision, rng: random.Random) -> Answer:
    return "".join(rng.choices(UNICODE, k=rng.randrange(1, 12))), decision.seat, None


def _spoilt(decision: Decision, rng: random.Random) -> Answer:
    """A legal answer with one thing wrong with it."""
    text = list(_legal(decision, rng))
    place = rng.randrange(len(text))
    text[place] = rng.choice(("", text[place] * 2, rng.choice(UNICODE), chr(rng.randrange(33, 127))))
    return "".join(text), decision.seat, None


def _huge(decision: Decision, rng: random.Random) -> Answer:
    piece = rng.choice(("F ", "9", "x", "C", " ", "\U0001f600", _legal(decision, rng)))
    return piece * rng.choice((300, 10_000, 100_000)), decision.seat, None


KINDS: Final[tuple[Callable[[Decision, random.Random], Answer], ...]] = (
    _wrong_seat, _stale, _odd_type, _odd_index, _notation, _unicode, _spoilt, _huge,
)  # fmt: skip


def bombard(session: Session, rng: random.Random, maximum: int) -> Counter[str]:
    """Send hostile answers at every decision of a game, up to a limit; counts the refusals by kind.

    AssertionError if one is taken, is refused without a reason, or changes anything.
    """
    refused: Counter[str] = Counter()
    while session.pending and refused.total() < maximum:
        decision = session.pending[0]
        before = (session.state_hash, session.head, len(session.record), session.state.logged)
        for _ in range(rng.randrange(1, 8)):
            option, seat, number = hostile_answer(decision, rng)
            try:
                session.decide(option, seat, number)
            except IllegalOption as wrong:
                said = wrong.text()
                assert said.strip() and wrong.why, f"no reason for {option!r:.80}"
                refused[wrong.why] += 1
            else:
                raise AssertionError(f"{decision!r} took {type(option)!s} from {seat!r:.40}")
        now = (session.state_hash, session.head, len(session.record), session.state.logged)
        assert now == before, f"hostile answers to {decision!r} changed the game"
        session.decide(rng.randrange(len(decision.codes)), decision.seat, decision.number)
    return refused
