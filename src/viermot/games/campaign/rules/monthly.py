"""The Staffel's monthly business: the event, new crews, new aircraft, conversions, the workshop [A9, A8.1c]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from viermot.games.campaign.model.ids import NO_SECTOR, OWN_CREW, CrewId, PlaneId, Sector, Week, by_crew
from viermot.games.campaign.model.state import Career, Plane, Victim
from viermot.games.campaign.model.terms import EXCHANGED, GREEN, LETTERS, PLAYER, POSTED, SEASONED
from viermot.games.campaign.rules.crews import new_crew
from viermot.games.campaign.rules.injuries import injure
from viermot.games.campaign.rules.stock import lose_plane
from viermot.games.nightfighter.components.charts import month
from viermot.kernel.agenda import Notation, Unreadable, question, step, task

NOTHING = 0
Id = TypeVar("Id", CrewId, PlaneId)


class Picked(Notation):
    """A crew by its number or an aircraft by its letter, or "none"; options are 1 and up."""

    def __init__(self, letters: bool) -> None:
        self.letters = letters

    def write(self, game: Career, option: int) -> str:
        if option == NOTHING:
            return "none"
        return LETTERS[option - 1] if self.letters else str(option)

    def read(self, game: Career, text: str) -> int:
        word = text.strip()
        if word.lower() == "none":
            return NOTHING
        if self.letters and len(word) == 1 and word in LETTERS:
            return LETTERS.index(word) + 1
        if not self.letters and word.isascii() and word.isdigit():
            return int(word[:4])
        raise Unreadable("campaign.unreadable.plane" if self.letters else "campaign.unreadable.crew", text=text)


CREW, PLANE = Picked(letters=False), Picked(letters=True)


@step
def month_begins(game: Career) -> None:
    """M1 to M4, and the workshop's hurried repair [A3, A8.1c]."""
    game.month_cards = 0
    game.no_night = Week(0)
    game.closed = NO_SECTOR
    for number, crew in by_crew(game.crews):
        game.crews[number] = game.crews[number]._replace(rested=2 if crew.rested & 1 else 0, idle=0)
    game.announce("month", "A9.1a", game.month)
    game.next(task(monthly_event), task(new_crews), task(new_aircraft), task(conversions), task(workshop))


@step
def monthly_event(game: Career) -> None:
    """Two dice [A9.1]."""
    total = sum(game.roll(2, "event of the month", "A9.1a"))
    event = game.layout.book.events[total]
    game.month_event = total
    too_early = bool(event.since) and game.month_number < month(event.since)
    game.announce("event", "A9.1a", "quiet" if too_early else event.what)
    if not too_early:
        EVENTS[event.what](game)


def random_of(game: Career, among: Sequence[Id], what: str) -> Id | None:
    """One of them at random, or None if there are none [A1]."""
    return among[game.dice.draw(len(among), what)] if among else None


def best_crew(game: Career) -> CrewId:
    """The crew with the most points; the first, if tied."""
    return max(game.active(), key=lambda number: (game.crews[number].points, -number))


def posted(game: Career) -> None:
    """The best crew is posted to a staff; the Staffelkapitän stays, and the event is rerolled [A9.1b]."""
    number = best_crew(game)
    if number == OWN_CREW:
        game.announce("stays_with_us", "A9.1b", number)
        game.push(monthly_event)
        return
    game.crews[number] = game.crews[number]._replace(fate=POSTED)
    game.announce("posted", "A9.1b", number)


def fuel_short(game: Career) -> None:
    """One sector goes unmanned this month [A9.1c]."""
    game.closed = Sector((game.die("closed sector", "A9.1c") - 1) // 2)
    game.announce("sector_closed", "A9.1c", game.closed + 1)


def intruder(game: Career) -> None:
    """An aircraft is destroyed on the airfield [A9.1d]."""
    there = [number for number in game.stock() if game.planes[number].ready <= game.week]
    plane = random_of(game, there, "which aircraft")
    if plane is not None:
        game.announce("bombed", "A9.1d", game.called(plane))
        lose_plane(game, plane, destroyed=False)


def daylight(game: Career) -> None:
    """A seasoned crew is sent up by day against the Americans [A9.1e]."""
    fit = [n for n in game.active() if game.status_of(game.crews[n]) == SEASONED and game.crews[n].back <= game.week]
    planes = [n for n in game.stock() if game.planes[n].ready <= game.week]
    crew = random_of(game, fit, "which crew")
    if crew is None or not planes:
        return
    plane = planes[0]
    die, table = game.die("daylight", "A9.1e", crew), game.layout.book.daylight
    if die <= table.lost:
        game.announce("fighter_down", "A9.1e", crew, game.called(plane))
        lose_plane(game, plane, destroyed=True)
        game.push(injure, crew, "combat", 0, 1)
    elif die <= table.damaged:
        game.planes[plane] = game.planes[plane]._replace(ready=Week(game.week + 1))
        game.announce("repairs", "A9.1e", game.called(plane), 1)
    elif die >= table.kill:
        points = game.layout.book.staffel.victory.four
        there = game.crews[crew]
        game.crews[crew] = there._replace(kills=there.kills + 1, points=there.points + points, downed=there.downed + 1)
        game.score += points
        game.victims.append(Victim(game.week, crew, "B-17E/F", 4, points))
        game.announce("kill", "A9.1e", crew, "B-17E/F", points)


def bad_weather(game: Career) -> None:
    """One week of the month has no night [A9.1f]."""
    game.no_night = Week(game.week + game.dice.draw(4, "which week"))
    game.announce("bad_week", "A9.1f", (game.no_night - 1) % 4 + 1)


def quiet(game: Career) -> None:
    """Nothing happens [A9.1g]."""
    game.announce("quiet_month", "A9.1g")


def training(game: Career) -> None:
    """A green crew learns something [A9.1h]."""
    if _green(game):
        game.push(train)


def _green(game: Career) -> list[CrewId]:
    return [number for number in game.active() if game.status_of(game.crews[number]) == GREEN]


@question(PLAYER, "A9.1h", CREW)
def train(game: Career) -> list[int]:
    """Which green crew is trained? [A9.1h]"""
    return [number + 1 for number in _green(game)]


@train.chosen
def trained(game: Career, option: int) -> None:
    crew = CrewId(option - 1)
    game.crews[crew] = game.crews[crew]._replace(kills=game.crews[crew].kills + 1)
    game.announce("trained", "A9.1h", crew)


@train.refuses
def why_not_train(game: Career, option: int) -> tuple[str, str] | None:
    return ("A9.1h", "not_green")


def serviceability(game: Career) -> None:
    """The workshop gains a week [A9.1i]."""
    for number in game.stock():
        plane = game.planes[number]
        if plane.ready > game.week:
            game.planes[number] = plane._replace(ready=Week(plane.ready - 1))
            game.announce("out_early", "A9.1i", game.called(number))


def new_sets(game: Career) -> None:
    """One old aircraft is given radar, or exchanged for a new one [A9.1j]."""
    if _old(game):
        game.push(fit_set)


def _old(game: Career) -> list[PlaneId]:
    old = game.layout.book.staffel.stock.old[game.layout.airframe]
    return [number for number in game.stock() if game.planes[number].type == old and not game.planes[number].radar]


@question(PLAYER, "A9.1j", PLANE)
def fit_set(game: Career) -> list[int]:
    """Which aircraft gets the new set? [A9.1j]"""
    return [number + 1 for number in _old(game)]


@fit_set.chosen
def set_fitted(game: Career, option: int) -> None:
    stock, plane = game.layout.book.staffel.stock, PlaneId(option - 1)
    radar = stock.upgrade.get(game.planes[plane].type)
    if radar:
        game.planes[plane] = game.planes[plane]._replace(radar=radar)
    else:
        game.planes[plane] = game.planes[plane]._replace(type=stock.new[game.layout.airframe])
    game.announce("new_set", "A9.1j", game.called(plane), radar or game.planes[plane].type)


@fit_set.refuses
def why_not_fit_set(game: Career, option: int) -> tuple[str, str] | None:
    return ("A9.1j", "not_old")


def leave(game: Career) -> None:
    """Two crews are away for two weeks [A9.1k]."""
    among = game.active()
    for _ in range(2):
        crew = random_of(game, among, "which crew")
        if crew is not None:
            among = [number for number in among if number != crew]
            game.crews[crew] = game.crews[crew]._replace(leave=Week(game.week + 2))
            game.announce("on_leave", "A9.1k", crew)


def visit(game: Career) -> None:
    """The General shakes somebody's hand [A9.1l]."""
    crew = best_crew(game)
    points = game.layout.book.events[game.month_event].points
    game.crews[crew] = game.crews[crew]._replace(points=game.crews[crew].points + points)
    game.announce("visited", "A9.1l", crew, points)


EVENTS = {
    "posted": posted, "fuel_short": fuel_short, "intruder": intruder, "daylight": daylight,
    "bad_weather": bad_weather, "quiet": quiet, "training": training, "serviceability": serviceability,
    "new_sets": new_sets, "leave": leave, "visit": visit,
}  # fmt: skip


@step
def new_crews(game: Career) -> None:
    """Half a die, rounded up, less one; green crews, and not above establishment [A9.2]."""
    room = game.layout.book.staffel.stock.establishment["crews"] - len(game.active())
    count = (game.die("new crews", "A9.2") + 1) // 2 - 1
    ranks = game.layout.book.names.ranks
    for _ in range(max(0, min(count, room))):
        game.crews.append(new_crew(game, 0, 0, 0, ranks[game.dice.draw(2, "names")]))
        crew = game.crews[-1]
        game.announce("joins", "A9.2", len(game.crews) - 1, crew.pilot, crew.operator, crew.gunner, "")


@step
def new_aircraft(game: Career) -> None:
    """Half a die, rounded up, not above establishment; month and dice decide the type [A9.3]."""
    stock, frame = game.layout.book.staffel.stock, game.layout.airframe
    room = min(stock.establishment["aircraft"] - len(game.stock()), len(LETTERS) - len(game.planes))
    count = (game.die("new aircraft", "A9.3") + 1) // 2
    for place in range(max(0, min(count, room))):
        if place == 0 and frame in stock.newest and game.month_number >= month(stock.newest_from):
            kind = stock.newest[frame]
        elif game.month_number >= month(stock.new_from):
            kind = stock.new[frame]
        else:
            new = game.die("which type", "A9.3") >= stock.new_die
            kind = (stock.new if new else stock.old)[frame]
        game.planes.append(Plane(kind))
        game.announce("delivered", "A9.3", game.called(game.newest_plane()), kind)


@step
def conversions(game: Career) -> None:
    """From November on, one exchange for each crew that was off for two weeks running last month [A9.4]."""
    game.conversions = 0
    if game.month_number < month(game.layout.book.staffel.stock.conversion_from):
        return
    game.conversions = sum(1 for number in game.active() if game.crews[number].rested & 2)
    game.push(next_conversion)


@step
def next_conversion(game: Career) -> None:
    """Go on while there is a crew to convert and an aircraft to exchange."""
    if game.conversions > 0 and _exchangeable(game):
        game.conversions -= 1
        game.next(task(convert), task(next_conversion))


def _exchangeable(game: Career) -> list[PlaneId]:
    if len(game.planes) >= len(LETTERS):
        return []
    old = game.layout.book.staffel.stock.old[game.layout.airframe]
    return [number for number in game.stock() if game.planes[number].type == old]


@question(PLAYER, "A9.4", PLANE)
def convert(game: Career) -> list[int]:
    """Which old aircraft is exchanged for a new one? [A9.4]"""
    return [NOTHING, *[number + 1 for number in _exchangeable(game)]]


@convert.chosen
def converted(game: Career, option: int) -> None:
    if option == NOTHING:
        return
    stock = game.layout.book.staffel.stock
    old = PlaneId(option - 1)
    game.planes[old] = game.planes[old]._replace(fate=EXCHANGED)
    new = stock.new[game.layout.airframe]
    game.planes.append(Plane(new))
    game.announce("exchanged", "A9.4", game.called(old), game.called(game.newest_plane()), new)


@convert.refuses
def why_not_convert(game: Career, option: int) -> tuple[str, str] | None:
    return ("A9.4", "not_old")


@step
def workshop(game: Career) -> None:
    """Once a month the workshop hurries one repair [A8.1c]."""
    if _in_workshop(game):
        game.push(hurry)


def _in_workshop(game: Career) -> list[PlaneId]:
    return [number for number in game.stock() if game.planes[number].ready > game.week]


@question(PLAYER, "A8.1c", PLANE)
def hurry(game: Career) -> list[int]:
    """Which aircraft leaves the workshop a week earlier? [A8.1c]"""
    return [NOTHING, *[number + 1 for number in _in_workshop(game)]]


@hurry.chosen
def hurried(game: Career, option: int) -> None:
    if option != NOTHING:
        plane = PlaneId(option - 1)
        there = game.planes[plane]
        game.planes[plane] = there._replace(ready=Week(there.ready - game.layout.book.recovery.workshop.cut))
        game.announce("hurried", "A8.1c", game.called(plane))


@hurry.refuses
def why_not_hurry(game: Career, option: int) -> tuple[str, str] | None:
    return ("A8.1c", "not_in_workshop")
