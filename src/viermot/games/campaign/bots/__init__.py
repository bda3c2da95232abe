"""The bots of careers: in the air they are the bots of the sortie's game, on the ground they keep to simple habits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from viermot.games.campaign.knowledge.perspective import CareerView
from viermot.games.nightfighter.bots.advice import reason_of, umpire_reason
from viermot.kernel import registry
from viermot.kernel.dice import Rng
from viermot.kernel.minds import Advice
from viermot.kernel.registry import Ask, Bot
from viermot.uniform_bot import Uniform

IN_FLIGHT: Final = ("in_flight", "in_flight_still")
HABITS: Final = {  # the index of the option usually taken on the ground
    "week_over": 0, "who_assigns": 0, "land_or_stay": 1, "bale_out": 0, "train": 0, "fit_set": 0, "convert": -1,
    "hurry": 1, "assign": 1,
}  # fmt: skip


class CareerBot:
    """Flies with the bot of that name from the sortie's game; a new one takes the seat for every sortie."""

    def __init__(self, name: str, seat: str) -> None:
        self.name = name
        self.seat = seat
        self.number = 0
        self.flier: Bot | None = None

    def choose(self, view: CareerView, ask: Ask, rng: Rng) -> int:
        """One of the codes."""
        if ask.kind not in IN_FLIGHT:
            return self._on_the_ground(ask)
        if self.flier is None or self.number != view.sortie_number:
            self.number = view.sortie_number
            bots = registry.game(view.sortie_game).bots(self.seat)
            self.flier = bots[next(name for name in (self.name, "standard", *bots) if name in bots)]()
        return self.flier.choose(view.sortie(), view.sortie_question(ask.codes), rng)

    def _on_the_ground(self, ask: Ask) -> int:
        if ask.kind == "land_or_stay":  # a fighter that was hit comes down at once
            facts = ask.facts
            worn = facts["hits"] or facts["fuel"] < 8
            return int(ask.codes[0 if worn else 1])
        return int(ask.codes[HABITS.get(ask.kind, 0)])


class AdvisingPilot(CareerBot):
    """A player of a career who can say why: in the air as the sortie's own player would."""

    def __init__(self, name: str = "standard") -> None:
        super().__init__(name, "player")

    def advise(self, view: CareerView, ask: Ask, rng: Rng) -> Advice:
        """What he would do, and the reason."""
        code = self.choose(view, ask, rng)
        if ask.kind in IN_FLIGHT:
            return Advice(code, reason_of(view.sortie(), view.sortie_question(ask.codes), code))
        if ask.kind == "land_or_stay":
            reason = "stay" if code else "worn" if ask.facts["hits"] else "dry"
        elif ask.kind in ("hurry", "assign", "convert"):
            reason = ask.kind if code else f"{ask.kind}_none"
        else:
            reason = ask.kind if ask.kind in HABITS else "other"
        return Advice(code, f"campaign.advice.{reason}")


class AdvisingUmpire(CareerBot):
    """An umpire of a career who can say why: he has a word in the air only."""

    def __init__(self) -> None:
        super().__init__("standard", "umpire")

    def advise(self, view: CareerView, ask: Ask, rng: Rng) -> Advice:
        """What he would do, and the reason."""
        code = self.choose(view, ask, rng)
        if ask.kind in IN_FLIGHT:
            return Advice(code, umpire_reason(view.sortie_question(ask.codes), code))
        return Advice(code, "campaign.advice.other")


def _bot(name: str, seat: str) -> Callable[[], Bot]:
    return lambda: CareerBot(name, seat)


BOTS: Final[Mapping[str, Mapping[str, Callable[[], Bot]]]] = {
    "player": {
        "random": Uniform,
        "novice": _bot("novice", "player"),
        "standard": AdvisingPilot,
        "expert": lambda: AdvisingPilot("expert"),
    },
    "umpire": {"random": Uniform, "plain": _bot("plain", "umpire"), "standard": AdvisingUmpire},
}
