"""One way to write data down: whoever writes a line of a record sooner writes the same bytes."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

import viermot
from viermot.kernel import registry
from viermot.kernel.canon import canonical, canonical_row, canonical_state
from viermot.kernel.dice import Record
from viermot.kernel.record import DECIDE, Entry, chain

NUMBERS = st.integers(-(1 << 62), 1 << 62)
ROWS = st.lists(st.text() | NUMBERS | st.lists(st.lists(st.text() | NUMBERS)), max_size=8)


@given(ROWS)
def test_a_line_of_a_record_has_the_same_bytes_either_way(row: list[object]) -> None:
    assert canonical_row(row) == canonical(row)


@given(st.text(), st.lists(st.tuples(st.text(), NUMBERS, st.lists(NUMBERS).map(tuple))).map(tuple))
def test_a_line_is_chained_by_the_bytes_that_stand_in_a_save(choice: str, dice: tuple[Record, ...]) -> None:
    entry, key, head = Entry(DECIDE, "player", "path", choice, dice), b"k" * 32, "ab" * 32
    data = bytes.fromhex(head) + canonical(entry.to_json())
    assert chain(key, head, entry) == hashlib.blake2b(data, digest_size=32, key=key).hexdigest()


def test_also_of_every_character_that_json_must_escape() -> None:
    row = [chr(code) for code in (*range(0xD800), *range(0xE000, 0x11000))]
    assert canonical_row(row) == canonical(row)


@given(st.dictionaries(st.text(), ROWS | st.booleans() | st.none() | st.dictionaries(st.text(), NUMBERS), max_size=6))
def test_so_has_a_table(table: dict[str, object]) -> None:
    assert canonical_state(table) == canonical(table)


@pytest.mark.parametrize("game", [module.name for module in registry.modules()])
def test_so_has_every_state_of_a_game(game: str) -> None:
    """Above all, no state holds a number with a fraction, which might be spelled otherwise."""
    module = registry.game(game)
    session = viermot.new_game(game, seed="written", seats=dict.fromkeys(module.seats, "random"))
    for state in (*session.before[::9], session.state):
        data = module.to_data(state)
        assert canonical_state(data) == canonical(data)
        assert not [value for value in _leaves(data) if isinstance(value, float)]


def _leaves(data: object) -> list[object]:
    if isinstance(data, dict):
        data = list(data.values())
    if isinstance(data, list | tuple):
        return [leaf for value in data for leaf in _leaves(value)]
    return [data]
