"""Mobile Flak: guns that a card brings to a city or a hex for the rest of the night [9.6, 2.3.2]."""

from __future__ import annotations

from typing import Any

from viermot.games.bomber_command.model.board import TO_ALL
from viermot.games.bomber_command.model.notation import BOX, HEX
from viermot.games.bomber_command.model.state import Game
from viermot.games.bomber_command.model.table import NO_FLAK
from viermot.games.bomber_command.rules.cards.cards import effect, objects


@objects("mobile flak")
def _for_mobile_flak(game: Game, seat: int, a: int, b: int, function: Any) -> list[int]:
    """A city with flak, or a hex of the continent that is not the Allies'."""
    table = game.table
    cities = [BOX + city + 1 for city in range(len(table.cities)) if game.flak_of(city) != NO_FLAK]
    hexes = [HEX + hex_ for hex_ in sorted(table.continental) if table.zone_of[hex_] != table.allied_zone]
    return cities + hexes


@effect("mobile flak")
def mobile_flak(game: Game, seat: int, a: int, b: int, function: Any, thing: int) -> None:
    """MOBILE FLAK: one more for a city's flak, or area flak in a hex; no new attack in this phase [9.6a]."""
    place = ~(thing - BOX - 1) if thing >= BOX else thing - HEX
    game.mobile = (*game.mobile, *[place] * function.value)
    if place < 0:
        game.emit("mobile_flak_city", "9.6a 2.3.2", TO_ALL, ~place, game.flak_of(~place))
    else:
        game.emit("mobile_flak_hex", "9.6a 2.3.2", TO_ALL, place, game.area_flak_of(place))
