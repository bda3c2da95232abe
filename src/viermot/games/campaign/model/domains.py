"""What the state of a career may hold, field by field and step by step; positions are checked against it.

The sortie inside it is a game of its own, and is checked against that game's domains.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from viermot.games.campaign.components import base_pack
from viermot.games.campaign.model.state import Career
from viermot.games.campaign.model.terms import (
    CREW_FATES,
    FLIGHTS,
    LETTERS,
    MEN,
    MOONS,
    PILOTS,
    PLANE_FATES,
    ROLES,
    VISIBILITIES,
)
from viermot.kernel.domains import SWITCH, Declared, Domain, Fields, Index, Many, Named, OneOf, Pair, Sizes, Text, Whole

WEEK: Final = Whole(0, 999)
COUNT: Final = Whole(0, 9_999)
NAME: Final = Text(80)
STATUS: Final = Whole(0, 2)
TYPE: Final = Named("types")
MAX_PLANES: Final = len(LETTERS)


def sizes(game: Career) -> Sizes:
    """How many there are of each thing in this career, and the words its book knows."""
    book = game.layout.book
    charts = base_pack(book, game.layout.game_name)
    return {
        "crews": len(game.crews), "planes": len(game.planes), "flights": len(game.flights),
        "sectors": book.staffel.patrol.sectors, "weeks": game.layout.weeks, "awards": len(book.awards),
        "types": charts.fighters, "bombers": charts.bombers, "kinds": book.kinds, "sizes": book.sizes,
        "injuries": book.injuries, "radars": {"", *charts.ai_radars},
    }  # fmt: skip


class Boolean(Domain):
    """True or false."""

    def fits(self, value: object, sizes: Sizes) -> bool:
        return isinstance(value, bool)


class Prefix(Domain):
    """What the dice of a sortie are called: a number that is never drawn twice."""

    def fits(self, value: object, sizes: Sizes) -> bool:
        if not isinstance(value, str) or len(value) > 40:
            return False
        return not value or (value.endswith("/") and value[:-1].replace("-", "").isalnum() and value.isascii())


class Orders(Domain):
    """A sortie's scenario as cards and dice made it; it is built step by step, so keys may still be missing."""

    FIGHTER: Final = Fields({
        "flight": Whole(0, 99), "type": TYPE, "pilot": OneOf(*PILOTS), "radar": Named("radars"), "ai": Boolean(),
        "late": Boolean(), "hits": Whole(0, 20), "turns": Whole(0, 999),
    })  # fmt: skip
    KEYS: Final = Fields({
        "kind": Named("kinds"), "size": Named("sizes"), "card": Whole(0, 53), "low": Boolean(),
        "bomber": Named("bombers"), "equipment": Many(OneOf("Monica", "Boozer", "H2S"), maximum=3, once=True),
        "jammed": Boolean(), "lights": Boolean(), "moon": OneOf(*MOONS), "visibility": OneOf(*VISIBILITIES),
        "cloud": OneOf("none", "cloudy"), "month": Whole(12 * 1939, 12 * 1946),
        "fighters": Many(FIGHTER, minimum=1, maximum=9), "last_turn": Whole(1, 99), "gunflash": Boolean(),
    }, whole=False)  # fmt: skip

    def fits(self, value: object, sizes: Sizes) -> bool:
        return self.KEYS.fits(value, sizes)


class Sortie(Domain):
    """The game in the air, as data; it is checked against its own domains once it has been laid out."""

    def fits(self, value: object, sizes: Sizes) -> bool:
        return value is None or isinstance(value, Mapping)


CREW: Final = Pair(
    NAME, NAME, NAME, COUNT, COUNT, COUNT, Whole(0, "awards"), STATUS, Whole(0, len(CREW_FATES) - 1), WEEK, WEEK, WEEK,
    WEEK, WEEK, WEEK, Whole(0, 9),
)  # fmt: skip
PLANE: Final = Pair(TYPE, WEEK, Whole(0, len(PLANE_FATES) - 1), Named("radars"))
FLIGHT: Final = Pair(
    Index("crews"), Index("planes"), Index("sectors"), Whole(0, len(ROLES) - 1), Whole(0, len(FLIGHTS) - 1), WEEK,
    Whole(0, 20), SWITCH, SWITCH,
)  # fmt: skip
FLOWN: Final = Pair(
    COUNT, WEEK, Named("kinds"), Named("sizes"), Whole(0, 53), Named("bombers"), Many(Index("crews"), maximum=9),
    Many(TYPE, maximum=9), COUNT, COUNT, COUNT, COUNT,
)  # fmt: skip
VICTIM: Final = Pair(WEEK, Index("crews"), Named("bombers"), Whole(0, 9), COUNT)
FIELDS: Final[dict[str, Domain]] = {
    "week": Whole(0, "weeks"), "moon": Whole(0, 2), "visibility": Whole(-1, 2), "cloud": SWITCH, "risen": SWITCH,
    "cards": Many(Whole(0, 53), once=True), "drawn": Whole(0, 99), "counted": Whole(0, 99), "month_cards": Whole(0, 99),
    "passing": SWITCH, "happened": SWITCH, "no_night": WEEK, "closed": Index("sectors", nobody=True),
    "month_event": Whole(0, 99), "conversions": Whole(0, 99), "score": COUNT, "lost_crews": COUNT,
    "lost_planes": COUNT, "bonus": COUNT, "number": COUNT, "prefix": Prefix(), "tended": SWITCH, "arrived": WEEK,
    "ending": Text(80), "level": Text(80), "crews": Many(CREW, maximum=99), "planes": Many(PLANE, maximum=MAX_PLANES),
    "flights": Many(FLIGHT, maximum=20), "flown": Many(FLOWN, maximum=2_000), "victims": Many(VICTIM, maximum=2_000),
    "history": Many(Pair(*[COUNT] * 8), maximum=999), "orders": Orders(), "sortie": Sortie(),
}  # fmt: skip
ARGUMENTS: Final[dict[str, Domain]] = {
    "crew": Index("crews"), "flight": Index("flights"),
    "flights": Many(Index("flights"), minimum=1, maximum=9, once=True),
    "man": Whole(0, len(MEN) - 1), "table": Named("injuries"), "modifier": Whole(-9, 9), "by_day": SWITCH,
    "comes_late": SWITCH, "role": Whole(0, len(ROLES) - 1), "sector": Index("sectors"),
}  # fmt: skip
DECLARED: Final = Declared("campaign", FIELDS, ARGUMENTS, sizes, alone=True)
