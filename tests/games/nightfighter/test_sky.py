"""What ties two attackers together, worked out for each by itself, against every pair of places counted out by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

import pytest

from viermot.games.nightfighter import GAME
from viermot.games.nightfighter.knowledge.sky import HABITS, Sky, Slot
from viermot.games.nightfighter.knowledge.states import state_of, sweep_fits, table_of
from viermot.games.nightfighter.model.board import DISTANCE, HEXES
from viermot.kernel.agenda import advance
from viermot.kernel.dice import KeyedDice, key_of

NOWHERE = -1
FIRST = {"0905": 0.4, "0907": 0.3, "1206": 0.2}  # the rest of each has left the map
SECOND = {"0806": 0.5, "1010": 0.3, "0420": 0.1}
SEARCH = HEXES.parse("0908")

Hexes = Sequence[int]  # of the two, or NOWHERE


def sky() -> Sky:
    state = GAME.start(GAME.load_pack(None), "8", {}, KeyedDice(key_of("sky")))
    advance(state)
    made = Sky(state.layout, 0, HABITS[0])
    for number, places in enumerate((FIRST, SECOND)):
        slot = Slot(1 + number, 0, True)
        slot.weights = {state_of(HEXES.parse(name), 0): w for name, w in places.items()}
        slot.gone = 1.0 - sum(places.values())
        slot.total = 1.0
        made.slots.append(slot)
    return made


def by_hand(likely: Callable[[Hexes], float]) -> tuple[list[dict[int, float]], float]:
    """The chance of each place of each of the two, and of what was told, from all pairs."""
    each = [
        [(HEXES.parse(name), w) for name, w in places.items()] + [(NOWHERE, 1 - sum(places.values()))]
        for places in (FIRST, SECOND)
    ]
    found: list[dict[int, float]] = [{}, {}]
    for (a, first), (b, second) in product(*each):
        weight = first * second * likely((a, b))
        for chances, place in zip(found, (a, b), strict=True):
            chances[place] = chances.get(place, 0.0) + weight
    total = sum(found[0].values())
    return [{place: w / total for place, w in chances.items()} for chances in found], total


def agrees(made: Sky, expected: list[dict[int, float]]) -> None:
    for slot, chances in zip(made.slots, expected, strict=True):
        believed = {state & 511: w / slot.total for state, w in slot.weights.items()}
        for place, chance in chances.items():
            told = slot.gone / slot.total if place == NOWHERE else believed.get(place, 0.0)
            assert told == pytest.approx(chance, abs=1e-9), HEXES.name(place) if place >= 0 else "nowhere"


def test_somebody_is_in_there() -> None:
    inside = [HEXES.parse(name) for name in ("0905", "0806", "1010")]
    made = sky()
    share = made.present(table_of(inside))
    expected, total = by_hand(lambda places: float(any(place in inside for place in places)))
    agrees(made, expected)
    assert share == pytest.approx(total)


def test_whoever_is_in_there_was_missed() -> None:
    inside = [HEXES.parse(name) for name in ("0905", "0806")]
    made = sky()
    share = made.missed(table_of(inside), None, 0.25)
    expected, total = by_hand(lambda places: 0.25 ** sum(place in inside for place in places))
    agrees(made, expected)
    assert share == pytest.approx(total)


@pytest.mark.parametrize("sweep", HEXES.adjacent[SEARCH])
def test_a_sweep_points_at_the_nearest_of_the_two(sweep: int) -> None:
    fits = sweep_fits(SEARCH, sweep)

    def likely(places: Hexes) -> float:
        on_map = [place for place in places if place != NOWHERE]
        if not on_map:
            return 1 / 6  # with nobody on the map it may lie anywhere [13.1.2b]
        near = min(DISTANCE[SEARCH][place] for place in on_map)
        nearest = [place for place in on_map if DISTANCE[SEARCH][place] == near]
        return sum(fits[place] for place in nearest) / len(nearest)

    made = sky()
    made.pointed(SEARCH, fits, (), None, None)
    agrees(made, by_hand(likely)[0])


def test_a_sweep_that_a_contact_drew_says_little_of_those_further_off() -> None:
    made = sky()
    contact = HEXES.parse("0909")
    fits = sweep_fits(SEARCH, contact)
    made.pointed(SEARCH, fits, (contact,), None, None)

    def likely(places: Hexes) -> float:
        near = [place for place in (*places, contact) if place != NOWHERE and DISTANCE[SEARCH][place] <= 1]
        return sum(fits[place] for place in near) / len(near)

    agrees(made, by_hand(likely)[0])
