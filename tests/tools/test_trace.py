"""One click through the code, in every game: each layer calls only those it may, and nothing on the way is idle."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.support.kits import kits, sample
from tools import trace, trace_picture
from tools.trace import Follower, Place, Trace, follow_click, followed_server

KEPT = trace.PICTURE.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def clicks() -> dict[str, Trace]:
    """One click in each game, at the same server."""
    follower = Follower()
    with followed_server(follower) as server:
        return {kit.name: follow_click(server, follower, kit.name) for kit in kits()}


def test_every_call_is_one_that_the_table_allows(clicks: dict[str, Trace]) -> None:
    assert trace.faults(list(clicks.values())) == []


def test_the_table_allows_nothing_that_no_click_needs(clicks: dict[str, Trace]) -> None:
    now_and_then = {"faces calls rules"}  # a path is asked for with its table of moves; not every click leads to one
    assert set(trace.unused(list(clicks.values()))) <= now_and_then


def test_a_click_is_followed_in_all_threads_from_the_message_to_the_view(clicks: dict[str, Trace]) -> None:
    way = {
        ("server.ws", "Connection.decide"), ("server.play", "decide"), ("kernel.session", "Session.decide"),
        ("kernel.agenda", "advance"), ("server.rows", "add_all"), ("server.push", "Watchers.show"),
        ("server.views", "view_of"), ("server.ws", "Connection.send"),
    }  # fmt: skip
    for game, click in clicks.items():
        called = {(place.module, place.function) for place in click.places()}
        assert way <= called, game
        rules = [module for module, _ in called if re.match(rf"games\.{game}\.(rules|sequence)", module)]
        assert rules, f"no rule of {game} was called"


def boxes(picture: str) -> set[str]:
    return set(re.findall(r'class="name"[^>]*>([^<]+)<', picture))


def test_the_picture_kept_is_that_of_the_code_as_it_is(clicks: dict[str, Trace]) -> None:
    """Its modules; which helper a thread calls first may differ from run to run."""
    assert boxes(trace_picture.draw(clicks[sample()])) == boxes(KEPT), "make trace"
    assert "one-click.svg" in (trace.ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_the_same_click_is_drawn_alike(clicks: dict[str, Trace]) -> None:
    click = clicks[sample()]
    assert trace_picture.draw(click) == trace_picture.draw(Trace(click.game, click.question, dict(click.calls)))


# -- what it would find ------------------------------------------------------------------------------------------


def of(*calls: tuple[str, str]) -> Trace:
    """A trace with these calls, each function written module:function."""

    def place(name: str) -> Place:
        module, _, function = name.partition(":")
        return Place(module, function, 1)

    return Trace("toy", "", {(place(by), place(called)): 1 for by, called in calls})


@pytest.mark.parametrize(
    "call",
    [
        ("kernel.session:Session.decide", "server.tables:Tables.get"),
        ("games.toy.rules.combat:fire", "kernel.session:Session.decide"),
        ("games.toy.rules.combat:fire", "server.live:Live.over"),
        ("games.toy.model.state:Game.clone", "text:message"),
        ("server.views:view_of", "games.toy.rules.combat:fire"),
        ("server.ws:Connection.decide", "kernel.session:Session.decide"),
    ],
)
def test_a_call_past_the_table_is_found(call: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trace, "functions_of", lambda _: {})
    (found,) = trace.faults([of(call)])
    assert call[0].replace(":", ".") in found and "may not call" in found


def test_a_module_in_no_layer_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trace, "functions_of", lambda _: {})
    assert "server.detour is in no layer" in trace.faults([of(("server.ws:serve", "server.detour:go"))])


@pytest.mark.parametrize(
    ("source", "idle"),
    [
        ("def get(self, table, seat):\n    'Words.'\n    return self.other.get(table, seat)", True),
        ("async def get(table):\n    await other.get(table)", True),
        ("def get(table):\n    return other.get(table=table)", True),
        ("def get(table):\n    return other.get(table.id)", False),
        ("def get(table, seat):\n    return other.get(seat, table)", False),
        ("def get(table):\n    found = other.get(table)\n    return found or None", False),
        ("def get(self):\n    return self.table", False),
    ],
)
def test_what_only_passes_on_is_told_from_what_does_something(source: str, idle: bool) -> None:
    (function,) = ast.parse(source).body
    assert isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
    assert trace.forwards(function) is idle


def test_a_module_that_only_passes_on_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "server").mkdir()
    (tmp_path / "server" / "play.py").write_text("def decide(table):\n    return decided(table)\n", encoding="utf-8")
    (tmp_path / "server" / "ws.py").write_text("def serve(socket):\n    return None\n", encoding="utf-8")
    monkeypatch.setattr(trace, "SRC", tmp_path)
    monkeypatch.setattr(trace, "functions_of", trace.functions_of.__wrapped__)
    found = trace.faults([of(("server.ws:serve", "server.play:decide"), ("server.play:decide", "server.ws:serve"))])
    assert found == ["server.play only passes on what it is given"]
