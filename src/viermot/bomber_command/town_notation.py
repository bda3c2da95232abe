"""How the choices of bombing are written: "e3", "6 HE", "HE e3 f3", "Inc e3 countryside", "e3 1+2", "done"."""

from __future__ import annotations

import re
from typing import Any, Final

from viermot.bomber_command.city import CityPlan
from viermot.bomber_command.town import Recipe, plan_of
from viermot.kernel.agenda import Spelling, Unreadable

DONE: Final = 0
BOMB_WORDS: Final = ("HE", "Inc")
MOST: Final = 4  # more counters of a sort than any conversion takes


def move_code(plan: CityPlan, kind: int, start: int, end: int) -> int:
    """A move of one counter from area to area."""
    return 1 + (start * 2 + kind) * (plan.size + 1) + end


def moved(plan: CityPlan, code: int) -> tuple[int, int, int]:
    """Kind, start and end of such a move."""
    rest, end = divmod(code - 1, plan.size + 1)
    return rest % 2, rest // 2, end


def conversion_code(area: int, recipe: Recipe) -> int:
    """A conversion in an area."""
    return 1 + area * MOST * MOST + recipe[0] * MOST + recipe[1]


def converted(code: int) -> tuple[int, int, int]:
    """Area, HE and Incendiaries of a conversion."""
    area, rest = divmod(code - 1, MOST * MOST)
    return area, rest // MOST, rest % MOST


def _area(plan: CityPlan, word: str) -> int:
    number = plan.number.get(word.lower())
    if number is None:
        raise Unreadable("bomber_command.unreadable.area", "10.1a", text=word)
    return number


class AreaSpelling(Spelling):
    """An area of the city map."""

    def write(self, game: Any, option: int) -> str:
        return plan_of(game).names[option]

    def read(self, game: Any, text: str) -> int:
        return _area(plan_of(game), text.strip())


class MixSpelling(Spelling):
    """How many of the counters are HE: "6 HE"."""

    def write(self, game: Any, option: int) -> str:
        return f"{option} HE"

    def read(self, game: Any, text: str) -> int:
        found = re.fullmatch(r"(\d{1,2})(?: ?HE)?", text.strip(), re.IGNORECASE | re.ASCII)
        if not found:
            raise Unreadable("bomber_command.unreadable.mix", "10.4.1", text=text)
        return int(found[1])


class MoveSpelling(Spelling):
    """A counter and where it goes: "HE e3 f3"; or "done"."""

    def write(self, game: Any, option: int) -> str:
        if option == DONE:
            return "done"
        plan = plan_of(game)
        kind, start, end = moved(plan, option)
        return f"{BOMB_WORDS[kind]} {plan.names[start]} {plan.names[end]}"

    def read(self, game: Any, text: str) -> int:
        words = text.lower().split()
        if words == ["done"]:
            return DONE
        if len(words) != 3 or words[0] not in ("he", "inc"):
            raise Unreadable("bomber_command.unreadable.bomb_move", "10.5.1", text=text)
        plan = plan_of(game)
        return move_code(plan, int(words[0] == "inc"), _area(plan, words[1]), _area(plan, words[2]))


class ConversionSpelling(Spelling):
    """An area and the counters that burn in it, HE + Incendiaries: "e3 1+2"; or "done"."""

    def write(self, game: Any, option: int) -> str:
        if option == DONE:
            return "done"
        area, he, inc = converted(option)
        return f"{plan_of(game).names[area]} {he}+{inc}"

    def read(self, game: Any, text: str) -> int:
        words = text.lower().split()
        if words == ["done"]:
            return DONE
        found = re.fullmatch(r"([0-3])\+([0-3])", words[-1]) if len(words) == 2 else None
        if found is None:
            raise Unreadable("bomber_command.unreadable.conversion", "10.5.3b", text=text)
        return conversion_code(_area(plan_of(game), words[0]), (int(found[1]), int(found[2]), 0))


AREA: Final = AreaSpelling()
MIX: Final = MixSpelling()
MOVE: Final = MoveSpelling()
CONVERSION: Final = ConversionSpelling()
