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
    rng = random.Random(seed)
    makers = [maker for maker, weight in WEIGHTS for _ in range(weight)]
    return [rng.choice(makers)(rng) for _ in range(n)]


def hostile_answers(n: int, seed: str) -> list[tuple[Any, Any, Any]]:
    """That many (option, seat, number) for `Session.decide`, each of which has to be refused."""
    rng = random.Random(seed)
    return [rng.choice(ANSWERS)(rng) for _ in range(n)]


# -- lines -------------------------------------------------------------------------------------------------


def _line(**fields: Any) -> bytes:
    return json.dumps({"v": 1, **fields}).encode()


def bytes_at_random(rng: random.Random) -> bytes:
    return b"\xff" + bytes(rng.randrange(256) for _ in range(rng.randrange(200))).replace(b"\n", b"")


def half_a_message(rng: random.Random) -> bytes:
    whole = _line(type="decide", seat="player", option="F F")
    return whole[: rng.randrange(1, len(whole) - 1)]


def no_object(rng: random.Random) -> bytes:
    return rng.choice([b"null", b"[]", b"7", b'"decide"', b"NaN", b"-Infinity", b"true", b"[1, 2", b"{]", b"{}{}"])


def bad_unicode(rng: random.Random) -> bytes:
    text = rng.choice([b"\\ud800", b"\\udfff\\ud800", b"\xc3\x28", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"\\u12"])
    return b'{"v": 1, "type": "decide", "seat": "player", "option": "' + text + b'"}'


def not_a_number(rng: random.Random) -> bytes:
    value = rng.choice([b"NaN", b"Infinity", b"-Infinity", b"1e999", b"0x10", b"01", b"9" * 5000])
    return b'{"v": 1, "type": "decide", "seat": "player", "option": ' + value + b', "number": -5}'


def deep(rng: random.Random) -> bytes:
    depth = rng.choice([500, 5_000, 100_000])
    inner = b"[" * depth + b"]" * rng.choice([0, depth])
    if rng.random() < 0.5:
        return inner
    return b'{"v": 1, "type": "new", "options": {"pilots": ' + inner + b"}}"


def huge(rng: random.Random) -> bytes:
    return _line(type="decide", seat="player", option="F " * (MEGABYTE // 2 + rng.randrange(9)))


def long_but_allowed(rng: random.Random) -> bytes:
    return _line(type="decide", seat="player", option="F" * rng.choice([201, 5_000, 400_000]))


def wrong_version(rng: random.Random) -> bytes:
    version: Any = rng.choice([0, 2, -1, "1", None, 1.5, True, [], 10**20])
    return json.dumps({"v": version, "type": "decision"}).encode()


def unknown_type(rng: random.Random) -> bytes:
    return _line(type=rng.choice(["", "cheat", "DECIDE", None, 5, [], {}, "state", "__class__", "eval"]))


def unknown_field(rng: random.Random) -> bytes:
    field = rng.choice(["state", "dice", "seat2", "__init__", "", "draws"])
    return json.dumps({"v": 1, "type": "decision", field: 1}).encode()


def missing_field(rng: random.Random) -> bytes:
    return rng.choice(
        [_line(type="decide"), _line(type="decide", seat="player"), _line(type="perspective"), b'{"type": "decision"}']
    )


def wrong_seat(rng: random.Random) -> bytes:
    seat = rng.choice(["umpire", "public", "", "Player", "player ", "🂡", "p" * 5_000, "player\u200b"])
    option = rng.choice(["F F", "roll", 0, "red"])
    return _line(type=rng.choice(["decide", "why_not"]), seat=seat, option=option)


def other_eyes(rng: random.Random) -> bytes:
    seat = rng.choice(["umpire", "all", "*", "", "UMPIRE", "state"])
    kind = rng.choice(["perspective", "events", "undo"])
    return _line(type=kind, seat=seat)


def stale(rng: random.Random) -> bytes:
    number = rng.choice([-1, 10**6, 10**12, -(10**12)])
    return _line(type="decide", seat="player", option=rng.choice(["F F", 0, 1]), number=number)


def odd_option(rng: random.Random) -> bytes:
    return _line(type="decide", seat="player", option=rng.choice([v for v in ODD_VALUES if not isinstance(v, str)]))


def odd_text(rng: random.Random) -> bytes:
    text = rng.choice(NEVER_LEGAL)
    if rng.random() < 0.4:
        text = "¿" + "".join(chr(rng.choice([32, 0x2000]) + rng.randrange(90)) for _ in range(9))
    return _line(type="decide", seat="player", option=text)


def odd_everything(rng: random.Random) -> bytes:
    fields = {name: rng.choice(ODD_VALUES) for name in ("seat", "number")}
    return _line(type="decide", option=rng.choice(ODD_VALUES), **fields)


def bad_new(rng: random.Random) -> bytes:
    wrong: list[dict[str, Any]] = [
        {"scenario": "99"}, {"scenario": 4}, {"scenario": "🂡"}, {"options": {"28.9": True}}, {"options": []},
        {"options": {"28.4": "perhaps"}}, {"options": {"pilots": {"201": ["green"]}}}, {"options": {"pilots": 7}},
        {"options": {"equipment": {"999": ["Naxos"]}}}, {"bots": {"player": "random"}}, {"bots": {"umpire": "god"}},
        {"bots": {"nobody": "random"}}, {"seed": 5}, {"position": "/etc/passwd"}, {"position": "x = \n"},
        {"position": 'scenario = "4B"\nturn = "seven"\n'}, {"position": "[[[[\n"}, {"dice": [6, 6]},
        {"position": 'scenario = "4B"\nagenda = "[[\\"@os.system\\"]]"\n'},
    ]  # fmt: skip
    return _line(type="new", **rng.choice(wrong))


def bad_file(rng: random.Random) -> bytes:
    path = rng.choice(["/no/such/file", "", "/", "/dev/null", "x" * 5_000, "\u0000", "/etc/passwd"])
    return _line(type="load", path=path)


def peeping_save(rng: random.Random) -> bytes:
    return _line(type="save", path=rng.choice(["/no/such/folder/x.json", "/dev/full", "x\u0000y"]))


def hello_again(rng: random.Random) -> bytes:
    return _line(type="hello", seats=rng.choice([["umpire"], ["player", "umpire"], [], ["🂡"], "umpire"]))


def bad_since(rng: random.Random) -> bytes:
    return _line(type="events", seat="player", since=rng.choice([-1, "0", None, 1.5, [], -(10**20)]))


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
    lambda rng: (rng.choice(NEVER_LEGAL), "player", None),
    lambda rng: (rng.choice(NEVER_LEGAL), None, None),
    lambda rng: (rng.choice([v for v in ODD_VALUES if not isinstance(v, str)]), "player", None),
    lambda rng: (rng.choice([object(), b"F F", bytearray(3), Liar(), float("nan"), int]), "player", None),
    lambda rng: (0, rng.choice(["umpire", "public", "", "🂡", "x" * 10_000]), None),
    lambda rng: (0, rng.choice([7, b"player", ("player",), 1.5, ["player"], {}]), None),
    lambda rng: (0, "player", rng.choice([-1, 10**9, "0", 0.5, [], {}, float("nan"), b"0"])),
    lambda rng: ("F " * rng.randrange(101, 5_000), "player", None),
    lambda rng: (rng.choice([-1, -(10**9), 10**6, 10**30]), "player", None),
]
