"""What is in the box: the chart and the scenarios, from data/, with an owner's values laid over them if he has any."""

from __future__ import annotations

from pathlib import Path

import msgspec

from viermot.kernel import packs
from viermot.kernel.packs import Status, Tables
from viermot.kernel.user_error import UserError

DATA = Path(__file__).parent / "data"
FILE = "lamplight.toml"


class Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    lanes: int
    caught_from: int
    status: Status = "own"
    pinned: dict[str, str] = {}


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str
    watches: int
    status: Status = "own"
    pinned: dict[str, str] = {}


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    chart: Chart
    scenario: list[Scenario]


class Components:
    """One pack: its tables as they were read, and what they say."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        book = packs.decode(tables, FILE, Book)
        self.chart = book.chart
        self.scenarios = {scenario.id: scenario for scenario in book.scenario}


def load(overlay: Path | None = None) -> Components:
    return Components(packs.read(DATA, overlay))


def load_content(content: object) -> Components:
    """What a save carries."""
    return Components(packs.from_content(content))


def check(pack: Components) -> list[UserError]:
    """What a reader of the chart would see at a glance."""
    wrong = [] if 2 <= pack.chart.lanes <= 9 else [UserError("lamplight.odd.lanes")]
    return wrong + ([] if 1 <= pack.chart.caught_from <= 6 else [UserError("lamplight.odd.die")])
