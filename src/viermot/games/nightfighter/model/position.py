"""Positions: any situation as a short text that can be read, written, pasted into a test and loaded again.

Only what differs from a blank game is written. A position written by hand may leave out the agenda: play then starts
at the beginning of its phase. One written by the program has the agenda too, so play resumes at the same decision.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from viermot.games.nightfighter.components import Components
from viermot.games.nightfighter.components.scenario_book import Scenario
from viermot.games.nightfighter.model import written
from viermot.games.nightfighter.model.board import BOX, HEXES, MOONS, OFF, VISIBILITIES, WAITING
from viermot.games.nightfighter.model.check import contradictions
from viermot.games.nightfighter.model.ids import NOBODY, Attacker, Fighter, Hex, Zone
from viermot.games.nightfighter.model.layout import Layout
from viermot.games.nightfighter.model.records import Marker, Search, Sweep
from viermot.games.nightfighter.model.state import (
    ATTACKER_LISTS,
    DESTROYED,
    EXITED,
    FIGHTER_LISTS,
    HELD,
    ON_MAP,
    OTHER_LISTS,
    SCALARS,
    Game,
    new_game,
)
from viermot.games.nightfighter.model.written import PARTS, names_of
from viermot.games.nightfighter.rules.entry import new_attacker
from viermot.games.nightfighter.rules.fog import make_contact
from viermot.games.nightfighter.sequence import play_phases
from viermot.kernel import positions
from viermot.kernel.agenda import advance, task_from_json, task_to_json
from viermot.kernel.dice import Dice, ReplayedDice
from viermot.kernel.hexes import DIRECTIONS
from viermot.kernel.json import JsonObject, JsonTable
from viermot.kernel.positions import BadPosition, answers_of, bad_value, made_up, rows, tasks_of
from viermot.kernel.toml_text import toml

FIELDS = (*FIGHTER_LISTS, *ATTACKER_LISTS, *OTHER_LISTS)
PLACES = {EXITED: "exited", DESTROYED: "destroyed", HELD: "held"}
PLAIN_FIGHTER = tuple(n for n in names_of(FIGHTER_LISTS) if n not in ("f_hex", "f_face", "f_fate", "f_tally", "f_fix"))
PLAIN_ATTACKER = tuple(n for n in names_of(ATTACKER_LISTS) if n not in ("a_kind", "a_id", "a_hex", "a_face", "a_fate"))
PLAIN_SCALARS = tuple(n for n in SCALARS if n not in ("moon", "visibility", "cloud", "side", "cup", "pools", "handles"))


# -- as data -------------------------------------------------------------------------------------


def to_data(game: Game) -> JsonObject:
    """The whole state except its log, as JSON data; equal states give equal data."""
    data = state_to_data(game, SCALARS, FIELDS)
    data["cup"] = list(game.cup)
    data["pools"] = [list(pool) for pool in game.pools]
    return data


def state_to_data(game: Game, scalars: Iterable[str], lists: Iterable[str]) -> JsonObject:
    """These fields of a state, with its agenda, scenario and options."""
    data: JsonObject = {name: getattr(game, name) for name in scalars}
    for name in names_of(lists):
        data[name] = [list(value) if isinstance(value, tuple) else value for value in written.get(game, name)]
    data["agenda"] = [task_to_json(task) for task in game.agenda]
    data["asked"] = None if game.asked is None else task_to_json(game.asked)
    data["answers"] = list(game.answers)
    data["scenario"] = game.layout.scenario.id
    data["options"] = game.layout.options
    return data


def from_data(components: Components, data: JsonTable, dice: Dice) -> Game:
    """The state that ``to_data`` wrote."""
    game = new_game(Layout(components, components.scenarios[data["scenario"]], data["options"]), dice)
    cup = {"cup": bytes(data["cup"]), "pools": tuple(bytes(pool) for pool in data["pools"])}
    put_back(game, {**data, **cup}, SCALARS, FIELDS)
    reopen(game, data)
    return game


def checked(components: Components, data: JsonTable, dice: Dice) -> Game:
    """The same from data of unknown origin: checked against its domains, and back at its question."""
    from viermot.games.nightfighter.model.domains import DECLARED

    with made_up():
        game = new_game(Layout(components, components.scenarios[data["scenario"]], data["options"]), dice)
        cup = {"cup": bytes(data["cup"]), "pools": tuple(bytes(pool) for pool in data["pools"])}
        put_back(game, {**data, **cup}, SCALARS, FIELDS)
        game.agenda.append(task_from_json(data["asked"]))
    positions.sound(game, DECLARED, to_data, contradictions)
    positions.ask_again(game)
    return game


def reopen(game: Game, data: JsonTable) -> None:
    """Ask again what was asked."""
    if data["asked"] is not None:
        game.agenda.append(task_from_json(data["asked"]))
        advance(game)
        game.answers = tuple(data["answers"])


def put_back(game: Game, data: JsonTable, scalars: Iterable[str], lists: Iterable[str]) -> None:
    """Restore what ``state_to_data`` wrote, except the open question."""
    for name in scalars:
        setattr(game, name, data[name])
    for name in sorted(names_of(lists), key=PARTS.__contains__):
        written.put(game, name, data[name])
    game.agenda = [task_from_json(task) for task in data["agenda"]]


# -- writing ---------------------------------------------------------------------------------------


def write(game: Game) -> str:
    """The position as text."""
    layout = game.layout
    lines = [
        'game = "nightfighter"',
        f"scenario = {toml(layout.scenario.id)}",
        f"options = {toml(layout.options)}",
        f"moon = {toml(MOONS[game.moon])}",
        f"visibility = {toml(VISIBILITIES[game.visibility])}",
        f"cloud = {toml('cloudy' if game.cloud else 'none')}",
    ]
    if game.side >= 0:
        lines.append(f"side = {toml(('red', 'yellow')[game.side])}")
    if len(game.cup) < len(layout.chits):
        lines.append(f"cup = {toml([chit + 1 for chit in game.cup])}")
    plain = new_game(layout, ReplayedDice())
    lines += [f"{n} = {toml(getattr(game, n))}" for n in PLAIN_SCALARS if getattr(game, n) != getattr(plain, n)]
    if game.on_map != sorted(game.on_map):
        lines.append(f"live = {toml([game.a_id[a] for a in game.on_map])}")
    if game.owners:
        lines.append(f"contacts = {toml([game.a_id[a] for a in game.owners])}")
    for name in ("searches", "sweeps", "markers"):
        if getattr(game, name):
            lines.append(f"{name} = {toml(named_hexes(getattr(game, name)))}")
    agenda = [task_to_json(task) for task in game.agenda]
    if game.asked is not None:
        agenda.append(task_to_json(game.asked))
    lines.append(f"agenda = {toml(json.dumps(agenda))}")
    if any(answer is not None for answer in game.answers):
        lines.append(f"answers = {toml(json.dumps(game.answers))}")
    for fighter in game.layout.numbers:
        lines += ["", "[[fighter]]", *fighter_lines(game, plain, fighter)]
    for attacker in game.attackers():
        lines += ["", "[[attacker]]", *_attacker_lines(game, attacker)]
    return "\n".join(lines) + "\n"


def named_hexes(counters: Sequence[Search | Sweep | Marker]) -> list[list[Any]]:
    return [[each[0], HEXES.name(each.hex), *each[2:]] for each in counters]


def at_text(hex_: Hex, facing: int, fate: int) -> str:
    if fate in PLACES:
        return PLACES[fate]
    if hex_ == BOX:
        return "box"
    return f"{HEXES.name(hex_)} {DIRECTIONS[facing]}" if hex_ >= 0 else "off"


def fighter_lines(game: Game, plain: Game, fighter: Fighter) -> list[str]:
    lines = [f"id = {game.layout.fighters[fighter].ident}"]
    lines.append(f"at = {toml(at_text(game.f_hex[fighter], game.f_facing[fighter], game.f_fate[fighter]))}")
    if game.f_hex[fighter] < 0 and game.f_facing[fighter]:
        lines.append(f"facing = {toml(DIRECTIONS[game.f_facing[fighter]])}")
    for name in ("f_tally", "f_fix"):
        target = getattr(game, name)[fighter]
        if target != NOBODY:
            lines.append(f"{name[2:]} = {game.a_id[target]}")
    for name in PLAIN_FIGHTER:
        value = written.get(game, name)[fighter]
        if value != written.get(plain, name)[fighter]:
            lines.append(f"{name[2:]} = {toml(list(value) if isinstance(value, tuple) else value)}")
    return lines


def _attacker_lines(game: Game, attacker: Attacker) -> list[str]:
    lines = [f"id = {game.a_id[attacker]}", f"type = {toml(game.layout.groups[game.a_group[attacker]].type)}"]
    if sum(group.type == game.layout.groups[game.a_group[attacker]].type for group in game.layout.groups) > 1:
        lines.append(f"kind = {game.a_group[attacker]}")
    lines.append(f"at = {toml(at_text(game.a_hex[attacker], game.a_facing[attacker], game.a_fate[attacker]))}")
    if game.a_hex[attacker] < 0 and game.a_facing[attacker] != 3:
        lines.append(f"facing = {toml(DIRECTIONS[game.a_facing[attacker]])}")
    for name in PLAIN_ATTACKER:
        value = written.get(game, name)[attacker]
        if name == "a_light":
            if value >= 0:
                lines.append(f"light = {toml(game.layout.zone_letters[value])}")
        elif value:
            lines.append(f"{name[2:]} = {value}")
    return lines


# -- reading ---------------------------------------------------------------------------------------


def read(components: Components, text: str, dice: Dice) -> Game:
    """The game a position describes; BadPosition says what is wrong with it."""
    from viermot.games.nightfighter.model.domains import DECLARED  # here, since domains import the rules

    data, scenario = opened("nightfighter", components, text)
    with made_up():
        game = new_game(Layout(components, scenario, positions.options_of(data)), dice)
        answers = _read_table(game, data)
    positions.sound(game, DECLARED, to_data, contradictions, answers)
    return game


def opened(game: str, components: Components, text: str) -> tuple[JsonObject, Scenario]:
    """The data of a position of this game, its options checked to be a table, and its scenario."""
    data = positions.opened(text, game)
    scenario = components.scenarios.get(str(data.get("scenario"))[:80])
    if scenario is None:
        raise BadPosition("position.no_scenario", name=str(data.get("scenario"))[:80])
    return data, scenario


KNOWN = {
    "game", "scenario", "options", "moon", "visibility", "cloud", "side", "cup", "live", "contacts", "searches",
    "sweeps", "markers", "agenda", "answers", "fighter", "attacker", *PLAIN_SCALARS,
}  # fmt: skip


def read_sky(game: Game, data: JsonObject, known: Collection[str], scalars: Iterable[str]) -> None:
    """The head of a position in both games: plain numbers, moon, visibility, cloud. Unknown keys are refused."""
    for name in data:
        if name not in known:
            raise BadPosition("position.unknown", name=name[:80])
    game.turn = game.phase = 0 if "agenda" in data else 1  # with an agenda, set-up may not be over yet
    for name in scalars:
        if name in data:
            if type(data[name]) is not type(getattr(game, name)):
                raise bad_value(name, data[name])
            setattr(game, name, data[name])
    game.moon = word_of(data, "moon", MOONS)
    game.visibility = word_of(data, "visibility", VISIBILITIES, "moderate")
    game.cloud = word_of(data, "cloud", ("none", "cloudy"))


def _read_table(game: Game, data: JsonObject) -> tuple[Any, ...]:
    """Lay out what the text describes; returns the answers already given."""
    read_sky(game, data, KNOWN, PLAIN_SCALARS)
    game.side = word_of(data, "side", ("red", "yellow")) if "side" in data or game.turn else -1
    if "agenda" in data and "side" not in data:
        game.side = -1
    if "cup" in data:
        game.cup = bytes(chit - 1 for chit in data["cup"])
    for row in rows(data, "attacker"):
        _read_attacker(game, row)
    read_fighters(game, rows(data, "fighter"))
    by_id = {game.a_id[a]: a for a in game.attackers()}
    if "live" in data:
        game.on_map = [by_id[ident] for ident in data["live"]]
    if "contacts" in data:
        game.owners = [by_id[ident] for ident in data["contacts"]]
        game.handles = len(game.owners)
    else:
        _mint_handles(game)
    for name in ("searches", "sweeps", "markers"):
        written.put(game, name, [[whose, HEXES.parse(hex_), *rest] for whose, hex_, *rest in data.get(name, [])])
    game.log.clear()
    return read_agenda(game, data)


def word_of(data: JsonObject, name: str, words: tuple[str, ...], default: str = "") -> int:
    value = data.get(name, default or words[0])
    if value not in words:
        raise bad_value(name, value)
    return words.index(value)


def place_of(text: str) -> tuple[Hex, int]:
    name, _, facing = text.partition(" ")
    if facing not in DIRECTIONS:
        raise bad_value("at", text, "2.2.1b")
    return HEXES.parse(name), DIRECTIONS.index(facing)


def _read_attacker(game: Game, row: JsonObject) -> None:
    groups = game.layout.groups
    type_ = row.get("type", groups[0].type)
    group = row.get("kind", next((number for number, each in enumerate(groups) if each.type == type_), None))
    ident = row.get("id")
    if group is None or not 0 <= group < len(groups):
        raise bad_value("type", type_)
    if not isinstance(ident, int) or not 1 <= ident % 10 <= 6 or ident in game.a_id:
        raise bad_value("id", ident, "2.2.1a")
    attacker = new_attacker(game, group, ident)
    pools = list(game.pools)
    if ident in groups[group].ids:
        drawn = groups[group].ids.index(ident)
        pools[group] = bytes(place for place in pools[group] if place != drawn)
    else:  # a number the writer made up: it replaces some counter in the pool
        pools[group] = pools[group][1:]
    game.pools = tuple(pools)
    for name in sorted(row, key=lambda name: f"a_{name}" in PARTS):
        _set_attacker(game, attacker, name, row[name])


def _set_attacker(game: Game, attacker: Attacker, name: str, value: Any) -> None:
    if name in ("id", "type", "kind"):
        return
    if name == "at":
        fates = {word: fate for fate, word in PLACES.items()}
        if value in fates:
            game.a_fate[attacker] = fates[value]
            game.a_hex[attacker] = WAITING if value == "held" else OFF
        else:
            game.a_hex[attacker], game.a_facing[attacker] = place_of(value)
            game.a_fate[attacker] = ON_MAP
            game.on_map.append(attacker)
    elif name == "facing":
        game.a_facing[attacker] = DIRECTIONS.index(value)
    elif name == "light":
        game.a_light[attacker] = Zone(game.layout.zone_letters.index(value))
    elif f"a_{name}" in PLAIN_ATTACKER and isinstance(value, int):
        written.put_one(game, f"a_{name}", attacker, value)
    else:
        raise BadPosition("position.unknown", name=name[:80])


def read_fighters(game: Game, rows: list[JsonObject]) -> None:
    by_ident = {fit.ident: f for f, fit in game.layout.numbered()}
    for fighter, fit in game.layout.numbered():
        game.f_oblique[fighter] = int(fit.has_oblique)
    for row in rows:
        if row.get("id") not in by_ident:
            raise bad_value("id", row.get("id"))
        for name, value in row.items():
            _set_fighter(game, by_ident[row["id"]], name, value)
    mentioned = {row["id"] for row in rows}
    for ident, fighter in by_ident.items():
        if ident not in mentioned:
            game.f_fate[fighter] = EXITED


def _set_fighter(game: Game, fighter: Fighter, name: str, value: Any) -> None:
    if name == "id":
        return
    if name == "at":
        fates = {word: fate for fate, word in PLACES.items()}
        if value in fates:
            game.f_fate[fighter] = fates[value]
        elif value in ("box", "off"):
            game.f_hex[fighter] = BOX if value == "box" else OFF
        else:
            game.f_hex[fighter], game.f_facing[fighter] = place_of(value)
    elif name == "facing":
        game.f_facing[fighter] = DIRECTIONS.index(value)
    elif name in ("tally", "fix"):
        if value not in game.a_id:
            raise bad_value(name, value)
        getattr(game, f"f_{name}")[fighter] = game.a_id.index(value)
    elif f"f_{name}" in PLAIN_FIGHTER and isinstance(value, int | list):
        written.put_one(game, f"f_{name}", fighter, value)
    else:
        raise BadPosition("position.unknown", name=name[:80])


def _mint_handles(game: Game) -> None:
    """Attackers that somebody holds are on the player's map [5.1c]."""
    for attacker in game.on_map:
        if game.in_contact(attacker):
            known = game.a_known[attacker]
            make_contact(game, attacker, "5.1c")
            game.a_known[attacker] = known


def read_agenda(game: Game, data: JsonObject, begin: Any = play_phases) -> tuple[Any, ...]:
    """The agenda; without one, play starts at the beginning of the phase. Returns the answers already given."""
    if "agenda" not in data:
        if not 1 <= game.phase <= 10:
            raise bad_value("phase", game.phase)
        game.push(begin, game.phase, 1)
        return ()
    game.agenda = tasks_of(data["agenda"])
    return answers_of(data["answers"]) if "answers" in data else ()
