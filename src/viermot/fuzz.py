"""The fuzzer: many games of every scenario with odd options and reckless players, and every check of the contract.

It finds the bug before the player does, and writes a file that `viermot replay` opens, with the reason beside it.
A seed and a number determine a game, so that whatever was found can be found again.
"""

from __future__ import annotations

import random
import re
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from viermot.game_package import faces_of
from viermot.kernel import registry, saves
from viermot.kernel.contract import Chooser, Fault, Trial, any_option
from viermot.kernel.decision import Decision
from viermot.kernel.dice import QuickDice
from viermot.kernel.files import write_atomically
from viermot.kernel.json import JsonObject, JsonTable
from viermot.kernel.registry import GameModule
from viermot.kernel.session import Session
from viermot.kernel.user_error import UserError, brief

SELDOM = 0.02
WITH_ORDERS = 0.4  # share of games in which people give standing orders
Progress = Callable[[int, int], None]  # games played, games in all


class Fuzzing:
    """What a game adds to the fuzzer: players who go looking for trouble, and options as odd as the rules allow."""

    reckless: tuple[Chooser, ...] = ()  # the more often one is listed, the more often it plays

    def options(self, module: GameModule, scenario: str, rng: random.Random) -> JsonObject:
        """Odd options for a game of this scenario."""
        return {}

    def order(self, session: Session, decision: Decision, rng: random.Random) -> JsonObject | None:
        """What a seat orders instead of answering, now and then: to have settled questions answered, or asked."""
        return {"routine": rng.random() < 0.7} if rng.random() < SELDOM else None


@dataclass
class Found:
    """One fault: which game it was, what is wrong, and where the file is."""

    number: int
    scenario: str
    seed: str
    options: JsonObject
    what: str
    why: str
    when: str
    file: str | None = None

    def __str__(self) -> str:
        where = f"; see {self.file}" if self.file else ""
        return f"game {self.number} ({self.scenario}, seed {self.seed!r}), {self.when}: {self.what}: {self.why}{where}"


@dataclass
class FuzzReport:
    """What was played and what was found."""

    game: str
    games: int = 0
    decisions: int = 0
    rolls: int = 0
    scenarios: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    questions: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    faults: list[Found] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Did every game keep every promise?"""
        return not self.faults

    def add(self, other: FuzzReport) -> None:
        """Count another report in."""
        self.games += other.games
        self.decisions += other.decisions
        self.rolls += other.rolls
        for mine, theirs in (
            (self.scenarios, other.scenarios), (self.endings, other.endings),
            (self.questions, other.questions), (self.events, other.events),
        ):  # fmt: skip
            mine.update(theirs)
        self.faults += other.faults


def fuzz(
    game: str,
    scenario: str | None = None,
    games: int = 100,
    seed: str = "fuzz",
    out_dir: str | Path | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
    options: JsonTable | None = None,
    first: int = 0,
) -> FuzzReport:
    """Play that many games, of all scenarios in turn or of the one named; the report lists what went wrong.

    Options that are given are the same in every game; the others vary. Games are numbered from ``first`` on: a long run
    can be split up.

    >>> fuzz("nightfighter", "1", games=2).ok
    True
    """
    module = registry.game(game)
    known = [about.id for about in module.info(module.load_pack(None)).scenarios]
    wanted = next((name for name in known if scenario is not None and name.upper() == scenario.upper()), None)
    if scenario is not None and wanted is None:
        raise UserError("error.no_scenario", name=brief(scenario), known=", ".join(known))
    chosen = known if wanted is None else [wanted]
    fixed = dict(options or {})
    module.start(module.load_pack(None), chosen[0], fixed, QuickDice(0))  # a slip is reported once, and at once
    numbers = range(first, first + games)
    work = [(game, chosen[number % len(chosen)], number, seed, out_dir, fixed) for number in numbers]
    report = FuzzReport(game)
    for done, played in enumerate(_play_all(work, jobs), 1):
        report.add(played)
        if progress is not None:
            progress(done, games)
    return report


def _play_all(work: list[tuple[Any, ...]], jobs: int) -> Iterator[FuzzReport]:
    """One report per game, in order, however many processes play."""
    if jobs <= 1:
        for job in work:
            yield _play_one(job)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_play_one, work, chunksize=max(1, min(20, len(work) // (4 * jobs))))


def _play_one(job: tuple[str, str, int, str, str | Path | None, JsonObject]) -> FuzzReport:
    """Play game number so-and-so with all checks."""
    name, scenario, number, seed, out_dir, fixed = job
    module = registry.game(name)
    own_seed = f"{seed}:{number}"
    rng = random.Random(f"{own_seed}:mix")
    options = odd_options(module, scenario, rng, fixed)
    module = module.with_options(options)
    seats, choose = _players(module, rng)
    report = FuzzReport(name, games=1)
    report.scenarios[scenario] += 1
    order = faces_of(module).fuzzing().order if rng.random() < WITH_ORDERS else None
    trial = Trial(module, scenario, own_seed, options, seats, choose, order, texts=False)
    try:
        result = trial.run()
        report.endings[f"{result.get('reason')}, {result.get('level')}"] += 1
    except Fault as fault:
        report.endings["fault"] += 1
        found = Found(number, scenario, own_seed, options, fault.what, fault.why, trial.about_to)
        if out_dir is not None:
            found.file = _write(trial, found, fault, Path(out_dir))
        report.faults.append(found)
    report.decisions = trial.decisions
    report.questions = trial.questions
    if trial.session is not None:
        report.rolls = sum(len(entry.dice) for entry in trial.session.record)
        state = trial.session.state
        report.events = Counter(event[0] for event in state.log[: state.logged])
    return report


def _write(trial: Trial, found: Found, fault: Fault, folder: Path) -> str:
    """A save to look at, up to the last decision that went well, and the reason beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    stem = re.sub(r"[^\w.-]+", "_", f"{trial.module.name}-{trial.scenario}-{trial.seed}")
    told = [
        f"{fault.what}: {fault.why}", f"when {trial.about_to}", f"scenario {trial.scenario}, seed {trial.seed!r}",
        f"options {dict(trial.options)!r}", f"bots {dict(trial.seats)!r}", "", *traceback.format_exception(fault),
    ]  # fmt: skip
    reason = folder / f"{stem}.txt"
    write_atomically(reason, ("\n".join(told) + "\n").encode())
    if trial.session is None:
        return str(reason)
    try:
        saved = saves.dump(trial.session)
    except Exception:  # the very fault may be that it cannot be written
        return str(reason)
    file = folder / f"{stem}.json"
    write_atomically(file, saved)
    return str(file)


# -- who plays ----------------------------------------------------------------------------------------


def _players(module: GameModule, rng: random.Random) -> tuple[Mapping[str, str | None], Chooser]:
    """A bot in a seat or none, and who decides for the others: blind chance, or one who goes looking for trouble."""
    seats: dict[str, str | None] = {}
    for seat in module.seats:
        if len(seats) < len(module.seats) - 1 and rng.random() < 0.3:
            names = sorted(module.bots(seat))
            seats[seat] = rng.choice([name for name in names if name != "random"] or names)
    return seats, rng.choice((*faces_of(module).fuzzing().reckless, any_option))


# -- what is played -------------------------------------------------------------------------------------


def odd_options(module: GameModule, scenario: str, rng: random.Random, fixed: JsonObject) -> JsonObject:
    """What was asked for, and odd options besides where they go with it."""
    odd = faces_of(module).fuzzing().options(module, scenario, rng)
    if not fixed:
        return odd
    try:
        module.start(module.load_pack(None), scenario, {**odd, **fixed}, QuickDice(0))
    except UserError:
        return fixed
    return {**odd, **fixed}
