"""What a learner is shown of a career, as numbers (`kernel/observing.py`): the Staffel, and the sortie being flown."""

from __future__ import annotations

from typing import Final

from viermot.games.nightfighter.knowledge.observation import HEX, MAX_RADARS
from viermot.games.nightfighter.knowledge.observation import OBSERVING as UMPIRED
from viermot.games.nightfighter.knowledge.observation import RESULTS as UMPIRED_RESULTS
from viermot.games.solitaire.knowledge.observation import PARTS as ALONE
from viermot.games.solitaire.knowledge.observation import RESULTS as ALONE_RESULTS
from viermot.kernel.observing import AnyOf, Flag, Inside, Number, Observing, Part, Rows

MAX_CREWS, MAX_AIRCRAFT, MAX_PATROLS = 12, 14, 8
WEEKS: Final = 48

CREW: Final[tuple[Part, ...]] = (
    Number("kills", 30),
    Number("points", 60),
    Number("shot_down", 5),
    AnyOf("status", ("green", "normal", "seasoned", "ace")),
    AnyOf("fate", ("active",)),
    Number("wounded_weeks", 8),
    Number("away_weeks", 8),
    Number("operator_wounded_weeks", 8),
    Number("weeks_running", 8),
    AnyOf("awards", ("iron_cross_2", "iron_cross_1", "german_cross", "knights_cross")),
)
AIRCRAFT: Final[tuple[Part, ...]] = (
    AnyOf("fate", ("in stock", "written off", "destroyed")),
    Number("workshop_weeks", 4),
    Flag("radar"),
)
PATROL: Final[tuple[Part, ...]] = (
    Number("crew", MAX_CREWS),
    Number("sector", 3),
    AnyOf("role", ("station", "standby")),
    AnyOf("state", ("on the ground", "on station", "landed")),
    Number("turns", 30),
    Number("fuel", 30),
    Number("hits", 5),
)
# Flown alone or with an umpire: what both have in common is there once.
SEARCHES: Final = Rows(
    "searches", MAX_RADARS, (HEX, AnyOf("result", tuple(dict.fromkeys(ALONE_RESULTS + UMPIRED_RESULTS))))
)
SORTIE: Final[tuple[Part, ...]] = (
    SEARCHES,
    *[part for part in ALONE if part.path != SEARCHES.path],
    *[part for part in UMPIRED.parts if part.path not in {each.path for each in ALONE}],
)
OBSERVING: Final = Observing(
    (
        Number("week", WEEKS),
        Number("month", 11),
        AnyOf("moon", ("none", "half", "full")),
        Number("cards_left", 54),
        Inside("night", (Number("cards", 5), AnyOf("visibility", ("poor", "moderate", "good")), Flag("moon_risen"))),
        Inside("orders", (AnyOf("kind", ("himmelbett", "dunaja")), AnyOf("size", ("normal", "massive")))),
        Number("score/points", 100),
        Number("score/total", 50, -50),
        Number("score/crews_lost", 6),
        Number("score/aircraft_lost", 12),
        Rows("crews", MAX_CREWS, CREW),
        Rows("aircraft", MAX_AIRCRAFT, AIRCRAFT),
        Rows("patrols", MAX_PATROLS, PATROL),
        Inside("sortie", SORTIE),
    ),
    8192,
)
