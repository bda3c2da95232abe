"""Twin worlds on raw bytes: what the server sends a seat is the same in worlds that differ only in a secret.

The pairs are those of tests/nightfighter/twins.py; here every view is made and written as the server does it, and
compared byte by byte, sizes included. Then two games over real WebSockets whose umpires decide differently in secret.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from tests.games.nightfighter import twins
from tests.games.nightfighter.server_twins import HIDDEN_HASHES, tapped
from tests.games.nightfighter.twins import SECRETS, Leak, applies, born
from tests.support.server import Client
from viermot.kernel.narration import Narration
from viermot.server import views
from viermot.server.table import Table

SCENARIOS = ("1", "3", "4B", "8", "10")
TIMES = re.compile(r'"(created|last_change|at)":[0-9.]+')


@pytest.fixture
def watched() -> Iterator[None]:
    with tapped():
        yield


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


def test_a_leak_in_the_pictures_of_the_news_is_caught(watched: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: while news is told the picture shows a hash of the whole position, as it was at each event."""

    def hashed(self: Narration[Any], state: Any) -> Any:
        written = self.session.module.write_position(state)
        return {"turn": hashlib.sha256(written.encode()).hexdigest()}

    def leaky(self: Narration[Any], told: int) -> dict[int, Any]:
        self.look = partial(hashed, self)
        return honest(self, told)

    honest = Narration.looks
    monkeypatch.setattr(Narration, "looks", leaky)
    with pytest.raises(Leak, match="wire"):
        twins.run(born(SECRETS["entry speed"], "8", "leak", "quiet"), 40)


def test_umpires_who_differ_in_secret_look_the_same_over_a_socket(me: Client) -> None:
    """The same seed, another umpire behind the screen; a fighter far away that looks at nothing gets equal frames.

    Sizes, too: what is sent is not compressed, so that a frame is as long as what is in it.
    """
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
        for what in ASKED:
            answer = me.http.get(f"/api/tables/{table}{what}")
            assert int(answer.headers["content-length"]) == len(answer.content), "sent as it is, not compressed"
            frames.append(masked(f"{answer.status_code} {answer.text}", table, umpire))
    (first, plain), (second, random_) = worlds
    for number, (one, other) in enumerate(zip(plain, random_, strict=True)):
        assert len(one) == len(other) and one == other, f"frame {number}"
    for table in (first, second):
        me.at(table, "resign", seat="player")
    secrets = [me.view(table, "umpire")["perspective"]["umpire"]["attackers"] for table in (first, second)]
    assert secrets[0] != secrets[1], "the worlds did differ"


REKEYED = re.compile(r'"rekeyed": ?\["[0-9a-f]{64}"\]')


def test_what_is_taken_up_from_a_sealed_file_tells_no_more_than_the_file(me: Client) -> None:
    """Umpires who differ in secret: the file, what is said of it before it is loaded, and the table that it becomes."""
    worlds = []
    for umpire in ("plain", "random"):
        table = me.table("1", seed="wire 0", seats={"player": "me", "umpire": f"bot:{umpire}"})
        for _ in range(6):
            view = me.my_turn(table)
            me.decide(table, view, far_away(view))
        me.my_turn(table)
        file = me.http.get(f"/api/tables/{table}/save?seat=player").text
        about = json.dumps(me.post("/api/tables/import/seats", save=file))
        again = me.post("/api/tables/import", save=file)["id"]
        me.my_turn(again)
        told = [file, about, *(me.http.get(f"/api/tables/{again}{what}").text for what in ("/fits", "/moment", *ASKED))]
        worlds.append([masked(named(each, umpire).replace(again, "copy"), table, umpire) for each in told])
    for number, (one, other) in enumerate(zip(*worlds, strict=True)):
        assert len(one) == len(other) and one == other, f"answer {number}: {one!r:.600} {other!r:.600}"
    assert b'"decisions":' in worlds[0][3] and b'"events":' in worlds[0][3], "nothing is compared"


ASKED = (
    "", "/seats/player", "/seats/player/since", "/seats/public", "/seats/umpire", "/replay?seat=player",
    "/dice?seat=player", "/odds?seat=player", "/standing?seat=player", "/save?seat=player",
    "/verify", "/trails", "/position",
)  # fmt: skip


SEALED = re.compile(r'"sealed": "([^"]*)"')


def masked(raw: str, table: str, umpire: str) -> bytes:
    """A frame without the table's name, the bot's name, times and hashes, all of which are open or of fixed length."""
    text = raw.replace(table, "table").replace(f'"bot":"{umpire}"', '"bot":"someone"')
    text = text.replace(f'"umpire": "{umpire}"', '"umpire": "someone"')
    text = SEALED.sub(lambda found: f'"sealed": {len(found[1])}', text)  # of equal length, whatever is in it
    return HIDDEN_HASHES.sub(rb'"\1":""', TIMES.sub(r'"\1":0', text).encode())


def named(text: str, umpire: str) -> str:
    """Without the bot's name where it is told to be chosen, and without what each new key promises."""
    return REKEYED.sub("", text.replace(f"bot:{umpire}", "bot:someone"))


def far_away(view: dict[str, Any]) -> str:
    kind = view["decision"]["kind"]
    return {"place_fighter": "0126 N", "path": "F R F R", "general_tally": "no"}[kind]
