"""The bots of Bomber Command, by seat and name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from viermot.games.bomber_command.bots.british import StandardBritish
from viermot.games.bomber_command.bots.german import StandardGerman
from viermot.games.bomber_command.bots.levels import (
    STUDIES,
    TABLE,
    DeceptiveBritish,
    DirectBritish,
    ExpertBritish,
    ExpertGerman,
    HistoricalBritish,
    HusbandingGerman,
    LineGerman,
    NoviceBritish,
    NoviceGerman,
    RovingGerman,
)
from viermot.games.bomber_command.knowledge.perspective import RaidView
from viermot.kernel.bots import Budgeted
from viermot.kernel.dice import Rng
from viermot.kernel.registry import Ask, Bot

DECLINED: Final = frozenset(("play", "cancel", "recover", "react", "intrude", "leave_raid", "take_offer"))
PASSIVE: Final = 6  # times out of seven, what is usually declined is declined


class Careless:
    """Any legal answer; but what players usually decline is mostly declined, or no unit would ever reach a raid."""

    def choose(self, view: RaidView, ask: Ask, rng: Rng) -> int:
        """One of the codes."""
        codes = ask.codes
        if ask.kind in DECLINED and rng.below(7) < PASSIVE:
            return int(codes[0])
        return int(codes[rng.below(len(codes))])


BOTS: Final[Mapping[str, Mapping[str, Callable[[], Bot]]]] = {
    "british": {
        "random": Careless,
        "novice": NoviceBritish,
        "standard": StandardBritish,
        "expert": Budgeted(ExpertBritish, studies=STUDIES, table=TABLE),
        "direct": DirectBritish,
        "deceptive": DeceptiveBritish,
        "historical": HistoricalBritish,
    },
    "german": {
        "random": Careless,
        "novice": NoviceGerman,
        "standard": StandardGerman,
        "expert": ExpertGerman,
        "line": LineGerman,
        "roving": RovingGerman,
        "husbanding": HusbandingGerman,
    },
}
