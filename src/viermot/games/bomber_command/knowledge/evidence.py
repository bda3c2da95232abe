"""What the German player has been told of the raids, turn by turn, read off his own events [7.2c, 8.2, 8.3].

On a roll above the jamming level every raid on the map is shown, on one below it none; flak and Himmelbett markers tell
what flew where, and their absence shows what did not. Letters tie hits in a raid box to the place where they were
scored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from viermot.games.bomber_command.model.board import BRITISH, DECOY, GARDENING, MAIN, MOSQUITO, OFF
from viermot.games.bomber_command.model.ids import NO_CITY, NO_HEX, City, Hex, Letter, Unit
from viermot.kernel.agenda import Logged

if TYPE_CHECKING:
    from viermot.games.bomber_command.knowledge.perspective import RaidView
    from viermot.games.bomber_command.model.layout import Layout

Kinds = frozenset[int]  # of raids
UNANNOUNCED: Final = frozenset((MAIN, GARDENING))  # what need not be admitted to nightfighters [9.9, 4.3.4b]
NO_DECOY: Final = frozenset((MAIN, GARDENING, MOSQUITO))  # ... and to flak
STREAM: Final = DECOY  # stands for whatever has a stream, a Main Force or a Decoy raid
HAS_STREAM: Final = frozenset((MAIN, DECOY))
STREAM_FOLLOWS: Final = "7.2.4c"  # cited when the counter has left the map and the stream has not
LEFT_BEHIND: Final = "9.4.3b"  # cited when a unit comes out of a raid because that is home
SOMEWHERE: Final = NO_HEX  # where a raid was when only its letter was told
FALSE_PLOT: Final = "FALSE PLOT"
Learned = bool | int | tuple[int, ...] | frozenset[Hex]  # one thing that was learned in a turn
HITS: Final = frozenset(("bombers_lost", "disrupted", "flak_damage", "hunted"))  # told with the letter of the box


@dataclass
class TurnEvidence:
    """What was learned of the raids in one turn."""

    raids: tuple[Hex, ...] = ()  # where raid counters were laid, a false one perhaps among them
    streams: frozenset[Hex] = frozenset()
    complete: bool = False  # is every raid on the map among them? [8.2d]
    clear: bool = False  # and every stream? [8.2.1]
    false: frozenset[Hex] = frozenset()  # those found to be false
    doubtful: bool = False  # one of the counters may be false: the card was played
    drops: tuple[City, ...] = ()  # the cities on which bombs begin to fall
    mines: tuple[Hex, ...] = ()
    flak: tuple[Hex, ...] = ()  # a marker for each raid that passes
    gci: tuple[Hex, ...] = ()
    city_flak: tuple[City, ...] = ()  # a marker for each raid that is over its target [10.2b]
    guns: frozenset[Hex] = frozenset()  # where Mobile Flak has stood since an earlier turn [9.6]
    all_streams: bool = False  # is every raid with a stream shown, if no other? [8.2c]
    left: int = 0  # raids that left the map
    streams_left: int = 0  # those of them whose stream was still on it [7.2.4c]
    home: tuple[int, ...] = ()  # raids that came home: STREAM, MOSQUITO or GARDENING
    forgotten: bool = False  # no conclusions are drawn from what was not reported in this turn

    @property
    def key(self) -> tuple[Learned, ...]:
        """All of it."""
        return tuple(vars(self).values())


@dataclass
class Evidence:
    """What was learned of the raids so far."""

    turns: list[TurnEvidence] = field(default_factory=lambda: [TurnEvidence()])  # by number; there is no turn 0
    kinds: dict[tuple[int, City], int] = field(default_factory=dict)  # of what bombed a city, by turn of the drop
    met: list[tuple[int, Hex, Kinds]] = field(
        default_factory=list
    )  # turn, hex, and what the raid attacked there may be
    places: dict[Letter, list[tuple[int, Hex]]] = field(default_factory=dict)  # where the raid of a letter was
    named: dict[Letter, Kinds] = field(default_factory=dict)  # what the raid of a letter may be
    admitted: dict[Letter, Kinds] = field(default_factory=dict)  # the same from what was said when it was hit
    bombs: dict[Letter, City] = field(default_factory=dict)  # the city on which it has dropped its bombs
    landed: dict[Letter, int] = field(default_factory=dict)  # the turn in which it came home
    flying: dict[Letter, set[int]] = field(default_factory=dict)  # turns at whose end a unit was inside it
    disrupted: dict[Letter, int] = field(default_factory=dict)  # Disrupt markers that were put into a raid box
    now: int = 0  # the last turn in which raids have moved
    attacked: Kinds = UNANNOUNCED  # what the raid of the last attack may be
    damaged: bool = False  # did it have Flak Damage?

    def known(self) -> Known:
        """What was told of all turns in which raids have moved."""
        turns = tuple(self.turns[: self.now + 1])
        is_past = self.now + 1 < len(self.turns)
        return Known(turns, tuple([told.key for told in turns]), tuple(sorted(self.kinds.items())), is_past)


Drop = tuple[int, City]  # turn and city
Turns = tuple[TurnEvidence, ...]
Keys = tuple[tuple[Learned, ...], ...]


class Known:
    """What was told of some turns: two with the same content are equal, so nothing is worked out from them twice."""

    __slots__ = ("cut", "hash", "is_past", "key", "kinds", "now", "turns")

    def __init__(self, turns: Turns, keys: Keys, kinds: tuple[tuple[Drop, int], ...], is_past: bool) -> None:
        self.turns, self.now = turns, len(turns) - 1
        self.is_past = is_past  # the last of these turns is over
        self.kinds: dict[Drop, int] = dict(kinds)
        self.key = (is_past, kinds, keys)
        self.hash = hash(self.key)
        self.cut: dict[int, Known] = {}

    def __hash__(self) -> int:
        return self.hash

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Known) and self.hash == other.hash and self.key == other.key)

    def until(self, turn: int) -> Known:
        """What was told of the turns up to an earlier one."""
        if turn >= self.now:
            return self
        if turn not in self.cut:
            _, kinds, keys = self.key
            early = tuple([each for each in kinds if each[0][0] <= turn])
            self.cut[turn] = Known(self.turns[: turn + 1], keys[: turn + 1], early, True)
        return self.cut[turn]

    def is_over(self, turn: int) -> bool:
        """Has everything that happened in that turn been reported?"""
        return turn + 1 < len(self.turns) or self.is_past


def evidence_of(view: RaidView) -> Evidence:
    """What the seat of this view was told."""
    return evidence_from(view.layout, view.raw_events(), view.turn if view.raids_moved else view.turn - 1)


def evidence_from(layout: Layout, events: Iterable[Logged], now: int) -> Evidence:
    """The same from his events; raids last moved in turn ``now``."""
    found = _Reader(layout).read(events)
    found.now = now
    return found


class _Reader:
    """Goes through the events once; most are of no interest."""

    def __init__(self, layout: Layout) -> None:
        self.found = Evidence()
        self.layout = layout
        self.inside: dict[Unit, Letter] = {}
        self.where: Hex | None = None  # the hex of the attack under way, if it was told
        self.letter = Letter(OFF)  # of the raid attacked from inside
        self.kinds: Kinds = UNANNOUNCED  # what the raid attacked may be
        self.aim: Hex | None = None  # the hex of the last infiltration
        self.fires = NO_CITY  # the city by whose fires it was tried
        self.out_of = Letter(OFF)  # the raid that a unit came out of last
        self.lands = False  # is a raid with a stream coming home?
        self.naxos = False
        self.mobile: set[Hex] = set()  # Mobile Flak
        false = layout.card_named(BRITISH, FALSE_PLOT)
        self.false_plot = (BRITISH, false)

    def read(self, events: Iterable[Logged]) -> Evidence:
        """Everything that matters, in the order it happened."""
        for kind, rules, _, data in events:
            act = _ACTS.get(kind)
            if act is not None:
                act(self, data)
                self._by_rule(kind, rules, data)
            elif kind in HITS:
                self._hit(data[0])
                if kind == "disrupted":
                    self._markers(data[0], data[1])
        self.found.attacked = self.kinds
        self._still_inside()
        return self.found

    def _by_rule(self, kind: str, rules: str, data: tuple[Any, ...]) -> None:
        """What the rules that an event cites add to it."""
        if kind == "raid_left" and STREAM_FOLLOWS in rules:
            self.turn.streams_left += 1
        elif kind == "left_raid" and LEFT_BEHIND in rules and self.out_of >= 0:
            self.found.landed[self.out_of] = len(self.found.turns) - 1

    def _hit(self, letter: Letter) -> None:
        """A hit is told with the letter: where it was scored, on what, or that the raid is landing [9.8.2a, 7.6a]."""
        if letter < 0:
            return
        self._place(letter, self.where)
        if self.where is None and not self.lands:
            self._place(letter, SOMEWHERE)
        if self.lands:
            self.found.landed[letter] = len(self.found.turns) - 1
            self._admit(letter, HAS_STREAM)
        elif self.where is not None:
            self._admit(letter, self.kinds)

    def _markers(self, letter: Letter, number: int) -> None:
        self.found.disrupted[letter] = self.found.disrupted.get(letter, 0) + number

    def gathered(self, data: tuple[Letter, int]) -> None:
        """Some of them are taken off again [9.8.3a]."""
        letter, number = data
        self._markers(letter, -number)

    def _admit(self, letter: Letter, kinds: Kinds) -> None:
        self.found.admitted[letter] = self.found.admitted.get(letter, kinds) & kinds

    def _still_inside(self) -> None:
        """Raids with units inside them are flying when a turn ends."""
        for letter in self.inside.values():
            self.found.flying.setdefault(letter, set()).add(len(self.found.turns) - 1)

    @property
    def turn(self) -> TurnEvidence:
        return self.found.turns[-1]

    def _place(self, letter: Letter, hex_: Hex | None) -> None:
        if hex_ is not None and letter >= 0:  # what is told of a letter shows that there is such a raid
            seen = self.found.places.setdefault(letter, [])
            if (len(self.found.turns) - 1, hex_) not in seen:
                seen.append((len(self.found.turns) - 1, hex_))

    def turn_begins(self, data: tuple[int, ...]) -> None:
        self._still_inside()
        self.found.turns.append(TurnEvidence(guns=frozenset(self.mobile)))

    def naxos_is_there(self, data: tuple[int, ...]) -> None:
        self.naxos = True

    def mobile_flak(self, data: tuple[Hex, int]) -> None:
        self.mobile.add(data[0])

    def detection(self, data: tuple[int, ...]) -> None:
        margin, clarified = data
        self.turn.complete = margin > 0
        self.turn.clear = bool(clarified)
        self.turn.all_streams = margin == 0 and self.naxos

    def card(self, data: tuple[tuple[int, int], ...]) -> None:
        if data[0] == self.false_plot:
            self.turn.doubtful = True

    def card_cancelled(self, data: tuple[tuple[int, int], ...]) -> None:
        if data[0] == self.false_plot:
            self.turn.doubtful = False

    def counters(self, data: tuple[tuple[tuple[Hex, int], ...]]) -> None:
        (laid,) = data
        self.turn.raids = tuple(hex_ for hex_, stream in laid if not stream)
        self.turn.streams = frozenset(hex_ for hex_, stream in laid if stream)

    def false_counter(self, data: tuple[Hex]) -> None:
        self.turn.false |= {data[0]}
        self.turn.doubtful = False

    def phase(self, data: tuple[int]) -> None:
        self.where = None

    def bomb_drop(self, data: tuple[City, Hex]) -> None:
        self.turn.drops += (data[0],)

    def combat_marker(self, data: tuple[int, Hex, City]) -> None:
        kind, hex_, city = data
        if kind == 0:
            self.turn.gci += (hex_,)
        elif city == NO_CITY:
            self.turn.flak += (hex_,)
        else:
            self.turn.city_flak += (city,)

    def raid_left(self, data: tuple[int, ...]) -> None:
        self.turn.left += 1

    def harm_told(self, data: tuple[int, ...]) -> None:
        self.lands = True

    def raid_home(self, data: tuple[int, ...]) -> None:
        """Only what has a stream lands by a roll, after its harm was told; Mosquitos are announced [7.6, 9.9.1]."""
        kind = MOSQUITO if data[0] == MOSQUITO else STREAM if self.lands else GARDENING
        self.turn.home += (kind,)
        self.lands = False

    def mines(self, data: tuple[Hex, int, int]) -> None:
        self.turn.mines += (data[0],)

    def mosquitos_bomb(self, data: tuple[City, int]) -> None:
        self._bombed(data[0], MOSQUITO)

    def bombing(self, data: tuple[City, str, str]) -> None:
        self._bombed(data[0], MAIN)

    def _bombed(self, city: City, kind: int) -> None:
        """The bombing is resolved the turn after the drop [10.2a]; of two Main Forces over a city the earlier first."""
        turns = self.found.turns
        waiting = [n for n, turn in enumerate(turns) if city in turn.drops and (n, city) not in self.found.kinds]
        if waiting:
            self.found.kinds[waiting[0], city] = kind

    def flak(self, data: tuple[Hex, City, int]) -> None:
        self.where, self.letter, self.kinds = data[0], Letter(OFF), NO_DECOY

    def attack(self, data: tuple[int, Unit, Hex, City]) -> None:
        _, unit, hex_, _ = data
        self.letter = self.inside.get(unit, Letter(OFF))
        self.where = hex_ if hex_ >= 0 else None
        self.kinds = UNANNOUNCED

    def is_mosquito(self, data: tuple[int, ...]) -> None:
        self.kinds = frozenset((MOSQUITO,))

    def is_decoy(self, data: tuple[int, ...]) -> None:
        self.kinds = frozenset((DECOY,))

    def is_heavy(self, data: tuple[int, ...]) -> None:
        self.kinds = frozenset((MAIN,))

    def flak_damage_told(self, data: tuple[int]) -> None:
        self.found.damaged = bool(data[0])
        self.identified(data)

    def identified(self, data: tuple[int, ...]) -> None:
        """Everything that has to be admitted has been [9.1.1b]."""
        if self.where is not None:
            self.found.met.append((len(self.found.turns) - 1, self.where, self.kinds))
        elif self.letter >= 0:
            self.found.named[self.letter] = self.found.named.get(self.letter, self.kinds) & self.kinds

    def infiltrates(self, data: tuple[Unit, Hex, City]) -> None:
        _, hex_, city = data
        self.aim, self.fires = (hex_, NO_CITY) if city == NO_CITY else (None, city)

    def infiltrated(self, data: tuple[Unit, Letter]) -> None:
        unit, letter = data
        self.inside[unit] = letter
        self._place(letter, self.aim)
        if self.fires != NO_CITY:  # by their light; the raid itself may be elsewhere by now [9.4.2]
            self.found.bombs[letter] = self.fires

    def left_raid(self, data: tuple[Unit, Hex]) -> None:
        unit, hex_ = data
        letter = self.out_of = self.inside.pop(unit, Letter(OFF))
        self._place(letter, hex_)

    def confirmed(self, data: tuple[Letter, int, int]) -> None:
        if data[0] >= 0:
            self.found.named[data[0]] = frozenset((MOSQUITO,))
            self.found.landed[data[0]] = len(self.found.turns) - 1


_ACTS: Final[dict[str, Callable[[_Reader, Any], None]]] = {
    "turn": _Reader.turn_begins,
    "detection": _Reader.detection,
    "card": _Reader.card,
    "cancelled": _Reader.card_cancelled,
    "cancelled_by_symbol": _Reader.card_cancelled,
    "counters": _Reader.counters,
    "naxos": _Reader.naxos_is_there,
    "mobile_flak_hex": _Reader.mobile_flak,
    "false_counter": _Reader.false_counter,
    "phase": _Reader.phase,
    "bomb_drop": _Reader.bomb_drop,
    "combat_marker": _Reader.combat_marker,
    "raid_left": _Reader.raid_left,
    "harm_told": _Reader.harm_told,
    "raid_home": _Reader.raid_home,
    "mines": _Reader.mines,
    "mosquitos_bomb": _Reader.mosquitos_bomb,
    "bombing": _Reader.bombing,
    "flak": _Reader.flak,
    "attack": _Reader.attack,
    "is_mosquito": _Reader.is_mosquito,
    "is_decoy": _Reader.is_decoy,
    "is_heavy": _Reader.is_heavy,
    "has_flak_damage": _Reader.flak_damage_told,
    "flak_rolled": _Reader.identified,
    "infiltrates": _Reader.infiltrates,
    "infiltrated": _Reader.infiltrated,
    "left_raid": _Reader.left_raid,
    "confirmed": _Reader.confirmed,
    "gathered": _Reader.gathered,
}
TOLD: Final = HITS | _ACTS.keys()  # the kinds of events that say something about raids
