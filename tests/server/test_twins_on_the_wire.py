"""Twin worlds on raw bytes: what the server sends a seat is the same in worlds that differ only in a secret.

The pairs are those of tests/nightfighter/twins.py; here every view is made and written as the server does it, and
compared byte by byte, sizes included. Then two games over real WebSockets whose umpires decide differently in secret.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

import pytest

from tests.nightfighter import twins
from tests.nightfighter.twins import SECRETS, Leak, applies, born
from tests.support.server import Client
from viermot import Session
from viermot.kernel.perspective import PUBLIC, seen_so_far
from viermot.server import views
from viermot.server.live import Live
from viermot.server.push import ENCODER
from viermot.server.seats import SeatRow
from viermot.server.tables import GameRow, Table

HIDDEN_HASHES = re.compile(rb'"(commitment|head)":"[0-9a-f]{64}"')
SCENARIOS = ("1", "3", "4B", "8", "10")


def table_of(session: Session) -> Table:
    """A session as a table holds it, between two people."""
    live = Live(session)
    for seat, shown in live.shown.items():
        shown.events = seen_so_far(session.state, live.shown[seat].bits)
    setup = session.setup.to_json()
    row = GameRow(
        "t", session.setup.game, "a", setup, session.key.hex(), None, True, False, 0, 0, session.commitment, None, None,
        None, None, None,
    )  # fmt: skip
    sitting = {
        "player": SeatRow("player", "a", "anna", None, False),
        "umpire": SeatRow("umpire", "b", "boris", None, False),
    }
    return Table(row, sitting, live, [])


def on_the_wire(session: Session, seat: str, since: int) -> bytes:
    """The bytes of a view; the hashes, whose length is fixed, say nothing without the key."""
    table = table_of(session)
    person = {"player": "a", "umpire": "b"}.get(seat, "c")
    sent = ENCODER.encode(views.view_of(table, seat, person, since, "", "en"))
    return HIDDEN_HASHES.sub(rb'"\1":""', sent)


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the twins compare what the server would send, besides all they compare already."""
    plain = twins.received

    def received(session: Session, seat: str, since: int, thorough: bool) -> dict[str, Any]:
        out = plain(session, seat, since, False)
        if session.result is None:
            out["wire"] = on_the_wire(session, seat, since)
            out["wire of spectators"] = on_the_wire(session, PUBLIC, 0) if thorough else b""
        return out

    monkeypatch.setattr(twins, "received", received)


@pytest.mark.parametrize("name", [secret.name for secret in SECRETS.values() if secret.streams or secret.questions])
def test_what_is_sent_is_what_the_seat_may_know(watched: None, name: str) -> None:
    lengths = [
        twins.run(born(SECRETS[name], scenario, "wire", "quiet"), 24).length
        for scenario in SCENARIOS
        if applies(SECRETS[name], scenario)
    ]
    assert lengths and max(lengths) >= 10, lengths


def test_a_leak_on_the_wire_is_caught(watched: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the view carries a hash of the whole position."""
    honest = views.view_of

    def leaky(table: Table, *more: Any) -> Any:
        view = honest(table, *more)
        view.rematch = hashlib.sha256(table.live.session.position().encode()).hexdigest()
        return view

    monkeypatch.setattr(views, "view_of", leaky)
    with pytest.raises(Leak, match="wire"):
        twins.run(born(SECRETS["entry speed"], "8", "leak", "quiet"), 40)


def test_umpires_who_differ_in_secret_look_the_same_over_a_socket(me: Client) -> None:
    """The same seed, another umpire behind the screen; a fighter far away that looks at nothing gets equal frames."""
    worlds = []
    for umpire in ("plain", "random"):
        table = me.table("1", seed="wire 0", seats={"player": "me", "umpire": f"bot:{umpire}"})
        me.my_turn(table)
        frames: list[bytes] = []
        with me.socket() as socket:
            socket.send(type="watch", table=table, seat="player")
            view = None
            while len(frames) < 40:
                raw = socket.raw()
                frames.append(masked(raw, table, umpire))
                told = json.loads(raw)
                if told["type"] == "view":
                    view = told
                    socket.send(
                        type="decide", table=table, seat="player", number=view["decision"]["number"],
                        option=far_away(view),
                    )  # fmt: skip
        worlds.append((table, frames))
        polled = me.http.get(f"/api/tables/{table}/seats/player").text
        frames.append(masked(polled, table, umpire))
        frames.append(masked(me.http.get(f"/api/tables/{table}/replay", params={"seat": "player"}).text, table, umpire))
        frames.append(masked(me.http.get(f"/api/tables/{table}/save", params={"seat": "player"}).text, table, umpire))
    (first, plain), (second, random_) = worlds
    for number, (one, other) in enumerate(zip(plain, random_, strict=True)):
        assert one == other, f"frame {number}"
    for table in (first, second):
        me.at(table, "resign", seat="player")
    secrets = [me.view(table, "umpire")["perspective"]["umpire"]["attackers"] for table in (first, second)]
    assert secrets[0] != secrets[1], "the worlds did differ"


def masked(raw: str, table: str, umpire: str) -> bytes:
    """A frame without the table's name, the bot's name and the hashes, all of which are open or of fixed length."""
    text = raw.replace(table, "table").replace(f'"bot":"{umpire}"', '"bot":"someone"')
    return HIDDEN_HASHES.sub(rb'"\1":""', text.encode())


def far_away(view: dict[str, Any]) -> str:
    kind = view["decision"]["kind"]
    return {"place_fighter": "0126 N", "path": "F R F R", "general_tally": "no"}[kind]
