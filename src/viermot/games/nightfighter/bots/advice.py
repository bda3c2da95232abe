"""The standard players of both seats, asked for advice: what they would do, and why, in a sentence for each kind of
question.

What the alternatives are worth is found by playing on from them (`viermot.advising`).
"""

from __future__ import annotations

from typing import Final

from viermot.games.nightfighter.bots.player import StandardPlayer
from viermot.games.nightfighter.bots.umpire import ENTER, NO, NOT_NOW, PLAY_ON, StandardUmpire
from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.games.nightfighter.rules.fighters import DIVE, DIVE_ALL, EVADE
from viermot.games.nightfighter.rules.gunnery import GUNS, HOLD_FIRE
from viermot.games.nightfighter.rules.response import SHOOTS
from viermot.games.nightfighter.rules.searchlights import BY_HAND
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


class AdvisingUmpire(StandardUmpire):
    """The standard umpire, who can say why."""

    def advise(self, view: NightView, ask: Ask, rng: Rng) -> Advice:
        """What he would do, with his reason."""
        code = self.choose(view, ask, rng)
        return Advice(code, umpire_reason(ask, code))


HIS: Final = "umpire_"  # what the keys of his sentences begin with
UMPIRE: Final = {  # the reason, whatever the answer
    "choose_side": "which_side", "come_in": "speed", "who_flies_first": "any", "which_intruder": "any",
    "sweep": "sweep", "place_marker": "marker", "fix_which": "least", "cone_which": "least", "mew_target": "farthest",
    "displace": "slip", "hunt_which": "prey", "intruder_path": "stalk",
}  # fmt: skip
WEIGHED: Final = {  # the answer, its reason, and the reason for any other
    "hold_back": (ENTER, "enter", "hold"), "all_in": (NO, "go_on", "wait"), "slip": (NOT_NOW, "stay", "slip"),
    "place_markers": (BY_HAND, "by_hand", "at_random"), "shoot": (SHOOTS, "shoot", "hold_fire"),
    "intruder_attacks": (NO, "let_go", "attack"), "fake_roll": (NO, "silence", "rattle"),
    "declare": (PLAY_ON, "play_on", "declare"),
}  # fmt: skip


def umpire_reason(ask: Ask, code: int) -> str:
    """The key of the sentence that says why the umpire does so."""
    if ask.kind in WEIGHED:
        this, why, otherwise = WEIGHED[ask.kind]
        return f"nightfighter.advice.{HIS}{why if code == this else otherwise}"
    return f"nightfighter.advice.{HIS}{UMPIRE[ask.kind]}"
