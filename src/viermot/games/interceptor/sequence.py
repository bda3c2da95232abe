"""The sequence of play, in the order of the book [6.0, 6.1]."""

from __future__ import annotations

from viermot.games.interceptor.model.ids import MonthNumber, Seat, by_seat
from viermot.games.interceptor.model.state import UNKNOWN_BOMBERS, UNKNOWN_ESCORT, Game
from viermot.games.interceptor.model.terms import MONTHS
from viermot.games.interceptor.rules.career.career import after_sortie, line_begins
from viermot.games.interceptor.rules.career.promotions import promotion
from viermot.games.interceptor.rules.career.victory import career_over
from viermot.games.interceptor.rules.flight import sortie
from viermot.games.interceptor.rules.options.company import flights, turn
from viermot.games.interceptor.rules.raid import incoming_raid
from viermot.kernel.agenda import step, task


@step
def begin_month(game: Game) -> None:
    """A new page of the log; the deck is shuffled [3.5.1, 4.3.3]."""
    game.deck = game.layout.deck
    game.line = 0
    game.raid.roll = 0  # the raid of the month before is over
    lines = game.layout.sorties[game.month]
    game.announce("month", "3.5.1b 3.8 4.3.3", game.month, lines)
    game.push(begin_line)


@step
def begin_line(game: Game) -> None:
    """One line of the log: a raid, a sortie by everybody fit to fly, and its aftermath [6.1]."""
    game.line += 1
    game.raid.roll = 0
    game.raid.bombers, game.raid.escort = UNKNOWN_BOMBERS, UNKNOWN_ESCORT
    game.announce("line", "6.1f", game.month, game.line)
    game.next(
        task(roll_call),  # who flies this line at all?
        task(incoming_raid),  # 1. raid and weather
        task(fly),  # 2.-4. to the raid, interception, landing
        task(debriefing),  # 5. awards, points, aircraft
        task(next_line),  # 6.
    )


def serving(game: Game) -> list[Seat]:
    """The pilots whose career has begun and is not over."""
    return [who for who, pilot in by_seat(game.pilots) if not pilot.career.over and pilot.career.starts <= game.month]


@step
def roll_call(game: Game) -> None:
    """Wounds, repairs, transfers and leave keep men on the ground [6.1]."""
    for pilot in game.pilots:
        pilot.sortie.flying = 0
    game.next(*[each for who in serving(game) for each in (task(turn, who), task(line_begins))])


@step
def fly(game: Game) -> None:
    """The flights take off one after another [6.1, 10.1]."""
    game.next(*[task(sortie, flight) for flight in flights(game)])


@step
def debriefing(game: Game) -> None:
    """Debrief everybody who flew [6.1]."""
    flew = [who for who, pilot in by_seat(game.pilots) if pilot.sortie.flying]
    game.next(*[each for who in flew for each in (task(turn, who), task(after_sortie))])


@step
def next_line(game: Game) -> None:
    """The next line, the next month, or the end [5.1, 6.1, 7.9.3]."""
    month = game.month
    last = game.line >= game.layout.sorties[month]
    if not [who for who, pilot in by_seat(game.pilots) if not pilot.career.over]:
        game.push(end_of_career)
    elif not last:
        game.push(begin_line)
    else:
        following = task(begin_month_after) if month + 1 < len(MONTHS) else task(end_of_career)
        rolls = []
        if game.layout.promotion[month]:
            rolls = [each for who in serving(game) for each in (task(turn, who), task(promotion))]
        game.next(*rolls, following)


@step
def begin_month_after(game: Game) -> None:
    """The next month begins."""
    game.month = MonthNumber(game.month + 1)
    game.push(begin_month)


@step
def end_of_career(game: Game) -> None:
    """February 1944 is over, or nobody is left [5.1]."""
    game.push(career_over)
