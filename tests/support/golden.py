"""Golden texts for tests: they come out the same to the letter, or the difference is shown."""

from __future__ import annotations

import difflib

import pytest

MAX_SHOWN = 60  # lines of a difference


def must_be_the_same(name: str, golden: str, now: str) -> None:
    """A rule that has changed shows here; a change that is meant is made with `make golden`, and the commit tells."""
    if now != golden:
        lines = difflib.unified_diff(golden.splitlines(), now.splitlines(), "golden", "now", lineterm="", n=2)
        told = "\n".join(list(lines)[:MAX_SHOWN])
        pytest.fail(f"{name} comes out differently; if that is meant, `make golden`:\n{told}")
