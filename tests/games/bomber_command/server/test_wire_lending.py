"""Twin worlds on the wire of a seat that the computer plays for a while, and of a bot for which another answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.games.bomber_command.wire_pairs import pair
from tests.support import wire_twins
from tests.support.wire import House, a_house
from tests.support.wire_outlets import OTHER
from tests.support.wire_twins import EXPERT, OBSERVER, Leak
from viermot.server import bot_workers, live, pace, tables, views

LENDING = "bomber command, the computer plays on"
FOR_THE_OTHER = "bomber command, the computer plays on for the other"
AT_A_BOT = "bomber command, against a bot"


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with a_house() as built:
        yield built


def test_whoever_watches_the_computer_play_for_him_learns_no_more_than_by_playing(house: House) -> None:
    for number in range(4):
        assert wire_twins.pair(house, LENDING, number, 4)["lines"] >= 10


def test_nor_does_an_expert_tell_him_by_thinking(house: House) -> None:
    for number in (0, 2, 5):
        assert wire_twins.pair(house, LENDING, number, 4, bot=EXPERT)["lines"] >= 10


def caught(house: House, kind: str, bot: str = "standard") -> None:
    with pytest.raises(Leak):
        for number in range(6):
            wire_twins.pair(house, kind, number, 6, bot=bot)


@pytest.mark.parametrize("bot", ["standard", EXPERT])
def test_a_lent_seat_s_answers_without_a_tick_are_caught(
    house: House, monkeypatch: pytest.MonkeyPatch, bot: str
) -> None:
    """So it was: where the game stopped, and for how long, told that the other had been asked something."""
    monkeypatch.setattr(pace.Pace, "_is_watched", lambda self, table, entry: False)
    caught(house, LENDING, bot)


def test_a_moment_to_watch_that_begins_when_the_bots_are_done_is_caught(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted: the pause before a lent seat's next answer is counted from when the other's bot had answered."""
    monkeypatch.setattr(pace.Pace, "all_are_shown_in", lambda self, table: 0.0)
    caught(house, LENDING)


# -- for the other -------------------------------------------------------------------------------------------------


def test_the_moment_at_which_the_other_has_his_seat_back_tells_nothing(house: House) -> None:
    """In one world he is asked in secret as soon as he has it."""
    for number in (3, 7):
        assert wire_twins.pair(house, FOR_THE_OTHER, number, 10)["lines"] >= 10


@pytest.mark.parametrize(
    ("where", "name", "planted"),
    [
        (pace.Pace, "seated", lambda *_: None),
        (tables, "has_something_to_give_back", lambda table: False),
    ],
    ids=("no pause after he has it back", "given back when a bot is next asked"),
)
def test_a_moment_that_tells_is_caught(
    house: House, monkeypatch: pytest.MonkeyPatch, where: Any, name: str, planted: Any
) -> None:
    """So it was."""
    monkeypatch.setattr(where, name, planted)
    with pytest.raises(Leak):
        for number in (3, 7):
            wire_twins.pair(house, FOR_THE_OTHER, number, 10)


def test_from_which_tick_on_pauses_hold() -> None:
    """When exactly the bots were done is nobody's business: what they have done is shown at a tick."""
    table_pace = pace.Pace()
    assert table_pace._at_a_tick(7.0) == 7.0
    nothing: Any = None
    table_pace.held["german"] = pace.Hold(6.0, 6.0 + pace.TICK, nothing, False, True)
    assert table_pace._at_a_tick(6.01) == table_pace._at_a_tick(6.02) == 6.0 + pace.TICK
    assert table_pace._at_a_tick(6.05) == pytest.approx(6.0 + 2 * pace.TICK)


# -- one question --------------------------------------------------------------------------------------------------


def lent_for_a_question(house: House, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The other lends his seat for one question while the observer is asked: in one world it is a secret one."""
    honest = wire_twins._Life._say

    async def say(life: Any, page: Any, rng: Any, asked: int, **message: Any) -> None:
        seat = next(name for name in life.world.session.module.seats if name != life.world.seat)
        if life.world.people:
            life.house.minds[life.game, seat] = life._bot_answers
            body = {"seat": seat, "bot": "standard", "until": "question"}
            status, _ = await life.house.ask(OTHER, "POST", f"/api/tables/{life.game}/hand-over", body)
            life.story.tried.add(f"lent {status}")
        await honest(life, page, rng, asked, **message)

    monkeypatch.setattr(wire_twins._Life, "_say", say)
    return wire_twins.pair(house, "bomber command, two people", 1, 8)


def test_a_seat_cannot_be_lent_for_one_question_where_others_would_see_it_come_back(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "lent 422" in lent_for_a_question(house, monkeypatch)["tried"]


def test_a_seat_that_comes_back_after_a_secret_question_is_caught(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So it was."""
    monkeypatch.setattr(views, "others_could_tell", lambda table: False)
    with pytest.raises(Leak):
        lent_for_a_question(house, monkeypatch)


def test_alone_it_can(house: House) -> None:
    """With nobody looking on, who lends his own seat learns nothing by it."""
    (make, _), _ = pair("limits", 0, False)
    world = make()
    for spectators in (False, True):
        game = house.table(world.session, {world.seat: OBSERVER, "german": None}, {"german": world.others})
        table = house.found(game)
        table.row = table.row.__class__(**{**vars(table.row), "spectators": spectators})
        assert ("question" in views.limits_at(table)) is not spectators
        house.forget(game)


# -- another answers ------------------------------------------------------------------------------------------------


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The bots of his other tables are kept busy whenever this one is asked in secret; for what another answered."""
    found: list[str] = []
    line, note = bot_workers.BotWorkers._in_line, live.Live._note_stood_in

    def in_line(self: Any, table: Any, seat: str) -> Any:
        monkeypatch.setattr(bot_workers, "DEEP_OF_ONE", 0 if seat in pace.silently_asked(table) else 9)
        return line(self, table, seat)

    def noted(self: Any, entry: Any) -> None:
        found.append(entry.question)
        note(self, entry)

    monkeypatch.setattr(bot_workers.BotWorkers, "_in_line", in_line)
    monkeypatch.setattr(live.Live, "_note_stood_in", noted)
    return found


def test_that_another_answered_a_secret_question_is_not_told(house: House, noted: list[str]) -> None:
    for number in range(4):
        wire_twins.pair(house, AT_A_BOT, number, 8, bot=EXPERT)
    assert noted, "else this proves nothing"


def test_that_it_is_told_of_any_question_is_caught(
    house: House, noted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """So it was."""
    monkeypatch.setattr(views, "is_secret", lambda table, seat, question: False)
    caught(house, AT_A_BOT, EXPERT)
