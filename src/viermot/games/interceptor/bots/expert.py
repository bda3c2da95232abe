"""The expert: the standard pilot who counts the cards, chooses his base, and closes in where it pays.

What he adds to standard's rules was found by playing out thousands of sorties, one habit at a time (docs/minds.md):
the answer to expect from a bomber is counted over the cards still in the deck; he is transferred to where lone bombers
can be met (`postings.py`); ground control is used for the best contact; undamaged, and a master of A.C.M., he
fires at Close range too, late in the year even with escorts about, when every raid has them and the first pass is the
last.

He does not search while he plays: in the time available, sorties played out to the end could not separate any two
answers. They are good enough to say what an answer is worth, so he plays them when he is asked for advice
(`advice.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from viermot.games.interceptor.bots import standard
from viermot.games.interceptor.bots.advice import advice_on
from viermot.games.interceptor.bots.postings import better_posting
from viermot.games.interceptor.bots.reference import Habit, first
from viermot.games.interceptor.knowledge.perspective import CareerView
from viermot.games.interceptor.model.options import BREAK_OFF, DONE
from viermot.games.interceptor.model.terms import (
    ACM,
    EVENT,
    FIGHTERS,
    MONTHS,
    NOT_LOCATED,
    OUT_OF_THE_SUN,
    START_ADVANTAGED,
    START_DISADVANTAGED,
    START_HEAD_ON,
)
from viermot.kernel.dice import Rng
from viermot.kernel.minds import Advice
from viermot.kernel.registry import Ask

CLOSE_IN: Final = 1.5  # hits to expect in a round that he will sit through while undamaged
LATE: Final = MONTHS.index("Nov43")  # from this month on he does so even with escorts about
CONTACTS: Final = (  # the best first
    OUT_OF_THE_SUN, START_ADVANTAGED, START_HEAD_ON, EVENT, NOT_LOCATED, START_DISADVANTAGED, FIGHTERS,
)  # fmt: skip


def fire_round(view: CareerView, ask: Ask) -> int:
    """As the standard pilot does, but where boldness pays he goes in to Close range."""
    answer = standard.fire_round(view, ask)
    if answer != BREAK_OFF or not bold(view) or not standard.guns_bite(view):
        return answer
    aim = standard.best_aim(view)
    return aim if aim in ask.codes and view.answer_to_expect() <= CLOSE_IN else BREAK_OFF


def bold(view: CareerView) -> bool:
    """Undamaged, a master of A.C.M.; with escorts about, only late in the year, when most raids have them [7.1.10]."""
    pilot = view.pilot
    if standard.aboard(view) or not pilot.career.skills & ACM:
        return False
    return pilot.attack.escort < 0 or view.month >= LATE


def spend_prestige(view: CareerView, ask: Ask) -> int:
    """Guns first, then a better place to fly from."""
    answer = standard.spend_prestige(view, ask)
    if answer != DONE:
        return answer
    posting = better_posting(view, ask)
    return DONE if posting is None else posting


def ground_control(view: CareerView, ask: Ask) -> int:
    """The best contact within reach; as it was rolled, if that is as good [7.10]."""
    facts = ask.facts
    return min(ask.codes, key=lambda total: (CONTACTS.index(facts[f"met{total}"]), total != facts["total"]))


EXPERT: Final[Mapping[str, Habit]] = {
    **standard.STANDARD,
    "fire_round": fire_round,
    "spend_prestige": spend_prestige,
    "ground_control": ground_control,
}


class ExpertPilot:
    """Answers as the standard pilot does, unless he knows better."""

    def choose(self, view: CareerView, ask: Ask, rng: Rng) -> int:
        """One of the codes."""
        return EXPERT.get(ask.kind, first)(view, ask)

    def advise(self, view: CareerView, ask: Ask, rng: Rng) -> Advice:
        """What he would choose and why, with what the other answers may be worth."""
        return advice_on(view, ask, self.choose(view, ask, rng), rng)
