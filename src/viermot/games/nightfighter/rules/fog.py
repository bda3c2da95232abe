"""Fog of war: what becomes known, what is lost again, and where lost bombers go [5.0, 16.0]."""

from __future__ import annotations

from viermot.games.nightfighter.model.board import (
    CENTRE,
    COLUMN,
    LEFT,
    OFF,
    REAR,
    RIGHT,
    TO_ALL,
    TO_UMPIRE,
    UMPIRE,
    rear_hex,
)
from viermot.games.nightfighter.model.ids import NO_CONTACT, NOBODY, Attacker, Fighter, Handle, Hex
from viermot.games.nightfighter.model.layout import ALERT_SEEN, HITS_SEEN, TORPEDO, TYPE_SEEN
from viermot.games.nightfighter.model.state import ON_MAP, Game
from viermot.kernel.agenda import Facts, Words, question

SIDES = Words("roll", "left", "centre", "right")


def make_contact(game: Game, attacker: Attacker, rules: str) -> Handle:
    """The player learns where an attacker is; its marker gets a new handle [5.1c, ruling A32]."""
    if not game.a_handle[attacker]:
        game.handles += 1
        game.owners.append(attacker)
        game.a_handle[attacker] = Handle(game.handles)
        game.a_known[attacker] = 0
        game.emit("contact", rules, TO_ALL, game.handles, game.a_hex[attacker], game.a_facing[attacker])
    return game.a_handle[attacker]


def check_contact(game: Game, attacker: Attacker, corkscrewing: bool = False) -> None:
    """When nothing holds an attacker its marker is removed; unless it corkscrewed, it is displaced [16.0a, 16.0b]."""
    handle = game.a_handle[attacker]
    if not handle or game.in_contact(attacker) or game.reverts(attacker):
        return
    game.a_handle[attacker] = NO_CONTACT
    game.a_known[attacker] = 0
    game.emit("contact_lost", "5.1b", TO_ALL, handle)
    if game.layout.displacement and not corkscrewing and game.a_fate[attacker] == ON_MAP:
        game.push(displace, attacker)


def still_held(game: Game, attacker: Attacker) -> str:
    """For the log of a lost contact: the rule by which the attacker stays put while something else holds it [16.0b]."""
    return " 16.0b" if game.layout.displacement and game.in_contact(attacker) else ""


def drop_tally(game: Game, fighter: Fighter) -> Attacker:
    """Remove the tally; the caller checks the contact once all such losses have been dealt with."""
    attacker = game.f_tally[fighter]
    game.f_tally[fighter] = NOBODY
    return attacker


def forget(game: Game, attacker: Attacker, rules: str, *, gone: bool) -> None:
    """All markers come off the attacker, because it corkscrewed or is gone [10.2d, 14.2.3, 17.4.3c, 19.1.2d]."""
    for fighter, target in enumerate(game.f_tally):
        if target == attacker:
            game.f_tally[fighter] = NOBODY
    for fighter, target in enumerate(game.f_fix):
        if target == attacker:
            game.f_fix[fighter] = NOBODY
    game.unmark(attacker)
    handle = game.a_handle[attacker]
    if handle and (gone or not game.in_contact(attacker)):
        game.a_handle[attacker] = NO_CONTACT
        game.a_known[attacker] = 0
        game.emit("contact_gone" if gone else "contact_lost", rules, TO_ALL, handle)


def hit_attacker(game: Game, attacker: Attacker, hits: int) -> int:
    """Mark hits on an attacker; returns those that a player in contact has witnessed [2.2.8, ruling A32]."""
    game.a_hits[attacker] += hits
    if not game.a_handle[attacker]:
        return 0
    known = game.a_known[attacker]
    game.a_known[attacker] = (known & (ALERT_SEEN | TYPE_SEEN)) | min(hits + (known & HITS_SEEN), HITS_SEEN)
    return game.a_known[attacker] & HITS_SEEN


def raise_alert(game: Game, attacker: Attacker, rules: str) -> None:
    """An alert marker, for the rest of the game [17.4.1a]."""
    new = not game.a_alert[attacker]
    game.a_alert[attacker] = 1
    if game.a_handle[attacker]:
        if not game.a_known[attacker] & ALERT_SEEN:
            game.a_known[attacker] |= ALERT_SEEN
            game.emit("alerted", rules, TO_ALL, game.a_handle[attacker])
    elif new:
        game.emit("alerted_unseen", rules, TO_UMPIRE, attacker)


def open_sides(game: Game, attacker: Attacker) -> list[int]:
    """Which of left, centre and right a corkscrew could lead to [17.4.3b, 26.3.2]."""
    left, right = REAR[game.a_hex[attacker] * 6 + game.a_facing[attacker]]
    sides = [CENTRE]
    if _may_shift_to(game, attacker, left):
        sides.insert(0, LEFT)
    if _may_shift_to(game, attacker, right):
        sides.append(RIGHT)
    return sides


def _may_shift_to(game: Game, attacker: Attacker, hex_: Hex) -> bool:
    """Neither off the map nor onto another attacker; those that are gone have no hex [17.4.3b]."""
    return hex_ != OFF and hex_ not in game.a_hex and not (game.layout.naval and _out_of_lane(game, attacker, hex_))


def _out_of_lane(game: Game, attacker: Attacker, hex_: Hex) -> bool:
    """Torpedo bombers keep to columns 7 to 12 [26.3.2]."""
    return game.layout.groups[game.a_group[attacker]].role == TORPEDO and not 7 <= COLUMN[hex_] <= 12


def side_of(game: Game, die: int) -> int:
    """Where a corkscrew leads: 1-2 left, 3-4 centre, 5-6 right [17.4.3a]."""
    return game.layout.corkscrew[die]


def shift(game: Game, attacker: Attacker, side: int, rules: str, among_lights: str = "") -> None:
    """Put the attacker in its rear hex on that side; if the way is barred it stays where it is [17.4.3b].

    ``among_lights`` is added to the logged rules if that hex is in a searching zone.
    """
    hex_, facing, group = game.a_hex[attacker], game.a_facing[attacker], game.a_group[attacker]
    there = rear_hex(hex_, facing, side)
    if side != CENTRE and not _may_shift_to(game, attacker, there):
        edge = " 26.3.2" if game.layout.groups[group].role == TORPEDO else ""
        game.emit("barred", "17.4.3b" + edge, TO_UMPIRE, attacker, side)
        side, there = CENTRE, hex_
    if among_lights and game.layout.zone_of[there] in game.layout.searching:
        rules += among_lights
    game.a_hex[attacker] = there
    game.emit("displaced", rules, TO_UMPIRE, attacker, side, there)


@question(UMPIRE, "16.0f", SIDES)
def displace(game: Game, attacker: Attacker) -> list[int]:
    """An attacker that the player has lost slips aside: by die roll, or as the umpire likes [16.0a, 16.0c, 16.0f]."""
    return [0, *open_sides(game, attacker)]


@displace.chosen
def displaced(game: Game, attacker: Attacker, side: int) -> None:
    rules = "16.0a 16.0c"
    if side == 0:
        side = side_of(game, game.secret_die("corkscrew", "16.0a", attacker))
    else:
        rules += " 16.0f"
    shift(game, attacker, side, rules, among_lights=" 16.0d")  # into a searching zone, and still not lit


@displace.tells
def displace_facts(game: Game, attacker: Attacker) -> Facts:
    return {"attacker": attacker, "hex": game.a_hex[attacker]}
