"""A sortie: take-off, the boxes of the endurance track, interception, and the way home [6.1, 7.1.2, 7.4.2]."""

from __future__ import annotations

from viermot.interceptor import raid
from viermot.interceptor.airframe import must_abort
from viermot.interceptor.career import line_not_flown
from viermot.interceptor.chance import roll_for
from viermot.interceptor.company import Flight, fight_rounds, turn
from viermot.interceptor.encounter import start_fight
from viermot.interceptor.happenings import random_event
from viermot.interceptor.landing import bail_out, cannot_reach_base, come_down
from viermot.interceptor.passes import choose_target
from viermot.interceptor.state import SORTIE, Game, Pilot
from viermot.interceptor.terms import (
    AIRBORNE,
    EVENT,
    FIGHTERS,
    GROUND_CONTROL_MARKER,
    NAVIGATION,
    NOT_LOCATED,
    OUT_OF_THE_SUN,
    PILOT,
    START_ADVANTAGED,
    START_DISADVANTAGED,
    START_HEAD_ON,
    SYSTEMS,
    WINGMAN_ABSENT,
    WINGMAN_FINE,
)
from viermot.kernel.agenda import Numbers, Words, question, step

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
    return game.table.tracks[pilot.unit][game.zone]


def last_box(game: Game, pilot: Pilot) -> int:
    """The last box that is not greyed out for his aircraft [6.1]."""
    return game.table.last_box[game.table.aircraft[pilot.aircraft].engines - 1]


@step
def sortie(game: Game, flight: Flight) -> None:
    """All of a flight whose fuel reaches the raid take off and go straight to it [4.6.3, 6.1]."""
    up: list[int] = []
    for who in flight:
        turn(game, who)
        pilot = game.pilot
        if raid_box(game, pilot) > last_box(game, pilot):
            pilot.flying = 0
            line_not_flown(game, "4.6.3b")
        else:
            take_off(game)
            up.append(who)
    if up:
        game.next((intercept, tuple(up)))


def take_off(game: Game) -> None:
    """The mat is laid out afresh: full ammunition, no damage, the aircraft on the track [4.4.2, 4.5, 6.1]."""
    pilot = game.pilot
    pilot.__dict__.update(SORTIE)
    frame = game.mat
    pilot.flying = 1
    pilot.fate = AIRBORNE
    pilot.ammo = list(frame.ammo)
    pilot.own = [0] * len(SYSTEMS)
    pilot.rockets = int(frame.rocket_hit > 0)
    pilot.wing = WINGMAN_ABSENT if pilot.wing_missing else WINGMAN_FINE
    pilot.box = raid_box(game, pilot)
    game.tell("take_off", "6.1b 4.4.1 4.5a", frame.number, tuple(pilot.ammo))
    game.tell("box", "6.1b 4.6.3a", pilot.box, game.zone)


# -- interception [6.1, 7.1.2] ----------------------------------------------------------------------------------


@step
def intercept(game: Game, flight: Flight) -> None:
    """The leader rolls for the flight in this box [6.1, 10.1.1]."""
    turn(game, flight[0])
    for who in flight:
        pilot = game.pilots[who]
        pilot.target = pilot.enemy = pilot.escort = -1
        pilot.fought = pilot.free = pilot.straggler = pilot.location = 0
    roll_for(game, 2, "interception", "6.1c", contact, flight)


@step
def contact(game: Game, dice: tuple[int, ...], flight: Flight) -> None:
    """What the roll means, after ground control has had a word."""
    total = sum(dice)
    if game.pilot.markers & GROUND_CONTROL_MARKER:
        game.next((ground_control, total, flight))
    else:
        found(game, total, flight)


@question(PILOT, "7.10b", Numbers())
def ground_control(game: Game, total: int, flight: Flight) -> list[int]:
    """Ground control can shift this interception roll: to which number? [7.10]"""
    shift = game.table.control_shift
    return [total, *(n for n in range(max(2, total - shift), min(12, total + shift) + 1) if n != total)]


@ground_control.refuses
def too_far(game: Game, total: int, flight: Flight, answer: int) -> tuple[str, str]:
    return ("7.10b", "shift_too_far")


@ground_control.tells
def control_facts(game: Game, total: int, flight: Flight) -> dict[str, object]:
    return {"total": total, **{f"met{n}": meaning(game, n) for n in range(2, 13)}}


@ground_control.chosen
def shifted(game: Game, total: int, flight: Flight, answer: int) -> None:
    if answer != total:
        game.pilot.markers &= ~GROUND_CONTROL_MARKER
        game.tell("ground_control", "7.10b", answer)
    found(game, answer, flight)


def meaning(game: Game, total: int) -> int:
    """What an interception roll comes to: a second 12 is a sweep, and Navigation finds the raid [7.10, 7.7]."""
    met: int = game.table.interception[game.month][total]
    if met == EVENT and game.pilot.had_event:
        return FIGHTERS
    return START_ADVANTAGED if met == NOT_LOCATED and game.pilot.skills & NAVIGATION else met


def found(game: Game, total: int, flight: Flight) -> None:
    """Nothing, a sweep, an event, or the bombers [7.1.2, 7.10]."""
    pilot = game.pilot
    met = game.table.interception[game.month][total]
    if met == EVENT and pilot.had_event:
        met = FIGHTERS
    game.tell("interception", f"6.1c {RULE_OF[met]}", total, met)
    if met == NOT_LOCATED and pilot.skills & NAVIGATION:
        met = START_ADVANTAGED
        game.tell("navigated", "7.7d")
    game.next((box_done, flight))
    if met == EVENT:
        pilot.had_event = 1
        game.next((random_event,))
    elif met == FIGHTERS:
        meet_sweep(game, flight)
    elif met != NOT_LOCATED:
        meet_bombers(game, flight, met)


def meet_sweep(game: Game, flight: Flight) -> None:
    """A sweep of Spitfires or P-47s, as far as they reach [7.1.2, 7.2.1]."""
    if no_sweeps_yet(game):
        game.tell("no_sweep", "7.1.2a")
        return
    roll_for(game, 1, "sweep orientation", "7.1.2d", sweep_met, raid.sweep(game), flight)


@step
def sweep_met(game: Game, dice: tuple[int, ...], enemy: int, flight: Flight) -> None:
    """In which orientation the fight begins [7.1.2, 7.2.1]."""
    orientation = game.table.sweep_orientation[dice[0] - 1]
    game.tell("sweep", "7.1.2b 7.2.1a 7.1.2d", enemy, orientation)
    tasks: list[tuple[object, ...]] = []
    for who in flight:
        game.pilots[who].home |= game.pilots[who].trouble
        tasks += [(turn, who), (start_fight, enemy, orientation, 0)]
    game.next(*tasks, (fight_rounds, flight))


def no_sweeps_yet(game: Game) -> bool:
    """Is the raid so deep that no sweep comes that far before 1944? [7.2.1]"""
    return game.zone in game.table.deep_zones and game.month < game.table.deep_since


def meet_bombers(game: Game, flight: Flight, met: int) -> None:
    """The bombers and their escort; each pilot attacks on his own, then the escorts are fought [7.1.2, 10.1.1]."""
    bomber, escort = raid.force(game)
    game.tell("bombers", "7.1.2c 4.3.2", bomber, escort)
    tasks: list[tuple[object, ...]] = []
    for who in flight:
        pilot = game.pilots[who]
        pilot.met = met
        pilot.bomber_type = bomber
        pilot.escort = escort
        pilot.first_pass = pilot.formation = 1
        tasks += [(turn, who), (choose_target,)]
    game.next(*tasks, (fight_rounds, flight))


# -- on or home ---------------------------------------------------------------------------------------------------


@step
def box_done(game: Game, flight: Flight) -> None:
    """Everybody decides: on to the next box, or home [6.1, 7.4.2]."""
    tasks: list[tuple[object, ...]] = []
    for who in flight:
        if game.pilots[who].airborne:
            tasks += [(turn, who), (press_on,)]
    game.next(*tasks, (next_box, flight))


@question(PILOT, "7.4.2a", Words("fly on", "go home", "bail out"))
def press_on(game: Game) -> list[int]:
    """Fly on to the next box and look for them again, go home, or bail out after a fight? [6.1, 7.4.1, 7.4.2]"""
    pilot = game.pilot
    options = [GO_HOME]
    if not (must_abort(pilot) or pilot.home or pilot.box >= last_box(game, pilot)):
        options = [FLY_ON, GO_HOME]
    hurt = any(pilot.own) or pilot.wound
    if pilot.fought and hurt and not cannot_reach_base(game):  # else he is asked when he comes down
        options.append(JUMP)
    return options


@press_on.refuses
def cannot_press_on(game: Game, answer: int) -> tuple[str, str]:
    if answer == JUMP:
        return ("7.4.1g", "bail_out_after_a_round")
    if must_abort(game.pilot):
        return ("7.4.2b", "must_abort")
    return ("7.10b", "engine_trouble") if game.pilot.home else ("6.1c", "last_box")


@press_on.tells
def box_facts(game: Game) -> dict[str, object]:
    return {"box": game.pilot.box, "fought": game.pilot.fought}


@press_on.chosen
def on_or_home(game: Game, answer: int) -> None:
    pilot = game.pilot
    if answer == FLY_ON:
        return
    if answer == JUMP:
        game.next((bail_out,))
        return
    if must_abort(pilot):
        game.tell("goes_home", "7.4.2b 7.4.2c")
    elif pilot.box >= last_box(game, pilot):
        game.tell("goes_home", "6.1c 7.2.2.9c")
    else:
        game.tell("goes_home", "7.4.2a 6.1c")
    game.next((come_down,))


@step
def next_box(game: Game, flight: Flight) -> None:
    """Those still up move one box ahead and look again [6.1, 7.1.2]."""
    up = tuple(who for who in flight if game.pilots[who].airborne)
    if not up:
        return
    box = max(game.pilots[who].box for who in up) + 1
    for who in up:
        game.pilots[who].box = box
    game.tell("box", "6.1c 7.1.2a" if not game.pilot.fought else "6.1c 7.1.2b 7.2.2.9c", box, game.zone)
    game.next((intercept, up))
