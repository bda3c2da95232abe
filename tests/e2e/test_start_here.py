"""Somebody new finds the coached games first in the lobby, and is at the first step with one press."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.browser import Pilot, Server, faults_by_axe, picture
from viermot.kernel import lessons
from viermot.text import message


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=["wide", "phone"])
def test_the_first_thing_in_the_lobby_is_a_coached_game(
    new_page: Callable[..., Any], server: Server, size: tuple[int, int]
) -> None:
    page = new_page(viewport={"width": size[0], "height": size[1]})
    pilot = Pilot(page, server, f"start-{size[0]}")
    pilot.open()
    start = page.get_by_role("region", name="Your first interception")
    start.get_by_text("Start here").wait_for()
    assert start.get_by_role("button", name="Coached").count() >= 4
    picture(page, "start-here")
    assert faults_by_axe(page) == []
    steps = page.get_by_role("region", name="step by step")
    assert steps.get_by_text("next", exact=True).count() == 1
    assert steps.get_by_role("listitem").nth(1).inner_text().count("Helle Nachtjagd") == 1
    last = lessons.every()[-1]
    steps.get_by_label("Ladder of").select_option(last.game)
    steps.get_by_text(message(last.key("title"))).wait_for()
    start.get_by_role("button", name="Begin", exact=True).first.click()
    page.get_by_text("step 1 of").wait_for()
