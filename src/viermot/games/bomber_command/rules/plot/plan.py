"""A plan of the night: every raid with its route, as data, as one number, and as text [4.0].

    E main Bremen 1.1 D5 I5 J4* C7; B mosquito Wilhelmshaven from E entering I5 I4* C6; F gardening H3 2 D3 H3* D3

A raid is written as its letter, kind and target, "heavy" for a heavy load, its entry turn (".1" for a first move of one
hex) and its entry hex; then its waypoints, the target's with a star. An escort gives instead the raid it flies with and
the hex in which it breaks out, entering or leaving it; ".2" is that raid's second visit to the hex. Where two legs lead
to a waypoint, the first hex of the one meant is written before it: F5-G5.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from viermot.games.bomber_command.model.board import BY_NAME, DECOY, GARDENING, KINDS, LETTERS, NAME, OFF, SIZE
from viermot.games.bomber_command.model.ids import NO_HEX, NO_LETTER, Hex, Letter
from viermot.games.bomber_command.rules.plot.legs import Leg, hexes_of, leg_between, legs_between
from viermot.kernel.agenda import Notation, Unreadable

if TYPE_CHECKING:
    from viermot.games.bomber_command.model.layout import Layout
    from viermot.games.bomber_command.model.state import Game

NONE: Final = 255  # the byte for nothing
LATEST_TURN: Final = 24  # the last space of the Game Turn Track
TOO_LATE: Final = 99
LONGEST_TEXT: Final = 1200
NOWHERE: Final = -1  # in a path


class RaidPlan(NamedTuple):
    """One raid of a plan."""

    letter: Letter
    kind: int
    target: int  # a city, a mine hex, or OFF
    entry: int  # turn; an escort's is the turn it breaks out, or NOWHERE
    first: int  # hexes of its first move
    heavy: int
    parent: Letter  # of the raid it escorts, or NO_LETTER
    split: int  # where in the parent's path it breaks out, or NOWHERE
    leaving: int  # as the parent leaves that hex, not as it enters
    legs: tuple[Leg, ...]
    path: tuple[Hex, ...]  # every hex entered, from the entry or split hex to the exit hex
    aim: int  # where in the path the target is, or NOWHERE
    waypoints: int  # on the way out, the target's not counted


Plan = tuple[RaidPlan, ...]


# --- making raids ---------------------------------------------------------------------------------------


def path_of(start: Hex, legs: tuple[Leg, ...]) -> tuple[Hex, ...]:
    """Every hex of a route, the first included."""
    path = [start]
    for leg in legs:
        path += hexes_of(path[-1], leg)
    return tuple(path)


def waypoints_of(legs: tuple[Leg, ...]) -> list[int]:
    """Where in the path the legs end."""
    ends, at = [], 0
    for _, _, length in legs:
        at += length
        ends.append(at)
    return ends


def legs_until(legs: tuple[Leg, ...], index: int) -> int:
    """How many legs begin before that step of the path."""
    return sum(end - leg.hexes < index for leg, end in zip(legs, waypoints_of(legs), strict=True))


def course(raid: RaidPlan, index: int) -> int:
    """The direction (0 to 11) in which the raid enters that step of its path [12.1.3]."""
    for end, leg in zip(waypoints_of(raid.legs), raid.legs, strict=True):
        if index <= end:
            return leg.direction
    return raid.legs[-1].direction if raid.legs else 0


def flown(plan: Plan, raid: RaidPlan) -> int:
    """How many legs it flies on the way to the target, including those flown inside another raid."""
    count = legs_until(raid.legs, raid.aim if raid.aim > 0 else len(raid.path))
    parent = raid_of(plan, raid.parent)
    return count if parent is None else count + legs_until(parent.legs, raid.split)


def raid_of(plan: Plan, letter: Letter) -> RaidPlan | None:
    """The raid with that letter."""
    return next((raid for raid in plan if raid.letter == letter), None)


def finished(plan: Plan) -> Plan:
    """The plan with all that follows from its routes: the escorts' turns, and the waypoints."""
    done = []
    for raid in plan:
        parent = raid_of(plan, raid.parent) if raid.parent != NO_LETTER else None
        if parent is not None and parent is not raid:
            entry, first = break_out(parent, raid.split, raid.leaving)
            raid = raid._replace(entry=entry, first=first)
        waypoints = max(flown(plan, raid) - 1, 0) if raid.aim != NOWHERE else 0
        done.append(raid._replace(waypoints=waypoints))
    return tuple(done)


def turn_and_move(raid: RaidPlan, index: int) -> tuple[int, int]:
    """In which turn a raid that does not stop enters that step of its path, and as which hex of its move (1 or 2)."""
    if index < raid.first:
        return raid.entry, index + 1
    later = index - raid.first
    return raid.entry + 1 + later // 2, later % 2 + 1


def break_out(parent: RaidPlan, split: int, leaving: int) -> tuple[int, int]:
    """The turn in which an escort breaks out, and how many hexes it may still move; 0 would be illegal [4.4.1]."""
    turn, move = turn_and_move(parent, split)
    ends_here = move == (parent.first if turn == parent.entry else 2)
    if not ends_here:
        return turn, 1
    return (turn + 1, 2) if leaving else (turn, 0)


def ends(raid: RaidPlan) -> list[int]:
    """The step of its path that the raid is at when each turn ends, from its first turn to the one it leaves the map.

    Steps beyond the path are imaginary hexes in England [7.2.4].
    """
    at = raid.first if raid.parent != NO_LETTER else raid.first - 1  # an escort starts in its split hex
    places = [at]
    while at < len(raid.path):
        at += 1 if raid.kind == GARDENING and at + 1 == raid.aim else 2
        places.append(at)
    return places


# --- as a number ------------------------------------------------------------------------------------------


def encode(plan: Plan) -> int:
    """The plan as one number."""
    data = bytearray([1])
    for raid in plan:
        data += bytes(
            [
                raid.letter,
                raid.kind,
                NONE if raid.target == OFF else raid.target,
                raid.entry,
                raid.first | raid.heavy << 2 | raid.leaving << 3,
                NONE if raid.parent == NO_LETTER else raid.parent,
                raid.path[0],
            ]
        )
        for place in (raid.split + 1, raid.aim + 1, len(raid.legs)):  # absurd routes are for the rules to refuse
            data += place.to_bytes(2, "big")
        for direction, side, length in raid.legs:
            data += bytes([direction * 2 + side, length])
    return int.from_bytes(data, "big")


@lru_cache(maxsize=512)
def decode(code: int) -> Plan:
    """The plan a number stands for; the number must come from `encode`."""
    data = code.to_bytes((code.bit_length() + 7) // 8, "big")
    plan: list[RaidPlan] = []
    at = 1
    while at < len(data):
        letter, kind, target, entry, bits, parent, start = data[at : at + 7]
        split, aim, count = (int.from_bytes(data[at + i : at + i + 2], "big") for i in (7, 9, 11))
        at += 13
        legs = tuple(Leg(data[i] // 2, data[i] % 2, data[i + 1]) for i in range(at, at + 2 * count, 2))
        at += 2 * count
        plan.append(
            RaidPlan(
                Letter(letter),
                kind,
                _or_off(target),
                entry,
                bits & 3,
                bits >> 2 & 1,
                Letter(_or_off(parent)),
                split - 1,
                bits >> 3 & 1,
                legs,
                path_of(Hex(start), legs),
                aim - 1,
                0,
            )
        )
    return finished(tuple(plan))


def _or_off(value: int) -> int:
    return OFF if value == NONE else value


# --- as text ----------------------------------------------------------------------------------------------


def city_word(name: str) -> str:
    """A city as it is written in a plan: München_Gladbach, Wuppertal."""
    return name.split(" / ")[0].replace(" ", "_")


def write_plan(layout: Layout, plan: Plan) -> str:
    """The plan as text, with a semicolon between raids."""
    return "; ".join(_write_raid(layout, plan, raid) for raid in plan)


def _write_raid(layout: Layout, plan: Plan, raid: RaidPlan) -> str:
    words = [LETTERS[raid.letter], KINDS[raid.kind]]
    if raid.kind == GARDENING:
        words.append(NAME[raid.target])
    elif raid.target != OFF:
        words.append(city_word(layout.cities[raid.target].name))
    if raid.heavy:
        words.append("heavy")
    parent = raid_of(plan, raid.parent) if raid.parent != NO_LETTER else None
    if parent is not None:
        hex_ = raid.path[0]
        visit = parent.path[: raid.split + 1].count(hex_)
        times = f".{visit}" if visit > 1 else ""
        words += ["from", LETTERS[parent.letter], "leaving" if raid.leaving else "entering", NAME[hex_] + times]
    else:
        words += [str(raid.entry) + ("" if raid.first == 2 else ".1"), NAME[raid.path[0]]]
        if raid.aim == 0:
            words[-1] += "*"
    at = 0
    for leg in raid.legs:
        start, line = raid.path[at], hexes_of(raid.path[at], leg)
        at += leg.hexes
        word = NAME[line[-1]] + ("*" if at == raid.aim else "")
        words.append(word if len(legs_between(start, line[-1])) == 1 else f"{NAME[line[0]]}-{word}")
    return " ".join(words)


def read_plan(layout: Layout, text: str) -> Plan:
    """The plan a text describes, legal or not; Unreadable if it describes none."""
    raids = [part for part in text.split(";") if part.strip()]
    if not raids:
        raise Unreadable("bomber_command.unreadable.plan", "4.0a", text=text.strip())
    plan: list[RaidPlan] = []
    for part in sorted(raids, key=is_escort):  # after the raids they fly with
        plan.append(_read_raid(layout, tuple(plan), _Words(part)))
    order = [part.split()[0].upper() for part in raids]
    plan.sort(key=lambda raid: order.index(LETTERS[raid.letter]))
    return finished(tuple(plan))


def is_escort(raid: str) -> bool:
    """Does the text of a raid say which raid it flies with?"""
    return "from" in raid.lower().split()


class _Words:
    """The words of one raid, taken one by one."""

    def __init__(self, text: str) -> None:
        self.text = text.strip()
        self.words = text.split()[::-1]

    def take(self, key: str, rule: str) -> str:
        if not self.words:
            raise Unreadable(f"bomber_command.unreadable.{key}", rule, text=self.text)
        return self.words.pop()

    def take_if(self, word: str) -> bool:
        found = bool(self.words) and self.words[-1].lower() == word
        if found:
            self.words.pop()
        return found


def _wrong(key: str, rule: str, text: str) -> Unreadable:
    return Unreadable(f"bomber_command.unreadable.{key}", rule, text=text)


def _read_raid(layout: Layout, before: Plan, words: _Words) -> RaidPlan:
    letter = _letter(words.take("letter", "4.1"))
    kind_word = words.take("kind", "2.2.1").lower()
    if kind_word not in KINDS:
        raise _wrong("kind", "2.2.1", kind_word)
    kind = KINDS.index(kind_word)
    target = _target(layout, kind, words)
    heavy = int(words.take_if("heavy"))
    parent, split, leaving, entry, first = NO_LETTER, NOWHERE, 0, 0, 0
    stars: list[int] = []  # the steps at which the plan says that the bombs fall
    if words.take_if("from"):
        parent, leaving, split, start = _escort(before, words)
    else:
        entry, first = _entry(words.take("entry", "4.2.2b"))
        start, starred = _starred(words.take("waypoint", "4.2a"))
        stars = [0] if starred else []
    legs, path = _route(start, words, stars)
    hex_ = Hex(target) if kind == GARDENING else layout.cities[target].hex if target != OFF else NO_HEX
    aim = _first_visit(path, hex_, 1 if parent != NO_LETTER else 0)
    if stars and stars != [aim] and (kind == DECOY or aim == 0 or aim in waypoints_of(legs)):
        raise _wrong("star", "4.2.1c", words.text)  # not over the target, or not on the first visit to it
    return RaidPlan(letter, kind, target, entry, first, heavy, parent, split, leaving, legs, path, aim, 0)


def _first_visit(path: tuple[Hex, ...], hex_: Hex, start: int) -> int:
    return path.index(hex_, start) if hex_ in path[start:] else NOWHERE


def _letter(word: str) -> Letter:
    if len(word) == 1 and word.upper() in LETTERS:
        return Letter(LETTERS.index(word.upper()))
    raise _wrong("letter", "4.1", word)


def _target(layout: Layout, kind: int, words: _Words) -> int:
    if kind == DECOY:
        return OFF
    if kind == GARDENING:
        return _hex(words.take("garden", "4.3.3a"))
    word = words.take("city", "3.5.2")
    wanted = word.casefold()
    for number, city in enumerate(layout.cities):
        if wanted in (city_word(city.name).casefold(), city.name.replace(" ", "").casefold()):
            return number
    if any(wanted == name.replace(" ", "_").casefold() for name, _ in layout.scenario.occupied):
        raise _wrong("occupied", "3.3.1a", word)
    raise _wrong("city", "3.5.2", word)


def _entry(word: str) -> tuple[int, int]:
    turn, _, hexes = word.partition(".")
    if not (turn.isascii() and turn.isdigit() and hexes in ("", "1", "2") and len(turn) < 4):
        raise _wrong("entry", "4.2.2b", word)
    return min(int(turn), TOO_LATE), int(hexes or "2")


def _escort(before: Plan, words: _Words) -> tuple[Letter, int, int, Hex]:
    """The parent's letter, whether the escort breaks out leaving, the step of the parent's path, and the hex."""
    parent = raid_of(before, _letter(words.take("letter", "4.4.1a")))
    if parent is None:
        raise _wrong("parent", "4.4.1a", words.text)
    leaving = words.take_if("leaving")
    if not leaving and not words.take_if("entering"):
        raise _wrong("break_out", "4.4.1b", words.text)
    name, _, visit = words.take("break_out", "4.4.1b").partition(".")
    hex_ = _hex(name)
    visits = [index for index, there in enumerate(parent.path) if there == hex_]
    number = int(visit) if visit.isascii() and visit.isdigit() else 1
    if not 1 <= number <= len(visits):
        raise _wrong("split", "4.4.1b", name)
    return parent.letter, int(leaving), visits[number - 1], hex_


def _starred(word: str) -> tuple[Hex, bool]:
    """A hex, and whether it has the star of the target."""
    bare = word.removesuffix("*")
    return _hex(bare), bare != word


def _hex(word: str) -> Hex:
    found = BY_NAME.get(word.upper())
    if found is None or found >= SIZE:
        raise _wrong("hex", "2.1.1a", word)
    return found


def _route(start: Hex, words: _Words, stars: list[int]) -> tuple[tuple[Leg, ...], tuple[Hex, ...]]:
    """The legs and hexes from there on; starred waypoints are noted."""
    legs: list[Leg] = []
    at, gone = start, 0
    while words.words:
        word = words.words.pop()
        via, dash, name = word.rpartition("-")
        end, starred = _starred(name)
        leg = leg_between(at, end, _hex(via) if dash else OFF)
        if leg is None:
            raise _wrong("leg", "4.2.1a", f"{NAME[at]} {word}")
        legs.append(leg)
        at, gone = end, gone + leg.hexes
        if starred:
            stars.append(gone)
    return tuple(legs), path_of(start, tuple(legs))


class PlanNotation(Notation):
    """A whole plan."""

    longest = LONGEST_TEXT

    def write(self, game: Game, option: int) -> str:
        return write_plan(game.layout, decode(option))

    def read(self, game: Game, text: str) -> int:
        return encode(read_plan(game.layout, text))


PLAN: Final = PlanNotation()
