"""Fog of war: where a counter's bomber may be, and the tests that settle it [S5.0]."""

from __future__ import annotations

from collections.abc import Collection

from viermot.games.nightfighter.model.board import HEXES, OFF
from viermot.games.nightfighter.model.ids import Attacker, Hex
from viermot.games.nightfighter.model.state import EXITED, ON_MAP
from viermot.games.solitaire.model.board import HIGH, LOW, REMOVED, TO_ALL, bomber_number
from viermot.games.solitaire.model.state import Solo

# -- where it is ----------------------------------------------------------------------------------------


def barred(game: Solo, counter: Attacker, hex_: Hex) -> str:
    """The rule that has a location roll for this hex rolled again, "" if none does [S7.0b, S5.5a, S14.0d]."""
    if hex_ == OFF:
        return ""
    if hex_ in game.a_out[counter]:
        return "S5.5a S14.0d"
    return "S7.0b S14.0d" if hex_ != game.a_hex[counter] and hex_ in game.a_hex else ""


def locate(game: Solo, counter: Attacker, rules: str, cells: tuple[Hex, ...] | None = None) -> Hex | None:
    """Roll for the hex the bomber is in; None if every hex is barred, and then nothing is rolled [ruling B4].

    Barred hexes are rerolled. OFF is beyond the edge of the map.
    """
    area = game.area(counter) if cells is None else cells
    if all(barred(game, counter, hex_) for hex_ in area):
        game.emit("nowhere", "S5.5a S7.0b", TO_ALL, game.a_handle[counter])
        return None
    one_die = len(area) == 6
    rules = rules + (" S5.2b S5.2a" if one_die else " S5.3b S5.3a") if cells is None else rules
    while True:
        dice = tuple(game.dice.roll(1 if one_die else 2, "location"))
        hex_ = area[dice[0] - 1 if one_die else (dice[0] - 1) * 3 + (dice[1] - 1) // 2]
        game.emit("roll", rules, TO_ALL, "location", dice, game.a_handle[counter], hex_)
        again = barred(game, counter, hex_)
        if not again:
            return hex_
        game.emit("rolled_again", again, TO_ALL, game.a_handle[counter], hex_)


def put(game: Solo, counter: Attacker, hex_: Hex, rules: str) -> None:
    """The bomber is found in this hex: its counter goes there, and from now on is low at worst [S5.1a, S5.2f]."""
    game.a_hex[counter] = hex_
    game.a_level[counter] = LOW
    game.emit("located", rules + " S5.1a S5.0", TO_ALL, game.a_handle[counter], hex_)


def look_in(game: Solo, counter: Attacker, where: Collection[Hex], rules: str) -> bool:
    """Is the bomber in the search area? Then its counter is put there; else the area is barred [S5.2b, S5.5].

    A counter of high uncertainty must also prove to be the bomber. An exact one needs no roll.
    """
    if len(game.area(counter)) == 1:
        return game.a_hex[counter] in where
    hex_ = locate(game, counter, rules + " S5.2c")
    if hex_ is None:
        return False
    if hex_ not in where:
        miss(game, counter, hex_, where)
        return False
    if game.a_level[counter] == HIGH and not prove(game, counter, "S5.4d S5.4g"):
        return False
    put(game, counter, hex_, rules)
    return True


def miss(game: Solo, counter: Attacker, hex_: Hex, where: Collection[Hex]) -> None:
    """It is somewhere else: the hexes just searched are excluded for this counter until the turn ends [S5.5]."""
    game.emit("not_there", "S5.2b S5.2c", TO_ALL, game.a_handle[counter], hex_)
    new = [h for h in game.area(counter) if h != OFF and h in where and h not in game.a_out[counter]]
    if new:
        rules = "S5.5a S5.5b" if game.a_out[counter] else "S5.5a"
        game.a_out[counter] = tuple(sorted((*game.a_out[counter], *new)))
        game.emit("excluded", rules, TO_ALL, game.a_handle[counter], tuple(new))


# -- which one it is ---------------------------------------------------------------------------------------


def prove(game: Solo, counter: Attacker, rules: str) -> bool:
    """Is this counter the bomber, or a phantom? [S5.4d, S5.4e]"""
    bomber = game.bomber_of(counter)
    left = game.left(bomber)
    rules += " S5.4e S5.4c"
    while True:
        die = game.dice.roll(1, "reality")[0]
        game.emit("roll", rules, TO_ALL, "reality", (die,), game.a_handle[counter], left)
        if die <= left or left < 4:
            break
        game.emit("too_high_a_die", "S5.4e", TO_ALL, game.a_handle[counter], left)
    real: bool = die <= game.layout.real_up_to.get(left, game.layout.real_of_more)
    if real:
        reveal_real(game, counter)
    else:
        handle = game.a_handle[counter]
        game.take_off(counter, REMOVED)
        game.emit("phantom", "S5.4e S5.4a", TO_ALL, handle)
        last_one(game, bomber)
    return real


def reveal_real(game: Solo, counter: Attacker) -> None:
    """This one is the bomber: all its other counters are removed, even those yet to enter [S5.4e]."""
    bomber = game.bomber_of(counter)
    others = [a for a in game.counters_of(bomber) if a != counter]
    game.coming = [due for due in game.coming if bomber_number(due.ident) != bomber]
    handles = tuple(game.a_handle[a] for a in others if game.a_fate[a] == ON_MAP)
    for other in others:
        game.take_off(other, REMOVED)
    game.a_level[counter] = game.found_real()
    game.emit("real", "S5.4e S5.0", TO_ALL, game.a_handle[counter], handles)


def last_one(game: Solo, bomber: int) -> None:
    """When only one counter is left it must be the bomber [S5.4b]."""
    for counter in game.counters_of(bomber):
        if game.left(bomber) == 1 and game.a_level[counter] == HIGH:
            game.a_level[counter] = game.found_real()
            rules = "S5.4b S21.0b" if game.layout.contrails else "S5.4b S5.3c"
            game.emit("last_one", rules, TO_ALL, game.a_handle[counter])


# -- radar --------------------------------------------------------------------------------------------------


def crowded(game: Solo, counter: Attacker) -> bool:
    """Is another counter that is not high near enough to confuse a radar? [S13.0c, ruling B9]"""
    row, near = HEXES.distance[game.a_hex[counter]], game.layout.clutter
    return any(a != counter and game.a_level[a] != HIGH and row[game.a_hex[a]] <= near for a in game.on_map)


def drift_off(game: Solo, counter: Attacker) -> None:
    """Radar shifts the counter off the map: it can no longer be found, but still counts [S7.0a, ruling B6]."""
    handle = game.a_handle[counter]
    game.take_off(counter, EXITED)
    game.emit("shifted_off", "S7.0a", TO_ALL, handle)
