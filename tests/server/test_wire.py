"""Twin worlds over every outlet of a whole server, bytes and moments; a leak planted in each outlet is caught.

The worlds of tests/support/wire_twins.py differ in one secret of another seat's. `make proof` compares 2,000 pairs.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tests.support import timing, wire_outlets, wire_twins
from tests.support.wire import Counsellors, House, a_house
from tests.support.wire_twins import EXPERT, Leak, Pause, worlds_known
from viermot import advising, outlets, reports
from viermot.kernel import sealed
from viermot.reader import Standing
from viermot.server import about, absence, keeping, line, pace, play, published, push, tables, views, ws
from viermot.server.http import ROUTES
from viermot.server.messages import wire
from viermot.server.messages.table import StandingReport
from viermot.server.refusals import Refused
from viermot.server.store import Busy

TWO = "bomber command, two people"


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with a_house() as built:
        yield built


@pytest.mark.parametrize("kind", worlds_known())
def test_worlds_that_differ_in_a_secret_are_the_same_on_the_wire(house: House, kind: str) -> None:
    for number, maximum in ((0, 10), (1, 10), (4, 20)):
        found = wire_twins.pair(house, kind, number, maximum)
        assert found["lines"] >= 5, found


def test_how_slow_the_machine_is_makes_no_difference(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once a connection was closed after a minute by the wall: on a busy machine that looked like a leak."""
    spent = itertools.count(time.monotonic(), 9)
    monkeypatch.setattr(time, "monotonic", lambda: next(spent))
    assert wire_twins.pair(house, "nightfighter, a computer umpire", 0, 4)["decisions"] == 4


def test_every_outlet_with_a_pace_is_tried(house: House) -> None:
    """What the list of outlets says goes through pace is what the twins try."""
    tried: set[str] = set()
    for number in range(8):
        tried |= set(wire_twins.pair(house, TWO, number, 14)["tried"])
        tried |= {f"asked {name}" for name in wire_outlets.SOCKET}
        if not wire_twins.not_tried(tried):
            return
    assert not wire_twins.not_tried(tried)


def test_whoever_answers_during_a_tick_is_answered_after_he_is_shown_what_there_is(house: House) -> None:
    """In one of these worlds the bot was asked something: the refusal of a stale answer must not come before it."""
    wire_twins.pair(house, "bomber command, against a bot", 8, 20)


def test_how_much_a_computer_umpire_is_asked_before_anybody_has_answered_is_not_told(house: House) -> None:
    """In one of these worlds he is asked twice at the beginning, in the other three times."""
    wire_twins.pair(house, "nightfighter, a computer umpire", 181, 2)


AT_A_BOT = "bomber command, against a bot"
MANY = 24  # requests after each answer, so that some of them wait side by side


def test_whoever_asks_first_is_answered_first_whether_a_bot_was_asked_or_not(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Requests that wait for the same moment of a tick, or of a pause: the order of the answers tells nothing."""
    monkeypatch.setattr(wire_twins, "PROBES_EACH", MANY)
    for kind, number in ((AT_A_BOT, 1), (AT_A_BOT, 2), (AT_A_BOT, 4), (TWO, 0), (TWO, 1)):
        wire_twins.pair(house, kind, number, 14)
    wire_twins.pair(house, AT_A_BOT, 12, 8)


async def sleeping_alone(self: Any, left: Any) -> None:
    while seconds := left():
        await asyncio.sleep(seconds)


async def bots_first(tables_: Any, game: str, person: str, fresh: bool = False, seat: str = "") -> Any:
    table = await tables_.get(game, fresh)
    if fresh:
        await table.settled()
    await published.in_turn(table, person, seat)
    return table


@pytest.mark.parametrize(
    ("where", "name", "planted"),
    [(line.Line, "stand", sleeping_alone), (tables.Tables, "get_in_turn", bots_first)],
    ids=("each sleeps by himself", "who reads waits for the bots before he stands in line"),
)
def test_an_order_of_answers_that_tells_is_caught(
    house: House, monkeypatch: pytest.MonkeyPatch, where: Any, name: str, planted: Any
) -> None:
    monkeypatch.setattr(wire_twins, "PROBES_EACH", MANY)
    monkeypatch.setattr(where, name, planted)
    with pytest.raises(Leak):
        for number in range(48):
            wire_twins.pair(house, AT_A_BOT, number, 14)


def test_in_some_pair_the_other_was_asked_in_one_world_only(house: House) -> None:
    """Else the twins would prove nothing about being asked."""
    assert sum(wire_twins.pair(house, TWO, number, 14)["asked differently"] for number in range(4)) >= 3


@pytest.mark.parametrize("kind", [kind for kind, worlds in worlds_known().items() if not worlds.alone])
def test_sealed_files_of_both_worlds_differ_in_the_sealed_bytes_alone(house: House, kind: str) -> None:
    """Of either seat, in and after every pause: head, sizes and moments are the same."""
    for number in range(2):
        found = wire_twins.pair(house, kind, number, 6, only=wire_outlets.SAVE)
        assert found["sealed files"] >= 15, found


def test_a_sealed_file_whose_length_tells_is_caught(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the file grows with what others did."""
    honest = sealed.room_for

    def user_error(session: Any, seat: str, needed: int) -> int:
        return honest(session, seat, needed) + sealed.STEP * (len(session.record) % 5)

    monkeypatch.setattr(sealed, "room_for", user_error)
    must_be_caught(house, wire_outlets.SAVE)


def test_worlds_in_which_nothing_is_to_be_had_prove_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: every answer is 503, in both worlds alike. Sealed files were once compared like that."""

    async def busy(*_: Any) -> Any:
        raise Busy("planted")

    monkeypatch.setattr(keeping, "sealed_file", busy)
    with pytest.raises(AssertionError, match="server could not write"):
        wire_twins.pair(house, TWO, 0, 4, only=wire_outlets.SAVE)


# -- bots and advisers that search ---------------------------------------------------------------------------------

NIGHTS = tuple((AT_A_BOT, number) for number in (1, 3, 5, 7))  # the British plot their raids, and search for the best


def test_how_long_an_expert_thinks_does_not_tell_the_worlds_apart(house: House) -> None:
    """In each world it thinks for another while: within the tick, or within the same step of a long thought."""
    for kind, number in NIGHTS:
        assert wire_twins.pair(house, kind, number, 4, bot=EXPERT)["lines"] >= 5


@pytest.mark.parametrize(
    ("name", "planted"),
    [("as_if_thought", lambda seconds: seconds), ("tick_at", lambda table: pace.TICK)],
    ids=("a long thought is entered when it is over", "a bot that searches has no longer tick than any"),
)
def test_an_expert_whose_thought_shows_is_caught(
    house: House, monkeypatch: pytest.MonkeyPatch, name: str, planted: Any
) -> None:
    monkeypatch.setattr(pace, name, planted)
    with pytest.raises(Leak):
        for kind, number in NIGHTS:
            wire_twins.pair(house, kind, number, 4, bot=EXPERT)


ADVICE, BELIEF = "POST /api/tables/{id}/advice", "POST /api/tables/{id}/belief"


def ask_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whom people ask: the seat's best bot, with a few games played on."""
    monkeypatch.setattr(Counsellors, "by", "")
    monkeypatch.setattr(advising, "PLAYOUTS", 4)
    monkeypatch.setattr(wire_twins, "PROBES_EACH", 1)


@pytest.mark.parametrize(("kind", "number"), [(TWO, 1), ("nightfighter, a computer umpire", 0)])
def test_what_an_expert_advises_is_the_same_in_both_worlds(
    house: House, monkeypatch: pytest.MonkeyPatch, kind: str, number: int
) -> None:
    ask_the_best(monkeypatch)
    assert ADVICE in wire_twins.pair(house, kind, number, 2, only=ADVICE)["tried"]
    assert BELIEF in wire_twins.pair(house, kind, number, 2, only=BELIEF)["tried"]


def test_an_adviser_who_looks_at_what_is_hidden_is_caught(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: his reason tells how much has happened at the table."""
    honest = advising.advised
    found = House.found
    monkeypatch.setattr(House, "found", lambda self, game: kept(found(self, game)))

    def knows_too_much(*asked: Any) -> Any:
        return msgspec.structs.replace(honest(*asked), reason=str(counted()))

    monkeypatch.setattr(advising, "advised", knows_too_much)
    must_be_caught(house, ADVICE, 8)


# -- who is muted, who looks on --------------------------------------------------------------------------------------


def test_the_view_that_follows_a_muting_is_the_same_in_both_worlds(house: House) -> None:
    """It is sent in the middle of a pause, whatever the other is being asked, and shows what was shown before."""
    for number in range(2):
        wire_twins.pair(house, TWO, number, 6, only=wire_outlets.MUTING)


def test_a_muting_that_is_followed_by_the_game_as_it_is_is_caught(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted: what is sent anew is made from the table, not from what the seat has been shown of it."""
    monkeypatch.setattr(push, "shown_to_seat", lambda table, seat: table)
    monkeypatch.setattr(push.Watchers, "_show_all", shows_at_once)
    must_be_caught(house, wire_outlets.MUTING)


async def shows_at_once(self: Any, table: Any) -> float:
    async with table.lock:
        for watch in list(self._of.get(table.id, ())):
            await self.show(table, watch)
    return 0.0


def test_whoever_looks_on_is_told_the_same_in_both_worlds(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    onlooking = {name: path for name, path in wire_outlets.MORE.items() if name.startswith(wire_outlets.ONLOOKER)}
    alone(monkeypatch)
    monkeypatch.setattr(wire_twins, "MORE", onlooking)
    monkeypatch.setattr(wire_twins, "PROBES_EACH", 6)
    tried: set[str] = set()
    for kind, number in ((TWO, 1), ("nightfighter, a computer umpire", 0), (TWO, 0)):
        tried |= set(wire_twins.pair(house, kind, number, 8)["tried"])
    assert set(onlooking) <= tried


@pytest.mark.parametrize("where", ["view_of", "moment", "dice_report", "page_before"])
def test_a_leak_to_an_onlooker_is_caught(house: House, where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    only = {"view_of": "seats/public", "moment": "replay?seat=public", "dice_report": "dice?seat=public"}
    monkeypatch.setattr(views, where, wrong(None))
    must_be_caught(house, wire_outlets.ONLOOKER + only.get(where, "seats/public/events?before=999999"))


# -- leaks planted in every outlet ----------------------------------------------------------------------------------


def secret(table: Any) -> int:
    """Something nobody may know: how many entries the record has."""
    return len(table.whole.live.session.record)


def leaky_view(honest: Any) -> Any:
    def view_of(table: Any, *more: Any) -> Any:
        view = honest(table, *more)
        view.seen = secret(table)
        return view

    return view_of


def leaky_line(honest: Any) -> Any:
    def remember(self: Any, table: Any) -> None:
        honest(self, table)
        for seat in table.seats.values():
            seat.asked = bool(secret(table) % 2)

    return remember


def wrong(honest: Any) -> Any:
    """A refusal whose words tell."""

    def refuse(table: Any, *more: Any) -> Any:
        raise Refused("illegal", "server.no_moment", at=secret(table), moments=0)

    return refuse


def wrong_in_a_pause(honest: Any) -> Any:
    def must_be_asked(table: Any, seat: str, number: int) -> None:
        if table.pace.hold_of(table, seat) is not None:
            wrong(honest)(table)

    return must_be_asked


LEAKS: dict[str, tuple[Any, str, Any]] = {
    "GET /api/tables": (tables.Tables, "remember", leaky_line),
    "GET /api/tables/{id}": (tables.Tables, "remember", leaky_line),
    "GET /api/tables/{id}/seats/{seat}": (views, "view_of", leaky_view),
    "GET /api/tables/{id}/seats/{seat}/since": (views, "summary", wrong),
    "GET /api/tables/{id}/seats/{seat}/events": (views, "page_before", wrong),
    "GET /api/tables/{id}/moment": (reports, "moment", lambda honest: lambda *_: {"leak": counted()}),
    "GET /api/tables/{id}/replay": (views, "moment", wrong),
    "GET /api/tables/{id}/dice": (views, "dice_report", wrong),
    "GET /api/tables/{id}/odds": (about, "odds", lambda honest: lambda *_: [{"leak": counted()}]),
    "GET /api/tables/{id}/standing": (about, "standing", lambda honest: lambda *_: leaky_standing()),
    "POST /api/tables/{id}/why-not": (play, "why_not", wrong),
    "POST /api/tables/{id}/decide": (play, "_must_be_asked", wrong_in_a_pause),
    "POST /api/tables/{id}/undo": (play, "_must_run", wrong),
    "POST /api/tables/{id}/consent": (play, "_must_run", wrong),
    "POST /api/tables/{id}/absent": (absence, "_gone", wrong),
    "how long one waits": (views, "changed_at", lambda honest: lambda table, seat: honest(table, seat) + secret(table)),
    "the checklist's plan": (about, "plan", lambda honest: lambda *_: msgspec.Raw(b'{"leak":%d}' % counted())),
    "the checklist's chances": (about, "chances", lambda honest: lambda *_: {"leak": str(counted())}),
    "POST /api/tables/{id}/hand-over": (play, "_must_run", wrong),
    "the door itself": (tables, "shown_to", lambda honest: lambda table, person: table),
    "pauses": (pace.Pace, "_done_with", lambda honest: lambda self, row, silent, pause, own: row.at),
}
ENTRIES: list[Any] = []


def kept(entry: Any) -> Any:
    """The entry, which the planted leaks can look at afterwards."""
    ENTRIES.append(entry)
    return entry


def counted() -> int:
    return len(ENTRIES[-1].live.session.record) if ENTRIES else 0


def leaky_standing() -> StandingReport:
    return StandingReport(None, Standing(str(counted()), -1, []))


def alone(monkeypatch: pytest.MonkeyPatch, http: str = "", socket: str = "") -> None:
    """Nothing but that outlet is tried."""
    monkeypatch.setattr(wire_twins, "HTTP", {http: wire_outlets.HTTP[http]} if http else {})
    monkeypatch.setattr(wire_twins, "SOCKET", {socket: wire_outlets.SOCKET[socket]} if socket else {})
    monkeypatch.setattr(wire_twins, "MORE", {})
    monkeypatch.setattr(wire_twins, "WRITES", ())


TELLING = (1, 3, 5, 7, 9, 11, 0, 2, 4, 6, 8, 10)  # first the nights in which the other is asked soon and often


def must_be_caught(house: House, only: str = "", maximum: int = 14) -> None:
    with pytest.raises(Leak):
        for number in TELLING:
            wire_twins.pair(house, TWO, number, maximum, only=only)


@pytest.mark.parametrize("outlet", list(LEAKS))
def test_a_leak_planted_in_an_outlet_is_caught(house: House, outlet: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, make = LEAKS[outlet]
    honest = getattr(where, name)
    monkeypatch.setattr(where, name, make(honest))
    if outlet.endswith(("odds", "standing", "moment", "plan", "chances")):
        found = House.found
        monkeypatch.setattr(House, "found", lambda self, game: kept(found(self, game)))
    if outlet in wire_outlets.HTTP:
        alone(monkeypatch, outlet)
    must_be_caught(house)


def entries_of(server: Any) -> int:
    """How many entries the records of all tables in the house have: nobody's business during a pause."""
    return sum(len(table.live.session.record) for table in server.tables._held.values())


@pytest.mark.parametrize("outlet", list(wire_outlets.HTTP))
def test_a_route_that_tells_is_caught(house: House, outlet: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted at the very end of each route, whatever it goes through before: its answer tells."""
    method, _, path = outlet.partition(" ")
    what = next(route for route in ROUTES if (route.method, route.path) == (method, path))
    honest = what.handler

    async def user_error(ask: Any) -> Any:
        raise Refused("illegal", "server.no_moment", at=entries_of(ask.server), moments=0)

    alone(monkeypatch, outlet)
    object.__setattr__(what, "handler", user_error)
    try:
        must_be_caught(house)
    finally:
        object.__setattr__(what, "handler", honest)


def tag_of(message: type) -> object:
    """What a message calls itself on the wire."""
    assert issubclass(message, msgspec.Struct)
    return message.__struct_config__.tag


@pytest.mark.parametrize("kind", list(wire_outlets.SOCKET))
def test_a_message_of_the_socket_that_tells_is_caught(house: House, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted in the answer to each message; what the story itself needs is answered as ever."""
    asked_with = next(type_ for type_ in ws.HANDLERS if tag_of(type_) == kind)
    honest = ws.HANDLERS[asked_with]

    async def user_error(connection: Any, asked: Any) -> None:
        first = kind == "watch" and (asked.table, asked.seat) not in connection.watching
        if first or (kind == "decide" and asked.number != wire_outlets.SOCKET[kind]["number"]):
            await honest(connection, asked)
            return
        raise Refused("illegal", "server.no_moment", at=entries_of(connection.server), moments=0)

    monkeypatch.setitem(ws.HANDLERS, asked_with, user_error)
    alone(monkeypatch, socket=kind)
    must_be_caught(house)


def sent_leaks() -> dict[str, tuple[Any, str, Any]]:
    """A leak in each message that a server sends."""

    def chatty(honest: Any) -> Any:
        def chat_line(line: Any, locale: str) -> Any:
            return msgspec.structs.replace(honest(line, locale), number=counted())

        return chat_line

    return {
        "view": (push, "view_of", leaky_view),
        "done": (ws, "Done", lambda honest: lambda id_, number=None: honest(id_, counted())),
        "refused": (play, "_must_be_asked", wrong_in_a_pause),
        "chat": (push, "chat_line", chatty),
        "pong": (wire, "Pong", lambda honest: lambda: wire.Done(counted())),
    }


@pytest.mark.parametrize("kind", list(sent_leaks()))
def test_a_message_that_is_sent_and_tells_is_caught(house: House, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, make = sent_leaks()[kind]
    found = House.found
    monkeypatch.setattr(House, "found", lambda self, game: kept(found(self, game)))
    monkeypatch.setattr(where, name, make(getattr(where, name)))
    alone(monkeypatch, socket={"refused": "decide", "chat": "chat", "pong": "ping"}.get(kind, "seen"))
    must_be_caught(house)


def test_every_outlet_on_the_list_has_a_planted_leak() -> None:
    """Or a reason why no pair of worlds can try it."""
    planted = {*wire_outlets.HTTP, *wire_outlets.SOCKET, *sent_leaks()}
    listed = {*outlets.HTTP, *outlets.SOCKET, *outlets.SENT}
    assert listed - planted == set(wire_outlets.NOT_TRIED)
    for name in wire_outlets.NOT_TRIED:
        outlet = {**outlets.HTTP, **outlets.SENT}[name]
        assert (outlet.knows, outlet.pace) == (outlets.NONE, outlets.ANY), name


# -- the clock ------------------------------------------------------------------------------------------------------


def test_the_clock_does_not_tell_who_was_asked(house: House) -> None:
    """A sample; the proof trains on 500 trials and judges 1,000."""
    found = timing.gathered(house, (TWO,), 60)
    assert timing.Adversary(found[:20]).judged(found[20:]) <= 0.55


def test_the_adversary_sees_that_nothing_due_takes_no_time(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a question that was passed over has no pause of its own."""
    honest = pace.Pace.follow

    def hasty(self: Any, table: Any, row: Any, before: Any) -> None:
        table.live.session.unasked = []
        honest(self, table, row, before)

    monkeypatch.setattr(pace.Pace, "follow", hasty)
    found = timing.gathered(house, (TWO,), 60)
    assert timing.Adversary(found[:30]).judged(found[30:]) > 0.65


def test_the_adversary_sees_bots_without_a_tick(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: what bots did is shown when they have done it."""
    monkeypatch.setattr(pace, "TICK", 1e-9)
    monkeypatch.setattr(pace.Pace, "wait", lambda self, table, seat: 0.0)
    found = timing.gathered(house, ("bomber command, against a bot",), 60)
    assert timing.Adversary(found[:30]).judged(found[30:]) > 0.65


def test_against_bots_the_clock_does_not_tell_either(house: House) -> None:
    found = timing.gathered(house, ("bomber command, against a bot",), 60)
    assert timing.Adversary(found[:30]).judged(found[30:]) <= 0.55


def test_the_adversary_sees_a_leak_of_the_clock() -> None:
    """Planted: where another was asked the view comes a twentieth of a second later."""
    rng = random.Random("clock")
    found = []
    for number in range(300):
        asked = number % 2 == 0
        seen = [("sent done", 0.0, 30), ("sent view", rng.uniform(0.20, 0.24) + 0.05 * asked, 7000)]
        found.append((timing.figures(Pause(asked, seen)), asked))
    assert timing.Adversary(found[:100]).judged(found[100:]) > 0.9
