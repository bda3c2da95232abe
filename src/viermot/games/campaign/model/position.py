"""A career as data and as text that can be loaded again; a sortie in the air is part of it."""

from __future__ import annotations

import json
from typing import Any, Final

from viermot.games.campaign.components import Book
from viermot.games.campaign.model.check import faults
from viermot.games.campaign.model.layout import CareerLayout
from viermot.games.campaign.model.orders import Orders
from viermot.games.campaign.model.state import LISTS, SCALARS, Career, new_career
from viermot.games.campaign.rules import raids
from viermot.games.campaign.rules.sortie import SortieDice
from viermot.kernel import positions, registry
from viermot.kernel.agenda import advance, task_from_json, task_to_json
from viermot.kernel.dice import Dice
from viermot.kernel.json import JsonObject, JsonTable
from viermot.kernel.positions import bad_value, made_up, only

TEXTS: Final = ("scenario", "prefix", "ending", "level")  # written as they are, not as JSON


def to_data(game: Career) -> JsonObject:
    """The whole state except its log, as JSON data; equal states give equal data."""
    data: JsonObject = {name: getattr(game, name) for name in SCALARS}
    data["cards"] = list(game.cards)
    for name in LISTS:
        data[name] = [_plain(tuple(line)) for line in getattr(game, name)]
    data["orders"] = game.orders
    data["sortie"] = None
    if game.sortie is not None:
        data["sortie"] = registry.game(game.layout.game_name).to_data(game.sortie)
    data["agenda"] = [task_to_json(task) for task in game.agenda]
    data["asked"] = None if game.asked is None else task_to_json(game.asked)
    data["scenario"] = game.layout.scenario
    data["options"] = game.layout.options
    return data


def _plain(value: object) -> object:
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def _tupled(value: Any) -> Any:
    return tuple(_tupled(part) for part in value) if isinstance(value, list) else value


def from_data(book: Book, data: JsonTable, dice: Dice) -> Career:
    """The state that ``to_data`` wrote."""
    game = new_career(CareerLayout(book, data["scenario"], data["options"]), dice)
    _lay_out(game, data)
    if data["sortie"] is not None:
        game.sortie = registry.game(game.layout.game_name).from_data(*_in_the_air(game, data["sortie"]))
    game.agenda = [task_from_json(task) for task in data["agenda"]]
    if data["asked"] is not None:
        game.agenda.append(task_from_json(data["asked"]))
        advance(game)
    return game


def _lay_out(game: Career, data: JsonTable) -> None:
    """Everything but the sortie and the agenda."""
    for name in SCALARS:
        setattr(game, name, bytes(data[name]) if name == "cards" else data[name])
    for name, kind in LISTS.items():
        setattr(game, name, [kind(*_tupled(line)) for line in data[name]])
    game.orders = Orders()
    game.orders.update(data["orders"])


def _in_the_air(game: Career, sortie: JsonTable) -> tuple[Any, JsonTable, SortieDice]:
    """What the sortie's game is restored from: its components, its state as data, its dice."""
    layout = game.layout
    pack = raids.sortie_pack(layout.book, layout.game_name, game.orders)
    return pack, sortie, SortieDice(game.dice, game.prefix)


# -- as text -----------------------------------------------------------------------------------------


def write(game: Career) -> str:
    """The position as text: one key per line, with values that TOML cannot express as JSON in a string."""
    data = to_data(game)
    lines = [f'game = "campaign"\nscenario = {json.dumps(data.pop("scenario"))}']
    for name, value in data.items():
        if isinstance(value, str | bool | int):
            lines.append(f"{name} = {json.dumps(value, ensure_ascii=False)}")
        else:
            lines.append(f"{name} = '''{json.dumps(value, ensure_ascii=False)}'''")
    return "\n".join(lines) + "\n"


def read(book: Book, text: str, dice: Dice) -> Career:
    """The state a text describes; every key is required, since nothing in a long career has a default."""
    from viermot.games.campaign.model.domains import DECLARED  # here, since domains import the rules

    raw = positions.opened(text, "campaign")
    with made_up():
        data = {name: _value(name, value) for name, value in raw.items() if name != "game"}
        whole = {*SCALARS, *LISTS, "orders", "sortie", "agenda", "asked", "scenario", "options"}
        only(data, whole)
        for name in whole:
            if name not in data:
                raise bad_value(name, None)
        game = new_career(CareerLayout(book, str(data["scenario"])[:80], positions.options_of(data)), dice)
        _lay_out(game, data)
    positions.sound(game, DECLARED, to_data, lambda _: [])  # the sortie's scenario is made from it
    if data["sortie"] is not None:
        with made_up():
            game.sortie = registry.game(game.layout.game_name).position.checked(*_in_the_air(game, data["sortie"]))  # type: ignore[attr-defined]
    with made_up():
        game.agenda = list(task_from_json([*data["agenda"], *([] if data["asked"] is None else [data["asked"]])]))
    positions.sound(game, DECLARED, to_data, faults)
    return game


def _value(name: str, value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) and name not in TEXTS else value
