"""News is told event by event, each with the picture of its moment; the page only goes from one to the next."""

from __future__ import annotations

import copy
import json
import logging
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tests.support.server import Client
from tests.support.tables import table_of
from tests.support.wire_bytes import Sent, played, pushed, sent
from viermot.kernel.narration import Narration
from viermot.server import earlier, views
from viermot.server.messages.table import Earlier, EventLine, View

Game = tuple[str, str | None, dict[str, str], int]
NIGHT: Game = ("nightfighter", "4B", {"umpire": "plain"}, 60)
SOLO: Game = ("solitaire", "3", {}, 60)
PLOTTING: Game = ("bomber_command", "berlin", {"german": "random"}, 60)
DEFENDING: Game = ("bomber_command", "berlin", {"british": "random"}, 60)
PILOT: Game = ("interceptor", None, {}, 120)
CAREER: Game = ("campaign", None, {}, 60)

# What these games took without the pictures of the news, in bytes; with them it may be half as much again.
BEFORE = (
    (NIGHT, "player", 345_306),
    (SOLO, "player", 346_550),
    (PLOTTING, "british", 714_752),
    (DEFENDING, "german", 508_172),
    (PILOT, "pilot", 494_196),
    (CAREER, "player", 521_426),
)


@pytest.mark.parametrize(("game", "seat", "before"), BEFORE)
def test_what_is_sent_stays_small(game: Game, seat: str, before: int) -> None:
    found: Sent = sent(played(*game), seat)
    assert found.raw < 1.5 * before, f"{game[0]}, {seat}: {found} after {before}"


# -- going back ------------------------------------------------------------------------------------------------------


def back(picture: Any, one: Earlier) -> Any:
    """What the page does with it (web/src/lib/earlier.ts)."""
    picture = copy.deepcopy(picture)
    for (*path, last), value in one.values:
        there = picture
        for key in path:
            there = there[key]
        there[last] = value
    for way, start, count, items in one.splices:
        there = picture
        for key in way:
            there = there[key]
        there[start : start + count] = items
    return picture


def pictures(view: View) -> Iterator[tuple[EventLine, Any]]:
    """Each event of the news with the picture the page shows then."""
    now: Any = json.loads(bytes(view.perspective))
    told = view.events_from + len(view.events)
    known = {told: now}
    for one in view.earlier:
        sent_one = msgspec.json.decode(msgspec.json.encode(one), type=Earlier)
        known[one.told] = now = back(now, sent_one)
    for number, event in enumerate(view.events, view.events_from + 1):
        yield event, known[min(n for n in known if n >= number)]


def told(game: Game, seat: str, kind: str) -> list[tuple[Any, Any]]:
    """The data of every event of a kind but the last of its news, with the picture shown then."""
    found = []
    for view in list(pushed(played(*game), seat))[1:]:
        found += [(event.data, picture) for event, picture in list(pictures(view))[:-1] if event.kind == kind]
    assert found, f"no {kind} in the middle of any news"
    return found


def test_the_turn_is_the_one_that_is_told() -> None:
    for game, seat in ((NIGHT, "player"), (SOLO, "player"), (DEFENDING, "german")):
        assert all(picture["turn"] == data["turn"] for data, picture in told(game, seat, "turn"))


def test_a_fighter_stands_where_it_has_just_been_told_to_be() -> None:
    for data, picture in told(NIGHT, "player", "moved"):
        fighter = next(each for each in picture["fighters"] if each["id"] == data["fighter"])
        assert (fighter["hex"], fighter["facing"]) == (data["hex"], data["facing"])


def test_a_unit_has_flown_where_it_is_told_to_have() -> None:
    for data, picture in told(DEFENDING, "german", "moved"):
        assert next(unit for unit in picture["units"] if unit["name"] == data["unit"])["place"] == data["hex"]


def test_a_line_of_the_log_sheet_is_new_when_it_is_told() -> None:
    assert all(picture["line"] == data["line"] for data, picture in told(PILOT, "pilot", "line"))


def test_a_sortie_inside_a_career_is_seen_turn_by_turn() -> None:
    turns = [
        (data["data"]["turn"], picture) for data, picture in told(CAREER, "player", "flight") if data["what"] == "turn"
    ]
    assert turns and all(picture["sortie"]["turn"] == turn for turn, picture in turns)


@pytest.mark.parametrize(
    ("here", "there"),
    [
        ({"a": [1, 2, 3]}, {"a": [1, 3]}),
        ({"a": [1, 3]}, {"a": [0, 1, 2, 3]}),
        ({"a": [1, 1]}, {"a": [1, 1, 1]}),
        ({"a": []}, {"a": [{"b": 1}]}),
        ({"a": [{"b": 1}, {"b": 2}]}, {"a": [{"b": 1}, {"b": 3}]}),
        ({"a": {"x": 1}}, {"a": {"y": 1}}),
        ({"a": None}, {"a": {"y": [1]}}),
    ],
)
def test_any_change_can_be_gone_back(here: Any, there: Any) -> None:
    one = Earlier(0, [], [])
    earlier.compare(here, there, [], one.values, one.splices)
    assert json.dumps(back(here, one)) == json.dumps(there) and (one.values or one.splices)


def test_of_long_news_only_the_end_is_pictured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(earlier, "MOST", 2)
    for view in pushed(played(*NIGHT), "player"):
        assert all(one.told >= view.events_from + len(view.events) - 2 for one in view.earlier)


def test_news_that_cannot_be_pictured_is_told_all_the_same(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Planted: something goes wrong while the record is played again."""

    def breaks(self: Any, told: int) -> dict[int, Any]:
        raise KeyError(told)

    monkeypatch.setattr(Narration, "looks", breaks)
    with caplog.at_level(logging.ERROR):
        *_, session = played(*NIGHT[:3], 12)
        view = views.view_of(table_of(session), "player", "a", 3, "", "en", True)
    assert view.events and view.earlier == [] and "cannot be pictured" in caplog.text


def test_whoever_comes_to_the_table_sees_how_things_are_and_then_how_they_change(me: Client) -> None:
    table = me.table("4B", seed="news", seats={"player": "me", "umpire": "bot:plain"})
    me.my_turn(table)
    with me.socket() as socket:
        socket.send(type="watch", table=table, seat="player")
        heard: list[list[Any]] = []
        while len(heard) < 12:
            message = json.loads(socket.raw())
            if message["type"] == "view" and message["decision"]:
                heard.append(message["earlier"])
                option = message["decision"]["default"] or "F F"
                asked = message["decision"]
                if isinstance(asked["options"], list):
                    option = asked["options"][0]["option"]
                elif asked["options"]["hexes"]:
                    option = asked["options"]["hexes"][0] + (" S" if asked["options"]["facings"] else "")
                socket.send(type="decide", table=table, seat="player", number=asked["number"], option=option)
    assert heard[0] == [] and any(heard[1:])


def test_whoever_wants_no_pictures_of_the_news_is_sent_none(me: Client) -> None:
    """Told at once, nobody looks at them, and to draw them takes longer than all the rest."""
    for pictures in (True, False):
        table = me.table("3", seed="pictures")
        with me.socket() as socket:
            view = socket.watch(table, pictures=pictures)
            sent = 0
            for _ in range(6):
                socket.decide(view)
                view = socket.view()
                sent += len(view["earlier"])
        assert (sent > 0) is pictures
