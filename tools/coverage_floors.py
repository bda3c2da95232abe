"""Which lines of the kernel and of each game their own tests run, and whether that is fewer than before.

    make coverage                         the kernel and every game
    make coverage ARGS="interceptor"      one of them, with the lines that no test runs

The floors are in pyproject.toml, `[tool.viermot.coverage]`. A game is measured by the quick tests of its own folder,
the kernel by those of its own and of what it does with any game (lessons, ladders, narration): a line that only a
browser's or another game's tests run counts as not run. All of it took 20 minutes on two cores that were busy with
other things.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tomllib
from pathlib import Path
from time import monotonic
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
KERNEL: Final = "kernel"
KERNEL_TESTS: Final = (
    "tests/kernel",
    "tests/test_lessons.py",
    "tests/test_ladder.py",
    "tests/server/test_narration.py",
)
# Mutated files, hostile answers and measurements have a time limit that tracing breaks; types are read by mypy, not
# run; the rest plays for minutes what shorter tests play as well.
LEFT_OUT: Final = (
    "*_from_outside.py", "*_hostile*.py", "*/test_types.py", "*/test_fuzz.py", "*/test_golden.py", "*/test_perft.py",
    "*/test_fields_that_count.py", "*/test_bots.py", "*/test_measure.py", "*/test_twin*.py", "*/test_verify.py",
    "*/e2e/*", "*/server/*",
)  # fmt: skip


def floors() -> dict[str, float]:
    """What each part must reach, in per cent."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return dict(settings["tool"]["viermot"]["coverage"])


def package_of(part: str) -> str:
    return "viermot.kernel" if part == KERNEL else f"viermot.games.{part}"


def tests_of(part: str) -> tuple[str, ...]:
    return KERNEL_TESTS if part == KERNEL else (f"tests/games/{part}",)


def measured(part: str) -> float | None:
    """The per cent of its lines that its tests run; None where a test fails."""
    data = ROOT / ".venv" / f".coverage.{part}"
    run = [sys.executable, "-m", "coverage"]
    tests = ["-m", "pytest", "-q", "-p", "no:xdist", *tests_of(part), *(f"--ignore-glob={each}" for each in LEFT_OUT)]
    where = f"--data-file={data}"
    played = subprocess.run(
        [*run, "run", where, f"--source={package_of(part)}", *tests], cwd=ROOT, capture_output=True, text=True
    )
    if played.returncode:
        print(played.stdout[-4000:], played.stderr[-2000:])
        return None
    told = subprocess.run([*run, "json", where, "-q", "-o", "-"], cwd=ROOT, capture_output=True, text=True, check=True)
    return float(json.loads(told.stdout)["totals"]["percent_covered"])


def show_missing(part: str) -> None:
    """The lines that no test ran."""
    where = f"--data-file={ROOT / '.venv' / f'.coverage.{part}'}"
    subprocess.run([sys.executable, "-m", "coverage", "report", where, "--show-missing"], cwd=ROOT, check=True)


def verdict(part: str, found: float | None, floor: float) -> str:
    """What is wrong with a part, if anything is.

    >>> verdict("kernel", 82.9, 83)
    'kernel: 82.9 %, below its floor of 83 %'
    >>> verdict("kernel", 83.0, 83)
    ''
    """
    if found is None:
        return f"{part}: a test failed"
    return f"{part}: {found:.1f} %, below its floor of {floor} %" if found < floor else ""


def main(words: list[str]) -> int:
    """Measure the parts asked for, or all of them."""
    known = floors()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", help="the kernel or a game; all, if none is named")
    parts = parser.parse_args(words).parts or list(known)
    if set(parts) - set(known):
        parser.error(f"there are {', '.join(known)}")
    faults = []
    for part in parts:
        began = monotonic()
        found = measured(part)
        print(f"{part:16}{found or 0:6.1f} %   floor {known[part]:3} %   {monotonic() - began:4.0f} s", flush=True)
        if words and found is not None:
            show_missing(part)
        faults.append(verdict(part, found, known[part]))
    told = "\n".join(filter(None, faults))
    print(told, file=sys.stderr, end="\n" if told else "")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
