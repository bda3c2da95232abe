"""What a learner is shown of a career, as numbers (`kernel/observing.py`)."""

# not compiled: this version of mypyc writes faulty C for tuples of names that are read here

from __future__ import annotations

from typing import Final

from viermot.games.interceptor.model import terms
from viermot.kernel.observing import AnyOf, Count, Flag, Inside, Number, Observing, Part, Rows

WOUNDS: Final = ("unhurt", "light", "serious", "killed")
KILLS: Final = 40
MAX_WEAPONS: Final = 4


def _damage(systems: tuple[str, ...]) -> tuple[Part, ...]:
    return tuple(Number(f"damage/{system}/hits", 5) for system in systems)


AIRCRAFT: Final[tuple[Part, ...]] = (
    AnyOf("series", terms.SERIES),
    Number("speed", 25),
    Flag("agile"),
    Flag("boost"),
    Flag("rockets"),
    Rows("weapons", MAX_WEAPONS, (Number("fp", 12), Number("ammo", 10), AnyOf("state", ("ready", "jammed", "broken")))),
    *_damage(terms.SYSTEMS),
)
BOMBER: Final[tuple[Part, ...]] = (
    AnyOf("type", ("B-17F", "B-17G", "B-24", "YB-40")),
    AnyOf("range", ("long", "medium", "close")),
    Flag("attacking"),
    Flag("first_pass"),
    Flag("straggler"),
    Flag("formation"),
    Flag("bombs"),
    *_damage(terms.BOMBER_SYSTEMS),
)
FIGHT: Final[tuple[Part, ...]] = (
    AnyOf("enemy", ("P-38", "P-47", "P-51B", "Spitfire IX")),
    AnyOf("orientation", ("tailed", "disadvantaged", "head on", "advantaged", "tailing")),
    Number("firepower", 20),
    Number("speed", 25),
    Number("round", 12),
    Flag("agile"),
    *_damage(terms.SYSTEMS[:7]),
)
SORTIE: Final[tuple[Part, ...]] = (
    Number("box", 6),
    Number("raid_box", 6),
    Number("last_box", 6),
    Number("firepower", 30),
    Number("speed", 25),
    AnyOf("wound", WOUNDS),
    AnyOf("met", ("fighters", "disadvantaged", "head on", "advantaged", "sun")),
    AnyOf("escort", ("P-38", "P-47", "P-51B", "Spitfire IX")),
    AnyOf("sighted", ("B-17F", "B-17G", "B-24", "YB-40")),
    Flag("homeward"),
    Inside("bomber", BOMBER),
    Inside("fight", FIGHT),
)
PILOT: Final[tuple[Part, ...]] = (
    AnyOf("zone", terms.BASE_ZONES),
    AnyOf("track", ("officer", "nco")),
    AnyOf("fate", ("on the ground", "airborne", "landed", "bailed out", "rough landing", "crashed")),
    AnyOf("wound", WOUNDS),
    AnyOf("skills", terms.SKILLS),
    Count("awards", len(terms.AWARDS)),
    Number("experience", 5),
    Number("prestige", 10),
    Number("level", 8),
    Number("flights", 60),
    Number("fatigue", 6),
    Number("lines_to_miss", 8),
    Number("kills/bombers", KILLS),
    Number("kills/fighters", KILLS),
    Flag("leads"),
    Flag("over"),
    AnyOf("wingman/status", ("fine", "damaged", "down", "away")),
    Number("wingman/experience", 5),
    Inside("aircraft", AIRCRAFT),
    Inside("sortie", SORTIE),
)
OBSERVING: Final = Observing(
    (
        AnyOf("month", terms.MONTHS),
        Number("line", 8),
        Number("cards_left", 60),
        Inside("raid", (AnyOf("zone", terms.TARGET_ZONES), AnyOf("weather", terms.WEATHERS))),
        AnyOf("own", tuple(range(terms.MAX_PILOTS))),
        Rows("pilots", terms.MAX_PILOTS, PILOT),
    ),
    128,  # some thirty things to buy are the longest list
)
