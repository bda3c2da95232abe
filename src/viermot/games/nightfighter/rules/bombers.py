"""Moving bombers: down their columns, nearest the exit first, and off the map [7.0]."""

from __future__ import annotations

from typing import NamedTuple

from viermot.games.nightfighter.model.board import (
    HEXES,
    LAST_ROW,
    NEIGHBOUR,
    OFF,
    PLAYER,
    REAR,
    ROW,
    TO_ALL,
    TO_UMPIRE,
    UMPIRE,
    S,
)
from viermot.games.nightfighter.model.ids import NO_ZONE, Attacker, Hex, Zone
from viermot.games.nightfighter.model.layout import TORPEDO, tally_number
from viermot.games.nightfighter.model.notation import ATTACKER
from viermot.games.nightfighter.model.state import EXITED, Game
from viermot.games.nightfighter.rules.fog import check_contact, forget, still_held
from viermot.kernel.agenda import Facts, Words, question, step, task

SLOW = 2  # MP of a torpedo bomber before it has dropped [26.3a]


@step
def fly(game: Game, order: tuple[Attacker, ...]) -> None:
    """Move the bombers one by one until one needs somebody's attention [7.2.1a]."""
    place, face, light = game.a_hex, game.a_facing, game.a_light
    group, moved, handle = game.a_group, game.a_moved, game.a_handle
    every = HEXES.all
    groups, parity, alert_speed = game.layout.groups, game.turn & 1, game.layout.alert_speed
    delicate = alert_speed or (game.layout.displacement and max(light, default=NO_ZONE) != NO_ZONE)
    for number, attacker in enumerate(order):
        if delicate and order_matters(game, order[number:]):
            game.push(who_flies_first, order[number:])
            return
        data = groups[group[attacker]]
        mp = mp_of(game, attacker) if alert_speed or data.role == TORPEDO else data.mp[parity]
        if light[attacker] != NO_ZONE:
            game.next(task(fly_on, attacker, mp, mp), task(fly, order[number + 1 :]))
            return
        hex_ = place[attacker]
        moved[attacker] = mp
        if face[attacker] == S and ROW[hex_] + mp <= LAST_ROW:
            place[attacker] = every[hex_ + mp]
        else:
            _fly_straight(game, attacker, mp)
        if handle[attacker]:  # it still has one, so it is still on the map
            tell_move(game, attacker)


def fly_unseen(game: Game) -> None:
    """Move all bombers while the player is in contact with none, when their order makes no difference [7.2a, 7.2b]."""
    place, moved, group, every = game.a_hex, game.a_moved, game.a_group, HEXES.all
    speeds = game.layout.speeds[game.turn & 1]
    leaving: list[Attacker] = []
    for attacker in game.on_map:
        hex_ = place[attacker]
        moved[attacker] = mp = speeds[group[attacker]]
        if ROW[hex_] + mp <= LAST_ROW:
            place[attacker] = every[hex_ + mp]
        else:
            leaving.append(attacker)
    for attacker in leaving:
        leave_map(game, attacker)


def order_matters(game: Game, rest: tuple[Attacker, ...]) -> bool:
    """Are those next to move equally near the exit, and can it matter which of them goes first? [7.2.1a]

    It can where one of them is, or will be, in a hex that another must not enter: flying at the extra speed of an
    alerted bomber [28.2a], or slipping aside when the lights lose it on the way [16.0a, 17.4.3b].
    """
    equal = abreast(game, rest)
    places = {a: _stands_and_will_stand(game, a) for a in equal}
    return any(
        not shunned.isdisjoint(places[other])
        for a in equal
        if (shunned := _must_be_free_of(game, a))
        for other in equal
        if other != a
    )


def abreast(game: Game, rest: tuple[Attacker, ...]) -> list[Attacker]:
    """Those next to move that are equally near the exit [7.2.1a]."""
    row = ROW[game.a_hex[rest[0]]]
    return [a for a in rest if ROW[game.a_hex[a]] == row]


def _way(game: Game, attacker: Attacker, mp: int) -> list[Hex]:
    """The hexes it flies through, as far as the map goes."""
    hex_ = game.a_hex[attacker]
    way: list[Hex] = []
    for _ in range(mp):
        hex_ = NEIGHBOUR[hex_ * 6 + game.a_facing[attacker]]
        if hex_ == OFF:
            break
        way.append(hex_)
    return way


def _speeds(game: Game, attacker: Attacker) -> tuple[int, int]:
    """Its MP this turn without and with the extra speed of an alerted bomber [7.2a, 26.3a, 28.2a]."""
    group = game.layout.groups[game.a_group[attacker]]
    if group.role == TORPEDO and not game.a_dropped[attacker]:
        return SLOW, SLOW
    usual = group.mp[game.turn & 1]
    faster = group.alert_mp[game.turn & 1] if game.layout.alert_speed and game.a_alert[attacker] else usual
    return usual, faster


def _stands_and_will_stand(game: Game, attacker: Attacker) -> set[Hex]:
    """The hexes it is in before its move and may be in after it; their neighbours too, if it may slip aside."""
    usual, faster = _speeds(game, attacker)
    ends = {game.a_hex[attacker]}
    for mp in (usual, faster):
        ends.update(_way(game, attacker, mp)[mp - 1 :])
    if not game.is_lit(attacker) or not game.layout.displacement:
        return ends
    return ends | {there for end in ends for there in HEXES.adjacent[end]}


def _must_be_free_of(game: Game, attacker: Attacker) -> set[Hex]:
    """The hexes where another bomber would change its move."""
    usual, faster = _speeds(game, attacker)
    shunned = set(_way(game, attacker, faster)[faster - 1 :]) if faster > usual else set()
    zone = game.a_light[attacker]
    if zone != NO_ZONE and game.layout.displacement:
        for hex_ in _way(game, attacker, faster):
            if game.layout.zone_of[hex_] != zone:
                shunned.update(there for there in REAR[hex_ * 6 + game.a_facing[attacker]] if there != OFF)
    return shunned


@question(UMPIRE, "7.2.1a", ATTACKER)
def who_flies_first(game: Game, rest: tuple[Attacker, ...]) -> list[Attacker]:
    """Which of the bombers equally near the exit moves first? [7.2.1a]"""
    return abreast(game, rest)


@who_flies_first.suggests
def as_they_come(game: Game, rest: tuple[Attacker, ...]) -> int:
    """It seldom matters."""
    return rest[0]


@who_flies_first.chosen
def flies_first(game: Game, rest: tuple[Attacker, ...], first: Attacker) -> None:
    game.emit("flies_first", "7.2.1a", TO_UMPIRE, first)
    mp = mp_of(game, first)
    game.next(task(fly_on, first, mp, mp), task(fly, tuple(a for a in rest if a != first)))


def mp_of(game: Game, attacker: Attacker) -> int:
    """How far it flies this turn [7.2a, 7.2b, 26.3a, 28.2a]."""
    layout = game.layout
    group = layout.groups[game.a_group[attacker]]
    if group.role == TORPEDO and not game.a_dropped[attacker]:
        return SLOW  # until the torpedo is away, alerted or not [26.3a]
    usual = group.mp[game.turn & 1]
    if not (layout.alert_speed and game.a_alert[attacker]):
        return usual
    faster = group.alert_mp[game.turn & 1]
    end = _way(game, attacker, faster)[faster - 1 :]  # empty if it flies off the map, where there is room for all
    if faster > usual and end:
        if any(game.a_hex[other] in end for other in game.on_map if other != attacker):
            game.emit("no_extra_speed", "28.2a", TO_UMPIRE, attacker)
            return usual
        game.emit("extra_speed", "28.2a", TO_UMPIRE, attacker, faster)
    return faster


def _fly_straight(game: Game, attacker: Attacker, mp: int) -> None:
    hex_, facing = game.a_hex[attacker], game.a_facing[attacker]
    for _ in range(mp):
        hex_ = NEIGHBOUR[hex_ * 6 + facing]
        if hex_ == OFF:
            leave_map(game, attacker)
            return
    game.a_hex[attacker] = hex_


def leave_map(game: Game, attacker: Attacker, rules: str = "7.2.2") -> None:
    """It flies off the map: counter and markers are removed for good [7.2.2]."""
    game.emit("attacker_left", rules, TO_UMPIRE, attacker)
    game.a_hex[attacker] = OFF
    game.a_fate[attacker] = EXITED
    if game.layout.flying_bombs:
        game.a_left[attacker] = game.turn  # the next one comes a turn later
    game.on_map.remove(attacker)
    forget(game, attacker, "7.2.2", gone=True)


def tell_move(game: Game, attacker: Attacker) -> None:
    """The marker on the player's map follows [7.0]."""
    game.emit("contact_moved", "7.0 5.1c", TO_ALL, game.a_handle[attacker], game.a_hex[attacker])


@step
def fly_on(game: Game, attacker: Attacker, left: int, mp: int) -> None:
    """Fly a lit bomber hex by hex: leaving its zone ends the fix unless it is handed over [14.2.3, 14.2.4]."""
    layout = game.layout
    game.a_moved[attacker] = mp
    while left:
        left -= 1
        there = NEIGHBOUR[game.a_hex[attacker] * 6 + game.a_facing[attacker]]
        if there == OFF:
            leave_map(game, attacker)
            return
        game.a_hex[attacker] = there
        old, new = game.a_light[attacker], layout.zone_of[there]
        if old != NO_ZONE and new != old:
            game.push(fly_on, attacker, left, mp)
            if may_hand_off(game, old, new):
                game.push(hand_off, HandOff(attacker, new))
            else:
                lose_light(game, attacker, "14.2.3" + flares_no_help(game, old, new))
            return
    if game.a_handle[attacker]:
        tell_move(game, attacker)


def may_hand_off(game: Game, old: Zone, new: Zone) -> bool:
    """From one active zone into another that holds nobody [14.2.4a]; flares are no help [14.3c]."""
    active = game.layout.active
    return new != NO_ZONE and active[old] and active[new] and not game.cloud and new not in game.a_light


def flares_no_help(game: Game, old: Zone, new: Zone) -> str:
    """For the log: flares over one of these zones make no difference to a hand-off [14.3c]."""
    lit = game.layout.flare_lit
    return " 14.3c" if lit[old] or (new != NO_ZONE and lit[new]) else ""


def lose_light(game: Game, attacker: Attacker, rules: str) -> None:
    """The searchlights lose it [14.2.3]."""
    game.a_light[attacker] = NO_ZONE
    game.emit("light_lost", rules + still_held(game, attacker), TO_ALL, game.a_handle[attacker])
    check_contact(game, attacker)


class HandOff(NamedTuple):
    """A bomber in searchlights, and the zone that may take it over."""

    attacker: Attacker
    zone: Zone


@question(PLAYER, "14.2.4a", Words("no", "yes"))
def hand_off(game: Game, held: HandOff) -> list[int]:
    """The coned bomber crosses into another zone: try to hand it over? [14.2.4a]"""
    return [0, 1]


@hand_off.chosen
def handed_off(game: Game, held: HandOff, yes: int) -> None:
    if not yes:
        lose_light(game, held.attacker, "14.2.3 14.2.4a")
        return
    handle = game.a_handle[held.attacker]
    flares = flares_no_help(game, game.a_light[held.attacker], held.zone)
    confused = game.layout.confusion and not game.layout.near_zone[held.zone].isdisjoint(game.f_hex)
    rules = "14.2.4a 14.2.4b 14.2.1b" + flares + (" 28.3" if confused else "")  # four dice all the same
    dice = game.roll(4, "hand-off", rules, held.zone)
    if tally_number(game.a_id[held.attacker]) in dice:
        game.a_light[held.attacker] = held.zone
        game.emit("handed_off", "14.2.4b", TO_ALL, handle, held.zone)
    else:
        lose_light(game, held.attacker, "14.2.3 14.2.4b")


@hand_off.tells
def hand_off_facts(game: Game, held: HandOff) -> Facts:
    return {"contact": game.a_handle[held.attacker], "zone": held.zone}


@step
def leave_lights(game: Game, intruder: Attacker, zones: tuple[Zone, ...]) -> None:
    """Lights lose an intruder that leaves their zone, or hand it over, as they do a bomber [14.2.3, 14.2.4, 1.5a]."""
    for place, zone in enumerate(zones):
        old = game.a_light[intruder]
        if old == NO_ZONE:
            return
        if zone != old and may_hand_off(game, old, zone):
            game.next(task(hand_off, HandOff(intruder, zone)), task(leave_lights, intruder, zones[place + 1 :]))
            return
        if zone != old:
            lose_light(game, intruder, "14.2.3 1.5a" + flares_no_help(game, old, zone))
