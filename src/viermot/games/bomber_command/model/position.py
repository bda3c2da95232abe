"""Positions: any situation as text that can be read, written, pasted into a test and loaded again.

Only what differs from an empty board is written: TOML with a line for each field and a table for each unit and raid. A
position made by hand may leave out the agenda: play then starts at the beginning of its phase.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from viermot.games.bomber_command.components import Components
from viermot.games.bomber_command.model.board import BY_NAME, GARDENING, KINDS, LETTERS, NAME, ZONES
from viermot.games.bomber_command.model.check import contradictions
from viermot.games.bomber_command.model.ids import Unit, by_unit
from viermot.games.bomber_command.model.layout import Layout
from viermot.games.bomber_command.model.records import (
    Area,
    Attack,
    BombedCity,
    BombingMarker,
    CombatMarker,
    GciAttack,
    LandingWeather,
    PatrolAway,
    PlottedRaid,
    RaidCounter,
    Site,
)
from viermot.games.bomber_command.model.state import (
    BOX_NAMES,
    FATES,
    LISTS,
    NOBODY,
    RAID_COLUMNS,
    SCALARS,
    UNIT_COLUMNS,
    Game,
    new_game,
)
from viermot.games.bomber_command.model.written import (
    OF_RAIDS,
    OF_UNITS,
    WRITTEN,
    WRITTEN_PLOT,
    row_key,
)
from viermot.games.bomber_command.rules.setup import set_up
from viermot.games.bomber_command.sequence import PHASES, phase
from viermot.kernel import positions
from viermot.kernel.agenda import Task, advance, task, task_from_json, task_to_json
from viermot.kernel.positions import BadPosition, answers_of, bad_value, made_up, only, rows, tasks_of
from viermot.kernel.toml_text import toml

Record = RaidCounter | BombingMarker | CombatMarker | GciAttack | PatrolAway | LandingWeather | Attack | BombedCity
# The records behind fields that are written as rows of numbers.
RECORDS: Final[dict[str, type[Record]]] = {
    "counters": RaidCounter, "drops": BombingMarker, "combats": CombatMarker, "gci_done": GciAttack,
    "patrols_away": PatrolAway, "landing_zone": LandingWeather,
}  # fmt: skip
ONE_OR_NONE: Final[dict[str, type[Record]]] = {"attack": Attack, "bombed_city": BombedCity}
ROWS: Final = (tuple, list, bytes)
COLUMNS: Final = (*UNIT_COLUMNS, *RAID_COLUMNS)
TABLES: Final = {WRITTEN[name]: name for name in (*SCALARS, *LISTS)}  # what a position writes outside units and raids


# -- as data -------------------------------------------------------------------------------------


def _plain(value: Any) -> Any:
    """Tuples and bytes as lists, all the way down; None as an empty list."""
    if isinstance(value, ROWS):
        return [part if part.__class__ is int else _plain(part) for part in value]
    return [] if value is None else value


def _tupled(value: Any) -> Any:
    """Lists as tuples, all the way down."""
    return tuple(_tupled(part) for part in value) if isinstance(value, list) else value


def _flat(areas: Iterable[Area]) -> list[int]:
    """A city map, area after area."""
    return [count for area in areas for count in area]


def _areas(counts: list[int]) -> list[Area]:
    """The areas of a city map written that way."""
    size = len(Area._fields)
    if len(counts) % size:
        raise bad_value("areas", counts)
    return [Area(*counts[at : at + size]) for at in range(0, len(counts), size)]


def fields_of(game: Game) -> dict[str, Any]:
    """Everything but layout, agenda and log, as JSON data, under the names that saves know."""
    data = {WRITTEN[name]: _plain(getattr(game, name)) for name in (*SCALARS, *COLUMNS, *LISTS)}
    data |= {written: [_plain(getattr(raid, name)) for raid in game.plot] for name, written in WRITTEN_PLOT.items()}
    data["areas"] = _flat(game.areas)
    data["sites"] = [[*site[:-1], _flat(site.areas)] for site in game.sites]
    return data


def set_field(game: Game, name: str, value: Any) -> None:
    """Put a field of JSON data back as the state holds it."""
    setattr(game, name, _held(name, value))


def _held(name: str, value: Any) -> Any:
    """A field as the state holds it: tuples, lists, bytes and records."""
    if name == "cup":
        return bytes(value)
    if name == "decks":
        return tuple(bytes(pile) for pile in value)
    if name in ONE_OR_NONE:
        return ONE_OR_NONE[name]._make(value) if value else None
    if name == "areas":
        return _areas(value)
    if name == "sites":
        return [Site._make([*numbers, tuple(_areas(counts))]) for *numbers, counts in value]
    if not isinstance(value, list):
        return value
    held = [RECORDS[name]._make(row) for row in value] if name in RECORDS else [_tupled(part) for part in value]
    return held if name in COLUMNS or name in LISTS else tuple(held)


def to_data(game: Game) -> dict[str, Any]:
    """The whole state except its log, as JSON data; equal states give equal data."""
    data = fields_of(game)
    data["agenda"] = [task_to_json(task) for task in game.agenda]
    data["asked"] = None if game.asked is None else task_to_json(game.asked)
    data["answers"] = list(game.answers)
    data["scenario"] = game.layout.kind
    data["options"] = game.layout.options
    return data


def from_data(components: Components, data: Mapping[str, Any], dice: Any) -> Game:
    """The state that ``to_data`` wrote."""
    game = new_game(Layout(components, components.scenarios[data["scenario"]], data["options"]), dice)
    for name in (*SCALARS, *COLUMNS, *LISTS):
        set_field(game, name, data[WRITTEN[name]])
    columns = [_tupled(data[written]) for written in WRITTEN_PLOT.values()]
    game.plot = tuple(PlottedRaid._make(row) for row in zip(*columns, strict=True))
    game.agenda = [task_from_json(task) for task in data["agenda"]]
    _ask_again(game, data["asked"], data["answers"])
    return game


def _ask_again(game: Game, asked: Any, answers: Any) -> None:
    """Ask the open question again, with the answers already given."""
    if asked is not None:
        game.agenda.append(task_from_json(asked))
        advance(game)
        game.answers = tuple(answers)


# -- as text ---------------------------------------------------------------------------------------


def write(game: Game) -> str:
    """The position as text."""
    blank = fields_of(new_game(game.layout, None))
    mine = fields_of(game)
    lines = ['game = "bomber_command"', f"scenario = {toml(game.layout.kind)}"]
    lines.append(f"options = {toml(game.layout.options)}")
    lines += [f"{name} = {toml(mine[name])}" for name in TABLES if mine[name] != blank[name]]
    agenda = [task_to_json(task) for task in game.agenda]
    lines.append(f"agenda = {toml(json.dumps(agenda))}")
    if game.asked is not None:
        lines.append(f"asked = {toml(json.dumps(task_to_json(game.asked)))}")
        lines.append(f"answers = {toml(json.dumps(list(game.answers)))}")
    for unit, counter in by_unit(game.layout.units):
        changed = [name for name in OF_UNITS if mine[name][unit] != blank[name][unit]]
        if changed:
            lines += ["", "[[unit]]", f"name = {toml(counter.name)}"]
            lines += [f"{row_key(name)} = {toml(_in_words(game, name, mine[name][unit], unit))}" for name in changed]
    for raid in game.every_raid():
        lines += ["", "[[raid]]"]
        for name in OF_RAIDS:
            value = mine[name][raid]
            if name in ALWAYS_WRITTEN or value != DEFAULTS.get(name, 0):
                lines.append(f"{row_key(name)} = {toml(_in_words(game, name, value, raid))}")
    return "\n".join(lines) + "\n"


def _in_words(game: Game, name: str, value: Any, row: int) -> Any:
    """A field of a unit or raid in the words of map and counters."""
    layout = game.layout
    if name == "u_place":
        return NAME[value] if value >= 0 else BOX_NAMES[value]
    if name == "u_box":
        return layout.box_names[value]
    if name == "u_raid" or name == "r_parent":
        return LETTERS[game.plot[value].letter] if value >= 0 else ""
    if name == "u_zone":
        return ZONES[value]
    if name == "u_marks":
        return [word for bit, word in enumerate(MARK_WORDS) if value >> bit & 1]
    if name == "r_letter":
        return LETTERS[value]
    if name == "r_kind":
        return KINDS[value]
    if name == "r_fate":
        return FATES[value]
    if name == "r_path":
        return " ".join(NAME[hex_] for hex_ in value)
    if name == "r_target" and value >= 0:
        return NAME[value] if game.plot[row].kind == GARDENING else layout.cities[value].name
    return value


def _from_words(game: Game, name: str, value: Any, letters: list[str]) -> Any:
    """The engine's number for a word; numbers stand for themselves."""
    layout = game.layout
    if isinstance(value, list):
        return sum(1 << MARK_WORDS.index(word) for word in value) if name == "u_marks" else _tupled(value)
    if not isinstance(value, str):
        return value
    if name == "u_place":
        boxes = {word: code for code, word in BOX_NAMES.items()}
        return boxes[value] if value in boxes else BY_NAME[value.upper()]
    if name == "u_box":
        return layout.box_names.index(value)
    if name in ("u_raid", "r_parent"):
        return letters.index(value) if value else NOBODY
    if name == "r_path":
        return tuple(BY_NAME[word] for word in value.upper().split())
    if name == "r_target":
        return layout.city_index[value] if value in layout.city_index else BY_NAME[value.upper()]
    words = {"u_zone": ZONES, "r_letter": tuple(LETTERS), "r_kind": KINDS, "r_fate": FATES}[name]
    return words.index(value)


def read(components: Components, text: str, dice: Any) -> Game:
    """The state a text describes; BadPosition with the reason if there can be none."""
    from viermot.games.bomber_command.model.domains import DECLARED  # here, since domains import the rules

    data = positions.opened(text, "bomber_command")
    scenario = components.scenarios.get(str(data.get("scenario"))[:80])
    if scenario is None:
        raise BadPosition("position.no_scenario", name=str(data.get("scenario"))[:80])
    with made_up():
        game = new_game(Layout(components, scenario, positions.options_of(data)), dice)
        answers = _fill(game, data)
    positions.sound(game, DECLARED, to_data, contradictions, answers)
    return game


def _fill(game: Game, data: dict[str, Any]) -> tuple[Any, ...]:
    """Set up what the text says; returns the answers already given."""
    only(data, {*TABLES, "game", "scenario", "options", "agenda", "asked", "answers", "unit", "raid"})
    for written, name in TABLES.items():
        if written in data:
            set_field(game, name, data[written])
    letters = [row["letter"] for row in rows(data, "raid")]
    for row in rows(data, "raid"):
        _add_raid(game, row, letters)
    numbers = {counter.name: unit for unit, counter in by_unit(game.layout.units)}
    for row in rows(data, "unit"):
        if row.get("name") not in numbers:
            raise bad_value("unit", row.get("name"))
        _change_unit(game, numbers[row["name"]], row, letters)
    if "agenda" not in data:
        game.next(
            *[task(phase, number) for number in range(game.phase, len(PHASES) + 1)] if game.phase else [task(set_up)]
        )
        return ()
    game.agenda = tasks_of(data["agenda"])
    if "asked" not in data:
        return ()
    game.agenda.append(Task(tuple(tasks_of(data["asked"], "asked"))))
    return answers_of(data.get("answers", "[]"))


def _add_raid(game: Game, row: dict[str, Any], letters: list[str]) -> None:
    """One more raid, with what its row says."""
    only(row, {row_key(written) for written in OF_RAIDS})
    said = {
        written: _from_words(game, written, row.get(row_key(written), DEFAULTS.get(written, 0)), letters)
        for written in OF_RAIDS
    }
    game.plot = (*game.plot, PlottedRaid._make(said[written] for written in WRITTEN_PLOT.values()))
    for name in RAID_COLUMNS:
        getattr(game, name).append(said[WRITTEN[name]])


def _change_unit(game: Game, unit: Unit, row: dict[str, Any], letters: list[str]) -> None:
    """Change what a unit's row says; the rest stays as on an empty board."""
    only(row, {"name", *[row_key(written) for written in OF_UNITS]})
    for name in UNIT_COLUMNS:
        key = row_key(WRITTEN[name])
        if key in row:
            getattr(game, name)[unit] = _from_words(game, WRITTEN[name], row[key], letters)


DEFAULTS: Final = {
    "r_parent": -1, "r_step": -1, "r_before": -1, "r_aim": -1, "r_target": -1, "r_split": -1, "r_first": 2,
    "r_load": 20,
}  # fmt: skip
ALWAYS_WRITTEN: Final = ("r_letter", "r_kind", "r_target", "r_path", "r_entry", "r_fate", "r_course")
MARK_WORDS: Final = (  # bit by bit, as state.py numbers them
    "depleted", "scramble", "return", "gci", "intruder", "flown", "astray", "tried", "attacked", "second try",
    "grounded", "diverting", "taking off", "straggled", "far off",
)  # fmt: skip
