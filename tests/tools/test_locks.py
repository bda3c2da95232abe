"""The lock files: whole, with hashes, without the name of any registry, and used."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
LOCKS = {"server": "postgres", "dev": "dev", "bench": "bench"}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def name_of(wanted: str) -> str:
    found = re.match(r"[A-Za-z0-9_.-]+", wanted)
    assert found is not None
    return re.sub(r"[-_.]+", "-", found[0]).lower()


def extra(name: str) -> list[str]:
    """What an extra names, and what the extras that it names do."""
    named = PROJECT["optional-dependencies"][name]
    inner = [found[1] for one in named if (found := re.fullmatch(r"viermot\[(\w+)\]", one))]
    return [one for one in named if not one.startswith("viermot[")] + [one for other in inner for one in extra(other)]


@pytest.mark.parametrize("lock", LOCKS)
def test_every_package_is_locked_with_its_hashes(lock: str) -> None:
    """Who adds one to pyproject.toml runs `make lock`."""
    text = (ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8")
    locked = re.split(r"\n(?=\S)", text.strip())
    form = re.compile(r"[a-z0-9.-]+==\S+( ; .+)? \\\n( +--hash=sha256:[0-9a-f]{64}( \\)?\n?)+$")
    assert [one for one in locked if not form.match(one)] == []
    names = {name_of(one) for one in locked}
    build = (ROOT / "requirements" / "build.in").read_text(encoding="utf-8").splitlines()
    wanted = [*PROJECT["dependencies"], *extra(LOCKS[lock]), *build]
    assert {name_of(one) for one in wanted if one and not one.startswith("#")} <= names


def test_no_registry_is_named() -> None:
    for path in (*ROOT.glob("requirements/*"), ROOT / "web" / "package-lock.json", ROOT / "web" / ".npmrc"):
        text = path.read_text(encoding="utf-8")
        assert '"resolved"' not in text and "index-url" not in text and "registry=" not in text, path


def test_the_page_is_locked_for_every_system() -> None:
    """`npm ci` refuses a lock file that does not know what another system would fetch."""
    packages: dict[str, Any] = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    for place, package in packages.items():
        assert place == "" or "integrity" in package, place
        for name in package.get("optionalDependencies", {}):
            assert any(other.endswith(f"node_modules/{name}") for other in packages), f"{name} of {place}"


def test_what_is_installed_is_what_is_locked() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "--require-hashes -r requirements/$(2).txt" in makefile and "--no-deps --no-build-isolation -e ." in makefile
    assert 'words = ["ci",' in (ROOT / "tools" / "page.py").read_text(encoding="utf-8")
