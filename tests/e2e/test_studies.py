"""The page's studies: one is put together, started, watched and read, and one of its games opens as a replay."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.browser import PHONE, Server, expect, faults_by_axe


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_a_study_from_the_question_to_the_replay(new_page: Callable[..., Any], server: Server, size: str) -> None:
    page = new_page()
    if size == "phone":
        page.set_viewport_size(PHONE["viewport"])
    page.goto(f"{server.address}#/")
    page.get_by_role("link", name="Studies").click()
    page.get_by_role("heading", name="A new study").wait_for()
    assert faults_by_axe(page) == []
    page.get_by_label("Question").fill(f"How hard is the third, {size}?")
    page.get_by_label("Scenarios, one or several").select_option(["3"])
    page.get_by_label("Games of each arrangement").fill("3")
    page.get_by_text("3 games in all").wait_for()
    page.get_by_role("button", name="Start the study").click()
    page.get_by_role("heading", name=f"How hard is the third, {size}?").wait_for()
    page.get_by_text("finished · 3 of 3 games").wait_for(timeout=120_000)
    page.locator("figure img").first.scroll_into_view_if_needed()
    page.wait_for_function("document.querySelector('figure img').naturalWidth > 0")
    assert faults_by_axe(page) == []
    page.wait_for_function("document.documentElement.scrollWidth <= window.innerWidth")
    page.get_by_label("Number of the game").fill("2")
    page.get_by_role("button", name="Watch it").click()
    page.wait_for_url("**/#/replay/**")


def test_who_may_not_study_sees_no_link(new_page: Callable[..., Any], host: Server) -> None:
    from tests.support.browser import signed_in

    page = new_page()
    signed_in(page, host, "anna")
    page.goto(f"{host.address}#/")
    page.get_by_role("link", name="Rules").first.wait_for()
    expect(page.get_by_role("link", name="Studies")).to_have_count(0)
