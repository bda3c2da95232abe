"""Positions: any situation as a short text, as in Nightfighter, with counters and how uncertain they are.

A counter's name tells its bomber: "2" is the only counter of bomber 2, "3a" to "3f" are those of bomber 3 at high
uncertainty. Written by hand, a position may leave out the agenda: play then starts at the beginning of its phase.
"""

from __future__ import annotations

import json
from typing import Any, Final

from viermot.games.nightfighter.model import written
from viermot.games.nightfighter.model.board import HEXES, MOONS, OFF, VISIBILITIES
from viermot.games.nightfighter.model.ids import NO_CONTACT, NOBODY, Attacker, Fighter, Group, Hex, Zone
from viermot.games.nightfighter.model.position import (
    at_text,
    fighter_lines,
    opened,
    place_of,
    put_back,
    read_agenda,
    read_fighters,
    read_sky,
    reopen,
    state_to_data,
)
from viermot.games.nightfighter.model.state import DESTROYED, EXITED
from viermot.games.solitaire.components import SoloComponents
from viermot.games.solitaire.model.board import LEVELS, LOW, REMOVED, counter_id, counter_name
from viermot.games.solitaire.model.check import contradictions
from viermot.games.solitaire.model.layout import SoloLayout
from viermot.games.solitaire.model.state import (
    ATTACKER_LISTS,
    FIGHTER_LISTS,
    OTHER_LISTS,
    SCALARS,
    Due,
    Look,
    Solo,
    new_game,
)
from viermot.games.solitaire.rules.entry import new_counter
from viermot.games.solitaire.sequence import play_phases
from viermot.kernel import positions
from viermot.kernel.agenda import task_from_json, task_to_json
from viermot.kernel.dice import Dice, ReplayedDice
from viermot.kernel.json import JsonObject, JsonTable
from viermot.kernel.positions import BadPosition, bad_value, made_up, rows
from viermot.kernel.toml_text import toml

FIELDS: Final = (*FIGHTER_LISTS, *ATTACKER_LISTS, *OTHER_LISTS)
GONE: Final = {EXITED: "exited", DESTROYED: "destroyed", REMOVED: "removed"}
PLAIN_SCALARS: Final = tuple(n for n in SCALARS if n not in ("moon", "visibility", "cloud"))
PLAIN_COUNTER: Final = ("hits", "alert", "moved", "cork", "known", "done", "track", "h2s")
KNOWN: Final = {
    "game", "scenario", "options", "moon", "visibility", "cloud", "live", "searches", "coming", "agenda", "answers",
    "fighter", "counter", *PLAIN_SCALARS,
}  # fmt: skip


# -- as data -------------------------------------------------------------------------------------


def to_data(game: Solo) -> JsonObject:
    """The whole state except its log, as JSON data; equal states give equal data."""
    return state_to_data(game, SCALARS, FIELDS)


def from_data(components: SoloComponents, data: JsonTable, dice: Dice) -> Solo:
    """The state that ``to_data`` wrote."""
    game = new_game(SoloLayout(components, components.scenarios[data["scenario"]], data["options"]), dice)
    _put_back(game, data)
    reopen(game, data)
    return game


def _put_back(game: Solo, data: JsonTable) -> None:
    put_back(game, data, SCALARS, FIELDS)
    game.looks = [Look(*look) for look in data["looks"]]
    game.coming = [Due(*due) for due in data["coming"]]


def checked(components: SoloComponents, data: JsonTable, dice: Dice) -> Solo:
    """The same from data of unknown origin: checked against its domains, and back at its question."""
    from viermot.games.solitaire.model.domains import DECLARED

    with made_up():
        game = new_game(SoloLayout(components, components.scenarios[data["scenario"]], data["options"]), dice)
        _put_back(game, data)
        game.agenda.append(task_from_json(data["asked"]))
    positions.sound(game, DECLARED, to_data, contradictions)
    positions.ask_again(game)
    return game


# -- writing ---------------------------------------------------------------------------------------


def write(game: Solo) -> str:
    """The position as text."""
    layout = game.layout
    lines = [
        'game = "solitaire"',
        f"scenario = {toml(layout.scenario.id)}",
        f"options = {toml(layout.options)}",
        f"moon = {toml(MOONS[game.moon])}",
        f"visibility = {toml(VISIBILITIES[game.visibility])}",
        f"cloud = {toml('cloudy' if game.cloud else 'none')}",
    ]
    empty = new_game(layout, ReplayedDice())
    lines += [f"{n} = {toml(getattr(game, n))}" for n in PLAIN_SCALARS if getattr(game, n) != getattr(empty, n)]
    if game.on_map != sorted(game.on_map):
        lines.append(f"live = {toml([_name(game, a) for a in game.on_map])}")
    if game.looks:
        searches = [[radar, _name(game, a), HEXES.name(h), found] for radar, a, h, found in game.looks]
        lines.append(f"searches = {toml(searches)}")
    if game.coming:
        coming = [[turn, counter_name(ident), group, column] for turn, ident, group, column in game.coming]
        lines.append(f"coming = {toml(coming)}")
    agenda = [task_to_json(task) for task in game.agenda]
    if game.asked is not None:
        agenda.append(task_to_json(game.asked))
    lines.append(f"agenda = {toml(json.dumps(agenda))}")
    for fighter in game.layout.numbers:
        lines += ["", "[[fighter]]", *_fighter_lines(game, empty, fighter)]
    for counter in game.attackers():
        lines += ["", "[[counter]]", *_counter_lines(game, counter)]
    return "\n".join(lines) + "\n"


def _name(game: Solo, counter: Attacker) -> str:
    return counter_name(game.a_id[counter])


def _fighter_lines(game: Solo, empty: Solo, fighter: Fighter) -> list[str]:
    lines = [line for line in fighter_lines(game, empty, fighter) if not line.startswith(("tally =", "fix ="))]
    for word, target in (("tally", game.f_tally[fighter]), ("fix", game.f_fix[fighter])):
        if target != NOBODY:
            lines.append(f"{word} = {toml(_name(game, target))}")
    return lines


def _counter_lines(game: Solo, counter: Attacker) -> list[str]:
    fate = game.a_fate[counter]
    at = GONE.get(fate) or at_text(game.a_hex[counter], game.a_facing[counter], fate)
    lines = [f"name = {toml(_name(game, counter))}"]
    if len(game.layout.groups) > 1:
        lines.append(f"kind = {game.a_group[counter]}")
    lines += [f"at = {toml(at)}", f"level = {toml(LEVELS[game.a_level[counter]])}"]
    if game.a_light[counter] >= 0:
        lines.append(f"light = {toml(game.layout.zone_letters[game.a_light[counter]])}")
    if game.a_out[counter]:
        lines.append(f"excluded = {toml([HEXES.name(hex_) for hex_ in game.a_out[counter]])}")
    for name in PLAIN_COUNTER:
        value = written.get(game, f"a_{name}")[counter]
        if value:
            lines.append(f"{name} = {value}")
    return lines


# -- reading ---------------------------------------------------------------------------------------


def read(components: SoloComponents, text: str, dice: Dice) -> Solo:
    """The game a position describes; BadPosition says what is wrong with it."""
    from viermot.games.solitaire.model.domains import DECLARED  # here, since domains import the rules

    data, scenario = opened("solitaire", components, text)
    with made_up():
        game = new_game(SoloLayout(components, scenario, positions.options_of(data)), dice)
        answers = _read_table(game, data)
    positions.sound(game, DECLARED, to_data, contradictions, answers)
    return game


def _read_table(game: Solo, data: JsonObject) -> tuple[Any, ...]:
    read_sky(game, data, KNOWN, PLAIN_SCALARS)
    for row in rows(data, "counter"):
        _read_counter(game, row)
    fighters = [
        {name: counter_id(value) if name in ("tally", "fix") else value for name, value in row.items()}
        for row in rows(data, "fighter")
    ]
    read_fighters(game, fighters)
    for counter in {*game.f_tally, *game.f_fix} - {NOBODY}:
        game.a_level[counter] = LOW
    by_name = {_name(game, a): a for a in game.attackers()}
    if "live" in data:
        game.on_map = [by_name[name] for name in data["live"]]
    game.looks = [Look(r, by_name[name], HEXES.parse(h), found) for r, name, h, found in data.get("searches", [])]
    game.coming = [Due(turn, counter_id(name), group, column) for turn, name, group, column in data.get("coming", [])]
    game.log.clear()
    return read_agenda(game, data, play_phases)


def _read_counter(game: Solo, row: JsonObject) -> None:
    ident = counter_id(str(row.get("name")))
    group = row.get("kind", 0)
    if ident < 10 or ident in game.a_id:
        raise bad_value("name", row.get("name"))
    if not isinstance(group, int) or not 0 <= group < len(game.layout.groups):
        raise bad_value("kind", group)
    at = str(row.get("at"))
    fates = {word: fate for fate, word in GONE.items()}
    hex_ = Hex(0) if at in fates else place_of(at)[0]
    if at not in fates and hex_ in game.a_hex:
        raise bad_value("at", at, "S7.0b")
    counter = new_counter(game, ident, Group(group), hex_)
    if at in fates:
        game.on_map.remove(counter)
        game.a_hex[counter], game.a_fate[counter], game.a_handle[counter] = OFF, fates[at], NO_CONTACT
    game.a_moved[counter] = 0
    for name, value in row.items():
        if name not in ("name", "kind", "at"):
            _set_counter(game, counter, name, value)


def _set_counter(game: Solo, counter: Attacker, name: str, value: Any) -> None:
    if name == "level":
        if value not in LEVELS[1:]:
            raise bad_value("level", value, "S5.0")
        game.a_level[counter] = LEVELS.index(value)
    elif name == "light":
        game.a_light[counter] = Zone(game.layout.zone_letters.index(value))
        game.a_level[counter] = LOW
    elif name == "excluded":
        game.a_out[counter] = tuple(HEXES.parse(text) for text in value)
    elif name in PLAIN_COUNTER and isinstance(value, int):
        written.put_one(game, f"a_{name}", counter, value)
        if name == "track" and value:
            game.a_level[counter] = LOW
    else:
        raise BadPosition("position.unknown", name=name[:80])
