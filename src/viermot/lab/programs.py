"""A program as a player: it is asked what to answer, one JSON object per line, and answers in one line.

docs/engine-protocol.md describes the conversation ("A program as a player"). The program runs beside us for as long as
we do and plays one game after another; it is told what its seat may know and nothing else.
"""

from __future__ import annotations

import atexit
import json
import queue
import shlex
import subprocess
import threading
from dataclasses import dataclass, field
from typing import Any, Final

from viermot.kernel.decision import Decision, IllegalOption
from viermot.kernel.dice import Rng
from viermot.kernel.json import JsonObject
from viermot.kernel.perspective import Perspective
from viermot.kernel.registry import GameModule
from viermot.kernel.user_error import UserError, brief

ENGINE: Final = "engine"  # before the command that starts a program: "engine:node player.mjs"
PROTOCOL: Final = 1
PATIENCE: Final = 60.0  # seconds a program may think about one answer
TRIES: Final = 3  # illegal answers before we lose patience with a program
LONGEST: Final = 300  # characters of a command that an error repeats
SEEDS: Final = 1 << 31
WANTS: Final = frozenset(("perspective", "events", "prompt"))


class ProgramFailed(UserError):
    """A program that cannot be started, has gone, is silent, or answers with something unusable."""


class Program:
    """A program at the other end of two pipes."""

    def __init__(self, command: str) -> None:
        self.command = command
        try:
            self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except (OSError, ValueError, IndexError) as wrong:
            raise ProgramFailed("engine.bad_message", reason=brief(f"{command}: {wrong}", LONGEST)) from None
        self._lines: queue.Queue[bytes] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        atexit.register(self.close)

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put(b"")

    def ask(self, kind: str, **fields: Any) -> JsonObject:
        """Send a message; returns the answer to it, which has the type asked for."""
        assert self.process.stdin is not None
        sent = json.dumps({"v": PROTOCOL, "type": kind, **fields}, ensure_ascii=False)
        try:
            self.process.stdin.write(sent.encode() + b"\n")
            self.process.stdin.flush()
            line = self._lines.get(timeout=PATIENCE)
            told = json.loads(line)
        except (OSError, queue.Empty, ValueError):
            raise self._failed(kind) from None
        if not isinstance(told, dict) or told.get("v") != PROTOCOL or told.get("type") != kind:
            raise self._failed(kind)
        return told

    def _failed(self, kind: str) -> ProgramFailed:
        """The error for an answer to such a message that is missing or unusable."""
        return ProgramFailed("engine.bad_message", reason=brief(f"{self.command}: {kind}", LONGEST))

    def close(self) -> None:
        """Its input ends, and with it the program should."""
        atexit.unregister(self.close)
        if self.process.stdin is not None:
            self.process.stdin.close()
        try:
            self.process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


_running: dict[tuple[str, str, str], tuple[Program, frozenset[str]]] = {}


def running(command: str, game: str, seat: str) -> tuple[Program, frozenset[str]]:
    """The program that plays a seat, started and greeted if it is not running yet, and what it wants to be told."""
    key = command, game, seat
    if key not in _running:
        program = Program(command)
        hello = program.ask("hello", game=game, seat=seat)
        wants = frozenset(each for each in hello.get("wants", ()) if isinstance(each, str))
        _running[key] = program, wants & WANTS
    return _running[key]


def close_all() -> None:
    """Say goodbye to every program."""
    while _running:
        _running.popitem()[1][0].close()


@dataclass
class ProgramBot:
    """A program in a seat, for one game."""

    command: str
    module: GameModule
    seat: str
    number: int = 0  # of its next decision
    told: int = 0  # events it has had
    begun: bool = field(default=False)

    def choose(self, view: Perspective, ask: Any, rng: Rng, /) -> int:
        """Ask the program, and again if it answers what is not legal."""
        program, wants = running(self.command, self.module.name, self.seat)
        decision: Decision = ask.decision(self.module, self.number)
        if not self.begun:  # its randomness comes from the bot's, so that the same seed gives the same game
            shown = view.to_json()
            program.ask("new", seat=self.seat, scenario=shown.get("scenario"), seed=rng.below(SEEDS))
            self.begun = True
        question: JsonObject = {
            "seat": self.seat, "number": self.number, "kind": decision.kind, "rule": decision.rule,
            "facts": decision.plain_facts, "options": list(decision.options), "default": decision.default,
        }  # fmt: skip
        more = self._more(view, wants)
        if "prompt" in wants:
            question["prompt"] = decision.prompt()
        self.number += 1
        wrong: JsonObject = {}
        for _ in range(TRIES):
            answer = program.ask("choose", decision=question, **more, **wrong)
            try:
                return decision.code_of(answer.get("option"))
            except IllegalOption as refused:
                wrong = {"refused": {"message": refused.text("en"), "rule": refused.rule or None}}
        reason = brief(f"{self.command}: {decision.kind}, {wrong['refused']['message']}", LONGEST)
        raise ProgramFailed("engine.bad_message", reason=reason)

    def _more(self, view: Perspective, wants: frozenset[str]) -> JsonObject:
        more: JsonObject = {}
        if "perspective" in wants:
            more["perspective"] = view.to_json()
        if "events" in wants:
            new = view.events(self.told)
            self.told += len(new)
            more["events"] = [event.to_json() for event in new]
        return more
