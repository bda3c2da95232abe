"""Answers that cost something for good: which they are, and a search for those that say nothing of it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, Final

from tests.support.kits import Kit
from viermot.kernel import registry
from viermot.kernel.agenda import advance, apply, open_questions, options_of
from viermot.kernel.decision import Decision
from viermot.kernel.dice import QuickDice

THROWS, MORE_THROWS = 6, 24
SOON: Final = 40  # answers


def costly(decision: Decision) -> dict[str, Any]:
    """The answers that warn, each with its warning."""
    return {option: warned for option in decision.options if (warned := decision.warns(option)) is not None}


def leaving(decision: Decision) -> dict[str, Any]:
    """Those that must be confirmed."""
    return {option: warned for option, warned in costly(decision).items() if warned.asks}


def is_lost(kit: Kit, before: dict[str, int], after: Any, seat: int) -> bool:
    """Is the game over, or the last of something gone?"""
    if registry.game(kit.name).result(after) is not None:
        return True
    left = kit.holdings(after, seat)
    return any(had and not left.get(what, had) for what, had in before.items())


def ends(kit: Kit, state: Any, place: int, code: int, number: int, throws: int = THROWS) -> int:
    """In how many falls of the dice does this answer end the game, or take the last of something?"""
    seat = state.seat_of(dict(open_questions(state))[place])
    before = kit.holdings(state, seat)
    found = 0
    for throw in range(throws):
        after = state.clone()
        after.dice = QuickDice(f"{number}/{code}/{throw}")
        apply(after, code, place)
        found += is_lost(kit, before, after, seat)
    return found


def comes_anyway(kit: Kit, state: Any, place: int, others: list[int], number: int) -> bool:
    """Does it happen soon whatever else he answers, as to a fighter that can only leave the map?

    Then it is not his doing. The other answers are given, and played on at random.
    """
    seat = state.seat_of(dict(open_questions(state))[place])
    before = kit.holdings(state, seat)
    for code in others:
        after, rng = state.clone(), random.Random(f"{number}/{code}")
        after.dice = QuickDice(f"{number}/{code}/soon")
        apply(after, code, place)
        for _ in range(SOON):
            if after.asked is None or is_lost(kit, before, after, seat):
                break
            where, task = open_questions(after)[0]
            codes = options_of(after, task)
            apply(after, codes[rng.randrange(len(codes))], where)
        if not is_lost(kit, before, after, seat):
            return False
    return True


def silent_ends(kit: Kit, scenario: str, options: Mapping[str, Any], seed: int, maximum: int) -> Iterator[str]:
    """Answers of a game played at random that end it, or take the last of something, without a word."""
    module = registry.with_options(kit.name, options)
    state: Any = module.start(module.load_pack(None), scenario, options, QuickDice(seed))
    advance(state)
    rng = random.Random(seed)
    for number in range(maximum):
        if state.asked is None:
            return
        place, task = open_questions(state)[0]
        codes = options_of(state, task)
        asked = state.sortie.asked[0] if task[0].word.startswith("in_flight") else task[0]
        some = list(codes) if len(codes) <= 8 else rng.sample(list(codes), 5)
        ending = {code: ends(kit, state, place, code, number) for code in some}
        others = [code for code, does in ending.items() if not does]
        if others:  # where any answer may end it, nobody does
            decision = Decision(module, state, task, place, 0)
            for code, does in ending.items():
                if does < THROWS or decision.warning_of(code) is not None:
                    continue
                surely = ends(kit, state, place, code, number, MORE_THROWS) == MORE_THROWS
                if surely and not comes_anyway(kit, state, place, others, number):
                    yield f"{asked.name}: {decision.notation_of(code)}"
        apply(state, codes[rng.randrange(len(codes))], place)
