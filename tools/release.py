"""make release: everything up to the upload, which a person does.

The changelog has a dated section for the version, the tag is free and nothing is left uncommitted; then source
distribution and wheel are built (the wheel from the source distribution, so that one is whole), looked into, installed
into a fresh environment and tried there: command line, a game between bots, a save that verifies, server and page.

    make release                      for real; stops before tag and upload and says how to do both
    make release ARGS="--rehearse"    the same from a working tree as it is: version and changelog are only reported
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
import venv
import zipfile
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NEEDED = (
    "viermot/server/page/index.html",
    "viermot/locale/en/viermot.po",
    "viermot/server/plain_art.svg",
    "viermot/py.typed",
)
EVERY_GAME = ("rules.csv", "locale/en/rules.po")


class NotReady(Exception):
    """Why there is no release."""


def version() -> str:
    """Its one home is the package itself."""
    text = (ROOT / "src" / "viermot" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([^"]+)"', text, re.MULTILINE)
    if found is None:
        raise NotReady("src/viermot/__init__.py says no version")
    return found[1]


def faults_of(wanted: str, changelog: str, tags: Iterable[str], uncommitted: str) -> list[str]:
    """What stands in the way of releasing that version.

    >>> faults_of("1.0.0", "## [1.0.0] - 2026-01-31\\n\\n- A thing.\\n", ["v0.9.0"], "")
    []
    >>> faults_of("1.0.0.dev0", "## [1.0.0] - unreleased\\n", ["v1.0.0.dev0"], " M README.md")  # doctest: +ELLIPSIS
    ['1.0.0.dev0 is ...', 'CHANGELOG.md has no ...', 'the tag v1.0.0.dev0 ...', 'there are uncommitted changes']
    """
    found = []
    if not re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc)\d+)?", wanted):
        found.append(f"{wanted} is no version to release: take .dev0 away in src/viermot/__init__.py")
    if not re.search(rf"^## \[{re.escape(wanted)}\] - \d{{4}}-\d\d-\d\d$", changelog, re.MULTILINE):
        found.append(f"CHANGELOG.md has no dated section [{wanted}]")
    if f"v{wanted}" in tags:
        found.append(f"the tag v{wanted} is there already")
    if uncommitted.strip():
        found.append("there are uncommitted changes")
    return found


def git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def build(out: Path, root: Path = ROOT, *kinds: str) -> list[Path]:
    """Distributions of a project, made with what is installed here; the newest of each kind."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), *kinds, str(root)]
    ran = subprocess.run(command, capture_output=True, text=True)
    if ran.returncode:
        raise NotReady(f"{root.name} could not be built:\n{ran.stdout[-2000:]}{ran.stderr[-2000:]}")
    return sorted(out.iterdir(), key=lambda path: path.stat().st_mtime)


def lacks(wheel: Path) -> list[str]:
    """What should be in our wheel and is not."""
    names = set(zipfile.ZipFile(wheel).namelist())
    games = {name.split("/")[2] for name in names if re.fullmatch(r"viermot/games/\w+/__init__.py", name)}
    wanted = [*NEEDED, *(f"viermot/games/{game}/{part}" for game in sorted(games) for part in EVERY_GAME)]
    return [name for name in wanted if name not in names] + ([] if games else ["viermot/games/*"])


def fresh_environment(folder: Path, *wheels: Path) -> Path:
    """A new environment with these wheels and what they depend on; returns its Python."""
    venv.create(folder, with_pip=True, clear=True)
    python = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    ran = subprocess.run(
        [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", *map(str, wheels)],
        capture_output=True, text=True,
    )  # fmt: skip
    if ran.returncode:
        raise NotReady(f"the wheel could not be installed:\n{ran.stderr[-2000:]}")
    return python


def run(python: Path, *words: str, cwd: Path) -> str:
    """`viermot` of that environment, away from this checkout."""
    command = [str(python), "-I", "-m", "viermot", *words]
    ran = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL)
    if ran.returncode:
        raise NotReady(f"viermot {' '.join(words)}: {ran.stdout[-1000:]}{ran.stderr[-1000:]}")
    return ran.stdout


def try_out(python: Path, desk: Path, wanted: str) -> None:
    """What somebody does in the first minutes."""
    if run(python, "--version", cwd=desk).strip() != f"viermot {wanted}":
        raise NotReady("the installed version is another")
    games = json.loads(run(python, "games", "--json", cwd=desk))
    name = (games["games"] if isinstance(games, dict) else games)[0]["name"]
    run(python, "auto", name, "--games", "1", "--save", str(desk / "game.json"), cwd=desk)
    saved = next(desk.glob("game*.json"))
    run(python, "verify", str(saved), cwd=desk)
    try_page(python, desk)


def try_page(python: Path, desk: Path) -> None:
    """The server starts, and gives the page and the games."""
    command = [str(python), "-I", "-m", "viermot", "open", "--no-browser", "--database", str(desk / "games.sqlite3")]
    with subprocess.Popen(command, cwd=desk, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        try:
            assert server.stdout is not None
            told = ""
            while not (found := re.search(r"http://[\w.]+:\d+", told)):
                line = server.stdout.readline()
                if not line:
                    raise NotReady(f"the server did not start: {told}")
                told += line
            for path, sign in (("/", b"<html"), ("/api/games", b'"scenarios"')):
                with urllib.request.urlopen(found[0] + path, timeout=30) as answer:
                    if sign not in answer.read():
                        raise NotReady(f"{path} of the server is not what it should be")
        finally:
            server.terminate()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rehearse", action="store_true", help="report what is not ready, and go on")
    args = parser.parse_args()
    wanted = version()
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    faults = faults_of(wanted, changelog, git("tag").split(), git("status", "--porcelain"))
    for fault in faults:
        print(f"not ready: {fault}")
    if faults and not args.rehearse:
        return 1
    dist = ROOT / "dist"
    shutil.rmtree(dist, ignore_errors=True)
    dist.mkdir()
    try:
        build(dist)
        (wheel,) = dist.glob("*.whl")
        if missing := lacks(wheel):
            raise NotReady(f"the wheel lacks {', '.join(missing)}")
        print(
            *(f"built   {path.name}  {path.stat().st_size / 1e6:.1f} MB" for path in sorted(dist.iterdir())), sep="\n"
        )
        with tempfile.TemporaryDirectory() as folder:
            desk = Path(folder) / "desk"
            desk.mkdir()
            try_out(fresh_environment(Path(folder) / "fresh", wheel), desk, wanted)
    except NotReady as why:
        print(f"not ready: {why}")
        return 1
    print(f"tried   {wheel.name} in a fresh environment: commands, a game, its proof, server and page")
    print(f"then    git tag -a v{wanted} -m 'Viermot {wanted}' && git push origin v{wanted}")
    print("        python -m twine upload dist/*")
    return 0


if __name__ == "__main__":
    sys.exit(main())
