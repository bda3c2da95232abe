"""The rows an owner writes for Interceptor Ace, and what the game reads of them [3.1, 3.5, 3.6, 4.1, 9.1, 10.2].

Everything is in words, as the charts print it; `table.py` makes the small ints of them that the rules run on. A
list of results goes from the lowest roll of its dice to the highest.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from viermot.kernel.packs import Status

Month = Literal[
    "Mar43", "Apr43", "May43", "Jun43", "Jul43", "Aug43", "Sep43", "Oct43", "Nov43", "Dec43", "Jan44", "Feb44"
]
TargetZone = Literal["France", "Ruhr", "Bremen", "Frankfurt", "Munich", "Berlin"]
BaseZone = Literal["Dutch", "Bremen", "French", "Ruhr", "Munich", "Münster", "Frankfurt"]
Series = Literal["Bf109", "Fw190", "Bf110", "Me410"]
Interception = Literal["fighters", "not located", "disadvantaged", "head on", "advantaged", "sun", "event"]
BomberPart = Literal[
    "wing", "airframe", "controls", "inner engine", "outer engine", "fuel tank", "random wing", "gunner", "crew",
    "port engine", "starboard engine", "bomb bay",
]  # fmt: skip
PackagePart = Literal[
    "wing", "airframe", "controls", "gunner", "crew", "engine", "random inner engine", "random wing", "fuel tank",
    "bomb bay",
]  # fmt: skip
System = Literal[
    "port wing", "starboard wing", "airframe", "tail", "controls", "port engine", "starboard engine", "fuel tank",
    "oxygen", "radio", "boost", "landing gear", "forward weapon", "rear guns", "rockets", "pilot", "gunner", "crew",
    "IFF", "minor",
]  # fmt: skip
WingmanText = Literal["busy", "attacks", "forces a break", "spoils his aim", "drives him off", "is hit"]
Happening = Literal[
    "stray fire", "bounced", "engine trouble", "wrong vector", "straggler", "ground control", "eyewitness",
    "lucky charm", "armourer", "old hand", "newsreel",
]  # fmt: skip
Who = Literal["pilot", "wingman", "gunner"]
SkillName = Literal[
    "landing", "navigation", "parachute", "reflexes", "situational awareness", "weapons maintenance", "expert Bf109",
    "expert Fw190", "expert Bf110", "expert Me410", "leadership", "precision", "acm", "sixth sense", "gunnery", "aim",
    "cuban eight", "chandelle", "immelmann", "split-s",
]  # fmt: skip
AwardName = Literal[
    "wound badge", "ek2", "ek1", "ehrenpokal", "flight clasp", "german cross", "knight's cross", "oak leaves",
    "swords", "diamonds",
]  # fmt: skip
Rank = Literal[
    "Oberleutnant", "Hauptmann", "Major", "Oberstleutnant",
    "Unteroffizier", "Unterfeldwebel", "Feldwebel", "Oberfeldwebel",
]  # fmt: skip
Special = Literal["none", "head-on shot", "parachutist", "bomb", "rested"]
Quality = Literal["green", "trained", "veteran", "ace"]
Jam = Literal["none", "one", "all", "all before firing"]
Fate = Literal["fine", "damaged", "down"]
Small = Annotated[int, msgspec.Meta(ge=0, le=200)]
Signed = Annotated[int, msgspec.Meta(ge=-20, le=20)]
Some = Annotated[int, msgspec.Meta(ge=1, le=200)]
Cell = int | Literal["GP", "DE"]
Avoid = Annotated[int, msgspec.Meta(ge=0, le=20)] | Literal["all"]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row of a data file: never changed once loaded; a key that is not listed is refused."""

    status: Status = "own"
    pinned: dict[str, str] = {}


# --- where and when ------------------------------------------------------------------------------------


class Unit(Row, frozen=True):
    """A Gruppe of the start table: what it flies, from where, and since when [4.1]."""

    name: str
    roll: Annotated[int, msgspec.Meta(ge=1, le=40)]
    aircraft: tuple[str, ...]
    base: str
    zone: BaseZone
    since: Month
    choice_only: bool = False


class MonthRow(Row, frozen=True):
    """A month of the log: its lines, and the dice of its raids [4.3.3, 6.1]."""

    name: Month
    title: str
    sorties: Annotated[int, msgspec.Meta(ge=1, le=8)]
    dice: Annotated[int, msgspec.Meta(ge=1, le=2)]
    promotion: bool = False


class Victory(Row, frozen=True):
    """From how many bombers on each level is reached [5.2.1]."""

    defeat: Small
    draw: Small
    marginal: Small
    substantial: Small
    decisive: Small


class Calendar(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    month: tuple[MonthRow, ...]
    victory: Victory


class Raid(msgspec.Struct, frozen=True):
    """A target and the zone it counts as [4.6.3]."""

    target: str
    zone: TargetZone


class Yb40(Row, frozen=True):
    months: tuple[Month, ...]
    roll: Small


class Sweeps(Row, frozen=True):
    """Who flies a sweep, where and how it begins [7.2.1]."""

    france: tuple[str, ...]
    elsewhere: tuple[str, ...]
    deep_zones: tuple[TargetZone, ...]
    deep_since: Month
    orientation: tuple[Interception, ...]


class BomberTypes(Row, frozen=True):
    name: Month
    types: tuple[str, ...]


class Escorts(Row, frozen=True):
    """The escort of a month and a target zone by one die; "" is none."""

    name: str
    zone: TargetZone
    month: Month
    types: tuple[str, ...]


class Targets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    yb40: Yb40
    sweeps: Sweeps
    bombers: tuple[BomberTypes, ...]
    escorts: tuple[Escorts, ...] = ()


class Boxes(Row, frozen=True):
    """What the boxes of every track have in common [7.1.4, 7.1.5, 4.6.3]."""

    bombs: tuple[int, ...]
    flak: int
    last_single: int
    last_twin: int


class Track(Row, frozen=True):
    """In which box each target zone lies, seen from a base zone [4.4.2]."""

    name: BaseZone
    france: Some
    ruhr: Some
    bremen: Some
    frankfurt: Some
    munich: Some
    berlin: Some


class Tracks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    boxes: Boxes
    track: tuple[Track, ...]


# --- aircraft ------------------------------------------------------------------------------------------


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One weapon system: its bold number and its load; without a load it is unlimited [4.5, 7.1.6]."""

    name: str
    fp: Some
    ammo: Annotated[int, msgspec.Meta(ge=1, le=40)] | None = None
    mg_ff: bool = False
    gp_destroys: bool = False  # a 50 mm shell: group damage is the end of the target

    @property
    def mgff(self) -> bool:
        """Does it never jam?"""
        return self.mg_ff


class SeriesRow(Row, frozen=True):
    """What all aircraft of a series share [9.1, 7.4.1]."""

    name: Series
    crew: Annotated[int, msgspec.Meta(ge=1, le=2)]
    engines: Annotated[int, msgspec.Meta(ge=1, le=2)]
    airframe: Some
    wing: Some
    tail: Some
    controls: Some
    engine: Some
    radial: bool = False
    agile: bool = False
    small: bool = False


class AircraftRow(Row, frozen=True):
    """One model, as its mat has it [3.1]."""

    name: str
    series: Series
    weapons: tuple[Weapon, ...]
    speed: Some
    level: Annotated[int, msgspec.Meta(ge=0, le=7)]
    since: Month
    offer: Annotated[int, msgspec.Meta(ge=1, le=11)]
    boost: bool = False
    rockets: Annotated[int, msgspec.Meta(ge=2, le=12)] | None = None
    airframe: Some | None = None
    unique: bool = False


class Hangar(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    series: tuple[SeriesRow, ...]
    aircraft: tuple[AircraftRow, ...]


class Aircraft(msgspec.Struct, frozen=True):
    """An interceptor with everything its mat says, series and model put together."""

    name: str
    series: Series
    weapons: tuple[Weapon, ...]
    speed: int
    boost: bool
    agile: bool
    radial: bool
    small: bool
    engines: int
    crew: int
    airframe: int
    wing: int
    tail: int
    controls: int
    engine: int
    rocket_hit: int | None
    prestige: int
    available: Month
    r1: int
    unique: bool

    @property
    def total_fp(self) -> int:
        """Firepower with everything firing [7.1.6]."""
        return sum(weapon.fp for weapon in self.weapons)

    @property
    def bk5(self) -> bool:
        """Does it carry a gun whose group damage destroys?"""
        return any(weapon.gp_destroys for weapon in self.weapons)


class Fighter(Row, frozen=True):
    """An escort or sweep fighter on chart B11 [7.2]."""

    name: str
    fp: Some
    speed: Some
    engines: Annotated[int, msgspec.Meta(ge=1, le=2)]
    airframe: Some
    wing: Some
    tail: Some
    controls: Some
    engine: Some
    agile: bool = False
    radial: bool = False


class Bomber(Row, frozen=True):
    """A bomber on chart B10 [7.1.7]."""

    name: str
    wing: Some
    airframe: Some
    controls: Some
    engine: Some
    formation: bool = False
    extra_fire: Small = 0
    chin_turret: Small = 0
    bombs: bool = True

    @property
    def extra(self) -> int:
        """Hits it fires more than others."""
        return self.extra_fire


class Fire(Row, frozen=True):
    first_weapon_hit: Small


class Ranges(Row, frozen=True):
    """Hits more or fewer at Long, Medium and Close range [7.1.7]."""

    plain: tuple[int, int, int]
    formation: tuple[int, int, int]
    small_target: tuple[int, int, int]


class Allied(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    fire: Fire
    ranges: Ranges
    fighter: tuple[Fighter, ...]
    bomber: tuple[Bomber, ...]


# --- cards ---------------------------------------------------------------------------------------------


class Manoeuvre(Row, frozen=True):
    """A defensive text: what it avoids, how it improves the position, whether it ends the encounter [7.2.2.6]."""

    name: str
    avoid: Avoid = 0
    improve: Annotated[int, msgspec.Meta(ge=0, le=4)] = 0
    agile_improve: Annotated[int, msgspec.Meta(ge=0, le=4)] | None = None
    ends: bool = False

    @property
    def tight(self) -> bool:
        """Is it a tight turn, in which agile aircraft gain more? [7.2.2.8]"""
        return self.agile_improve is not None


class CardRow(Row, frozen=True):
    """A combat card as it is printed [3.5.1]."""

    id: Annotated[int, msgspec.Meta(ge=1, le=60)]
    hits: tuple[Cell, ...]
    fire: Annotated[int, msgspec.Meta(ge=0, le=9)]
    defence: str
    wingman: WingmanText
    value: Small = 0
    jam: bool = False


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    columns: tuple[int, ...]
    manoeuvre: tuple[Manoeuvre, ...]
    card: tuple[CardRow, ...]


class Wing(msgspec.Struct, frozen=True):
    """A wingman text: what he does, with which firepower, positions or hits [7.2.3.2]."""

    kind: WingmanText
    value: int


class Card(msgspec.Struct, frozen=True):
    """A combat card with its manoeuvre looked up."""

    n: int
    hits: tuple[Cell, ...]
    df: int
    jam: bool
    defence: Manoeuvre
    wingman: Wing


# --- charts --------------------------------------------------------------------------------------------


class InterceptionChart(Row, frozen=True):
    early: tuple[Interception, ...]
    late: tuple[Interception, ...]
    late_since: Month


class BomberDamage(Row, frozen=True):
    wing: tuple[BomberPart, ...]
    airframe: tuple[BomberPart, ...]


class GroupDamage(Row, frozen=True):
    """The fixed hits of a GP by point of aim, and how many random ones come with them [7.4.1, 10.5]."""

    wing: tuple[PackagePart, ...]
    wing_random: Small
    airframe: tuple[PackagePart, ...]
    airframe_random: Small
    fighter: tuple[PackagePart, ...]
    fighter_random: Small
    climb: tuple[PackagePart, ...]
    climb_random: Small
    dive: tuple[PackagePart, ...]
    dive_random: Small


class Damage(Row, frozen=True):
    fuel_tank: tuple[Literal["leak", "fire", "explosion"], ...]
    wound: tuple[Literal["light", "serious", "killed"], ...]
    bomber_crew: tuple[Literal["pilot", "copilot", "gunner"], ...]
    bombs_explode: Small
    blast: tuple[int, ...]
    flak: Small
    rocket_hits: tuple[int, ...]


class FighterDamage(Row, frozen=True):
    row_1: tuple[System, ...]
    row_2: tuple[System, ...]
    row_3: tuple[System, ...]
    row_4: tuple[System, ...]
    row_5: tuple[System, ...]
    row_6: tuple[System, ...]


class SpeedLoss(Row, frozen=True):
    inline_damaged: Small
    inline_out: Small
    radial: tuple[int, ...]


class Landing(Row, frozen=True):
    """Chart B7: the lowest total of each bad landing, and the modifiers [7.4.4, 7.4.6]."""

    rough: Small
    crash: Small
    destroyed: Small
    engine_damaged: Signed
    forced: Signed
    gear: Signed
    controls: Signed
    wing_hits: Small
    wing: Signed
    pilot_serious: Signed
    skill: Signed
    engine_trouble: Signed


class Parachute(Row, frozen=True):
    """Chart B8: the lowest total of each bad jump, and the modifiers [7.6]."""

    light: Small
    serious: Small
    killed: Small
    skill: Signed
    wounded: Signed
    fire: Signed
    destroyed: Signed


class Weather(Row, frozen=True):
    poor: Small
    bad: Small
    landing: tuple[int, int, int]


class Initiative(Row, frozen=True):
    """Chart B12: the lead that gains one position, and two; the modifiers [7.2.2.7]."""

    one: Small
    two: Small
    agile: Signed
    boost: Signed
    ace: Signed
    awareness: Signed
    enemy_ace: Signed


class SeriousWound(Row, frozen=True):
    sorties: tuple[int, ...]


class ExtendedBurst(Row, frozen=True):
    results: tuple[tuple[Cell, int, Jam], ...]


class WingmanAttack(Row, frozen=True):
    results: tuple[tuple[Cell, Fate], ...]


class Chances(Row, frozen=True):
    slip_away: Small
    disengage: Small
    loss_on_the_way: Small
    confirmed: Small


class Charts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The combat and landing charts, as the aid cards have them."""

    interception: InterceptionChart
    bomber_damage: BomberDamage
    group_damage: GroupDamage
    damage: Damage
    fighter_damage: FighterDamage
    speed_loss: SpeedLoss
    landing: Landing
    parachute: Parachute
    weather: Weather
    initiative: Initiative
    serious_wound: SeriousWound
    extended_burst: ExtendedBurst
    wingman_attack: WingmanAttack
    chances: Chances


class EventRow(Row, frozen=True):
    """A random event [7.10]."""

    name: Happening
    roll: Annotated[int, msgspec.Meta(ge=2, le=12)]
    kept: Literal["", "sortie", "career"] = ""
    divide: Some = 1
    speed: Signed = 0
    boxes: Some = 1
    shift: Small = 0
    experience: Small = 0
    prestige: Small = 0


class Altitude(Row, frozen=True):
    by_die: tuple[Literal["low", "level", "high"], ...]


class Location(Row, frozen=True):
    """A place around the bomber: what it adds to the bomber's fire and to ours, by altitude [10.5]."""

    id: Annotated[int, msgspec.Meta(ge=1, le=8)]
    low: tuple[int, int]
    level: tuple[int, int]
    high: tuple[int, int]
    neighbours: tuple[int, int]
    opposite: int


class Vertical(Row, frozen=True):
    climb: tuple[int, int]
    dive: tuple[int, int]


class Positions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    altitude: Altitude
    location: tuple[Location, ...]
    vertical: Vertical


# --- the career ----------------------------------------------------------------------------------------


class Experience(Row, frozen=True):
    officer: Small
    nco: Small
    wingman: Small
    gunner: Small
    sorties: Some
    sorties_led: Some
    feldwebel: Small
    bought: Small


class Repair(Row, frozen=True):
    lose_sortie: Some
    written_off: Some
    scrounge: Some


class LostSorties(Row, frozen=True):
    light_wound: Small
    parachute: Small
    forced_landing: Small
    rough_landing: Small
    transfer: Small
    new_series: Small
    award_journey: Small
    leave: Small


class Prestige(Row, frozen=True):
    same_series: Small
    other_series: Small
    transfer: Small
    crewman: Small
    no_repair: Small
    highest: Some


class Promotion(Row, frozen=True):
    success: Small
    knights_cross: Signed
    kills: Signed
    kills_each: Some
    award: Signed


class Awards(Row, frozen=True):
    """Kills, points, flights or wounds at which each award is due [7.8]."""

    ek2: Some
    ek1_points: Some
    fighter_points: Small
    bomber_points: Small
    ace: Some
    ehrenpokal: Some
    german_cross: Some
    knights_cross: Some
    oak_leaves: Some
    swords: Some
    diamonds: Some
    clasps: tuple[int, int, int]
    wounds: tuple[int, int, int]


class Skill(Row, frozen=True):
    """A skill or an advanced manoeuvre: its cost and who may learn it [7.7, 10.6]."""

    name: SkillName
    cost: Some
    who: tuple[Who, ...]
    once_a_sortie: bool = False
    optional: bool = False
    avoid: Avoid = 0
    improve: Annotated[int, msgspec.Meta(ge=0, le=4)] = 0
    ends: bool = False


class Fatigue(Row, frozen=True):
    """From which level on, and what it adds to which rolls [10.3]."""

    name: str
    level: Small
    landing: Signed = 0
    parachute: Signed = 0
    initiative: Signed = 0


class Rest(Row, frozen=True):
    flown: Signed
    not_flown: Signed


class PilotQuality(Row, frozen=True):
    early: tuple[Quality, ...]
    late: tuple[Quality, ...]
    late_since: Month
    hits: tuple[int, int, int, int]


class Career(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Charts A2 and B5: everything between two sorties."""

    experience: Experience
    repair: Repair
    lost_sorties: LostSorties
    prestige: Prestige
    promotion: Promotion
    awards: Awards
    skill: tuple[Skill, ...]
    fatigue: tuple[Fatigue, ...]
    rest: Rest
    pilot_quality: PilotQuality


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where and when an ace begins, historically [10.2.1]."""

    unit: str
    aircraft: tuple[str, ...]
    since: Month


class Ace(Row, frozen=True):
    """An ace card [10.2]."""

    name: str
    track: Literal["officer", "nco"]
    rank: Rank
    unit: str
    aircraft: tuple[str, ...]
    since: Month
    kills: Small
    bombers: Small
    awards: tuple[AwardName, ...]
    level: Annotated[int, msgspec.Meta(ge=0, le=7)]
    points: Small
    skills: tuple[SkillName, ...]
    experience: Small
    total: Small
    career_total: Annotated[int, msgspec.Meta(ge=0, le=400)]
    special: Special = "none"
    later: Start | None = None
