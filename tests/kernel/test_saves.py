"""Save files: they play on alike, no byte of them can change unnoticed, and a bad one gets a sentence, no traceback."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import viermot
from tests.kernel.toy import GAME
from viermot import SaveError, Session, UserError
from viermot.kernel import saves, snapshots
from viermot.kernel.canon import canonical
from viermot.kernel.record import Setup, chain


def new_session(decisions: int = 7, scenario: str = "duel", **more: Any) -> Session:
    s = viermot.new_game("toy", scenario=scenario, seed="saves", **more)
    rng = random.Random(decisions)
    for _ in range(decisions):
        if s.pending:
            decision = rng.choice(s.pending)
            s.decide(rng.randrange(len(decision.codes)), decision.seat)
    return s


def saved(tmp_path: Path, session: Session | None = None) -> Path:
    file = tmp_path / "game.json"
    (session or new_session()).save(file)
    return file


def sentence(wrong: UserError) -> str:
    """The one sentence a user reads."""
    text = wrong.text()
    assert text and "\n" not in text and "Traceback" not in text
    return text


def forge(file: Path, change: Callable[[dict[str, Any]], None], chained: bool = True) -> None:
    """Change a save as somebody would who knows how it is made: with new hashes all over."""
    raw = json.loads(file.read_bytes())
    change(raw)
    key = bytes.fromhex(raw["key"])
    if chained:
        setup = {part: raw[part] for part in vars(Setup("", "", {}, "", "")) if part in raw}
        raw["commitment"] = head = hashlib.sha256(key + canonical(setup)).hexdigest()
        for line in raw["log"]:
            head = chain(key, head, saves._entry(line))
        raw["head"] = head
    raw["seal"] = saves.seal(key, raw)
    file.write_text(json.dumps(raw, ensure_ascii=False))


# -- saving and going on -------------------------------------------------------------------------------


@pytest.mark.parametrize("decisions", range(16))
def test_a_loaded_game_goes_on_as_the_other_does(tmp_path: Path, decisions: int) -> None:
    s = new_session(decisions)
    again = viermot.load(saved(tmp_path, s))
    assert again.head == s.head and again.state_hash == s.state_hash
    while s.pending:
        for one in (s, again):
            one.decide(0, s.pending[0].seat if one is s else again.pending[0].seat)
        assert again.head == s.head and again.record[-1] == s.record[-1]
    assert canonical(again.export("red")) == canonical(s.export("red"))


@pytest.mark.parametrize("seat", ["red", "blue"])
def test_bots_go_on_where_their_chance_had_got_to(tmp_path: Path, seat: str) -> None:
    s = viermot.new_game("toy", scenario="long", seed="bots", seats={seat: "random"})
    for _ in range(6):
        s.decide(0)
    again = viermot.load(saved(tmp_path, s))
    assert again.seats == s.seats
    while s.pending:
        s.decide(0)
        again.decide(0)
        assert again.head == s.head


def test_half_answered_questions_survive(tmp_path: Path) -> None:
    s = viermot.new_game("toy", scenario="duel", seed="half")
    for answer in ("0302", "0101", "ball"):
        s.decide(answer)
    s.decide("scissors", "blue")
    again = viermot.load(saved(tmp_path, s))
    assert [(d.seat, d.kind) for d in again.pending] == [("red", "red_hand")]
    assert b"scissors" not in canonical(again.export("red"))
    again.decide("paper")
    assert again.events("red")[-2].data == {"red": 1, "blue": 2, "winner": "blue"}


def test_half_answered_questions_survive_as_data_and_as_a_position() -> None:
    s = viermot.new_game("toy", scenario="duel", seed="half")
    for answer in ("0302", "0101", "ball"):
        s.decide(answer)
    s.decide("scissors", "blue")
    other = viermot.new_game("toy", position=s.position(), seed="other")
    assert other.state_hash == s.state_hash and [d.seat for d in other.pending] == ["red"]


def test_undone_decisions_stay_undone(tmp_path: Path) -> None:
    s = viermot.new_game("toy", scenario="duel", seed="undo")
    for answer in ("0302", "0101"):
        s.decide(answer)
    s.undo("red")
    s.decide("0504")
    again = viermot.load(saved(tmp_path, s))
    assert again.state_hash == s.state_hash and again.head == s.head
    assert again.pending[0].number == s.pending[0].number == 1
    again.undo("red")
    assert viermot.verify(saved(tmp_path, again), again.head).fair


def test_seats_that_changed_hands_are_remembered(tmp_path: Path) -> None:
    s = viermot.new_game("toy", scenario="long", seed="hands", seats={"blue": "random"})
    s.hand_over("blue", None)
    again = viermot.load(saved(tmp_path, s))
    assert again.seats == {"red": None, "blue": None}
    assert viermot.verify(saved(tmp_path, s), s.head).fair


def test_a_fork_can_be_saved(tmp_path: Path) -> None:
    fork = new_session(5).fork(seed="fork")
    fork.decide(0)
    again = viermot.load(saved(tmp_path, fork))
    assert again.state_hash == fork.state_hash
    assert viermot.verify(saved(tmp_path, fork), fork.head).fair


def test_the_cached_state_may_be_missing(tmp_path: Path) -> None:
    file = saved(tmp_path)
    forge(file, lambda raw: raw.pop("state"))
    assert viermot.load(file).state_hash == new_session().state_hash


def test_the_head_of_a_file_can_be_read_by_people(tmp_path: Path) -> None:
    lines = saved(tmp_path).read_text().splitlines()
    assert lines[1:5] == [' "viermot": "save",', ' "format": 1,', ' "game": "toy",', ' "scenario": "duel",']


def test_a_save_is_small(tmp_path: Path) -> None:
    raw = json.loads(saved(tmp_path).read_bytes())
    log = sum(len(canonical(line)) + 4 for line in raw["log"])
    assert saved(tmp_path).stat().st_size - log < 2_000


# -- fairness ------------------------------------------------------------------------------------------


def test_an_honest_game_is_found_fair(tmp_path: Path) -> None:
    s = new_session(40)
    verdict = viermot.verify(saved(tmp_path, s), s.head)
    assert verdict.fair and verdict.open_seed and verdict.decisions == len(s.record) - 1
    assert verdict.rolls == sum(len(entry.dice) for entry in s.record)


def test_another_head_is_not_accepted(tmp_path: Path) -> None:
    s = new_session(12)
    assert viermot.verify(saved(tmp_path, s), new_session(11).head).problems == ("verify.head",)


def test_scripted_dice_are_not_called_fair(tmp_path: Path) -> None:
    s = new_session(9, dice=[6, 6, 6])
    assert viermot.verify(saved(tmp_path, s), s.head).problems == ("verify.scripted",)


def test_every_byte_counts(tmp_path: Path) -> None:
    """Each byte of a save is changed, in two ways: the file is refused, or is not found fair against its known head."""
    s = new_session(9)
    file = saved(tmp_path, s)
    whole = file.read_bytes()
    rng = random.Random("bytes")
    undetected = []
    for place, byte in enumerate(whole):
        for flip in (0x20, rng.randrange(1, 256)):
            if chr(byte) in " \n" and chr(byte ^ flip) in " \n\t\r":
                continue  # another kind of white space says the same
            damaged = whole[:place] + bytes([byte ^ flip]) + whole[place + 1 :]
            file.write_bytes(damaged)
            if accepted(file, s.head):
                undetected.append((place, whole[max(0, place - 20) : place + 20]))
            assert file.read_bytes() == damaged  # whatever is wrong with it, the file is left alone
    assert not undetected


def accepted(file: Path, head: str) -> bool:
    """Is this file loaded or called fair?"""
    try:
        viermot.load(file)
        return True
    except UserError as wrong:
        sentence(wrong)
    try:
        return viermot.verify(file, head).fair
    except UserError as wrong:
        sentence(wrong)
        return False


def _drop_last(raw: dict[str, Any]) -> None:
    raw["log"].pop()


def _swap_dice(raw: dict[str, Any]) -> None:
    for line in raw["log"]:
        for roll in line[4]:
            if roll[0] == "shot":
                roll[2] = [7 - die for die in roll[2]]


def _other_choice(raw: dict[str, Any]) -> None:
    line = next(line for line in raw["log"] if line[2] == "aim")
    line[3] = "0101" if line[3] != "0101" else "0202"


def _other_key(raw: dict[str, Any]) -> None:
    raw["key"] = "00" * 32


@pytest.mark.parametrize(
    "change",
    [
        _drop_last, _swap_dice, _other_choice, _other_key,
        lambda raw: raw.update(over={"reason": "points", "level": 9}),
        lambda raw: raw["streams"].update(shot=0),
        lambda raw: raw["seats"].update(red="random"),
        lambda raw: raw.update(pack_content={"hands": ["rock"]}),
        lambda raw: raw.update(scenario="long"),
        lambda raw: raw.update(casual=True),
        lambda raw: raw.update(open_seed=None),
        lambda raw: raw["checks"].update({"3": "00" * 16}),
        lambda raw: raw["log"].insert(3, ["undo", "red", "", "2", []]),
    ],
)  # fmt: skip
def test_whoever_can_forge_the_hashes_is_found_against_the_known_head(
    tmp_path: Path, change: Callable[[dict[str, Any]], None]
) -> None:
    s = new_session(9)
    file = saved(tmp_path, s)
    forge(file, change)
    try:
        verdict = viermot.verify(file, s.head)
    except UserError as wrong:
        sentence(wrong)
    else:
        assert not verdict.fair and verdict.problems


# -- files that are not what they should be -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"", "save.not_json"), (b"\x00\xff\xfe", "save.not_json"), (b"[" * 100_000, "save.not_json"),
        (b"null", "save.foreign"), (b"[]", "save.foreign"), (b'{"viermot": "pack"}', "save.foreign"),
        (b'{"viermot": "save"}', "save.damaged"), (b'{"viermot": "save", "format": true}', "save.damaged"),
        (b'{"viermot": "save", "format": 99}', "save.newer"), (b'{"viermot": "save", "format": 1}', "save.damaged"),
        (b"1" * 5000, "save.not_json"),
    ],
)  # fmt: skip
def test_a_foreign_newer_or_damaged_file_gets_one_sentence(tmp_path: Path, content: bytes, key: str) -> None:
    file = tmp_path / "bad.json"
    file.write_bytes(content)
    for opened in (viermot.load, viermot.verify):
        with pytest.raises(SaveError) as wrong:
            opened(file)
        assert wrong.value.key == key and sentence(wrong.value)
    assert file.read_bytes() == content


def test_a_file_that_is_not_there_gets_one_sentence(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        with pytest.raises(SaveError) as wrong:
            viermot.load(path)
        assert wrong.value.key == "save.cannot_read" and sentence(wrong.value)


def test_a_place_that_cannot_be_written_gets_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(SaveError) as wrong:
        new_session().save(tmp_path / "no such folder" / "game.json")
    assert wrong.value.key == "save.cannot_write" and sentence(wrong.value)


STRANGE: tuple[Any, ...] = (None, True, -1, 10**30, 1.5, "", "x", "\ud800", [], [[]], {}, {"x": None}, "9" * 5000)


def test_any_part_of_a_file_may_hold_nonsense(tmp_path: Path) -> None:
    """Each part in turn is replaced by something strange, hashes made to fit: a sentence, or a game; nothing else."""
    file = saved(tmp_path, new_session(9))
    whole = file.read_bytes()
    for part in json.loads(whole):
        for strange in STRANGE:
            _tolerate(file, whole, lambda raw, part=part, strange=strange: raw.update({part: strange}))


def test_any_line_of_the_record_may_hold_nonsense(tmp_path: Path) -> None:
    file = saved(tmp_path, new_session(6))
    whole = file.read_bytes()
    lines = len(json.loads(whole)["log"])
    for line in range(lines):
        for cell in range(5):
            for strange in (*STRANGE, "undo", "seat", "decide", "start", "red", "-5"):
                _tolerate(
                    file, whole,
                    lambda raw, line=line, cell=cell, strange=strange: raw["log"][line].__setitem__(cell, strange),
                )  # fmt: skip


def _tolerate(file: Path, whole: bytes, change: Callable[..., None]) -> None:
    file.write_bytes(whole)
    try:
        forge(file, change)
    except (ValueError, TypeError, AttributeError, KeyError, StopIteration):  # not even a forger can make hashes of it
        raw = json.loads(whole)
        change(raw)
        file.write_text(json.dumps(raw))
    for opened in (viermot.load, viermot.verify):
        try:
            opened(file)
        except UserError as wrong:
            wrong.text()


# -- other rules ---------------------------------------------------------------------------------------


def test_under_other_rules_that_agree_the_game_goes_on(tmp_path: Path) -> None:
    s = new_session(9)
    file = saved(tmp_path, s)
    GAME.rules_version = "2"
    assert viermot.load(file).state_hash == s.state_hash


def test_a_save_of_data_that_played_the_same_is_proven_and_saved_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Words that left the tables change the hash and nothing else: the game says which hashes were its own."""
    file = saved(tmp_path)
    before = GAME.pack_hash(GAME.load_pack(None))
    monkeypatch.setattr(type(GAME), "load_pack", lambda self, path: {"hands": ["left", "right"], "words": "elsewhere"})
    assert "verify.pack" in viermot.verify(file).problems
    monkeypatch.setattr(type(GAME), "former_packs", frozenset({before}))
    assert viermot.verify(file).fair
    viermot.load(file).save(file)
    again = json.loads(file.read_bytes())
    assert "pack_content" not in again and again["pack"] == before
    assert viermot.verify(file).fair


def test_under_other_rules_the_last_matching_point_is_offered(tmp_path: Path) -> None:
    s = viermot.new_game("toy", scenario="long", seed="rules")
    while s.pending and len(s.record) < 12:
        s.decide("0302" if s.pending[0].kind in ("hide", "aim") else 0)
    file = saved(tmp_path, s)
    before = file.read_bytes()
    entries = json.loads(before)["log"]
    GAME.rules_version = "2"
    broken = next(place for place, line in enumerate(entries) if line[2] == "load")
    raw = json.loads(before)
    raw["log"][broken][3] = "grape"  # a load that these rules no longer know
    forge(file, lambda forged: forged.update(log=raw["log"]))
    before = file.read_bytes()
    with pytest.raises(SaveError) as wrong:
        viermot.load(file)
    assert wrong.value.key == "save.other_rules" and wrong.value.fields["matched"] == broken - 1
    offered = wrong.value.session
    assert offered is not None and [entry.what for entry in offered.record[broken:]] == ["rekey"]  # other dice
    assert [d.kind for d in offered.pending] == ["load"] and file.read_bytes() == before
    offered.decide("shot")
    offered.save(file)
    assert viermot.verify(file, offered.head).fair


def test_a_state_that_comes_out_differently_takes_the_offer_back_to_where_it_was_sure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    s = viermot.new_game("toy", scenario="long", seed="sure")
    while s.pending:  # nobody ever wins a point, so it takes all eight rounds
        s.decide("0302" if s.pending[0].kind == "hide" else "0104" if s.pending[0].kind == "aim" else 0)
    assert list(s.checks) == [25] and len(s.record) == 41
    file = saved(tmp_path, s)
    GAME.rules_version = "2"
    keep = type(GAME).to_data
    monkeypatch.setattr(type(GAME), "to_data", lambda self, state: {**keep(self, state), "more": state.round > 3})
    with pytest.raises(SaveError) as wrong:
        viermot.load(file)
    assert wrong.value.key == "save.other_rules"
    offered = wrong.value.session
    assert offered is not None and len(offered.record) == 2 and offered.pending[0].kind == "hide"


def test_the_same_rules_that_do_not_fit_are_told_apart(tmp_path: Path) -> None:
    file = saved(tmp_path, new_session(9))
    forge(file, lambda raw: raw["log"][2].__setitem__(3, "0909"))
    with pytest.raises(SaveError) as wrong:
        viermot.load(file)
    assert wrong.value.key == "save.no_match" and wrong.value.session is not None
    assert len(wrong.value.session.record) == 3 and sentence(wrong.value)


def test_the_old_file_is_there_until_the_new_one_is_complete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = saved(tmp_path)
    before = file.read_bytes()

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(SaveError):
        new_session(3).save(file)
    assert file.read_bytes() == before and list(tmp_path.iterdir()) == [file]


# -- long games ------------------------------------------------------------------------------------------------------


def test_a_long_record_is_played_again_without_holding_all_of_its_past(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each state has a log of its own: the past of a career took half a gigabyte, more than a file from outside has."""
    s = viermot.new_game("nightfighter", scenario="4B", seed="lean", casual=True)

    def play(decisions: int) -> None:
        for _ in range(decisions):
            s.decide(0, s.pending[0].seat)

    play(30)
    s.undo("player", 1, ["umpire"])  # to long before what is held
    play(25)
    s.save(tmp_path / "long.json")
    monkeypatch.setattr(snapshots, "KEPT", 8)
    saved = saves.read(tmp_path / "long.json")
    lean, whole = saves.restore(saved, lean=True), saves.restore(saved)
    assert snapshots.is_trimmed(lean) and not snapshots.is_trimmed(whole)
    assert sum(state is not None for state in lean.before) < 20 < len(whole.before)
    assert lean.head == whole.head == s.head and lean.state_hash == whole.state_hash
    assert saves.judge(saved).fair
    for session in (lean, whole):
        session.decide(0, session.pending[0].seat)
    assert lean.head == whole.head


def test_where_memory_runs_out_the_record_is_not_to_blame(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    s = viermot.new_game("nightfighter", scenario="4B", seed="lean")
    s.save(tmp_path / "short.json")

    def full(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(Session, "apply_entry", full)
    with pytest.raises(MemoryError):
        saves.restore(saves.read(tmp_path / "short.json"))
