"""The one list of ways out of a game is whole: what is not on it fails here, and what is gone must leave it."""

from __future__ import annotations

import typing
from pathlib import Path

import msgspec
import pytest
from starlette.routing import Mount, Route, WebSocketRoute

from viermot import cli, engine, outlets
from viermot.server import ws
from viermot.server.app import create_app
from viermot.server.config import Config
from viermot.server.http import ROUTES
from viermot.server.http import Route as Declared
from viermot.server.messages.wire import ClientMessage, ServerMessage
from viermot.terminal.play import Play


def tags(union: object) -> set[str]:
    """The names by which the messages of a union go over the wire."""
    return {str(msgspec.inspect.type_info(kind).tag) for kind in typing.get_args(union)}  # type: ignore[attr-defined]


def routes(app: object) -> set[str]:
    """Every address that answers, with its method; the WebSocket and the page have lists of their own, or none."""
    found = set()
    for route in app.routes:  # type: ignore[attr-defined]
        if isinstance(route, Route):
            found |= {f"{method} {route.path}" for method in (route.methods or ()) if method != "HEAD"}
        else:
            assert isinstance(route, WebSocketRoute | Mount), route
    return found


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[set[str], dict[str, outlets.Outlet]]]:
    app = create_app(Config(database=str(tmp_path_factory.mktemp("outlets") / "games.db"), hosting=False))
    terminal = {name.removeprefix("_do_") for name in dir(Play) if name.startswith("_do_")}
    parser = cli.build_parser()
    commands = next(action.choices for action in parser._actions if hasattr(action.choices, "items"))
    app.state.server.store.close()
    return {
        "HTTP": (routes(app), outlets.HTTP),
        "asked on the WebSocket": (tags(ClientMessage), outlets.SOCKET),
        "sent on the WebSocket": (tags(ServerMessage), outlets.SENT),
        "engine": (tags(engine.Message), outlets.ENGINE),
        "commands": (set(commands or ()), outlets.COMMANDS),
        "terminal": (terminal, outlets.TERMINAL),
    }


KINDS = ("HTTP", "asked on the WebSocket", "sent on the WebSocket", "engine", "commands", "terminal")


@pytest.mark.parametrize("kind", KINDS)
def test_every_outlet_is_listed(real: dict[str, tuple[set[str], dict[str, outlets.Outlet]]], kind: str) -> None:
    found, listed = real[kind]
    assert found, kind
    assert found == set(listed), f"{kind}: not listed {sorted(found - set(listed))}, gone {sorted(set(listed) - found)}"


def test_what_several_people_can_reach_goes_through_pace() -> None:
    """Whatever tells a seat's facts, or all, over the network is published or waits."""
    for name, outlet in {**outlets.HTTP, **outlets.SOCKET, **outlets.SENT}.items():
        assert outlet.pace != outlets.ALONE, name
        if outlet.knows != outlets.NONE:
            assert outlet.pace in (outlets.PUBLISHED, outlets.CALM), name


def test_every_message_of_the_socket_has_its_handler() -> None:
    assert {str(msgspec.inspect.type_info(kind).tag) for kind in ws.HANDLERS} == set(outlets.SOCKET)  # type: ignore[attr-defined]


def test_a_new_outlet_is_noticed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Planted: another route."""
    new = Declared("GET", "/api/tables/{id}/peek", ROUTES[0].handler, None, "text/plain", "requests")
    monkeypatch.setattr("viermot.server.app.ROUTES", [*ROUTES, new])
    app = create_app(Config(database=str(tmp_path / "games.db"), hosting=False))
    app.state.server.store.close()
    assert routes(app) - set(outlets.HTTP) == {"GET /api/tables/{id}/peek"}
