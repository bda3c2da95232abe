"""The standard player of the solitaire game, asked for advice: what he would do, and why."""

from __future__ import annotations

from viermot.games.nightfighter.bots.advice import reason_of
from viermot.games.solitaire.bots.player import StandardPlayer
from viermot.games.solitaire.knowledge.perspective import SoloView
from viermot.kernel.dice import Rng
from viermot.kernel.minds import Advice
from viermot.kernel.registry import Ask


class AdvisingPlayer(StandardPlayer):
    """The standard player, who can say why."""

    def advise(self, view: SoloView, ask: Ask, rng: Rng) -> Advice:
        """What he would do, with his reason."""
        code = self.choose(view, ask, rng)
        return Advice(code, reason_of(view, ask, code))
