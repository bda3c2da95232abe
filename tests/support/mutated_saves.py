"""Save files as a vandal with the key would make them: any part changed, the log rewritten, all of it resealed."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import random
import zlib
from collections.abc import Callable
from functools import cache
from typing import Any, Final

from tests.support.mutated_files import CHANGES, EXTREMES, GAMES, ODD_WORDS, whole_position
from viermot import new_game
from viermot.fuzz import odd_options
from viermot.kernel import registry, saves, sealed
from viermot.kernel.canon import canonical
from viermot.kernel.record import chained
from viermot.kernel.session import Session

Raw = dict[str, Any]
ODD: Final[tuple[Any, ...]] = (
    None, True, 1.5, -1, 0, 7, 10**9, 10**30, "", "x", [], {}, [[]], {"x": 1}, [1, 2, 3], "player", "0" * 64,
    {"player": 5},
)  # fmt: skip
BOMB: Final = base64.b85encode(zlib.compress(b"[" * 40_000_000, 9)).decode()
LONGEST: Final = 60  # decisions of a game that is saved


@cache
def whole_save(number: int) -> bytes:
    """A save of a random game: begun from a scenario or a position, open or sealed; the same for the same number."""
    rng = random.Random(f"save:{number}")
    session = _begun(GAMES[number % len(GAMES)], number, rng)
    for _ in range(rng.randrange(LONGEST)):
        if not session.pending:
            break
        decision = rng.choice(session.pending)
        session.decide(decision.options[rng.randrange(len(decision.codes))], decision.seat, decision.number)
        if rng.random() < 0.05 and session.why_not_undo(decision.seat) is None:
            session.undo(decision.seat)
    seat = session.module.seats[0]
    session.marks[seat] = ["here", "there"][: number % 3]
    if number % 7 == 3 and session.result is None:
        return sealed.dump(session, seat)
    return saves.dump(session)


def _begun(game: str, number: int, rng: random.Random) -> Session:
    if number % 4 == 1:
        return new_game(game, position=whole_position(game, number % 20), seed=f"save {number}")
    module = registry.game(game)
    scenario = rng.choice([about.id for about in module.info(module.load_pack(None)).scenarios])
    options = odd_options(module, scenario, rng, {})
    seats = {registry.with_options(game, options).seats[-1]: "random"} if number % 3 == 0 else {}
    return new_game(game, scenario, options, seed=f"save {number}", seats=seats)


# -- one change to what a file says ---------------------------------------------------------------------------


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to every value inside one."""
    inner: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = [path] if path else []
    for key, part in inner:
        found += _places(part, (*path, key))
    return found


def _holder(raw: Any, path: tuple[Any, ...]) -> Any:
    for key in path[:-1]:
        raw = raw[key]
    return raw


def any_value(raw: Raw, rng: random.Random) -> None:
    """Some value anywhere becomes an odd one, another one's, or goes."""
    path = rng.choice(_places({name: part for name, part in raw.items() if name != "log" or rng.random() < 0.4}))
    holder, key = _holder(raw, path), path[-1]
    what = rng.randrange(5)
    if what == 0:
        del holder[key]
    elif what == 1:
        holder[key] = rng.choice(ODD)
    elif what == 2 and type(holder[key]) is int:
        holder[key] = rng.choice([holder[key] + 1, holder[key] - 1, rng.choice(EXTREMES)])
    elif what == 3 and isinstance(holder[key], str):
        text = holder[key]
        holder[key] = rng.choice([text[:-1], text + text, text[::-1], rng.choice(ODD_WORDS), text.upper()])
    else:
        other = rng.choice(_places(raw))
        holder[key] = json.loads(json.dumps(_holder(raw, other)[other[-1]]))


def a_part(raw: Raw, rng: random.Random) -> None:
    """A part of the head becomes odd, or one is added."""
    part = rng.choice([*[name for name in raw if name != "log"], "marks", "keys", "pack_content", "over", "extra"])
    raw[part] = rng.choice(ODD)


def the_log(raw: Raw, rng: random.Random) -> None:
    """Lines of the record go, stand twice, change places, or say something else."""
    log = raw.get("log")
    if not isinstance(log, list) or not log:
        return
    at, other = rng.randrange(len(log)), rng.randrange(len(log))
    what = rng.randrange(7)
    if what == 0:
        del log[at]
    elif what == 1:
        log.insert(other, json.loads(json.dumps(log[at])))
    elif what == 2:
        log[at], log[other] = log[other], log[at]
    elif what == 3:
        del log[at:]
    elif what == 4:
        seat = rng.choice(["player", "umpire", "british", "nobody", ""])
        word = rng.choice(["undo", "seat", "opened", "rekey", "start", "x"])
        choice = rng.choice(["1", "0", "-1", "random", "x", "", "99", "random until=turn"])
        log.insert(at + 1, [word, seat, "", choice, []])
    elif isinstance(log[at], list) and isinstance(log[other], list) and log[at] and len(log[other]) == 5:
        place = rng.randrange(len(log[at]))
        log[at][place] = log[other][min(place, 4)] if rng.random() < 0.6 else rng.choice(ODD)


def the_dice(raw: Raw, rng: random.Random) -> None:
    """Dice of the record show something else."""
    rolled = [line for line in raw.get("log") or () if isinstance(line, list) and len(line) == 5 and line[4]]
    if not rolled or not isinstance(rolled[0][4], list):
        return
    line = rng.choice(rolled)
    roll = rng.choice(line[4]) if isinstance(line[4], list) else None
    if not isinstance(roll, list) or len(roll) != 3 or not isinstance(roll[2], list) or not roll[2]:
        return
    roll[2][rng.randrange(len(roll[2]))] = rng.choice([0, 1, 6, 7, -1, 10**9, 2.5, None, True, "6"])


def the_position(raw: Raw, rng: random.Random) -> None:
    """The position it begins with is another one."""
    if not isinstance(raw.get("position"), str):
        if raw.get("game") not in GAMES or rng.random() < 0.7:
            return
        raw["position"] = whole_position(raw["game"], rng.randrange(20))
        return
    for _ in range(rng.choice((1, 1, 2))):
        raw["position"] = rng.choice([change for change, weight in CHANGES for _ in range(weight)])(
            raw["position"], rng
        )


def the_setup(raw: Raw, rng: random.Random) -> None:
    """Another scenario, other options, other rules, another game."""
    what = rng.choice(["scenario", "options", "rules_version", "game"])
    game = raw.get("game") if raw.get("game") in GAMES else GAMES[0]
    module = registry.game(str(game))
    ids = [about.id for about in module.info(module.load_pack(None)).scenarios]
    if what == "options":
        raw["options"] = odd_options(module, rng.choice(ids), rng, {})
    else:
        raw[what] = {"scenario": rng.choice(ids), "rules_version": "0.1", "game": rng.choice(GAMES)}[what]


def the_cache(raw: Raw, rng: random.Random) -> None:
    """The cached state is cut, changed, of something else, or a bomb."""
    state = raw.get("state")
    if not isinstance(state, str):
        return
    other = base64.b85encode(zlib.compress(canonical({"turn": 10**9}))).decode()
    raw["state"] = rng.choice([state[: len(state) // 2], state + "0", other, BOMB, "", "🂡", state[5:]])


Change = Callable[[Raw, random.Random], None]
SAVE_CHANGES: Final[tuple[tuple[Change, int], ...]] = (
    (any_value, 6), (a_part, 3), (the_log, 5), (the_dice, 3), (the_position, 4), (the_setup, 1), (the_cache, 1),
)  # fmt: skip


# -- sealed anew -----------------------------------------------------------------------------------------------


def resealed(raw: Raw) -> Raw:
    """With commitment, chain, seats and seal as somebody who has the key would make them."""
    with contextlib.suppress(Exception):  # what cannot be sealed is left as it is
        key = bytes.fromhex(raw["key"])
        parts = ("game", "scenario", "options", "rules_version", "pack", "position", "open_seed", "scripted", "casual")
        setup = {part: raw[part] for part in parts}
        raw["commitment"] = hashlib.sha256(key + canonical(setup)).hexdigest()
        entries = [saves._entry(line) for line in raw["log"]]
        keys = [key, *map(bytes.fromhex, raw.get("keys", ()))]
        raw["head"] = chained(keys, raw["commitment"], entries)
        raw["checks"] = {place: check for place, check in raw["checks"].items() if int(place) < 0}
        saved = saves.parse({**raw, "seal": "0" * 32}, "save")
        raw["seats"] = saves._seats_of(saved)
    with contextlib.suppress(Exception):
        raw["seal"] = saves.seal(bytes.fromhex(raw["key"]), raw)
    return raw


def mutated_save(index: int, seed: str = "mutants", wholes: int = 120) -> bytes:
    """The bytes of a mutant."""
    rng = random.Random(f"{seed}:save:{index}")
    data = whole_save(rng.randrange(wholes))
    if rng.random() < 0.04:
        return _bytes_changed(data, rng)
    raw = json.loads(data)
    if raw["viermot"] == "sealed":
        return _sealed_changed(raw, rng)
    _changed(raw, rng)
    if rng.random() < 0.9:
        resealed(raw)
    return json.dumps(raw).encode()


def _changed(raw: Raw, rng: random.Random) -> None:
    changes = [change for change, weight in SAVE_CHANGES for _ in range(weight)]
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        rng.choice(changes)(raw, rng)


def _sealed_changed(raw: Raw, rng: random.Random) -> bytes:
    """Inside and outside of a sealed file: whoever takes the program apart has the key to it as well."""
    locked = base64.b85decode(raw.pop("sealed"))
    inside = sealed._inside(sealed._unlock(sealed.PROGRAM, locked, canonical(raw)))
    if rng.random() < 0.3:
        a_part(raw, rng)
    if rng.random() < 0.2:
        inside[rng.choice(["save", "extra"])] = rng.choice(ODD)
    elif isinstance(inside["save"], dict):
        _changed(inside["save"], rng)
        resealed(inside["save"])
    packed = zlib.compress(canonical(inside), 9)
    body = len(packed).to_bytes(4, "big") + packed
    if rng.random() < 0.05:
        bomb = zlib.compress(b"[" * 80_000_000, 9)
        body = len(bomb).to_bytes(4, "big") + bomb
    try:
        raw["sealed"] = base64.b85encode(sealed._lock(sealed.PROGRAM, body, canonical(raw))).decode()
    except (TypeError, ValueError):
        raw["sealed"] = ""
    return json.dumps(raw).encode()


def _bytes_changed(data: bytes, rng: random.Random) -> bytes:
    what = rng.randrange(4)
    at = rng.randrange(len(data))
    if what == 0:
        return data[:at]
    if what == 1:
        return data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
    if what == 2:
        return data[:at] + data[at // 2 :]
    return rng.choice([b"", b"null", b"[]", b"{}", b"[" * 100_000, b'{"viermot": "save"}', b"\xff\xfe", b"9" * 9_000,
                          b"NaN"])  # fmt: skip
