"""Another key in the middle of a game: the record proves both parts, and no die of the old one falls again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import viermot
from tests.kernel.test_saves import forge, new_session
from viermot import SaveError, Session
from viermot.kernel import sealed, snapshots
from viermot.kernel.record import DECIDE, REKEY, Entry
from viermot.server import snapshots as stored
from viermot.server.live import Live, open_session


def rekeyed(before: int = 5, after: int = 6) -> Session:
    s = new_session(before, "long")
    s.rekey()
    for _ in range(after):
        s.decide(0)
    return s


def dice(session: Session, since: int) -> list[Any]:
    return [entry.dice for entry in session.record[since:] if entry.what == DECIDE]


def test_both_parts_are_proved(tmp_path: Path) -> None:
    s, file = rekeyed(), tmp_path / "game.json"
    s.save(file)
    assert len(s.keys) == 2 and viermot.verify(file, s.head).fair
    again = viermot.load(file)
    assert again.keys == s.keys and again.head == s.head
    for one in (s, again):
        one.decide(0)
    assert again.head == s.head


@pytest.mark.parametrize("which", ["key", "keys", "promise"])
def test_no_part_can_be_forged(tmp_path: Path, which: str) -> None:
    s, file = rekeyed(), tmp_path / "game.json"
    s.save(file)

    def other(raw: dict[str, Any]) -> None:
        if which == "key":
            raw["key"] = "ab" * 32
        elif which == "keys":
            raw["keys"] = ["ab" * 32]
        else:
            next(line for line in raw["log"] if line[0] == REKEY)[3] = "ab" * 32

    raw = json.loads(file.read_bytes())
    other(raw)
    file.write_text(json.dumps(raw))
    with pytest.raises(SaveError):
        viermot.load(file)
    assert not viermot.verify(file).fair


def test_a_key_too_many_or_too_few_is_damage(tmp_path: Path) -> None:
    for keys in ([], ["00" * 32, "11" * 32], ["zz"], "no", [5]):
        s, file = rekeyed(), tmp_path / "game.json"
        s.save(file)
        forge(file, lambda raw, keys=keys: raw.update(keys=keys), chained=False)  # type: ignore[misc]
        with pytest.raises(SaveError):
            viermot.load(file)


def test_a_sealed_copy_goes_on_with_other_dice(tmp_path: Path) -> None:
    """Loading an old copy and playing on foretells nothing: three copies of one moment go three ways."""
    s = viermot.new_game("toy", scenario="long", seed="copies", seats={"blue": "random"})
    for _ in range(5):
        s.decide(0)
    file = tmp_path / "game.json"
    s.save(file, "red")
    since = len(s.record)
    copies = [viermot.load(file) for _ in range(2)]
    assert all(copy.keys[0] == s.key and len(copy.keys) == 2 for copy in copies)
    falls = []
    for one in (s, *copies):
        while one.pending:
            one.decide(0)
        falls.append(dice(one, since))
        one.save(file)
        assert viermot.verify(file, one.head).fair
    assert falls[0] != falls[1] != falls[2] != falls[0]
    assert s.revealed_key() != copies[0].revealed_key()


def test_after_a_new_key_a_sealed_file_opens_too() -> None:
    s = rekeyed()
    opened = sealed.open_up(json.loads(sealed.dump(s, "red")), "x")
    assert opened.saved.keys == s.keys


def test_what_was_taken_back_before_stays_taken_back() -> None:
    s = viermot.new_game("toy", scenario="duel", seed="undo")
    s.decide("0302")
    s.decide("0101")
    s.rekey()
    s.undo("red")
    assert s.pending[0].kind == "aim" and s.key == s.keys[1]


def test_snapshots_and_servers_follow(tmp_path: Path) -> None:
    s = rekeyed()
    live = Live(open_session(s.setup, s.keys[0], None))
    live.session.coming = s.keys[1:]
    from viermot.server.rows import RecordRow

    for place, entry in enumerate(s.record):
        live.apply_row(RecordRow(place, entry, note={"key": s.keys[1].hex()} if entry.what == REKEY else None))
    assert live.session.head == s.head
    rows = live.rows()
    assert [row.note for row in rows if row.entry.what == REKEY] == [{"key": s.keys[1].hex()}]
    again = Live(open_session(s.setup, s.keys[0], None))
    assert stored.restore(again, rows, stored.take(live)()) == len(rows)
    assert again.session.keys == s.keys and again.session.head == s.head
    for one in (live.session, again.session):
        one.decide(0)
    assert live.session.head == again.session.head
    assert snapshots.head_of(live.session, live.session.record) == live.session.head


def test_a_key_must_be_the_one_that_was_promised_and_bots_forget_their_chance() -> None:
    s = viermot.new_game("toy", scenario="long", seed="promise", seats={"blue": "random"})
    s.decide(0)
    assert s.bot_positions["blue"] > 0
    s.coming = [bytes(32)]
    with pytest.raises(viermot.UserError):
        s.apply_entry(Entry(REKEY, choice="00" * 32))
    s.coming = []
    s.rekey()
    assert s.bot_positions == {}
