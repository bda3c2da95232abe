"""What a learner is shown of a night, as numbers (`kernel/observing.py`)."""

from __future__ import annotations

from typing import Final

from viermot.games.bomber_command.sequence import PHASES
from viermot.kernel.observing import AnyOf, Count, Flag, Hashed, Inside, Number, Observing, Part, Place, Rows

COLUMNS, ROWS = 18, 13  # of the map
MAX_UNITS, MAX_BOXES, MAX_RAIDS, MAX_COUNTERS = 40, 10, 10, 12
DIVISIONS: Final = ("England", "1.JD", "2.JD", "3.JD", "4.JD", "7.JD")
WEATHER: Final = ("Clear", "Haze", "Broken Cloud", "Cloud")
CARDS: Final = 64  # numbers for the titles in a hand

UNIT: Final[tuple[Part, ...]] = (
    Place("place", COLUMNS, ROWS),
    AnyOf("place", ("ready", "out")),
    Number("strength", 3),
    Number("fuel", 8),
    Flag("twin"),
    Flag("raid"),
    Flag("stacked"),
    AnyOf("markers", ("depleted", "scramble", "gci", "return")),
)
BOX: Final[tuple[Part, ...]] = (
    Number("damage", 4),
    Number("disruption", 12),
    Number("hunt", 3),
    Number("losses", 20),
    AnyOf("kind", ("main", "mosquito", "decoy", "gardening")),
    Count("units", 3),
)
RAID: Final[tuple[Part, ...]] = (
    AnyOf("kind", ("main", "mosquito", "decoy", "gardening")),
    AnyOf("fate", ("waiting", "flying", "escorting", "recovered", "England")),
    Number("at", 30, -1),
    Number("entry", 10),
    Number("waypoints", 4),
    Flag("heavy"),
)
OBSERVING: Final = Observing(
    (
        Number("turn", 20),
        AnyOf("phase", tuple(name for name, *_ in PHASES)),
        *[AnyOf(f"sky/weather/{division}", WEATHER) for division in DIVISIONS],
        AnyOf("sky/visibility", ("poor", "moderate", "good")),
        Flag("sky/bad"),
        Number("sky/twilight", 20),
        Number("jamming/level", 10),
        Number("jamming/infiltration", 12),
        Flag("jamming/naxos"),
        Flag("jamming/beleuchter"),
        Number("points/british", 80),
        Number("points/german", 80),
        Number("fighter_losses", 30),
        Number("cards/sizes/british", 8),
        Number("cards/sizes/german", 8),
        Number("cards/piles/british", 60),
        Number("cards/piles/german", 60),
        Hashed("cards/hand", CARDS),
        Rows("units", MAX_UNITS, UNIT),
        Rows("boxes", MAX_BOXES, BOX),
        Hashed("counters", 2 * CARDS),
        Hashed("combat_markers", CARDS),
        Inside("attack", (Place("hex", COLUMNS, ROWS), Flag("damaged"), Flag("mosquitos"), Flag("city"))),
        Inside("city", (Hashed("areas", CARDS),)),
        Rows("plot", MAX_RAIDS, RAID),
        Hashed("targets", CARDS),
    ),
    2048,  # the 720 orders of six divisions are the longest list
)
