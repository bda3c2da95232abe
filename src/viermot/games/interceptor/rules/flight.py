"""A sortie: take-off, the boxes of the endurance track, interception, and the way home [6.1, 7.1.2, 7.4.2]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from viermot.games.interceptor.model.ids import NO_BOMBER, NO_ENEMY, EnemyType, Seat
from viermot.games.interceptor.model.notation import COMRADE
from viermot.games.interceptor.model.options import comrade, comrade_code
from viermot.games.interceptor.model.records import Attack, Duel, Pilot, Round, Sortie
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import (
    AIRBORNE,
    CHARM_MARKER,
    EVENT,
    FIGHTERS,
    GROUND_CONTROL_MARKER,
    HEAD_ON,
    NAVIGATION,
    NOT_LOCATED,
    OUT_OF_THE_SUN,
    PILOT,
    START_ADVANTAGED,
    START_DISADVANTAGED,
    START_HEAD_ON,
    WINGMAN_ABSENT,
    WINGMAN_FINE,
)
from viermot.games.interceptor.rules import raid
from viermot.games.interceptor.rules.bombers.passes import choose_target
from viermot.games.interceptor.rules.career.career import line_not_flown
from viermot.games.interceptor.rules.chance import FINE, SETBACK, charm_order, roll_for
from viermot.games.interceptor.rules.damage.airframe import engines_out, must_abort
from viermot.games.interceptor.rules.damage.landing import bail_out, cannot_reach_base, come_down
from viermot.games.interceptor.rules.fighters.encounter import start_fight
from viermot.games.interceptor.rules.options.company import Flight, fight_rounds, turn
from viermot.games.interceptor.rules.random_events import random_event
from viermot.kernel.agenda import Facts, Numbers, Refusal, Task, Words, question, step, task

FLY_ON, GO_HOME, JUMP = range(3)
RULE_OF = {
    NOT_LOCATED: "7.1.2a",
    FIGHTERS: "7.1.2b",
    START_HEAD_ON: "7.1.2d",
    START_ADVANTAGED: "7.1.2e",
    START_DISADVANTAGED: "7.1.2f",
    OUT_OF_THE_SUN: "7.1.2i",
    EVENT: "7.10a",
}


def raid_box(game: Game, pilot: Pilot) -> int:
    """The Endurance box of the raid, on the track of the pilot's base zone [4.6.3]."""
    return game.layout.tracks[pilot.career.unit][game.raid.zone]


def last_box(game: Game, pilot: Pilot) -> int:
    """The last box not greyed out for his aircraft [6.1]."""
    return game.layout.last_box[game.layout.aircraft[pilot.career.aircraft].engines - 1]


@step
def sortie(game: Game, flight: Flight) -> None:
    """All pilots of a flight with the fuel to reach the raid take off and go straight to it [4.6.3, 6.1]."""
    up: list[Seat] = []
    for who in flight:
        pilot = game.pilots[who]
        if raid_box(game, pilot) > last_box(game, pilot):
            turn(game, who)
            pilot.sortie.flying = 0
            line_not_flown(game, "4.6.3b")
        else:
            up.append(who)
    if len(up) > 1:
        game.next(task(turn, led_by(game, up)), task(choose_leader, tuple(up)))
    elif up:
        set_out(game, tuple(up))


def set_out(game: Game, flight: Flight) -> None:
    """They set out, the leader first [6.1, 10.1.1]."""
    for who in flight:
        turn(game, who)
        take_off(game)
    charmed = [who for who in flight if game.pilots[who].career.markers & CHARM_MARKER]
    game.next(*[each for who in charmed for each in (task(turn, who), task(charm_order))], task(intercept, flight))


# -- the leader of a flight [10.1.1] -----------------------------------------------------------------------------


def led_by(game: Game, flight: Sequence[Seat]) -> Seat:
    """Whoever led last; to begin with, the first of them."""
    return next((who for who in flight if game.pilots[who].career.leads), flight[0])


@question(PILOT, "10.1.1c", COMRADE)
def choose_leader(game: Game, flight: Flight) -> list[int]:
    """Who leads the flight today? His interception rolls count for all [10.1.1]."""
    standing = led_by(game, flight)
    return [comrade_code(who) for who in (standing, *(who for who in flight if who != standing))]


@choose_leader.suggests
def choose_leader_suggested(game: Game, flight: Flight) -> int | None:
    return comrade_code(led_by(game, flight))


@choose_leader.refuses
def why_not_choose_leader(game: Game, flight: Flight, answer: int) -> Refusal:
    return ("10.1.1c", "not_in_flight")


@choose_leader.chosen
def leader_chosen(game: Game, flight: Flight, answer: int) -> None:
    leader = comrade(answer)
    for who in flight:
        game.pilots[who].career.leads = int(who == leader)
    game.announce("leads", "10.1.1c", leader)
    set_out(game, (leader, *(who for who in flight if who != leader)))


def take_off(game: Game) -> None:
    """The mat is reset: full ammunition, no damage, the aircraft on the track [4.4.2, 4.5, 6.1]."""
    pilot, frame = game.pilot, game.mat
    pilot.sortie = Sortie(
        flying=1,
        fate=AIRBORNE,
        ammo=list(frame.ammo),
        rockets=int(frame.rocket_hit > 0),
        wingman=WINGMAN_ABSENT if pilot.wingman.away else WINGMAN_FINE,
        box=raid_box(game, pilot),
    )
    pilot.attack = Attack(
        bomber_hits=pilot.attack.bomber_hits
    )  # target charts are wiped when the next aircraft is put on them
    pilot.duel = Duel(enemy_hits=pilot.duel.enemy_hits)
    pilot.round = Round()
    game.announce("take_off", "6.1b 4.4.1 4.5a", frame.number, tuple(pilot.sortie.ammo))
    game.announce("box", "6.1b 4.6.3a", pilot.sortie.box, game.raid.zone)


# -- interception [6.1, 7.1.2] ----------------------------------------------------------------------------------


@step
def intercept(game: Game, flight: Flight) -> None:
    """The leader rolls for the flight in this box [6.1, 10.1.1]."""
    turn(game, flight[0])
    for who in flight:
        pilot = game.pilots[who]
        pilot.sortie.ahead = int(who == flight[0])
        pilot.attack.target, pilot.duel.enemy, pilot.attack.escort = NO_BOMBER, NO_ENEMY, NO_ENEMY
        pilot.duel.fought = pilot.duel.free = pilot.attack.straggler = pilot.attack.location = 0
    roll_for(game, 2, "interception", "6.1c", contact, flight, bad=unlucky_contact)


def unlucky_contact(game: Game, dice: tuple[int, ...], flight: Flight) -> int:
    """Nobody found, or found at a disadvantage."""
    return SETBACK if meaning(game, sum(dice)) in (NOT_LOCATED, FIGHTERS, START_DISADVANTAGED) else FINE


@step
def contact(game: Game, dice: tuple[int, ...], flight: Flight) -> None:
    """What the roll means, once ground control has had its say."""
    total = sum(dice)
    if game.pilot.career.markers & GROUND_CONTROL_MARKER:
        game.push(ground_control, Contact(total, flight))
    else:
        found(game, total, flight)


class Contact(NamedTuple):
    """An interception roll, and who made it."""

    total: int
    flight: Flight


@question(PILOT, "7.10b", Numbers())
def ground_control(game: Game, made: Contact) -> list[int]:
    """Ground control can change this interception roll: to which number? [7.10]"""
    total, shift = made.total, game.layout.control_shift
    return [total, *(n for n in range(max(2, total - shift), min(12, total + shift) + 1) if n != total)]


@ground_control.suggests
def as_it_was_rolled(game: Game, made: Contact) -> int:
    return made.total


@ground_control.refuses
def why_not_ground_control(game: Game, made: Contact, answer: int) -> Refusal:
    return ("7.10b", "shift_too_far")


@ground_control.tells
def ground_control_facts(game: Game, made: Contact) -> Facts:
    return {"total": made.total, **{f"met{n}": meaning(game, n) for n in range(2, 13)}}


@ground_control.chosen
def shifted(game: Game, made: Contact, answer: int) -> None:
    if answer != made.total:
        game.pilot.career.markers &= ~GROUND_CONTROL_MARKER
        game.announce("ground_control", "7.10b", answer)
    found(game, answer, made.flight)


def meaning(game: Game, total: int) -> int:
    """What an interception roll means: a second 12 is a sweep, and Navigation finds the raid [7.10, 7.7]."""
    met: int = game.layout.interception[game.month][total]
    if met == EVENT and game.pilot.sortie.had_event:
        return FIGHTERS
    return START_ADVANTAGED if met == NOT_LOCATED and game.pilot.career.skills & NAVIGATION else met


def found(game: Game, total: int, flight: Flight) -> None:
    """Nothing, a sweep, an event, or the bombers [7.1.2, 7.10]."""
    pilot = game.pilot
    met = game.layout.interception[game.month][total]
    if met == EVENT and pilot.sortie.had_event:
        met = FIGHTERS
    game.announce("interception", f"6.1c {RULE_OF[met]}", total, met)
    if met == NOT_LOCATED and pilot.career.skills & NAVIGATION:
        met = START_ADVANTAGED
        game.announce("navigated", "7.7d")
    game.push(box_done, flight)
    if met == EVENT:
        pilot.sortie.had_event = 1
        game.push(random_event)
    elif met == FIGHTERS:
        meet_sweep(game, flight)
    elif met != NOT_LOCATED:
        meet_bombers(game, flight, met)


def meet_sweep(game: Game, flight: Flight) -> None:
    """A sweep of Spitfires or P-47s [7.1.2, 7.2.1]."""
    roll_for(game, 1, "sweep orientation", "7.1.2d", sweep_met, raid.sweep(game), flight, bad=sweep_above)


def sweep_above(game: Game, dice: tuple[int, ...], enemy: EnemyType, flight: Flight) -> int:
    """A sweep that starts with the advantage over him."""
    return SETBACK if game.layout.sweep_orientation[sum(dice) - 1] < HEAD_ON else FINE


@step
def sweep_met(game: Game, dice: tuple[int, ...], enemy: EnemyType, flight: Flight) -> None:
    """In which orientation the fight begins [7.1.2, 7.2.1]."""
    orientation = game.layout.sweep_orientation[sum(dice) - 1]
    game.announce("sweep", "7.1.2b 7.2.1a 7.1.2d", enemy, orientation)
    tasks: list[Task] = []
    for who in flight:
        game.pilots[who].sortie.home |= game.pilots[who].sortie.trouble
        tasks += [task(turn, who), task(start_fight, enemy, orientation, 0)]
    game.next(*tasks, task(fight_rounds, flight))


def meet_bombers(game: Game, flight: Flight, met: int) -> None:
    """The bombers and their escort; each pilot attacks on his own, then the escorts are fought [7.1.2, 10.1.1]."""
    bomber, escort = raid.force(game)
    game.announce("bombers", "7.1.2c 4.3.2", bomber, escort)
    tasks: list[Task] = []
    for who in flight:
        pilot = game.pilots[who]
        pilot.attack.met = met
        pilot.attack.bomber_type = bomber
        pilot.attack.escort = escort
        pilot.attack.first_pass = pilot.attack.formation = 1
        tasks += [task(turn, who), task(choose_target)]
    game.next(*tasks, task(fight_rounds, flight))


# -- on or home ---------------------------------------------------------------------------------------------------


@step
def box_done(game: Game, flight: Flight) -> None:
    """Each of them decides: on to the next box, or home [6.1, 7.4.2]."""
    tasks: list[Task] = []
    for who in flight:
        if game.pilots[who].airborne:
            tasks += [task(turn, who), task(press_on)]
    game.next(*tasks, task(next_box, flight))


@question(PILOT, "7.4.2a", Words("fly on", "go home", "bail out"))
def press_on(game: Game) -> list[int]:
    """Fly on to the next box and look for them again, go home, or bail out after a fight? [6.1, 7.4.1, 7.4.2]"""
    pilot = game.pilot
    options = [GO_HOME]
    if not (must_abort(pilot) or pilot.sortie.home or engine_lost(game) or pilot.sortie.box >= last_box(game, pilot)):
        options = [FLY_ON, GO_HOME]
    hurt = any(pilot.sortie.own_hits) or pilot.sortie.wound
    if pilot.duel.fought and hurt and not cannot_reach_base(game):  # otherwise he is asked when he comes down
        options.append(JUMP)
    return options


def engine_lost(game: Game) -> bool:
    """Is an engine out? A damaged one hampers further interceptions, a dead one rules them out [7.4.1, ruling D87]."""
    return engines_out(game.mat, game.pilot.sortie.own_hits) > 0


@press_on.refuses
def why_not_press_on(game: Game, answer: int) -> Refusal:
    if answer == JUMP:
        return ("7.4.1g", "bail_out_after_a_round")
    if must_abort(game.pilot):
        return ("7.4.2b", "must_abort")
    if engine_lost(game):
        return ("7.4.1i", "engine_lost")
    return ("7.10b", "engine_trouble") if game.pilot.sortie.home else ("6.1c", "last_box")


@press_on.tells
def press_on_facts(game: Game) -> Facts:
    return {"box": game.pilot.sortie.box, "fought": game.pilot.duel.fought}


@press_on.chosen
def on_or_home(game: Game, answer: int) -> None:
    pilot = game.pilot
    if answer == FLY_ON:
        return
    if answer == JUMP:
        game.push(bail_out)
        return
    if must_abort(pilot):
        game.announce("goes_home", "7.4.2b 7.4.2c")
    elif engine_lost(game):
        game.announce("goes_home", "7.4.1i")
    elif pilot.sortie.box >= last_box(game, pilot):
        game.announce("goes_home", "6.1c 7.2.2.9c")
    else:
        game.announce("goes_home", "7.4.2a 6.1c")
    game.push(come_down)


@step
def next_box(game: Game, flight: Flight) -> None:
    """Those still flying move one box ahead and look again [6.1, 7.1.2]."""
    up = tuple(who for who in flight if game.pilots[who].airborne)
    if not up:
        return
    box = max(game.pilots[who].sortie.box for who in up) + 1
    for who in up:
        game.pilots[who].sortie.box = box
    game.announce("box", "6.1c 7.1.2a" if not game.pilot.duel.fought else "6.1c 7.1.2b 7.2.2.9c", box, game.raid.zone)
    game.push(intercept, up)
