"""What a learner is shown of a night, as numbers (`kernel/observing.py`)."""

from __future__ import annotations

from typing import Final

from viermot.kernel.observing import AnyOf, Count, Flag, Inside, Number, Observing, Part, Place, Rows

COLUMNS, ROWS = 18, 27  # of the map
MAX_FIGHTERS, MAX_CONTACTS, MAX_RADARS, MAX_ATTACKERS, MAX_TRACKS = 4, 10, 6, 24, 8
FACINGS: Final = ("N", "NE", "SE", "S", "SW", "NW")
FATES: Final = ("on map", "exited", "destroyed", "held back")
RESULTS: Final = ("pending", "nothing", "contact", "same hex")  # of a search
HEX: Final = Place("hex", COLUMNS, ROWS)

TIME: Final[tuple[Part, ...]] = (
    Number("turn", 40),
    AnyOf("phase", tuple(range(1, 11))),
    AnyOf("environment/moon", ("none", "half", "full")),
    AnyOf("environment/visibility", ("poor", "moderate", "good")),
    AnyOf("environment/cloud", ("none", "cloudy")),
    Flag("environment/contrails"),
    AnyOf("environment/altitude", ("normal", "low")),
    Number("score/kills", 10),
    Number("score/losses", 4),
    Number("score/score", 10, -10),
)
FIGHTER: Final[tuple[Part, ...]] = (
    HEX,
    AnyOf("facing", FACINGS),
    AnyOf("fate", FATES),
    Number("hits", 5),
    Number("damage", 5),
    Number("dives", 4),
    Number("blinded", 3),
    Flag("tally"),
    Flag("fix"),
    Flag("warned"),
    Flag("alerted"),
    Flag("oblique"),
    Flag("good_view"),
    Number("spent", 8),
    Number("card/mp_now", 8),
    Number("card/firepower", 8),
    Number("card/ai/range", 10),
)
RADAR: Final[tuple[Part, ...]] = (
    AnyOf("family", ("ground", "flensburg", "gci", "mew", "serrate")),
    Number("value", 6),
    AnyOf("jammed", ("none", "light", "heavy")),
)
CONTACT: Final[tuple[Part, ...]] = (
    HEX,
    AnyOf("facing", FACINGS),
    Number("hits", 6),
    Flag("type"),
    Flag("alerted"),
    Flag("lit_in"),
    Flag("tallied_by"),
    Flag("fixed_by"),
)
ATTACKER: Final[tuple[Part, ...]] = (
    HEX,
    AnyOf("fate", FATES),
    Number("column", COLUMNS),
    Number("hits", 6),
    Flag("intruder"),
    Flag("alerted"),
    Flag("lit_in"),
    Flag("contact"),
)

OBSERVING: Final = Observing(
    (
        *TIME,
        Rows("fighters", MAX_FIGHTERS, FIGHTER),
        Rows("radars", MAX_RADARS, RADAR),
        Rows("contacts", MAX_CONTACTS, CONTACT),
        Rows("searches", MAX_RADARS, (HEX, AnyOf("result", RESULTS))),
        Rows("sweeps", MAX_RADARS, (HEX,)),
        Rows("tracks", MAX_TRACKS, (HEX, Number("turn", 40), Flag("contact")), last=True),
        Count("markers", 18),
        Inside(
            "umpire",
            (
                AnyOf("side", ("red", "yellow")),
                Number("to_come", 45),
                Rows("attackers", MAX_ATTACKERS, ATTACKER),
            ),
        ),
    ),
    8192,  # the 486 hexes of the map with six facings each are the longest list
)
