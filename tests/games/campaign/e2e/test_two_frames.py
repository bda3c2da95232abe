"""A campaign's week and its sortie stand in frames of their own: what is open at the table outlives the change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.test_layout import HEAD_FITS
from tests.support.browser import Server, expect
from tests.support.server import Client


def test_what_is_open_at_a_table_outlives_another_picture_of_it(new_page: Callable[..., Any], server: Server) -> None:
    """A campaign's week and its sortie stand in frames of their own; news in between closes no menu."""
    client = Client(server.address.rstrip("/"))
    table = str(
        client.post("/api/tables", game="campaign", scenario="pilot", seed="frames", seats={"player": "me"})["id"]
    )
    page = new_page(viewport={"width": 1280, "height": 720})
    page.goto(f"{server.address}#/table/{table}/player")
    page.locator("[data-kind]").first.wait_for()
    weekly = page.locator(".board").count() == 0
    page.get_by_role("button", name="Game", exact=True).click()
    page.get_by_role("dialog").wait_for()
    for _ in range(60):
        view = client.my_turn(table, "player")
        if (page.locator(".board").count() == 0) != weekly:
            break
        client.at(table, "hand-over", seat="player", bot="standard", until="question")
        page.wait_for_function(
            "n => document.querySelector('[data-kind]')?.dataset.number !== String(n)", arg=view["decision"]["number"]
        )
    else:
        raise AssertionError("no sortie was flown")
    client.close()
    expect(page.get_by_role("dialog")).to_have_count(1)


FRONT_FITS = "() => (told => told.scrollHeight <= told.clientHeight)(document.querySelector('.front .told'))"


@pytest.mark.parametrize("locale", ["en", "pl"])
def test_the_head_and_the_front_of_a_sortie_are_whole_on_a_laptop(
    new_page: Callable[..., Any], server: Server, locale: str
) -> None:
    """A sortie has a longer title than a week; this career begins with one."""
    client = Client(server.address.rstrip("/"))
    made = client.post("/api/tables", game="campaign", scenario="seasoned", seats={"player": "me"}, seed="s7")
    client.close()
    page = new_page(viewport={"width": 1280, "height": 720}, locale=locale)
    page.goto(f"{server.address}#/table/{made['id']}/player")
    page.locator(".board").first.wait_for()
    page.wait_for_function(HEAD_FITS)
    page.wait_for_function(FRONT_FITS)
