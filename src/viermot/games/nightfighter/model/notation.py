"""How options are written and read: hexes "0712", places "1020 N", paths "F F R F", fighters "201", contacts "C3"."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from viermot.games.nightfighter.model.board import HEXES, NEIGHBOUR, OFF, SIZE
from viermot.games.nightfighter.model.ids import Hex
from viermot.kernel.agenda import Facts, Notation, Unreadable
from viermot.kernel.hexes import DIRECTIONS, BadHex

if TYPE_CHECKING:
    from viermot.games.nightfighter.model.state import Game

NO_HEX: Final = Hex(SIZE)
IN_BOX: Final = SIZE * 6
NONE: Final = "none"
STRAIGHT, TURN_LEFT, TURN_RIGHT = range(3)


def read_hex(text: str) -> int:
    """A hex of the map; Unreadable, citing the rule about the grid, if it is none [2.1.1a]."""
    try:
        return HEXES.parse(text)
    except BadHex:
        raise Unreadable("unreadable.hex", "2.1.1a", text=text) from None


class HexNotation(Notation):
    """A hex, or "none"."""

    def write(self, game: Game, option: int) -> str:
        return NONE if option == NO_HEX else HEXES.name(Hex(option))

    def read(self, game: Game, text: str) -> int:
        return NO_HEX if text.strip().lower() == NONE else read_hex(text)


class PlaceNotation(Notation):
    """A hex and a facing: 1020 N; or the radio beacon box, also "stay"."""

    def write(self, game: Game, option: int) -> str:
        if option == IN_BOX:
            return "box"
        return f"{HEXES.name(Hex(option // 6))} {DIRECTIONS[option % 6]}"

    def read(self, game: Game, text: str) -> int:
        words = text.upper().split()
        if words in (["BOX"], ["STAY"]):
            return IN_BOX
        if len(words) != 2 or not text.isascii():
            raise Unreadable("unreadable.place", text=text)
        hex_ = read_hex(words[0])
        if words[1] not in DIRECTIONS:
            raise Unreadable("unreadable.facing", "2.2.1b", text=words[1], facings=", ".join(DIRECTIONS))
        return hex_ * 6 + DIRECTIONS.index(words[1])


class FighterNotation(Notation):
    """One of the player's fighters, by id."""

    def write(self, game: Game, option: int) -> str:
        return str(game.layout.fighters[option].ident)

    def read(self, game: Game, text: str) -> int:
        for number, fit in game.layout.numbered():
            if str(fit.ident) == text.strip():
                return number
        raise Unreadable("unreadable.fighter", text=text)


class FighterOrNoneNotation(FighterNotation):
    """One of the player's fighters, or "none"."""

    def write(self, game: Game, option: int) -> str:
        return NONE if option < 0 else super().write(game, option)

    def read(self, game: Game, text: str) -> int:
        return -1 if text.strip().lower() == NONE else super().read(game, text)


class ContactNotation(Notation):
    """An enemy as the player knows it: C and the number of the contact; or "none"."""

    def write(self, game: Game, option: int) -> str:
        return f"C{option}" if option else NONE

    def read(self, game: Game, text: str) -> int:
        word = text.strip().upper()
        if word == "NONE":
            return 0
        digits = word[1:] if word.startswith("C") else word
        if digits.isascii() and digits.isdigit():
            return int(digits)
        raise Unreadable("unreadable.contact", text=text)


class AttackerNotation(Notation):
    """An attacker by its id, for the umpire."""

    def write(self, game: Game, option: int) -> str:
        return str(game.a_id[option])

    def read(self, game: Game, text: str) -> int:
        for number, ident in enumerate(game.a_id):
            if str(ident) == text.strip():
                return number
        raise Unreadable("unreadable.attacker", text=text)


class PathNotation(Notation):
    """A fighter's move: F for each hex forward, L or R for a turn after it."""

    def write(self, game: Game, option: int) -> str:
        return " ".join("F" + ("", " L", " R")[turn] for turn in steps_of(option))

    def read(self, game: Game, text: str) -> int:
        if not text.isascii():  # upper() would make FF of a ligature
            raise Unreadable("unreadable.path", text=text)
        turns: list[int] = []
        for letter in text.upper().replace(" ", ""):
            if letter == "F":
                turns.append(STRAIGHT)
            elif letter in "LR":
                if not turns or turns[-1] != STRAIGHT:
                    raise Unreadable("unreadable.turn", "9.2b")
                turns[-1] = TURN_LEFT if letter == "L" else TURN_RIGHT
            else:
                raise Unreadable("unreadable.path", text=letter)
        if not turns:
            raise Unreadable("unreadable.path", text=text)
        return path_of(turns)

    def in_words(self, game: Game, facts: Facts, text: str) -> tuple[str, Facts] | None:
        """The hexes it leads through and how it ends, for anyone who cannot fly by letters."""
        if "fighter" in facts:
            hex_, facing = game.f_hex[facts["fighter"]], game.f_facing[facts["fighter"]]
        else:
            hex_, facing = game.a_hex[facts["attacker"]], game.a_facing[facts["attacker"]]
        through: list[str] = []
        for turn in steps_of(self.read(game, text)):
            hex_, facing = end_of(hex_, facing, path_of([turn]))
            if hex_ == OFF:
                key = "nightfighter.way_off" if through else "nightfighter.way_straight_off"
                return key, {"hexes": " · ".join(through)}
            through.append(HEXES.name(hex_))
        return "nightfighter.way", {"hexes": " · ".join(through), "facing": DIRECTIONS[facing]}


def path_of(turns: list[int]) -> int:
    """A path as one int: a leading 1, then in base three what is done after each hex."""
    path = 1
    for turn in turns:
        path = path * 3 + turn
    return path


@cache
def steps_of(path: int) -> tuple[int, ...]:
    """What is done after each hex of a path, in order."""
    turns: list[int] = []
    while path > 1:
        path, turn = divmod(path, 3)
        turns.append(turn)
    return tuple(turns[::-1])


Move = tuple[int, int, int, int]  # may a path end here? And the line after one hex straight on, left, right; or -1


@lru_cache(maxsize=1_000)
def moves_of(paths: tuple[int, ...]) -> list[Move]:
    """These paths as a table of what may follow what: line 0 is the start, and lines with the same future are merged.

    In the open sky that is one line per MP; near the edge of the map it takes a few more.

    >>> moves_of(paths(HEXES.parse("1010"), 3, 2, 3, True))
    [(0, 1, 1, 1), (0, 2, 2, 2), (1, 3, 3, 3), (1, -1, -1, -1)]
    """
    whole = frozenset(paths)
    begun = set(whole)
    for path in paths:
        while (path := path // 3) and path not in begun:
            begun.add(path)
    lines: dict[Move, int] = {}
    known: dict[int, int] = {}
    for path in sorted(begun, reverse=True):  # what follows a path is a greater number than the path
        after = [known.get(path * 3 + turn, -1) for turn in (STRAIGHT, TURN_LEFT, TURN_RIGHT)]
        line = (int(path in whole), after[0], after[1], after[2])
        known[path] = lines.setdefault(line, len(lines))
    last = len(lines) - 1  # the start was found last, and comes first

    def turned_round(line: int) -> int:
        return last - line if line >= 0 else -1

    return [
        (ends, turned_round(straight), turned_round(left), turned_round(right))
        for ends, straight, left, right in reversed(lines)
    ]


def end_of(hex_: Hex, facing: int, path: int) -> tuple[Hex, int]:
    """Where a path leads: hex (OFF if it leaves the map) and facing [9.2a, 9.2b, 9.2.1]."""
    for turn in steps_of(path):
        hex_ = NEIGHBOUR[hex_ * 6 + facing]
        if hex_ == OFF:
            break
        if turn:
            facing = (facing + (5 if turn == TURN_LEFT else 1)) % 6
    return hex_, facing


def shortest_way(hex_: Hex, facing: int, goal: Hex) -> int:
    """The shortest path to a hex, whatever MP it takes: what somebody means who names a hex that is out of reach.

    >>> PathNotation().write(None, shortest_way(HEXES.parse("1010"), 3, HEXES.parse("1009")))  # right behind it
    'F L F L F L F L F F'
    """
    begun = {(hex_, facing): 1}
    while True:
        longer: dict[tuple[Hex, int], int] = {}
        for (here, ahead), path in begun.items():
            for turn in (STRAIGHT, TURN_LEFT, TURN_RIGHT):
                there = end_of(here, ahead, path_of([turn]))
                if there[0] == goal:
                    return path * 3 + turn
                if there[0] != OFF:
                    longer.setdefault(there, path * 3 + turn)
        begun = longer


def paths(hex_: Hex, facing: int, minimum: int, maximum: int, may_turn: bool) -> tuple[int, ...]:
    """Every legal path of ``minimum`` to ``maximum`` MP [9.1b, 9.2]."""
    if MARGIN[hex_] > maximum:
        return _open_sky(minimum, maximum, may_turn)
    return _near_the_edge(hex_, facing, minimum, maximum, may_turn)


@lru_cache(maxsize=20_000)
def _near_the_edge(hex_: Hex, facing: int, minimum: int, maximum: int, may_turn: bool) -> tuple[int, ...]:
    """The paths of a fighter that may leave the map, which ends its flight early [9.2.1]."""
    found: list[int] = []
    for mp in range(1, maximum + 1):
        leaving, staying = _paths_of(hex_, facing, mp, may_turn)
        found += leaving
        if mp >= minimum:
            found += staying
    return tuple(found)


@lru_cache(maxsize=40_000)
def _paths_of(hex_: Hex, facing: int, mp: int, may_turn: bool) -> tuple[Sequence[int], Sequence[int]]:
    """The paths of this many MP: those that leave the map with the last one, and those that do not.

    Built as a first hex and every path from there on, so that many paths share their parts.
    """
    if MARGIN[hex_] > mp:
        return (), _open_sky(mp, mp, may_turn)
    there = NEIGHBOUR[hex_ * 6 + facing]
    if there == OFF:
        return ([path_of([STRAIGHT])], []) if mp == 1 else ([], [])
    turns = (STRAIGHT, TURN_LEFT, TURN_RIGHT) if may_turn else (STRAIGHT,)
    if mp == 1:
        return [], [path_of([turn]) for turn in turns]
    leaving: list[int] = []
    staying: list[int] = []
    for turn in turns:
        ahead = facing if turn == STRAIGHT else (facing + (5 if turn == TURN_LEFT else 1)) % 6
        first = (2 + turn) * 3 ** (mp - 1)  # puts this turn before the others of a path
        out, on = _paths_of(there, ahead, mp - 1, may_turn)
        leaving += [first + path for path in out]
        staying += [first + path for path in on]
    return leaving, staying


@cache
def _open_sky(minimum: int, maximum: int, may_turn: bool) -> tuple[int, ...]:
    """The paths of a fighter too far from any edge to leave the map: the same everywhere."""
    found: list[int] = []
    ends = [1]
    for spent in range(1, maximum + 1):
        ends = [end * 3 + turn for end in ends for turn in ((0, 1, 2) if may_turn else (0,))]
        if spent >= minimum:
            found.extend(ends)
    return tuple(found)


def _margin(hex_: Hex) -> int:
    """The fewest MP that take it off the map from here."""
    column, row = HEXES.column[hex_], HEXES.row[hex_]
    return min(column, row, HEXES.columns + 1 - column, HEXES.rows + 1 - row)


MARGIN: Final = bytes(map(_margin, HEXES.all))
HEX: Final = HexNotation()
PLACE: Final = PlaceNotation()
FIGHTER: Final = FighterNotation()
FIGHTER_OR_NONE: Final = FighterOrNoneNotation()
CONTACT: Final = ContactNotation()
ATTACKER: Final = AttackerNotation()
PATH: Final = PathNotation()
