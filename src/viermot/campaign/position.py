"""A career as data and as text that can be loaded again; a sortie in the air is part of it."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from typing import Any

from viermot.campaign import raids
from viermot.campaign.components import Book
from viermot.campaign.sortie import SortieDice
from viermot.campaign.state import LISTS, SCALARS, Career, new_career
from viermot.campaign.table import CareerTable
from viermot.kernel import registry
from viermot.kernel.agenda import advance, spell, unspell
from viermot.kernel.telling import Telling


class BadPosition(Telling):
    """A position that cannot be set up, with the key and the reason."""


def to_data(game: Career) -> dict[str, Any]:
    """The whole state but its log, as JSON data; equal states give equal data."""
    data: dict[str, Any] = {name: getattr(game, name) for name in SCALARS}
    data["cards"] = list(game.cards)
    for name in LISTS:
        data[name] = [_plain(tuple(line)) for line in getattr(game, name)]
    data["history"] = [list(line) for line in game.history]
    data["orders"] = game.orders
    data["sortie"] = None
    if game.sortie is not None:
        data["sortie"] = registry.game(game.table.game_name).to_data(game.sortie)
    data["agenda"] = [spell(task) for task in game.agenda]
    data["asked"] = None if game.asked is None else spell(game.asked)
    data["scenario"] = game.table.scenario
    data["options"] = game.table.options
    return data


def _plain(value: Any) -> Any:
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def _tupled(value: Any) -> Any:
    return tuple(_tupled(part) for part in value) if isinstance(value, list) else value


def from_data(book: Book, data: Mapping[str, Any], dice: Any) -> Career:
    """The state that ``to_data`` wrote."""
    game = new_career(CareerTable(book, data["scenario"], data["options"]), dice)
    for name in SCALARS:
        setattr(game, name, data[name])
    game.cards = bytes(data["cards"])
    for name, kind in LISTS.items():
        setattr(game, name, [kind(*_tupled(line)) for line in data[name]])
    game.history = [tuple(line) for line in data["history"]]
    game.orders = dict(data["orders"])
    if data["sortie"] is not None:
        table = game.table
        pack = raids.sortie_pack(table.book, table.game_name, game.orders)
        sub_dice = SortieDice(dice, game.prefix)
        game.sortie = registry.game(table.game_name).from_data(pack, data["sortie"], sub_dice)
    game.agenda = [unspell(task) for task in data["agenda"]]
    if data["asked"] is not None:
        game.agenda.append(unspell(data["asked"]))
        advance(game)
    return game


# -- as text -----------------------------------------------------------------------------------------


def write(game: Career) -> str:
    """The position as text: one key a line, its value as JSON in a TOML string where TOML has no word for it."""
    data = to_data(game)
    lines = [f'game = "campaign"\nscenario = {json.dumps(data.pop("scenario"))}']
    for name, value in data.items():
        if isinstance(value, str | bool | int):
            lines.append(f"{name} = {json.dumps(value, ensure_ascii=False)}")
        else:
            lines.append(f"{name} = '''{json.dumps(value, ensure_ascii=False)}'''")
    return "\n".join(lines) + "\n"


def read(book: Book, text: str, dice: Any) -> Career:
    """The state a text describes; every key is needed, since a career is long and nothing in it is usual."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        raise BadPosition("campaign.position.toml", reason=str(wrong)) from None
    if raw.pop("game", None) != "campaign":
        raise BadPosition("campaign.position.game")
    words = ("scenario", "prefix", "ending", "level")
    try:
        data = {
            name: json.loads(value) if isinstance(value, str) and name not in words else value
            for name, value in raw.items()
        }
        return from_data(book, data, dice)
    except Telling:
        raise
    except Exception as wrong:  # a text made by hand may hold anything
        raise BadPosition("campaign.position.bad", reason=f"{type(wrong).__name__}: {wrong}") from None
