"""The legend of the night map in the reader of Bomber Command."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.browser import Pilot, Server, faults_by_axe, picture


@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_sign_has_its_words(new_page: Callable[..., Any], server: Server, language: str) -> None:
    page = new_page(locale=language)
    Pilot(page, server).open("rules/bomber_command/legend")
    rows = page.locator(".legend li")
    rows.first.wait_for()
    texts = rows.all_inner_texts()
    assert len(texts) == len(set(texts)) == 18 and all(texts) and not any(text.startswith("[") for text in texts)
    picture(page, f"bomber-legend-{language}")
    assert faults_by_axe(page) == []
