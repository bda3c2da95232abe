"""Where the bombers are, as far as it is settled: what each counter's area and uncertainty leave open [S5.0].

Nothing is hidden, so these are the true chances: which hex of its area a bomber is in, and whether a counter of high
uncertainty is the bomber at all, the dice have yet to say.
"""

from __future__ import annotations

from fractions import Fraction

from viermot.games.nightfighter.model.board import HEXES, OFF
from viermot.games.nightfighter.model.ids import Attacker
from viermot.games.solitaire.knowledge.odds import real
from viermot.games.solitaire.model.board import HIGH, NONE
from viermot.games.solitaire.model.state import Solo
from viermot.games.solitaire.rules.uncertainty import barred
from viermot.kernel.hexes import Hex
from viermot.kernel.minds import Belief


def belief(game: Solo) -> Belief:
    """For each hex the chance that a bomber is there whose counter does not show its place."""
    nobody: dict[int, float] = {}
    for counter in game.on_map:
        if game.level(counter) != NONE:
            for hex_, chance in places(game, counter).items():
                nobody[hex_] = nobody.get(hex_, 1.0) * (1.0 - float(chance))
    return Belief({HEXES.name(Hex(hex_)): 1.0 - none for hex_, none in sorted(nobody.items())})


def places(game: Solo, counter: Attacker) -> dict[int, Fraction]:
    """How likely the bomber is to be found in each hex of a counter's area, a barred hex being rolled again [S5.5a]."""
    is_it = real(game, counter) if game.level(counter) == HIGH else Fraction(1)
    open_ = [hex_ for hex_ in game.area(counter) if not barred(game, counter, hex_)]
    found: dict[int, Fraction] = {}
    for hex_ in open_:
        if hex_ != OFF:
            found[hex_] = found.get(hex_, Fraction(0)) + is_it / len(open_)
    return found
