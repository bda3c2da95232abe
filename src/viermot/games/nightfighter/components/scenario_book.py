"""The scenario book as data: a file for each scenario, its variants resolved against it [3.2].

A variant lists only what changes. A key of the variant replaces the whole key of its scenario, but `victory`
is replaced key by key, and `special` is added (or replaces the scenario's, with `special_replaces = true`).
The words for titles, backgrounds, special rules and units are in the catalogues, by the ids of scenario and unit; an
owner may write his own.
"""

import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec

from viermot.games.nightfighter.components.charts import (
    Band,
    Frozen,
    Provenance,
    Row,
    Signed,
    Small,
    Texts,
    month,
)
from viermot.kernel.json import JsonObject
from viermot.kernel.packs import BadValue, PackError, Status, Table, Tables, decode, parsed
from viermot.kernel.words import is_written, worded

Role = Literal["bomber", "torpedo", "flare", "german fighter"]
EntryRole = Literal["any", "torpedo", "flare"]
Pilot = Literal["normal", "experte", "green"]
Theatre = Literal["Europe", "Mediterranean", "Pacific", "Asia"]
Difficulty = Literal["Normal", "Hard", "Impossible"]
Jammed = Literal["none", "light", "heavy"]
Score = Literal[
    "kills",
    "kills - losses",
    "German fighters destroyed",
    "bombers destroyed + 2 x intruders destroyed - losses",
    "vp",
]
Flag = Literal[
    "deconfliction",
    "oblique_as_main",
    "untrained",
    "contrails",
    "poor_coordination",
    "identification",
    "german_stream",
    "fading_serrate",
    "flying_bombs",
    "always_lit",
    "flare_droppers_move_three",
    "gunflash",  # in campaigns only
]

RETIRED_FLAGS = ("naval", "intruders")
Count = Annotated[int, msgspec.Meta(ge=1, le=99)]

ENTRY_ORDER: tuple[EntryRole, ...] = ("any", "torpedo", "flare")  # the torpedo bomber draws its chit first
SIMPLE_PLACES: tuple[Literal["beacon", "box", "any"], ...] = ("beacon", "box", "any")
MERGED: JsonObject = {"victory": JsonObject, "special": Texts, "pinned": Texts}
NOT_INHERITED = ("variant", "status")


# --- what the game reads -------------------------------------------------------------------------------


class Attackers(Frozen, frozen=True):
    """Some attackers of one type in one role."""

    type: str
    count: int
    role: Role = "bomber"
    upgrades: tuple[str, ...] = ()
    unit: Texts = msgspec.field(default_factory=dict)


class Defender(Frozen, frozen=True):
    """Some of the player's fighters, all alike."""

    type: str
    count: int
    pilot: Pilot = "normal"
    upgrades: tuple[str, ...] = ()  # "SM by die roll" is rolled for [20.1]
    altitude_advantage: bool = False
    guidance: str | None = None  # "Y" or "Himmelbett"
    unit: Texts = msgspec.field(default_factory=dict)


class Entry(Frozen, frozen=True):
    """How many attackers enter on a turn [8.1.1]."""

    turn: int
    count: int
    role: EntryRole = "any"


class Place(Frozen, frozen=True):
    """Where a fighter may set up; its facing is free [3.2]."""

    kind: Literal["beacon", "box", "any", "rows", "zones"]
    rows: tuple[int, int] | None = None
    zones: tuple[str, ...] = ()


class Jamming(Frozen, frozen=True):
    """What is jammed [24.5]; bands not listed are not."""

    search: Jammed = "none"
    ai: dict[Band, Literal["light", "heavy"]] = msgspec.field(default_factory=dict)
    searchlights: bool = False


class Victory(Frozen, frozen=True):
    """What is counted, and the score each grade needs [4.1]."""

    score: Score
    win: int
    decisive: int | None = None
    compare: Literal["at least", "at most"] = "at least"
    lost_if: Literal["a bomber has been attacked"] | None = None


class Scenario(Provenance, frozen=True):
    """A complete scenario or variant."""

    id: str
    parent: str | None  # of a variant
    title: Texts
    date: str
    month: int
    rules: frozenset[str]
    difficulty: Difficulty
    background: Texts
    theatre: Theatre
    end_turn: int | None
    ends_when_german_fighters_gone: bool
    omit: frozenset[int]
    attackers: tuple[Attackers, ...]
    intruders: tuple[Attackers, ...]
    entry: tuple[Entry, ...]
    after_previous: bool  # each attacker enters once the one before it is gone
    defenders: tuple[Defender, ...]
    setup: tuple[Place, ...]  # one for each fighter
    apart: int
    columns_apart: int
    radar: tuple[str, ...]
    zones: tuple[str, ...]  # active searchlights
    directed: bool
    flare_zones: tuple[str, ...]
    flak: bool  # in every active searchlight zone
    task_force: str | None
    moon: Literal["none", "half", "full", "random"]
    visibility: Literal["poor", "moderate", "good", "random"]
    cloud: Literal["cloudy", "none", "random"]
    moon_mod: int
    vis_mod: int
    altitude: Literal["normal", "low", "high"]
    jamming: Jamming
    attackers_equipment: tuple[str, ...]
    victory: Victory
    vp: dict[str, int] | None
    flags: frozenset[Flag]
    special: Texts

    @property
    def fighters(self) -> int:
        """How many fighters the player has."""
        return sum(line.count for line in self.defenders)


# --- what an owner writes ------------------------------------------------------------------------------


class AttackersRow(Row):
    type: str
    count: Count
    role: Role = "bomber"
    upgrades: tuple[str, ...] = ()
    unit: Texts = msgspec.field(default_factory=dict)


class DefenderRow(Row):
    type: str
    count: Count
    pilot: Pilot = "normal"
    upgrades: tuple[str, ...] = ()
    altitude_advantage: bool | None = None
    guidance: Literal["Y", "Himmelbett"] | None = None
    unit: Texts = msgspec.field(default_factory=dict)


class EntryRow(Row):
    turns: str
    count: Count
    role: EntryRole = "any"


class SetupRow(Row):
    places: list[str]
    apart: Small = 0
    columns_apart: Small = 0


class SearchlightsRow(Row):
    zones: str = "none"
    directed: bool = False


class JammingRow(Row):
    search: Jammed = "none"
    ai: dict[Band, Literal["light", "heavy"]] = msgspec.field(default_factory=dict)
    searchlights: bool = False


class VictoryRow(Row):
    score: Score
    win: Signed
    decisive: Signed | Literal["none"] = "none"
    compare: Literal["at least", "at most"] = "at least"
    lost_if: Literal["a bomber has been attacked"] | None = None


class VpRow(Row):
    torpedo_launch_lit: Signed
    torpedo_launch_dark: Signed
    torpedo_destroyed_before_launch: Signed
    flare_dropper_destroyed_before_drop: Signed
    player_fighter_lost: Signed
    torpedo_unopposed: Signed = 0  # for each not launched when no fighter is left


class ScenarioRow(Row):
    id: str
    title: Texts
    date: str
    rules: str
    difficulty: Difficulty
    background: Texts
    theatre: Theatre
    attackers: list[AttackersRow]
    entry: list[EntryRow]
    defenders: list[DefenderRow]
    setup: SetupRow
    victory: VictoryRow
    end: tuple[str, ...] = ("clear",)
    omit: frozenset[Literal[4, 5, 6, 7]] = frozenset()
    intruders: list[AttackersRow] = msgspec.field(default_factory=list)
    after_previous: bool = False
    radar: tuple[str, ...] = ()
    searchlights: SearchlightsRow = msgspec.field(default_factory=SearchlightsRow)
    flare_zones: str = "none"
    flak: Literal["no", "yes", "task force"] = "no"
    task_force: str | None = None
    moon: Literal["none", "half", "full", "random"] = "random"
    visibility: Literal["poor", "moderate", "good", "random"] = "random"
    cloud: Literal["cloudy", "none", "random"] = "random"
    moon_mod: Signed = 0
    vis_mod: Signed = 0
    altitude: Literal["normal", "low", "high"] = "normal"
    altitude_advantage: bool = False
    jamming: JammingRow = msgspec.field(default_factory=JammingRow)
    attackers_equipment: tuple[str, ...] = ()
    vp: VpRow | None = None
    flags: frozenset[Flag] = frozenset()
    special: Texts = msgspec.field(default_factory=dict)
    special_replaces: bool = False
    status: Status = "own"
    pinned: dict[str, str] = msgspec.field(default_factory=dict)


# --- older pages -------------------------------------------------------------------------------------


def without_retired_flags(page: Table) -> Table:
    """A page, or one of its variants, without flags that only repeat what its intruders or its task force say."""
    kept = {**page}
    if isinstance(page.get("flags"), list):
        kept["flags"] = [flag for flag in page["flags"] if flag not in RETIRED_FLAGS]
    if isinstance(page.get("variant"), list):
        kept["variant"] = [without_retired_flags(row) if isinstance(row, dict) else row for row in page["variant"]]
    return kept


# --- reading the book ----------------------------------------------------------------------------------


def scenarios(tables: Tables) -> dict[str, Scenario]:
    """Every scenario and variant by id, in the order of the book."""
    book: dict[str, Scenario] = {}
    for file in sorted(name for name in tables if name.startswith("scenarios/")):
        for scenario in _page(file, tables[file]):
            if scenario.id in book:
                raise PackError(file, f"id {scenario.id!r}", "nightfighter.pack.id_twice")
            book[scenario.id] = scenario
    return book


def _page(file: str, page: Table) -> Iterator[Scenario]:
    """A scenario, then its variants."""
    main = _with_words({key: value for key, value in page.items() if key != "variant"})
    scenario = _scenario(file, main, None)
    yield scenario
    variants = page.get("variant", [])
    if not isinstance(variants, list):
        raise PackError(file, "variant", "nightfighter.pack.variants")
    for variant in variants:
        yield _scenario(file, _resolve(file, main, variant), scenario.id)


def _with_words(row: Table) -> Table:
    """The row with its words in every language there is."""
    key = f"nightfighter.scenario.{row.get('id', '')}"
    new = {**row}
    for part in ("title", "background", "special"):
        written = row.get(part, part != "special")
        if is_written(written) and (said := worded(f"{key}.{part}", written)):
            new[part] = said
    for part in ("attackers", "intruders", "defenders"):
        if isinstance(row.get(part), list):
            new[part] = [_with_unit(line) for line in row[part]]
    return new


def _with_unit(line: object) -> object:
    """A line of the order of battle; its unit is an id in the catalogues, or the owner's own words."""
    if not isinstance(line, dict) or not isinstance(line.get("unit"), str):
        return line
    return {**line, "unit": worded(f"nightfighter.unit.{line['unit']}") or {"en": line["unit"]}}


def _resolve(file: str, main: Table, variant: object) -> Table:
    """The variant, with everything it leaves out taken from its scenario."""
    if not isinstance(variant, dict) or "id" not in variant:
        raise PackError(file, "variant", "nightfighter.pack.variant_id")
    variant = _with_words(variant)
    own = {
        key: decode({}, file, kind, f"{variant['id']}, {key}", variant[key])
        for key, kind in MERGED.items()
        if key in variant
    }
    row = {**{key: value for key, value in main.items() if key not in NOT_INHERITED}, **variant}
    if "victory" in own:
        row["victory"] = {**main["victory"], **own["victory"]}
    if "special" in own and not variant.get("special_replaces"):
        row["special"] = _joined(main.get("special", {}), own["special"])
    inherited = {key: mark for key, mark in main.get("pinned", {}).items() if _still_holds(key, variant)}
    row["pinned"] = {**inherited, **own.get("pinned", {})}
    return row


def _still_holds(pinned: str, variant: Table) -> bool:
    """Whether a mark of the scenario also applies to the variant, which must not have replaced what it marks."""
    key, _, part = pinned.partition(".")
    if key == "special" and not variant.get("special_replaces"):
        return True
    if key == "victory" and part:
        return part not in variant.get("victory", {})
    return key not in variant


def _joined(first: Texts, second: Texts) -> Texts:
    """Both texts in every language that either has; English stands in for what a language lacks."""
    locales = dict.fromkeys([*first, *second])
    return {
        locale: "\n".join(filter(None, (text.get(locale, text.get("en", "")) for text in (first, second))))
        for locale in locales
    }


def _scenario(file: str, raw: Table, parent: str | None) -> Scenario:
    row = decode({}, file, ScenarioRow, str(raw.get("id", "")), raw)

    def read(key: str, parse: Any, value: object) -> Any:
        return parsed(file, f"{row.id}, {key}", parse, value)

    end_turn, germans_gone = read("end", _end, row.end)
    fighters = sum(line.count for line in row.defenders)
    return Scenario(
        id=row.id,
        parent=parent,
        title=row.title,
        date=row.date,
        month=read("date", month, row.date),
        rules=read("rules", _rules, row.rules),
        difficulty=row.difficulty,
        background=row.background,
        theatre=row.theatre,
        end_turn=end_turn,
        ends_when_german_fighters_gone=germans_gone,
        omit=frozenset(row.omit),
        attackers=read_attackers(row.attackers),
        intruders=read_attackers(row.intruders),
        entry=read("entry", read_entry, row.entry),
        after_previous=row.after_previous,
        defenders=tuple(_defender(line, row.altitude_advantage) for line in row.defenders),
        setup=read("setup", lambda setup: _places(setup, fighters), row.setup),
        apart=row.setup.apart,
        columns_apart=row.setup.columns_apart,
        radar=row.radar,
        zones=read("searchlights, zones", letters, row.searchlights.zones),
        directed=row.searchlights.directed,
        flare_zones=read("flare_zones", letters, row.flare_zones),
        flak=row.flak == "yes",
        task_force=row.task_force,
        moon=row.moon,
        visibility=row.visibility,
        cloud=row.cloud,
        moon_mod=row.moon_mod,
        vis_mod=row.vis_mod,
        altitude=row.altitude,
        jamming=Jamming(row.jamming.search, row.jamming.ai, row.jamming.searchlights),
        attackers_equipment=row.attackers_equipment,
        victory=_victory(row.victory),
        vp=None if row.vp is None else msgspec.structs.asdict(row.vp),
        flags=row.flags,
        special=row.special,
        status=row.status,
        pinned=row.pinned,
    )


def read_attackers(rows: list[AttackersRow]) -> tuple[Attackers, ...]:
    """The attackers that some rows list."""
    return tuple(Attackers(row.type, row.count, row.role, row.upgrades, row.unit) for row in rows)


def _defender(row: DefenderRow, all_high: bool) -> Defender:
    """A line of the defenders; unless it says otherwise, the scenario's altitude advantage holds [18.0]."""
    high = all_high if row.altitude_advantage is None else row.altitude_advantage
    return Defender(row.type, row.count, row.pilot, row.upgrades, high, row.guidance, row.unit)


def _victory(row: VictoryRow) -> Victory:
    decisive = None if row.decisive == "none" else row.decisive
    return Victory(row.score, row.win, decisive, row.compare, row.lost_if)


# --- the small notations of the book -------------------------------------------------------------------


def _end(words: tuple[str, ...]) -> tuple[int | None, bool]:
    """The last turn, if there is one, and whether the game ends with the last German fighter [4.1]."""
    turn, germans_gone = None, False
    for word in words:
        if word == "german fighters gone":
            germans_gone = True
        elif found := re.fullmatch(r"turn ([1-9]\d?)", word):
            turn = int(found[1])
        elif word != "clear":
            raise BadValue("nightfighter.pack.not_an_end", text=word)
    return turn, germans_gone


def _rules(text: str) -> frozenset[str]:
    """Chapters in force: 1-18, 20, 27.3."""
    found: set[str] = set()
    for part in text.split(","):
        if re.fullmatch(r"\d+(\.\d+)+", part.strip()):
            found.add(part.strip())
        else:
            found.update(str(chapter) for chapter in numbers(part))
    if wrong := [rule for rule in found if not 1 <= int(rule.split(".")[0]) <= 28]:
        raise BadValue("nightfighter.pack.no_chapter", chapter=min(wrong))
    return frozenset(found)


def read_entry(rows: list[EntryRow]) -> tuple[Entry, ...]:
    """One entry for each turn and role, sorted."""
    entries = [Entry(turn, row.count, row.role) for row in rows for turn in numbers(row.turns)]
    return tuple(sorted(entries, key=lambda entry: (entry.turn, ENTRY_ORDER.index(entry.role))))


def _places(setup: SetupRow, fighters: int) -> tuple[Place, ...]:
    """A place for each fighter; a single line serves them all."""
    places = [_place(text) for text in setup.places]
    if len(places) == 1:
        return tuple(places * fighters)
    if len(places) != fighters:
        raise BadValue("nightfighter.pack.places", places=len(places), fighters=fighters)
    return tuple(places)


def _place(text: str) -> Place:
    """Where a fighter sets up: beacon, box, any, rows 8-12, zone H or zones H, K."""
    kind, _, rest = text.partition(" ")
    for simple in SIMPLE_PLACES:
        if text == simple:
            return Place(simple)
    if kind == "rows" and (found := re.fullmatch(r"(\d+)-(\d+)", rest)):
        return Place("rows", rows=(int(found[1]), int(found[2])))
    if kind in ("zone", "zones") and rest:
        return Place("zones", zones=letters(rest))
    raise BadValue("nightfighter.pack.not_a_place", text=text)


def numbers(text: str) -> list[int]:
    """The numbers of "1, 3, 6" or "1-12"."""
    found: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"(\d{1,2})(?:-(\d{1,2}))?", part.strip())
        if not match:
            raise BadValue("nightfighter.pack.not_numbers", text=text)
        found += range(int(match[1]), int(match[2] or match[1]) + 1)
    return found


def letters(text: str) -> tuple[str, ...]:
    """The zones of "J-R", "K, N" or "none"."""
    if text == "none":
        return ()
    found: list[str] = []
    for part in text.split(","):
        match = re.fullmatch(r"([A-Z])(?:-([A-Z]))?", part.strip())
        if not match:
            raise BadValue("nightfighter.pack.not_zones", text=text)
        found += map(chr, range(ord(match[1]), ord(match[2] or match[1]) + 1))
    return tuple(found)
