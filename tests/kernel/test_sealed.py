"""A running game in a file: sealed from the eye, opened by whom it is for; its size tells nothing."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

import viermot
from tests.kernel.test_saves import new_session
from viermot import SaveError, Session
from viermot.cli import main
from viermot.kernel import saves, sealed
from viermot.kernel.canon import canonical

SECRET = bytes(range(32))


def against_blue(decisions: int = 6) -> Session:
    s = viermot.new_game("toy", scenario="long", seats={"blue": "random"}, seed="sealed")
    for _ in range(decisions):
        s.decide(0)
    return s


def by_night(decisions: int = 6) -> Session:
    s = viermot.new_game("nightfighter", scenario="1", seed="sealed", seats={"umpire": "standard"})
    for _ in range(decisions):
        s.hand_over("player", "standard", "question")
    return s


def written(tmp_path: Path, session: Session, seat: str = "red") -> Path:
    file = tmp_path / "game.json"
    session.save(file, seat)
    return file


# -- what can be seen ------------------------------------------------------------------------------------------


def test_an_editor_shows_nothing_the_seat_does_not_know(tmp_path: Path) -> None:
    s = against_blue()
    text = written(tmp_path, s).read_text()
    head = json.loads(text)
    hidden = {str(event.data["hex"]) for event in s.events("blue") if event.kind == "hid"}
    assert hidden and s.key.hex() not in text and "log" not in head and "streams" not in head
    assert "hide" not in text.replace(head["sealed"], "")
    plain = base64.b85decode(head["sealed"])
    assert b"hide" not in plain and b'"log"' not in plain and s.key not in plain


def test_neither_position_nor_replay_nor_verify_shows_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    s = by_night()
    file = written(tmp_path, s, "player")
    assert main(["position", str(file)]) == 1 and "sealed for the seat player" in capsys.readouterr().err
    assert main(["replay", str(file), "--as", "umpire"]) == 1 and "sealed" in capsys.readouterr().err
    assert main(["replay", str(file), "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert told[0]["seat"] == "player" and told[0]["head"] is None
    assert len(told) - 1 == len(s.events("player")) < len(s.events("umpire"))
    assert main(["replay", str(file)]) == 0 and s.key.hex() not in capsys.readouterr().out
    assert main(["verify", str(file), "--json"]) == 0
    verdict = json.loads(capsys.readouterr().out)
    assert verdict["fair"] and verdict["rolls"] == 0 and verdict["head"] == "" and verdict["decisions"] == 6


def test_a_game_that_is_over_has_nothing_to_hide(tmp_path: Path) -> None:
    s = against_blue(0)
    while s.pending:
        s.decide(0)
    assert json.loads(written(tmp_path, s).read_bytes())["viermot"] == "save"


@pytest.mark.parametrize("decisions", [0, 3, 6, 9])
def test_twin_worlds_have_the_same_file_but_for_the_sealed_bytes(decisions: int) -> None:
    """Blue hides elsewhere, which red cannot know: the heads are alike, and so is the size."""

    def world(place: str) -> dict[str, Any]:
        s = viermot.new_game("toy", scenario="long", seed="twins")
        for number in range(decisions + 1):
            decision = s.pending[0]
            s.decide(place if number == 0 else 0, decision.seat)
        s.marks["blue"] = ["a mark of blue's own"] * (40 if place == "0302" else 0)
        head: dict[str, Any] = json.loads(sealed.dump(s, "red", SECRET))
        return {**head, "sealed": len(head["sealed"])}

    assert world("0302") == world("0303")


def test_the_size_follows_from_what_the_seat_did_and_saw() -> None:
    s = new_session(20, "long")
    assert sealed.room_for(s, "red", 10) == sealed.room_for(s, "red", sealed.STEP // 2)
    assert sealed.room_for(s, "red", 10) == 2 * sealed.STEP + sealed.FOR_ORDERS, "not by what is in it"
    needed = len(sealed._inside.__doc__ or "") + len(canonical(saves.content(s, cache=False)))
    assert needed < sealed.room_for(s, "red", 10)  # even uncompressed


# -- loading ---------------------------------------------------------------------------------------------------


def test_any_installation_goes_on_with_it(tmp_path: Path) -> None:
    s = against_blue()
    again = viermot.load(written(tmp_path, s))
    assert again.kept_for == "red" and again.seats == s.seats
    assert again.state_hash == s.state_hash
    assert canonical(again.perspective("red").to_json()) == canonical(s.perspective("red").to_json())
    while again.pending:
        again.decide(0)
    assert again.result is not None


def test_marks_come_back(tmp_path: Path) -> None:
    s = against_blue()
    s.marks["red"] = ["here?"]
    s.marks["blue"] = ["there"]
    again = viermot.load(written(tmp_path, s))
    assert again.marks == {"red": ["here?"], "blue": []}


def test_a_changed_file_is_refused(tmp_path: Path) -> None:
    file = written(tmp_path, against_blue())
    raw = json.loads(file.read_bytes())
    whole = raw["sealed"]
    for place in (0, 30, 70, len(whole) // 2, len(whole) - 1):
        other = "a" if whole[place] != "a" else "b"
        file.write_text(json.dumps({**raw, "sealed": whole[:place] + other + whole[place + 1 :]}))
        with pytest.raises(SaveError) as wrong:
            viermot.load(file)
        assert wrong.value.key == "save.tampered"
    for change in ({"seat": "blue"}, {"scenario": "duel"}, {"decisions": 3}, {"server": ""}):
        file.write_text(json.dumps({**raw, **change}))
        if change != {"server": ""}:
            with pytest.raises(SaveError):
                viermot.load(file)


@pytest.mark.parametrize(
    "change",
    [{"format": 2}, {"format": True}, {"seat": 5}, {"sealed": 7}, {"sealed": ""}, {"sealed": "~"}, {"people": []}],
)
def test_nonsense_is_answered_in_a_sentence(tmp_path: Path, change: dict[str, Any]) -> None:
    file = written(tmp_path, against_blue())
    file.write_text(json.dumps({**json.loads(file.read_bytes()), **change}))
    with pytest.raises(SaveError) as wrong:
        viermot.load(file)
    assert "\n" not in wrong.value.text() and "{" not in wrong.value.text()


def test_a_server_opens_its_own_and_nobody_else_does() -> None:
    s = new_session(6, "long")
    raw = json.loads(sealed.dump(s, "red", SECRET, people={"red": "a", "blue": "b"}, table="t"))
    opened = sealed.open_up(raw, "x", SECRET)
    assert opened.extra == {"people": {"red": "a", "blue": "b"}, "table": "t"} and opened.seat == "red"
    for secret in (None, bytes(32)):
        with pytest.raises(SaveError) as wrong:
            sealed.open_up(raw, "x", secret)
        assert wrong.value.key == "save.other_server"
    with pytest.raises(SaveError):  # nor does it help to say that no server sealed it
        sealed.open_up({**raw, "server": ""}, "x", None)


def test_what_unfolds_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = json.loads(sealed.dump(against_blue(), "red"))
    monkeypatch.setattr(sealed, "LARGEST", 500)
    with pytest.raises(SaveError):
        sealed.open_up(raw, "x")


# -- an open copy ----------------------------------------------------------------------------------------------


def test_an_open_copy_is_in_the_record_for_good(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    s = by_night()
    s.open_up("player")
    assert s.opened == [("player", 6)]
    file = tmp_path / "open.json"
    s.save(file)
    again = viermot.load(file)
    assert again.opened == [("player", 6)] and again.head == s.head
    assert viermot.verify(file).opened == (("player", 6),)
    assert main(["replay", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[0])["opened"] == [6]
    assert main(["verify", str(file)]) == 0 and "open copy made at decision 6" in capsys.readouterr().out


def test_a_record_cannot_lie_about_when_it_was_opened(tmp_path: Path) -> None:
    from tests.kernel.test_saves import forge

    s = against_blue()
    s.open_up("red")
    file = tmp_path / "open.json"
    s.save(file)
    forge(file, lambda raw: raw["log"][-1].__setitem__(3, "0"))
    with pytest.raises(SaveError):
        viermot.load(file)
