"""The standard player, asked for advice: what he would do, and why, in a sentence for each kind of question.

What the alternatives are worth is found by playing on from them (`viermot.advising`).
"""

from __future__ import annotations

from typing import Final

from viermot.games.nightfighter.bots.player import StandardPlayer
from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.games.nightfighter.rules.fighters import DIVE, DIVE_ALL, EVADE
from viermot.games.nightfighter.rules.gunnery import GUNS, HOLD_FIRE
from viermot.kernel.dice import Rng
from viermot.kernel.minds import Advice
from viermot.kernel.registry import Ask

STOP: Final = 0
SAID: Final = frozenset(
    ("place_fighter", "who_moves", "leave_box", "place_search", "hand_off", "roll_through_jamming", "who_rolls",
     "who_looks", "shoot_back", "claim", "keep_or_drop", "general_tally", "keep_which", "tally_fixed", "identify",
     "attack_all_the_same", "follow", "own_corkscrew", "who_attacks", "light_up", "ai_target", "tally", "use_serrate",
     "resolve_which", "who_searches"),
)  # fmt: skip


class AdvisingPlayer(StandardPlayer):
    """The standard player, who can say why."""

    def advise(self, view: NightView, ask: Ask, rng: Rng) -> Advice:
        """What he would do, with his reason."""
        code = self.choose(view, ask, rng)
        return Advice(code, reason_of(view, ask, code))


def reason_of(view: NightView, ask: Ask, code: int) -> str:
    """The key of the sentence that says why."""
    return f"nightfighter.advice.{_reason(view, ask, code)}"


def _reason(view: NightView, ask: Ask, code: int) -> str:
    if ask.kind == "attack":
        return "hold_fire" if code == HOLD_FIRE else "guns" if code == GUNS else "oblique"
    if ask.kind == "manoeuvre":
        return "evade" if code >= EVADE else "dive" if code in (DIVE, DIVE_ALL) else "stay_high"
    if ask.kind == "fly_for_more":
        return "stop" if code == STOP else "fly_on"
    if ask.kind == "path":
        fighter = ask.facts["fighter"]
        return "path_tallied" if view.tally_of(fighter) else "path_contact" if view.contacts() else "path_plot"
    return ask.kind if ask.kind in SAID else "other"
