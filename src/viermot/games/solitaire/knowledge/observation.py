"""What a learner is shown of a solitaire night, as numbers (`kernel/observing.py`)."""

from __future__ import annotations

from typing import Final

from viermot.games.nightfighter.knowledge.observation import (
    FACINGS,
    FIGHTER,
    HEX,
    MAX_FIGHTERS,
    MAX_RADARS,
    RADAR,
    TIME,
)
from viermot.kernel.observing import AnyOf, Count, Flag, Number, Observing, Part, Rows

MAX_COUNTERS, MAX_COMING = 27, 4
COUNTER: Final[tuple[Part, ...]] = (
    HEX,
    AnyOf("facing", FACINGS),
    AnyOf("level", ("none", "low", "moderate", "high")),
    Number("left", 6),
    Number("hits", 6),
    Count("area", 18),
    Count("excluded", 18),
    AnyOf("track", ("beneath", "above")),
    Flag("hidden"),
    Flag("alerted"),
    Flag("lit_in"),
    Flag("tallied_by"),
    Flag("fixed_by"),
)
RESULTS: Final = ("waiting", "nothing", "silent", "tested", "refined", "tracked")

PARTS: Final[tuple[Part, ...]] = (
    *TIME,
    Rows("fighters", MAX_FIGHTERS, FIGHTER),
    Rows("radars", MAX_RADARS, RADAR),
    Rows("counters", MAX_COUNTERS, COUNTER),
    Rows("searches", MAX_RADARS, (HEX, AnyOf("result", RESULTS))),
    Rows("coming", MAX_COMING, (Number("turn", 40),)),
    Count("gone", 60),
)
OBSERVING: Final = Observing(PARTS, 8192)
