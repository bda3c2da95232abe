"""A table from the first decision to the revealed map, over real HTTP and WebSockets."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

import pytest
from sqlalchemy import select

import viermot
from tests.support.server import Client, InProcess, an_option, bad, play_to_the_end, wait_until
from viermot.server import chat as chat_lines
from viermot.server import tables
from viermot.server.messages.table import View
from viermot.server.schema import chat

VIEW_FIELDS = set(View.__struct_fields__) | {"type"}


# -- a whole game ------------------------------------------------------------------------------------------


def test_a_game_against_the_umpire_bot_to_its_end_and_what_comes_after(me: Client, tmp_path: Any) -> None:
    table = me.table("4B", seed="to the end")
    end = play_to_the_end(me, table)
    assert end["result"]["level"] in ("loss", "win", "decisive") and end["decision"] is None and end["key"]
    assert "umpire" in end["perspective"], "the map is revealed"
    line = me.get(f"/api/tables/{table}")
    assert line["over"] == end["result"] and not line["your_move"] and line["open_seed"]
    verdict = me.get(f"/api/tables/{table}/verify")
    assert verdict["fair"] and verdict["head"] == end["head"] and verdict["decisions"] > 20
    file = tmp_path / "game.json"
    file.write_bytes(me.http.get(f"/api/tables/{table}/save").content)
    assert viermot.verify(file, head=end["head"]).fair
    assert viermot.load(file).result == end["result"]
    dice = me.get(f"/api/tables/{table}/dice")
    assert dice["all"]["dice"] == sum(dice["all"]["faces"]) > 0 and 0 <= dice["p_value"] <= 1
    refused, error = me.refused(f"/api/tables/{table}/decide", seat="player", number=0, option="0910 S")
    assert (refused, error["why"]) == (409, "over")


def test_the_replay_shows_what_the_seat_knew_then(me: Client) -> None:
    table = me.table("4B", seed="replay")
    end = play_to_the_end(me, table)
    first, last = me.get(f"/api/tables/{table}/replay", at=0), me.get(f"/api/tables/{table}/replay")
    assert first["at"] == 0 and first["perspective"]["turn"] == 0 and first["decision"] is None
    placing = me.get(f"/api/tables/{table}/replay", at=1)
    assert placing["decision"] == "place_fighter" and placing["answer"] == "1020 N"
    assert last["at"] == last["moments"] - 1 and last["perspective"] == end["perspective"]
    seen = 0
    for at in range(first["moments"]):
        moment = me.get(f"/api/tables/{table}/replay", at=at)
        assert moment["events_from"] == seen and [event["number"] for event in moment["events"]] == list(
            range(len(moment["events"]))
        )
        seen = len(moment["events"])
        assert "umpire" not in moment["perspective"] or moment["perspective"]["over"]
    as_umpire = me.get(f"/api/tables/{table}/replay", seat="umpire", at=3)
    assert "umpire" in as_umpire["perspective"] and as_umpire["moments"] > first["moments"]
    assert me.not_given(f"/api/tables/{table}/replay", at=9999)[0] == 404
    fork = me.at(table, "fork", seat="player", at=4)["id"]
    twin = me.view(fork)
    assert twin["result"] is None and twin["imported"]
    assert me.get(f"/api/tables/{fork}")["forked_from"] == table
    play_to_the_end(me, fork)


def test_a_rematch_swaps_the_seats_and_is_made_once(me: Client) -> None:
    table = me.table("1", seats={"player": "me", "umpire": "bot:plain"})
    assert me.refused(f"/api/tables/{table}/rematch")[1]["why"] == "illegal", "not while it runs"
    me.at(table, "resign", seat="player")
    new = me.at(table, "rematch")["id"]
    assert me.at(table, "rematch")["id"] == new and me.view(table)["rematch"] == new
    seats = {seat["seat"]: seat for seat in me.get(f"/api/tables/{new}")["seats"]}
    assert seats["umpire"]["holder"] == "me" and seats["player"]["bot"] == "standard"


# -- views ---------------------------------------------------------------------------------------------------


def test_a_view_has_what_the_api_says(me: Client) -> None:
    view = me.my_turn(me.table("4B"))
    assert set(view) == VIEW_FIELDS
    assert view["decision"]["kind"] == "place_fighter" and view["decision"]["count"] == 6
    assert view["waiting_for"] is None and view["undo"]["possible"] is False and view["undo"]["reason"]
    assert [event["number"] for event in view["events"]] == list(range(len(view["events"])))
    assert all(event["text"] and event["rules"] for event in view["events"])
    assert view["key"] is None and len(view["commitment"]) == len(view["head"]) == 64
    assert [seat["holder"] for seat in view["seats"]] == ["me", "bot"]


def test_long_lists_of_options_are_put_compactly_and_every_answer_in_them_is_legal(me: Client) -> None:
    table = me.table("1", seed="short")
    view = me.my_turn(table)
    options = view["decision"]["options"]
    assert options["facings"] and len(options["hexes"]) * 6 == view["decision"]["count"] == 486 * 6
    assert me.at(table, "why-not", seat="player", option="0910 S")["legal"]
    judged = me.at(table, "why-not", seat="player", option="9999 S")
    assert not judged["legal"] and judged["rule"] == "2.1.1a" and judged["text"]
    me.decide(table, view, "0910 S")
    view = me.my_turn(table)
    paths = view["decision"]["options"]
    maximum = view["decision"]["facts"]["most"]
    assert (paths["start"], paths["facing"]) == ("0910", "S") and len(paths["moves"]) == maximum + 1
    assert me.at(table, "why-not", seat="player", option=" ".join(["F"] * maximum))["legal"]
    too_far = me.at(table, "why-not", seat="player", option=" ".join(["F"] * (maximum + 1)))
    assert too_far["rule"] == "9.1a"


def test_polish_where_it_is_asked_for(me: Client) -> None:
    status, error = bad_status = me.refused("/api/tables", game="whist", seats={})
    assert status == 404 and "whist" in error["text"], bad_status
    answer = me.http.get("/api/tables/none/seats/player", params={"locale": "pl"})
    assert answer.json()["error"]["text"] == "Nie ma takiego stołu albo nie masz przy nim miejsca."
    answer = me.http.get("/api/tables/none", headers={"accept-language": "pl-PL,pl;q=0.9"})
    assert "stołu" in answer.json()["error"]["text"]


def test_the_lobby_lists_games_and_the_charts_can_be_fetched(me: Client) -> None:
    games = {game["name"]: game for game in me.get("/api/games")}
    night = games["nightfighter"]
    assert night["about"] and [seat["seat"] for seat in night["seats"]] == ["player", "umpire"]
    assert night["seats"][0]["usual"] == "standard" in night["seats"][0]["bots"]
    scenario = next(found for found in night["scenarios"] if found["id"] == "4B")
    assert scenario["parent"] == "4" and scenario["formations"]["defenders"][0]["type"] == "Do215B-5"
    assert scenario["map"]["zones"] and scenario["background"]
    assert {option["kind"] for option in night["options"]} == {"switch", "table", "list"}
    charts = me.http.get("/api/static/nightfighter")
    told = charts.json()
    assert told["map"]["columns"] == 18 and told["map"]["beacon"] == "1020" and len(told["phases"]) == 10
    assert told["fighters"]["Do215B-5"]["mp"] == "3*" and "17.4.3b" in told["rules"]
    again = me.http.get("/api/static/nightfighter", headers={"if-none-match": charts.headers["etag"]})
    assert again.status_code == 304
    good, wrong = ({"scenario": "4B", "options": options} for options in ({"28.4": True}, {"99.9": True}))
    assert me.post("/api/games/nightfighter/check", **good)["ok"]
    refused = me.post("/api/games/nightfighter/check", **wrong)
    assert not refused["ok"] and refused["text"]


# -- decisions over the WebSocket -----------------------------------------------------------------------------


def test_done_comes_before_the_view_and_refusals_name_the_rule(me: Client) -> None:
    table = me.table("1", seed="ws")
    with me.socket() as socket:
        me.my_turn(table)
        view = socket.watch(table)
        assert view["decision"]["number"] == 0
        refused = socket.answer(type="decide", table=table, seat="player", number=0, option="9999 N")
        assert (refused["type"], refused["why"], refused["rule"]) == ("refused", "unreadable", "2.1.1a")
        socket.send(type="decide", table=table, seat="player", number=0, option="0910 S")
        assert [socket.receive()["type"] for _ in range(2)] == ["done", "view"]
        stale = socket.answer(type="decide", table=table, seat="player", number=0, option="0911 S")
        assert (stale["type"], stale["why"]) == ("refused", "stale")
        other = socket.answer(type="decide", table=table, seat="umpire", number=0, option="enter")
        assert (other["why"], other["rule"]) == ("wrong seat", "")
        socket.connection.send('{"type": "ping"}')
        assert socket.receive() == {"type": "pong"}


def test_resume_from_the_last_seen_event(me: Client) -> None:
    table = me.table("1", seed="resume")
    with me.socket() as socket:
        view = socket.watch(table)
        have, mark = view["events"], view["mark"]
    for _ in range(3):  # while nobody is connected
        me.decide(table, me.my_turn(table))
    me.my_turn(table)
    with me.socket() as socket:
        view = socket.watch(table, since=len(have), mark=mark)
        assert view["events_from"] == len(have) and view["events"][0]["number"] == len(have)
        whole = me.view(table)["events"]
        assert have + view["events"] == whole
        have, mark = whole, view["mark"]
        answer = socket.decide(view)
        assert answer["type"] == "done"
        view = socket.view()
        assert view["events_from"] == len(have)
    assert me.view(table, since=10**6)["events"] == []


def test_events_taken_back_are_dropped_by_those_who_have_them(me: Client) -> None:
    table = me.hot_seat("5", seed="back")
    with me.socket() as socket:
        view = socket.watch(table)
        before = view["events"]
        socket.decide(view)
        placed = socket.view()
        assert placed["events"], "a fighter on the map is an event"
        late = len(before) + len(placed["events"]), placed["mark"]
        assert me.view(table)["undo"]["possible"]
        assert socket.answer(type="undo", table=table, seat="player")["type"] == "done"
        back = socket.view()
        assert back["events_from"] == len(before) and back["events"] == [] and back["mark"] != placed["mark"]
        assert back["decision"]["number"] == 0
        socket.decide(back)
        again = socket.view()
    resumed = me.view(table, since=late[0], mark=late[1])
    assert resumed["events_from"] == len(before) and resumed["events"] == again["events"]


def test_a_seat_hears_nothing_of_what_it_may_not_know(me: Client) -> None:
    """The umpire decides three hidden things; the player is sent not a byte, and polling tells nothing either."""
    table = me.hot_seat("3", seed="hidden")
    hidden = 0
    with me.socket() as player:
        shown = player.watch(table)
        for _ in range(300):
            before = me.view(table)
            asked = before if before["decision"] is not None else me.view(table, "umpire")
            me.decide(table, asked)
            after = me.view(table)
            if without_head(after) != without_head(before):
                shown = player.view()
                assert without_head(shown, events=False) == without_head(after, events=False)
                continue
            assert asked["seat"] == "umpire"
            assert player.quiet_for(0.3)
            assert after["head"] == before["head"] == shown["head"], "the head tells nothing either"
            hidden += 1
            if hidden >= 3:
                return
    raise AssertionError("the umpire never decided anything in secret")


def without_head(view: dict[str, Any], events: bool = True) -> str:
    left = {name: value for name, value in view.items() if name not in ("head", "events", "events_from", "earlier")}
    return json.dumps([left, view["events"] if events else None], sort_keys=True)


# -- going back ------------------------------------------------------------------------------------------------


def test_undo_ends_where_something_was_learned(me: Client) -> None:
    table = me.table("4B", seed="learned")
    me.decide(table, me.my_turn(table))
    status, error = me.refused(f"/api/tables/{table}/undo", seat="player")
    view = me.view(table)
    assert not view["undo"]["possible"] and (status, error["why"]) == (422, "undo")
    assert error["text"] == view["undo"]["reason"] and error["rule"] == view["undo"]["rule"] != ""


def test_bots_agree_to_go_back_only_in_casual_games(me: Client) -> None:
    for casual in (False, True):
        table = me.table("1", seed="casual", casual=casual)
        for _ in range(4):
            me.decide(table, me.my_turn(table))
        if casual:
            assert me.at(table, "undo", seat="player", to=1) == {"done": True}
            assert me.view(table)["decision"]["number"] == 1
        else:
            assert me.refused(f"/api/tables/{table}/undo", seat="player", to=1)[1]["why"] == "undo"
            assert me.view(table)["decision"]["number"] == 4
        assert me.refused(f"/api/tables/{table}/undo", seat="player", to=99)[1]["why"] == "undo"


# -- seats, talk, marks, files -----------------------------------------------------------------------------------


def test_a_seat_handed_to_a_bot_and_back(me: Client) -> None:
    table = me.hot_seat("1", seed="hand")
    me.decide(table, me.my_turn(table))
    me.at(table, "hand-over", seat="umpire", bot="plain")
    view = me.my_turn(table)
    assert view["decision"] is not None, "the bot has done its part"
    assert [seat["bot"] for seat in view["seats"]] == [None, "plain"]
    assert me.refused(f"/api/tables/{table}/decide", seat="umpire", number=0, option="enter")[1]["why"] == "wrong seat"
    me.at(table, "hand-over", seat="umpire", bot=None)
    for _ in range(40):
        if (view := me.view(table))["decision"] is None:
            break
        me.decide(table, view)
    assert me.view(table, "umpire")["decision"] is not None, "the person is asked again"
    assert me.refused(f"/api/tables/{table}/hand-over", seat="umpire", bot="whist")[1]["why"] == "illegal"


@pytest.mark.usefixtures("unwatched")
def test_both_seats_handed_to_bots_play_to_the_end(me: Client) -> None:
    table = me.table("1", seed="bots", seats={"player": "me", "umpire": "bot:plain"})
    me.at(table, "hand-over", seat="player", bot="random")
    wait_until(lambda: me.get(f"/api/tables/{table}")["over"] is not None, 60)
    assert me.view(table)["result"] is not None


def test_resigning_ends_the_game_and_opens_it(me: Client) -> None:
    table = me.table("4B", seed="resign")
    me.decide(table, me.my_turn(table))
    assert me.not_given(f"/api/tables/{table}/verify")[1]["why"] == "secret"
    assert me.not_given(f"/api/tables/{table}/seats/umpire")[1]["why"] == "wrong seat"
    me.at(table, "resign", seat="player")
    view = me.view(table)
    assert view["ended"] == {"resigned": "player"} and view["decision"] is None and view["key"]
    assert me.view(table, "umpire")["perspective"]["umpire"]["attackers"] is not None
    assert me.get(f"/api/tables/{table}/verify")["fair"]
    assert me.refused(f"/api/tables/{table}/resign", seat="player")[1]["why"] == "over"


def test_the_save_is_whole_only_for_whoever_may_know_all(me: Client) -> None:
    table = me.table("4B", seed="save")
    me.decide(table, me.my_turn(table))
    record = me.get(f"/api/tables/{table}/save")
    assert record["viermot"] == "sealed" and record["seat"] == "player" and "key" not in record
    assert me.not_given(f"/api/tables/{table}/position")[1]["why"] == "secret"
    both = me.hot_seat("4B")
    me.decide(both, me.view(both))
    assert me.get(f"/api/tables/{both}/save")["viermot"] == "save"
    assert 'scenario = "4B"' in me.http.get(f"/api/tables/{both}/position").text


def test_a_game_is_exported_and_imported_as_it_was(me: Client) -> None:
    table = me.hot_seat("1")
    me.decide(table, me.my_turn(table), "0910 S")
    save = me.http.get(f"/api/tables/{table}/save").text
    copy = me.post("/api/tables/import", save=save, seats={"umpire": "bot:plain"})["id"]
    view = me.view(copy)
    assert view["imported"] and [seat["holder"] for seat in view["seats"]] == ["me", "bot"]
    assert view["perspective"]["fighters"][0]["hex"] == "0910"
    assert play_to_the_end(me, copy)["result"] and me.get(f"/api/tables/{copy}/verify")["fair"]
    position = me.http.get(f"/api/tables/{table}/position").text
    from_position = me.post("/api/tables/import", game="nightfighter", position=position)["id"]
    assert me.view(from_position, "public")["perspective"]["turn"] >= 0


@pytest.mark.parametrize(
    "change",
    [lambda save: save.replace('"0910 S"', '"0911 S"'), lambda save: save[:-200], lambda save: "{}",
     lambda save: save.replace('"casual": false', '"casual": true'), lambda save: "[" * 50_000],
    ids=["another decision", "half", "no save", "another set-up", "deep"],
)  # fmt: skip
def test_a_save_that_was_tampered_with_is_refused(me: Client, change: Any) -> None:
    table = me.hot_seat("1")
    me.decide(table, me.my_turn(table), "0910 S")
    save = change(me.http.get(f"/api/tables/{table}/save").text)
    status, error = me.refused("/api/tables/import", save=save)
    assert status == 422 and error["text"]


def test_talk_marks_and_what_happened_since_i_looked(me: Client) -> None:
    table = me.table("1", seed="talk")
    with me.socket() as socket:
        view = socket.watch(table)
        me.at(table, "chat", seat="player", text="  good \n evening ")
        said = socket.receive()
        assert said["type"] == "chat" and said["line"]["text"] == "good evening" and said["line"]["name"] == "You"
        me.at(table, "marks", seat="player", marks=["0712", "line 0712 0715"])
        assert socket.answer(type="seen", table=table, seat="player", events=len(view["events"]))["type"] == "done"
        me.decide(table, me.my_turn(table))
    now = me.view(table)
    assert now["marks"] == ["0712", "line 0712 0715"] and now["chat"][0]["text"] == "good evening"
    assert me.view(table, "public")["marks"] == []
    since = me.get(f"/api/tables/{table}/seats/player/since")
    assert since["events"] == len(now["events"]) - len(view["events"]) == len(since["lines"])
    line = next(found for found in me.get("/api/tables") if found["id"] == table)
    assert line["unseen"] == since["events"] and line["your_move"]
    told = [event["text"] for event in now["events"][len(view["events"]) :] if event["kind"] not in ("turn", "phase")]
    assert line["line"] == told[-1] and line["line"] in since["lines"]
    assert me.refused(f"/api/tables/{table}/chat", seat="player", text=" ")[1]["why"] == "unreadable"
    assert me.refused(f"/api/tables/{table}/marks", seat="player", marks=["x"] * 501)[1]["why"] == "unreadable"


def test_a_deleted_game_is_gone_for_everybody(me: Client) -> None:
    table = me.table("1")
    with me.socket() as socket:
        socket.watch(table)
        assert me.http.delete(f"/api/tables/{table}").status_code == 200
        assert socket.receive() == {"type": "gone", "table": table}
    assert me.not_given(f"/api/tables/{table}")[0] == 404
    assert table not in [line["id"] for line in me.get("/api/tables")]


def test_the_odds_of_an_attack_with_every_modifier(me: Client) -> None:
    position = (
        'scenario = "4B"\nturn = 3\nphase = 9\nvisibility = "good"\n'
        '[[fighter]]\nid = 201\nat = "1010 S"\ntally = 113\n[[attacker]]\nid = 113\nat = "1010 S"\n'
    )
    table = me.post("/api/tables/import", game="nightfighter", position=position, seats={"player": "me"})["id"]
    assert me.my_turn(table)["decision"]["kind"] == "attack"
    attack = me.get(f"/api/tables/{table}/odds", seat="player")["attacks"][0]
    assert attack["fighter"] == "201" and attack["contact"] == "C1" and attack["guns"] == "guns"
    assert attack["fire"]["modifiers"][0] == {"what": "printed", "text": "guns", "points": 4, "rule": "11.0c"}
    assert abs(sum(chance["chance"] for chance in attack["fire"]["hits"]) - 1) < 1e-5
    assert attack["types"]["Lancaster I/III"]["to_destroy"] and attack["doubts"]


def test_a_position_with_a_seed_has_the_same_dice_for_everybody(me: Client) -> None:
    position = 'scenario = "4B"\nturn = 3\n[[fighter]]\nid = 201\nat = "1010 S"\n'
    wish = {"game": "nightfighter", "position": position, "seats": {"player": "me", "umpire": "bot:standard"}}
    ends = []
    for seed in ("a", "a", "b", None):
        table = me.post("/api/tables/import", **wish, **({"seed": seed} if seed else {}))["id"]
        assert me.my_turn(table)["open_seed"] is (seed is not None)
        play_to_the_end(me, table)
        ends.append([(event["kind"], event["text"]) for event in me.view(table)["events"]])
    assert ends[0] == ends[1] != ends[2] and ends[3] not in ends[:3]


def test_a_save_takes_no_seed(me: Client) -> None:
    save = me.http.get(f"/api/tables/{me.hot_seat('1')}/save").text
    refused = me.refused("/api/tables/import", save=save, seed="a")[1]
    assert refused["why"] == "illegal" and "its own dice" in refused["text"]
    assert me.refused("/api/tables/import", game="nightfighter", position="", seed="")[1]["why"] == "unreadable"


def test_a_server_that_starts_again_goes_on_where_it_stopped(tmp_path: Any) -> None:
    database = str(tmp_path / "again.sqlite3")
    first = InProcess(database=database)
    client = Client(first.base)
    table = client.table("4B", seed="again")
    client.decide(table, client.my_turn(table))
    before = client.my_turn(table)
    client.at(table, "chat", seat="player", text="until tomorrow")
    first.stop()
    second = InProcess(database=database)
    client = Client(second.base)
    after = client.view(table)
    assert {**after, "chat": []} == {**before, "chat": []} and after["chat"][0]["text"] == "until tomorrow"
    assert an_option(after)
    second.stop()


def test_a_record_that_was_altered_is_refused_with_a_sentence(tmp_path: Any) -> None:
    """Somebody changed a die in the database: that game cannot be opened any more, the others can."""
    database = str(tmp_path / "altered.sqlite3")
    server = InProcess(database=database)
    client = Client(server.base)
    altered, sound = client.table("4B", seed="altered"), client.table("1", seed="sound")
    client.my_turn(sound)
    for _ in range(6):
        client.decide(altered, client.my_turn(altered))
    client.my_turn(altered)
    server.stop()
    with sqlite3.connect(database) as connection:
        rows = connection.execute("SELECT seq, dice FROM decisions WHERE game = ? AND dice != '[]'", (altered,))
        seq, dice = rows.fetchall()[-1]
        rolls = json.loads(dice)
        rolls[0][2][0] += 1 if rolls[0][2][0] == 1 else -1
        connection.execute(
            "UPDATE decisions SET dice = ? WHERE game = ? AND seq = ?", (json.dumps(rolls), altered, seq)
        )
    connection.close()
    server = InProcess(database=database)
    client = Client(server.base)
    status, error = client.not_given(f"/api/tables/{altered}/seats/player")
    assert (status, error["why"]) == (422, "other rules") and str(seq) in error["text"]
    assert client.my_turn(sound)["decision"] is not None
    assert {line["id"] for line in client.get("/api/tables")} == {altered, sound}
    server.stop()


def test_chat_is_cut_to_its_end(me: Client, local: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    """A view carries so many lines and characters, the database keeps some more, and memory no more than the view."""
    monkeypatch.setattr(chat_lines, "MAX_CHAT_KEPT", 30)
    monkeypatch.setattr(chat_lines, "MAX_CHAT", 10)
    monkeypatch.setattr(chat_lines, "MAX_TALK", 1000)
    table = me.hot_seat("1")
    for number in range(40):
        me.at(table, "chat", seat="player", text=f"line {number}")
    assert [line["text"] for line in me.view(table)["chat"]] == [f"line {n}" for n in range(30, 40)]
    found = local.server.tables.held(table)
    assert found is not None and len(found.talk) == 10
    store = local.server.store
    kept = store.read_now(lambda c: c.execute(select(chat.c.number).where(chat.c.game == table)).scalars().all())
    assert sorted(kept) == list(range(10, 40))
    for _ in range(4):
        me.at(table, "chat", seat="player", text="x" * 400)
    assert len(me.view(table)["chat"]) == 2, "few long ones rather than many"
    found.stale = True
    assert len(me.view(table)["chat"]) == 2, "nor when it is read anew"


def test_nobody_talks_as_the_operator(me: Client) -> None:
    table = me.table("1", seats={"player": "me"})
    for seat in ("operator", "umpire", "computer", "", "x"):
        status, _ = bad(me.http.post(f"/api/tables/{table}/chat", json={"seat": seat, "text": "I am the host"}))
        assert status in (400, 403)
    bots_alone = me.table("1", seats={"player": "bot:standard", "umpire": "bot:standard"})
    me.at(bots_alone, "chat", seat="public", text="the owner, from where he stands")


def test_asking_for_tables_that_are_not_there_leaves_nothing(me: Client, local: InProcess) -> None:
    for number in range(100):
        me.not_given(f"/api/tables/nothing{number}")
    assert local.server.tables._opening == {} and all("nothing" not in game for game in local.server.tables._held)


def test_a_record_has_an_end(me: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    table = me.hot_seat("1")
    monkeypatch.setattr(tables, "MAX_ENTRIES", 3)
    view = me.view(table)
    me.decide(table, view)
    again = {"seat": "player", "number": 0, "option": an_option(view)}
    assert me.refused(f"/api/tables/{table}/decide", **again)[1]["why"] == "too many"
    me.at(table, "resign", seat="player")  # whoever has filled it cannot keep the others in it
    assert me.view(table)["ended"] == {"resigned": "player"}
    assert me.http.delete(f"/api/tables/{table}").status_code == 200
