"""What cannot be undone is said before: declared by each game, from the seat's own knowledge, and found if it is not.

The last test plays at random and tries every answer out: whoever by his answer alone, however the dice fall, ends the
game or loses the last he has of something must have been told. An answer that does so without a word is a gap.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

import viermot
from tests.support.kits import Kit, kits
from tests.support.warnings import silent_ends
from viermot.text import has, locales

TRIED = [(kit, *each) for kit in kits() for each in kit.warned]


@pytest.mark.parametrize("locale", locales())
def test_every_warning_has_its_sentence(locale: str) -> None:
    root = Path(str(viermot.__file__)).parent
    keys = set()
    for path in root.glob("games/*/rules/warnings.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("warn", "note"):
                words = [part.value for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant)]
                keys |= {f"{path.parents[1].name}.warning.{word}" for word in words if isinstance(word, str)}
    assert len(keys) > 15 and [key for key in keys if not has(key, locale)] == []


@pytest.mark.parametrize(("kit", "scenario", "options", "maximum"), TRIED, ids=lambda part: getattr(part, "name", None))
def test_no_answer_ends_it_all_without_a_word(kit: Kit, scenario: str, options: dict[str, Any], maximum: int) -> None:
    for seed in range(8):
        assert sorted(set(silent_ends(kit, scenario, options, seed, maximum))) == []
