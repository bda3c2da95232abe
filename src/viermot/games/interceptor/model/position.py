"""Situations as data and as text: what a save holds, and a short TOML file that a person can write [3.4a, 4.3.2].

A position names what differs from a fresh game. Where it has no agenda, `at` says where play goes on: at the next
`line` of the log, in an Endurance `box`, with the `bombers` ahead, in a `fight`, at the `landing`, or on the `ground`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from viermot.games.interceptor.components import Components
from viermot.games.interceptor.model import terms
from viermot.games.interceptor.model.check import faults
from viermot.games.interceptor.model.state import CAREER, LISTS, SCALARS, SORTIE, UNKNOWN, Game, Pilot, new_game
from viermot.games.interceptor.model.table import CAREER as CAREER_SCENARIO
from viermot.games.interceptor.model.table import Table
from viermot.games.interceptor.rules.bombers.passes import begin_pass
from viermot.games.interceptor.rules.career.career import MISSED, after_sortie
from viermot.games.interceptor.rules.damage.landing import come_down
from viermot.games.interceptor.rules.flight import box_done, intercept, raid_box
from viermot.games.interceptor.rules.options.company import fight_rounds
from viermot.games.interceptor.sequence import begin_line, debriefing, next_line
from viermot.kernel import positions
from viermot.kernel.agenda import Task, advance, spell, task, unspell
from viermot.kernel.positions import BadPosition, bad_value, made_up, only, rows, tasks_of
from viermot.kernel.toml_text import toml

BITS: Final = {
    "skills": terms.SKILLS, "wing_skills": terms.SKILLS, "gun_skills": terms.SKILLS, "ward_skills": terms.SKILLS,
    "awards": terms.AWARDS, "wing_awards": terms.AWARDS, "markers": terms.MARKERS,
}  # fmt: skip
DAMAGE: Final = {"own": terms.SYSTEMS, "foe": terms.SYSTEMS, "bomber": terms.BOMBER_SYSTEMS}
FLIGHT: Final = (0,)
PLACES: Final[dict[str, list[Task]]] = {
    "line": [task(begin_line)],
    "box": [task(intercept, FLIGHT), task(debriefing), task(next_line)],
    "bombers": [
        task(begin_pass),
        task(fight_rounds, FLIGHT),
        task(box_done, FLIGHT),
        task(debriefing),
        task(next_line),
    ],
    "fight": [task(fight_rounds, FLIGHT), task(box_done, FLIGHT), task(debriefing), task(next_line)],
    "over": [task(box_done, FLIGHT), task(debriefing), task(next_line)],
    "landing": [task(come_down), task(debriefing), task(next_line)],
    "ground": [task(after_sortie), task(next_line)],
}


# -- as data ----------------------------------------------------------------------------------------------------


def to_data(game: Game) -> dict[str, Any]:
    """The whole state but its log, as JSON data; equal states give equal data."""
    data: dict[str, Any] = {name: getattr(game, name) for name in SCALARS}
    data["deck"] = list(game.deck)
    data["pilots"] = [
        {name: list(value) if name in LISTS else value for name, value in sorted(pilot.__dict__.items())}
        for pilot in game.pilots
    ]
    data["agenda"] = [spell(task) for task in game.agenda]
    data["asked"] = None if game.asked is None else spell(game.asked)
    data["scenario"] = game.table.scenario
    data["options"] = game.table.options
    return data


def from_data(components: Components, data: Mapping[str, Any], dice: Any) -> Game:
    """The state that ``to_data`` wrote."""
    game = new_game(Table(components, data["scenario"], data["options"]), dice)
    for name in SCALARS:
        setattr(game, name, data[name])
    game.deck = bytes(data["deck"])
    for pilot, fields in zip(game.pilots, data["pilots"], strict=True):
        pilot.__dict__.update({name: list(v) if name in LISTS else v for name, v in fields.items()})
    game.turn_to(game.me)
    game.agenda = [unspell(task) for task in data["agenda"]]
    if data["asked"] is not None:
        game.agenda.append(unspell(data["asked"]))
        advance(game)
    return game


# -- writing -----------------------------------------------------------------------------------------------------


def write(game: Game) -> str:
    """The position as text."""
    table = game.table
    lines = [
        'game = "interceptor"',
        f"scenario = {toml(table.scenario)}",
        f"options = {toml(table.options)}",
        f"month = {toml(terms.MONTHS[game.month])}",
        f"line = {game.line}",
    ]
    if game.deck != table.deck:
        lines.append(f"deck = {toml(list(game.deck))}")
    for name in ("raid", "me"):
        if getattr(game, name):
            lines.append(f"{name} = {getattr(game, name)}")
    if game.raid or game.zone:
        lines.append(f"zone = {toml(terms.TARGET_ZONES[game.zone])}")
    if game.bombers != UNKNOWN:
        lines.append(f"bombers = {toml(table.bombers[game.bombers].name)}")
        lines.append(f"escort = {toml(table.fighters[game.escort].name if game.escort >= 0 else '')}")
    if game.weather:
        lines.append(f"weather = {toml(terms.WEATHERS[game.weather])}")
    if game.ending:
        lines.append(f"ending = {toml(game.ending)}")
    agenda = [spell(task) for task in game.agenda]
    if game.asked is not None:
        agenda.append(spell(game.asked))
    lines.append(f"agenda = {toml(json.dumps(agenda, ensure_ascii=False))}")
    for pilot in game.pilots:
        lines += ["", "[[pilot]]", *_pilot_lines(table, pilot)]
    return "\n".join(lines) + "\n"


def _pilot_lines(table: Table, pilot: Pilot) -> list[str]:
    plain = Pilot().__dict__
    lines: list[str] = []
    for name, value in sorted(pilot.__dict__.items()):
        if value == plain[name]:
            continue
        if name == "unit":
            value = table.pack.units[value].name
        elif name == "aircraft":
            value = table.aircraft[value].name
        elif name in BITS:
            value = [word for number, word in enumerate(BITS[name]) if value >> number & 1]
        elif name in DAMAGE:
            value = {word: hits for word, hits in zip(DAMAGE[name], value, strict=True) if hits}
        lines.append(f"{name} = {toml(value)}")
    return lines


# -- reading -----------------------------------------------------------------------------------------------------


def read(components: Components, text: str, dice: Any) -> Game:
    """The game a position describes; BadPosition says what is wrong with it."""
    from viermot.games.interceptor.model.kinds import DECLARED  # which knows the steps, and they this game

    data = positions.opened(text, "interceptor")
    with made_up():
        game = new_game(Table(components, str(data.get("scenario", CAREER_SCENARIO)), positions.options_of(data)), dice)
        _read_game(game, data)
    positions.sound(game, DECLARED, to_data, faults)
    return game


KNOWN: Final = {
    "game", "scenario", "options", "month", "line", "deck", "raid", "me", "zone", "weather", "ending", "agenda", "at",
    "pilot", "bombers", "escort",
}  # fmt: skip


def _read_game(game: Game, data: dict[str, Any]) -> None:
    only(data, KNOWN)
    game.month = _word(data, "month", terms.MONTHS)
    game.zone = _word(data, "zone", terms.TARGET_ZONES)
    game.weather = _word(data, "weather", terms.WEATHERS)
    game.line = _number(data, "line", 0, 0, 8)
    game.raid = _number(data, "raid", 0, 0, 12)
    game.ending = str(data.get("ending", ""))
    if "bombers" in data:
        game.bombers = [bomber.name for bomber in game.table.bombers].index(data["bombers"])
        escorts = ["", *(fighter.name for fighter in game.table.fighters)]
        game.escort = escorts.index(data.get("escort", "")) - 1
    if "raid" in data and "zone" not in data and game.raid:
        game.zone = game.table.raid_zone[game.month][game.raid]
    if "deck" in data:
        game.deck = bytes(sorted(set(data["deck"])))
        if not set(game.deck) <= set(game.table.deck):
            raise bad_value("deck", data["deck"], "3.5.1a")
    pilots = rows(data, "pilot")
    if len(pilots) > len(game.pilots):
        raise bad_value("pilot", len(pilots), "10.1.1a")
    at = data.get("at", "line")
    if at not in PLACES:
        raise bad_value("at", at)
    for number, row in enumerate(pilots):
        game.turn_to(number)
        _read_pilot(game, row, aloft="agenda" not in data and at != "line")
    game.turn_to(_number(data, "me", 0, 0, len(game.pilots) - 1))
    if "agenda" in data:
        game.agenda = tasks_of(data["agenda"])
    else:
        if any(pilot.unit < 0 or pilot.aircraft < 0 for pilot in game.pilots):
            raise bad_value("pilot", "unit, aircraft", "4.0a")
        game.next(*PLACES[at])


def _read_pilot(game: Game, row: dict[str, Any], aloft: bool) -> None:
    pilot, table = game.pilot, game.table
    if "unit" in row:
        pilot.unit = [unit.name for unit in table.pack.units].index(row["unit"])
    if "aircraft" in row:
        pilot.aircraft = [frame.name for frame in table.aircraft].index(row["aircraft"])
        pilot.ammo = []
    if aloft and pilot.unit >= 0 and pilot.aircraft >= 0:
        frame = table.aircraft[pilot.aircraft]
        pilot.flying, pilot.fate = 1, terms.AIRBORNE
        pilot.ammo = list(frame.ammo)
        pilot.rockets = int(frame.rocket_hit > 0)
        pilot.box = raid_box(game, pilot)
        pilot.ahead = int(game.me == 0)
        pilot.first_pass = pilot.formation = 1
        pilot.met = terms.START_HEAD_ON
    for name, value in row.items():
        if name not in ("unit", "aircraft"):
            _set(game, name, value)
    if aloft and any(pilot.foe) and "foe_scored" not in row:
        pilot.foe_scored = 1  # a position written by hand means the pilot's own damage


def _set(game: Game, name: str, value: Any) -> None:
    pilot, table = game.pilot, game.table
    if name in BITS and isinstance(value, list):
        pilot.__dict__[name] = sum(1 << BITS[name].index(word) for word in set(value))
    elif name in DAMAGE:
        hits = [0] * len(DAMAGE[name])
        for word, count in value.items():
            hits[DAMAGE[name].index(word)] = int(count)
        pilot.__dict__[name] = hits
    elif name in ("enemy", "escort", "last_enemy") and isinstance(value, str):
        pilot.__dict__[name] = [frame.name for frame in table.fighters].index(value)
    elif name in ("bomber_type", "target") and isinstance(value, str):
        pilot.__dict__[name] = [bomber.name for bomber in table.bombers].index(value)
    elif name == "orientation" and isinstance(value, str):
        pilot.orientation = terms.ORIENTATIONS[value]
    elif name == "range" and isinstance(value, str):
        pilot.range = terms.RANGES.index(value)
    elif name == "met" and isinstance(value, str):
        pilot.met = terms.INTERCEPTIONS.index(value)
    elif name == "ammo" and isinstance(value, list):
        pilot.ammo = [int(left) for left in value]
    elif name in CAREER or name in SORTIE:
        default = CAREER.get(name, SORTIE.get(name))
        if type(value) is not type(default) or (name == "away" and not set(str(value)) <= set(MISSED)):
            raise bad_value(name, value)
        pilot.__dict__[name] = value
    else:
        raise BadPosition("position.unknown", name=name[:80])


def _word(data: dict[str, Any], name: str, words: tuple[str, ...]) -> int:
    value = data.get(name, words[0])
    if value not in words:
        raise bad_value(name, value)
    return words.index(value)


def _number(data: dict[str, Any], name: str, default: int, least: int, most: int) -> int:
    value = data.get(name, default)
    if type(value) is not int or not least <= value <= most:
        raise bad_value(name, value)
    return value
