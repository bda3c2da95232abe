"""The novice: flies by the standard pilot's rules, and errs as beginners err.

He becomes an officer because it sounds better, learns quick reflexes and gunnery before he learns to jump or to land,
and shoots at every fighter in front of him, head on as well, though fighters count for nothing. He attacks bombers as
the standard pilot does: he neither leaves them alone without cause nor fires guns that cannot fire.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from viermot.games.interceptor.bots import standard
from viermot.games.interceptor.bots.reference import Habit, first
from viermot.games.interceptor.knowledge.perspective import CareerView
from viermot.games.interceptor.model.ids import Skill
from viermot.games.interceptor.model.options import DONE, Lesson
from viermot.games.interceptor.model.terms import PILOT, SKILLS
from viermot.games.interceptor.rules.fighters import actions
from viermot.kernel.dice import Rng
from viermot.kernel.registry import Ask

LESSONS: Final = ("reflexes", "acm", "gunnery", "aim")


def fight(view: CareerView, ask: Ask) -> int:
    """He shoots whenever he can, head on as well."""
    return actions.ATTACK if actions.ATTACK in ask.codes else standard.fight(view, ask)


def spend_experience(view: CareerView, ask: Ask) -> int:
    """What helps him to shoot, for the pilot alone; he saves up for it."""
    for skill in (Skill(SKILLS.index(word)) for word in LESSONS):
        if not view.pilot.career.skills >> skill & 1:
            code = Lesson(PILOT, skill).code
            return code if code in ask.codes else DONE
    return DONE


NOVICE: Final[Mapping[str, Habit]] = {
    **standard.STANDARD,
    "choose_track": first,  # an officer
    "dogfight": fight,
    "spend_experience": spend_experience,
}


class NovicePilot:
    """Answers by the standard pilot's habits, except those he has yet to learn."""

    def choose(self, view: CareerView, ask: Ask, rng: Rng) -> int:
        """One of the codes."""
        return NOVICE.get(ask.kind, first)(view, ask)
