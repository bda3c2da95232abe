"""The tables of the campaigns, loaded from TOML: calendar, forms, raids, recovery, Staffel, events, names.

Files under `game/` in an owner's pack are laid over the components of the game that sorties are flown with, so that a
career can use the charts of the printed game.

>>> book = load()
>>> len(book.months), book.forms["pilot"].goal
(12, {'points': 20})
"""

from __future__ import annotations

import hashlib
from functools import cache, lru_cache
from itertools import product
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from viermot.games.nightfighter.components.charts import month
from viermot.kernel import packs, registry
from viermot.kernel.json import JsonObject
from viermot.kernel.packs import PackError, Tables, decode
from viermot.kernel.user_error import UserError

DATA: Final = Path(__file__).parents[1] / "data"
FILES: Final = ("calendar", "events", "names", "pilots", "raids", "recovery", "staffel")
OVER_THE_GAME: Final = "game/"
Moon = Literal["none", "half", "full"]
Airframe = Literal["Me110", "Ju88"]
Goal = Literal["kills", "points", "awards"]  # what a career is won by


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row that says where it comes from."""

    status: str = "own"
    pinned: dict[str, str] = msgspec.field(default_factory=dict)


class MonthRow(Row, frozen=True):
    id: str
    moon: tuple[Moon, Moon, Moon, Moon]


class CalendarFile(Row, frozen=True):
    months: tuple[MonthRow, ...]


class Common(Row, frozen=True):
    """What both forms of the pilot campaign share."""

    fly_dice: dict[Moon, int]
    moon_risen: int
    repair_weeks: int
    loss_weeks: int
    idle_weeks: int
    retrained_from: str
    green_recovery: int


class Form(Row, frozen=True):
    """One form of the pilot campaign."""

    id: str
    kills: int
    points: int
    always_green: bool
    flies_by_dice: bool
    aircraft: dict[Airframe, str]
    better: dict[Airframe, str]
    goal: dict[Goal, int]
    minor: dict[Goal, int]


class PilotsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    common: Common
    form: tuple[Form, ...]


class Stock(Row, frozen=True):
    spare: int
    establishment: dict[Literal["aircraft", "crews"], int]
    old: dict[Airframe, str]
    new: dict[Airframe, str]
    newest: dict[Airframe, str]
    new_from: str
    new_die: int
    newest_from: str
    conversion_from: str
    upgrade: dict[str, str]


class StatusByKills(Row, frozen=True):
    seasoned: int
    experte: int


class PatrolRules(Row, frozen=True):
    sectors: int
    rest_after: int
    rest_after_experte: int
    fuel: int
    least_fuel: int
    standby_turn: int


class CardRules(Row, frozen=True):
    jokers: int
    night_most: int
    night_most_full: int
    month_least: int
    month_most: int
    again: int
    moon_risen: int


class VictoryRules(Row, frozen=True):
    twin: int
    four: int
    crew_lost: int
    aircraft_lost: int
    knights_cross: int
    first_experte: int
    decisive: int
    win: int
    draw: int


class CrewRow(Row, frozen=True):
    id: int
    kills: int
    points: int
    awards: int
    aircraft: Literal["old", "new", "none"]


class StaffelFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    stock: Stock
    status_by_kills: StatusByKills
    patrol: PatrolRules
    cards: CardRules
    victory: VictoryRules
    crew: tuple[CrewRow, ...]


class Jamming(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"since": "from"}):
    since: str
    light: int


class Lights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    until: str
    die: int
    zones: str


class RaidKind(Row, frozen=True):
    """Dunaja or Himmelbett."""

    id: str
    suits: tuple[str, ...]
    rules: str
    radar: tuple[str, ...]
    jamming: Jamming
    omit: tuple[int, ...]
    standby: bool
    lights: Lights | None = None


class Size(Row, frozen=True):
    """How many bombers come, and when."""

    id: str
    entry: tuple[JsonObject, ...]


class Types(Row, frozen=True):
    id: str
    die: tuple[str, str, str, str, str, str]


class BomberEquipment(Row, frozen=True, rename={"since": "from"}):
    since: str
    four: tuple[str, ...]
    twin: dict[str, tuple[str, ...]]
    h2s_from: str
    h2s_die: int


class RaidsFile(Row, frozen=True):
    low_altitude: int
    types_low: int
    kind: tuple[RaidKind, ...]
    size: tuple[Size, ...]
    types: tuple[Types, ...]
    equipment: BomberEquipment


class Landing(Row, frozen=True):
    """One result of the recovery test."""

    id: str
    least: int
    weeks: int = 0
    gone: bool = False
    destroyed: bool = False  # lost outright, not just written off
    injuries: str = ""
    modifier: int = 0


class BaleOut(Row, frozen=True):
    least_hits: int
    injuries: str
    modifier: int


class Workshop(Row, frozen=True):
    weeks_a_hit: int
    most_weeks: int
    cut: int


class Injuries(Row, frozen=True):
    id: str
    die: tuple[str, str, str, str, str, str]


class HitInCombat(Row, frozen=True):
    die: int
    injuries: str
    modifier: int


class LostCrew(Row, frozen=True):
    operator: dict[Literal["kills", "points"], int]
    gunner: dict[Literal["kills", "points"], int]


class Award(Row, frozen=True):
    id: str
    points: int


class RecoveryTest(Row, frozen=True):
    green: int
    seasoned: int
    experte: int
    poor_visibility: int
    cloud: int
    hit: int
    moon_risen: int


class RecoveryFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    test: RecoveryTest
    landing: tuple[Landing, ...]
    bale_out: BaleOut
    workshop: Workshop
    injuries: tuple[Injuries, ...]
    hit_in_combat: HitInCombat
    lost_crew: LostCrew
    award: tuple[Award, ...]


class MonthlyEvent(Row, frozen=True, rename={"since": "from"}):
    id: int
    what: str
    since: str = ""
    points: int = 0


class Daylight(Row, frozen=True):
    """A crew sent up by day: one die [A9.1e]."""

    lost: int
    damaged: int
    kill: int


class EventsFile(Row, frozen=True):
    event: tuple[MonthlyEvent, ...]
    daylight: Daylight


class Names(Row, frozen=True):
    ranks: tuple[str, ...]
    kapitaen: str
    crew_rank: str
    first: tuple[str, ...]
    last: tuple[str, ...]


# Keys of older packs that never did anything: they are ignored.
IRON_CROSS: Final = 2  # the second of the awards is the 1st Class
ADDED: Final = ("events.toml daylight",)  # missing from older packs: ours is used instead
RETIRED: Final = ("staffel.toml patrol relief_turns", "staffel.toml cards night_least")


class Book:
    """Every campaign table, and the components that sorties are flown with."""

    def __init__(self, tables: Tables) -> None:
        own = {file: table for file, table in tables.items() if not file.startswith(OVER_THE_GAME)}
        own = _with_the_minor_award(packs.without(own, RETIRED))
        own = packs.with_added(own, packs.read(DATA), ADDED) if "events.toml" in own else own
        self.tables = tables
        self.over = {
            file.removeprefix(OVER_THE_GAME): table for file, table in tables.items() if file.startswith(OVER_THE_GAME)
        }
        for file in own:
            if file.removesuffix(".toml") not in FILES:
                files = ", ".join(f"{name}.toml" for name in FILES)
                raise PackError(file, "", "campaign.pack.no_such_file", files=files)
        packs.marks(tables)
        calendar = decode(own, "calendar.toml", CalendarFile)
        pilots = decode(own, "pilots.toml", PilotsFile)
        staffel = decode(own, "staffel.toml", StaffelFile)
        raids = decode(own, "raids.toml", RaidsFile)
        recovery = decode(own, "recovery.toml", RecoveryFile)
        self.months = calendar.months
        self.month_numbers = tuple(  # months since the year 0
            packs.parsed("calendar.toml", "months", month, row.id) for row in calendar.months
        )
        self.common = pilots.common
        self.forms = {form.id: form for form in pilots.form}
        self.staffel = staffel
        self.raids = raids
        self.kinds = {kind.id: kind for kind in raids.kind}
        self.sizes = {size.id: size for size in raids.size}
        self.recovery = recovery
        self.injuries = {row.id: row.die for row in recovery.injuries}
        self.awards = recovery.award
        events = decode(own, "events.toml", EventsFile)
        self.events = {event.id: event for event in events.event}
        self.daylight = events.daylight
        self.names = decode(own, "names.toml", Names)
        self._refuse_nonsense()

    def _refuse_nonsense(self) -> None:
        """Stop at anything that would make a career unplayable."""
        if len(self.months) != 12:
            raise PackError("calendar.toml", "months", "campaign.pack.twelve_months")
        if set(self.events) != set(range(2, 13)):
            raise PackError("events.toml", "event", "campaign.pack.event_each")
        for landing in self.recovery.landing:
            if landing.injuries and landing.injuries not in self.injuries:
                raise PackError(
                    "recovery.toml", f"landing {landing.id!r}", "campaign.pack.no_table", name=landing.injuries
                )
        for key, used in (("bale_out", self.recovery.bale_out), ("hit_in_combat", self.recovery.hit_in_combat)):
            if used.injuries not in self.injuries:
                raise PackError("recovery.toml", key, "campaign.pack.no_table", name=used.injuries)
        if {"pilot", "seasoned"} - set(self.forms):
            raise PackError("pilots.toml", "form", "campaign.pack.forms")
        if {"dunaja", "himmelbett"} - set(self.kinds) or {"normal", "lone", "massive"} - set(self.sizes):
            raise PackError("raids.toml", "", "campaign.pack.raid_missing")

    @property
    def hash(self) -> str:
        """The hash of these tables together with the charts the sorties use."""
        return _hash_of(packs.pack_hash(self.tables), *[pack_hash_of(name) for name in SORTIE_GAMES])

    def had_hash(self, hash_: str) -> bool:
        """Did these tables have that hash with older charts, which play the same?"""
        own = {packs.pack_hash(self.tables), *(FORMER_TABLES if self.tables == _built_in().tables else ())}
        charts = [registry.built_in_packs(name) for name in SORTIE_GAMES]
        return any(_hash_of(*hashes) == hash_ for hashes in product(own, *charts))

    def types_in(self, when: int) -> tuple[str, ...]:
        """The bomber types of a month, by die."""
        return [row.die for row in self.raids.types if month(row.id) <= when][-1]

    def provenance(self) -> list[packs.Mark]:
        """Where every row comes from."""
        return packs.marks(self.tables)

    def content(self) -> JsonObject:
        """What a save embeds when these are not the built-in tables."""
        return packs.content(self.tables)


def _with_the_minor_award(tables: Tables) -> Tables:
    """Older tables named a number of points where the Iron Cross itself was required, whatever the number [PC1]."""
    rows = tables.get("pilots.toml", {}).get("form")
    if not isinstance(rows, list):
        return tables
    new = [
        {**row, "minor": {"awards": IRON_CROSS}}
        if isinstance(row, dict) and row.get("always_green") and "points" in row.get("minor", ())
        else row
        for row in rows
    ]
    return {**tables, "pilots.toml": {**tables["pilots.toml"], "form": new}}


def _hash_of(*parts: str) -> str:
    return hashlib.sha256(" ".join(parts).encode()).hexdigest()


# Earlier hashes of our own tables, without the charts; they play the same.
FORMER_TABLES: Final = ("65500a1c96b582d50bc3af3be9d2846a5c0be6ec08e2690287700e85fd8f5b84",)
SORTIE_GAMES: Final = ("nightfighter", "solitaire")


@cache
def pack_hash_of(name: str) -> str:
    """The hash of the built-in components of a game sorties are flown with."""
    game = registry.game(name)
    return game.pack_hash(game.load_pack(None))


@lru_cache(maxsize=8)
def base_pack(book: Book, name: str) -> Any:
    """The charts sorties are flown with; the standby enters over the beacon, from the beacon box [A5d]."""
    game = registry.game(name)
    base = game.load_pack(None)
    if book.over:
        base = game.pack_from(packs.content(packs.merge(base.tables, book.over)))
    return msgspec.structs.replace(base, map=msgspec.structs.replace(base.map, box_hexes=(base.map.beacon,)))


def load(pack: Path | None = None) -> Book:
    """The built-in tables, or those with an owner's folder laid over them."""
    return _built_in() if pack is None else _checked(packs.read(DATA, Path(pack)))


def load_content(content: object) -> Book:
    """The tables a save carries."""
    return _checked(packs.from_content(content))


def _checked(tables: Tables) -> Book:
    """Somebody's own tables; anything unplayable is refused."""
    from viermot.games.campaign.components.checks import refuse_what_cannot_be_flown

    return refuse_what_cannot_be_flown(Book(tables))


@cache
def _built_in() -> Book:
    return Book(packs.read(DATA))


def check(book: Book) -> list[UserError]:
    """What makes no sense, a sentence for each."""
    wrong: list[UserError] = []
    landings = [landing.least for landing in book.recovery.landing]
    if landings != sorted(landings):
        wrong.append(UserError("campaign.odd.landings"))
    points = [award.points for award in book.awards]
    if points != sorted(points):
        wrong.append(UserError("campaign.odd.awards"))
    charts = registry.game("nightfighter").load_pack(None)
    for name in {name for row in book.raids.types for name in row.die} - set(charts.bombers):
        wrong.append(UserError("campaign.odd.no_bomber", name=name))
    stock = book.staffel.stock
    for name in {*stock.old.values(), *stock.new.values(), *stock.newest.values()} - set(charts.fighters):
        wrong.append(UserError("campaign.odd.no_fighter", name=name))
    if not book.daylight.lost <= book.daylight.damaged < book.daylight.kill:
        wrong.append(UserError("campaign.odd.daylight"))
    if len(book.staffel.crew) > stock.establishment["crews"]:
        wrong.append(UserError("campaign.odd.crews"))
    return wrong


def export(target: Path) -> list[Path]:
    """Write the built-in files for an owner to edit."""
    return packs.export(DATA, target)
