"""`viermot engine`: a program plays whole games through it and sees only its own seat; hostile lines change nothing."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import viermot
from tests.support.hostile import hostile_answers, hostile_messages
from viermot.engine import LONGEST_LINE, Engine

ENGINE = [sys.executable, "-m", "viermot.cli", "engine", "nightfighter"]


def ask(engine: Engine, kind: str, **fields: Any) -> dict[str, Any]:
    return engine.answer(json.dumps({"v": 1, "type": kind, **fields}).encode())


def engine_for(*seats: str, **new: Any) -> Engine:
    engine = Engine("nightfighter")
    assert ask(engine, "hello", seats=list(seats))["plays"] == seats
    assert ask(engine, "new", **new)["type"] == "new"
    return engine


class Program:
    """A program at the other end of the pipe, as one in any language would be."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def send(self, line: bytes) -> dict[str, Any]:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        assert answer["v"] == 1
        return dict(answer)

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        return self.send(json.dumps({"v": 1, "type": kind, **fields}).encode())

    def close(self) -> bytes:
        out, err = self.process.communicate(timeout=20)
        assert self.process.returncode == 0 and out == b""
        return err


@pytest.mark.parametrize(("scenario", "seats"), [("1", ["player"]), ("4B", ["player", "umpire"]), ("10", ["umpire"])])
def test_a_program_plays_a_whole_game_over_the_pipe(scenario: str, seats: list[str]) -> None:
    program, rng = Program(), random.Random(scenario)
    hello = program.ask("hello", seats=seats, id="first")
    assert (hello["type"], hello["id"], hello["plays"]) == ("hello", "first", seats)
    state = program.ask("new", scenario=scenario, seed="engine", bots={})
    decided = 0
    while not state["over"]:
        decision = state["pending"][0]
        assert decision["seat"] in seats and len(decision["options"]) >= 2 and "{" not in decision["prompt"]
        option = rng.choice(decision["options"])
        number, decided = decision["number"], decided + 1
        state = program.ask("decide", seat=decision["seat"], option=option, number=number)
        assert state["type"] == "decide", state
    result = program.ask("result")
    assert decided >= 3 and result["result"]["level"] in ("loss", "win", "decisive") and result["key"]
    events = program.ask("events", seat=seats[0], text=True)["events"]
    assert events[-1]["kind"] == "game_over" and events[0]["text"].startswith("Scenario")
    assert program.ask("quit")["type"] == "quit"
    assert program.close() == b""


def test_a_program_learns_nothing_of_a_seat_it_does_not_play() -> None:
    engine = engine_for("player", scenario="3", seed="secrets")
    for kind in ("perspective", "events", "undo"):
        assert ask(engine, kind, seat="umpire")["code"] == "wrong_seat"
    assert ask(engine, "decide", seat="umpire", option=0)["code"] == "wrong_seat"
    assert ask(engine, "hello", seats=["umpire"])["code"] == "greeted"
    told = json.dumps([ask(engine, "perspective", seat="player"), ask(engine, "events", seat="player")])
    assert '"umpire":' not in told and "chit" not in told
    assert ask(engine, "result")["key"] is None


def test_a_save_would_give_secrets_away_until_the_game_is_over(tmp_path: Path) -> None:
    engine = engine_for("player", scenario="1", seed="s")
    assert ask(engine, "save", path=str(tmp_path / "a.json"))["sealed"]
    assert '"log"' not in (tmp_path / "a.json").read_text()
    assert ask(engine, "load", path=str(tmp_path / "a.json"))["plays"] == ("player",)
    assert ask(engine_for("umpire", scenario="1"), "load", path=str(tmp_path / "a.json"))["code"] == "secret"
    assert not ask(engine, "save", path=str(tmp_path / "open.json"), open=True)["sealed"]
    assert viermot.load(tmp_path / "open.json").opened == [("player", 0)]
    both = engine_for("player", "umpire", scenario="1", seed="s")
    assert ask(both, "load", path=str(tmp_path / "a.json"))["code"] == "secret", "who saved it did not play the umpire"
    assert ask(both, "save", path=str(tmp_path / "b.json"))["type"] == "save"
    assert ask(both, "load", path=str(tmp_path / "b.json"))["type"] == "load"
    assert ask(engine, "load", path=str(tmp_path / "b.json"))["code"] == "secret"
    assert ask(both, "load", path=str(tmp_path / "open.json"))["type"] == "load", "he has seen it all"


def test_an_illegal_answer_names_its_rule() -> None:
    engine = engine_for("player", scenario="1", seed="s", bots={"umpire": "random"})
    ask(engine, "decide", seat="player", option="0910 S")
    refused = ask(engine, "decide", seat="player", option="F F F F F F")
    assert (refused["type"], refused["code"], refused["rule"]) == ("error", "illegal", "9.1a")
    told = ask(engine, "why_not", seat="player", option="F F F F F F")
    assert (told["legal"], told["rule"]) == (False, "9.1a")


def test_a_decision_that_taught_nothing_can_be_taken_back() -> None:
    engine = engine_for("player", scenario="1", seed="s", bots={"umpire": "random"})
    ask(engine, "decide", seat="player", option="0910 S")
    assert ask(engine, "decide", seat="player", option="F F")["pending"][0]["kind"] == "general_tally"
    assert ask(engine, "undo", seat="player")["pending"][0]["kind"] == "path"
    assert ask(engine, "undo", seat="player")["code"] == "refused"


def test_a_stale_answer_is_refused() -> None:
    engine = engine_for("player", scenario="1", seed="s", bots={"umpire": "random"})
    ask(engine, "decide", seat="player", option="0910 S", number=0)
    assert ask(engine, "decide", seat="player", option="F F", number=0)["code"] == "stale"


def test_hello_comes_first_and_a_game_before_decisions() -> None:
    engine = Engine("nightfighter")
    assert ask(engine, "new")["code"] == "no_hello"
    assert ask(engine, "hello", seats=["navigator"])["code"] == "wrong_seat"
    ask(engine, "hello", seats=[])
    assert ask(engine, "decision")["code"] == "no_game"
    assert ask(engine, "new", scenario="1", seed="bots alone")["over"]


COMPANY = ("pilot1", "pilot2")


def in_company(*seats: str, **new: Any) -> tuple[Engine, dict[str, Any]]:
    """A program at a table of Interceptor Ace whose seats follow from the options."""
    engine = Engine("interceptor")
    assert ask(engine, "hello", seats=list(seats))["plays"] == seats
    return engine, ask(engine, "new", scenario="2", seed="company", **new)


@pytest.mark.parametrize("company", ["cooperative", "competitive"])
def test_a_program_flies_in_company_with_itself_and_a_bot(company: str) -> None:
    engine, state = in_company(*COMPANY, options={"10.1": company, "pilots": 3}, bots={"pilot3": "standard"})
    assert state["seats"] == {"pilot1": None, "pilot2": None, "pilot3": "standard"} and state["plays"] == COMPANY
    rng, asked = random.Random(company), set()
    while not state["over"]:
        decision = state["pending"][0]
        asked.add(decision["seat"])
        state = ask(engine, "decide", seat=decision["seat"], option=rng.randrange(len(decision["options"])))
        assert state["type"] == "decide", state
    assert asked == set(COMPANY)
    assert [record["fate"] != "" for record in ask(engine, "result")["result"]["pilots"]] == [True] * 3


def test_hello_tells_every_table_and_the_bots_of_every_seat() -> None:
    told = ask(Engine("interceptor"), "hello", seats=[])
    assert told["seats"] == ("pilot",) and told["seatings"][:2] == (("pilot",), COMPANY)
    assert [len(seats) for seats in told["seatings"]] == [1, 2, 3, 4]
    assert set(told["bots"]) == {"pilot", "pilot1", "pilot2", "pilot3", "pilot4"}
    umpired = ask(Engine("campaign"), "hello", seats=["umpire"])
    assert umpired["plays"] == ("umpire",) and len(umpired["seatings"]) == 2
    assert ask(Engine("nightfighter"), "hello", seats=[])["seatings"] == (("player", "umpire"),)


def test_seats_of_another_table_are_not_the_programs_at_this_one(tmp_path: Path) -> None:
    engine, refused = in_company("pilot1", "pilot4", options={})
    assert (refused["code"], engine.session) == ("wrong_seat", None) and "pilot1, pilot4" in refused["message"]
    two = {"10.1": "competitive"}
    assert ask(engine, "new", options=two)["plays"] == ("pilot1",)
    assert ask(engine, "perspective", seat="pilot4")["code"] == "wrong_seat"
    assert ask(engine, "perspective", seat="pilot2")["code"] == "wrong_seat"
    assert ask(engine, "new", options=two, bots={"pilot3": "random"})["code"] == "wrong_seat"
    assert ask(engine, "save", path=str(tmp_path / "a.json"))["sealed"]
    both, _ = in_company(*COMPANY, options=two)
    assert ask(both, "save", path=str(tmp_path / "b.json"))["type"] == "save"
    assert ask(both, "load", path=str(tmp_path / "b.json"))["plays"] == COMPANY
    assert ask(engine, "load", path=str(tmp_path / "b.json"))["code"] == "secret"
    assert ask(engine, "new", options={"10.1": "competitive", "pilots": "\u00b2"})["code"] == "refused"


def test_a_position_brings_its_table_with_it() -> None:
    both, _ = in_company(*COMPANY, options={"10.1": "competitive"})
    assert both.session is not None
    text = both.session.module.write_position(both.session.state)
    engine = Engine("interceptor")
    ask(engine, "hello", seats=["pilot2"])
    assert ask(engine, "new", position=text)["seats"] == {"pilot1": "standard", "pilot2": None}


def test_500_hostile_messages_are_refused_and_change_nothing() -> None:
    engine = engine_for("player", scenario="4B", seed="hostile", bots={"umpire": "random"})
    assert engine.session is not None
    lines = hostile_messages(500, "engine")
    for option in ("1020 N", "F F", "0912", "none", "roll"):
        before, pending = engine.session.state_hash, ask(engine, "decision")
        for line in [lines.pop() for _ in range(100)]:
            answer = engine.answer(line)
            assert answer["type"] == "error" and answer["message"], line[:200]
            assert answer["code"] != "internal", line[:200]
            assert engine.session.state_hash == before, line[:200]
            json.dumps(answer)
        assert ask(engine, "decision") == pending
        assert ask(engine, "decide", seat="player", option=option)["type"] == "decide"


def test_500_hostile_answers_to_decide_are_refused_and_change_nothing() -> None:
    session = viermot.new_game("nightfighter", scenario="4B", seed="hostile", seats={"umpire": "random"})
    answers = hostile_answers(500, "decide")
    for legal in ("1020 N", "F F", "0912", "none", "roll"):
        before = session.state_hash
        for option, seat, number in [answers.pop() for _ in range(100)]:
            with pytest.raises(viermot.IllegalOption) as refused:
                session.decide(option, seat, number)
            assert not refused.value.text().startswith("["), "a sentence, not a key"
            assert session.state_hash == before
        session.decide(legal)


def test_hostile_lines_over_the_pipe_leave_the_engine_alive() -> None:
    program = Program()
    program.ask("hello", seats=["player"])
    pending = program.ask("new", scenario="1", seed="pipe", bots={"umpire": "random"})["pending"]
    huge = b'{"v": 1, "type": "decide", "seat": "player", "option": "' + b"F" * (3 * LONGEST_LINE) + b'"}'
    assert program.send(huge)["code"] == "too_long"
    for line in hostile_messages(60, "pipe"):
        if line.strip():
            assert program.send(line)["type"] == "error", line[:100]
    assert program.ask("decision")["pending"] == pending
    assert program.close() == b""
