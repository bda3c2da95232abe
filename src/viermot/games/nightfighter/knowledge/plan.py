"""What must be true before a fighter can fire, beside the move that is being planned [9.2.1, 11.0, 11.1, 15.1, 18.0c].

All of it is what the player's seat knows: his own aircraft, the contacts on his map, and the dice he would throw.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final, Literal

from viermot.games.nightfighter.knowledge.odds import Odds, guns_of, odds
from viermot.games.nightfighter.model.board import HEXES
from viermot.games.nightfighter.model.ids import Fighter, Hex
from viermot.games.nightfighter.model.notation import end_of
from viermot.games.nightfighter.rules.fighters import must_leave

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viermot.games.nightfighter.knowledge.perspective import Contact, NightView

Tally = Literal["held", "to_come", "barred"]
FRIENDS_APART: Final = 5  # hexes by which another fighter must be further away than this [11.1]
Place = tuple[Hex, int]  # hex and facing


@dataclass(frozen=True)
class Target:
    """A contact the fighter could go for, and what an attack on it would take."""

    contact: Contact
    tally: Tally
    look: Fraction  # the best chance of a tally this turn, where there is none yet
    fires: tuple[Place, ...]  # where the fighter must be, facing what
    friend: str  # another fighter that is too near there, if any
    odds: tuple[Odds, ...]  # with each set of guns


@dataclass(frozen=True)
class Plan:
    """The targets, the likeliest first; the ends of a move from which the next one leaves the map; dives left."""

    fighter: str
    targets: tuple[Target, ...]
    leaves: tuple[Place, ...]
    dives: int
    dived: bool  # has height to lose, or had


def plan_of(view: NightView, number: Fighter, codes: Sequence[int]) -> Plan:
    """What there is to know for a fighter about to choose one of these paths."""
    hex_, facing = view.fighter(number)
    ends = {end_of(hex_, facing, path) for path in codes}
    fit = view.layout.fighters[number]
    return Plan(
        str(fit.ident),
        tuple(_target(view, number, contact) for contact in _by_interest(view, number, hex_)),
        tuple(sorted(end for end in ends if end[0] >= 0 and must_leave(view.mover(number), *end))),
        view.dives(number),
        bool(fit.dives) or view.dives(number) > 0 or view.dived(number),
    )


def _by_interest(view: NightView, number: Fighter, hex_: Hex) -> list[Contact]:
    """Its tally first, then its fix, then what is near."""
    tally, fix = view.tally_of(number), view.fix_of(number)
    row = HEXES.distance[hex_]
    return sorted(view.contacts(), key=lambda c: (c.handle != tally, c.handle != fix, row[c.hex], c.handle))


def _target(view: NightView, number: Fighter, contact: Contact) -> Target:
    held = view.tally_of(number) == contact.handle
    barred = not held and not view.can_look(number)
    place = (contact.hex, contact.facing)
    found = [odds(view, number, guns, contact) for guns in guns_of(view, number)]
    return Target(
        contact,
        "held" if held else "barred" if barred else "to_come",
        Fraction(0) if held or barred else view.look_chance(number, contact),
        (place,),
        _friend_near(view, number, contact.hex),
        tuple(each for each in found if each is not None),
    )


def _friend_near(view: NightView, number: Fighter, hex_: Hex) -> str:
    """Another fighter, as it stands now, that would bar an attack there [11.1]."""
    if not view.layout.deconfliction:
        return ""
    row = HEXES.distance[hex_]
    for other, (there, _) in enumerate(view.fighters()):
        if other != number and there >= 0 and row[there] <= FRIENDS_APART:
            return str(view.layout.fighters[other].ident)
    return ""
