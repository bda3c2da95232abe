"""How options are written and read: "airframe burst wingman", "tight turn", "Fw190A-5", "I/JG 27"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from viermot.games.interceptor.model.terms import AIM_POINTS, ALTITUDES, CLIMB, DIVE
from viermot.kernel.agenda import Spelling, Unreadable, Words

if TYPE_CHECKING:
    from viermot.games.interceptor.model.state import Game

# A round of a pass: a point of aim, with any of these on top; or one of two ways to end it.
BURST, WITH_WINGMAN, FIRST = 4, 8, 16
BREAK_OFF, BAIL_OUT = 32, 33
EXTRAS: Final = {"burst": BURST, "wingman": WITH_WINGMAN, "first": FIRST}
ENDS: Final = {"break off": BREAK_OFF, "bail out": BAIL_OUT}


class RoundSpelling(Spelling):
    """A point of aim and what goes with it: "port wing", "airframe burst wingman first"; or "break off"."""

    def write(self, game: Game, option: int) -> str:
        if option >= BREAK_OFF:
            return "break off" if option == BREAK_OFF else "bail out"
        return " ".join([AIM_POINTS[option & 3], *(word for word, bit in EXTRAS.items() if option & bit)])

    def read(self, game: Game, text: str) -> int:
        wanted = " ".join(text.lower().split())
        if wanted in ENDS:
            return ENDS[wanted]
        for number, aim in enumerate(AIM_POINTS):
            if wanted == aim or wanted.startswith(aim + " "):
                extras = wanted[len(aim) :].split()
                if all(word in EXTRAS for word in extras) and len(set(extras)) == len(extras):
                    return number + sum(EXTRAS[word] for word in extras)
        raise Unreadable("interceptor.unreadable.round", "7.1.3c", text=text)


class UnitSpelling(Spelling):
    """A unit of the start table by its name, or "roll"."""

    def write(self, game: Game, option: int) -> str:
        return "roll" if option == 0 else game.table.pack.units[option - 1].name

    def read(self, game: Game, text: str) -> int:
        wanted = text.strip().lower()
        if wanted == "roll":
            return 0
        for number, unit in enumerate(game.table.pack.units, 1):
            if wanted == unit.name.lower():
                return number
        raise Unreadable("interceptor.unreadable.unit", "4.1a", text=text)


class AircraftSpelling(Spelling):
    """An aircraft by its model, or "none"."""

    def write(self, game: Game, option: int) -> str:
        return "none" if option < 0 else game.table.aircraft[option].name

    def read(self, game: Game, text: str) -> int:
        wanted = text.strip().lower()
        if wanted == "none":
            return -1
        for number, frame in enumerate(game.table.aircraft):
            if wanted == frame.name.lower():
                return number
        raise Unreadable("interceptor.unreadable.aircraft", "3.1", text=text)


class PlaceSpelling(Spelling):
    """A place around a bomber: a location and an altitude, "5 low"; or "climb", "dive" [10.5]."""

    def write(self, game: Game, option: int) -> str:
        location, altitude = divmod(option, 3)
        if location in (CLIMB, DIVE):
            return "climb" if location == CLIMB else "dive"
        return f"{location} {ALTITUDES[altitude]}"

    def read(self, game: Game, text: str) -> int:
        words = text.lower().split()
        if words in (["climb"], ["dive"]):
            return CLIMB * 3 if words == ["climb"] else DIVE * 3 + 2
        if len(words) == 2 and words[0] in "12345678" and len(words[0]) == 1 and words[1] in ALTITUDES:
            return int(words[0]) * 3 + ALTITUDES.index(words[1])
        raise Unreadable("interceptor.unreadable.place", "10.5a", text=text)


class PilotSpelling(Spelling):
    """One of the pilots by number, or "nobody" [10.1]."""

    def write(self, game: Game, option: int) -> str:
        return "nobody" if option == 0 else f"pilot{option}"

    def read(self, game: Game, text: str) -> int:
        wanted = text.strip().lower()
        names = ["nobody", *(f"pilot{n}" for n in range(1, len(game.pilots) + 1))]
        if wanted in names:
            return names.index(wanted)
        raise Unreadable("unreadable.word", text=text, words=", ".join(names))


ROUND: Final = RoundSpelling()
UNIT: Final = UnitSpelling()
AIRCRAFT: Final = AircraftSpelling()
PLACE: Final = PlaceSpelling()
COMRADE: Final = PilotSpelling()
YES_NO: Final = Words("no", "yes")
NO, YES = range(2)
