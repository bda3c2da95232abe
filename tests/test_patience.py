"""Browser tests wait for what they assert: whatever looks once loses the race on a slow machine."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.support.browser_plugin import FOLDER

TESTS = Path(__file__).parent
LOOKS_ONCE = {
    "count", "inner_text", "all_inner_texts", "text_content", "get_attribute", "input_value",
    "is_visible", "is_hidden", "is_enabled", "is_disabled", "is_checked",
}  # fmt: skip
IN_THE_BROWSER = sorted(path for path in TESTS.rglob("*.py") if FOLDER in path.parts)


def hasty(source: str) -> list[int]:
    """The lines that assert what the page shows at that very moment."""
    asserts = (each for each in ast.walk(ast.parse(source)) if isinstance(each, ast.Assert))
    return [each.lineno for each in asserts if any(looks_once(part) for part in ast.walk(each.test))]


def looks_once(part: ast.AST) -> bool:
    """Does it ask the page once? Something counted in a list or a text has an argument, a page's elements have none."""
    if not isinstance(part, ast.Call) or not isinstance(part.func, ast.Attribute):
        return False
    name = part.func.attr
    return name in LOOKS_ONCE and (name == "get_attribute" or not part.args)


@pytest.mark.parametrize("path", IN_THE_BROWSER, ids=lambda path: path.relative_to(TESTS).as_posix())
def test_what_the_page_shows_is_waited_for(path: Path) -> None:
    """Say expect(...) of tests/support/browser.py instead."""
    assert hasty(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "line", ["assert page.locator('a').count() == 2", "assert 'x' in page.locator('b').inner_text()"]
)
def test_a_hasty_look_would_be_found(line: str) -> None:
    assert hasty(line) == [1]
    assert hasty(f"{line.split('.')[0]}.text.count('x') == 2") == []
