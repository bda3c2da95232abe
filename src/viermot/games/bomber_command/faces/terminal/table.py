"""A table for Bomber Command: card windows only when something could be played, the German order sheet, the hand.

order I./NJG1 J8 Ida               stands until it is changed; carried out with the next sheet
sheet                              end of the phase: units without an order stay
sheet I./NJG1 J8 Ida; I./NJG3 home these orders, and the end of the phase
hand SERRATE attack                play it at the first moment of this turn that allows it
hand away CORONA                   throw it away when cards are next drawn
"""

from __future__ import annotations

from typing import Final

from viermot.games.bomber_command.knowledge.perspective import RaidView
from viermot.games.bomber_command.model.layout import Layout
from viermot.games.bomber_command.model.state import Game
from viermot.kernel.decision import Decision
from viermot.kernel.json import Json
from viermot.kernel.standing import DEFAULT
from viermot.kernel.user_error import UserError, brief
from viermot.terminal import orders
from viermot.terminal.play import Play

UNITS, CARDS = "orders", "hand"
SHEET, HAND = f"bomber_command.{UNITS}", f"bomber_command.{CARDS}"  # as the record names what is ordered on them
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

    # -- the order sheet and the hand ------------------------------------------------------------------------

    def _do_order(self, decision: Decision, rest: str) -> None:
        """What units are to do until told otherwise."""
        self.session.order(decision.seat, {"always": self._lines(rest)})
        self._page(orders.listed(self.session, decision.seat, self.console))
        self._autosave()

    def _do_sheet(self, decision: Decision, rest: str) -> None:
        """Orders in any number, and the end of the phase."""
        if decision.question.sheet != UNITS:
            self.console.tell(self.console.text("bomber_command.sheet.not_now"))
            return
        lines = self._lines(rest)
        self.session.order(decision.seat, {"always": lines, "sheet": [*lines, [SHEET, "", DEFAULT]]})
        self._autosave()

    def _lines(self, rest: str) -> list[Json]:
        """Orders as they are typed: units and what they do, with semicolons between them."""
        names = {unit.name.lower(): unit.name for unit in self._layout.units}
        lines: list[Json] = []
        for part in filter(None, (each.strip() for each in rest.split(";"))):
            name, _, order = part.partition(" ")
            if name.lower() not in names:
                raise UserError("bomber_command.sheet.no_such_unit", unit=brief(name))
            lines.append([SHEET, names[name.lower()], order.strip()])
        return lines

    def _do_hand(self, decision: Decision, rest: str) -> None:
        """A card to be played this turn, or thrown away at the next draw."""
        view = self.session.perspective(decision.seat)
        assert isinstance(view, RaidView)
        word, _, title = rest.partition(" ")
        away = word.lower() == "away"
        wanted = " ".join((title if away else rest).upper().split())
        cards = [self._layout.cards[view.side][each] for each in view.hand]
        uses = [card.name for card in cards] if away else [
            f"{card.name} {function.word}" for card in cards for function in card.functions
        ]  # fmt: skip
        found = [use for use in dict.fromkeys(uses) if use.upper().startswith(wanted)] if wanted else []
        if len(found) != 1:
            raise UserError("bomber_command.hand.which", cards=", ".join(dict.fromkeys(uses)))
        when = f"discard {view.turn + 1}" if away else f"play {view.turn}"
        self.session.order(decision.seat, {"always": [[HAND, found[0], when]]})
        key = "bomber_command.hand.goes" if away else "bomber_command.hand.comes"
        self.console.tell(self.console.text(key, card=found[0]))
        self._autosave()

    @property
    def _layout(self) -> Layout:
        game = self.session.state
        assert isinstance(game, Game)
        return game.layout
