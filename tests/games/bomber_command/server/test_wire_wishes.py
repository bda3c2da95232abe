"""Twin worlds on the wire of a wish to end the night: in one of them the other wanted to stop [11.0z]."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

import viermot
from tests.games.bomber_command.support import night, unit
from tests.games.bomber_command.test_twin_wishes import HOME, SEATS
from tests.support import wire_twins
from tests.support.rules import rule
from tests.support.wire import House, Mind, a_house
from tests.support.wire_twins import Leak, Story, World
from viermot import Session
from viermot.games.bomber_command.model.board import TO_ALL
from viermot.games.bomber_command.rules import victory
from viermot.kernel.decision import Decision

WISHES = ("end_british", "end_german")


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with a_house() as built:
        yield built


def saying(wish: str) -> Mind:
    """To the question of ending the night this, to all others what lets things be."""

    def choose(session: Session, decision: Decision) -> int:
        if decision.kind in WISHES:
            return decision.options.index(wish)
        return decision.options.index(decision.default) if decision.default in decision.options else 0

    return choose


def worlds(seat: str) -> list[Callable[[], World]]:
    """Who looks on wants to play on; the other wants that too, or to stop."""

    def world(wish: str) -> World:
        text = night(plan=HOME, units={"I./NJG1": unit("K5", fuel=3)}, turn=7, phase=4)
        session = viermot.new_game("bomber_command", position=text, trusted=True, seed="wish")
        return World(session, seat, saying("no"), saying(wish), True)

    return [lambda: world("no"), lambda: world("yes")]


def lived(house: House, seat: str) -> list[Story]:
    stories = wire_twins.both(house, worlds(seat), f"wishes {seat}", 12)
    said = [[entry.choice for entry in story.record if entry.question in WISHES] for story in stories]
    assert "yes" in said[1] and "yes" not in said[0], said
    return stories


@rule("11.0z")
@pytest.mark.parametrize("seat", SEATS)
def test_11_0z_nobody_learns_on_the_wire_that_the_other_wanted_to_stop(house: House, seat: str) -> None:
    assert wire_twins.compare(lived(house, seat), {}, seat) == ""


@pytest.mark.parametrize("seat", SEATS)
def test_a_wish_that_everybody_is_told_of_is_caught(house: House, seat: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: that it was declined is said to both."""
    monkeypatch.setattr(victory, "TO_BRITISH", TO_ALL)
    monkeypatch.setattr(victory, "TO_GERMAN", TO_ALL)
    with pytest.raises(Leak):
        wire_twins.compare(lived(house, seat), {}, seat)
