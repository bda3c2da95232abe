"""After a sortie: what it cost, who was shot down, and who has still to come home [A6, A8.4a, A10.2]."""

from __future__ import annotations

from typing import Any, NamedTuple

from viermot.games.campaign.model.ids import FlightId, by_flight
from viermot.games.campaign.model.state import Career, Flown, Victim
from viermot.games.campaign.model.terms import LANDED, LOST, ON_GROUND, ON_STATION
from viermot.games.campaign.rules.injuries import hit_in_combat, injure
from viermot.games.campaign.rules.relief import turns_flown
from viermot.games.campaign.rules.stock import lose_plane
from viermot.games.nightfighter.model.state import DESTROYED as SHOT_DOWN
from viermot.games.nightfighter.model.state import EXITED
from viermot.kernel import registry
from viermot.kernel.agenda import Task, step, task


@step
def debrief(game: Career) -> None:
    """Write up the sortie: kills, damage, and the fate of each fighter [A6a, A8.4a]."""
    sortie, orders = game.sortie, game.orders
    fighters = orders["fighters"]
    kills = _kills(sortie)
    hits = lost = 0
    crews, planes = [], []
    after: list[Task] = []
    for place, one in enumerate(fighters):
        flight = one["flight"]
        flown = game.flights[flight]
        came = not one["late"] or bool(game.arrived) or sortie.f_fate[place] == SHOT_DOWN
        if came or place == 0:  # whoever was sent up is listed, even if he never left the beacon
            crews.append(flown.crew)
            planes.append(one["type"])
        if not came:
            continue
        taken = sortie.f_hits[place] - one["hits"]
        hits += taken
        fate = sortie.f_fate[place]
        state = LOST if fate == SHOT_DOWN else LANDED if fate == EXITED else ON_STATION
        turns = turns_flown(game, place) + 1
        game.flights[flight] = flown._replace(hits=sortie.f_hits[place], turns=turns, state=state, fought=1)
        if state == LOST:
            lost += 1
            after += [task(shot_down, flight)]
        elif taken:
            after += [task(hit_in_combat, flown.crew)]
    for fighter, group in kills:
        _kill(game, fighters[fighter]["flight"], sortie.layout.groups[group])
    module = registry.game(game.layout.game_name)
    result = module.result(sortie)
    game.flown.append(
        Flown(
            game.number, game.week, orders["kind"], orders["size"], orders["card"], orders["bomber"], tuple(crews),
            tuple(planes), len(kills), hits, lost, sortie.turn,
        )
    )  # fmt: skip
    game.announce(
        "sortie_over", "A6a" if game.layout.is_staffel else "PC5", game.number, str((result or {}).get("reason", "")),
        len(kills), hits, lost,
    )  # fmt: skip
    game.landed_sortie, game.sortie = sortie, None
    game.next(*after)


class Shot(NamedTuple):
    """A bomber shot down: the fighter that got it, and the group it belonged to."""

    fighter: int
    group: int


def _kills(sortie: Any) -> list[Shot]:
    """What was shot down, according to the sortie's log."""
    return [
        Shot(fighter, group)
        for kind, _, _, data in sortie.log[: sortie.logged]
        if kind == "shot_down"
        for fighter, _, group in [data]
    ]


def _kill(game: Career, flight: FlightId, kind: Any) -> None:
    """Four points for two engines, six for four [A10.2, PC1]."""
    rules = game.layout.book.staffel.victory
    points = rules.four if kind.engines == 4 else rules.twin
    number = game.flights[flight].crew
    crew = game.crews[number]
    game.crews[number] = crew._replace(kills=crew.kills + 1, points=crew.points + points, downed=crew.downed + 1)
    game.score += points
    game.victims.append(Victim(game.week, number, kind.type, kind.engines, points))
    own = "A8.4a A10.2" if game.layout.is_staffel else "A8.4a A10.2 PC1"
    game.announce("kill", own, number, kind.type, points)


@step
def shot_down(game: Career, flight: FlightId) -> None:
    """A destroyed fighter is written off, and its crew rolls for injury [A6a, A8.2a]."""
    flown = game.flights[flight]
    game.announce("fighter_down", "A6a", flown.crew, game.called(flown.plane))
    lose_plane(game, flown.plane, destroyed=True)
    game.push(injure, flown.crew, "combat", 0)


def flew(game: Career) -> list[FlightId]:
    """The flights that were up tonight and have to come home [A6b]."""
    return [number for number, flight in by_flight(game.flights) if flight.state not in (ON_GROUND, LOST)]
