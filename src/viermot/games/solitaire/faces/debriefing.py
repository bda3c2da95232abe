"""Which throws of a solitaire night had odds: Nightfighter's, and every look and search that takes a six."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from viermot.debriefing import Gamble, Told, chance
from viermot.games.nightfighter.faces.debriefing import (
    LIGHT_STAKE,
    PLAYER,
    TALLY_STAKE,
    NightDebriefing,
    six_among,
)
from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.games.nightfighter.model.ids import Attacker, Handle
from viermot.games.nightfighter.model.state import Game
from viermot.games.solitaire.knowledge.perspective import SoloView
from viermot.games.solitaire.model.state import Solo

LOOKS: Final = {"roll:tally": "nightfighter.luck.tallies", "roll:fixed tally": "nightfighter.luck.tallies"}
LIGHTS: Final = ("roll:searchlight", "roll:hand-off")
SIX: Final = 6


class SoloDebriefing(NightDebriefing):
    """Solitaire: a tally and a searchlight take a six [S10.0, S14.0]; a contact is a counter."""

    finds = frozenset(("real", "located", "coned"))  # a counter proves to be a bomber, or its place is known

    def view_of(self, before: Game) -> NightView:
        if not isinstance(before, Solo):
            raise TypeError(type(before).__name__)
        return SoloView(before, PLAYER)

    def target_of(self, before: Game, handle: Handle) -> Attacker | None:
        return Attacker(handle - 1)

    def sighting(self, each: Told, after: Sequence[Told]) -> Iterator[Gamble]:
        dice = each.event.data.get("dice", ())
        what = LOOKS.get(each.what, "nightfighter.luck.lights" if each.what in LIGHTS else "")
        if what:
            stake = TALLY_STAKE if each.what in LOOKS else LIGHT_STAKE
            yield chance(each.place, what, PLAYER, six_among(len(dice)), SIX in dice, stake)


DEBRIEFING: Final = SoloDebriefing()
