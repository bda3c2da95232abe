"""The standard umpire: always truthful, and as unhelpful as the rules allow [5.0].

He mixes delays and speeds of entry, lays sweeps and search markers where they mislead most, lets lost bombers slip away
from the fighters, and hunts with his intruders. Where several answers are equally bad for the player, or a habit could
be detected, he leaves it to chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from viermot.games.nightfighter.bots.plain_umpire import any_of
from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.games.nightfighter.model.board import COLUMN, DISTANCE, HEXES, OFF, rear_hex
from viermot.games.nightfighter.model.ids import Attacker, Fighter, Hex
from viermot.games.nightfighter.model.layout import INTRUDER, entry_hex
from viermot.games.nightfighter.model.notation import end_of
from viermot.games.nightfighter.rules.intruders import FREE, hunted
from viermot.games.nightfighter.rules.response import SHOOTS
from viermot.games.nightfighter.rules.searchlights import BY_HAND
from viermot.kernel.dice import Rng
from viermot.kernel.registry import Ask

ENTER, HOLD = 0, 1
NO, YES = 0, 1
NOT_NOW: Final = 0
PLAY_ON: Final = 0  # a machine never believes that anybody peeked
NEAR_ENTRY: Final = 9  # while a fighter is this near the entry hex, it is worth waiting
CLOSE: Final = 6  # an intruder this near a fighter might well have rolled
TAIL: Final = 2  # hexes directly behind that a tail warning covers [27.3a]


class StandardUmpire:
    """An umpire who gives nothing away."""

    def choose(self, view: NightView, ask: Ask, rng: Rng) -> int:
        """Answer by the trick for this kind of question, or else at random."""
        return TRICKS.get(ask.kind, any_of)(view, ask, rng)


def worst(codes: Iterable[int], harm: Callable[[int], Any], rng: Rng) -> int:
    """The answer that does the player most harm; among equals any."""
    ranked = [(harm(code), code) for code in codes]
    highest = max(rank for rank, _ in ranked)
    equal = [code for rank, code in ranked if rank == highest]
    pick: int = rng.below(len(equal))
    return equal[pick]


def fighters_at(view: NightView) -> list[Hex]:
    """The hexes of the fighters on the map."""
    return [hex_ for hex_, _ in view.fighters() if hex_ >= 0]


def room(hex_: Hex, others: Sequence[Hex]) -> int:
    """How far the nearest of the others is."""
    row = DISTANCE[hex_]
    return min([row[h] for h in others], default=0)


# -- entry -----------------------------------------------------------------------------------------


def hold_back(view: NightView, ask: Ask, rng: Rng) -> int:
    """Any delay, but preferably one that lets a fighter near the column fly on [8.1.4]."""
    near = room(entry_hex(ask.facts["column"]), fighters_at(view)) <= NEAR_ENTRY
    return HOLD if rng.below(10) < (7 if near else 5) else ENTER


# -- what the player is shown ----------------------------------------------------------------------


def sweep(view: NightView, ask: Ask, rng: Rng) -> int:
    """Pointing past the bombers, and first of all past the one a fighter is nearest to [13.1.2, 25.1]."""
    fighters = fighters_at(view)
    bombers = sorted((room(view.attacker(a).hex, fighters), a) for a in view.attackers())
    if not bombers:
        return any_of(view, ask, rng)
    hunted_hex = view.attacker(bombers[0][1]).hex
    row, column = DISTANCE[hunted_hex], COLUMN[hunted_hex]
    return worst(ask.codes, lambda h: (row[h], abs(COLUMN[h] - column)), rng)


def place_marker(view: NightView, ask: Ask, rng: Rng) -> int:
    """As far from the bombers in the zone as it can go, give or take a hex [14.2.1a]."""
    zone = view.layout.zone_of
    inside = [view.attacker(a).hex for a in view.attackers() if zone[view.attacker(a).hex] == ask.facts["zone"]]
    rooms = {h: room(Hex(h), inside) for h in ask.codes}
    far = max(rooms.values())
    return worst(ask.codes, lambda h: rooms[h] >= far - 1, rng)


def least_use(view: NightView, ask: Ask, rng: Rng) -> int:
    """Of two equally near, the one that is unhurt and on its guard [14.2.1c, 19.1.2a]."""

    def harm(code: int) -> tuple[int, bool]:
        hits, alerted = view.attacker_state(Attacker(code))
        return -hits, alerted

    return worst(ask.codes, harm, rng)


def mew_target(view: NightView, ask: Ask, rng: Rng) -> int:
    """Show the one that matters least [25.2.1]."""
    fighters = fighters_at(view)
    return worst(ask.codes, lambda code: room(view.attacker(Attacker(code)).hex, fighters), rng)


# -- slipping away ---------------------------------------------------------------------------------


def shelter(view: NightView, hex_: Hex) -> tuple[int, int]:
    """How safe a hex is: out of the arcs and the sight of all fighters, then far from them."""
    visible = view.layout.sight[view.environment.visibility]
    watched = 0
    for (there, facing), fit in zip(view.fighters(), view.layout.fighters, strict=True):
        if there >= 0:
            radar = fit.ai
            on_scope = radar is not None and hex_ in HEXES.arc(there, facing, radar.arc, radar.range)
            watched += on_scope + (DISTANCE[there][hex_] <= visible)
    return -watched, room(hex_, fighters_at(view))


def displace(view: NightView, ask: Ask, rng: Rng) -> int:
    """Where no scope and no eye follows [16.0]."""
    hex_, facing = view.attacker(ask.facts["attacker"])[:2]
    sides = [side for side in ask.codes if side]
    return worst(sides, lambda side: shelter(view, rear_hex(hex_, facing, side)), rng)


def slip(view: NightView, ask: Ask, rng: Rng) -> int:
    """An intruder slips aside only if it can be seen where it is [16.0e]."""
    hex_, facing = view.attacker(ask.facts["attacker"])[:2]
    if shelter(view, hex_)[0] == 0:
        return NOT_NOW
    sides = [side for side in ask.codes if side in (1, 2, 3)]
    return worst(sides, lambda side: shelter(view, rear_hex(hex_, facing, side)), rng)


# -- intruders -------------------------------------------------------------------------------------


def hunt_which(view: NightView, ask: Ask, rng: Rng) -> int:
    """The weakest: hurt, and without tail warning [27.2.2c, 27.2.3a]."""

    def harm(code: int) -> tuple[bool, int]:
        fit = view.layout.fighters[code]
        return not fit.tail, view.fighter_hits(Fighter(code)) - fit.damage

    return worst(ask.codes, harm, rng)


def intruder_path(view: NightView, ask: Ask, rng: Rng) -> int:
    """Into the prey's hex on its heading; otherwise close behind it, but not where its tail warning looks [27.2]."""
    intruder = ask.facts["attacker"]
    bearing = view.attacker_bearing(intruder)
    hex_, facing = view.attacker(intruder)[:2]
    if bearing == FREE:
        return any_of(view, ask, rng)  # full MP or one less, as it comes
    prey = hunted(bearing)
    there, heading = view.fighter(prey)
    watched = HEXES.line(there, (heading + 3) % 6, TAIL) if view.layout.fighters[prey].tail else []
    return worst(ask.codes, lambda way: menace(*end_of(hex_, facing, way), there, heading, watched), rng)


def menace(hex_: Hex, facing: int, prey: int, heading: int, watched: Sequence[int]) -> tuple[int, int]:
    """How dangerous an intruder is there: the higher, the worse for the fighter."""
    if hex_ == OFF:
        return (-99, 0)
    apart = abs(facing - heading) % 6
    apart = min(apart, 6 - apart)
    if hex_ == prey:
        return (0, 0) if apart == 0 else (-2, -apart)
    return (-DISTANCE[hex_][prey] - (2 if hex_ in watched else 0), -apart)


def fake_roll(view: NightView, ask: Ask, rng: Rng) -> int:
    """Rattle the dice about as often as a real roll would be made [27.2.4a]."""
    groups, fighters = view.layout.groups, fighters_at(view)
    intruders = [view.attacker(a).hex for a in view.attackers() if groups[view.attacker(a).group].role == INTRUDER]
    one_in = 6 if not intruders else 2 if min(room(h, fighters) for h in intruders) <= CLOSE else 4
    return YES if rng.below(one_in) == 0 else NO


TRICKS: Final[Mapping[str, Callable[[NightView, Ask, Rng], int]]] = {
    "hold_back": hold_back,
    "sweep": sweep,
    "mew_target": mew_target,
    "fix_which": least_use,
    "cone_which": least_use,
    "place_markers": lambda view, ask, rng: BY_HAND,
    "place_marker": place_marker,
    "shoot": lambda view, ask, rng: SHOOTS,
    "declare": lambda view, ask, rng: PLAY_ON,
    "displace": displace,
    "slip": slip,
    "hunt_which": hunt_which,
    "intruder_path": intruder_path,
    "intruder_attacks": lambda view, ask, rng: YES,
    "fake_roll": fake_roll,
}
