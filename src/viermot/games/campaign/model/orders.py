"""A sortie's orders: the raid as cards and dice made it, and the fighters sent up against it.

They are plain data, since a save holds them; the scenario of the sortie is made from them.
"""

from __future__ import annotations

from typing import TypedDict

from viermot.games.campaign.model.ids import Card, FlightId


class FighterOrders(TypedDict):
    """What the scenario must know of a fighter."""

    flight: FlightId
    type: str
    pilot: str  # his status, in a scenario's words
    radar: str  # a set fitted later, "" for none
    ai: bool  # has it any set?
    late: bool  # does it start in the beacon box?
    hits: int  # as it takes off, from earlier sorties of the night
    turns: int  # flown tonight


class Orders(TypedDict, total=False):
    """They are drawn up step by step: empty on the ground, then the raid, and at take-off the last three."""

    kind: str
    size: str
    card: Card
    low: bool
    bomber: str
    equipment: list[str]
    jammed: bool
    lights: bool
    moon: str
    visibility: str
    cloud: str
    month: int  # as the charts count
    fighters: list[FighterOrders]
    last_turn: int
    gunflash: bool
