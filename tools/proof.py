"""The long proofs: what `make test` samples, in full. Their figures go to docs/proof.md and depend on no machine.

`make proof` runs all of them; `make proof ARGS="--only decide engine"` some, and leaves the others as they are.
Each can be stopped at any moment: the same command goes on where it was, as long as the sources are the same
(tools/longrun.py). A proof that fails says why, writes what is needed to reproduce it, and makes the command fail.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # the proofs and the tests share their generators

from tests.support import files_tried  # noqa: E402
from tests.support.hostile_decide import bombard  # noqa: E402
from tests.support.kits import Kit, Proof, Section, kits  # noqa: E402
from tools import longrun  # noqa: E402
from tools.proving import every, listed, say, version_of_rules  # noqa: E402
from viermot import new_game  # noqa: E402
from viermot.fuzz import FuzzReport, fuzz  # noqa: E402
from viermot.kernel import registry  # noqa: E402
from viermot.kernel.files import write_atomically  # noqa: E402

PAGE: Final = ROOT / "docs" / "proof.md"
FAILURES: Final = ROOT / "fuzz-failures"
INTRODUCTION: Final = """# Proof

The figures of the long proofs, written by `make proof`. Every game in them follows from its seed, so that whoever runs
the command gets the same figures. `make test` runs a sample of each.

What the fuzzer checks, at every decision: no crash, no dead end, invariants hold, no undo left after dice, options
legal and spelled both ways, every event cites rules of the book. At random decisions: state, position and clone
round-trip, all views are JSON, a save loads and plays on to the same head. At the end: the game verifies.
"""


# -- fuzz ---------------------------------------------------------------------------------------------------


FUZZ_PIECE: Final = 10  # games between two moments at which a run can be stopped


def prove_fuzz(kit: Kit, size: float, jobs: int) -> Section:
    """Random and reckless games of all scenarios, with every check of the contract."""
    games = max(FUZZ_PIECE, round(kit.fuzzed * size))
    pieces = longrun.run(
        f"fuzz-{kit.name}",
        games // FUZZ_PIECE,
        partial(_fuzz_piece, kit.name),
        workers=jobs,
        version=version_of_rules(),
    )
    report = FuzzReport(kit.name)
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
    return f"Fuzz: {kit.title}", lines, report.ok


def _fuzz_piece(game: str, index: int) -> dict[str, Any]:
    first = index * FUZZ_PIECE
    report = fuzz(game, games=FUZZ_PIECE, seed="proof", out_dir=FAILURES, first=first)
    return {"report": msgspec.to_builtins(report)}


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
    module = registry.game(kits()[index % len(kits())].name)
    scenarios = module.info(module.load_pack(None)).scenarios
    scenario = scenarios[index // len(kits()) % len(scenarios)].id
    session = new_game(module.name, scenario=scenario, seed=f"hostile {index}")
    return {"refused": bombard(session, random.Random(f"proof {index}"), BOMBARDED)}


def prove_engine(size: float, jobs: int) -> Section:
    """Hostile lines to `viermot engine`."""
    import json

    from tests.support.hostile import hostile_messages
    from viermot.engine import Engine

    wanted = round(5_000 * size)
    codes: Counter[str] = Counter()
    wrong: list[str] = []
    for place, kit in enumerate(kits()):
        lines = hostile_messages(wanted // len(kits()), f"proof {kit.name}" if place else "proof")
        module = registry.game(kit.name)
        seat, *others = module.seats
        engine = Engine(kit.name)
        engine.answer(json.dumps({"v": 1, "type": "hello", "seats": [seat]}).encode())
        begin = {"v": 1, "type": "new", "seed": "proof", "bots": dict.fromkeys(others, "random")}
        engine.answer(json.dumps(begin).encode())
        assert engine.session is not None, kit.name
        for number, line in enumerate(lines, 1):
            before = engine.session.state_hash
            answer = engine.answer(line)
            if answer["type"] != "error" or not answer["message"] or answer["code"] == "internal":
                wrong.append(f"{kit.name}: {line[:80]!r} was answered {answer['type']}")
            if engine.session.state_hash != before:
                wrong.append(f"{kit.name}: {line[:80]!r} changed the game")
            codes[str(answer.get("code"))] += 1
            if number % 40 == 0:  # go on with the game, or with another
                engine.session.decide(0)
                if not engine.session.pending:
                    engine.answer(json.dumps({**begin, "seed": f"proof {number}"}).encode())
            every(500, f"hostile messages to {kit.name}")(number, len(lines))
    told = [
        f"{codes.total():,} lines to `viermot engine`, as many for each game: each refused with a reason, the state "
        "hash unchanged.",
        "",
        f"- refusals: {listed(codes)}",
        *[f"- WRONG {each}" for each in wrong[:50]],
    ]
    return "Hostile messages", told, not wrong


# -- bots ---------------------------------------------------------------------------------------------------


def prove_bots(kit: Kit, size: float, jobs: int) -> Section:
    """How strong the bots of a game are; its script knows the marks they must reach."""
    games = round(kit.measured * size)
    say(f"bots of {kit.name}: {games} games each")
    command = [sys.executable, str(kit.folder / "measure.py"), "--games", str(games), "--jobs", str(jobs)]
    ran = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
    told = [*ran.stdout.strip().splitlines(), *ran.stderr.strip().splitlines()[-1:]]
    return f"Strength of the bots: {kit.title}", ["```", *told, "```"], ran.returncode == 0


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


PROOFS: Final[dict[str, Proof]] = {
    **{f"fuzz-{kit.name}": partial(prove_fuzz, kit) for kit in kits()},
    "decide": prove_decide, "engine": prove_engine,
    **{f"bots-{kit.name}": partial(prove_bots, kit) for kit in kits()},
    **{f"files-{kind}": partial(prove_files, kind) for kind in FILES},
    **{name: proof for kit in kits() for name, proof in kit.proofs().items()},
    "server": prove_server,
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
