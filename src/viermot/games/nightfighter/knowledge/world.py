"""A world: one way everything hidden may be, drawn from what the player may believe.

All attackers drawn so far, each with the contacts it has been, where it is now, and what is left open about it. Which
of those that were due has become which contact is decided first, contact by contact; the others are where their slots
say.
"""

from __future__ import annotations

from typing import Final

from viermot.games.nightfighter.knowledge.reading import Reader
from viermot.games.nightfighter.knowledge.sky import Sky, Slot
from viermot.games.nightfighter.knowledge.states import DROPPED, HEX, facing_of, group_of, pick, ruled_out
from viermot.games.nightfighter.model.board import EXIT_FACING, OFF, WAITING
from viermot.games.nightfighter.model.ids import Handle
from viermot.games.nightfighter.model.state import EXITED, HELD, ON_MAP
from viermot.kernel.dice import Rng
from viermot.kernel.hexes import Hex

TRIES: Final = 6  # at finding a free hex, for one that would stand in another's


class Bogey:
    """One attacker of a world."""

    __slots__ = ("alerted", "dropped", "due", "facing", "fate", "group", "handles", "hex", "number", "out", "place")

    def __init__(self, due: int, place: int) -> None:
        self.due = due  # the turn it was due
        self.place = place  # among those that came together
        self.group = 0
        self.hex = OFF
        self.facing: int = EXIT_FACING
        self.fate = EXITED
        self.number = 0  # on its chit
        self.out = 0  # tally numbers it cannot have, a bit each
        self.dropped = False
        self.alerted = False
        self.handles: list[Handle] = []  # the contacts it has been, in order

    def is_in(self, state: int) -> None:
        """It is on the map, in this state."""
        self.fate, self.hex = ON_MAP, Hex(state & HEX)
        self.is_of(state)

    def is_of(self, state: int) -> None:
        """What a state says about it besides its place."""
        self.group, self.facing, self.out = group_of(state), facing_of(state), ruled_out(state)
        self.dropped = bool(state >> DROPPED & 1)


class World:
    """Everything hidden, decided."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.bogeys: list[Bogey] = []

    def owner_of(self, handle: Handle) -> Bogey:
        """Whom a contact stands, or stood, for."""
        return next(bogey for bogey in self.bogeys if handle in bogey.handles)


def draw_world(reader: Reader, rng: Rng) -> World:
    """One world, drawn as often as it is believed."""
    sky = pick(zip(reader.skies, reader.chances(), strict=True), rng)
    return _Drawing(reader, sky, rng).world


class _Drawing:
    """A world while it is drawn from one sky."""

    def __init__(self, reader: Reader, sky: Sky, rng: Rng) -> None:
        self.reader, self.sky, self.rng = reader, sky, rng
        self.world = World(sky.side)
        self.left = sky.drawn_slots(rng)  # those not decided yet
        self.of: dict[Handle, Bogey] = {}  # whose it was
        held = {seen.hex for _, seen in reader.held()}
        self.taken = set(held)
        for handle in reader.contacts:  # in the order in which they were found
            self._who_was(handle)
        for slot in self.left:
            if slot.handle:
                self._place(self.of[slot.handle], slot)
            else:
                bogey = self._new(slot.due, slot.place)
                self._place(bogey, slot)
        self.world.bogeys.sort(key=lambda bogey: (bogey.due, bogey.place))

    def _new(self, due: int, place: int) -> Bogey:
        bogey = Bogey(due, place)
        self.world.bogeys.append(bogey)
        return bogey

    def _who_was(self, handle: Handle) -> None:
        """Whom this contact stands for, and what is known of it if it is still one."""
        slot = self._slot_of(handle)
        if slot is None:
            bogey = self._somebody()
        elif slot.handle:
            bogey = self.of[slot.handle]
        else:
            bogey = self._new(slot.due, slot.place)
        self.of[handle] = bogey
        bogey.handles.append(handle)
        seen = self.reader.contacts[handle]
        bogey.alerted = bogey.alerted or seen.alerted
        known = self.sky.tracked.get(handle)
        if known:
            bogey.is_of(pick(known, self.rng))
        if seen.group is not None:
            bogey.group = seen.group
        if seen.fate is not None:
            bogey.fate, bogey.hex = seen.fate, OFF
        elif not seen.lost:
            bogey.fate, bogey.hex, bogey.facing = ON_MAP, seen.hex, seen.facing

    def _slot_of(self, handle: Handle) -> Slot | None:
        """The slot that became this contact."""
        able = [(slot, slot.taken[handle] / slot.total) for slot in self.left if slot.taken.get(handle)]
        if not able:  # the likeliest ones are other contacts in this world: any that has not been one
            able = [(slot, 1.0) for slot in self.left if not slot.handle]
        if not able:
            able = [(slot, 1.0) for slot in self.left if slot.handle in self.of]  # lost before this one was found
        if not able:
            return None
        slot = pick(able, self.rng)
        self.left.remove(slot)
        return slot

    def _somebody(self) -> Bogey:
        """Nobody is left that it could be: one that was lost before, or in a sky without a sheet a new one."""
        able = [bogey for bogey in self.world.bogeys if bogey.fate == EXITED and bogey.handles]
        if able and not self.reader.layout.flying_bombs:
            return able[self.rng.below(len(able))]
        return self._new(self.reader.turn, 0)

    def _place(self, bogey: Bogey, slot: Slot) -> None:
        """Where somebody unseen is: on the map, not in yet, or gone."""
        kinds = {"on": sum(slot.weights.values()), "held": sum(slot.held.values()), "gone": slot.gone}
        if not any(kinds.values()):
            kinds["gone"] = 1.0  # it is some contact or other; in this world it is none, so it has slipped by
        kind = pick(kinds, self.rng)
        if kind == "held":
            self._hold(bogey, slot)
        elif kind == "on":
            for _ in range(TRIES):
                state = pick(slot.weights, self.rng)
                if state & HEX not in self.taken:
                    break
            bogey.is_in(state)
            bogey.alerted = bogey.alerted or slot.alerted
            self.taken.add(bogey.hex)
        else:
            bogey.fate, bogey.hex = EXITED, OFF
            if not slot.handle:
                self._kind_of(bogey, slot)

    def _kind_of(self, bogey: Bogey, slot: Slot) -> None:
        bogey.group = pick(self.sky.groups_of(slot), self.rng)

    def _hold(self, bogey: Bogey, slot: Slot) -> None:
        bogey.number = pick(slot.held, self.rng)
        self._kind_of(bogey, slot)
        bogey.fate, bogey.hex = HELD, WAITING
