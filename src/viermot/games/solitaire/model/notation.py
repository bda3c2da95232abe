"""How options are written: counters "3", "3b", hexes, places, paths and fighters as in Nightfighter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from viermot.games.nightfighter.model.notation import FIGHTER as FIGHTER
from viermot.games.nightfighter.model.notation import HEX as HEX
from viermot.games.nightfighter.model.notation import NO_HEX as NO_HEX
from viermot.games.nightfighter.model.notation import NONE
from viermot.games.nightfighter.model.notation import PATH as PATH
from viermot.games.nightfighter.model.notation import PLACE as PLACE
from viermot.games.solitaire.model.board import counter_id, counter_name
from viermot.kernel.agenda import Notation, Unreadable

if TYPE_CHECKING:
    from viermot.games.solitaire.model.state import Solo

NO_COUNTER: Final = 0


class CounterNotation(Notation):
    """A counter by its name, or by the hex it stands in; or "none". The option is its handle."""

    def __init__(self, none: str = NONE) -> None:
        self.none = none

    def write(self, game: Solo, option: int) -> str:
        return counter_name(game.a_id[option - 1]) if option else self.none

    def read(self, game: Solo, text: str) -> int:
        word = text.strip().lower()
        if word in (self.none, NONE):
            return NO_COUNTER
        if len(word) == 4:
            for counter in game.on_map:
                if HEX.write(game, game.a_hex[counter]) == word:
                    return counter + 1
        try:
            return game.a_id.index(counter_id(word)) + 1
        except ValueError:
            raise Unreadable("solitaire.unreadable.counter", text=text) from None


COUNTER: Final = CounterNotation()
COUNTER_OR_DONE: Final = CounterNotation("done")
