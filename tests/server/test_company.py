"""Playing with people: guests, an opponent who is gone, whom one does not want to hear, complaints, lobby cards."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.kits import sample
from tests.support.server import Client, InProcess, wait_until
from viermot.kernel import lessons
from viermot.server import clock, guests
from viermot.text import message

GAME = sample()
MINE, THEIRS = "player", "umpire"
PATIENCE = 3600.0


def a_table(owner: Client, **more: Any) -> str:
    made = owner.post("/api/tables", game=GAME, scenario="3", seats={MINE: "me", THEIRS: "open"}, **more)
    return str(made["id"])


def a_link(owner: Client, table: str) -> str:
    return str(owner.post(f"/api/tables/{table}/invite", seat=THEIRS)["token"])


def a_guest(host: InProcess) -> Client:
    client = Client(host.base)
    me = client.post("/api/guest")
    client.http.headers["x-csrf-token"] = me["csrf"]
    assert me["user"]["guest"] and me["user"]["name"].startswith("Guest-")
    return client


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Turns the clock forward."""
    ahead = [0.0]
    monkeypatch.setattr(clock, "now", lambda: time.time() + ahead[0])

    def turn(seconds: float) -> None:
        ahead[0] += seconds

    return turn


@pytest.fixture
def home(tmp_path: Path) -> Iterator[InProcess]:
    """A host of the test's own, whose clock may be turned."""
    server = InProcess(database=str(tmp_path / "games.sqlite3"), hosting=True, limits=False)
    yield server
    server.stop()


def somebody(host: InProcess, name: str) -> Client:
    client = Client(host.base)
    made = client.post("/api/register", name=name, password="correct horse")
    client.http.headers["x-csrf-token"] = made["csrf"]
    return client


def view(who: Client, table: str, seat: str) -> dict[str, Any]:
    return dict(who.get(f"/api/tables/{table}/seats/{seat}"))


def refused(who: Client, path: str, **body: Any) -> str:
    answer = who.http.post(path, json=body)
    assert answer.status_code >= 400, answer.text
    return str(answer.json()["error"]["why"])


# -- guests ----------------------------------------------------------------------------------------------------


def test_a_guest_takes_a_seat_by_its_link_and_plays(visitor: Any, host: InProcess) -> None:
    anna = visitor("AnnaHost")
    table = a_table(anna)
    token = a_link(anna, table)
    stranger = Client(host.base)
    assert stranger.get(f"/api/join/{token}")["by"] == "AnnaHost", "who is invited sees by whom before he comes in"
    guest = a_guest(host)
    assert guest.post(f"/api/join/{token}") == {"id": table, "seat": THEIRS}
    assert view(guest, table, THEIRS)["seat"] == THEIRS
    assert next(s["name"] for s in view(anna, table, MINE)["seats"] if s["seat"] == THEIRS).startswith("Guest-")


def test_a_guest_may_learn_but_not_open_tables_invite_or_load(host: InProcess) -> None:
    guest = a_guest(host)
    lesson = lessons.every()[0]
    table = guest.post(f"/api/lessons/{lesson.game}/{lesson.id}")["id"]
    assert view(guest, table, lesson.seat)["coach"]["step"] == 1
    assert refused(guest, "/api/tables", game=GAME) == "forbidden"
    assert refused(guest, f"/api/tables/{table}/invite", seat=lesson.seat) == "forbidden"
    assert refused(guest, "/api/tables/import", save="{}") == "forbidden"
    assert refused(guest, "/api/account/delete", password="nothing at all") == "forbidden"
    assert refused(guest, "/api/guest") == "taken"


def test_a_guest_has_only_so_many_tables_and_there_are_only_so_many_guests(
    host: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    lesson = lessons.every()[0]
    guest = a_guest(host)
    monkeypatch.setattr(guests, "MAX_TABLES", 1)
    guest.post(f"/api/lessons/{lesson.game}/{lesson.id}")
    assert refused(guest, f"/api/lessons/{lesson.game}/{lesson.id}") == "too many"
    monkeypatch.setattr(guests, "MAX_GUESTS", 1)
    late = Client(host.base)
    late.get("/api/me")
    assert refused(late, "/api/guest") == "too many"


def test_on_one_machine_there_are_no_guests(me: Client) -> None:
    assert refused(me, "/api/guest") == "taken"


def test_a_guest_may_choose_a_name_by_the_rules_of_names_and_keep_it(visitor: Any, host: InProcess) -> None:
    anna = visitor("AnnaChooses")
    table = a_table(anna)
    client = Client(host.base)
    for name, why in (("x", "illegal"), ("ann\u0430", "illegal"), ("operator", "taken"), ("Guest-1", "taken"),
                      ("annachooses", "taken"), ("AnnaCh00ses", "taken")):  # fmt: skip
        assert refused(client, "/api/guest", name=name) == why, name
    me = client.post("/api/guest", name=" Bobby_by_link ")
    assert me["user"] == {"name": "Bobby_by_link", "local": False, "guest": True}
    client.http.headers["x-csrf-token"] = me["csrf"]
    client.post(f"/api/join/{a_link(anna, table)}")
    assert next(s["name"] for s in view(anna, table, MINE)["seats"] if s["seat"] == THEIRS) == "Bobby_by_link"
    other = Client(host.base)
    assert refused(other, "/api/guest", name="bobby-by-link") == "taken"
    assert refused(other, "/api/register", name="bobby_by_link", password="correct horse") == "taken"
    made = client.post("/api/register", name="Bobby_by_link", password="correct horse")
    assert made["user"] == {"name": "Bobby_by_link", "local": False, "guest": False}


def test_nobody_takes_a_guest_s_name(host: InProcess) -> None:
    client = Client(host.base)
    assert refused(client, "/api/register", name="guest-1234", password="correct horse") == "taken"
    assert refused(client, "/api/register", name="Gue5t-1234", password="correct horse") == "taken"


def test_a_guest_who_opens_an_account_keeps_his_seat(visitor: Any, host: InProcess) -> None:
    anna = visitor("AnnaKeeps")
    table = a_table(anna)
    guest = a_guest(host)
    guest.post(f"/api/join/{a_link(anna, table)}")
    made = guest.post("/api/register", name="BobStays", password="correct horse")
    guest.http.headers["x-csrf-token"] = made["csrf"]
    assert made["user"] == {"name": "BobStays", "local": False, "guest": False}
    assert guest.get(f"/api/tables/{table}")["my_seats"] == [THEIRS]
    assert next(s["name"] for s in view(anna, table, MINE)["seats"] if s["seat"] == THEIRS) == "BobStays"
    again = a_guest(host)
    assert refused(again, "/api/register", name="BobStays", password="correct horse") == "taken"


def test_after_a_day_a_guest_is_gone_and_his_tables_are_seen_to(
    home: InProcess, later: Callable[[float], None]
) -> None:
    anna = somebody(home, "Anna")
    table = a_table(anna)
    guest = a_guest(home)
    guest.post(f"/api/join/{a_link(anna, table)}")
    lesson = lessons.every()[0]
    alone = guest.post(f"/api/lessons/{lesson.game}/{lesson.id}")["id"]
    see_off(home)
    assert guest.get(f"/api/tables/{alone}")["id"] == alone, "not before his day is over"
    later(guests.DAY + 1)
    see_off(home)
    assert guest.http.get("/api/tables").status_code == 401
    line = anna.get(f"/api/tables/{table}")
    assert line["over"] is None and line["ended"] is None, "the game goes on"
    assert [seat["holder"] for seat in line["seats"]] == ["me", "open"]
    bob = somebody(home, "Bob")
    assert bob.post(f"/api/join/{a_link(anna, table)}")["seat"] == THEIRS
    assert home.server.store.read_now(lambda connection: guests.whose_day_is_over(connection)) == []


def see_off(home: InProcess) -> None:
    assert home.loop is not None
    asyncio.run_coroutine_threadsafe(home.server.see_guests_off(), home.loop).result(30)


# -- an opponent who is gone --------------------------------------------------------------------------------------


@pytest.fixture
def pair(home: InProcess) -> tuple[Client, Client, str]:
    anna, bob = somebody(home, "Anna"), somebody(home, "Bob")
    table = a_table(anna, patience=PATIENCE)
    bob.post(f"/api/join/{a_link(anna, table)}")
    return anna, bob, table


def waits_for_bob(anna: Client, bob: Client, table: str) -> None:
    """Until it is the umpire's turn and not the player's."""

    def his() -> bool:
        seen = view(anna, table, MINE)
        if seen["decision"] is not None:
            anna.post(f"/api/tables/{table}/decide", seat=MINE, number=seen["decision"]["number"], option=0)
            return False
        return view(bob, table, THEIRS)["decision"] is not None

    wait_until(his)


def test_nobody_is_gone_before_the_time_agreed_on(
    pair: tuple[Client, Client, str], later: Callable[[float], None]
) -> None:
    anna, bob, table = pair
    waits_for_bob(anna, bob, table)
    assert view(anna, table, MINE)["waits"]["patience"] == PATIENCE
    assert refused(anna, f"/api/tables/{table}/absent", seat=MINE, what="play on") == "stale"
    later(PATIENCE - 60)
    assert refused(anna, f"/api/tables/{table}/absent", seat=MINE, what="end") == "stale"
    assert refused(bob, f"/api/tables/{table}/absent", seat=THEIRS, what="end") == "illegal", "it is his own move"


def test_the_computer_plays_on_for_whoever_is_gone_until_he_comes_back(
    pair: tuple[Client, Client, str], later: Callable[[float], None]
) -> None:
    anna, bob, table = pair
    waits_for_bob(anna, bob, table)
    later(PATIENCE + 1)
    anna.post(f"/api/tables/{table}/absent", seat=MINE, what="play on")
    wait_until(lambda: view(anna, table, MINE)["decision"] is not None)
    his = next(seat for seat in view(bob, table, THEIRS)["seats"] if seat["seat"] == THEIRS)
    assert his["holder"] == "bot" and his["mine"]
    assert view(anna, table, MINE)["waits"] is None
    bob.post(f"/api/tables/{table}/hand-over", seat=THEIRS, bot=None)
    assert next(seat for seat in view(anna, table, MINE)["seats"] if seat["seat"] == THEIRS)["name"] == "Bob"


def test_a_game_whose_opponent_is_gone_can_be_ended(
    pair: tuple[Client, Client, str], later: Callable[[float], None]
) -> None:
    anna, bob, table = pair
    waits_for_bob(anna, bob, table)
    later(PATIENCE + 1)
    anna.post(f"/api/tables/{table}/absent", seat=MINE, what="end")
    assert anna.get(f"/api/tables/{table}")["ended"] == {"resigned": THEIRS, "gone": True}
    assert view(bob, table, THEIRS)["ended"] == {"resigned": THEIRS, "gone": True}


def test_what_the_other_did_unseen_changes_nothing_about_how_long_one_has_waited(
    pair: tuple[Client, Client, str], later: Callable[[float], None]
) -> None:
    """The umpire answers something the player is not shown: her wait goes on from her own last news."""
    anna, bob, table = pair
    for _ in range(6):
        waits_for_bob(anna, bob, table)
        before = view(anna, table, MINE)
        asked = view(bob, table, THEIRS)["decision"]
        later(60)
        bob.post(f"/api/tables/{table}/decide", seat=THEIRS, number=asked["number"], option=0)
        later(60)
        after = view(anna, table, MINE)
        if after["decision"] is not None or len(after["events"]) != len(before["events"]):
            continue
        assert after["waits"] == before["waits"]
        return
    pytest.skip("the umpire was asked nothing that does not show")


def test_without_a_time_agreed_on_nobody_is_ever_gone(home: InProcess, later: Callable[[float], None]) -> None:
    anna, bob = somebody(home, "Anna"), somebody(home, "Bob")
    table = a_table(anna)
    bob.post(f"/api/join/{a_link(anna, table)}")
    waits_for_bob(anna, bob, table)
    later(10 * 86_400)
    assert view(anna, table, MINE)["waits"] is None
    assert refused(anna, f"/api/tables/{table}/absent", seat=MINE, what="end") == "illegal"


# -- not to hear somebody ------------------------------------------------------------------------------------------


def test_whoever_is_muted_is_not_heard_and_not_told(visitor: Any) -> None:
    anna, bob = visitor("AnnaMutes"), visitor("BobIsMuted")
    table = a_table(anna)
    bob.post(f"/api/join/{a_link(anna, table)}")
    bob.post(f"/api/tables/{table}/chat", seat=THEIRS, text="so slow")
    assert [line["text"] for line in view(anna, table, MINE)["chat"]] == ["so slow"]
    anna.post("/api/silences", name="bobismuted", how="mute")
    assert anna.get("/api/silences") == [{"name": "BobIsMuted", "blocked": False}]
    bob.post(f"/api/tables/{table}/chat", seat=THEIRS, text="hello?")
    assert view(anna, table, MINE)["chat"] == []
    assert [line["text"] for line in view(bob, table, THEIRS)["chat"]] == ["so slow", "hello?"]
    anna.post("/api/silences", name="BobIsMuted", how="hear")
    assert len(view(anna, table, MINE)["chat"]) == 2
    assert refused(anna, "/api/silences", name="NobodyAtAll", how="mute") == "not found"


def test_whoever_is_blocked_does_not_sit_down_with_one(visitor: Any) -> None:
    anna, bob = visitor("AnnaBlocks"), visitor("BobIsBlocked")
    anna.post("/api/silences", name="BobIsBlocked", how="block")
    table = a_table(anna)
    assert refused(bob, f"/api/join/{a_link(anna, table)}") == "not found"
    other = a_table(bob)
    assert refused(anna, f"/api/join/{a_link(bob, other)}") == "not found"


def test_a_complaint_reaches_the_operator(home: InProcess, tmp_path: Path) -> None:
    anna, bob = somebody(home, "Anna"), somebody(home, "Bob")
    table = a_table(anna)
    bob.post(f"/api/join/{a_link(anna, table)}")
    bob.post(f"/api/tables/{table}/chat", seat=THEIRS, text="something ugly")
    anna.post(f"/api/tables/{table}/complain", seat=MINE, number=0, text="please look")
    assert refused(anna, f"/api/tables/{table}/complain", seat=MINE, number=7) == "not found"
    anna.http.delete(f"/api/tables/{table}")
    command = [sys.executable, "-m", "viermot", "complaints", "--database", str(tmp_path / "games.sqlite3")]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "Anna about Bob" in told and "something ugly" in told and "please look" in told
    subprocess.run([*command, "--done", "1"], check=True, capture_output=True)
    assert "There are no complaints." in subprocess.run(command, capture_output=True, text=True, check=True).stdout


# -- in either database -------------------------------------------------------------------------------------------


def test_guests_and_silence_in_either_database(database: str) -> None:
    server = InProcess(database=database, hosting=True, limits=False)
    try:
        anna = somebody(server, "Anna")
        table = a_table(anna, patience=PATIENCE)
        guest = a_guest(server)
        name = guest.get("/api/me")["user"]["name"]
        guest.post(f"/api/join/{a_link(anna, table)}")
        guest.post(f"/api/tables/{table}/chat", seat=THEIRS, text="hello")
        anna.post("/api/silences", name=name, how="block")
        anna.post(f"/api/tables/{table}/complain", seat=MINE, number=0)
        assert view(anna, table, MINE)["chat"] == []
        made = guest.post("/api/register", name="Robert", password="correct horse")
        guest.http.headers["x-csrf-token"] = made["csrf"]
        assert guest.get("/api/tables")[0]["my_seats"] == [THEIRS]
        assert anna.get("/api/tables")[0]["who"] == "Ju88C-2"
    finally:
        server.stop()


def test_a_card_says_how_far_the_game_is_and_who_one_is(me: Client) -> None:
    table = me.post("/api/tables", game=GAME, scenario="3", seats={MINE: "me"})["id"]
    line = me.get(f"/api/tables/{table}")
    assert line["who"] == "Ju88C-2"
    while not line["when"]:
        asked = view(me, table, MINE)["decision"]
        if asked is not None:
            me.post(f"/api/tables/{table}/decide", seat=MINE, number=asked["number"], option=0)
        line = me.get(f"/api/tables/{table}")
    assert line["when"] == "turn 1 of 20"


def test_a_card_is_whole_as_soon_as_one_sits_down(visitor: Any, host: InProcess) -> None:
    anna = visitor("AnnaCard")
    table, guest = a_table(anna), a_guest(host)
    guest.post(f"/api/join/{a_link(anna, table)}")
    for somebody_there in (anna, guest):
        (line,) = [each for each in somebody_there.get("/api/tables") if each["id"] == table]
        assert line["who"] == "Ju88C-2" and line["line"]


def test_where_it_is_a_secret_who_is_asked_all_others_are_waited_for(visitor: Any, host: InProcess) -> None:
    """Whether the umpire is asked or nobody is: the player is told the same."""
    anna = visitor("AnnaWaits")
    table, guest = a_table(anna), a_guest(host)
    guest.post(f"/api/join/{a_link(anna, table)}")
    waited = False
    for _ in range(30):
        mine = view(anna, table, MINE)
        (line,) = [each for each in anna.get("/api/tables") if each["id"] == table]
        assert line["awaited"] == [THEIRS]
        assert mine["awaited"] == ([] if mine["decision"] else [THEIRS])
        waited |= mine["decision"] is None
        who, seat, shown = (anna, MINE, mine) if mine["decision"] else (guest, THEIRS, view(guest, table, THEIRS))
        if shown["decision"]:
            who.post(f"/api/tables/{table}/decide", seat=seat, number=shown["decision"]["number"], option=0)
    assert waited


@pytest.mark.parametrize("locale", ["en", "pl"])
def test_the_card_of_a_lesson_bears_its_name(me: Client, locale: str) -> None:
    lesson = lessons.every()[0]
    table = me.post(f"/api/lessons/{lesson.game}/{lesson.id}")["id"]
    line = me.http.get(f"/api/tables/{table}", headers={"accept-language": locale}).json()
    assert line["lesson_title"] == message(lesson.key("title"), locale)
    assert me.get(f"/api/tables/{table}")["lesson"] == lesson.id
