"""What each seat may know, and the words for it. Everything that leaves the game goes through here."""

from __future__ import annotations

from typing import Any

from lamplight.rules import RAIDER, SEATS
from lamplight.state import Night
from viermot.kernel.events import Event
from viermot.kernel.perspective import seat_bits

FIELDS = {"watch": "watch", "lane": "lane", "lit": "lane", "dark": "", "glimpse": "lane die caught", "over": "caught"}
ECHOES = ("lane", "lit")  # these tell a seat only what it has just done


class LaneView:
    """The night as one seat sees it."""

    def __init__(self, game: Night, seat: str) -> None:
        self._game, self.seat, self.bits = game, seat, seat_bits(SEATS, seat)

    def to_json(self) -> dict[str, Any]:
        game = self._game
        shown: dict[str, Any] = {
            "game": "lamplight", "watch": game.watch, "watches": game.watches, "lanes": game.lanes, "lit": game.lit,
        }  # fmt: skip
        if self.seat == SEATS[RAIDER] or game.over:
            shown["lane"] = game.lane
        return shown

    def events(self, since: int = 0, until: int | None = None) -> list[Event]:
        told: list[Event] = []
        turn = 0
        for kind, rules, seats, data in self._game.log[: self._game.logged]:
            turn = data[0] if kind == "watch" else turn
            if seats & self.bits == self.bits:
                fields = dict(zip(FIELDS[kind].split(), data, strict=True))
                told.append(Event(len(told), turn, kind, tuple(rules.split()), fields))
        return told[since:until]

    # -- in words ---------------------------------------------------------------------------------------

    def key_of(self, event: Event) -> str:
        caught = event.data.get("caught")
        return f"lamplight.event.{event.kind}" + ("" if caught is None else ".caught" if caught else ".missed")

    def event_fields(self, event: Event, locale: str) -> dict[str, Any]:
        return event.data

    def modifiers(self, event: Event, locale: str) -> list[str]:
        return []
