"""Twin worlds on the wire with order sheets, advice and beliefs; and how leaks planted in them are caught.

The pairs of the shared test (tests/server/test_wire.py) hand in sheets as well; here is what is particular to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support import wire_twins
from tests.support.counsel import ADVICE, BELIEF, counselled, tell_nothing
from tests.support.wire import House, a_house
from tests.support.wire_twins import Leak
from viermot.games.bomber_command.knowledge import order_rows, perspective
from viermot.games.bomber_command.model.state import Game
from viermot.games.bomber_command.rules.movement.scramble import scramble
from viermot.kernel.standing import Told
from viermot.server import bot_process, keeping, pace, push

TWO = "bomber command, two people with sheets"
AT_A_BOT = "bomber command, sheets against a bot"
BRITISH = 0


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with a_house() as built:
        yield built


def caught(house: House, kind: str, numbers: tuple[int, ...], maximum: int = 10) -> None:
    with pytest.raises(Leak):
        for number in numbers:
            wire_twins.pair(house, kind, number, maximum)


def test_sheets_are_handed_in_and_carried_out(house: House) -> None:
    """Else the pairs would prove nothing about them."""
    worlds, _ = wire_twins.worlds_of(AT_A_BOT, f"{AT_A_BOT} 1", 1)
    for story in wire_twins.both(house, worlds, f"{AT_A_BOT} 1", 14):
        assert sum(entry.what == "orders" and entry.seat == "german" for entry in story.record) >= 3
        assert sum(entry.what in ("sheet", "always") for entry in story.record) >= 10


def leaky_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = order_rows.unit_rows
    monkeypatch.setattr(
        perspective, "unit_rows", lambda game: honest(game)[sum(game.hands[BRITISH]) % 2 :] if game.turn else []
    )


def leaky_obedience(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = scramble.obeyed

    def leaky(game: Game, told: Told) -> int | None:
        return None if sum(game.hands[BRITISH]) % 2 else honest(game, told)

    monkeypatch.setattr(scramble, "obeyed", leaky)


def a_new_tick_for_each_answer_by_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    """So it was: what orders answer after a bot began to count anew, at a moment that tells how long the bot took."""
    monkeypatch.setattr(pace.Pace, "_follows", lambda self, table, entry: self._is_bot(table, entry))


def a_view_without_news(monkeypatch: pytest.MonkeyPatch) -> None:
    """So it was: whatever another ordered, the seat was sent a view from which its own old answers had gone."""
    honest = push.fingerprint
    monkeypatch.setattr(push, "fingerprint", lambda view, *more: hash((honest(view, *more), len(view.given))))


@pytest.mark.parametrize(
    ("kind", "number", "plant"),
    [
        (AT_A_BOT, 1, leaky_rows),
        (AT_A_BOT, 1, leaky_obedience),
        (AT_A_BOT, 6, a_new_tick_for_each_answer_by_orders),
        (TWO, 0, a_view_without_news),
    ],
)
def test_a_leak_by_a_sheet_is_caught(
    house: House, kind: str, number: int, plant: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    caught(house, kind, (number, number + 2, number + 4), 14)


def test_a_story_that_stops_half_way_is_no_proof(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two planted leaks once ended like that, by running out of time, and nobody could say whether they were caught."""
    monkeypatch.setattr(wire_twins._Life, "_other_frame", lambda self, page, told: None)
    with pytest.raises(AssertionError, match="stops half-way"):
        wire_twins.pair(house, TWO, 1, 10)


# -- advice and beliefs -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("outlet", [ADVICE, BELIEF])
@pytest.mark.parametrize("kind", [AT_A_BOT, "bomber command, two people"])
def test_advice_playouts_and_beliefs_tell_nothing(
    house: House, kind: str, outlet: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell_nothing(house, kind, outlet, monkeypatch)


@pytest.mark.parametrize("outlet", [ADVICE, BELIEF])
def test_counsel_that_knows_too_much_is_caught(house: House, outlet: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the lots of its playouts come from the record, which has what others hold."""
    honest = bot_process.think

    def leaky(live: Any, wanted: Any, tell: Any) -> None:
        secret = sum(map(sum, live.session.state.hands)) / 1000

        def told(told: Any) -> None:
            if wanted["what"] == "belief":
                told.places["K5"] = secret
            else:
                told.reason += str(secret)
            tell(told=told)

        honest(live, wanted, told)

    monkeypatch.setattr(bot_process, "think", leaky)
    with pytest.raises(Leak):
        for number in (0, 1, 2, 3):
            counselled(house, "bomber command, two people", outlet, number, monkeypatch)


# -- what one's own orders have done in what one has yet to be shown ---------------------------------------------------

FITS = "GET /api/tables/{id}/fits"


def test_how_many_of_my_decisions_fit_is_told_as_far_as_i_have_been_shown(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one world the other is still being asked, in the other my sheet has answered three questions meanwhile."""
    monkeypatch.setattr(wire_twins, "PROBES_EACH", 8)
    assert FITS in wire_twins.pair(house, TWO, 0, 12, only=FITS)["tried"]


def test_decisions_counted_in_the_whole_record_are_caught(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """So it was."""

    async def whole(*_: Any) -> None:
        return None

    monkeypatch.setattr(keeping, "shown_so_far", whole)
    monkeypatch.setattr(wire_twins, "PROBES_EACH", 8)
    with pytest.raises(Leak, match='"all":'):
        wire_twins.pair(house, TWO, 0, 12, only=FITS)
