"""The API's description is what the server does: OpenAPI, docs/api.md and the page's types."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec

from tests.support.server import Client
from tools import typescript
from viermot.server import openapi
from viermot.server.http import ROUTES
from viermot.server.messages.lobby import Game, Me, TableLine
from viermot.server.messages.table import DiceReport, Moment, OddsReport, StandingReport, Summary, View
from viermot.server.messages.wire import ClientMessage, ServerMessage
from viermot.server.refusals import STATUS

DOCS = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")


def test_the_types_of_the_page_are_up_to_date() -> None:
    assert typescript.main(["--check"]) == 0


def test_openapi_names_every_route_and_all_that_it_refers_to() -> None:
    told = openapi.document()
    assert {(what.path, what.method.lower()) for what in ROUTES} == {
        (path, method) for path, methods in told["paths"].items() for method in methods
    }
    ids = [operation["operationId"] for methods in told["paths"].values() for operation in methods.values()]
    assert len(ids) == len(set(ids))
    text = msgspec.json.encode(told).decode()
    for name in set(re.findall(r"#/components/schemas/(\w+)", text)):
        assert name in told["components"]["schemas"], name
    assert all(operation["summary"] for methods in told["paths"].values() for operation in methods.values())


def test_the_documentation_names_every_route_refusal_and_message() -> None:
    for what in ROUTES:
        assert what.path in DOCS or what.path.replace("/api/tables", "", 1) in DOCS, what.path
    for why in STATUS:
        assert f"`{why}`" in DOCS, why
    for union in (ClientMessage, ServerMessage):
        for kind in union.__args__:
            assert f'"type":"{kind.__struct_config__.tag}"' in DOCS, kind
    for name in View.__struct_fields__:
        assert re.search(rf"\b{name}\b", DOCS), name


def test_answers_are_of_the_shape_that_is_described(me: Client) -> None:
    table = me.table("4B")
    view = me.my_turn(table)
    checks: list[tuple[str, Any]] = [
        ("/api/me", Me), ("/api/games", list[Game]), ("/api/tables", list[TableLine]),
        (f"/api/tables/{table}", TableLine), (f"/api/tables/{table}/seats/player", View),
        (f"/api/tables/{table}/seats/player/since", Summary), (f"/api/tables/{table}/replay", Moment),
        (f"/api/tables/{table}/dice", DiceReport), (f"/api/tables/{table}/odds", OddsReport),
        (f"/api/tables/{table}/standing", StandingReport),
    ]  # fmt: skip
    for path, kind in checks:
        msgspec.json.decode(me.http.get(path).content, type=kind, strict=True)
    assert view["game"] == "nightfighter"
