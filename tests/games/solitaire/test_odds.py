"""Exact odds: what the dice do, thousands of times with fixed seeds, is what exact enumeration says (chi-square)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from tests.games.solitaire.support import asked, counter, fighter, new_session, solo
from viermot.games.solitaire.knowledge import odds
from viermot.games.solitaire.model.state import Solo
from viermot.games.solitaire.rules.uncertainty import barred
from viermot.kernel.agenda import apply
from viermot.kernel.dice import QuickDice

TRIALS = 2_000
# 99.9 % of chi-square by degrees of freedom
CRITICAL = {1: 10.83, 2: 13.82, 3: 16.27, 5: 20.52, 17: 40.79}


def chi_square(seen: Counter[Any], expected: dict[Any, Fraction], trials: int) -> tuple[float, int]:
    """The statistic and its degrees of freedom; outcomes that cannot be must not have been seen."""
    possible = {outcome: chance for outcome, chance in expected.items() if chance}
    assert not set(seen) - set(possible), f"seen but impossible: {set(seen) - set(possible)}"
    assert sum(possible.values()) == 1
    total = sum((seen[what] - float(p) * trials) ** 2 / (float(p) * trials) for what, p in possible.items())
    return total, len(possible) - 1


def agree(
    position: str, option: str, outcome: Callable[[_Since], Any], expected: dict[Any, Fraction], seed: str
) -> None:
    """Answer the open question with an option again and again, and hold what came of it against the odds."""
    s = new_session(position)
    code = asked(s).code_of(option)
    start: Any = s.state
    seen: Counter[Any] = Counter()
    for number in range(TRIALS):
        game = start.clone()
        game.dice = QuickDice(f"{seed}/{number}")
        before = game.logged
        apply(game, code)
        seen[outcome(_Since(game, before))] += 1
    statistic, freedom = chi_square(seen, expected, TRIALS)
    assert freedom == 0 or statistic < CRITICAL.get(freedom, 3 * freedom + 10), (
        f"{statistic:.1f} with {freedom}: {seen}"
    )


class _Since:
    """What happened after a decision, before the turn was over."""

    def __init__(self, game: Solo, before: int) -> None:
        self.kinds: list[tuple[str, tuple[Any, ...]]] = []
        for kind, _, _, data in game.log[before : game.logged]:
            if kind == "phase":
                break
            self.kinds.append((kind, data))

    def has(self, wanted: str) -> bool:
        return any(kind == wanted for kind, _ in self.kinds)

    def first(self, wanted: str) -> tuple[Any, ...] | None:
        return next((data for kind, data in self.kinds if kind == wanted), None)


def chances(position: str, option: str) -> odds.Chances:
    s = new_session(position)
    decision = asked(s)
    return odds.chances_of(s.state, decision.kind, decision.facts, decision.code_of(option))  # type: ignore[arg-type]


def found_or_not(happened: Any) -> str:
    if happened.has("phantom"):
        return "phantom"
    held = ("fixed", "tallied", "coned")
    return "found" if any(happened.has(kind) for kind in held) else "nothing"


def completed(known: dict[str, Fraction]) -> dict[str, Fraction]:
    return {**known, "nothing": Fraction(1) - sum(known.values())}


# -- location tests ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "excluded", "others"),
    [
        ("low", [], []),
        ("moderate", [], []),
        ("low", ["1012", "1013"], []),
        ("moderate", ["1012"], ["1112 S", "0911 S"]),
    ],
)
def test_location_tests_fall_evenly_on_all_hexes_that_are_open(
    level: str, excluded: list[str], others: list[str]
) -> None:
    more = [counter(str(n), at) for n, at in enumerate(others, 5)]
    position = solo("4", fighter(201, "1011 S"), counter("1", "1012 S", level=level, excluded=excluded), *more, phase=6)
    s = new_session(position)
    game: Any = s.state
    open_ = [h for h in game.area(0) if not barred(game, 0, h)]
    assert len(open_) == (6 if level == "low" else 18) - len(excluded) - len(others)

    def hex_found(happened: Any) -> int:
        rolled = [data[3] for kind, data in happened.kinds if kind == "roll" and data[0] == "location"]
        return int(rolled[-1])

    expected = {hex_: Fraction(1, len(open_)) for hex_ in open_}
    agree(position, "1", hex_found, expected, f"location {level} {len(excluded)}")


# -- reality tests -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("left", [2, 3, 4, 5, 6])
def test_a_counter_is_real_as_often_as_any_other(left: int) -> None:
    columns = (1, 4, 7, 10, 13, 16)
    names = [counter(f"1{letter}", f"{column:02d}05 S") for letter, column in zip("abcdef", columns, strict=True)]
    position = solo("8", fighter(201, "0125 N"), *names[:left], phase=5, turn=3).replace(
        'scenario = "8"', 'scenario = "4I"'
    )
    assert chances(position, "0105") == {"real": Fraction(1, left), "phantom": 1 - Fraction(1, left)}
    agree(
        position, "0105", lambda happened: "real" if happened.has("real") else "phantom",
        {"real": Fraction(1, left), "phantom": 1 - Fraction(1, left)}, f"real {left}",
    )  # fmt: skip


# -- searches ------------------------------------------------------------------------------------------------

LOW = counter("1", "1012 S", level="low")
TWO = counter("1a", "1012 S") + counter("1b", "0405 S")
SEARCHES = {
    "AI, low": (solo("4", fighter(201, "1011 S"), LOW, phase=6), "1"),
    "AI, moderate, wide": (solo("6G", fighter(201, "1011 S"), counter("1", "1012 S"), phase=6), "1"),
    "AI, one of three": (
        solo("4", fighter(201, "1011 S"), TWO, counter("1c", "1605 S"), phase=6), "1a",
    ),
    "AI, heavily jammed": (solo("6F", fighter(201, "1011 S"), counter("1", "1012 S"), phase=6), "1"),
    "tally, good": (solo("2", fighter(201, "1011 S"), LOW, phase=8), "1"),
    "tally, bright cloud, one of two": (
        solo("2", fighter(201, "1011 S"), TWO, phase=8, moon="full", cloud="cloudy"), "1a",
    ),
    "tally, exact": (solo("2", fighter(201, "1012 S"), counter("1", "1012 S", track=1), phase=8), "1"),
    "lights, moderate": (solo("4B", fighter(201, "0101 S"), counter("1", "0816 S"), phase=7), "1"),
    "lights, low, a fighter near": (
        solo("4B", fighter(201, "0917 S"), counter("1", "0915 S", level="low"), phase=7), "1",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SEARCHES)
def test_searches_succeed_as_often_as_the_odds_say(name: str) -> None:
    position, option = SEARCHES[name]
    known = dict(chances(position, option))
    known.pop("real", None)
    agree(position, option, found_or_not, completed(known), name)


def test_known_odds_by_hand() -> None:
    assert chances(*SEARCHES["AI, low"]) == {"found": Fraction(2, 6)}
    assert chances(*SEARCHES["AI, one of three"]) == {"found": Fraction(3, 18) / 3, "phantom": Fraction(3, 18) * 2 / 3}
    assert chances(*SEARCHES["tally, good"]) == {"found": (1 - Fraction(5, 6) ** 4) * Fraction(1, 6)}
    assert chances(*SEARCHES["tally, exact"]) == {"found": 1 - Fraction(5, 6) ** 4}
    assert chances(*SEARCHES["lights, low, a fighter near"])["found"] == (1 - Fraction(5, 6) ** 2) * Fraction(4, 6)


RADAR = {
    "moderate": (counter("1", "1012 S"), "refined"),
    "crowded": (counter("1", "1012 S") + counter("2", "1014 S"), "refined"),
    "low": (counter("1", "1012 S", level="low"), "tracked"),
}


@pytest.mark.parametrize("scenario", ["4I", "8", "6"])
@pytest.mark.parametrize("name", RADAR)
def test_radar_searches_succeed_as_often_as_the_odds_say(scenario: str, name: str) -> None:
    targets, what = RADAR[name]
    position = solo(scenario, fighter(201, "0125 N"), targets, phase=5)
    known = chances(position, "1012")
    if not known[what]:
        assert scenario in ("4I", "6") and name == "low"  # value 2 tells no more
        return
    agree(
        position,
        "1012",
        lambda happened: what if happened.has(what) else "nothing",
        completed(known),
        f"{scenario} {name}",
    )


def test_what_the_page_is_told_is_what_the_dice_will_do() -> None:
    s = new_session(SEARCHES["AI, one of three"][0])
    told = s.perspective("player").odds("ai_target", asked(s).facts, asked(s).codes)  # type: ignore[attr-defined]
    assert told == [{}, {"found": 0.0556, "phantom": 0.1111}]
