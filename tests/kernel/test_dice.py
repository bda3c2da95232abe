"""Dice: unbiased, apart from each other, resumed where they stopped, scripted and replayed."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest

from viermot.kernel.dice import BotRng, DiceMismatch, KeyedDice, QuickDice, ReplayedDice, ScriptedDice, key_of

KEY = key_of("dice")


def chi_square(counts: Counter[int], faces: int) -> float:
    expected = sum(counts.values()) / faces
    return sum((counts[face] - expected) ** 2 / expected for face in counts) + expected * (faces - len(counts))


def test_dice_are_unbiased() -> None:
    thrown = Counter(KeyedDice(KEY).roll(60_000, "tally"))
    assert set(thrown) == {1, 2, 3, 4, 5, 6}
    assert chi_square(thrown, 6) < 20.5  # 5 degrees of freedom: once in a thousand keys


@pytest.mark.parametrize(("size", "bar"), [(2, 10.8), (7, 22.5), (40, 72.1)])
def test_draws_are_unbiased(size: int, bar: float) -> None:
    dice = KeyedDice(KEY)
    drawn = Counter(dice.draw(size, "chit") for _ in range(20_000))
    assert set(drawn) == set(range(size))
    assert chi_square(drawn, size) < bar  # once in a thousand keys


def test_pairs_of_dice_are_independent() -> None:
    values = KeyedDice(KEY).roll(72_001, "attack")
    pairs = Counter(6 * a + b for a, b in pairwise(values))
    assert chi_square(pairs, 36) < 66.6  # 35 degrees of freedom


def test_bytes_that_would_favour_low_faces_are_thrown_away() -> None:
    """256 is no multiple of 6: without rejection faces 1 to 4 would come up 43 times in 256, 5 and 6 only 42 times."""
    thrown = Counter(KeyedDice(key_of("many")).roll(600_000, "tally"))
    assert abs(thrown[5] + thrown[6] - 200_000) < 1_100  # three standard deviations; a biased die would be 3,125 off


def as_written_down(name: str) -> Iterator[int]:
    """A stream's bytes by its definition: BLAKE2b of name and counter under the key, block by block."""
    for number in range(100_000):
        yield from hashlib.blake2b(name.encode() + b"\0" + number.to_bytes(8, "big"), digest_size=64, key=KEY).digest()


def test_whole_rolls_and_draws_are_the_bytes_of_the_stream_one_by_one() -> None:
    """However many dice are thrown at once, across blocks and past bytes that do not count."""
    dice, source, chance = KeyedDice(KEY), as_written_down("mixed"), random.Random(5)
    for _ in range(3_000):
        if chance.random() < 0.5:
            size = chance.choice((2, 6, 40, 3_000_000_000, 4_294_967_295))
            value = size << 32
            while value >= (1 << 32) - (1 << 32) % size:
                value = int.from_bytes(bytes(next(source) for _ in range(4)), "big")
            assert dice.draw(size, "mixed") == value % size
        else:
            count = chance.choice((0, 1, 2, 3, 5, 70))
            wanted: list[int] = []
            while len(wanted) < count:
                byte = next(source)
                wanted += [byte % 6 + 1] if byte < 252 else []
            assert dice.roll(count, "mixed") == tuple(wanted)


def test_a_secret_roll_never_shifts_a_public_one() -> None:
    quiet, busy = KeyedDice(KEY), KeyedDice(KEY)
    for number in range(200):
        busy.roll(1 + number % 3, "umpire:corkscrew")
        busy.draw(5, "umpire:chit")
        assert quiet.roll(2, "tally") == busy.roll(2, "tally")
        assert quiet.roll(1, "attack") == busy.roll(1, "attack")


def test_streams_of_different_names_differ() -> None:
    dice = KeyedDice(KEY)
    names = ("tally", "attack", "umpire:tally", "bot:player", "tall", "tally ")
    assert len({dice.roll(60, name) for name in names}) == len(names)


def test_a_bots_chance_is_apart_from_the_dice_and_from_other_bots() -> None:
    dice = KeyedDice(KEY)
    first = dice.roll(60, "tally")
    player, umpire = BotRng(KEY, "player"), BotRng(KEY, "umpire")
    assert [player.below(6) for _ in range(60)] != [umpire.below(6) for _ in range(60)]
    assert KeyedDice(KEY).roll(60, "tally") == first


def test_streams_are_resumed_where_they_stopped() -> None:
    whole, first = KeyedDice(KEY), KeyedDice(KEY)
    first.roll(37, "tally")
    first.draw(11, "chit")
    second = KeyedDice(KEY, first.positions)
    whole.roll(37, "tally")
    whole.draw(11, "chit")
    assert second.roll(50, "tally") == whole.roll(50, "tally")
    assert second.draw(11, "chit") == whole.draw(11, "chit")
    assert second.roll(9, "flak") == whole.roll(9, "flak")
    assert second.positions == whole.positions


def test_other_keys_give_other_dice() -> None:
    assert KeyedDice(KEY).roll(60, "tally") != KeyedDice(key_of("other")).roll(60, "tally")
    assert key_of(None) != key_of(None)
    assert key_of("dice") == KEY and len(KEY) == 32


def test_dice_are_recorded_in_order() -> None:
    dice = KeyedDice(KEY)
    tally, chit = dice.roll(2, "tally"), dice.draw(40, "umpire:chit")
    assert dice.taken() == [("tally", 6, tally), ("umpire:chit", 40, (chit,))]
    assert dice.taken() == []


def test_scripted_dice_come_first_and_keyed_ones_go_on() -> None:
    dice = ScriptedDice(KEY, [6, 5, 4], {"chit": [39, 3]})
    assert dice.roll(2, "attack") == (6, 5)
    assert dice.roll(2, "tally") == (4, KeyedDice(KEY).roll(1, "tally")[0])
    assert (dice.draw(40, "chit"), dice.draw(2, "chit")) == (39, 1)
    assert dice.left == 0
    assert dice.draw(40, "chit") == KeyedDice(KEY).draw(40, "chit")


def test_scripts_by_stream_serve_only_their_own() -> None:
    dice = ScriptedDice(KEY, {"attack": [1, 1], "umpire:corkscrew": [6]})
    assert dice.roll(2, "tally") == KeyedDice(KEY).roll(2, "tally")
    assert dice.roll(1, "umpire:corkscrew") == (6,)
    assert dice.left == 2


def test_a_replay_gives_the_recorded_dice_and_no_others() -> None:
    live = KeyedDice(KEY)
    live.roll(2, "attack")
    live.draw(40, "umpire:chit")
    record = live.taken()
    replayed = ReplayedDice(record)
    assert replayed.roll(2, "attack") == record[0][2]
    with pytest.raises(DiceMismatch):
        replayed.draw(39, "umpire:chit")
    with pytest.raises(DiceMismatch):
        ReplayedDice(record).roll(3, "attack")
    with pytest.raises(DiceMismatch):
        ReplayedDice().roll(1, "attack")


def test_quick_dice_are_dice_too() -> None:
    dice = QuickDice(7)
    assert Counter(dice.roll(6_000, "tally")).keys() == {1, 2, 3, 4, 5, 6}
    assert {dice.draw(3, "chit") for _ in range(200)} == {0, 1, 2}
    assert QuickDice(7).roll(20, "tally") == QuickDice(7).roll(20, "anything")
