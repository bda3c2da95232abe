"""Moving bombers: down their columns, never onto one another, and what searchlights make of it [S7.0, S14.0f]."""

from __future__ import annotations

from typing import NamedTuple

from viermot.games.nightfighter.model.board import COLUMN, HEXES, LAST_ROW, ROW
from viermot.games.nightfighter.model.ids import Attacker, Hex, Zone
from viermot.games.nightfighter.model.state import EXITED, ON_MAP
from viermot.games.nightfighter.rules.bombers import flares_no_help, lose_light, may_hand_off, mp_of
from viermot.games.nightfighter.rules.naval import keep_in_stream
from viermot.games.solitaire.model.board import HIGH, PLAYER, TO_ALL
from viermot.games.solitaire.model.state import Solo
from viermot.kernel.agenda import Facts, Words, question, step, task

HAND_OFF_DICE = 4
NO_OR_YES = (0, 1)


@step
def move_bombers(game: Solo) -> None:
    """Phase 1: every counter flies on, those nearest the exit first [7.2.1a, S7.0]."""
    if not game.on_map:
        return
    rules = "7.2a 7.2b 7.2.1a S3.0a" + (" 6.0b" if game.layout.mp_by_altitude else "")
    game.emit("bombers_fly", rules, TO_ALL, len(game.on_map))
    order = tuple(sorted(game.on_map, key=lambda a: (-ROW[game.a_hex[a]], COLUMN[game.a_hex[a]])))
    game.next(task(fly, order), task(all_flown))


@step
def fly(game: Solo, order: tuple[Attacker, ...]) -> None:
    """Move the counters one after another; a lit one moves hex by hex [7.2a, S7.0a, S7.0b]."""
    for number, counter in enumerate(order):
        mp = mp_of(game, counter)
        game.a_moved[counter] = mp
        if game.is_lit(counter):
            game.next(task(fly_lit, counter, mp), task(fly, order[number + 1 :]))
            return
        hex_ = game.a_hex[counter]
        if ROW[hex_] + mp > LAST_ROW:
            leave_map(game, counter)
        else:
            game.a_hex[counter] = short_of_others(game, counter, hex_, mp)


def short_of_others(game: Solo, counter: Attacker, hex_: Hex, mp: int) -> Hex:
    """The hex this far down the column, or the last free one before it [S7.0b, ruling B27]."""
    there = Hex(hex_ + mp)
    while there != hex_ and there in game.a_hex:
        there = Hex(there - 1)
    if there != hex_ + mp:
        game.emit("stops_short", "S7.0b", TO_ALL, game.a_handle[counter], there)
    return there


def leave_map(game: Solo, counter: Attacker) -> None:
    """Off the map nobody can find it, but a counter that may be a bomber still counts [7.2.2, S7.0a, S5.4c]."""
    handle = game.a_handle[counter]
    rules = "7.2.2 S7.0a" + (" S5.4c" if game.a_level[counter] == HIGH else "")
    game.take_off(counter, EXITED)
    if game.layout.flying_bombs:
        game.a_left[counter] = game.turn  # the next one comes a turn later
    game.emit("counter_left", rules, TO_ALL, handle)


@step
def fly_lit(game: Solo, counter: Attacker, left: int) -> None:
    """A lit bomber flies hex by hex: leaving its zone ends the fix unless it is handed over [14.2.3, 14.2.4]."""
    while left:
        ahead = HEXES.line(game.a_hex[counter], game.a_facing[counter], left)
        if not ahead:
            leave_map(game, counter)
            return
        if len(ahead) == left and all(hex_ in game.a_hex for hex_ in ahead):  # no free hex ahead to end its move in
            game.emit("stops_short", "S7.0b", TO_ALL, game.a_handle[counter], game.a_hex[counter])
            return
        left -= 1
        there = ahead[0]
        game.a_hex[counter] = there
        old, new = game.a_light[counter], game.layout.zone_of[there]
        if game.is_lit(counter) and new != old:
            game.push(fly_lit, counter, left)
            if may_hand_off(game, old, new):
                game.push(hand_off, HandOff(counter, new))
            else:
                lose_light(game, counter, "14.2.3" + flares_no_help(game, old, new))
            return


class HandOff(NamedTuple):
    """A counter in searchlights, and the zone that may take it over."""

    counter: Attacker
    zone: Zone


@question(PLAYER, "14.2.4a", Words("no", "yes"))
def hand_off(game: Solo, held: HandOff) -> tuple[int, ...]:
    """The coned bomber crosses into another zone: try to hand it over? [14.2.4a, S14.0f]"""
    return NO_OR_YES


@hand_off.chosen
def handed_off(game: Solo, held: HandOff, yes: int) -> None:
    if not yes:
        lose_light(game, held.counter, "14.2.3 14.2.4a")
        return
    flares = flares_no_help(game, game.a_light[held.counter], held.zone)
    confused = game.layout.confusion and not game.layout.near_zone[held.zone].isdisjoint(game.f_hex)
    rules = "S14.0f 14.2.4a 14.2.1b" + flares + (" 28.3" if confused else "")  # four dice all the same
    if 6 in game.roll(HAND_OFF_DICE, "hand-off", rules, held.zone):
        game.a_light[held.counter] = held.zone
        game.emit("handed_off", "S14.0f", TO_ALL, game.a_handle[held.counter], held.zone)
    else:
        lose_light(game, held.counter, "14.2.3 S14.0f")


@hand_off.tells
def hand_off_facts(game: Solo, held: HandOff) -> Facts:
    return {"contact": game.a_handle[held.counter], "zone": held.zone}


@step
def all_flown(game: Solo) -> None:
    """In scenario 7 German fighters close up; then the map shows where everybody is."""
    if game.layout.german_stream:
        keep_in_stream(game)
    places = tuple((game.a_handle[a], game.a_hex[a]) for a in game.on_map if game.a_fate[a] == ON_MAP)
    if places:
        game.emit("counters_moved", "7.2a S3.0a", TO_ALL, places)
