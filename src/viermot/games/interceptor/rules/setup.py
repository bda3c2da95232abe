"""Setting up: unit and base, first month, officer or NCO, first aircraft, first skill [4.0]."""

from __future__ import annotations

from typing import NamedTuple

from viermot.games.interceptor.model.ids import Model, MonthNumber, Unit, by_seat, by_unit
from viermot.games.interceptor.model.notation import FIRST_AIRCRAFT, UNIT
from viermot.games.interceptor.model.options import BY_ROLL, chosen_unit, unit_code
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import MONTHS, PILOT
from viermot.games.interceptor.rules.career.skills import spend_experience
from viermot.games.interceptor.rules.options import aces
from viermot.games.interceptor.rules.options.company import turn
from viermot.games.interceptor.sequence import begin_month
from viermot.kernel.agenda import Facts, Refusal, Task, Words, question, step, task

BY_CARD, BY_CHANCE = range(2)
ACCEPT, REROLL = range(2)
OFFICER, NCO = range(2)
LEAN_MONTHS = MONTHS.index("Apr43")  # until then raids seldom come near the Bremen bases [4.1]


@step
def set_up(game: Game) -> None:
    """Every pilot is posted to a unit, then the first month begins [4.0]."""
    game.announce("career", "4.0a", game.layout.scenario)
    for option in sorted(game.layout.options):
        game.announce("option", "4.0a", option, str(game.layout.options[option]))
    tasks: list[Task] = []
    for who, _ in by_seat(game.pilots):
        tasks += [task(turn, who), task(posting)]
    game.next(*tasks, task(first_month))


@step
def posting(game: Game) -> None:
    """By ace card, by scenario, or by choice [4.1, 10.2]."""
    if game.layout.ace and game.me == 0:
        aces.lay_card(game)
    if game.layout.unit >= 0 and not (
        game.pilot.career.ace and game.layout.ace_late
    ):  # a historical start is fixed by the card
        assign(game, game.layout.unit, "4.1d")
    elif game.pilot.career.ace:
        game.push(ace_unit)
    elif game.layout.together and game.me > 0:
        assign(game, game.pilots[0].career.unit, "10.1.1a")
    else:
        if game.layout.start <= LEAN_MONTHS:
            game.announce("bremen_note", "4.1e")
        game.push(choose_unit)


@question(PILOT, "10.2.1", Words("card", "roll"))
def ace_unit(game: Game) -> list[int]:
    """Does the ace start in the unit on his card, or in a random one? [10.2.1]"""
    return [BY_CARD] if game.layout.ace_late else [BY_CARD, BY_CHANCE]


@ace_unit.chosen
def ace_unit_chosen(game: Game, answer: int) -> None:
    if answer == BY_CARD:
        unit, month = aces.posting(game)
        join(game, unit, month, "10.2.1")
    else:
        game.push(roll_unit)


@ace_unit.tells
def ace_unit_facts(game: Game) -> Facts:
    return {"unit": aces.posting(game).unit}


@question(PILOT, "4.1a", UNIT, default=BY_ROLL)
def choose_unit(game: Game) -> list[int]:
    """Roll for the unit, or choose one? First-time players are warned about Bremen [4.1a, 4.1e]."""
    return [BY_ROLL, *(unit_code(unit) for unit, _ in by_unit(game.layout.pack.units))]


@choose_unit.chosen
def unit_chosen(game: Game, option: int) -> None:
    if option == BY_ROLL:
        game.push(roll_unit)
    else:
        unit = chosen_unit(option)
        assign(game, unit, "4.1c 4.1d" if game.layout.pack.units[unit].choice_only else "4.1d")


@step
def roll_unit(game: Game) -> None:
    """One twenty-sided die [4.1]."""
    units = game.layout.pack.units
    roll = game.roll_sided(20, "unit", "4.1a 4.1b")
    number = next(number for number, unit in by_unit(units) if unit.roll == roll)
    rule = "4.1a" if roll <= 10 else "4.1b"
    if MONTHS.index(units[number].since) > game.layout.start:
        game.announce("late_unit", f"{rule} 4.2.1", number)
        game.push(late_start, LateUnit(number, rule))
    else:
        assign(game, number, rule)


class LateUnit(NamedTuple):
    """A unit that starts later in the year, and the rule by which it was rolled."""

    unit: Unit
    rule: str


@question(PILOT, "4.2.1", Words("accept", "reroll"))
def late_start(game: Game, late: LateUnit) -> list[int]:
    """This unit starts later in the year: start then, or reroll? [4.2, ruling D11]"""
    return [ACCEPT, REROLL]


@late_start.chosen
def late_or_not(game: Game, late: LateUnit, answer: int) -> None:
    if answer == REROLL:
        game.push(roll_unit)
    else:
        assign(game, late.unit, late.rule)


@late_start.tells
def late_start_facts(game: Game, late: LateUnit) -> Facts:
    return {"unit": late.unit, "month": game.layout.unit_since[late.unit]}


def assign(game: Game, number: Unit, rules: str) -> None:
    """Join a unit in the month chosen, or in the month it enters the field if that is later [4.1, 4.2.1]."""
    join(game, number, max(game.layout.start, game.layout.unit_since[number]), rules)


def join(game: Game, number: Unit, month: MonthNumber, rules: str) -> None:
    """The unit, its base and zone, and the month in which the career begins there [4.1, 4.2.1, 4.6.2]."""
    career = game.pilot.career
    career.unit = number
    career.starts = month
    game.announce("posted", f"{rules} 4.6.2a 4.2.1 4.4.2a", number, month)
    if career.ace:
        game.next(task(aces.ace_aircraft), task(spend_experience))
    else:
        game.next(task(first_aircraft), task(choose_track), task(spend_experience))


@question(PILOT, "4.2.2", FIRST_AIRCRAFT, undoable=True)
def first_aircraft(game: Game) -> list[Model]:
    """Which of the unit's aircraft? The first one needs no Prestige Level [4.1, 4.2.2]."""
    names = game.layout.pack.units[game.pilot.career.unit].aircraft
    return [frame.number for frame in game.layout.aircraft if frame.name in names]


@first_aircraft.chosen
def aircraft_chosen(game: Game, number: Model) -> None:
    career, prestige = game.pilot.career, game.pilot.prestige
    career.aircraft = number
    prestige.waived = number + 1
    game.announce("first_aircraft", "4.2.2 4.4.1 4.3.1 3.1", number)


@first_aircraft.refuses
def why_not_first_aircraft(game: Game, option: int) -> Refusal:
    return ("4.1a", "not_in_unit")


@first_aircraft.tells
def first_aircraft_facts(game: Game) -> Facts:
    return {"unit": game.pilot.career.unit}


@question(PILOT, "7.9a", Words("officer", "nco"), undoable=True)
def choose_track(game: Game) -> list[int]:
    """Officer or non-commissioned officer? [7.9]"""
    return [OFFICER, NCO]


@choose_track.chosen
def track_chosen(game: Game, track: int) -> None:
    pilot, experience = game.pilot, game.layout.pack.career.experience
    pilot.career.officer = int(track == OFFICER)
    pilot.career.xp = experience.officer if pilot.career.officer else experience.nco
    pilot.wingman.xp = experience.wingman
    pilot.gunner.xp = experience.gunner
    game.announce("enlisted", "7.9a 7.7b 7.2.3.3", track, pilot.career.xp)


@step
def first_month(game: Game) -> None:
    """The first page of the log is that of the earliest career [4.2.1]."""
    game.month = min(pilot.career.starts for pilot in game.pilots)
    game.push(begin_month)
