"""The patrol display: who flies what in which sector tonight [A5]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from viermot.games.campaign.model.ids import CrewId, PlaneId, Role, Sector, by_crew
from viermot.games.campaign.model.state import Career, Flight
from viermot.games.campaign.model.terms import (
    ACTIVE,
    EXPERTE,
    LETTERS,
    ON_GROUND,
    ON_STATION,
    PLAYER,
    ROLES,
    STANDBY,
    STATION,
)
from viermot.kernel.agenda import Facts, Notation, Unreadable, Words, question, step, task

NOBODY = 0
PLANES = 64  # an option is 1 + crew * PLANES + plane


class Pair(NamedTuple):
    """A crew in an aircraft."""

    crew: CrewId
    plane: PlaneId

    @property
    def code(self) -> int:
        return 1 + self.crew * PLANES + self.plane


def pair(code: int) -> Pair:
    """The pair that an option other than NOBODY means."""
    crew, plane = divmod(code - 1, PLANES)
    return Pair(CrewId(crew), PlaneId(plane))


class Pairing(Notation):
    """A crew in an aircraft: "4 C" is the fourth crew in aircraft C; or "none"."""

    def write(self, game: Career, option: int) -> str:
        if option == NOBODY:
            return "none"
        crew, plane = pair(option)
        return f"{crew + 1} {LETTERS[plane]}"

    def read(self, game: Career, text: str) -> int:
        words = text.strip().split()
        if [word.lower() for word in words] == ["none"]:
            return NOBODY
        if len(words) == 2 and words[0].isascii() and words[0].isdigit() and words[1] in LETTERS and len(words[1]) == 1:
            return Pair(CrewId(int(words[0][:4]) - 1), PlaneId(LETTERS.index(words[1]))).code
        raise Unreadable("campaign.unreadable.pairing", text=text)

    def in_words(self, game: Career, facts: Facts, text: str) -> tuple[str, Facts] | None:
        """ "4 C" with the names that stand behind it."""
        code = self.read(game, text)
        if code == NOBODY:
            return None
        crew, plane = pair(code)
        if crew >= len(game.crews) or plane >= len(game.planes):
            return None
        return "campaign.pairing", {"pair": text, "pilot": game.crews[crew].pilot, "plane": game.called(plane)}


@step
def patrols(game: Career) -> None:
    """Every week the player pairs crews with aircraft afresh [A5a, A2a]."""
    if not fit_crews(game) or not fit_planes(game):
        game.announce("nobody_flies", "A5a")
        return
    game.push(who_assigns)


@question(PLAYER, "A5a", Words("staff", "by hand"), default=0)
def who_assigns(game: Career) -> list[int]:
    """Leave the patrols to the adjutant, or assign them yourself? [A5a]"""
    return [0, 1]


@who_assigns.chosen
def assigning(game: Career, by_hand: int) -> None:
    places = [(sector, role) for role in (STATION, STANDBY) for sector in sectors(game)]
    if by_hand:
        game.next(*[task(assign, Posting(sector, role)) for sector, role in places])
    else:
        for sector, role in places:
            adjutant(game, sector, role)


def sectors(game: Career) -> list[Sector]:
    """The sectors that may be manned [A5a, A9.1c]."""
    return [sector for sector in map(Sector, range(game.layout.book.staffel.patrol.sectors)) if sector != game.closed]


def must_rest(game: Career, number: CrewId) -> bool:
    """After four weeks running, six for an Experte, a crew must rest [A5b]."""
    rules, crew = game.layout.book.staffel.patrol, game.crews[number]
    maximum = rules.rest_after_experte if game.status_of(crew) == EXPERTE else rules.rest_after
    return crew.streak >= maximum


def fit_crews(game: Career) -> list[CrewId]:
    """Crews that can be assigned, best first; with an umpire a spare pilot stands in for a wounded one [A8.3e]."""
    taken = {flight.crew for flight in game.flights}
    fit = [
        number
        for number, crew in by_crew(game.crews)
        if crew.fate == ACTIVE
        and number not in taken
        and crew.leave <= game.week
        and (crew.back <= game.week or game.layout.umpired)
        and not must_rest(game, number)
    ]
    return sorted(fit, key=lambda number: (game.crews[number].back > game.week, -game.crews[number].kills, number))


def fit_planes(game: Career) -> list[PlaneId]:
    """Serviceable aircraft not assigned yet, the newest types first [A5a]."""
    taken = {flight.plane for flight in game.flights}
    fit = [number for number in game.stock() if game.planes[number].ready <= game.week and number not in taken]
    stock, frame = game.layout.book.staffel.stock, game.layout.airframe
    order = [stock.newest.get(frame, ""), stock.new.get(frame, "")]

    def newest_first(number: PlaneId) -> tuple[int, bool, int]:
        plane = game.planes[number]
        return (order.index(plane.type) if plane.type in order else len(order), not plane.radar, number)

    return sorted(fit, key=newest_first)


def adjutant(game: Career, sector: Sector, role: Role) -> None:
    """The best crews in the best aircraft, stations before standbys."""
    crews, planes = fit_crews(game), fit_planes(game)
    if crews and planes and (role == STATION or _manned(game, sector)):
        _assigned(game, sector, role, crews[0], planes[0])


def _manned(game: Career, sector: Sector) -> bool:
    return any(flight.sector == sector for flight in game.flights)


def _assigned(game: Career, sector: Sector, role: Role, crew: CrewId, plane: PlaneId) -> None:
    state = ON_STATION if role == STATION else ON_GROUND
    spare = game.crews[crew].back > game.week
    game.flights.append(Flight(crew, plane, sector, role, state, spare=int(spare)))
    rules = "A5a A8.3e" if spare else "A5a"
    game.announce("assigned", rules, crew, game.called(plane), sector + 1, ROLES[role])


class Posting(NamedTuple):
    """A place in a sector that needs a crew."""

    sector: Sector
    role: Role


@question(PLAYER, "A5a", Pairing())
def assign(game: Career, post: Posting) -> Sequence[int]:
    """Which crew in which aircraft for this sector? [A5a]"""
    if post.role == STANDBY and not _manned(game, post.sector):
        return [NOBODY]
    pairs = [Pair(crew, plane).code for crew in fit_crews(game) for plane in fit_planes(game)]
    return [NOBODY, *pairs]


@assign.chosen
def crew_assigned(game: Career, post: Posting, option: int) -> None:
    if option != NOBODY:
        _assigned(game, post.sector, post.role, *pair(option))


@assign.refuses
def why_not_assign(game: Career, post: Posting, option: int) -> tuple[str, str] | None:
    number, plane = pair(option)
    if not 0 <= number < len(game.crews) or plane >= len(game.planes):
        return ("A5a", "no_such_pair")
    crew = game.crews[number]
    if crew.fate != ACTIVE:
        return ("A8.3c", "crew_gone")
    if must_rest(game, number):
        return ("A5b", "must_rest")
    if crew.leave > game.week:
        return ("A9.1k", "on_leave")
    if crew.back > game.week and not game.layout.umpired:
        return ("A8.3d", "pilot_wounded")
    if game.planes[plane].ready > game.week:
        return ("A8.1a", "in_workshop")
    return ("A5a", "not_free")


@assign.tells
def assign_facts(game: Career, post: Posting) -> Facts:
    return {"sector": post.sector + 1, "role": ROLES[post.role]}


def after_the_week(game: Career) -> None:
    """Crews that were assigned grow tired; the others rest, and may be converted [A5b, A9.4]."""
    flown = {flight.crew for flight in game.flights}
    for number, crew in by_crew(game.crews):
        if crew.fate != ACTIVE:
            continue
        if number in flown:
            game.crews[number] = game.crews[number]._replace(streak=crew.streak + 1, idle=0)
            if must_rest(game, number):
                game.announce("tired", "A5b", number)
        else:
            idle = crew.idle + 1
            game.crews[number] = game.crews[number]._replace(streak=0, idle=idle, rested=crew.rested | (idle >= 2))
