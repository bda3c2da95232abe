"""Moving fighters: MP, paths, dives, evasion, the radio beacon box [9.0, 18.0, 23.0, 27.3.1]."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from viermot.games.nightfighter.model.board import BOX, HEXES, NEIGHBOUR, OFF, PLAYER, TO_ALL, TO_UMPIRE
from viermot.games.nightfighter.model.ids import NOBODY, Fighter, Hex
from viermot.games.nightfighter.model.notation import FIGHTER, IN_BOX, PATH, PLACE, TURN_LEFT, end_of, paths, steps_of
from viermot.games.nightfighter.model.state import EXITED, Game
from viermot.games.nightfighter.rules.fog import check_contact, drop_tally
from viermot.games.nightfighter.rules.slips import offers
from viermot.games.nightfighter.rules.tail_warning import call_tail_warnings
from viermot.kernel.agenda import Facts, Words, question, step, task

FLY, DIVE, DIVE_ALL, EVADE = 0, 1, 2, 3  # evading is added to one of the first three


@step
def move_fighters(game: Game) -> None:
    """Phase 3: tail warnings, then every fighter, one after another [9.0a, 9.0b, 27.3a]."""
    movers = []
    game.f_spent = [0] * len(game.f_hex)  # until now these were last turn's [ruling A50]
    game.f_turned = [0] * len(game.f_hex)
    for fighter in game.layout.numbers:
        hex_ = game.f_hex[fighter]
        if hex_ >= 0:
            if game.f_still[fighter] == game.turn:
                game.emit("stays", "17.3.1b 9.0a", TO_ALL, fighter)
            else:
                movers.append(fighter)
        elif hex_ == BOX and box_open(game):
            movers.append(fighter)
    if game.layout.tail_warnings:
        game.next(task(call_tail_warnings), task(choose_mover, tuple(movers)))
    elif len(movers) == 1:
        moves(game, (), movers[0])
    elif movers:
        game.push(choose_mover, tuple(movers))


def box_open(game: Game) -> bool:
    """One fighter a turn may leave the box, and none in the turn after [23.0b, ruling A21]."""
    return game.turn - game.box_left >= 2


@step
def choose_mover(game: Game, movers: tuple[Fighter, ...]) -> None:
    """Go on to the next fighter, if any is left to move [9.0b]."""
    movers = tuple([f for f in movers if game.flies(f) or (game.f_hex[f] == BOX and box_open(game))])
    if len(movers) == 1:
        moves(game, movers, movers[0])
    elif movers:
        game.push(who_moves, movers)


@question(PLAYER, "9.0b", FIGHTER, undoable=True)
def who_moves(game: Game, movers: tuple[Fighter, ...]) -> tuple[Fighter, ...]:
    """Which fighter moves next? [9.0b]"""
    return movers


@who_moves.suggests
def who_has_a_bomber(game: Game, movers: tuple[Fighter, ...]) -> int:
    """Those with a bomber in hand first, so that the others can keep out of their way; the box empties last."""

    def claim(fighter: Fighter) -> tuple[bool, bool, bool]:
        return game.f_tally[fighter] == NOBODY, game.f_fix[fighter] == NOBODY, game.f_hex[fighter] < 0

    return min(movers, key=claim)


@who_moves.chosen
def moves(game: Game, movers: tuple[Fighter, ...], fighter: Fighter) -> None:
    if len(movers) > 1:
        game.next(*offers(game), task(choose_mover, tuple([f for f in movers if f != fighter])))
    if game.f_hex[fighter] == BOX:
        game.push(leave_box, fighter)
    else:
        begin_move(game, fighter, 0)


@who_moves.refuses
def why_not_who_moves(game: Game, movers: tuple[Fighter, ...], fighter: int) -> tuple[str, str] | None:
    return ("23.0b", "box_closed") if game.f_hex[fighter] == BOX else ("9.0b", "not_its_move")


@question(PLAYER, "23.0a", PLACE, undoable=True)
def leave_box(game: Game, fighter: Fighter) -> tuple[int, ...]:
    """Leave the radio beacon box, and if so into which hex and facing? [23.0a, 23.0c]"""
    return box_exits(game.layout.box_hexes)


@lru_cache(maxsize=8)
def box_exits(hexes: tuple[Hex, ...]) -> tuple[int, ...]:
    """Every hex beside the box with every facing; or stay."""
    return (IN_BOX, *[hex_ * 6 + facing for hex_ in hexes for facing in range(6)])


@leave_box.chosen
def left_box(game: Game, fighter: Fighter, place: int) -> None:
    if place == IN_BOX:
        game.emit("waits_in_box", "23.0c", TO_ALL, fighter)
        return
    game.f_facing[fighter] = place % 6
    comes_to(game, fighter, Hex(place // 6))
    game.box_left = game.turn
    game.emit("left_box", "23.0a 23.0b 2.1.3c", TO_ALL, fighter, game.f_hex[fighter], game.f_facing[fighter])
    begin_move(game, fighter, 1)


@leave_box.refuses
def why_not_leave_box(game: Game, fighter: Fighter, place: int) -> tuple[str, str] | None:
    return ("23.0a", "not_beside_box")


@leave_box.tells
def leave_box_facts(game: Game, fighter: Fighter) -> Facts:
    return {"fighter": fighter}


class Moving(NamedTuple):
    """A fighter on the move, and the MP it has spent."""

    fighter: Fighter
    spent: int


def begin_move(game: Game, fighter: Fighter, spent: int) -> None:
    """Ask about dives and evasion where there is a choice, otherwise fly on."""
    if game.f_dives[fighter] or game.f_warned[fighter] == game.turn:
        game.push(manoeuvre, Moving(fighter, spent))
    else:
        fly_on(game, fighter, spent, FLY)


@question(
    PLAYER, "18.0a", Words("fly", "dive", "dive all", "evade", "evade and dive", "evade and dive all"),
    undoable=True,
)  # fmt: skip
def manoeuvre(game: Game, moving: Moving) -> list[int]:
    """Fly on, dive for one MP more, or evade after a tail warning? [18.0a, 18.0b, 27.3.1]"""
    dives = game.f_dives[moving.fighter]
    ways = [FLY] if dives == 0 else [FLY, DIVE] if dives == 1 else [FLY, DIVE, DIVE_ALL]
    if game.f_warned[moving.fighter] == game.turn:
        ways += [EVADE + way for way in ways]
    return ways


@manoeuvre.chosen
def manoeuvres(game: Game, moving: Moving, way: int) -> None:
    fly_on(game, moving.fighter, moving.spent, way)


def fly_on(game: Game, fighter: Fighter, spent: int, way: int) -> None:
    """How many MP it has, and whether it may turn; then its path [9.1, 18.0, 27.3.1]."""
    evading, diving = way >= EVADE, way % 3
    fit = game.layout.fighters[fighter]
    maximum, minimum = fit.max_mp[game.turn & 1], fit.least_mp
    if evading:
        maximum += 1
    if diving:
        maximum += 1
        minimum = maximum  # it must use every MP [18.0a, ruling A17]
        game.f_dives[fighter] = 0 if diving == DIVE_ALL else game.f_dives[fighter] - 1
        game.f_dived[fighter] = game.turn
        game.emit("dives", "18.0a 18.0b", TO_ALL, fighter, game.f_dives[fighter])
    may_turn = int(_may_turn(game, fighter))
    game.push(path, Flight(fighter, spent, minimum if minimum < maximum else maximum, maximum, may_turn))
    if evading:
        game.push(evade, fighter)


def _may_turn(game: Game, fighter: Fighter) -> bool:
    """A blinded crew flies straight on, unless it was warned [17.3.2b, ruling A31]."""
    return game.f_blind[fighter] < game.turn or game.f_warned[fighter] == game.turn


@manoeuvre.suggests
def dives_for_a_shot(game: Game, moving: Moving) -> int | None:
    """Fly on; but all the way down where that alone lets it fire at its tally this turn [11.0a, 18.0a, 18.0c].

    Behind a tally in any other place nothing recommends itself: whoever always flew on would never fire.
    """
    fighter = moving.fighter
    target, dives = game.f_tally[fighter], game.f_dives[fighter]
    if target == NOBODY or not dives or not game.flies(fighter):
        return FLY
    mp = game.layout.fighters[fighter].max_mp[game.turn & 1] + 1 - moving.spent  # all to be used [ruling A17]
    hex_, facing = game.f_hex[fighter], game.f_facing[fighter]
    goal = (game.a_hex[target], game.a_facing[target])
    ways = paths(hex_, facing, mp, mp, _may_turn(game, fighter))
    if all(end_of(hex_, facing, way) != goal for way in ways):
        return None
    return DIVE if dives == 1 else DIVE_ALL


@manoeuvre.refuses
def why_not_manoeuvre(game: Game, moving: Moving, way: int) -> tuple[str, str] | None:
    if way >= EVADE and game.f_warned[moving.fighter] != game.turn:
        return ("27.3.1", "no_tail_warning")
    return ("18.0b", "no_dives_left")


@manoeuvre.tells
def manoeuvre_facts(game: Game, moving: Moving) -> Facts:
    return {"fighter": moving.fighter, "dives": game.f_dives[moving.fighter]}


@step
def evade(game: Game, fighter: Fighter) -> None:
    """Throw the aircraft about: whatever the crew had in sight is lost for this turn [27.3.1]."""
    game.f_evading[fighter] = game.turn
    game.emit("evades", "27.3.1", TO_ALL, fighter)
    lose_all_sight(game, fighter)


def lose_all_sight(game: Game, fighter: Fighter, corkscrewing: int = NOBODY) -> None:
    """Its own tally and AI fix are gone; a bomber in a corkscrew is not displaced as well [17.4.4d, 27.3.1, 16.0a]."""
    targets = {drop_tally(game, fighter), game.f_fix[fighter]} - {NOBODY}
    game.f_fix[fighter] = NOBODY
    for attacker in sorted(targets):
        check_contact(game, attacker, attacker == corkscrewing)


class Flight(NamedTuple):
    """A fighter about to fly: MP spent, the MP it must and may still spend, and whether it may turn."""

    fighter: Fighter
    spent: int
    minimum: int
    maximum: int
    may_turn: int


@question(PLAYER, "9.2a", PATH, undoable=True)
def path(game: Game, flight: Flight) -> tuple[int, ...]:
    """How does this fighter move? [9.1, 9.2]"""
    fighter, spent, minimum, maximum, may_turn = flight
    hex_, facing = game.f_hex[fighter], game.f_facing[fighter]
    return paths(hex_, facing, minimum - spent if minimum > spent else 1, maximum - spent, bool(may_turn))


@path.chosen
def flown(game: Game, flight: Flight, way: int) -> None:
    fighter = flight.fighter
    hex_, facing = game.f_hex[fighter], game.f_facing[fighter]
    fishpond = game.layout.fishpond
    rules = "9.0a 9.0b 9.1a 9.1b 9.2a"
    steps = steps_of(way)
    spent = flight.spent + len(steps)
    for turn in steps:
        hex_ = NEIGHBOUR[hex_ * 6 + facing]
        if turn:  # not STRAIGHT
            facing = (facing + (5 if turn == TURN_LEFT else 1)) % 6
        if fishpond and hex_ != OFF:  # leaving the map is the last step of a path
            watch_fishpond(game, hex_)
    game.f_hex[fighter], game.f_facing[fighter] = hex_, facing
    game.f_spent[fighter], game.f_turned[fighter] = spent, int(any(steps))
    if any(steps):
        rules = "9.0a 9.0b 9.1a 9.1b 9.2a 9.2b"
    if game.layout.fighters[fighter].mp_by_altitude:
        rules += " 6.0b"
    if game.f_blind[fighter] >= game.turn:
        rules += " 17.3.2b"
    if hex_ == OFF:
        leaves_map(game, fighter, rules)
    else:
        game.emit("moved", rules, TO_ALL, fighter, hex_, facing, spent)


def comes_to(game: Game, fighter: Fighter, hex_: Hex) -> None:
    """A fighter enters a hex other than along its path: out of the box, in a corkscrew, by scattering."""
    if game.layout.fishpond and hex_ != game.f_hex[fighter]:
        watch_fishpond(game, hex_)
    game.f_hex[fighter] = hex_


def leaves_map(game: Game, fighter: Fighter, rules: str) -> None:
    """A fighter that leaves the map is out of the game, but does not count as lost [9.2.1]."""
    game.f_hex[fighter] = OFF
    game.f_fate[fighter] = EXITED
    game.emit("fighter_left", rules + " 9.2.1", TO_ALL, fighter)
    lose_all_sight(game, fighter)


class Mover(NamedTuple):
    """What a fighter will have for its next move: the MP it must spend, and whether it may turn."""

    minimum: int
    may_turn: bool


def next_mover(game: Game, fighter: Fighter) -> Mover:
    """The fighter as it will be next turn, as far as is known [6.0b, 9.1b, 17.3.2b]."""
    fit = game.layout.fighters[fighter]
    return Mover(min(fit.least_mp, fit.max_mp[(game.turn + 1) & 1]), game.f_blind[fighter] <= game.turn)


def must_leave(mover: Mover, hex_: Hex, facing: int) -> bool:
    """Will its next move take it off the map from here, whatever it does? [9.2.1]"""
    ways = paths(hex_, facing, mover.minimum, mover.minimum, mover.may_turn)
    return all(end_of(hex_, facing, way)[0] == OFF for way in ways)


def watch_fishpond(game: Game, hex_: Hex) -> None:
    """An H2S bomber sees any fighter that comes next to it, and keeps that to itself [28.2.1, ruling A35]."""
    for attacker in game.placed_for_sure():
        if game.carries_h2s(attacker):
            there = game.a_hex[attacker]
            if not game.a_alert[attacker] and HEXES.distance[hex_][there] == 1:
                game.a_alert[attacker] = 1
                game.emit("fishpond", "28.2.1 24.3.1", TO_UMPIRE, attacker)


@path.refuses
def why_not_path(game: Game, flight: Flight, way: int) -> tuple[str, str] | None:
    steps = steps_of(way)
    if len(steps) + flight.spent > flight.maximum:
        return ("9.1a", "too_many_mp")
    if not flight.may_turn and any(steps):
        return ("17.3.2b", "blinded_cannot_turn")
    if len(steps) + flight.spent < flight.minimum:
        return ("18.0a", "dive_uses_all_mp") if flight.minimum == flight.maximum else ("9.1b", "too_few_mp")
    return ("9.2.1", "path_goes_on_off_map")


@path.tells
def path_facts(game: Game, flight: Flight) -> Facts:
    return {
        "fighter": flight.fighter,
        "least": max(flight.minimum - flight.spent, 1),
        "most": flight.maximum - flight.spent,
    }
