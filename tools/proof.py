"""The long proofs: what `make test` samples, in full. Their figures go to docs/proof.md and depend on no machine.

`make proof` runs all of them; `make proof ARGS="--only fuzz-solitaire twins"` some, and leaves the others as they are.
Each can be stopped at any moment: the same command goes on where it was, as long as the sources are the same
(tools/longrun.py). A proof that fails says why, writes what is needed to see it again, and makes the command fail.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, Final

import msgspec

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # the proofs and the tests share their generators

from tests.games.nightfighter import twins  # noqa: E402
from tests.support import files_tried  # noqa: E402
from tests.support.hostile_decide import bombard  # noqa: E402
from tools import longrun, measure_seasons  # noqa: E402
from viermot import new_game  # noqa: E402
from viermot.fuzz import FuzzReport, fuzz  # noqa: E402
from viermot.kernel import registry  # noqa: E402
from viermot.kernel.files import write_atomically  # noqa: E402

PAGE: Final = ROOT / "docs" / "proof.md"
FAILURES: Final = ROOT / "fuzz-failures"
LONG_ENOUGH: Final = 30  # decisions before twins may differ, in the median of each class of secret
INTRODUCTION: Final = """# Proof

The figures of the long proofs, written by `make proof`. Every game in them follows from its seed, so that whoever runs
the command gets the same figures. `make test` runs a sample of each.

What the fuzzer checks, at every decision: no crash, no dead end, invariants hold, no undo left after dice, options
legal and spelled both ways, every event cites rules of the book. At random decisions: state, position and clone
round-trip, all views are JSON, a save loads and plays on to the same head. At the end: the game verifies.
"""

Section = tuple[str, list[str], bool]  # title, lines, did it hold?


def say(text: str) -> None:
    """Progress, on one line of a terminal."""
    end = "\r" if sys.stderr.isatty() else "\n"
    print(text.ljust(78), end=end, file=sys.stderr, flush=True)


def every(step: int, what: str) -> Callable[[int, int], None]:
    """Progress that speaks up now and then."""

    def told(done: int, of: int) -> None:
        if done % step == 0 or done == of:
            say(f"{what}: {done} of {of}")

    return told


def listed(counts: Counter[str]) -> str:
    most_first = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return ", ".join(f"{name} {count:,}" for name, count in most_first)


def version_of_rules() -> str:
    """What is kept of a run holds only for the code it ran on."""
    return longrun.fingerprint("src/viermot", "tests/games/nightfighter", "tests/support")


def title_of(game: str) -> str:
    """The game's name as people write it."""
    found = registry.game(game)
    return found.info(found.load_pack(None)).title


# -- fuzz ---------------------------------------------------------------------------------------------------


FUZZED: Final = {  # how many games of each
    "nightfighter": 20_000,
    "solitaire": 3_000,
    "campaign": 300,
    "bomber_command": 1_000,
    "interceptor": 1_000,
}


FUZZ_PIECE: Final = 10  # games between two moments at which a run can be stopped


def prove_fuzz(game: str, size: float, jobs: int) -> Section:
    """Random and reckless games of all scenarios, with every check of the contract."""
    games = max(FUZZ_PIECE, round(FUZZED[game] * size))
    pieces = longrun.run(
        f"fuzz-{game}", games // FUZZ_PIECE, partial(_fuzz_piece, game), workers=jobs, version=version_of_rules()
    )
    report = FuzzReport(game)
    for piece in pieces:
        report.add(msgspec.convert(piece["report"], FuzzReport, dec_hook=lambda _, counts: Counter(counts)))
    lines = [
        f"{report.games:,} games over {len(report.scenarios)} scenarios and variants, with options at random: "
        f"{report.decisions:,} decisions, {report.rolls:,} rolls and draws, {report.events.total():,} events.",
        "",
        f"- faults: {len(report.faults)}",
        f"- how they ended: {listed(report.endings)}",
        f"- questions asked: {listed(report.questions)}",
    ]
    lines += [f"- FAULT {found}" for found in report.faults[:50]]
    return f"Fuzz: {title_of(game)}", lines, report.ok


def _fuzz_piece(game: str, index: int) -> dict[str, Any]:
    first = index * FUZZ_PIECE
    report = fuzz(game, games=FUZZ_PIECE, seed="proof", out_dir=FAILURES, first=first)
    return {"report": msgspec.to_builtins(report)}


# -- twin worlds --------------------------------------------------------------------------------------------

Pair = tuple[str, str, str, str]  # class of secret, scenario, seed, player
PLAYERS: Final = ("quiet", "quiet", "lively", "quiet", "quiet", "wander")  # the quiet ones keep twins together for long


def prove_twins(size: float, jobs: int) -> Section:
    """Pairs that differ in one class of secret only, over all scenarios."""
    seeds = max(1, round(6 * size))
    born: list[Pair] = [
        (secret.name, scenario, f"proof {number}", player)
        for secret in twins.SECRETS.values()
        if secret.streams or secret.questions
        for scenario in twins.SCENARIOS
        if twins.applies(secret, scenario)
        for number in range(seeds)
        for player in (PLAYERS[number % len(PLAYERS)],)
    ]
    made = [(scenario, f"proof {number}") for scenario in twins.SCENARIOS for number in range(seeds)]
    version = version_of_rules()
    pieces = longrun.run(f"twins-born-{seeds}", len(born), partial(_born, born), workers=jobs, version=version)
    found = [(each["secret"], each["length"], each["told_by"], each["leak"]) for each in pieces]
    pieces = longrun.run(f"twins-made-{seeds}", len(made), partial(_changed, made), workers=jobs, version=version)
    changed: list[tuple[Counter[str], list[str]]] = [(Counter(each["count"]), each["leaks"]) for each in pieces]
    pieces = longrun.run(f"twins-future-{seeds}", len(made), partial(_future, made), workers=jobs, version=version)
    futures = sum(each["compared"] for each in pieces)
    leaks = [leak for _, _, _, leak in found if leak] + [leak for _, many in changed for leak in many]
    lines = [
        f"{len(found):,} pairs from birth and {sum(count.total() for count, _ in changed):,} made in mid-game, over "
        f"{len(twins.SCENARIOS)} scenarios and variants: everything the player receives is the same in both worlds "
        "until an event that may give the secret away.",
        "",
        "| secret | pairs | median decisions before they may differ | never told apart |",
        "|---|---|---|---|",
    ]
    medians = []
    for name in dict.fromkeys(name for name, _, _, _ in found):
        lengths = [length for secret, length, _, _ in found if secret == name]
        medians.append(median(lengths))
        apart = sum(1 for secret, _, by, leak in found if secret == name and not by and not leak)
        lines.append(f"| {name} | {len(lengths)} | {median(lengths):g} | {apart} |")
    lines += [
        "",
        f"- made in mid-game: {listed(sum((count for count, _ in changed), Counter()))}",
        f"- future dice: {futures:,} decisions of both seats compared before the dice differ, none of them different",
        f"- what told twins apart: {listed(Counter(by for _, _, by, _ in found if by))}",
        f"- leaks: {len(leaks)}",
        *[f"- LEAK {leak.splitlines()[0]}" for leak in leaks[:50]],
    ]
    return "Twin worlds", lines, not leaks and min(medians) >= LONG_ENOUGH


def _born(born: list[Pair], index: int) -> dict[str, Any]:
    name, scenario, seed, player = born[index]
    try:
        done = twins.run(twins.born(twins.SECRETS[name], scenario, seed, player))
    except twins.Leak as leak:
        return {"secret": name, "length": 0, "told_by": "", "leak": str(leak)}
    return {"secret": name, "length": done.length, "told_by": done.told_by, "leak": ""}


def _changed(made: list[tuple[str, str]], index: int) -> dict[str, Any]:
    scenario, seed = made[index]
    count: Counter[str] = Counter()
    leaks: list[str] = []
    for session in twins.lively_games(scenario, seed, every=8, most=80):
        for secret in twins.SECRETS.values():
            if secret.change is None or not twins.applies(secret, scenario):
                continue
            pair = twins.changed(secret, session, f"{seed} {count.total()}", "lively")
            if pair is None:
                continue
            count[secret.name] += 1
            try:
                twins.run(pair, most=12)
            except twins.Leak as leak:
                leaks.append(str(leak))
    return {"count": count, "leaks": leaks}


def _future(made: list[tuple[str, str]], index: int) -> dict[str, Any]:
    scenario, seed = made[index]
    seats = ("umpire", "player")
    return {"compared": sum(twins.future(scenario, seed, after, seat) for after in (5, 20, 60) for seat in seats)}


# -- hostile ------------------------------------------------------------------------------------------------


BOMBARDED: Final = 100  # hostile answers a game


def prove_decide(size: float, jobs: int) -> Section:
    """Hostile answers to Session.decide."""
    games = max(1, round(5_000 * size / BOMBARDED))
    pieces = longrun.run("hostile-decide", games, _bombard, workers=jobs, version=version_of_rules())
    refused: Counter[str] = sum((Counter(piece["refused"]) for piece in pieces), Counter())
    lines = [
        f"{refused.total():,} answers to `decide` in {games} games (wrong seat, stale, random types, huge, unicode): "
        "each refused with a reason, the state hash unchanged.",
        "",
        f"- reasons: {listed(refused)}",
    ]
    return "Hostile answers", lines, True


def _bombard(index: int) -> dict[str, Any]:
    scenario = twins.SCENARIOS[index % len(twins.SCENARIOS)]
    session = new_game("nightfighter", scenario=scenario, seed=f"hostile {index}")
    return {"refused": bombard(session, random.Random(f"proof {index}"), BOMBARDED)}


def prove_engine(size: float, jobs: int) -> Section:
    """Hostile lines to `viermot engine`."""
    import json

    from tests.support.hostile import hostile_messages
    from viermot.engine import Engine

    wanted = round(5_000 * size)
    codes: Counter[str] = Counter()
    lines = hostile_messages(wanted, "proof")
    engine = Engine("nightfighter")
    engine.answer(json.dumps({"v": 1, "type": "hello", "seats": ["player"]}).encode())
    begin = {"v": 1, "type": "new", "scenario": "4B", "seed": "proof", "bots": {"umpire": "random"}}
    engine.answer(json.dumps(begin).encode())
    assert engine.session is not None
    wrong: list[str] = []
    for number, line in enumerate(lines, 1):
        before = engine.session.state_hash
        answer = engine.answer(line)
        if answer["type"] != "error" or not answer["message"] or answer["code"] == "internal":
            wrong.append(f"{line[:80]!r} was answered {answer['type']}")
        if engine.session.state_hash != before:
            wrong.append(f"{line[:80]!r} changed the game")
        codes[str(answer.get("code"))] += 1
        if number % 40 == 0:  # on with the game, or with another
            engine.session.decide("F F" if "F F" in engine.session.pending[0].options else 0)
            if not engine.session.pending:
                engine.answer(json.dumps({**begin, "seed": f"proof {number}"}).encode())
        every(500, "hostile messages")(number, wanted)
    told = [
        f"{wanted:,} lines to `viermot engine`: each refused with a reason, the state hash unchanged.",
        "",
        f"- refusals: {listed(codes)}",
        *[f"- WRONG {each}" for each in wrong[:50]],
    ]
    return "Hostile messages", told, not wrong


# -- bots ---------------------------------------------------------------------------------------------------


MEASURED: Final = {  # the script that measures the bots of a game, and the games it plays for each pairing
    "nightfighter": ("measure_bots.py", 2_000), "solitaire": ("measure_solitaire.py", 2_000),
    "bomber_command": ("measure_raids.py", 400), "interceptor": ("measure_careers.py", 1_000),
    "campaign": ("measure_campaign.py", 100),
}  # fmt: skip


def prove_bots(game: str, size: float, jobs: int) -> Section:
    """How strong the bots of a game are; its script knows the marks they must reach."""
    script, wanted = MEASURED[game]
    games = round(wanted * size)
    say(f"bots of {game}: {games} games each")
    command = [sys.executable, str(ROOT / "tools" / script), "--games", str(games), "--jobs", str(jobs)]
    ran = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
    told = [*ran.stdout.strip().splitlines(), *ran.stderr.strip().splitlines()[-1:]]
    return f"Strength of the bots: {title_of(game)}", ["```", *told, "```"], ran.returncode == 0


def prove_seasons(size: float, jobs: int) -> Section:
    """Does Interceptor Ace get harder as the war goes on? tools/measure_seasons.py knows the marks."""
    careers = round(SEASONED * size)
    say(f"seasons: {careers} careers each")
    told, missed = [], []
    for seed in ("seasons", "other"):
        pairs = [(bot, rules) for rules in measure_seasons.RULES for bot in measure_seasons.BOTS]
        years = [measure_seasons.measure(bot, rules, careers, seed, jobs) for bot, rules in pairs]
        told += [f"seed {seed}", *map(measure_seasons.line, years)]
        missed += [f"MISSED {sentence}" for sentence in measure_seasons.misses(years)]
    return "Harder as the war goes on: Interceptor Ace", ["```", *told, *missed, "```"], not missed


SEASONED: Final = 600


# -- server -------------------------------------------------------------------------------------------------


def prove_server(size: float, jobs: int) -> Section:
    """Kills, races, load and hostile messages, by tools/proof_server.py; the times in it are this machine's."""
    say("server: kills, races, load, hostile messages")
    command = [sys.executable, str(ROOT / "tools" / "proof_server.py"), "--scale", str(size)]
    ran = subprocess.run(command, capture_output=True, text=True)
    told = ["```", *ran.stdout.strip().splitlines(), "```"]
    return SERVER_TITLE, [SERVER_ABOUT, "", *told], ran.returncode == 0


SERVER_TITLE: Final = "The server under stress"
SERVER_ABOUT: Final = (
    "Everything on the loopback interface; clients, server, bots and database share the two cores of this machine, and "
    "the times are its own. What each proof asks stands at the head of `tools/proof_server.py`."
)


# -- files from outside ---------------------------------------------------------------------------------------

FILES: Final = {  # kind of file: how many mutants, how one is tried, and the slowest that reading one may be
    "positions": (10_000, files_tried.one_position), "packs": (10_000, files_tried.one_pack),
    "saves": (50_000, files_tried.one_save),
}  # fmt: skip


def prove_files(kind: str, size: float, jobs: int) -> Section:
    """Mutated files of all games: each is refused in one sentence in time, or played 200 decisions."""
    count, one = FILES[kind]
    wanted = max(1, round(count * size))
    pieces = longrun.run(f"mutated-{kind}", wanted, one, workers=jobs, version=version_of_rules())
    ends = Counter(piece["end"] for piece in pieces)
    faults = [piece for piece in pieces if piece["end"] == "fault"]
    lines = [
        f"{wanted:,} mutated {kind}: {ends['refused']:,} refused in one sentence, {ends['played']:,} played on for up "
        f"to {files_tried.DECISIONS} decisions.",
        "",
        f"- neither: {len(faults)}",
        f"- why they were refused: {listed(Counter(piece['why'] for piece in pieces if piece['end'] == 'refused'))}",
    ]
    lines += [f"- FAULT number {piece['index']}: {piece['why']} {piece.get('where', '')}" for piece in faults[:50]]
    return f"Files from outside: {kind}", lines, not faults


PROOFS: Final[dict[str, Callable[[float, int], Section]]] = {
    **{f"fuzz-{game}": partial(prove_fuzz, game) for game in FUZZED},
    "twins": prove_twins, "decide": prove_decide, "engine": prove_engine,
    **{f"bots-{game}": partial(prove_bots, game) for game in MEASURED},
    **{f"files-{kind}": partial(prove_files, kind) for kind in FILES},
    "seasons": prove_seasons, "server": prove_server,
}  # fmt: skip


# -- the page -----------------------------------------------------------------------------------------------


def sections(text: str) -> dict[str, list[str]]:
    """The sections of the page as it stands."""
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line.startswith("## "):
            found[line[3:]] = []
        elif found:
            found[list(found)[-1]].append(line)
    return found


def write(proven: list[Section]) -> None:
    """Put the new sections into the page, and leave the others as they are."""
    page = sections(PAGE.read_text(encoding="utf-8")) if PAGE.exists() else {}
    page |= {title: lines for title, lines, _ in proven}
    body = "\n\n".join(f"## {title}\n\n" + "\n".join(lines).strip() for title, lines in page.items())
    write_atomically(PAGE, f"{INTRODUCTION}\n{body}\n".encode())


def main(arguments: list[str] | None = None) -> int:
    """Run the long proofs and write their figures."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--only", nargs="+", choices=list(PROOFS), default=list(PROOFS), help="run only these")
    parser.add_argument("--size", type=float, default=1.0, help="a fraction of it all, to try it out; writes nothing")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    asked = parser.parse_args(arguments)
    proven: list[Section] = []
    for name in asked.only:
        title, lines, held = PROOFS[name](asked.size, asked.jobs)
        proven.append((title, lines, held))
        say("")
        print(f"{title}: {'holds' if held else 'FAILS'}\n" + "\n".join(f"  {line}" for line in lines if line))
        if asked.size == 1.0:
            write([proven[-1]])
    return 0 if all(held for _, _, held in proven) else 1


if __name__ == "__main__":
    sys.exit(main())
