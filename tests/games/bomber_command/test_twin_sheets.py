"""Twin worlds with order sheets: what is written on them, and what the other side orders, tells nobody anything.

The pairs are those of test_twin_worlds.py. The seat that is watched hands in sheets and orders cards by lot, the same
in both worlds; the other seat orders cards in one world only. Compared is all that the seat is shown, the rows of its
sheet, its own orders and every answer that they gave.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.games.bomber_command.support import inner, new_session, night
from tests.games.bomber_command.test_twin_worlds import BLIND, MAIN, TWINS, UNITS, _usual, shown, turn_of
from viermot import Session
from viermot.games.bomber_command.faces.fuzzing import CARDS, random_card, random_sheet
from viermot.games.bomber_command.knowledge import order_rows, perspective
from viermot.games.bomber_command.knowledge.order_rows import UnitRow
from viermot.games.bomber_command.model.board import SEATS
from viermot.games.bomber_command.model.state import Game
from viermot.games.bomber_command.rules.movement.fighters import move
from viermot.kernel.record import Entry
from viermot.kernel.session import Session as Playing
from viermot.kernel.standing import Told

PAIRS = ("kind", "letter", "target", "British hand", "German hand under attack", "oil")


def on_the_sheet(s: Session, seat: str) -> bytes:
    """What the seat is shown, with its sheet, its orders, and what these have answered."""
    view: Any = s.perspective(seat)
    given = [[entry.what, entry.question, entry.choice] for entry in s.standing_entries if entry.seat == seat]
    orders = s.orders[seat].to_json()
    return shown(s, seat) + json.dumps([repr(view.order_rows()), orders, given], sort_keys=True).encode()


def steps(s: Session, seat: str, rng: random.Random, others_order: bool) -> Iterator[bytes]:
    """What the seat is shown at each of its decisions, sheets and card orders among its answers."""
    while s.pending:
        own = [decision for decision in s.pending if decision.seat == seat]
        if not own:
            decision = s.pending[0]
            if others_order:  # about a turn that never comes: nothing else may follow from it
                line = [CARDS, inner(s).layout.cards[SEATS.index(decision.seat)][0].name, "discard 40"]
                s.order(decision.seat, {"always": [line]})
            s.decide(_usual(decision) or 0, decision.seat)
            continue
        yield on_the_sheet(s, seat)
        number, sheet = own[0].number, own[0].question.sheet
        if sheet == "orders" and rng.random() < 0.5:
            s.order(seat, random_sheet(inner(s), rng))
        elif sheet == "hand" and rng.random() < 0.2:
            s.order(seat, {"always": [random_card(inner(s), SEATS.index(seat), rng)]})
        asked = [decision for decision in s.pending if decision.seat == seat and decision.number == number]
        if asked:
            usual, option = _usual(asked[0]), rng.choice(asked[0].options)
            s.decide(usual if usual is not None and rng.random() < 0.9 else option, seat)


def alike(name: str, seed: str) -> tuple[int, int]:
    """How many decisions the twins were shown the same, and the turn in which they parted (or may have)."""
    one, other, seat, until = TWINS[name]
    pair = []
    for number, world in enumerate((one, other)):
        given: dict[str, Any] = {"plan": "E " + MAIN, "units": UNITS, "dice": BLIND, **world}
        dice = given.pop("dice")
        s = new_session(night(**given), seed=seed, dice=dice)
        pair.append((s, steps(s, seat, random.Random(seed), bool(number))))
    count = 0
    for seen, twin in zip(pair[0][1], pair[1][1], strict=False):
        if seen != twin or turn_of(pair[0][0], seat) > until:
            break
        count += 1
    return count, min(turn_of(s, seat) for s, _ in pair)


@pytest.mark.parametrize("seed", ["a", "b", "c"])
@pytest.mark.parametrize("name", PAIRS)
def test_sheets_and_orders_tell_nothing(name: str, seed: str) -> None:
    count, parted = alike(name, seed)
    assert parted > TWINS[name][3], f"the twins of {name} parted in turn {parted} after {count} decisions"


def test_a_leak_planted_in_the_rows_of_a_sheet_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = order_rows.unit_rows

    def leaky(game: Game) -> list[UnitRow]:
        return honest(game)[int(game.plot[0].letter == 7) :]

    monkeypatch.setattr(perspective, "unit_rows", leaky)
    assert alike("letter", "a")[0] == 0


def test_a_leak_planted_in_what_an_order_means_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = move.obeyed

    def leaky(game: Game, unit: int, told: Told) -> int | None:
        found = honest(game, unit, told)
        return None if found is not None and game.plot[0].letter == 7 else found

    monkeypatch.setattr(move, "obeyed", leaky)
    assert alike("letter", "a")[1] <= TWINS["letter"][3]


def test_an_undo_that_tells_of_the_others_orders_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Playing._shows

    def leaky(self: Playing, entry: Entry, seat: str) -> bool:
        return honest(self, entry, seat) or (entry.what == "orders" and entry.seat not in ("", seat))

    monkeypatch.setattr(Playing, "_shows", leaky)
    assert any(alike(name, seed)[1] <= TWINS[name][3] for name in PAIRS for seed in "abc")
