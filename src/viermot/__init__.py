"""Viermot: the night and day air war over the Reich, board games with the computer in every seat.

>>> import viermot
>>> print(*(info.name for info in viermot.list_games()))
nightfighter solitaire campaign bomber_command interceptor
>>> s = viermot.new_game("nightfighter", scenario="3", seed="hello", seats={"player": "random", "umpire": "plain"})
>>> s.result["level"] in ("loss", "win", "decisive")
True
"""

from viermot import text
from viermot.kernel import words
from viermot.kernel.decision import Decision, IllegalOption
from viermot.kernel.perspective import PUBLIC
from viermot.kernel.registry import GameInfo, modules
from viermot.kernel.saves import SaveError, Verdict, load, verify
from viermot.kernel.session import CannotUndo, Session, new_game
from viermot.kernel.user_error import UserError

__version__ = "0.2.0.dev0"

words.use_translator(text)


def list_games() -> list[GameInfo]:
    """Every game that is installed: name, seats, scenarios, options, rules version."""
    return [module.info(module.load_pack(None)) for module in modules()]


__all__ = [
    "PUBLIC",
    "CannotUndo",
    "Decision",
    "GameInfo",
    "IllegalOption",
    "SaveError",
    "Session",
    "UserError",
    "Verdict",
    "list_games",
    "load",
    "new_game",
    "verify",
]
