"""At a host: two tabs of one person, and a saved game that somebody else joins."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import viermot
from tests.support.browser import Pilot, Server, signed_in
from tests.support.kits import sample


def sign_out(page: Any, host: Server) -> None:
    """In a tab of its own."""
    other = page.context.new_page()
    other.goto(host.address)
    other.get_by_role("button", name="Sign out").click()
    other.get_by_role("link", name="Sign in").first.wait_for()
    other.close()


def sign_in_again(page: Any) -> None:
    """Back to where it was."""
    page.get_by_label("Name").fill("anna")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Sign in").click()
    page.locator("[data-kind]").first.wait_for()


def test_signing_out_in_one_tab_shows_in_the_other(new_page: Callable[..., Any], host: Server) -> None:
    """And whoever signs in there again is back at the table."""
    page = new_page(quiet=("401",))
    anna = signed_in(page, host, "anna")
    anna.begin("1", "tabs")
    where, asked = page.url, anna.kind
    sign_out(page, host)
    sign_in_again(page)
    assert (page.url, anna.kind) == (where, asked)
    anna.answer()
    anna.open()  # in the lobby nothing is watched: it is noticed when something is asked for
    game = page.locator("article h3 a").first
    game.wait_for()
    sign_out(page, host)
    game.click()
    sign_in_again(page)
    assert page.url == where


def test_a_table_that_is_not_there_says_so(new_page: Callable[..., Any], server: Server) -> None:
    page = new_page(quiet=("404",))
    Pilot(page, server).open("table/no-such-table/player")
    page.get_by_role("heading", name="no longer there").wait_for()


def test_a_seat_of_a_saved_game_is_left_open(new_page: Callable[..., Any], host: Server, tmp_path: Path) -> None:
    save = tmp_path / "game.json"
    viermot.new_game(sample(), scenario="1").save(save)
    anna = signed_in(new_page(), host, "anna")
    anna.load_save(save, umpire="open")
    page = anna.page
    assert page.url.endswith("/player")
    page.get_by_role("button", name="Game", exact=True).click()
    page.get_by_role("button", name="invite somebody").click()
    link = page.get_by_label("Invitation link").input_value()
    bert = signed_in(new_page(), host, "bert")
    bert.page.goto(link)
    bert.page.get_by_role("button", name="Take the seat").click()
    bert.page.locator("[data-kind]").first.wait_for()
    assert bert.page.url.endswith("/umpire")


def test_another_password_and_leaving(new_page: Callable[..., Any], host: Server) -> None:
    page = new_page(quiet=("401", "403"))
    signed_in(page, host, "anna")
    page.get_by_role("link", name="Your account: anna").click()
    page.get_by_text("Nobody has tried your name").wait_for()
    page.get_by_label("Present password").fill("not my password")
    page.get_by_label("New password").fill("battery staple")
    page.get_by_role("button", name="Change the password").click()
    page.get_by_role("alert").get_by_text("That is not your password").wait_for()
    page.get_by_label("Present password").fill("correct horse")
    page.get_by_role("button", name="Change the password").click()
    page.get_by_text("has been changed").wait_for()
    page.get_by_text("127.0.0.1").wait_for()  # the wrong one above
    page.get_by_role("button", name="Sign out everywhere").click()
    page.get_by_role("link", name="Sign in").first.click()
    page.get_by_label("Name").fill("anna")
    page.get_by_label("Password").fill("battery staple")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Your account: anna").click()
    page.get_by_role("button", name="Delete the account").click()
    page.get_by_label("Password", exact=True).fill("battery staple")
    page.get_by_role("button", name="Yes, delete my account").click()
    page.get_by_role("link", name="Sign in").first.click()
    page.get_by_label("Name").fill("anna")
    page.get_by_label("Password").fill("battery staple")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("alert").wait_for()


def test_deleting_a_game_of_two_says_that_it_stays(new_page: Callable[..., Any], host: Server) -> None:
    anna = signed_in(new_page(), host, "anna")
    anna.open(f"game/{sample()}")
    page = anna.page
    made = page.evaluate(
        """async (game) => {
          const me = await (await fetch("/api/me")).json();
          const post = async (path, body) => (await fetch(path, {method: "POST", body: JSON.stringify(body),
            headers: {"content-type": "application/json", "x-csrf-token": me.csrf}})).json();
          const {id} = await post("/api/tables", {game, scenario: "1",
            seats: {player: "me", umpire: "open"}});
          return post(`/api/tables/${id}/invite`, {seat: "umpire"});
        }""",
        sample(),
    )
    bert = signed_in(new_page(), host, "bert")
    bert.page.goto(host.address + made["path"].lstrip("/"))
    bert.page.get_by_role("button", name="Take the seat").click()
    bert.page.locator("[data-kind]").first.wait_for()
    anna.open()
    page.get_by_role("button", name="Delete").first.click()
    page.get_by_role("button", name="I resign, and it stays with bert").click()
    page.locator("article h3 a").first.wait_for(state="detached")
    bert.open()
    bert.page.locator("article h3 a").first.wait_for()
