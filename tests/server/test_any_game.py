"""The server serves every game that is registered: one that brings nothing of its own, and each of those installed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import viermot
from tests.support import server_toy
from tests.support.server import Client, InProcess, an_option, play_to_the_end, wait_until


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcess]:
    with server_toy.installed():
        database = str(tmp_path_factory.mktemp("toy") / "games.sqlite3")
        running = InProcess(database=database, bot_processes=1, bot_command=server_toy.COMMAND,
                            vetting_command=server_toy.VETTING)  # fmt: skip
        yield running
        running.stop()


@pytest.fixture
def me(server: InProcess) -> Iterator[Client]:
    client = Client(server.base)
    yield client
    client.close()


def toy(me: Client, **more: Any) -> str:
    return me.table("duel", **{"game": "toy", "seats": {"red": "me", "blue": "bot:random"}, **more})


def test_every_game_is_in_the_lobby_with_its_seats_bots_and_rules(me: Client) -> None:
    games = {game["name"]: game for game in me.get("/api/games")}
    assert set(games) >= {"toy", *(info.name for info in viermot.list_games())}
    assert [seat["seat"] for seat in games["toy"]["seats"]] == ["red", "blue"]
    for name, game in games.items():
        assert game["scenarios"] and all(seat["bots"] for seat in game["seats"]), name
        assert me.get(f"/api/static/{name}")["rules"], name
        checked = me.post(f"/api/games/{name}/check", scenario=game["scenarios"][0]["id"], options={})
        assert checked["ok"] and checked["seats"] == game["seats"], name
    assert me.not_given("/api/static/whist")[0] == 404


def test_the_lobby_says_which_switches_are_on_unless_refused(me: Client) -> None:
    """The solitaire game recommends its optional rules and has them on; a page that showed them off would lie."""
    games = {game["name"]: game for game in me.get("/api/games")}
    on = {name: {each["id"]: each["in_force"] for each in game["scenarios"]} for name, game in games.items()}
    assert on["solitaire"]["4B"] == ["28.1", "28.2", "28.3", "28.4", "28.6"] and not any(on["nightfighter"].values())
    recommended = ["28.1", "28.2", "28.2.1", "28.3", "28.4", "28.6"]
    assert sorted(on["campaign"]["pilot"]) == [*recommended, "former_status"] and on["toy"]["duel"] == []
    for refused in ([], ["28.2"]):
        options = dict.fromkeys(refused, False)
        table = me.table("4B", game="solitaire", seats={"player": "me"}, seed="on", options=options)
        used = [event["data"]["option"] for event in me.view(table)["events"] if event["kind"] == "option"]
        assert used == [name for name in on["solitaire"]["4B"] if name not in refused]


def test_a_game_without_parts_of_its_own_is_played_to_its_end(me: Client) -> None:
    table = toy(me, seed="toy")
    view = me.my_turn(table, "red")
    assert view["decision"]["kind"] == "aim" and len(view["decision"]["options"]) == 20
    assert view["events"][0]["text"] and "hidden" not in view["perspective"]
    end = play_to_the_end(me, table, "red")
    assert end["result"]["reason"] in ("points", "rounds") and me.get(f"/api/tables/{table}/verify")["fair"]
    assert me.get(f"/api/tables/{table}/trails") == {"trails": []}
    moment = me.get(f"/api/tables/{table}/replay", seat="blue", at=1)
    assert moment["moments"] > 3 and "hidden" in moment["perspective"]
    again = me.at(table, "rematch")["id"]
    assert [seat["holder"] for seat in me.view(again, "blue")["seats"]] == ["bot", "me"]
    fork = me.at(table, "fork", seat="red", at=3)["id"]
    assert me.my_turn(fork, "red")["imported"]


def test_questions_asked_of_both_at_once_stay_secret_until_both_are_answered(me: Client) -> None:
    table = toy(me, seats={"red": "me", "blue": "me"})
    for seat, option in (("blue", None), ("red", None), ("red", None)):
        me.decide(table, me.view(table, seat), option)
    views = {seat: me.view(table, seat) for seat in ("red", "blue")}
    assert {view["decision"]["kind"] for view in views.values()} == {"red_hand", "blue_hand"}
    with me.socket() as socket:
        socket.watch(table, "blue")
        me.decide(table, views["red"], "rock")
        assert me.view(table, "red")["waiting_for"] == "other"
        assert socket.quiet_for(0.3) and me.view(table, "blue")["events"] == views["blue"]["events"]
        me.decide(table, views["blue"], "paper")
        shown = [event for event in socket.view()["events"] if event["kind"] == "shown"]
        assert [event["data"]["winner"] for event in shown] == ["blue"]


def test_its_saves_and_positions_are_imported(me: Client) -> None:
    table = toy(me, seats={"red": "me", "blue": "me"})
    me.decide(table, me.view(table, "blue"))
    save, position = (me.http.get(f"/api/tables/{table}/{kind}").text for kind in ("save", "position"))
    from_save = me.post("/api/tables/import", save=save)["id"]
    assert me.view(from_save, "red")["decision"] == me.view(table, "red")["decision"]
    from_position = me.post("/api/tables/import", game="toy", position=position, seats={"red": "me"})["id"]
    assert me.my_turn(from_position, "red")["decision"]["kind"] == "aim"
    refused = me.refused("/api/tables/import", game="toy", position="nonsense", seats={})
    assert refused[0] == 422 and refused[1]["text"]


def test_seats_that_follow_from_the_options(me: Client) -> None:
    """As with one or two pilots of Interceptor Ace: views, lists, saves, positions and rematches know the seats."""
    names, options = ["hunter", "hare"], {"renamed": True}
    checked = me.post("/api/games/toy/check", scenario="duel", options=options)
    assert checked["ok"] and [seat["seat"] for seat in checked["seats"]] == names
    table = toy(me, options=options, seats=dict.fromkeys(names, "me"))
    me.decide(table, me.view(table, "hare"))
    assert [seat["seat"] for seat in me.view(table, "hunter")["seats"]] == names
    assert next(line for line in me.get("/api/tables") if line["id"] == table)["my_seats"] == names
    save, position = (me.http.get(f"/api/tables/{table}/{kind}").text for kind in ("save", "position"))
    copies = [
        me.post("/api/tables/import", save=save, seats={"hare": "bot:random"})["id"],
        me.post("/api/tables/import", game="toy", position=position, seats={"hunter": "me"})["id"],
    ]
    for copy in copies:
        assert me.my_turn(copy, "hunter")["decision"]["kind"] == "aim"
    me.at(copies[0], "resign", seat="hunter")
    assert me.get(f"/api/tables/{me.at(copies[0], 'rematch')['id']}")["my_seats"] == ["hare"]
    status, error = me.refused("/api/tables", game="toy", scenario="duel", seats={"hunter": "me"})
    assert (status, error["why"]) == (422, "illegal") and "hunter" in error["text"]


@pytest.mark.parametrize("name", [info.name for info in viermot.list_games()])
def test_each_installed_game_goes_on_between_a_person_and_bots(me: Client, name: str) -> None:
    """The first seat is a person who answers anything legal; the others are the game's best bots."""
    game = next(game for game in me.get("/api/games") if game["name"] == name)
    seat = game["seats"][0]["seat"]
    table = me.table(game["scenarios"][0]["id"], game=name, seed="any", seats={seat: "me"})
    for number in range(25):
        view = me.my_turn(table, seat)
        if view["result"] is not None:
            break
        me.decide(table, view, an_option(view, number))
    view = me.my_turn(table, seat)
    assert view["events"] and all(event["text"] for event in view["events"])
    if view["result"] is None:
        me.at(table, "hand-over", seat=seat, bot=game["seats"][0]["bots"][0])
        told = len(view["events"])
        wait_until(lambda: len((now := me.view(table, seat))["events"]) > told or now["result"] is not None)
    if me.view(table, seat)["result"] is None:
        me.at(table, "resign", seat=seat)
    assert me.get(f"/api/tables/{table}/verify")["fair"]
