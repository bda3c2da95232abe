"""Known vulnerabilities in our dependencies: `make audit`. Asks the registries, so it needs the network and is not in
CI.

``python tools/audit.py PIP-AUDIT`` checks requirements/*.txt with that program and the page's lock file with npm. Exit
code 0: none is known; 1: there are some; 3: a registry that should know did not answer, so nobody can tell.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools import page

ROOT: Final = Path(__file__).resolve().parent.parent
FINE, FAULTS, UNKNOWN = 0, 1, 3
NO_ANSWER: Final = ("endpoint returned an error", "ENOTFOUND", "ECONNREFUSED", "EAI_AGAIN", "ETIMEDOUT", "Not Allowed")
KNOWN_TO_BE_FAULTY: Final = "jinja2==2.4.1"  # an index that reports nothing for this one has no vulnerability data


def python(program: str, lock: Path) -> tuple[int, str]:
    """What pip-audit says about a lock file."""
    words = [program, "--requirement", str(lock), "--require-hashes", "--disable-pip", "--progress-spinner", "off"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    said = (done.stdout + done.stderr).strip()
    if done.returncode == 0:
        return FINE, said
    return (FAULTS if "known vulnerabilit" in said else UNKNOWN), said


def can_tell(program: str) -> bool:
    """Does the index know of vulnerabilities at all? A mirror may have the packages but not the advisories."""
    with tempfile.TemporaryDirectory() as folder:
        lock = Path(folder) / "faulty.txt"
        lock.write_text(f"{KNOWN_TO_BE_FAULTY}\n", encoding="utf-8")
        words = [program, "--requirement", str(lock), "--no-deps", "--disable-pip", "--progress-spinner", "off"]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.returncode != 0 and "known vulnerabilit" in done.stdout + done.stderr


def npm() -> tuple[int, str]:
    """What npm says about the page's lock file."""
    _, words = page.find_node()
    done = subprocess.run(
        [*words, "audit", "--audit-level=low"], cwd=ROOT / "web", capture_output=True, text=True, check=False
    )
    said = (done.stdout + done.stderr).strip()
    if done.returncode == 0:
        return FINE, said
    return (UNKNOWN if any(word in said for word in NO_ANSWER) else FAULTS), said


def main(words: list[str]) -> int:
    """Ask about each lock file."""
    knows = can_tell(words[0])
    silent = UNKNOWN, f"The index has nothing to say of {KNOWN_TO_BE_FAULTY}, which is known to be faulty."
    asked = [
        (f"requirements/{lock.name}", python(words[0], lock) if knows else silent)
        for lock in sorted(ROOT.glob("requirements/*.txt"))
    ]
    asked.append(("web/package-lock.json", npm()))
    for name, (found, said) in asked:
        told = {FINE: "no known fault", FAULTS: "KNOWN FAULTS", UNKNOWN: "nobody answered, so nobody can tell"}[found]
        print(f"{name}: {told}")
        if found != FINE:
            print("  " + "\n  ".join(said.splitlines()[-12:]))
    worst = {found for _, (found, _) in asked}
    return FAULTS if FAULTS in worst else UNKNOWN if UNKNOWN in worst else FINE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
