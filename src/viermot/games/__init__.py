"""The games, one folder each; they are found by their entry points and by nothing else."""

from __future__ import annotations

import sys
from types import ModuleType

from viermot.kernel.registry import GameInfo


class _Callable(ModuleType):
    """``viermot.games()`` was the name of ``viermot.list_games()`` before the games had this folder; it still works."""

    def __call__(self) -> list[GameInfo]:
        from viermot import list_games

        return list_games()


sys.modules[__name__].__class__ = _Callable
