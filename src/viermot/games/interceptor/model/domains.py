"""What the state of a career may hold, field by field and step by step; positions are checked against it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from viermot.games.interceptor.model import terms
from viermot.games.interceptor.model.ids import Card
from viermot.games.interceptor.model.state import UNKNOWN, Game
from viermot.games.interceptor.model.written import PLACES, RETIRED
from viermot.games.interceptor.rules.career.career import MISSED
from viermot.games.interceptor.rules.career.victory import ENDINGS
from viermot.games.interceptor.rules.chance import Dice, Throw
from viermot.kernel.agenda import Task
from viermot.kernel.domains import (
    SWITCH,
    Bits,
    Declared,
    Domain,
    Fields,
    Index,
    Many,
    OneOf,
    Pair,
    Plain,
    Sizes,
    StepDomain,
    Text,
    Whole,
)

HITS: Final = Whole(0, 200)
SOME: Final = Whole(0, 9_999)
RESULT: Final = Whole(-1, terms.DE + 99)
SKILLS: Final = Bits(len(terms.SKILLS))
AWARDS: Final = Bits(len(terms.AWARDS))
ENEMY: Final = Index("enemies")
NO_ENEMY: Final = Index("enemies", nobody=True)
BOMBER: Final = Index("bombers", nobody=True)
WOUND: Final = Whole(0, 3)
ORIENTATION: Final = Whole(terms.TAILED, terms.TAILING)
MONTH: Final = Whole(0, len(terms.MONTHS) - 1)
WEAPONS: Final = Bits(8)
CREW: Final = Bits(len(terms.CREW))
WEIGHT: Final = Whole(0, 99)
LONGEST_SHEET: Final = 4_000


def sizes(game: Game) -> dict[str, int]:
    """How many there are of each thing in this career."""
    layout = game.layout
    return {
        "pilots": len(game.pilots), "units": len(layout.tracks), "aircraft": len(layout.aircraft),
        "enemies": len(layout.fighters), "bombers": len(layout.bombers), "last_aircraft": len(layout.aircraft),
        "prestige": layout.pack.career.prestige.highest, "boxes": max(layout.last_box) + 1, "cards": len(layout.hits),
    }  # fmt: skip


class Away(Domain):
    """Why he misses the lines to come, one letter per line."""

    def fits(self, value: object, sizes: Sizes) -> bool:
        return isinstance(value, str) and len(value) <= 99 and set(value) <= set(MISSED)


class Sheet(Domain):
    """What a line of the log sheet lists: "B-17F damaged pilot; P-47 engaged pilot"."""

    def fits(self, value: object, sizes: Sizes) -> bool:
        if not isinstance(value, str) or len(value) > LONGEST_SHEET:
            return False
        found = [entry.rsplit(" ", 2) for entry in value.split("; ")] if value else []
        return all(len(parts) == 3 and parts[1] in terms.ENCOUNTERS and parts[2] in terms.CREW for parts in found)


class Composed(Domain):
    """One of the types a raid can be made of, or not known yet."""

    def __init__(self, of: str, nobody: bool = False) -> None:
        self.of, self.minimum = of, -1 if nobody else 0

    def fits(self, value: object, sizes: Sizes) -> bool:
        return type(value) is int and (value == UNKNOWN or self.minimum <= value < sizes[self.of])


FIGHTER_DAMAGE: Final = Many(HITS, len(terms.SYSTEMS), len(terms.SYSTEMS))
BOMBER_DAMAGE: Final = Many(HITS, len(terms.BOMBER_SYSTEMS), len(terms.BOMBER_SYSTEMS))
# Fields with a smaller range than a pilot's other numbers.
NARROW: Final[dict[str, dict[str, Domain]]] = {
    "career": {
        "unit": Index("units", nobody=True), "aircraft": Index("aircraft", nobody=True), "officer": SWITCH,
        "rank": WOUND, "skills": SKILLS, "awards": AWARDS, "leave": Whole(0, 9), "markers": Bits(len(terms.MARKERS)),
        "charmed": SWITCH, "discharge": Bits(3), "away": Away(), "starts": MONTH, "ace": Text(80),
        "special": Whole(0, len(terms.SPECIALS) - 1), "bomb_month": Whole(0, len(terms.MONTHS)),
        "over": Whole(0, len(ENDINGS) - 1), "charm_order": Whole(0, 2), "newcomer": SWITCH, "leads": SWITCH,
    },
    "prestige": {
        "level": Whole(0, "prestige"), "waived": Whole(0, "last_aircraft"), "lost_unique": Bits("aircraft"),
        "offers": Bits("aircraft"), "looked": Bits(len(terms.SERIES)),
    },
    "wingman": {"skills": SKILLS, "awards": AWARDS},
    "gunner": {"skills": SKILLS},
    "patient": {"skills": SKILLS},
    "sortie": {
        "flying": SWITCH, "fate": Whole(0, len(terms.FATES) - 1), "lost": SWITCH,
        "downed": Whole(0, len(terms.WRITTEN_OFF) - 1), "wound": WOUND, "gunner_wound": WOUND, "forced": SWITCH,
        "wingman": Whole(0, len(terms.WINGMAN_FATES) - 1), "wingman_wound": WOUND, "box": Whole(0, "boxes"),
        "had_event": SWITCH, "trouble": Whole(0, 3), "home": SWITCH, "spent": Bits(31), "jammed": WEAPONS,
        "broken": WEAPONS, "rockets": SWITCH, "hurt": WEIGHT, "gunner_hurt": WEIGHT, "sheet": Sheet(),
        "ahead": SWITCH, "ammo": Many(Whole(-1, 99), maximum=8), "own_hits": FIGHTER_DAMAGE,
    },
    "attack": {
        "met": Whole(0, len(terms.INTERCEPTIONS) - 1), "bomber_type": BOMBER, "escort": NO_ENEMY, "target": BOMBER,
        "range": Whole(0, 2), "first_pass": SWITCH, "fresh": SWITCH, "formation": SWITCH, "aim": Whole(0, 2),
        "scored": CREW, "straggler": Whole(0, 3), "location": Whole(0, 10), "altitude": Whole(0, 2),
        "late_shot": SWITCH, "exposed": Whole(0, 9), "under_way": SWITCH,
        "down": Whole(0, len(terms.WRITTEN_OFF) - 1), "bomber_hits": BOMBER_DAMAGE,
    },
    "duel": {
        "scored": CREW, "enemy": NO_ENEMY, "orientation": ORIENTATION, "free_shot": Whole(0, 3), "bounced": SWITCH,
        "quality": WOUND, "free": SWITCH, "helped": Whole(0, terms.MAX_PILOTS), "assisting": Whole(0, 9),
        "last_enemy": ENEMY, "holds_fire": SWITCH, "fought": SWITCH, "down": Whole(0, len(terms.WRITTEN_OFF) - 1),
        "enemy_hits": FIGHTER_DAMAGE,
    },
    "round": {
        "silent": SWITCH, "firing": Whole(-1, len(terms.CREW) - 1), "shot": RESULT, "bonus": RESULT,
        "after_jam": WOUND, "incoming": RESULT, "finish": Whole(0, 9), "fought_from": ORIENTATION,
        "wingman_kill": SWITCH,
    },
}  # fmt: skip
PILOT: Final = Fields(
    {
        **{name: NARROW[part].get(field, SOME) for name, (part, field) in PLACES.items()},
        **{name: OneOf(value) for name, value in RETIRED.items()},
    }
)
FIELDS: Final[dict[str, Domain]] = {
    "month": MONTH, "line": Whole(0, 9), "deck": Many(Whole(1, 255), maximum=255, once=True), "raid": Whole(0, 12),
    "zone": Whole(0, len(terms.TARGET_ZONES) - 1), "weather": Whole(0, len(terms.WEATHERS) - 1), "me": Index("pilots"),
    "bombers": Composed("bombers"), "escort": Composed("enemies", nobody=True),
    "ending": OneOf(*ENDINGS, "the year is over"), "pilots": Many(PILOT, each="pilots"),
}  # fmt: skip

FLIGHT: Final = Many(Index("pilots"), minimum=1, maximum=terms.MAX_PILOTS, once=True)
CARD: Final = Index("cards")
DICE: Final = Many(Whole(1, 20), minimum=1, maximum=3)
RULES: Final = Text(80)
WHO: Final = Whole(0, len(terms.CREW) - 1)
ARGUMENTS: Final[dict[str, Domain]] = {
    "flight": FLIGHT, "engaged": FLIGHT, "dice": DICE, "card": CARD, "who": WHO, "turn.who": Index("pilots"),
    "enemy": ENEMY, "orientation": ORIENTATION, "sun": SWITCH, "hits": RESULT, "first": SWITCH, "forced": SWITCH,
    "fired_at": SWITCH,
    "system": Whole(0, len(terms.SYSTEMS) - 1), "series": Whole(0, len(terms.SERIES) - 1), "what": SWITCH,
    "unit": Index("units"), "side": SWITCH, "more": Whole(-99, 9), "action": Whole(0, 9), "option": Whole(0, 63),
    "added": Whole(-20, 20), "needed": Whole(0, 20), "total": Whole(2, 20), "fp": Whole(0, 99), "lost": Whole(0, 2),
    "how": Whole(0, 9), "armourer.how": Whole(0, len(terms.JAMS) - 1), "guns_jam.how": Whole(0, len(terms.JAMS) - 1),
    "grade": Whole(0, 20), "award": Text(40), "rule": RULES, "rules": RULES, "use": Whole(0, len(terms.CARD_USES) - 1),
    "throw": Pair(Whole(1, 3), OneOf(6, 10, 20), Text(40), RULES, Plain()), "then": StepDomain(), "about": Plain(),
}  # fmt: skip


GoesOn = Callable[..., None]  # a step that takes over a roll or a card


def _carried_on(throw: Throw, dice: Dice, then: GoesOn, about: tuple[object, ...]) -> Task:
    return Task((then, dice, *about))


def _drawn_on(use: int, rules: str, card: Card, then: GoesOn, about: tuple[object, ...]) -> Task:
    return Task((then, card, *about))


def _thrown(game: Game, throw: Throw, dice: Dice, then: GoesOn, about: tuple[object, ...]) -> bool:
    """The dice on the table match the roll: one of ten or twenty sides, or several of six."""
    count, sides, *_ = throw
    return len(dice) == count and max(dice) <= sides and (sides == 6 or count == 1) and isinstance(about, tuple)


DECLARED: Final = Declared(
    "interceptor", FIELDS, ARGUMENTS, sizes, within={"lucky_charm": _carried_on, "second_card": _drawn_on},
    senses={"lucky_charm": _thrown},
)  # fmt: skip
