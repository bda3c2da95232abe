"""Between people the clock tells nothing: who was asked for a card, and who was not [Bomber Command, ruling C36]."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.games.bomber_command import pace_nights
from tests.games.bomber_command.support import go, new_session, night, unit
from tests.support.server import Client, InProcess, Socket, View, wait_until
from viermot.games.bomber_command.faces.page import PAGE
from viermot.server import bot_workers, lobby, operations
from viermot.server.pace import TICK, Pace

PLAN = "E main Hannover 1 D5 K5* D8"
IDLE = ["MASTER BOMBER", "MASTER BOMBER"]  # nothing to be done with them before the bombing
ANSWER = ["WINDOW", "WINDOW"]  # two of the symbol of NAXOS
PAUSE = 0.5  # time enough for whoever is asked meanwhile to answer
HUNTING = dict.fromkeys(("I./NJG1", "II./NJG1"), unit("E", fuel=5))  # asked soon: few pauses from view to view
LONG = 50.0  # for as much as a busy machine needs
ITS_OWN = ("table", "commitment", "head", "key", "seats", "chat")


@pytest.fixture(autouse=True)
def steady(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The same pause in every game, so that it can be measured; and the same dice in both worlds."""

    async def same_key(tables: Any, table_: Any, _: str, take: Any) -> None:
        await tables.write(table_, take)

    monkeypatch.setattr(lobby, "_change_key", same_key)
    set_pause(monkeypatch, PAUSE)
    yield


def set_pause(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    monkeypatch.setattr(PAGE, "pacing", replace(PAGE.pacing, pause=seconds))


class Night:
    """Two people before a detection roll; the German one may play NAXOS."""

    def __init__(
        self,
        visitor: Callable[[str], Client],
        host: InProcess,
        sockets: ExitStack,
        folder: Path,
        position: str,
        kind: str = "play",
    ) -> None:
        self.host = host
        session = go(new_session(position, seed="pace"), kind, "german")
        session.save(folder / "night.viermot")
        self.anna, self.bert = visitor("anna"), visitor("bert")
        save = (folder / "night.viermot").read_text(encoding="utf-8")
        made = self.anna.post("/api/tables/import", save=save, seats={"british": "me", "german": "open"})
        self.id = made["id"]
        token = self.anna.at(self.id, "invite", seat="german")["token"]
        self.bert.post(f"/api/join/{token}")
        self.british: Socket = sockets.enter_context(self.anna.socket())
        self.german: Socket = sockets.enter_context(self.bert.socket())
        self.before_british = self.british.watch(self.id, "british")
        self.before = self.german.watch(self.id, "german")
        assert self.before["decision"]["kind"] == kind
        self.start = time.monotonic()

    def naxos(self) -> None:
        """The German player lays his card down."""
        self.start = time.monotonic()
        assert self.german.decide(self.before, "NAXOS homer")["type"] == "done"

    def british_passes(self) -> None:
        """First the cancellation, asked at once; then, each after what was before it, cards of his own."""
        for kind in ("cancel", "play"):
            asked = self.british.view()
            assert asked["decision"]["kind"] == kind
            assert self.british.decide(asked, "pass")["type"] == "done"

    def german_sees(self) -> tuple[float, View]:
        """The next view of the German page, and how long it took to come."""
        view = self.german.view()
        return time.monotonic() - self.start, {name: value for name, value in view.items() if name not in ITS_OWN}

    def german_waited(self) -> float:
        """How long the German page was to wait after his answer, by the server's clock: a busy machine adds to it."""
        record = operations.show(self.host.server.store, self.id)["record"]
        answered = next(entry["at"] for entry in reversed(record) if entry["seat"] == "german")
        held = self.host.server.tables.held(self.id)
        assert held is not None
        return float(held.pace.latest["german"] - answered)


@pytest.fixture
def laid(visitor: Callable[[str], Client], host: InProcess, tmp_path: Path) -> Iterator[Callable[..., Night]]:
    """Two people at any position."""
    with ExitStack() as sockets:
        yield lambda *position: Night(visitor, host, sockets, tmp_path, *position)


@pytest.fixture
def begun(laid: Callable[..., Night]) -> Callable[[list[str]], Night]:
    """Two people, by the British hand."""

    def before_the_roll(hand: list[str]) -> Night:
        hands = {"british": hand, "german": ["NAXOS"]}
        return laid(night("berlin", PLAN, dict(HUNTING), turn=3, phase=4, hands=hands))

    return before_the_roll


def both(begun: Callable[[list[str]], Night]) -> list[Night]:
    """The two worlds at once, so that their pauses pass together; in the second the British player is asked."""
    idle, asked = begun(IDLE), begun(ANSWER)
    for world in (idle, asked):
        world.naxos()
    asked.british_passes()
    return [idle, asked]


def test_asked_and_passed_looks_like_never_asked(begun: Callable[[list[str]], Night]) -> None:
    """Two worlds that differ in the British hand: the same view, after the same pauses, and none before."""
    told, times = [], []
    for world in both(begun):
        took, view = world.german_sees()
        assert took >= 2 * PAUSE, "the cancellation, and a card before the roll"
        assert view["waiting_for"] is None
        times.append(world.german_waited())
        told.append(json.dumps(view, sort_keys=True))
        assert world.german.quiet_for(PAUSE)
    assert told[0] == told[1]
    assert times[0] == pytest.approx(times[1], abs=0.001)


def test_no_pause_tells_how_many_kinds_of_weather_a_raid_is_in(laid: Callable[..., Night]) -> None:
    """Where the stream lies under two weathers the British player chooses; where it lies under one he is not asked."""
    told, times = [], []
    weather = {**dict.fromkeys(("3.JD", "England", "1.JD", "4.JD", "7.JD"), "Clear"), "2.JD": "Broken Cloud"}
    worlds = [
        laid(night("berlin", plan, dict(HUNTING), turn=3, phase=6, weather=weather), "tame_boar")
        for plan in ("E main Hannover 1 D5 J5 K5* K4 D7", "E main Hannover 1 D4 K4 K5* K4 D7")
    ]
    for world in worlds:
        world.start = time.monotonic()
        assert world.german.decide(world.before, "I./NJG1")["type"] == "done"
    asked = worlds[0].british.view()
    assert asked["decision"]["kind"] == "pick_weather"
    assert worlds[0].british.decide(asked, "I5")["type"] == "done"
    for world in worlds:
        took, seen = world.german_sees()
        assert took >= PAUSE
        times.append(world.german_waited())
        told.append(json.dumps(seen, sort_keys=True))
    assert told[0] == told[1]
    assert times[0] >= PAUSE and times[0] == pytest.approx(times[1], abs=0.001)


def test_a_thought_longer_than_the_pause_shows(begun: Callable[[list[str]], Night]) -> None:
    world = begun(ANSWER)
    world.naxos()
    world.british.view()
    took, view = world.german_sees()
    assert took >= PAUSE
    assert view["waiting_for"] == "other"


def test_whatever_is_asked_during_the_pause_is_answered_as_before(
    begun: Callable[[list[str]], Night], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The audit's probes: one of each outlet while the view is withheld, in both worlds."""
    set_pause(monkeypatch, LONG)
    told = []
    for hand in (IDLE, ANSWER):
        world = begun(hand)
        world.naxos()
        if hand is ANSWER:
            asked = world.british.view()
            assert asked["decision"]["kind"] == "cancel"
            assert world.british.decide(asked, "pass")["type"] == "done"
        told.append(probed(world))
        assert time.monotonic() - world.start < LONG, "all of them fell into the first pause"
    for name, one in told[0].items():
        assert one == told[1][name], name


def probed(world: Night) -> dict[str, Any]:
    """What the German page is told by every outlet, with nothing that is a table's own."""
    bert, at = world.bert, f"/api/tables/{world.id}"
    next_ = world.before["decision"]["number"] + 1
    body = {"seat": "german", "option": "pass"}
    answers = {
        "table": bert.http.get(at),
        "view": bert.http.get(f"{at}/seats/german"),
        "public": bert.http.get(f"{at}/seats/public"),
        "since": bert.http.get(f"{at}/seats/german/since"),
        "odds": bert.http.get(f"{at}/odds"),
        "standing": bert.http.get(f"{at}/standing"),
        "dice": bert.http.get(f"{at}/dice"),
        "replay": bert.http.get(f"{at}/replay"),
        "verify": bert.http.get(f"{at}/verify"),
        "why not": bert.http.post(f"{at}/why-not", json=body),
        "again": bert.http.post(f"{at}/decide", json={**body, "number": next_ - 1}),
        "next": bert.http.post(f"{at}/decide", json={**body, "number": next_}),
        "wrong": bert.http.post(f"{at}/decide", json={**body, "number": 10_000}),
        "fork": bert.http.post(f"{at}/fork", json={"seat": "german", "at": 0}),
        "rematch": bert.http.post(f"{at}/rematch", json={}),
    }
    told = {name: (answer.status_code, stripped(answer.text, world.id)) for name, answer in answers.items()}
    row = next(line for line in bert.get("/api/tables") if line["id"] == world.id)
    bert.at(world.id, "seen", seat="german", events=10**6)
    told["seen"] = (bert.view(world.id, "german")["seen"], "as many as he was shown")
    return {**told, "tables": (200, stripped(json.dumps(row, separators=(",", ":")), world.id))}


def stripped(text: str, table_: str) -> str:
    text = re.sub(r'"(created|last_change|at|changed)":[0-9.]+', "", text.replace(table_, "table"))
    text = re.sub(r'"[^"]{16}"', "id", text)
    return re.sub(r'"(commitment|head)":"[0-9a-f]{64}"', "", text)


def test_looking_again_shows_what_was_before(begun: Callable[[list[str]], Night]) -> None:
    """A reload during the pause shows neither what came of the answer nor the question that was answered."""
    world = begun(ANSWER)
    world.naxos()
    view = world.bert.view(world.id, "german")
    assert view["decision"] is None and view["waiting_for"] == "other"
    assert len(view["events"]) == len(world.before["events"])


def test_going_back_waits_for_the_end_of_the_pause(begun: Callable[[list[str]], Night]) -> None:
    for world in both(begun):
        answer = world.bert.http.post(f"/api/tables/{world.id}/undo", json={"seat": "german"})
        assert time.monotonic() - world.start >= 2 * PAUSE
        assert answer.status_code == 422


def test_against_the_computer_nobody_waits(me: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    set_pause(monkeypatch, LONG)
    seats = {"british": "bot:random", "german": "me"}
    table_ = me.post("/api/tables", game="bomber_command", scenario="berlin", seats=seats, seed="quick")["id"]
    start = time.monotonic()
    for _ in range(6):
        me.decide(table_, me.my_turn(table_, "german"))
    assert time.monotonic() - start < LONG, "not even one pause"


def test_the_computer_answers_on_after_what_orders_answer_without_being_asked_anew(
    me: Client, local: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One errand to the bots' process until a person is asked, though his orders answer in between."""
    errands: list[int] = []
    honest = bot_workers.BotProcess._request

    def counted(self: Any, table: Any, *more: Any) -> Any:
        errands.append(table.live.length)
        return honest(self, table, *more)

    monkeypatch.setattr(bot_workers.BotProcess, "_request", counted)
    monkeypatch.setattr(bot_workers.BotProcess, "forget", lambda self, table_id: pytest.fail("its copy is good"))
    seats = {"british": "me", "german": "bot:standard"}
    game = {"game": "bomber_command", "scenario": "berlin", "seats": seats, "seed": "errands 3", "routine": True}
    table_ = me.post("/api/tables", **game)["id"]
    held = local.server.tables.held(table_)
    assert held is not None
    for answered in range(12):
        view = me.my_turn(table_, "british")
        wait_until(lambda: held.thinking is None)  # whoever answers before they are done makes their copy worthless
        assert len(errands) <= answered + 2, "more than one after an answer, and one at the beginning"
        me.decide(table_, view)
    assert len(view["given"]) > 4, "else the orders had nothing to do"


def test_the_tick_is_short() -> None:
    assert TICK <= 0.05


def test_pauses_add_less_than_four_minutes_to_a_night(monkeypatch: pytest.MonkeyPatch) -> None:
    """With standard bots as the people, on a clock that is turned; a long one is part of the proof."""
    monkeypatch.undo()
    for number in (*range(6), 7):
        assert 10 < pace_nights.night(number)["seconds"] <= 240


@pytest.mark.parametrize(("silent", "ticks"), [(0, 1), (24, 1), (25, 2), (74, 2), (75, 3), (174, 4)])
def test_many_card_windows_cost_a_few_ticks(silent: int, ticks: int) -> None:
    """An errand to the bots' process takes most of the first; a card window more is next to nothing."""
    pace = Pace()
    pace.slots = silent
    assert pace._ticks() == pytest.approx(ticks * TICK)
