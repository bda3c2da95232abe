"""Situations as data and as text: what a save holds, and a short TOML file that a person can write [3.4a, 4.3.2].

A position lists what differs from a fresh game. If it has no agenda, `at` says where play goes on: at the next
`line` of the log, in an Endurance `box`, with the `bombers` ahead, in a `fight`, at the `landing`, or on the `ground`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from viermot.games.interceptor.components import Components
from viermot.games.interceptor.model import terms, written
from viermot.games.interceptor.model.check import faults
from viermot.games.interceptor.model.ids import BomberType, EnemyType, Model, MonthNumber, Seat, Unit, by_seat
from viermot.games.interceptor.model.layout import CAREER as CAREER_SCENARIO
from viermot.games.interceptor.model.layout import Layout
from viermot.games.interceptor.model.records import Pilot
from viermot.games.interceptor.model.state import UNKNOWN, Game, Raid, new_game
from viermot.games.interceptor.model.written import NAMES, PLACES, Value
from viermot.games.interceptor.rules.bombers.passes import begin_pass
from viermot.games.interceptor.rules.career.career import MISSED, after_sortie
from viermot.games.interceptor.rules.damage.landing import come_down
from viermot.games.interceptor.rules.flight import box_done, intercept, raid_box
from viermot.games.interceptor.rules.options.company import fight_rounds
from viermot.games.interceptor.sequence import begin_line, debriefing, next_line
from viermot.kernel import positions
from viermot.kernel.agenda import Task, advance, task, task_from_json, task_to_json
from viermot.kernel.dice import Dice
from viermot.kernel.positions import BadPosition, bad_value, made_up, only, rows, tasks_of
from viermot.kernel.toml_text import toml

BITS: Final = {
    NAMES[f"{part}.{field}"]: words
    for field, words, parts in (
        ("skills", terms.SKILLS, ("career", "wingman", "gunner", "patient")),
        ("awards", terms.AWARDS, ("career", "wingman")),
        ("markers", terms.MARKERS, ("career",)),
    )
    for part in parts
}
DAMAGE: Final = {
    NAMES["sortie.own_hits"]: terms.SYSTEMS,
    NAMES["duel.enemy_hits"]: terms.SYSTEMS,
    NAMES["attack.bomber_hits"]: terms.BOMBER_SYSTEMS,
}
FLIGHT: Final = (Seat(0),)
GOES_ON: Final[dict[str, list[Task]]] = {
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


PLAIN: Final = ("month", "line", "me", "ending")  # of the game
OF_THE_RAID: Final = {"roll": "raid", "zone": "zone", "weather": "weather", "bombers": "bombers", "escort": "escort"}


def to_data(game: Game) -> dict[str, Any]:
    """The whole state except its log, as JSON data; equal states give equal data."""
    data: dict[str, Any] = {name: getattr(game, name) for name in PLAIN}
    data |= {name: getattr(game.raid, field) for field, name in OF_THE_RAID.items()}
    data["deck"] = list(game.deck)
    data["pilots"] = [written.to_data(pilot) for pilot in game.pilots]
    data["agenda"] = [task_to_json(task) for task in game.agenda]
    data["asked"] = None if game.asked is None else task_to_json(game.asked)
    data["scenario"] = game.layout.scenario
    data["options"] = game.layout.options
    return data


def from_data(components: Components, data: Mapping[str, Any], dice: Dice) -> Game:
    """The state that ``to_data`` wrote."""
    game = new_game(Layout(components, data["scenario"], data["options"]), dice)
    for name in PLAIN:
        setattr(game, name, data[name])
    game.raid = Raid(**{field: data[name] for field, name in OF_THE_RAID.items()})
    game.deck = bytes(data["deck"])
    for pilot, fields in zip(game.pilots, data["pilots"], strict=True):
        written.from_data(pilot, fields)
    game.turn_to(game.me)
    game.agenda = [task_from_json(task) for task in data["agenda"]]
    if data["asked"] is not None:
        game.agenda.append(task_from_json(data["asked"]))
        advance(game)
    return game


# -- writing -----------------------------------------------------------------------------------------------------


def write(game: Game) -> str:
    """The position as text."""
    layout = game.layout
    lines = [
        'game = "interceptor"',
        f"scenario = {toml(layout.scenario)}",
        f"options = {toml(layout.options)}",
        f"month = {toml(terms.MONTHS[game.month])}",
        f"line = {game.line}",
    ]
    if game.deck != layout.deck:
        lines.append(f"deck = {toml(list(game.deck))}")
    if game.raid.roll:
        lines.append(f"raid = {game.raid.roll}")
    if game.me:
        lines.append(f"me = {game.me}")
    if game.raid.roll or game.raid.zone:
        lines.append(f"zone = {toml(terms.TARGET_ZONES[game.raid.zone])}")
    if game.raid.bombers != UNKNOWN:
        lines.append(f"bombers = {toml(layout.bombers[game.raid.bombers].name)}")
        lines.append(f"escort = {toml(layout.fighters[game.raid.escort].name if game.raid.escort >= 0 else '')}")
    if game.raid.weather:
        lines.append(f"weather = {toml(terms.WEATHERS[game.raid.weather])}")
    if game.ending:
        lines.append(f"ending = {toml(game.ending)}")
    agenda = [task_to_json(task) for task in game.agenda]
    if game.asked is not None:
        agenda.append(task_to_json(game.asked))
    lines.append(f"agenda = {toml(json.dumps(agenda, ensure_ascii=False))}")
    for pilot in game.pilots:
        lines += ["", "[[pilot]]", *_pilot_lines(layout, pilot)]
    return "\n".join(lines) + "\n"


def _pilot_lines(layout: Layout, pilot: Pilot) -> list[str]:
    plain = Pilot()
    changed = {name: written.get(pilot, name) for name in sorted(PLACES)}
    return [
        f"{name} = {toml(_in_words(layout, name, value))}"
        for name, value in changed.items()
        if value != written.get(plain, name)
    ]


def _in_words(layout: Layout, name: str, value: Value) -> Value | list[str] | dict[str, int]:
    """A field as a person writes it."""
    if isinstance(value, list):
        return {word: hits for word, hits in zip(DAMAGE[name], value, strict=True) if hits} if name in DAMAGE else value
    if isinstance(value, str):
        return value
    if name == "unit":
        return layout.pack.units[value].name
    if name == "aircraft":
        return layout.aircraft[value].name
    return [word for number, word in enumerate(BITS[name]) if value >> number & 1] if name in BITS else value


# -- reading -----------------------------------------------------------------------------------------------------


def read(components: Components, text: str, dice: Dice) -> Game:
    """The game a position describes; BadPosition says what is wrong with it."""
    from viermot.games.interceptor.model.domains import DECLARED  # here, since domains import the rules

    data = positions.opened(text, "interceptor")
    with made_up():
        game = new_game(
            Layout(components, str(data.get("scenario", CAREER_SCENARIO)), positions.options_of(data)), dice
        )
        _read_game(game, data)
    positions.sound(game, DECLARED, to_data, faults)
    return game


KNOWN: Final = {
    "game", "scenario", "options", "month", "line", "deck", "raid", "me", "zone", "weather", "ending", "agenda", "at",
    "pilot", "bombers", "escort",
}  # fmt: skip


def _read_game(game: Game, data: dict[str, Any]) -> None:
    only(data, KNOWN)
    game.month = MonthNumber(_word(data, "month", terms.MONTHS))
    game.raid.zone = _word(data, "zone", terms.TARGET_ZONES)
    game.raid.weather = _word(data, "weather", terms.WEATHERS)
    game.line = _number(data, "line", 0, 0, 8)
    game.raid.roll = _number(data, "raid", 0, 0, 12)
    game.ending = str(data.get("ending", ""))
    if "bombers" in data:
        game.raid.bombers = BomberType([bomber.name for bomber in game.layout.bombers].index(data["bombers"]))
        escorts = ["", *(fighter.name for fighter in game.layout.fighters)]
        game.raid.escort = EnemyType(escorts.index(data.get("escort", "")) - 1)
    if "raid" in data and "zone" not in data and game.raid.roll:
        game.raid.zone = game.layout.raid_zone[game.month][game.raid.roll]
    if "deck" in data:
        game.deck = bytes(sorted(set(data["deck"])))
        if not set(game.deck) <= set(game.layout.deck):
            raise bad_value("deck", data["deck"], "3.5.1a")
    pilots = rows(data, "pilot")
    if len(pilots) > len(game.pilots):
        raise bad_value("pilot", len(pilots), "10.1.1a")
    at = data.get("at", "line")
    if at not in GOES_ON:
        raise bad_value("at", at)
    for seat, row in by_seat(pilots):
        game.turn_to(seat)
        _read_pilot(game, row, aloft="agenda" not in data and at != "line")
    game.turn_to(Seat(_number(data, "me", 0, 0, len(game.pilots) - 1)))
    if "agenda" in data:
        game.agenda = tasks_of(data["agenda"])
    else:
        if any(pilot.career.unit < 0 or pilot.career.aircraft < 0 for pilot in game.pilots):
            raise bad_value("pilot", "unit, aircraft", "4.0a")
        game.next(*GOES_ON[at])


def _read_pilot(game: Game, row: dict[str, Any], aloft: bool) -> None:
    pilot, layout = game.pilot, game.layout
    if "unit" in row:
        pilot.career.unit = Unit([unit.name for unit in layout.pack.units].index(row["unit"]))
    if "aircraft" in row:
        pilot.career.aircraft = Model([frame.name for frame in layout.aircraft].index(row["aircraft"]))
        pilot.sortie.ammo = []
    if aloft and pilot.career.unit >= 0 and pilot.career.aircraft >= 0:
        _take_up(game, pilot)
    for name, value in row.items():
        if name not in ("unit", "aircraft"):
            _set(layout, pilot, name, value)
    if aloft and any(pilot.duel.enemy_hits) and NAMES["duel.scored"] not in row:
        pilot.duel.scored = 1  # in a position written by hand, damage is the pilot's own


def _take_up(game: Game, pilot: Pilot) -> None:
    """If the position is in the air, so is the pilot."""
    frame = game.layout.aircraft[pilot.career.aircraft]
    sortie, attack = pilot.sortie, pilot.attack
    sortie.flying, sortie.fate = 1, terms.AIRBORNE
    sortie.ammo = list(frame.ammo)
    sortie.rockets = int(frame.rocket_hit > 0)
    sortie.box = raid_box(game, pilot)
    sortie.ahead = int(game.me == 0)
    attack.first_pass = attack.formation = 1
    attack.met = terms.START_HEAD_ON


def _set(layout: Layout, pilot: Pilot, name: str, value: Any) -> None:
    if name not in PLACES:
        raise BadPosition("position.unknown", name=name[:80])
    if isinstance(value, str) and name in ("enemy", "escort", "last_enemy"):
        value = [frame.name for frame in layout.fighters].index(value)
    elif isinstance(value, str) and name in ("bomber_type", "target"):
        value = [bomber.name for bomber in layout.bombers].index(value)
    elif isinstance(value, str) and name in WORDS:
        value = WORDS[name][value]
    elif isinstance(value, list) and name in BITS:
        value = sum(1 << BITS[name].index(word) for word in set(value))
    elif isinstance(value, list) and name == "ammo":
        value = [int(left) for left in value]
    elif name in DAMAGE:
        value = [int(value.pop(word, 0)) for word in DAMAGE[name]] if not set(value) - set(DAMAGE[name]) else None
    if type(value) is not type(written.get(pilot, name)) or (name == "away" and not set(str(value)) <= set(MISSED)):
        raise bad_value(name, value)
    written.put(pilot, name, value)


WORDS: Final[dict[str, Mapping[str, int]]] = {
    "orientation": terms.ORIENTATIONS,
    "range": {word: number for number, word in enumerate(terms.RANGES)},
    "met": {word: number for number, word in enumerate(terms.INTERCEPTIONS)},
}


def _word(data: dict[str, Any], name: str, words: tuple[str, ...]) -> int:
    value = data.get(name, words[0])
    if value not in words:
        raise bad_value(name, value)
    return words.index(value)


def _number(data: dict[str, Any], name: str, default: int, minimum: int, maximum: int) -> int:
    value = data.get(name, default)
    if type(value) is not int or not minimum <= value <= maximum:
        raise bad_value(name, value)
    return value
