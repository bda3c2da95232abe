"""What a refusal says: seats by what the game calls them, in the reader's language."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

from tests.support.server import Client
from viermot import text
from viermot.kernel import registry
from viermot.kernel.user_error import called

SERVER = Path(__file__).parents[2] / "src" / "viermot" / "server"
REFUSALS = ("Refused", "IllegalOption", "CannotUndo")
TYPED = "error.no_seat"  # says which words may be written in an address or a message


def test_somebody_else_s_seat_is_called_by_its_title(visitor: Any) -> None:
    anna = visitor("AnnaTitles")
    table = anna.post(
        "/api/tables", game="bomber_command", scenario="berlin", seats={"british": "me", "german": "bot:standard"}
    )["id"]
    answer = anna.http.get(f"/api/tables/{table}/seats/german", headers={"accept-language": "pl"})
    assert answer.status_code == 403
    title = text.message("bomber_command.seat.german", "pl")
    assert title in answer.json()["error"]["text"] and "german" not in answer.json()["error"]["text"]


def test_a_seat_that_no_game_knows_is_written_as_it_was_asked_for(me: Client) -> None:
    assert called("bomber_command", "nobody") == "nobody"
    assert len(str(called("bomber_command", "x" * 500))) <= 40


@pytest.mark.parametrize("game", registry.names())
def test_every_seat_has_a_title_to_be_called_by(game: str) -> None:
    for seat in registry.game(game).seats:
        assert not isinstance(called(game, seat), str)


@pytest.mark.parametrize("module", sorted(SERVER.glob("*.py")), ids=lambda path: path.stem)
def test_no_refusal_of_the_server_is_handed_a_seat_as_it_is_stored(module: Path) -> None:
    """Whatever is refused about a seat goes through `called`."""
    for call in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if not isinstance(call, ast.Call) or getattr(call.func, "id", "") not in REFUSALS:
            continue
        if any(isinstance(each, ast.Constant) and each.value == TYPED for each in call.args):
            continue
        for field in call.keywords:
            if field.arg == "seat":
                assert ast.unparse(field.value).startswith("called("), f"{module.name}:{call.lineno}"
