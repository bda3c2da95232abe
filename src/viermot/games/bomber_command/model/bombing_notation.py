"""How the choices of bombing are written: "e3", "6 HE", "HE e3 f3", "Inc e3 countryside", "e3 1+2", "done"."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from viermot.games.bomber_command.model.bombed_city import Old, bombed_city_of, plan_of
from viermot.games.bomber_command.model.city import COUNTRYSIDE, CityPlan
from viermot.games.bomber_command.model.ids import CityArea
from viermot.games.bomber_command.model.state import Game
from viermot.kernel.agenda import Facts, Notation, Unreadable

DONE: Final = 0
BOMB_WORDS: Final = ("HE", "Inc")
MAX_OF_A_SORT: Final = 4  # more counters of one kind than any conversion takes
OLD_ONES: Final = 100_000  # beyond every conversion that takes new counters first
MAX_BOMBS: Final = 100  # more than any load


class BombMove(NamedTuple):
    """One counter from area to area."""

    kind: int
    start: CityArea
    end: CityArea


class Conversion(NamedTuple):
    """Counters in an area that are to burn."""

    area: CityArea
    he: int
    inc: int


def move_code(plan: CityPlan, kind: int, start: CityArea, end: CityArea) -> int:
    """A move of one counter from area to area."""
    return 1 + (start * 2 + kind) * (plan.size + 1) + end


def moved(plan: CityPlan, code: int) -> BombMove:
    """The move that a code stands for."""
    return _moved(plan.size, code)


@lru_cache(maxsize=4096)
def _moved(areas: int, code: int) -> BombMove:
    rest, end = divmod(code - 1, areas + 1)
    return BombMove(rest % 2, CityArea(rest // 2), CityArea(end))


def conversion_code(area: CityArea, he: int, inc: int) -> int:
    """A conversion in an area."""
    return 1 + area * MAX_OF_A_SORT * MAX_OF_A_SORT + he * MAX_OF_A_SORT + inc


def converted(code: int) -> Conversion:
    """The conversion that a code stands for."""
    area, rest = divmod((code - 1) % OLD_ONES, MAX_OF_A_SORT * MAX_OF_A_SORT)
    return Conversion(CityArea(area), rest // MAX_OF_A_SORT, rest % MAX_OF_A_SORT)


def with_old(code: int, old: Old) -> int:
    """The same conversion, using this many counters of the previous attack [10.6b]."""
    return code + OLD_ONES * (1 + old.he * MAX_OF_A_SORT + old.inc)


def old_in(code: int) -> Old | None:
    """How many old HE and Incendiaries a conversion is to use; None if that is left open."""
    said = (code - 1) // OLD_ONES
    return Old((said - 1) // MAX_OF_A_SORT, (said - 1) % MAX_OF_A_SORT) if said else None


def _area(plan: CityPlan, word: str) -> CityArea:
    number = plan.number.get(word.lower())
    if number is None:
        raise Unreadable("bomber_command.unreadable.area", "10.1a", text=word)
    return number


class AreaNotation(Notation):
    """An area of the city map."""

    def write(self, game: Game, option: int) -> str:
        return plan_of(game).names[option]

    def read(self, game: Game, text: str) -> int:
        return _area(plan_of(game), text.strip())


def mix_code(high_explosive: int, kept: int) -> int:
    """This many HE counters, and this many of the load not dropped at all."""
    return high_explosive + kept * MAX_BOMBS


def mixed(code: int) -> tuple[int, int]:
    """HE counters, and counters that are kept."""
    return code % MAX_BOMBS, code // MAX_BOMBS


class MixNotation(Notation):
    """How many of the counters are HE: "6 HE"; if less than the load is dropped, "6 HE 10 Inc"."""

    def write(self, game: Game, option: int) -> str:
        high_explosive, kept = mixed(option)
        return f"{high_explosive} HE {_load(game) - kept - high_explosive} Inc" if kept else f"{high_explosive} HE"

    def read(self, game: Game, text: str) -> int:
        found = re.fullmatch(r"(\d{1,2})(?: ?HE)?(?:[ ,+]+(\d{1,2}) ?Inc)?", text.strip(), re.IGNORECASE | re.ASCII)
        if not found:
            raise Unreadable("bomber_command.unreadable.mix", "10.4.1", text=text)
        high_explosive = int(found[1])
        kept = _load(game) - high_explosive - int(found[2]) if found[2] else 0
        if kept < 0:
            raise Unreadable("bomber_command.refused.too_many_bombs", "10.4.1", option=text)
        return mix_code(high_explosive, kept)


def _load(game: Game) -> int:
    return game.plot[bombed_city_of(game).raid].load


class MoveNotation(Notation):
    """A counter and where it goes: "HE e3 f3"; or "done"."""

    def write(self, game: Game, option: int) -> str:
        if option == DONE:
            return "done"
        plan = plan_of(game)
        kind, start, end = moved(plan, option)
        return f"{BOMB_WORDS[kind]} {plan.names[start]} {plan.names[end]}"

    def read(self, game: Game, text: str) -> int:
        words = text.lower().split()
        if words == ["done"]:
            return DONE
        if len(words) != 3 or words[0] not in ("he", "inc"):
            raise Unreadable("bomber_command.unreadable.bomb_move", "10.5.1", text=text)
        plan = plan_of(game)
        return move_code(plan, int(words[0] == "inc"), _area(plan, words[1]), _area(plan, words[2]))

    def in_words(self, game: Game, facts: Facts, text: str) -> tuple[str, Facts] | None:
        """ "Inc e3 e2" as a person would say it: an incendiary from e3 to e2, or out of town."""
        code = self.read(game, text)
        if code == DONE:
            return None
        plan = plan_of(game)
        kind, start, end = moved(plan, code)
        area, to = plan.names[start], plan.names[end]
        way = ".out" if to == COUNTRYSIDE else ".in" if area == COUNTRYSIDE else ""
        return f"bomber_command.move.{BOMB_WORDS[kind].lower()}{way}", {"area": area, "to": to}


class ConversionNotation(Notation):
    """An area and the counters that burn in it, HE + Incendiaries: "e3 1+2"; or "done".

    After an earlier attack "e3 1+2 old 1+0" says that one HE and no Incendiary of these are old.
    """

    def write(self, game: Game, option: int) -> str:
        if option == DONE:
            return "done"
        area, he, inc = converted(option)
        written = f"{plan_of(game).names[area]} {he}+{inc}"
        old = old_in(option)
        return written if old is None else f"{written} old {old.he}+{old.inc}"

    def read(self, game: Game, text: str) -> int:
        words = text.lower().split()
        if words == ["done"]:
            return DONE
        found = [re.fullmatch(r"([0-3])\+([0-3])", word, re.ASCII) for word in words[1::2]]
        if None in found or len(words) not in (2, 4) or words[2:3] not in ([], ["old"]):
            raise Unreadable("bomber_command.unreadable.conversion", "10.5.3b", text=text)
        counts = [(int(each[1]), int(each[2])) for each in found if each]
        code = conversion_code(_area(plan_of(game), words[0]), *counts[0])
        return with_old(code, Old(*counts[1])) if counts[1:] else code

    def in_words(self, game: Game, facts: Facts, text: str) -> tuple[str, Facts] | None:
        """ "e3 1+2" as a person would say it: one HE and two incendiaries in e3."""
        code = self.read(game, text)
        if code == DONE:
            return None
        area, he, inc = converted(code)
        told = {"area": plan_of(game).names[area], "he": he, "inc": inc}
        key = "bomber_command.burn" + ("" if he and inc else ".he" if he else ".inc")
        old = old_in(code)
        return (f"{key}.old", {**told, "old": old.he + old.inc}) if old is not None else (key, told)


AREA: Final = AreaNotation()
MIX: Final = MixNotation()
MOVE: Final = MoveNotation()
CONVERSION: Final = ConversionNotation()
