"""The bots of the solitaire game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from viermot.games.nightfighter.bots.expert import STUDIES, TABLE
from viermot.games.solitaire.bots.advice import AdvisingPlayer
from viermot.games.solitaire.bots.expert import ExpertPlayer
from viermot.games.solitaire.bots.novice import NovicePlayer
from viermot.kernel.bots import Budgeted
from viermot.kernel.registry import Bot
from viermot.uniform_bot import Uniform

BOTS: Final[Mapping[str, Mapping[str, Callable[[], Bot]]]] = {
    "player": {
        "random": Uniform,
        "novice": NovicePlayer,
        "standard": AdvisingPlayer,
        "expert": Budgeted(ExpertPlayer, studies=STUDIES, table=TABLE),
    }
}
