"""A game inside a game throws dice under a key of its own, derived from the outer one's."""

from __future__ import annotations

from viermot.kernel.dice import KeyedDice, inner_key, key_of

KEY = key_of("outer")


def test_a_stream_with_a_slash_is_the_inner_game_s_stream() -> None:
    outer, alone = KeyedDice(KEY), KeyedDice(inner_key(KEY, "s1"))
    assert outer.roll(20, "s1/tally") == alone.roll(20, "tally")
    assert outer.draw(1000, "s1/cards") == alone.draw(1000, "cards")
    assert outer.roll(20, "s2/tally") != outer.roll(20, "tally")


def test_inner_streams_go_on_where_they_stopped() -> None:
    dice, whole = KeyedDice(KEY), KeyedDice(KEY)
    first = dice.roll(7, "s1/tally")
    again = KeyedDice(KEY, dice.positions)
    assert (*first, *again.roll(5, "s1/tally")) == whole.roll(12, "s1/tally")


def test_an_inner_game_shifts_no_die_of_the_outer_one() -> None:
    plain, busy = KeyedDice(KEY), KeyedDice(KEY)
    busy.roll(30, "s1/tally")
    assert plain.roll(10, "tally") == busy.roll(10, "tally")


def test_inner_keys_differ_by_name_and_tell_nothing_of_the_outer_one() -> None:
    keys = {inner_key(KEY, f"s{n}") for n in range(50)} | {inner_key(key_of("another"), "s1"), KEY}
    assert len(keys) == 52
