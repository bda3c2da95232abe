"""A perspective as numbers: what each part makes of what is there, and of what is not."""

from __future__ import annotations

from viermot.kernel.observing import UNDECLARED, AnyOf, Count, Flag, Hashed, Inside, Number, Observing, Place, Rows


def test_parts_that_are_not_there_are_zeros_and_what_is_beyond_its_range_is_its_end() -> None:
    row = Rows("guns", 2, (Number("ammo", 10), AnyOf("state", ("ready", "jammed"))))
    assert row.numbers([{"ammo": 99, "state": "jammed"}] * 5) == [1.0, 1.0, 0.0, 1.0] * 2
    assert row.numbers(None) == [0.0] * row.size == [0.0] * len(list(row.names()))
    assert Rows("guns", 1, (Number("ammo", 10),), last=True).numbers([{"ammo": 1}, {"ammo": 5}]) == [1.0, 0.5]
    assert Inside("a", (Number("b", -2, -4),)).numbers({"b": -3}) == [1.0, 0.5]
    assert sum(Hashed("", 4096).numbers({"hand": ["a", "b", "a"], "no": None, "off": False})) == 2


def test_every_number_has_a_name_and_is_where_its_name_says() -> None:
    declared = Observing(
        (
            Number("score/kills", 4),
            Flag("over"),
            Count("log", 10),
            AnyOf("moon", ("none", "full")),
            Place("hex", 10, 10),
            Inside("raid", (Number("roll", 10),)),
            Rows("guns", 2, (Flag("ready"),)),
            Hashed("cards", 3),
        ),
        16,
    )
    shown = {
        "score": {"kills": 1},
        "over": True,
        "log": [1, 2],
        "moon": "full",
        "hex": "0510",
        "raid": {"roll": 5},
        "guns": [{"ready": False}, {"ready": True}, {"ready": True}],
        "cards": ["WINDOW"],
    }
    told = dict(zip(declared.names(), declared.numbers(shown), strict=True))
    assert len(told) == declared.size == 17
    assert (told["score/kills"], told["over?"], told["log#"], told["moon=full"], told["moon=none"]) == (
        0.25,
        1,
        0.2,
        1,
        0,
    )
    assert (told["hex?"], told["hex column"], told["hex row"], told["raid?"], told["raid/roll"]) == (1, 0.5, 1, 1, 0.5)
    assert [told[f"guns[{at}]{what}"] for at in (0, 1) for what in ("?", "/ready?")] == [1, 0, 1, 1]
    assert sum(told[f"cards#{at}"] for at in range(3)) == 1
    assert sum(declared.numbers({})) == 0


def test_a_game_that_declares_nothing_is_told_by_hash() -> None:
    assert UNDECLARED.size == 512 and UNDECLARED.numbers({"lane": 3}) != UNDECLARED.numbers({"lane": 4})
