"""A table for Bomber Command, where most players want card windows only when they could play something."""

from __future__ import annotations

from typing import Final

from viermot.kernel.decision import Decision
from viermot.terminal.play import Play

ASKS: Final = ("always", "cards", "never")  # in every window; only when a card could be played; never


class RaidTable(Play):
    """The game at a terminal; `ask always`, `ask cards` and `ask never` say when card windows are shown."""

    asks = "cards"

    def _round(self) -> None:
        decision = self.session.pending[0]
        if decision.kind == "play" and self._passes(decision):
            self.session.decide("pass", decision.seat, decision.number)
            self._autosave()
            return
        super()._round()

    def _passes(self, decision: Decision) -> bool:
        """Is this window passed without asking?"""
        if self.asks == "cards":
            return all(option in ("pass", "return") for option in decision.options)
        return self.asks == "never"

    def _do_ask(self, decision: Decision, rest: str) -> None:
        """When to be asked in card windows."""
        if rest in ASKS:
            self.asks = rest
        self.console.tell(self.console.text(f"bomber_command.asks.{self.asks}"))
