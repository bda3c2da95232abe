"""The bots of Nightfighter, by seat and name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from viermot.games.nightfighter.bots.advice import AdvisingPlayer, AdvisingUmpire
from viermot.games.nightfighter.bots.expert import STUDIES, TABLE, ExpertPlayer
from viermot.games.nightfighter.bots.novice import NovicePlayer
from viermot.games.nightfighter.bots.plain_umpire import PlainUmpire
from viermot.kernel.bots import Budgeted
from viermot.kernel.registry import Bot
from viermot.uniform_bot import Uniform

BOTS: Final[Mapping[str, Mapping[str, Callable[[], Bot]]]] = {
    "player": {
        "random": Uniform,
        "novice": NovicePlayer,
        "standard": AdvisingPlayer,
        "expert": Budgeted(ExpertPlayer, studies=STUDIES, table=TABLE),
    },
    "umpire": {"random": Uniform, "plain": PlainUmpire, "standard": AdvisingUmpire},
}
