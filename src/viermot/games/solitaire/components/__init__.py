"""The components of the solitaire game: Nightfighter's charts, map and scenarios 1 to 8, and the S book's own.

>>> box = load()
>>> box.scenarios["2C"].attackers[0].count, "9" in box.scenarios, len(box.moderate)
(1, False, 18)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from viermot.games.nightfighter import components as night
from viermot.games.nightfighter.components import Components
from viermot.games.nightfighter.components.scenario_book import (
    Attackers,
    AttackersRow,
    EntryRow,
    Scenario,
    read_attackers,
    read_entry,
)
from viermot.kernel import packs
from viermot.kernel.json import JsonObject, JsonTable
from viermot.kernel.packs import PackError, Sourced, Tables
from viermot.kernel.user_error import UserError
from viermot.kernel.words import is_written, worded

DATA = Path(__file__).parents[1] / "data"
OWN_FILES = ("changes.toml", "entry.toml", "uncertainty.toml")
NOT_USED = ("chits.toml", "umpire.toml", "scenarios/09.toml", "scenarios/10.toml")  # [S8.0a, SINTRO]
Every = Annotated[int, msgspec.Meta(ge=1, le=99)]
Die = Annotated[int, msgspec.Meta(ge=1, le=6)]
Few = Annotated[int, msgspec.Meta(ge=0, le=99)]
Fewer = Annotated[int, msgspec.Meta(ge=-99, le=0)]
ADDED = tuple(f"uncertainty.toml {table}" for table in ("reality", "search", "jamming"))  # older packs lack them
Offset = tuple[int, int]  # columns, and half hexes towards the exit


class Cell(msgspec.Struct, forbid_unknown_fields=True):
    """One hex of a diagram: the dice that lead there, and where it lies."""

    dice: str
    columns: int
    rows: float


class Back(msgspec.Struct, forbid_unknown_fields=True):
    columns: int
    rows: float


class Diagram(Sourced, frozen=True):
    cell: list[Cell]
    back: Back | None = None


class Reality(Sourced, frozen=True):
    """The highest roll that makes a counter the bomber, by how many are left [S5.4e]."""

    of_two: Die
    of_three: Die
    of_more: Die


class Search(Sourced, frozen=True):
    """What the modified die of a radar search must reach, and what confuses radar [S13.0c, S13.0d]."""

    refines: Every
    tracks: Every
    clutter: Few
    crowded: Fewer


class Jammed(Sourced, frozen=True):
    """The highest roll that loses a jammed search counter [S24.0c]."""

    light: Few
    heavy: Few


class UncertaintyFile(msgspec.Struct, forbid_unknown_fields=True):
    low: Diagram
    moderate: Diagram
    reality: Reality
    search: Search
    jamming: Jammed


class Columns(Sourced, frozen=True):
    odd: tuple[int, int, int]
    even: tuple[int, int, int]


class Empty(Sourced, frozen=True):
    die: tuple[int, int, int, int, int, int]


class Serrate(Sourced, frozen=True):
    reveals: int
    fades: int


class H2S(Sourced, frozen=True):
    of_three: Every
    of_two: Every


class EntryData(msgspec.Struct, forbid_unknown_fields=True):
    """Columns, the die of a wave of two, Serrate and H2S."""

    columns: Columns
    empty: Empty
    serrate: Serrate
    h2s: H2S


class Change(Sourced, frozen=True):
    """What the solitaire game changes in one scenario."""

    id: str
    rule: str
    text: dict[str, str]
    replaces: bool = False
    variants: bool = False  # its variants as well
    attackers: list[AttackersRow] | None = None
    entry: list[EntryRow] | None = None
    without: tuple[str, ...] = ()  # special rules not used
    jammed_guidance: dict[str, Literal["light", "heavy"]] = msgspec.field(default_factory=dict)
    jammed_radars: dict[str, Literal["light", "heavy"]] = msgspec.field(default_factory=dict)
    combines: str = ""  # another variant whose stream it may borrow, as an option [SC6H]
    combined: dict[str, str] = msgspec.field(default_factory=dict)  # and what the briefing then says


class Changes(msgspec.Struct, forbid_unknown_fields=True):
    change: list[Change]


class SoloComponents(Components, frozen=True):
    """Nightfighter's components with the S book's own."""

    low: tuple[Offset, ...]  # by the die, from 1
    moderate: tuple[Offset, ...]  # by blue die, and the purple one in pairs
    low_dice: tuple[str, ...]
    moderate_dice: tuple[str, ...]
    back: Offset
    reality: Reality
    search: Search
    jammed: Jammed
    entry: EntryData
    changes: dict[str, Change]

    def change_of(self, scenario: Scenario) -> Change | None:
        """What is changed in this scenario, if anything."""
        own = self.changes.get(scenario.id)
        if own is not None or scenario.parent is None:
            return own
        parents = self.changes.get(scenario.parent)
        return parents if parents is not None and parents.variants else None


def load(pack: Path | None = None) -> SoloComponents:
    """The built-in components, or those with an owner's folder laid over them."""
    return _built_in() if pack is None else _build(packs.merge(_built_in_tables(), packs.read(Path(pack))))


def load_content(content: object) -> SoloComponents:
    """The components a save carries."""
    return _build(packs.from_content(content))


def with_scenario(base: SoloComponents, row: JsonTable) -> SoloComponents:
    """The same components with one more scenario, written as in a scenario file; for campaigns and house rules."""
    file = f"scenarios/own-{str(row.get('id', '')).lower()}.toml"
    return _build({**base.tables, file: dict(row)})


def export(target: Path) -> list[Path]:
    """Write out all files this game uses, its own and Nightfighter's, for an owner to edit."""
    written = packs.export(DATA, target)
    for source in sorted(night.DATA.rglob("*.toml")):
        name = source.relative_to(night.DATA).as_posix()
        if name not in NOT_USED:
            path = target / name
            if path.exists():
                raise PackError(str(path), "", "pack.exists")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(source.read_bytes())
            written.append(path)
    return written


@cache
def _built_in() -> SoloComponents:
    return _build(_built_in_tables())


@cache
def _built_in_tables() -> Tables:
    shared = {file: table for file, table in packs.read(night.DATA).items() if file not in NOT_USED}
    return {**shared, **packs.read(DATA)}


def _build(tables: Tables) -> SoloComponents:
    if used := [file for file in NOT_USED if file in tables]:
        raise PackError(used[0], "", "solitaire.pack.not_used")
    packs.marks(tables)
    shared = {file: table for file, table in tables.items() if file not in OWN_FILES}
    unused = {file: table for file, table in packs.read(night.DATA).items() if file in NOT_USED[:2]}
    box = night.build({**shared, **unused})
    whole = packs.with_added(tables, packs.read(DATA), ADDED) if "uncertainty.toml" in tables else tables
    diagrams = packs.decode(whole, "uncertainty.toml", UncertaintyFile)
    changes = {row.id: row for row in packs.decode(_with_words(tables), "changes.toml", Changes).change}
    fields = {name: getattr(box, name) for name in box.__struct_fields__ if name not in ("hash", "tables", "scenarios")}
    if diagrams.low.back is None:
        raise PackError("uncertainty.toml", "low", "pack.key_missing", name="back")
    solo = SoloComponents(
        **fields,
        scenarios=box.scenarios,
        hash=packs.pack_hash(tables),
        tables=tables,
        low=_offsets(diagrams.low, "low", 6),
        moderate=_offsets(diagrams.moderate, "moderate", 18),
        low_dice=tuple(cell.dice for cell in diagrams.low.cell),
        moderate_dice=tuple(cell.dice for cell in diagrams.moderate.cell),
        back=(diagrams.low.back.columns, round(2 * diagrams.low.back.rows)),
        reality=diagrams.reality,
        search=diagrams.search,
        jammed=diagrams.jamming,
        entry=packs.decode(tables, "entry.toml", EntryData),
        changes=changes,
    )
    _refuse_nonsense(box, changes)
    changed = {scenario.id: _changed(scenario, solo.change_of(scenario)) for scenario in box.scenarios.values()}
    return msgspec.structs.replace(solo, scenarios=changed)


def _refuse_nonsense(box: Components, changes: dict[str, Change]) -> None:
    """Stop at the first name that refers to nothing."""
    for name, change in changes.items():
        if name not in box.scenarios:
            raise PackError("changes.toml", f"change {name!r}", "solitaire.pack.no_scenario")
        if change.combines and change.combines not in box.scenarios:
            raise PackError("changes.toml", f"change {name!r}, combines", "solitaire.pack.no_scenario")
        for group in change.attackers or ():
            if group.type not in box.bombers and group.type not in box.fighters:
                where = f"change {name!r}, attackers"
                raise PackError("changes.toml", where, "nightfighter.pack.no_aircraft", name=group.type)


def _with_words(tables: Tables) -> Tables:
    """The changes, with what the briefing says about them in every available language."""
    file = tables.get("changes.toml", {})
    if not isinstance(file.get("change"), list):
        return tables
    return {**tables, "changes.toml": {**file, "change": [_told(row) for row in file["change"]]}}


def _told(row: Any) -> Any:
    if not isinstance(row, dict):
        return row
    parts = {"text": row.get("text", True), "combined": row.get("combined", False)}
    said = {
        part: worded(f"solitaire.change.{row.get('id')}.{part}", written) if is_written(written) else written
        for part, written in parts.items()
    }
    return {**row, **said}


def _offsets(diagram: Diagram, key: str, wanted: int) -> tuple[Offset, ...]:
    """The cells in the order of the dice, in half hexes."""
    cells = tuple((cell.columns, round(2 * cell.rows)) for cell in diagram.cell)
    if len(cells) != wanted or len(set(cells)) != wanted:
        raise PackError("uncertainty.toml", f"{key}, cell", "solitaire.pack.hexes", wanted=wanted)
    for columns, half_hexes in cells:
        if (columns + half_hexes) % 2:
            raise PackError(
                "uncertainty.toml", f"{key}, cell", "solitaire.pack.no_hex", place=f"{columns}, {half_hexes / 2}"
            )
    return cells


def _changed(scenario: Scenario, change: Change | None) -> Scenario:
    """The scenario as the solitaire game plays it."""
    if change is None:
        return scenario
    new: JsonObject = {"flags": scenario.flags - set(change.without)}
    where = f"change {scenario.id!r}"
    if change.attackers is not None:
        units = {group.type: group.unit for group in scenario.attackers}
        read = packs.parsed("changes.toml", f"{where}, attackers", read_attackers, change.attackers)
        new["attackers"] = tuple(_with_unit(group, units) for group in read)
    if change.entry is not None:
        new["entry"] = packs.parsed("changes.toml", f"{where}, entry", read_entry, change.entry)
    joined = {
        locale: "\n".join(filter(None, [scenario.special.get(locale, scenario.special.get("en", "")), text]))
        for locale, text in change.text.items()
    }
    new["special"] = change.text if change.replaces else joined
    return msgspec.structs.replace(scenario, **new)


def _with_unit(group: Attackers, units: JsonTable) -> Attackers:
    return msgspec.structs.replace(group, unit=group.unit or units.get(group.type, {}))


# -- sense checks ------------------------------------------------------------------------------------


def check(box: SoloComponents) -> list[UserError]:
    """What makes no sense, a sentence for each."""
    return [*_odd_diagrams(box), *_odd_searches(box), *_odd_columns(box), *_odd_waves(box)]


def _odd_diagrams(box: SoloComponents) -> Iterator[UserError]:
    if (0, 0) not in box.low or (0, 0) not in box.moderate:
        yield UserError("solitaire.odd.own_hex")
    if box.low_dice != tuple("123456"):
        yield UserError("solitaire.odd.low_numbers")
    wanted = tuple(f"{blue}/{pair}" for blue in range(1, 7) for pair in ("1-2", "3-4", "5-6"))
    if box.moderate_dice != wanted:
        yield UserError("solitaire.odd.moderate_numbers")


def _odd_searches(box: SoloComponents) -> Iterator[UserError]:
    if not box.reality.of_two >= box.reality.of_three >= box.reality.of_more:
        yield UserError("solitaire.odd.reality")
    if box.jammed.light > box.jammed.heavy:
        yield UserError("solitaire.odd.jamming")
    if box.search.refines > box.search.tracks:
        yield UserError("solitaire.odd.search")


def _odd_columns(box: SoloComponents) -> Iterator[UserError]:
    for name, columns in (("odd", box.entry.columns.odd), ("even", box.entry.columns.even)):
        if len(set(columns)) < 3 or not all(1 <= column <= 18 for column in columns):
            yield UserError("solitaire.odd.three_columns", name=name)
    if set(box.entry.columns.odd) & set(box.entry.columns.even):
        yield UserError("solitaire.odd.shared_column")
    if not set(box.entry.empty.die) <= {1, 2, 3}:
        yield UserError("solitaire.odd.empty_place")


def _odd_waves(box: SoloComponents) -> Iterator[UserError]:
    for scenario in box.scenarios.values():
        for entry in scenario.entry:
            if entry.count > 3:
                yield UserError("solitaire.odd.wave", scenario=scenario.id, turn=entry.turn, count=entry.count)
