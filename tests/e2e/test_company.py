"""Two people in two browsers: the link on the table, a guest who takes it, names instead of seats, the title."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.support.browser import Server, expect, faults_by_axe, picture, signed_in
from tests.support.kits import sample

PHONE = {"width": 390, "height": 844}


def test_a_stranger_looks_round_and_is_at_a_coached_game_with_one_press(
    new_page: Callable[..., Any], host: Server
) -> None:
    page = new_page(viewport=PHONE)
    page.goto(host.address)
    page.get_by_text("Start here").wait_for()
    expect(page.get_by_role("region", name="step by step").get_by_role("button", name="Begin")).to_have_count(0)
    assert faults_by_axe(page) == []
    picture(page, "door")
    page.get_by_role("button", name="Begin", exact=True).click()
    page.get_by_text("step 1 of").wait_for()
    page.goto(host.address)
    page.get_by_role("link", name="Open an account").wait_for()


def test_a_guest_takes_the_link_that_stands_on_the_table(new_page: Callable[..., Any], host: Server) -> None:
    anna = new_page()
    signed_in(anna, host, "anna")
    anna.goto(f"{host.address}#/game/{sample()}/3")
    anna.get_by_label("umpire", exact=True).select_option("open")
    anna.get_by_label("counts as gone").select_option("an hour")
    anna.get_by_role("button", name="Begin").click()
    link = anna.locator("[data-bar=open] input").input_value()
    anna.get_by_text("Waiting for somebody to sit down").wait_for()
    assert faults_by_axe(anna) == []
    guest = new_page(quiet=("409",), viewport=PHONE)  # a name that is refused
    asked = list[str]()
    guest.on("request", lambda request: asked.append(f"{request.method} {Path(urlsplit(request.url).path).parent}"))
    guest.goto(link)
    guest.get_by_text("anna").first.wait_for()
    assert faults_by_axe(guest) == []
    guest.get_by_label("Your name here").fill("operator")
    guest.get_by_role("button", name="Play as a guest").click()
    guest.get_by_role("alert").get_by_text("reserved").wait_for()
    guest.get_by_label("Your name here").fill("bobby")
    guest.get_by_role("button", name="Play as a guest").click()
    guest.locator("[data-kind]").first.wait_for()
    assert asked.count("GET /api/join") == 1, "once the seat is taken the link leads nowhere: it is not read again"
    anna.locator("[data-bar=open]").wait_for(state="detached")
    anna.get_by_text("Waiting for bobby").or_(anna.locator(".prompt.asked")).first.wait_for()
    titles = [anna.title(), guest.title()]
    assert any("Your turn" in title for title in titles), titles
    anna.get_by_role("tab", name="Talk").click()
    guest.get_by_role("tab", name="Talk").click()
    guest.get_by_label("Say something").fill("hello")
    guest.get_by_role("button", name="Send").click()
    anna.get_by_role("button", name="About bobby").click()
    assert faults_by_axe(anna) == []
    anna.get_by_role("button", name="Mute").click()
    anna.get_by_text("Muted or blocked:").wait_for()
    anna.goto(host.address)
    card = anna.get_by_role("article").filter(has_text="Ju88C-2")
    expect(card).to_contain_text("bobby", use_inner_text=True)
    card.click(position={"x": 200, "y": 80})
    anna.locator("[data-kind]").first.wait_for()
