"""Invariants of a career, whatever is played."""

from __future__ import annotations

from viermot.games.campaign.model.state import Career
from viermot.games.campaign.model.terms import CRIPPLED, IN_STOCK, KILLED, LANDED, LOST
from viermot.kernel import registry


def faults(game: Career) -> list[str]:
    """Every broken invariant, described for a programmer."""
    wrong: list[str] = []
    if not 0 <= game.week <= game.layout.weeks:
        wrong.append(f"week {game.week} of {game.layout.weeks}")
    if len(set(game.cards)) != len(game.cards):
        wrong.append("a card is in the pack twice")
    wrong += _crews(game) + _planes(game) + _flights(game) + _score(game)
    if game.sortie is not None:
        if any(one["flight"] >= len(game.flights) for one in game.orders.get("fighters", ())):
            wrong.append("somebody is in the air who is not on the display [A6]")
        wrong += [f"in flight: {fault}" for fault in registry.game(game.layout.game_name).faults(game.sortie)]
        if game.sortie.asked is None and not game.ending and game.asked is not None:
            wrong.append("a sortie that is over has not landed")
    return wrong


def _crews(game: Career) -> list[str]:
    wrong = []
    for number, crew in enumerate(game.crews):
        if crew.kills < 0 or crew.points < 0:
            wrong.append(f"crew {number + 1} has less than nothing [A8.3a]")
        if bool(crew.gunner) != (game.layout.airframe == "Ju88"):
            wrong.append(f"crew {number + 1} and its gunner do not fit [A2a]")
    if game.layout.is_staffel:
        lost = sum(crew.fate in (KILLED, CRIPPLED) for crew in game.crews)
        if lost != game.lost_crews:
            wrong.append("crews lost do not add up [A10.1]")
        if len(game.active()) > game.layout.book.staffel.stock.establishment["crews"]:
            wrong.append("more crews than the establishment [A9.2]")
    return wrong


def _planes(game: Career) -> list[str]:
    if not game.layout.is_staffel:
        return [] if len(game.planes) == min(1, game.week) or game.planes else ["a pilot without an aircraft"]
    wrong = []
    if len(game.stock()) > game.layout.book.staffel.stock.establishment["aircraft"]:
        wrong.append("more aircraft than the establishment [A9.3]")
    gone = sum(plane.fate not in (IN_STOCK, 3) for plane in game.planes)
    if gone != game.lost_planes:
        wrong.append("aircraft lost do not add up [A10.1]")
    return wrong


def _flights(game: Career) -> list[str]:
    wrong = []
    for what in ("crew", "plane"):
        used = [getattr(flight, what) for flight in game.flights]
        if len(set(used)) != len(used):
            wrong.append(f"a {what} is assigned twice [A5a]")
    for flight in game.flights:
        if flight.state not in (LANDED, LOST) and game.planes[flight.plane].fate != IN_STOCK:
            wrong.append("an aircraft that is gone is on the display")
    return wrong


def _score(game: Career) -> list[str]:
    wrong = []
    if sum(victim.points for victim in game.victims) != game.score:
        wrong.append("points do not add up [A10.2]")
    for number, crew in enumerate(game.crews):
        if sum(victim.crew == number for victim in game.victims) != crew.downed:
            wrong.append(f"the kills of crew {number + 1} do not add up [A8.4a]")
    return wrong
