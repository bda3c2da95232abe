"""Mobile Flak: guns that a card moves to a city or hex for the rest of the night [9.6, 2.3.2]."""

from __future__ import annotations

from viermot.games.bomber_command.components import Function
from viermot.games.bomber_command.model.board import TO_ALL
from viermot.games.bomber_command.model.layout import NO_FLAK
from viermot.games.bomber_command.model.notation import city_in, city_options, hex_in, hex_options, is_box
from viermot.games.bomber_command.model.state import Game
from viermot.games.bomber_command.rules.cards.effects import Played, effect, objects


@objects("mobile flak")
def _for_mobile_flak(game: Game, function: Function) -> list[int]:
    """A city with flak, or a continental hex not in Allied hands."""
    layout = game.layout
    cities = city_options(city for city in layout.city_index.values() if game.flak_of(city) != NO_FLAK)
    hexes = hex_options([hex_ for hex_ in sorted(layout.continental) if layout.zone_of[hex_] != layout.allied_zone])
    return cities + hexes


@effect("mobile flak")
def mobile_flak(game: Game, card: Played) -> None:
    """MOBILE FLAK: +1 to a city's flak, or area flak in a hex; no extra attack this phase [9.6a]."""
    if is_box(card.thing):
        city = city_in(card.thing)
        game.mobile = (*game.mobile, *[~city] * card.function.value)
        game.emit("mobile_flak_city", "9.6a 2.3.2", TO_ALL, city, game.flak_of(city))
    else:
        hex_ = hex_in(card.thing)
        game.mobile = (*game.mobile, *[hex_] * card.function.value)
        game.emit("mobile_flak_hex", "9.6a 2.3.2", TO_ALL, hex_, game.area_flak_of(hex_))
