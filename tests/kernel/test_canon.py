"""One way to write data down: whoever writes a line of a record sooner writes the same bytes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from viermot.kernel.canon import canonical, canonical_row

NUMBERS = st.integers(-(1 << 62), 1 << 62)
ROWS = st.lists(st.text() | NUMBERS | st.lists(st.lists(st.text() | NUMBERS)), max_size=8)


@given(ROWS)
def test_a_line_of_a_record_has_the_same_bytes_either_way(row: list[object]) -> None:
    assert canonical_row(row) == canonical(row)


def test_also_of_every_character_that_json_must_escape() -> None:
    row = [chr(code) for code in (*range(0xD800), *range(0xE000, 0x11000))]
    assert canonical_row(row) == canonical(row)
