"""Golden games of a game of scenarios: one for each scenario and variant, one for each way to end, found and kept.

`make golden` plays each anew with the seed and the bots its first lines name; `--choose` looks for games worth keeping
where one is missing. Nightfighter and its solitaire game say below what is their own (tests/games/*/goldens.py).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tools import goldens
from tools.goldens import GAMES, Chooser, seat_and_kind
from viermot import Session, new_game
from viermot.kernel import registry
from viermot.kernel.decision import Decision

ENDINGS: Final = (
    "no fighters left", "no attackers left", "last turn", "victory stop", "victory decisive", "bomber attacked",
    "German fighters gone",
)  # fmt: skip
MAX_SEEN: Final = 4  # of one kind of event: more are no more exciting


@dataclass
class Header:
    """What decides a golden game: its first lines."""

    scenario: str
    seed: str
    bots: dict[str, str]  # by seat
    options: dict[str, Any] = field(default_factory=dict)
    answers: dict[str, str] = field(default_factory=dict)  # what is answered whatever the bots think

    def lines(self) -> list[str]:
        return [
            f"# scenario: {self.scenario}", f"# seed: {self.seed}", *[f"# {s}: {bot}" for s, bot in self.bots.items()],
            f"# options: {json.dumps(self.options, ensure_ascii=False)}", f"# answers: {json.dumps(self.answers)}",
        ]  # fmt: skip

    @classmethod
    def read(cls, text: str) -> Header:
        """From the first lines of a golden game."""
        named = dict(line[2:].split(": ", 1) for line in text.splitlines() if line.startswith("# "))
        scenario, seed = named.pop("scenario"), named.pop("seed")
        options, answers = json.loads(named.pop("options")), json.loads(named.pop("answers"))
        return cls(scenario, seed, named, options, answers)


@dataclass(frozen=True)
class Playthroughs:
    """The golden games of one game."""

    name: str
    phases: Any  # the table of its sequence of play
    fields: Callable[[Any, tuple[Any, ...]], Mapping[str, Any]]  # of an event, as they are written
    audience: Callable[[int], str]  # who is told, before the event
    exciting: Mapping[str, int]  # kinds of events worth seeing
    longest: int  # characters of a golden game
    candidates: Callable[[str], Iterable[Header]]  # games to choose from, for a scenario
    endings: Callable[[str], Iterable[Header]]  # games that may end that way

    @property
    def folder(self) -> Path:
        return GAMES / self.name / "golden"

    @property
    def scenarios(self) -> tuple[str, ...]:
        return tuple(registry.game(self.name).load_pack(None).scenarios)

    def asked(self, session: Session, decision: Decision) -> str:
        """Who is asked need not be said where there is one seat."""
        return seat_and_kind(session, decision) if len(session.module.seats) > 1 else decision.kind

    # -- playing ---------------------------------------------------------------------------------------------

    def by_bots(self, header: Header) -> Chooser:
        return goldens.by_bots(registry.game(self.name), header.bots, header.seed, header.answers)

    def by_text(self, text: str) -> Chooser:
        return goldens.by_text(text, self.asked)

    def play(self, header: Header, choose: Chooser) -> str:
        """The whole game as text."""
        session = new_game(self.name, header.scenario, header.options, seed=header.seed)
        told = goldens.play_on(session, choose, self.told, goldens.said_by(self.asked))
        lines = [*header.lines(), "", *told, "", f"result {json.dumps(session.result)}", "", "position"]
        return "\n".join(_without_idle_phases([*lines, *_indented(session.position())])) + "\n"

    def told(self, session: Session, since: int) -> Iterator[str]:
        """The events from that place of the log on, one a line, with their rules."""
        state: Any = session.state
        for event in state.log[since : state.logged]:
            kind, rules, seats, data = event
            if kind == "turn":
                yield f"== turn {data[0]}"
            elif kind == "phase":
                yield f"-- {data[0]} {self.phases[data[0]][0]}"
            else:
                fields = self.fields(state, event)
                yield f"{self.audience(seats)}{kind}{''.join(map(_shown, fields.values()))} [{rules}]"

    # -- choosing --------------------------------------------------------------------------------------------

    def excitement(self, text: str) -> float:
        """How much there is to see, for its length; nothing if it is too long."""
        if len(text) > self.longest:
            return -len(text)
        worth = sum(points * min(MAX_SEEN, text.count(f" {kind} ")) for kind, points in self.exciting.items())
        return worth * 200 / (2_000 + len(text))

    def choose_scenarios(self) -> None:
        """A golden game for each scenario that has none."""
        for scenario in self.scenarios:
            if not (self.folder / f"{scenario}.txt").exists():
                texts = (self.play(header, self.by_bots(header)) for header in self.candidates(scenario))
                goldens.keep(self.folder, scenario, max(texts, key=self.excitement))
                print(f"{scenario} chosen")

    def choose_endings(self) -> None:
        """A golden game for each way to end that has none."""
        for wanted in ENDINGS:
            name = "end-" + wanted.replace(" ", "-").lower()
            if not (self.folder / f"{name}.txt").exists():
                goldens.keep(self.folder, name, self._ends(wanted))
                print(f"{name} chosen")

    def _ends(self, wanted: str) -> str:
        for header in self.endings(wanted):
            text = self.play(header, self.by_bots(header))
            if ending(text) == wanted and len(text) <= self.longest:
                return text
        raise SystemExit(f"no game was found that ends with {wanted!r}")

    def main(self, arguments: list[str] | None = None) -> int:
        """Play all golden games anew; with --choose, first find those that are missing."""
        parser = argparse.ArgumentParser(description=self.main.__doc__)
        parser.add_argument("--choose", action="store_true", help="find games where one is missing")
        parser.add_argument("--afresh", action="store_true", help="forget the old ones first")
        asked = parser.parse_args(arguments)
        if asked.afresh:
            for file in self.folder.glob("*.txt"):
                file.unlink()
        if asked.choose or asked.afresh or not any(self.folder.glob("*.txt")):
            self.choose_scenarios()
            self.choose_endings()
        goldens.play_anew(self.folder, sorted(file.stem for file in self.folder.glob("*.txt")), self._again)
        return 0

    def _again(self, name: str) -> str:
        header = Header.read((self.folder / f"{name}.txt").read_text(encoding="utf-8"))
        return self.play(header, self.by_bots(header))


def ending(text: str) -> str:
    """How a golden game ended, told apart as ENDINGS does."""
    result = json.loads(next(line for line in text.splitlines() if line.startswith("result "))[7:])
    if result["reason"] != "victory":
        return str(result["reason"])
    return "victory stop" if "fly_for_more: stop\n" in text else "victory decisive"


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return " (" + " ".join(_shown(item).strip() for item in value) + ")"
    return f" {value}"


def _indented(text: str) -> list[str]:
    """The position, each aircraft on a line of its own."""
    top, *aircraft = text.strip().split("\n\n")
    return [f"  {line}" for line in (*top.splitlines(), *(", ".join(block.splitlines()) for block in aircraft))]


def _without_idle_phases(lines: list[str]) -> Iterator[str]:
    """A phase in which nothing happens needs no heading."""
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if not (line.startswith("-- ") and following[:2] in ("--", "==", "")):
            yield line
