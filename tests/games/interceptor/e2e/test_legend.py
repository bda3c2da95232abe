"""The legend of mat, target chart and endurance track, in the reader of Interceptor Ace."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.support.browser import Pilot, Server, expect, faults_by_axe


def test_every_sign_has_its_words(new_page: Callable[..., Any], server: Server) -> None:
    page = new_page()
    Pilot(page, server).open("rules/interceptor")
    page.locator(".book .head nav button", has_text="legend").click()
    rows = page.locator(".legend li")
    rows.first.wait_for()
    expect(rows).to_have_count(6)
    expect(rows.filter(has_not_text=re.compile(r"\S"))).to_have_count(0)
    assert faults_by_axe(page) == []
