"""Experience Points and the skills they buy [7.7, 10.6]."""

from __future__ import annotations

from typing import Final

from viermot.games.interceptor.model.ids import Crewman, Skill
from viermot.games.interceptor.model.options import DONE, Lesson, first_lesson, lesson
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import CREW, EXPERTS, GUNNER, MANOEUVRES, PILOT, SKILLS, WINGMAN
from viermot.kernel.agenda import Facts, Notation, Refusal, Unreadable, question, step

RULES: Final = (
    "7.7c", "7.7d", "7.7e", "7.7f", "7.7g", "7.7h", "7.7i", "7.7i", "7.7i", "7.7i", "7.7j", "7.7k", "7.7l", "7.7m",
    "7.7n", "7.7o", "10.6b", "10.6b", "10.6b", "10.6b",
)  # fmt: skip
FIRST_EXPERT: Final = SKILLS.index("expert Bf109")
FIRST_MANOEUVRE: Final = SKILLS.index("cuban eight")


class Lessons(Notation):
    """ "done", "pilot acm", "wingman gunnery"."""

    def write(self, game: Game, option: int) -> str:
        if option == DONE:
            return "done"
        who, skill = lesson(option)
        return f"{CREW[who]} {SKILLS[skill]}"

    def read(self, game: Game, text: str) -> int:
        words = " ".join(text.lower().split())
        if words == "done":
            return DONE
        who, _, what = words.partition(" ")
        for number, skill in enumerate(SKILLS):
            if skill.lower() == what and who in CREW:
                return Lesson(Crewman(CREW.index(who)), Skill(number)).code
        raise Unreadable("interceptor.unreadable.skill", text=text)


# --- what may be learned -------------------------------------------------------------------------------


def points_of(game: Game, who: Crewman) -> int:
    """The Experience Points of pilot, wingman or gunner."""
    pilot = game.pilot
    return (pilot.career.xp, pilot.wingman.xp, pilot.gunner.xp)[who]


def skills_of(game: Game, who: Crewman) -> int:
    """The skills of pilot, wingman or gunner, a bit each."""
    pilot = game.pilot
    return (pilot.career.skills, pilot.wingman.skills, pilot.gunner.skills)[who]


def why_not(game: Game, who: Crewman, skill: Skill) -> tuple[str, str] | None:
    """Why this man cannot learn this skill now, as rule and reason [7.7, 10.6b]."""
    row = game.layout.pack.career.skill[skill]
    known = skills_of(game, who)
    if known >> skill & 1:
        return (RULES[skill], "known")
    if CREW[who] not in row.who or (who == GUNNER and game.mat.crew < 2):
        return (RULES[skill], "not_for_him")
    if row.optional:
        if not game.layout.manoeuvres:
            return ("10.6b", "not_in_use")
        place = skill - FIRST_MANOEUVRE
        if place and not known & MANOEUVRES[place - 1]:
            return ("10.6b", "in_order")
    if FIRST_EXPERT <= skill < FIRST_EXPERT + len(EXPERTS) and skill - FIRST_EXPERT != game.mat.series:
        return ("7.7i", "other_series")
    return (RULES[skill], "no_experience") if row.cost > points_of(game, who) else None


def _lessons(game: Game, who: Crewman) -> list[int]:
    points = points_of(game, who)
    if not points or (who == GUNNER and game.mat.crew < 2) or (who == WINGMAN and game.pilot.wingman.away):
        return []
    first = first_lesson(who)
    return [
        first + skill
        for skill in game.layout.lessons[who]
        if game.layout.skill_cost[skill] <= points and why_not(game, who, skill) is None
    ]


# --- the question --------------------------------------------------------------------------------------


@question(PILOT, "7.7a", Lessons(), undoable=True, default=DONE)
def spend_experience(game: Game) -> list[int]:
    """What does the pilot, his wingman or his gunner learn, if anything? [4.4.2b, 7.2.3.3, 7.7]"""
    return [DONE, *_lessons(game, PILOT), *_lessons(game, WINGMAN), *_lessons(game, GUNNER)]


@spend_experience.tells
def spend_experience_facts(game: Game) -> Facts:
    pilot = game.pilot
    gunner = pilot.gunner.xp if game.mat.crew > 1 else None
    return {"points": pilot.career.xp, "wingman": pilot.wingman.xp, "rear_seat": gunner}


@spend_experience.refuses
def why_not_spend_experience(game: Game, option: int) -> Refusal | None:
    who, skill = lesson(option)
    return why_not(game, who, skill)


@spend_experience.chosen
def learn(game: Game, choice: int) -> None:
    if choice == DONE:
        game.pilot.career.newcomer = 0
        return
    who, skill = lesson(choice)
    pilot, cost = game.pilot, game.layout.pack.career.skill[skill].cost
    if who == PILOT:
        pilot.career.xp -= cost
        pilot.career.skills |= 1 << skill
    elif who == WINGMAN:
        pilot.wingman.xp -= cost
        pilot.wingman.skills |= 1 << skill
    else:
        pilot.gunner.xp -= cost
        pilot.gunner.skills |= 1 << skill
    rules = RULES[skill] + (" 7.2.3.3" if who == WINGMAN else "") + (" 4.4.2b" if not pilot.career.flights else "")
    game.announce("learned", rules, CREW[who], SKILLS[skill], points_of(game, who))
    game.push(spend_experience)


@step
def newcomers_learn(game: Game) -> None:
    """A man who joins with points may spend them before his first sortie [7.9.2, 8.1 D]."""
    if game.pilot.career.newcomer:
        game.push(spend_experience)
