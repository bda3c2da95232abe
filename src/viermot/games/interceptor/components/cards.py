"""Rows for the combat cards [3.5.1]."""

from __future__ import annotations

from typing import Annotated

import msgspec

from viermot.games.interceptor.components.words import Avoid, Cell, Small, WingmanText
from viermot.kernel.packs import Sourced


class Manoeuvre(Sourced, frozen=True):
    """A defensive text: what it avoids, how it improves the position, whether it ends the encounter [7.2.2.6]."""

    name: str
    avoid: Avoid = 0
    improve: Annotated[int, msgspec.Meta(ge=0, le=4)] = 0
    agile_improve: Annotated[int, msgspec.Meta(ge=0, le=4)] | None = None
    ends: bool = False

    @property
    def tight(self) -> bool:
        """Is it a tight turn, in which agile aircraft gain more? [7.2.2.8]"""
        return self.agile_improve is not None


class CardRow(Sourced, frozen=True):
    """A combat card as printed [3.5.1]."""

    id: Annotated[int, msgspec.Meta(ge=1, le=60)]
    hits: tuple[Cell, ...]
    fire: Annotated[int, msgspec.Meta(ge=0, le=9)]
    defence: str
    wingman: WingmanText
    value: Small = 0
    jam: bool = False


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    columns: tuple[int, ...]
    manoeuvre: tuple[Manoeuvre, ...]
    card: tuple[CardRow, ...]


class Wing(msgspec.Struct, frozen=True):
    """A wingman text: what he does, and with what firepower, positions or hits [7.2.3.2]."""

    kind: WingmanText
    value: int


class Card(msgspec.Struct, frozen=True):
    """A combat card with its manoeuvre looked up."""

    n: int
    hits: tuple[Cell, ...]
    df: int
    jam: bool
    defence: Manoeuvre
    wingman: Wing
