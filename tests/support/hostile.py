"""Messages and answers that must be refused, whatever the game stands at: for the engine and for `decide`.

The messages are meant for an engine that said hello for one seat ("player") and has a game under way with a question
open to it. None of them is legal, in any scenario and at any question.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

MEGABYTE = 1_000_000
NEVER_LEGAL = (
    "", " ", "\t", "9999 N", "0000 N", "0100 S", "1928", "C-1", "C0x", "F F X", "LLLL", "R", "F" * 150, "-1", "1e3",
    "0712 N N", "guns oblique", "none of it", "'; DROP TABLE games; --", "../../etc/passwd", "%s%n", "{fighter}", "NaN",
    "null", "\u202e0712", "０７１２", "Ｆ Ｆ", "🂡", "ﬀ", "é" * 60, "\u0000", "\x1b[2J", "yes\nno", "umpire", "stay put",
)  # fmt: skip
ODD_VALUES: tuple[Any, ...] = (
    None, True, False, 1.5, -1, 10**6, -(10**9), 10**30, [], ["F"], {}, {"option": "F"}, [[[]]], "🂡",
)  # fmt: skip


def hostile_messages(n: int, seed: str) -> list[bytes]:
    """That many lines, each of which an engine has to answer with an error."""
    chance = random.Random(seed)
    makers = [maker for maker, weight in WEIGHTS for _ in range(weight)]
    return [chance.choice(makers)(chance) for _ in range(n)]


def hostile_answers(n: int, seed: str) -> list[tuple[Any, Any, Any]]:
    """That many (option, seat, number) for `Session.decide`, each of which has to be refused."""
    chance = random.Random(seed)
    return [chance.choice(ANSWERS)(chance) for _ in range(n)]


# -- lines -------------------------------------------------------------------------------------------------


def _line(**fields: Any) -> bytes:
    return json.dumps({"v": 1, **fields}).encode()


def bytes_at_random(chance: random.Random) -> bytes:
    return b"\xff" + bytes(chance.randrange(256) for _ in range(chance.randrange(200))).replace(b"\n", b"")


def half_a_message(chance: random.Random) -> bytes:
    whole = _line(type="decide", seat="player", option="F F")
    return whole[: chance.randrange(1, len(whole) - 1)]


def no_object(chance: random.Random) -> bytes:
    return chance.choice([b"null", b"[]", b"7", b'"decide"', b"NaN", b"-Infinity", b"true", b"[1, 2", b"{]", b"{}{}"])


def bad_unicode(chance: random.Random) -> bytes:
    text = chance.choice([b"\\ud800", b"\\udfff\\ud800", b"\xc3\x28", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"\\u12"])
    return b'{"v": 1, "type": "decide", "seat": "player", "option": "' + text + b'"}'


def not_a_number(chance: random.Random) -> bytes:
    value = chance.choice([b"NaN", b"Infinity", b"-Infinity", b"1e999", b"0x10", b"01", b"9" * 5000])
    return b'{"v": 1, "type": "decide", "seat": "player", "option": ' + value + b', "number": -5}'


def deep(chance: random.Random) -> bytes:
    depth = chance.choice([500, 5_000, 100_000])
    inner = b"[" * depth + b"]" * chance.choice([0, depth])
    if chance.random() < 0.5:
        return inner
    return b'{"v": 1, "type": "new", "options": {"pilots": ' + inner + b"}}"


def huge(chance: random.Random) -> bytes:
    return _line(type="decide", seat="player", option="F " * (MEGABYTE // 2 + chance.randrange(9)))


def long_but_allowed(chance: random.Random) -> bytes:
    return _line(type="decide", seat="player", option="F" * chance.choice([201, 5_000, 400_000]))


def wrong_version(chance: random.Random) -> bytes:
    version: Any = chance.choice([0, 2, -1, "1", None, 1.5, True, [], 10**20])
    return json.dumps({"v": version, "type": "decision"}).encode()


def unknown_type(chance: random.Random) -> bytes:
    return _line(type=chance.choice(["", "cheat", "DECIDE", None, 5, [], {}, "state", "__class__", "eval"]))


def unknown_field(chance: random.Random) -> bytes:
    field = chance.choice(["state", "dice", "seat2", "__init__", "", "draws"])
    return json.dumps({"v": 1, "type": "decision", field: 1}).encode()


def missing_field(chance: random.Random) -> bytes:
    return chance.choice(
        [_line(type="decide"), _line(type="decide", seat="player"), _line(type="perspective"), b'{"type": "decision"}']
    )


def wrong_seat(chance: random.Random) -> bytes:
    seat = chance.choice(["umpire", "public", "", "Player", "player ", "🂡", "p" * 5_000, "player\u200b"])
    option = chance.choice(["F F", "roll", 0, "red"])
    return _line(type=chance.choice(["decide", "why_not"]), seat=seat, option=option)


def other_eyes(chance: random.Random) -> bytes:
    seat = chance.choice(["umpire", "all", "*", "", "UMPIRE", "state"])
    kind = chance.choice(["perspective", "events", "undo"])
    return _line(type=kind, seat=seat)


def stale(chance: random.Random) -> bytes:
    number = chance.choice([-1, 10**6, 10**12, -(10**12)])
    return _line(type="decide", seat="player", option=chance.choice(["F F", 0, 1]), number=number)


def odd_option(chance: random.Random) -> bytes:
    return _line(type="decide", seat="player", option=chance.choice([v for v in ODD_VALUES if not isinstance(v, str)]))


def odd_text(chance: random.Random) -> bytes:
    text = chance.choice(NEVER_LEGAL)
    if chance.random() < 0.4:
        text = "¿" + "".join(chr(chance.choice([32, 0x2000]) + chance.randrange(90)) for _ in range(9))
    return _line(type="decide", seat="player", option=text)


def odd_everything(chance: random.Random) -> bytes:
    fields = {name: chance.choice(ODD_VALUES) for name in ("seat", "number")}
    return _line(type="decide", option=chance.choice(ODD_VALUES), **fields)


def bad_new(chance: random.Random) -> bytes:
    wrong: list[dict[str, Any]] = [
        {"scenario": "99"}, {"scenario": 4}, {"scenario": "🂡"}, {"options": {"28.9": True}}, {"options": []},
        {"options": {"28.4": "perhaps"}}, {"options": {"pilots": {"201": ["green"]}}}, {"options": {"pilots": 7}},
        {"options": {"equipment": {"999": ["Naxos"]}}}, {"bots": {"player": "random"}}, {"bots": {"umpire": "god"}},
        {"bots": {"nobody": "random"}}, {"seed": 5}, {"position": "/etc/passwd"}, {"position": "x = \n"},
        {"position": 'scenario = "4B"\nturn = "seven"\n'}, {"position": "[[[[\n"}, {"dice": [6, 6]},
        {"position": 'scenario = "4B"\nagenda = "[[\\"@os.system\\"]]"\n'},
    ]  # fmt: skip
    return _line(type="new", **chance.choice(wrong))


def bad_file(chance: random.Random) -> bytes:
    path = chance.choice(["/no/such/file", "", "/", "/dev/null", "x" * 5_000, "\u0000", "/etc/passwd"])
    return _line(type="load", path=path)


def peeping_save(chance: random.Random) -> bytes:
    return _line(type="save", path=chance.choice(["/no/such/folder/x.json", "/dev/full", "x\u0000y"]))


def hello_again(chance: random.Random) -> bytes:
    return _line(type="hello", seats=chance.choice([["umpire"], ["player", "umpire"], [], ["🂡"], "umpire"]))


def bad_since(chance: random.Random) -> bytes:
    return _line(type="events", seat="player", since=chance.choice([-1, "0", None, 1.5, [], -(10**20)]))


Maker = Callable[[random.Random], bytes]
WEIGHTS: list[tuple[Maker, int]] = [
    (bytes_at_random, 4), (half_a_message, 4), (no_object, 4), (bad_unicode, 4), (not_a_number, 4), (deep, 2),
    (huge, 1), (long_but_allowed, 2), (wrong_version, 5), (unknown_type, 5), (unknown_field, 5), (missing_field, 3),
    (wrong_seat, 8), (other_eyes, 8), (stale, 8), (odd_option, 8), (odd_text, 10), (odd_everything, 8), (bad_new, 8),
    (bad_file, 3), (peeping_save, 3), (hello_again, 3), (bad_since, 4),
]  # fmt: skip


# -- answers -----------------------------------------------------------------------------------------------


class Liar:
    """An object that says it equals everything."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


ANSWERS: list[Callable[[random.Random], tuple[Any, Any, Any]]] = [
    lambda chance: (chance.choice(NEVER_LEGAL), "player", None),
    lambda chance: (chance.choice(NEVER_LEGAL), None, None),
    lambda chance: (chance.choice([v for v in ODD_VALUES if not isinstance(v, str)]), "player", None),
    lambda chance: (chance.choice([object(), b"F F", bytearray(3), Liar(), float("nan"), int]), "player", None),
    lambda chance: (0, chance.choice(["umpire", "public", "", "🂡", "x" * 10_000]), None),
    lambda chance: (0, chance.choice([7, b"player", ("player",), 1.5, ["player"], {}]), None),
    lambda chance: (0, "player", chance.choice([-1, 10**9, "0", 0.5, [], {}, float("nan"), b"0"])),
    lambda chance: ("F " * chance.randrange(101, 5_000), "player", None),
    lambda chance: (chance.choice([-1, -(10**9), 10**6, 10**30]), "player", None),
]
