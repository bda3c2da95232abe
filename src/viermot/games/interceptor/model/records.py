"""All there is to know about a pilot, in small records: his career, the men who fly with him, and his current sortie.

A record is a plain row of named values [3.3, 3.4a, 4.3.2]. Its fields are declared once, here: cloning, saves and
positions are derived from the declaration (`written.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Self, get_type_hints

import msgspec

from viermot.games.interceptor.model.ids import (
    NO_BOMBER,
    NO_ENEMY,
    NO_MODEL,
    NO_UNIT,
    BomberSystem,
    BomberType,
    Crewman,
    EnemyType,
    Model,
    MonthNumber,
    Unit,
    WheelPlace,
)
from viermot.games.interceptor.model.terms import AIRBORNE, AIRFRAME, BOMBER_SYSTEMS, HEAD_ON, PILOT, SYSTEMS

NOBODY: Final = Crewman(-1)
NOTHING: Final = -1  # no shot was fired: neither hits nor a miss


class Record(msgspec.Struct, gc=False):
    """Named values. A record is cloned shallowly; its holder copies the lists among its values."""

    if TYPE_CHECKING:  # every struct has it

        def __copy__(self) -> Self: ...


def _undamaged_fighter() -> list[int]:
    return [0] * len(SYSTEMS)


def _undamaged_bomber() -> list[int]:
    return [0] * len(BOMBER_SYSTEMS)


# -- from sortie to sortie ----------------------------------------------------------------------------------------


class Career(Record):
    """What a pilot is, and keeps from sortie to sortie [4.3.1]."""

    unit: Unit = NO_UNIT
    aircraft: Model = NO_MODEL
    officer: int = 1
    rank: int = 0
    starts: MonthNumber = MonthNumber(0)  # the first month of his career
    over: int = 0  # how it ended (victory.py), 0 while it goes on
    ace: str = ""  # the name on his ace card
    special: int = 0  # what the card lets him do [10.2.2]
    bomb_month: int = 0  # the month (+ 1) in which he last dropped his bomb
    xp: int = 0
    skills: int = 0
    bombers: int = 0
    fighters: int = 0
    flights: int = 0
    wounds: int = 0
    awards: int = 0
    kills_then: int = 0  # at the last promotion date [7.9.3]
    period_awards: int = 0  # since then
    fatigue: int = 0
    leave: int = 0
    away: str = ""  # why he misses the lines to come, one letter per line (career.py)
    discharge: int = 0  # what awaits his release from hospital: MACHINE, LOST_MACHINE, OLD_CREW
    newcomer: int = 0  # has a man joined him since, with points to spend? [8.1 D]
    gunner_away: int = 0  # lines until the gunner is back from hospital [7.4.8]
    markers: int = 0
    charmed: int = 0  # has the lucky charm of his career been used?
    charm_order: int = 0  # when he wants it offered (chance.py)
    leads: int = 0  # is he the leader when his unit flies together? [10.1.1]

    @property
    def kills(self) -> int:
        """All confirmed victories."""
        return self.bombers + self.fighters

    @property
    def missing(self) -> int:
        """How many lines of the log he will miss."""
        return len(self.away)


class Prestige(Record):
    """What his name is worth, and which aircraft it can get him [8.0, 9.0]."""

    points: int = 0
    level: int = 0
    free_moves: int = 0
    waived: int = 0  # the model (+ 1) he started on, which needs no level [9.7]
    lost_unique: int = 0  # one-offs already lost, a bit each [9.8]
    offers: int = 0  # aircraft that R1 has on offer now, a bit each
    looked: int = 0  # series looked up on R1 after this sortie, a bit each


class Wingman(Record):
    """The man who flies beside him, from sortie to sortie [7.2.3]."""

    xp: int = 1
    skills: int = 0
    bombers: int = 0
    fighters: int = 0
    away: int = 0  # lines that must begin before he is back
    sorties: int = 0
    wounds: int = 0
    awards: int = 0
    towards_xp: int = 0  # sorties since his last Experience Point


class Gunner(Record):
    """A man in the rear seat, or in hospital while another sits there [7.4.8]."""

    xp: int = 0
    skills: int = 0
    kills: int = 0
    towards_xp: int = 0  # sorties since his last Experience Point


# -- one sortie ---------------------------------------------------------------------------------------------------


class Sortie(Record):
    """One flight, from take-off to debriefing; reset at take-off [6.1]."""

    flying: int = 0  # is this line flown?
    fate: int = 0  # ON_GROUND, AIRBORNE, LANDED, ...
    lost: int = 0  # is the aircraft gone?
    downed: int = 0  # why: STILL_FLYING, SHOT_AWAY, BURNING, ...
    wound: int = 0
    hurt: int = 0  # the weight of his wounds this sortie (wounds.py)
    new_wounds: int = 0
    gunner_wound: int = 0
    gunner_hurt: int = 0
    wingman: int = 0  # WINGMAN_FINE, WINGMAN_DAMAGED, ...
    wingman_wound: int = 0
    wingman_kills: int = 0
    bombers: int = 0
    fighters: int = 0
    sheet: str = ""  # aircraft met, as the log sheet lists them (losses.py)
    ahead: int = 0  # does he lead this flight now? [10.1.1]
    box: int = 0
    had_event: int = 0
    trouble: int = 0
    home: int = 0  # must he go home after this combat?
    spent: int = 0  # skills used up this sortie, a bit each; the wingman's Expert is bit 30
    repair: int = 0  # hits that count for repair [7.4.2]
    forced: int = 0  # a forced landing: the next line is lost [7.4.5]
    jammed: int = 0  # weapons, a bit each
    broken: int = 0
    rockets: int = 0  # 1 while they are undamaged under the wings
    ammo: list[int] = []  # by weapon, -1 unlimited
    own_hits: list[int] = msgspec.field(default_factory=_undamaged_fighter)  # hits by system


class Attack(Record):
    """An attack on the bombers: the target chart and the pass being flown at it [7.1]."""

    met: int = 0  # the interception result of this box
    bomber_type: BomberType = NO_BOMBER  # the raid's
    escort: EnemyType = NO_ENEMY
    target: BomberType = NO_BOMBER  # the type of the bomber singled out
    bomber_hits: list[int] = msgspec.field(default_factory=_undamaged_bomber)  # hits by system
    down: int = 0  # why it is lost, 0 while it flies
    scored: int = 0  # which of us damaged it: pilot, wingman, a bit each [7.4.3]
    straggler: int = 0
    formation: int = 0
    first_pass: int = 0
    fresh: int = 0  # is this the first firing round of a pass?
    under_way: int = 0  # is a pass being flown, so that a blast would reach him?
    range: int = 0
    aim: BomberSystem = AIRFRAME
    location: int = 0
    altitude: int = 0
    late_shot: int = 0  # does the bomber fire first at Long range? [10.5]
    exposed: int = 0  # is its fire one hit better? [7.1.13]
    gunners: int = 0  # gunner hits that count against its fire


class Duel(Record):
    """Fighter combat: the opponent and where he is [7.2]."""

    enemy: EnemyType = NO_ENEMY
    last_enemy: EnemyType = EnemyType(0)  # the type he fought last
    quality: int = 1  # of the enemy pilot [10.4]
    enemy_hits: list[int] = msgspec.field(default_factory=_undamaged_fighter)  # hits by system
    down: int = 0  # why the opponent is lost, 0 while he flies
    scored: int = 0  # which of us damaged him: pilot, wingman, gunner, a bit each [7.4.3]
    orientation: WheelPlace = HEAD_ON
    free_shot: int = 0
    bounced: int = 0
    fought: int = 0
    free: int = 0  # has he downed his opponent, so that he may help others? [10.1.1]
    helped: int = 0
    assisting: int = 0
    holds_fire: int = 0  # does the rear gunner? [7.2.2.4]
    order_round: int = 0  # the round in which he was given that order


class Round(Record):
    """One round against a bomber or fighter: results wait here until both sides' are applied together."""

    number: int = 0
    shot: int = 0  # our result: a number of hits, GP or DE
    bonus: int = 0  # hits from an extended burst
    burst: int = 0  # ammunition it costs each weapon, 0 for none
    after_jam: int = 0  # what jams once it is fired
    silent: int = 0  # has it jammed all guns before they fired? [7.1.13]
    incoming: int = 0  # the enemy's result
    avoid: int = 0  # hits we avoid
    gain: int = 0  # positions we gain
    dodge: int = 0  # hits the enemy avoids
    enemy_gain: int = 0
    finish: int = 0  # how the encounter ends after this round
    wingman_fp: int = 0  # what the wingman attacks with
    wingman_kill: int = 0  # did he shoot the opponent down?
    rear_hits: int = 0
    fought_from: int = 0  # the orientation in which the round was fought
    firing: Crewman = PILOT  # whose fire is being resolved; NOBODY for flak


# -- the man ------------------------------------------------------------------------------------------------------


class Pilot(msgspec.Struct, gc=False):
    """One man: his career, his crew, and the sortie he is flying."""

    career: Career = msgspec.field(default_factory=Career)
    prestige: Prestige = msgspec.field(default_factory=Prestige)
    wingman: Wingman = msgspec.field(default_factory=Wingman)
    gunner: Gunner = msgspec.field(default_factory=Gunner)
    patient: Gunner = msgspec.field(default_factory=Gunner)  # the gunner in hospital, while another flies for him
    sortie: Sortie = msgspec.field(default_factory=Sortie)
    attack: Attack = msgspec.field(default_factory=Attack)
    duel: Duel = msgspec.field(default_factory=Duel)
    round: Round = msgspec.field(default_factory=Round)

    def clone(self) -> Pilot:
        """An independent copy."""
        return CLONE(self)

    @property
    def airborne(self) -> bool:
        """Is he still in the air?"""
        return self.sortie.fate == AIRBORNE


PARTS: Final = Pilot.__struct_fields__
LISTS: Final = tuple(
    (part, name)
    for part, record in get_type_hints(Pilot).items()
    for name, kind in get_type_hints(record).items()
    if kind == list[int]
)


def _cloner() -> Callable[[Pilot], Pilot]:
    """How a pilot is cloned, written out from the declared fields as a dataclass writes its `__init__`.

    Fetching the parts one by one by name would take half as long again.
    """
    lines = [f"    {part} = self.{part}.__copy__()" for part in PARTS]
    lines += [f"    {part}.{name} = {part}.{name}[:]" for part, name in LISTS]
    made: dict[str, Callable[[Pilot], Pilot]] = {}
    exec("\n".join(["def clone(self):", *lines, f"    return Pilot({', '.join(PARTS)})"]), {"Pilot": Pilot}, made)
    return made["clone"]


CLONE: Final = _cloner()
