"""A sortie's orders: the raid as cards and dice made it, and the fighters sent up against it.

They are plain data, since saves hold them; the sortie's scenario is made from them.
"""

from __future__ import annotations

from typing import TypedDict

from viermot.games.campaign.model.ids import Card, FlightId


class FighterOrders(TypedDict):
    """What the scenario must know about a fighter."""

    flight: FlightId
    type: str
    pilot: str  # his status, in a scenario's words
    radar: str  # a set fitted later, "" for none
    ai: bool  # does it have any set?
    late: bool  # does it start in the beacon box?
    hits: int  # at take-off, from earlier sorties that night
    turns: int  # flown tonight


class Orders(TypedDict, total=False):
    """Drawn up step by step: empty on the ground, then the raid, and at take-off the last three fields."""

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
    month: int  # counted as the charts do
    fighters: list[FighterOrders]
    last_turn: int
    gunflash: bool
