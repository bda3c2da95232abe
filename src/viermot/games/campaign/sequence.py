"""The sequence of a career: months and weeks, in the order of the book [A3, PC4]."""

from __future__ import annotations

from viermot.games.campaign.model.ids import OWN_CREW, Week
from viermot.games.campaign.model.state import Career, WeekLine
from viermot.games.campaign.model.terms import MOONS, NONE, PLAYER
from viermot.games.campaign.rules.awards import give_awards
from viermot.games.campaign.rules.cards import shuffle
from viermot.games.campaign.rules.crews import enlist
from viermot.games.campaign.rules.monthly import month_begins
from viermot.games.campaign.rules.night import staffel_week
from viermot.games.campaign.rules.pilot import pilot_week
from viermot.games.campaign.rules.victory import is_it_over
from viermot.kernel.agenda import Facts, Words, question, step, task


@step
def set_up(game: Career) -> None:
    """Names, crews and aircraft; then the first week [A2, PC1]."""
    rules = "A1" if game.layout.is_staffel else "PC1" if game.layout.always_green else "PC6"
    game.announce("career", rules, game.layout.scenario)
    game.next(task(enlist), task(begin_week))


@step
def begin_week(game: Career) -> None:
    """A new week: its month, its moon, and what happens in it [A3a]."""
    game.week = Week(game.week + 1)
    book, month = game.layout.book, game.month
    new_month = (game.week - 1) % 4 == 0
    game.moon = MOONS.index(book.months[month].moon[(game.week - 1) % 4])
    game.risen = game.drawn = game.counted = game.happened = game.cloud = 0
    game.visibility = NONE  # until it is rolled for [A3b]
    game.flights = []
    game.announce("week", "A3a", game.week, game.moon)
    if game.layout.is_staffel:
        shuffle(game, "A4a")
        game.next(task(staffel_week), task(end_week))
        if new_month:
            game.push(month_begins)
    else:
        if new_month:
            shuffle(game, "PC5 PC7")
        game.next(task(pilot_week), task(end_week))  # and none of the Staffel's monthly business [PC7]


@step
def end_week(game: Career) -> None:
    """Awards, the log, and whether it is all over [A8.4b, PC1, A10.1]."""
    give_awards(game)
    first = game.crews[OWN_CREW]
    game.history.append(
        WeekLine(
            game.week, game.score, first.points, first.kills, len(game.active()), len(game.stock()), len(game.flown),
            game.lost_planes,
        )
    )  # fmt: skip
    if is_it_over(game):
        return
    stops = game.layout.stops
    if stops == "never" or (stops == "eventful" and game.passing and not game.happened):
        game.push(begin_week)
    else:
        game.passing = 0
        game.push(week_over)


@question(PLAYER, "A3a", Words("next", "week"), default=0)  # nothing is decided by it
def week_over(game: Career) -> list[int]:
    """The week is over: go on to the next week in which something happens, or just to the next? [A3]"""
    return [0, 1]


@week_over.chosen
def goes_on(game: Career, only_one: int) -> None:
    game.passing = 1 - only_one
    game.push(begin_week)


@week_over.tells
def week_over_facts(game: Career) -> Facts:
    return {"week": game.week}
