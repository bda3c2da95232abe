"""Snippets that are checked by mypy --strict: each line that says "wrong" must be an error, and no other may be."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

SOURCE: Final = Path(__file__).parents[2] / "src"


def check(snippets: Path, folder: Path, minimum: int) -> None:
    """Hold the type checker to a file of snippets, of which at least this many lines are wrong."""
    lines = snippets.read_text().splitlines()
    wrong = {number for number, line in enumerate(lines, 1) if "# wrong" in line}
    checked = folder / "snippets.py"
    checked.write_text("\n".join(lines) + "\n")
    command = [
        sys.executable, "-m", "mypy", "--strict", "--python-version=3.11", "--config-file=", "--follow-imports=silent",
        "--no-pretty", "--no-error-summary", "--allow-empty-bodies", f"--cache-dir={folder / 'cache'}",
        str(checked),
    ]  # fmt: skip
    told = subprocess.run(command, capture_output=True, text=True, env={"MYPYPATH": str(SOURCE)}, check=False)
    found = {int(number) for number in re.findall(r"snippets\.py:(\d+): error", told.stdout)}
    assert told.stderr == "" and len(wrong) >= minimum
    assert found == wrong, told.stdout
