"""Fair by proof: fuzzed games verify, and whatever is changed in a file is found against its known head."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import viermot
from viermot import Session, UserError
from viermot.games.nightfighter.faces.fuzzing import chase
from viermot.kernel import saves
from viermot.kernel.record import chain


def fuzzed(scenario: str, seed: str, decisions: int = 10**6, **more: Any) -> Session:
    """A reckless game, or the first part of one."""
    session = viermot.new_game("nightfighter", scenario=scenario, seed=seed, **more)
    rng = random.Random(seed)
    while session.pending and len(session.record) < decisions:
        decision = session.pending[0]
        session.decide(chase(session, decision, rng), decision.seat)
    return session


def saved(session: Session, folder: Path) -> Path:
    file = folder / "game.json"
    session.save(file)
    return file


def accepted(file: Path, head: str) -> bool:
    """Is the file loaded, or called fair?"""
    try:
        viermot.load(file)
        return True
    except UserError as wrong:
        assert "\n" not in wrong.text()
    try:
        return viermot.verify(file, head).fair
    except UserError as wrong:
        assert "\n" not in wrong.text()
        return False


@pytest.mark.parametrize("scenario", ["1B", "3", "4B", "5", "6H", "7", "8E", "9", "10"])
@pytest.mark.parametrize("decisions", [30, 10**6])
def test_every_die_and_every_secret_of_a_fuzzed_game_is_checked(scenario: str, decisions: int, tmp_path: Path) -> None:
    session = fuzzed(scenario, f"verify {scenario}", decisions)
    verdict = viermot.verify(saved(session, tmp_path), session.head)
    assert verdict.fair and not verdict.problems and verdict.head == session.head
    assert verdict.decisions == len(session.record) - 1
    assert verdict.rolls == sum(len(entry.dice) for entry in session.record) > 0


def test_with_undone_decisions_and_bots_too(tmp_path: Path) -> None:
    session = fuzzed("4B", "undone", 20, seats={"umpire": "random"})
    while session.pending[0].facts != {"radar": 0, "value": 2}:  # the Freya; the Würzburg is asked for after it
        session.decide(0)
    session.decide("1010")
    session.undo("player")
    session.decide("1011")
    assert viermot.verify(saved(session, tmp_path), session.head).fair


def test_a_changed_byte_anywhere_is_found(tmp_path: Path) -> None:
    session = fuzzed("4B", "bytes", 60)
    file = saved(session, tmp_path)
    whole = file.read_bytes()
    rng = random.Random("bytes")
    for place in rng.sample(range(len(whole)), 400):
        flip = rng.randrange(1, 256)
        if chr(whole[place]) in " \n" and chr(whole[place] ^ flip) in " \n\t\r":
            continue
        file.write_bytes(whole[:place] + bytes([whole[place] ^ flip]) + whole[place + 1 :])
        assert not accepted(file, session.head), f"byte {place} of {whole[max(0, place - 30) : place + 30]!r}"
    file.write_bytes(whole)
    assert accepted(file, session.head)


@pytest.mark.parametrize("cut", [1, 2, 100, 3000])
def test_a_file_cut_short_is_found(cut: int, tmp_path: Path) -> None:
    session = fuzzed("4B", "cut", 40)
    file = saved(session, tmp_path)
    file.write_bytes(file.read_bytes()[:-cut])
    assert not accepted(file, session.head) or cut == 1  # the last byte is only the end of the line


def test_a_line_of_the_record_changed_with_all_hashes_made_to_fit_is_found(tmp_path: Path) -> None:
    """Whoever has the file has the key, and can forge every hash in it; the head that the seats saw he cannot."""
    session = fuzzed("3", "forged", 50)
    file = saved(session, tmp_path)
    honest = json.loads(file.read_bytes())
    for line in range(len(honest["log"])):
        raw = json.loads(file.read_bytes())
        raw["log"][line] = altered(raw["log"][line])
        head = raw["commitment"]
        for entry in raw["log"]:
            head = chain(session.key, head, saves._entry(entry))
        raw["head"] = head
        raw["seal"] = saves.seal(session.key, raw)
        forged = tmp_path / "forged.json"
        forged.write_text(json.dumps(raw))
        verdict = viermot.verify(forged, session.head)
        assert not verdict.fair and "verify.head" in verdict.problems


def altered(line: list[Any]) -> list[Any]:
    """The line with a die turned, or else another choice."""
    what, seat, question, choice, dice = line
    if dice:
        stream, sides, values = dice[0]
        other = [values[0] % 6 + 1 if sides == 6 else (values[0] + 1) % sides, *values[1:]]
        return [what, seat, question, choice, [[stream, sides, other], *dice[1:]]]
    return [what, seat, question, choice + "!", dice]


def test_dice_that_the_key_did_not_throw_are_found_without_any_head(tmp_path: Path) -> None:
    session = fuzzed("3", "dice", 50)
    file = saved(session, tmp_path)
    raw = json.loads(file.read_bytes())
    line = next(n for n, entry in enumerate(raw["log"]) if any(roll[0] == "tally" for roll in entry[4]))
    for roll in raw["log"][line][4]:
        if roll[0] == "tally":
            roll[2] = [die % 6 + 1 for die in roll[2]]
    head = raw["commitment"]
    for entry in raw["log"]:
        head = chain(session.key, head, saves._entry(entry))
    raw["head"] = head
    raw["seal"] = saves.seal(session.key, raw)
    file.write_text(json.dumps(raw))
    assert "verify.replay" in viermot.verify(file).problems


def test_the_key_is_shown_when_the_game_is_over_and_not_before() -> None:
    session = fuzzed("1", "key", 10)
    assert session.result is None and session.revealed_key() is None and session.export("player")["key"] is None
    over = fuzzed("1", "key")
    assert over.revealed_key() == over.key.hex() == over.export("player")["key"]
