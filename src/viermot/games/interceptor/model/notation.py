"""How options are written and read: "airframe burst wingman", "tight turn", "Fw190A-5", "I/JG 27"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from viermot.games.interceptor.model import options
from viermot.games.interceptor.model.ids import BomberSystem, Unit
from viermot.games.interceptor.model.options import BAIL_OUT, BREAK_OFF, Firing, Spot
from viermot.games.interceptor.model.terms import AIM_POINTS, ALTITUDES, CLIMB, DIVE, HIGH, LOW
from viermot.kernel.agenda import Notation, Unreadable, Words

if TYPE_CHECKING:
    from viermot.games.interceptor.model.state import Game

EXTRAS: Final = ("burst", "wingman", "first")  # what may be added to a point of aim, by the names of Firing's fields
ENDS: Final = {"break off": BREAK_OFF, "bail out": BAIL_OUT}


class RoundNotation(Notation):
    """A point of aim and its extras: "port wing", "airframe burst wingman first"; or "break off"."""

    def write(self, game: Game, option: int) -> str:
        if option >= BREAK_OFF:
            return "break off" if option == BREAK_OFF else "bail out"
        meant = options.firing(option)._asdict()
        return " ".join([AIM_POINTS[meant["aim"]], *(word for word in EXTRAS if meant[word])])

    def read(self, game: Game, text: str) -> int:
        wanted = " ".join(text.lower().split())
        if wanted in ENDS:
            return ENDS[wanted]
        for number, aim in enumerate(AIM_POINTS):
            if wanted == aim or wanted.startswith(aim + " "):
                extras = wanted[len(aim) :].split()
                if all(word in EXTRAS for word in extras) and len(set(extras)) == len(extras):
                    return Firing(BomberSystem(number), **{word: word in extras for word in EXTRAS}).code
        raise Unreadable("interceptor.unreadable.round", "7.1.3c", text=text)


class UnitNotation(Notation):
    """A unit of the start table by its name, or "roll"."""

    def write(self, game: Game, option: int) -> str:
        return "roll" if option == options.BY_ROLL else game.layout.pack.units[options.chosen_unit(option)].name

    def read(self, game: Game, text: str) -> int:
        wanted = text.strip().lower()
        if wanted == "roll":
            return options.BY_ROLL
        for number, unit in enumerate(game.layout.pack.units):
            if wanted == unit.name.lower():
                return options.unit_code(Unit(number))
        raise Unreadable("interceptor.unreadable.unit", "4.1a", text=text)


class AircraftNotation(Notation):
    """An aircraft by its model, and the rule to cite for a text that names none."""

    def __init__(self, rule: str) -> None:
        self.rule = rule

    def write(self, game: Game, option: int) -> str:
        return game.layout.aircraft[option].name

    def read(self, game: Game, text: str) -> int:
        wanted = text.strip().lower()
        for number, frame in enumerate(game.layout.aircraft):
            if wanted == frame.name.lower():
                return number
        raise Unreadable("interceptor.unreadable.aircraft", self.rule, text=text)


class PlaceNotation(Notation):
    """A place around a bomber: a location and an altitude, "5 low"; or "climb", "dive" [10.5]."""

    def write(self, game: Game, option: int) -> str:
        location, altitude = options.spot(option)
        if location in (CLIMB, DIVE):
            return "climb" if location == CLIMB else "dive"
        return f"{location} {ALTITUDES[altitude]}"

    def read(self, game: Game, text: str) -> int:
        words = text.lower().split()
        if words in (["climb"], ["dive"]):
            return (Spot(CLIMB, LOW) if words == ["climb"] else Spot(DIVE, HIGH)).code
        if len(words) == 2 and words[0] in "12345678" and len(words[0]) == 1 and words[1] in ALTITUDES:
            return Spot(int(words[0]), ALTITUDES.index(words[1])).code
        raise Unreadable("interceptor.unreadable.place", "10.5a", text=text)


class PilotNotation(Notation):
    """One of the pilots by number, or "nobody" [10.1]."""

    def write(self, game: Game, option: int) -> str:
        return "nobody" if option == options.NOBODY_ELSE else f"pilot{option}"

    def read(self, game: Game, text: str) -> int:
        wanted = text.strip().lower()
        names = ["nobody", *(f"pilot{n}" for n in range(1, len(game.pilots) + 1))]
        if wanted in names:
            return names.index(wanted)
        raise Unreadable("unreadable.word", text=text, words=", ".join(names))


ROUND: Final = RoundNotation()
UNIT: Final = UnitNotation()
FIRST_AIRCRAFT: Final = AircraftNotation("3.1")
AIRCRAFT: Final = AircraftNotation("")
PLACE: Final = PlaceNotation()
COMRADE: Final = PilotNotation()
YES_NO: Final = Words("no", "yes")
NO, YES = range(2)
