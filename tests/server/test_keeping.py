"""Running games in files on a server: sealed, opened by those they are for, and silent while the original runs."""

from __future__ import annotations

import base64
import contextlib
import json
import sqlite3
import time
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

import viermot
from tests.support.kits import sample
from tests.support.server import Client, InProcess, wait_until
from viermot.kernel import registry, sealed
from viermot.kernel.canon import canonical
from viermot.kernel.record import DECIDE
from viermot.server import keeping
from viermot.server.table import Table, live_of
from viermot.server.tables import _followed


def played(me: Client, scenario: str = "4B", decisions: int = 4, **more: Any) -> str:
    table = me.table(scenario, seed="keep", **more)
    for _ in range(decisions):
        me.decide(table, me.my_turn(table))
    me.my_turn(table)
    return table


def saved(me: Client, table: str, **query: Any) -> dict[str, Any]:
    found: dict[str, Any] = me.get(f"/api/tables/{table}/save", **query)
    return found


def load(me: Client, file: dict[str, Any], **more: Any) -> dict[str, Any]:
    made: dict[str, Any] = me.post("/api/tables/import", save=json.dumps(file), **more)
    return made


# -- against the computer --------------------------------------------------------------------------------------


def test_a_running_game_is_saved_sealed_and_loaded_again(me: Client, tmp_path: Path) -> None:
    table = played(me)
    file = saved(me, table)
    assert file["viermot"] == "sealed" and file["seat"] == "player" and file["server"] == ""
    looked = me.post("/api/tables/import/seats", save=json.dumps(file))
    assert looked["sealed"] == "player" and looked["holders"] == {"player": "me", "umpire": "bot:standard"}
    assert looked["people"] == {}
    copy = load(me, file)["id"]
    before, after = me.my_turn(table), me.my_turn(copy)
    assert after["perspective"] == before["perspective"] and after["decision"] == before["decision"]
    assert after["imported"] and after["rekeyed"] and after["commitment"] == before["commitment"]
    (tmp_path / "game.json").write_text(json.dumps(file))
    again = viermot.load(tmp_path / "game.json")  # any installation opens it
    assert json.loads(json.dumps(again.perspective("player").to_json())) == before["perspective"]


def test_who_sat_where_stays(me: Client) -> None:
    file = saved(me, played(me))
    for seats in ({"umpire": "me"}, {"player": "bot:random", "umpire": "me"}):
        assert me.refused("/api/tables/import", save=json.dumps(file), seats=seats)[1]["why"] == "illegal"
    assert me.refused("/api/tables/import", save=json.dumps({**file, "seat": "umpire"}))[1]["why"] == "illegal"


def test_an_open_copy_is_told_at_the_table_for_good(me: Client) -> None:
    table = played(me)
    file = me.post(f"/api/tables/{table}/open-copy", seat="player")
    assert file["viermot"] == "save" and file["log"][-1][:2] == ["opened", "player"]
    view = me.view(table)
    assert view["opened"] == [{"seat": "player", "title": "player", "number": 4}]
    me.decide(table, me.my_turn(table))
    me.at(table, "resign", seat="player")
    assert me.view(table)["opened"][0]["number"] == 4 and me.get(f"/api/tables/{table}/verify")["fair"]


def test_a_copy_shows_nothing_of_a_game_that_still_runs(me: Client) -> None:
    table = played(me)
    copy = load(me, saved(me, table))["id"]
    me.decide(copy, me.my_turn(copy))
    me.at(copy, "resign", seat="player")
    view = me.view(copy)
    assert view["closed"] and view["key"] is None and view["ended"] == {"resigned": "player", "closed": True}
    for what in ("verify", "position", "trails"):
        assert me.not_given(f"/api/tables/{copy}/{what}")[1]["why"] == "secret"
    for path in ("seats/umpire", "replay", "dice"):
        assert me.not_given(f"/api/tables/{copy}/{path}", seat="umpire")[1]["why"] == "wrong seat"
    assert saved(me, copy)["viermot"] == "record" and "key" not in str(saved(me, copy)["view"])
    assert me.refused(f"/api/tables/{copy}/open-copy", seat="player")[1]["why"] == "secret"
    assert me.refused(f"/api/tables/{copy}/fork", seat="player", at=0)[1]["why"] == "secret"
    me.at(table, "resign", seat="player")
    view = me.view(copy)
    assert not view["closed"] and len(view["key"].split()) == 2
    assert me.get(f"/api/tables/{copy}/verify")["fair"] and me.view(copy, "umpire")["perspective"]["umpire"]


def test_a_copy_played_to_its_end_shows_nothing_of_a_game_that_still_runs(me: Client) -> None:
    table = played(me, "1", 1)
    copy = load(me, saved(me, table))["id"]
    view = me.my_turn(copy)
    for _ in range(400):
        if view["decision"] is None:
            break
        me.decide(copy, view)
        view = me.my_turn(copy)
    assert view["closed"] and view["ended"]["closed"] and view["ended"]["level"] and view["result"] is None
    assert view["key"] is None and view["perspective"].get("umpire") is None
    assert "key" not in json.dumps(view["perspective"]) and me.not_given(f"/api/tables/{copy}/seats/umpire")
    me.http.delete(f"/api/tables/{table}")
    view = me.view(copy)
    assert view["result"] and view["key"] and not view["closed"]


# -- with other people -----------------------------------------------------------------------------------------


@pytest.fixture
def three(visitor: Callable[..., Client]) -> tuple[Client, Client, Client]:
    return visitor("anna"), visitor("bobby"), visitor("clara")


def together(anna: Client, bobby: Client) -> str:
    table = anna.table("4B", seats={"player": "me", "umpire": "open"})
    link = anna.at(table, "invite", seat="umpire")
    bobby.post(f"/api/join/{link['token']}")
    for _ in range(6):
        for who, seat in ((anna, "player"), (bobby, "umpire")):
            if (view := who.view(table, seat))["decision"]:
                who.decide(table, view)
    return table


def test_people_open_it_together_or_not_at_all(three: tuple[Client, Client, Client]) -> None:
    anna, bobby, clara = three
    table = together(anna, bobby)
    file = saved(anna, table, seat="player")
    assert file["server"] and file["people"] == {"player": "anna", "umpire": "bobby"}
    assert anna.post("/api/tables/import/seats", save=json.dumps(file))["people"] == file["people"]
    assert clara.refused("/api/tables/import", save=json.dumps(file))[1]["why"] == "forbidden"
    made = load(anna, file)
    assert made["id"] == "" and made["opening"]
    (asked,) = bobby.get("/api/openings")
    assert asked["by"] == "anna" and asked["waits_for"] == ["bobby"] and not asked["agreed"]
    assert clara.get("/api/openings") == [] and anna.get("/api/openings")[0]["agreed"]
    assert clara.refused(f"/api/openings/{asked['id']}/agree", agree=True)[1]["why"] == "not found"
    assert bobby.post(f"/api/openings/{asked['id']}/agree", agree=False) == {"id": "", "opening": None}
    assert anna.get("/api/openings") == []
    opening = load(bobby, file)["opening"]
    assert bobby.post(f"/api/openings/{opening}/agree", agree=True)["id"] == ""
    copy = anna.post(f"/api/openings/{opening}/agree", agree=True)["id"]
    assert anna.refused(f"/api/openings/{opening}/agree", agree=True)[1]["why"] == "not found"
    for who, seat in ((anna, "player"), (bobby, "umpire")):
        wait_until(lambda: who.view(copy, seat)["perspective"] == who.view(table, seat)["perspective"])  # noqa: B023
        assert [each["name"] for each in who.view(copy, seat)["seats"]] == ["anna", "bobby"]
    anna.at(copy, "resign", seat="player")
    assert anna.view(copy)["closed"] and anna.view(copy)["key"] is None
    assert anna.not_given(f"/api/tables/{copy}/seats/umpire")[1]["why"] == "wrong seat"
    assert anna.refused(f"/api/tables/{table}/open-copy", seat="player")[1]["why"] == "secret"


def test_no_other_server_opens_it(three: tuple[Client, Client, Client], me: Client, tmp_path: Path) -> None:
    anna, bobby, _ = three
    file = saved(anna, together(anna, bobby), seat="player")
    refused = me.refused("/api/tables/import", save=json.dumps(file))[1]
    assert refused["why"] == "illegal" and "another server" in refused["text"]
    (tmp_path / "game.json").write_text(json.dumps(file))
    with pytest.raises(viermot.SaveError, match="another server"):
        viermot.load(tmp_path / "game.json")
    assert sealed.PROGRAM.hex() not in json.dumps(file)


# -- games of older rules ----------------------------------------------------------------------------------------


def older(tmp_path: Path) -> str:
    """A save whose sixth decision these rules no longer know."""
    from tests.kernel.test_saves import forge

    s = viermot.new_game("nightfighter", scenario="4B", seed="older")
    while sum(entry.what == DECIDE for entry in s.record) < 8:
        s.decide(0, s.pending[0].seat)
    file = tmp_path / "old.json"
    s.save(file)

    def age(raw: dict[str, Any]) -> None:
        raw["rules_version"] = "0.9"
        raw["log"][6][3] = "no such thing"
        raw.pop("state", None)

    forge(file, age)
    return file.read_text()


def test_a_save_of_older_rules_is_offered_as_far_as_it_fits(me: Client, tmp_path: Path) -> None:
    text = older(tmp_path)
    refused = me.refused("/api/tables/import", save=text)[1]
    assert refused["why"] == "other rules" and "up to decision 5" in refused["text"]
    table = me.post("/api/tables/import", save=text, as_far=True)["id"]
    view = next(view for seat in ("player", "umpire") if (view := me.view(table, seat))["decision"])
    assert view["rekeyed"] and me.decide(table, view)
    assert registry.game(sample()).rules_version != "0.9"


@contextlib.contextmanager
def served(file: str) -> Iterator[Client]:
    server = InProcess(database=file)
    client = Client(server.base)
    yield client
    client.close()
    server.stop()


def test_a_stored_table_of_older_rules_goes_on_from_where_it_fits(tmp_path: Path) -> None:
    """Nothing is a dead end: it says so, how far it fits, and goes on there with the same seats, on new dice."""
    file = str(tmp_path / "old.sqlite3")
    with served(file) as me:
        table = played(me, decisions=5)
        me.decide(table, me.my_turn(table))
        me.my_turn(table)
    with sqlite3.connect(file) as database:
        (seq,) = database.execute("select max(seq) from decisions where seat = 'player'").fetchone()
        database.execute("update decisions set choice = 'no such thing' where seq = ?", (seq,))
        database.execute("update games set setup = replace(setup, '\"1.0\"', '\"0.9\"')")
        database.execute("delete from snapshots")
    with served(file) as me:
        refused = me.not_given(f"/api/tables/{table}/seats/player")[1]
        assert refused["why"] == "other rules" and "other rules" in refused["text"]
        told = me.get(f"/api/tables/{table}/fits")
        assert (told["whole"], told["can_go_on"], told["matched"], told["all"]) == (False, True, 5, 6)
        assert told["goes_on"] is None and me.get("/api/tables")[0]["id"] == table
        new = me.at(table, "go-on")["id"]
        assert me.at(table, "go-on")["id"] == new == me.get(f"/api/tables/{table}/fits")["goes_on"]
        view = me.my_turn(new)
        assert view["decision"]["number"] == 5 and view["rekeyed"]
        me.decide(new, view)
        me.at(new, "resign", seat="player")
        assert me.get(f"/api/tables/{new}/verify")["fair"]
        assert me.refused(f"/api/tables/{new}/go-on")[1]["why"] == "illegal"


# -- files that somebody made himself ------------------------------------------------------------------------------


def made_up(file: dict[str, Any], extra: Any = None, **head: Any) -> str:
    """A sealed file of one who has taken the program apart: another head, other things beside the save."""
    outside = {name: value for name, value in file.items() if name != "sealed"}
    inside = sealed._inside(sealed._unlock(sealed.PROGRAM, base64.b85decode(file["sealed"]), canonical(outside)))
    if extra is not None:
        inside["extra"] = extra
    packed = zlib.compress(canonical(inside))
    outside |= head
    body = len(packed).to_bytes(4, "big") + packed
    locked = sealed._lock(sealed.PROGRAM, body, canonical(outside))
    return json.dumps({**outside, "sealed": base64.b85encode(locked).decode()})


EXTRAS: tuple[Any, ...] = (
    [], 5, "x", {"people": ["x"]}, {"people": {"player": 5}}, {"people": {"player": "local"}}, {"table": {"a": 1}},
    {"table": "x" * 1000}, {"at": 7}, {"what": "ever"},
)  # fmt: skip
HEADS: tuple[dict[str, Any], ...] = (
    {"seats": {"player": 5}}, {"seats": {"player": None, "umpire": {"a": 1}}}, {"seats": {}}, {"seat": "nobody"},
    {"seat": ""}, {"people": {"player": ["x"]}}, {"options": {"x": 1}}, {"options": []}, {"game": "none"},
    {"pack_content": []}, {"pack_content": {"a": 1}}, {"server": "abc"}, {"decisions": -5}, {"decisions": True},
    {"more": [[]]}, {"open_seed": 3}, {"seats": {"player": None, "umpire": "random"}},
)  # fmt: skip


def test_what_somebody_adds_to_a_sealed_file_is_refused_in_a_sentence(me: Client) -> None:
    file = saved(me, played(me, decisions=1))
    assert load(me, json.loads(made_up(file)))["id"]
    texts = [made_up(file, extra) for extra in EXTRAS] + [made_up(file, **head) for head in HEADS]
    for text in texts:
        assert me.refused("/api/tables/import", save=text)[1]["why"] == "illegal", text[:300]
        assert me.http.post("/api/tables/import/seats", json={"save": text}).status_code < 500, text[:300]
    assert me.get("/api/openings") == []  # nor is anybody asked to open what no server has sealed


def test_nothing_is_read_here_before_it_was_read_elsewhere(me: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A text of millions of empty lists holds the whole process up, in whatever thread it is read."""
    read: list[str] = []
    monkeypatch.setattr(keeping, "read_sealed", lambda text: read.append(text))
    valid = json.dumps({**saved(me, played(me, decisions=1)), "more": []})
    for text in ('{"viermot": "sealed", "a": [' + "[]," * 500_000 + "[]]}", valid):
        for path in ("/api/tables/import", "/api/tables/import/seats"):
            assert me.refused(path, save=text)[1]["why"] == "illegal"
    assert read == []


# -- copies of copies, other processes, lists ------------------------------------------------------------------------


def play_out(me: Client, table: str) -> dict[str, Any]:
    view = me.my_turn(table)
    for _ in range(400):
        if view["decision"] is None:
            return view
        me.decide(table, view)
        view = me.my_turn(table)
    raise AssertionError("it does not end")


def test_a_copy_of_a_copy_keeps_what_is_hidden_whatever_became_of_the_one_between(me: Client) -> None:
    table = played(me, "1", 1)
    between = load(me, saved(me, table))["id"]
    early = saved(me, between)
    copy = load(me, early)["id"]
    me.http.delete(f"/api/tables/{between}").raise_for_status()
    late = load(me, early)["id"]
    for each in (copy, late):
        me.at(each, "resign", seat="player")
        assert me.view(each)["closed"] and me.view(each)["key"] is None
    me.at(table, "resign", seat="player")
    assert all(me.view(each)["key"] and not me.view(each)["closed"] for each in (copy, late))


def test_lists_say_no_more_of_a_copys_end_than_its_table(me: Client, local: InProcess) -> None:
    table = played(me, "1", 1)
    copy = load(me, saved(me, table))["id"]
    play_out(me, copy)

    def listed() -> dict[str, Any]:
        (line,) = [line for line in me.get("/api/tables") if line["id"] == copy]
        assert line["over"] == me.get(f"/api/tables/{copy}")["over"]
        found: dict[str, Any] = line["over"]
        return found

    assert set(listed()) == {"level", "reason"}
    local.server.tables._held.pop(copy)
    lines = [line for line in me.get("/api/tables") if line["id"] == copy]
    assert set(lines[0]["over"]) == {"level", "reason"}
    me.at(table, "resign", seat="player")
    assert set(listed()) > {"level", "reason"}


def test_a_copy_that_another_process_brings_to_its_end_keeps_what_is_hidden(me: Client, local: InProcess) -> None:
    """Who follows the log sees the end before anybody has asked whether the original runs."""
    table = played(me, "1", 1)
    copy = load(me, saved(me, table))["id"]
    me.my_turn(copy)
    with me.socket() as socket:
        socket.watch(copy)
        held = local.server.tables._held[copy]
        before = held.draft()
        play_out(me, copy)
        rows = local.server.store.read_now(lambda connection: local.server.store.log(connection, copy))
        again = Table(held.row, held.seats, live_of(held.row, rows[: before.live.length]), [])
        again.take(_followed(again, rows[before.live.length :]))
    assert again.live.over and not again.open and again.veiled().live.session.result is None
    local.server.tables._held.pop(copy)
    assert me.view(copy)["closed"] and me.view(copy)["key"] is None


def test_no_open_copy_nor_the_other_seat_of_a_copy_while_the_original_runs(me: Client) -> None:
    table = played(me)
    copy = load(me, saved(me, table))["id"]
    me.decide(copy, me.my_turn(copy))
    me.my_turn(copy)
    refused = me.refused(f"/api/tables/{copy}/open-copy", seat="player")[1]
    assert refused["why"] == "secret" and "original" in refused["text"]
    me.at(copy, "hand-over", seat="umpire", bot=None)
    token = me.at(copy, "invite", seat="umpire")["token"]
    assert me.refused(f"/api/join/{token}")[1]["why"] == "secret"
    me.at(table, "resign", seat="player")
    assert me.post(f"/api/tables/{copy}/open-copy", seat="player")["viermot"] == "save"


def test_whoever_takes_the_computers_seat_beside_his_own_has_opened_the_game(me: Client) -> None:
    table = played(me, decisions=3)
    me.at(table, "hand-over", seat="umpire", bot=None)
    token = me.at(table, "invite", seat="umpire")["token"]
    assert me.view(table)["opened"] == []
    me.post(f"/api/join/{token}")
    assert me.view(table)["opened"] == [{"seat": "player", "title": "player", "number": 3}]
    assert saved(me, table)["log"][-1][:2] == ["opened", "player"]


# -- before the others come ------------------------------------------------------------------------------------------


def test_no_file_tells_the_key_while_a_seat_waits_for_somebody(three: tuple[Client, Client, Client]) -> None:
    anna, bobby, _ = three
    table = anna.table("4B", seats={"player": "me", "umpire": "open"})
    file = saved(anna, table)
    assert file["server"] and file["people"] == {"player": "anna"}
    copy = load(anna, file)["id"]
    assert copy and [seat["holder"] for seat in anna.view(copy)["seats"]] == ["me", "open"]
    assert bobby.refused("/api/tables/import", save=json.dumps(file))[1]["why"] == "forbidden"


def test_whoever_sits_down_where_the_key_may_be_known_plays_with_another(three: tuple[Client, Client, Client]) -> None:
    anna, bobby, _ = three
    opened = anna.table("4B", seats={"player": "me", "umpire": "open"})
    key = anna.post(f"/api/tables/{opened}/open-copy", seat="player")["key"]
    was_a_bots = anna.table("4B", seats={"player": "me", "umpire": "bot:standard"})
    anna.my_turn(was_a_bots)
    assert not saved(anna, was_a_bots)["server"]
    anna.at(was_a_bots, "hand-over", seat="umpire", bot=None)
    for table in (opened, was_a_bots):
        token = anna.at(table, "invite", seat="umpire")["token"]
        told = bobby.get(f"/api/join/{token}")
        assert told["opened"] is (table == opened) and told["imported"] is False
        bobby.post(f"/api/join/{token}")
        assert len(bobby.view(table, "umpire")["rekeyed"]) == 1
    anna.at(opened, "resign", seat="player")
    keys = bobby.view(opened, "umpire")["key"].split()
    assert keys[0] == key and len(keys) == 2 and bobby.get(f"/api/tables/{opened}/verify")["fair"]


def test_a_seat_is_taken_together_with_the_new_key_or_not_at_all(
    three: tuple[Client, Client, Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bobby, _ = three
    table = anna.table("4B", seats={"player": "me", "umpire": "open"})
    anna.post(f"/api/tables/{table}/open-copy", seat="player")
    token = anna.at(table, "invite", seat="umpire")["token"]

    def fails(*_: Any) -> None:
        raise OperationalError("x", {}, Exception("disk full"))

    with monkeypatch.context() as patch:
        patch.setattr("viermot.server.seats.take", fails)
        assert bobby.http.post(f"/api/join/{token}", json={}).status_code == 503
    assert anna.view(table)["rekeyed"] == [] and anna.view(table)["seats"][1]["holder"] == "open"
    bobby.post(f"/api/join/{token}")
    assert len(anna.view(table)["rekeyed"]) == 1


def test_whoever_is_invited_to_a_game_of_a_known_seed_is_told(three: tuple[Client, Client, Client]) -> None:
    anna, bobby, _ = three
    table = anna.table("4B", seats={"player": "me", "umpire": "open"}, seed="known")
    assert bobby.get(f"/api/join/{anna.at(table, 'invite', seat='umpire')['token']}")["open_seed"] is True


def test_whole_records_are_played_again_one_after_another(me: Client, local: InProcess) -> None:
    """However many are asked for at once: side by side they would take all threads and all memory."""
    table, at_once, maximum = played(me, decisions=1), 0, 0
    fit = keeping.RecordFit.__init__

    def counted(self: keeping.RecordFit, *words: Any) -> None:
        nonlocal at_once, maximum
        at_once += 1
        maximum = max(maximum, at_once)
        time.sleep(0.05)
        fit(self, *words)
        at_once -= 1

    with pytest.MonkeyPatch.context() as patch, ThreadPoolExecutor(6) as threads:
        patch.setattr(keeping.RecordFit, "__init__", counted)
        found = list(threads.map(lambda _: me.http.get(f"/api/tables/{table}/fits").json()["whole"], range(6)))
    assert found == [True] * 6 and maximum == 1
