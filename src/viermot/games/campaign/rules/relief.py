"""The standby that relieves the fighter on station, and fuel for 25 turns a night [A4i, A5d].

The standby waits in the radio beacon box, which in campaigns opens onto the beacon hex; the box's own rule lets it out,
two turns after the fighter on station has gone. A fighter short of fuel goes home instead of moving.
"""

from __future__ import annotations

from typing import Any

from viermot.games.campaign.model.ids import FlightId
from viermot.games.campaign.model.state import Career
from viermot.games.nightfighter.model.ids import Fighter
from viermot.games.nightfighter.rules.fighters import leaves_map
from viermot.kernel.agenda import advance

MOVES = ("manoeuvre", "path")


def last_turn(game: Career, flights: tuple[FlightId, ...], comes_late: int) -> int:
    """How long the scenario can last: as long as somebody has fuel."""
    rules = game.layout.book.staffel.patrol
    if len(flights) > 1:
        return 2 * rules.fuel  # the standby may come in as late as the other leaves
    return rules.fuel - game.flights[flights[0]].turns + (rules.standby_turn - 1 if comes_late else 0)


def send_up(game: Career, comes_late: int) -> None:
    """What a fighter carries over from earlier in the night, and when the standby can arrive [A5d]."""
    sortie = game.sortie
    game.tended = game.arrived = 0
    for place, one in enumerate(game.orders["fighters"]):
        if one["hits"]:
            sortie.f_hits[place] = one["hits"]
            game.tended = 1
    if comes_late:
        sortie.box_left = game.layout.book.staffel.patrol.standby_turn - 2
        game.tended = 1


def tend(game: Career) -> None:
    """Between two questions: hold the standby back while it is not needed, and send home whoever is out of fuel."""
    sortie, fighters = game.sortie, game.orders["fighters"]
    if len(fighters) > 1 and sortie.f_hex[0] >= 0:
        sortie.box_left = sortie.turn
        game.tended = 1
    late = len(fighters) - 1
    if fighters[late]["late"] and not game.arrived and sortie.f_hex[late] >= 0:
        game.arrived = sortie.turn
        game.announce("relieved" if late else "scrambled", "A5d", fighters[late]["flight"])
    while _out_of_fuel(game):
        since = sortie.logged
        fighter = _fighter_asked(sortie)
        game.announce("fuel", "A4i", fighters[fighter]["flight"])
        leaves_map(sortie, Fighter(fighter), "9.2.1")
        advance(sortie)
        game.tended = 1
        for kind, rules, seats, data in sortie.log[since : sortie.logged]:
            game.emit("flight", rules, seats, kind, data)


def _fighter_asked(sortie: Any) -> int:
    number: int = sortie.asked[0].facts(sortie, *sortie.asked[1:])["fighter"]
    return number


def turns_flown(game: Career, place: int) -> int:
    """Turns that a fighter of this sortie has flown tonight, earlier sorties included, up to the previous turn."""
    one, sortie = game.orders["fighters"][place], game.sortie
    begun = (game.arrived or sortie.turn) if one["late"] else 1
    return int(one["turns"] + max(0, sortie.turn - begun))


def _out_of_fuel(game: Career) -> bool:
    sortie = game.sortie
    if sortie.asked is None or sortie.asked[0].word not in MOVES or not game.layout.is_staffel:
        return False
    return turns_flown(game, _fighter_asked(sortie)) >= game.layout.book.staffel.patrol.fuel
