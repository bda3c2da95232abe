"""Counters, handles and hexes cannot be mixed up: the type checker sees it before play."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.type_errors import check


def test_every_mix_up_is_a_type_error_and_nothing_else_is(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    check(Path(__file__).with_name("typed_snippets.txt"), tmp_path, 9)
