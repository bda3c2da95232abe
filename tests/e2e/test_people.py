"""People at a table: who is gone, whose turn it is, and whom one does not want to hear, on the page."""

from __future__ import annotations

import contextlib
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from tests.support.browser import Pilot, Server, expect, faults_by_axe, picture, signed_in
from tests.support.kits import sample

LATER = 3601.0
NOTIFICATIONS = """
  window.told = [];
  window.Notification = class {
    static permission = "granted";
    static requestPermission = async () => "granted";
    constructor(title, options) { window.told.push(`${title}: ${options.body}`); }
    close() {}
  };
  Object.defineProperty(document, "hidden", { get: () => window.away === true });
"""
HER_TURN = "() => document.title.startsWith('●')"
BADGED = "() => document.querySelector('link[rel=icon]').href.startsWith('data:image/png')"


def pair(new_page: Callable[..., Any], host: Server, script: str = "") -> tuple[Pilot, Pilot]:
    """Anna the player and Bert the umpire at one table; she has waited for him, or he for her."""
    first, second = new_page(), new_page()
    if script:
        first.add_init_script(script)
    anna, bert = signed_in(first, host, "anna"), signed_in(second, host, "bert")
    anna.open(f"game/{sample()}/3")
    first.get_by_label("umpire", exact=True).select_option("open")
    first.get_by_label("counts as gone").select_option("an hour")
    first.get_by_role("button", name="Begin").click()
    link = first.locator("[data-bar=open] input").input_value()
    second.goto(link)
    second.get_by_role("button", name="Take the seat").click()
    second.locator("[data-kind]").first.wait_for()
    first.locator("[data-bar=open]").wait_for(state="detached")
    return anna, bert


def until_she_waits(anna: Pilot, bert: Pilot) -> None:
    """They play until it is his turn and not hers."""
    for _ in range(40):
        shown = [pilot.page.locator("[data-kind]").first.get_attribute("data-kind") for pilot in (anna, bert)]
        if shown[0] == "waiting" and shown[1] not in ("waiting", "narrating"):
            return
        pilot = bert if shown[0] == "waiting" else anna
        if shown[0] == "narrating" or (pilot is bert and shown[1] in ("waiting", "narrating")):
            anna.page.wait_for_timeout(100)
        else:
            pilot.answer()
    raise AssertionError("she never waits for him")


def turn_the_clock(anna: Pilot, host: Server) -> None:
    """An hour later, on the page and on the server: what the database remembers of the seats is an hour older."""
    host.stop()
    with contextlib.closing(sqlite3.connect(host.games)) as base:
        for table, columns in (("decisions", ["at"]), ("seats", ["changed"]), ("games", ["created", "changed"])):
            for column in columns:
                base.execute(f"update {table} set {column} = {column} - {LATER}")
        base.commit()
    host.start()
    anna.page.reload()


GONE = ("WebSocket", "ERR_CONNECTION", "Failed to load")


@pytest.mark.parametrize("what", ["play on", "end"])
def test_an_opponent_who_is_gone_is_waited_for_played_for_or_given_up(
    new_page: Callable[..., Any], host: Server, what: str
) -> None:
    quiet = lambda **wishes: new_page(quiet=GONE, **wishes)  # noqa: E731 - the server is restarted under both
    anna, bert = pair(quiet, host)
    until_she_waits(anna, bert)
    bar = anna.page.locator("[data-bar=gone]")
    expect(bar, "not before the time agreed on").to_have_count(0)
    turn_the_clock(anna, host)
    bar.wait_for()
    expect(bar).to_contain_text("bert", use_inner_text=True)
    assert faults_by_axe(anna.page) == []
    picture(anna.page, "gone")
    if what == "play on":
        bar.get_by_role("button", name="Let the computer play on").click()
        bar.wait_for(state="detached")
        anna.page.wait_for_function(
            "() => !['waiting', 'narrating'].includes(document.querySelector('[data-kind]').dataset.kind)"
        )
        bert.page.reload()
        bert.page.locator("[data-bar=lent]").get_by_role("button", name="Take it back").click()
        bert.page.locator("[data-bar=lent]").wait_for(state="detached")
        return
    bar.get_by_role("button", name="End the game").click()
    bar.get_by_role("button", name="Not now").click()
    assert anna.kind_now() == "waiting", "the first press only asks"
    bar.get_by_role("button", name="End the game").click()
    bar.locator(".danger").click()
    anna.page.get_by_role("region", name="Result").wait_for()
    bert.page.reload()
    bert.page.get_by_role("region", name="Result").wait_for()


def test_title_icon_and_notification_say_that_it_is_her_turn(new_page: Callable[..., Any], host: Server) -> None:
    anna, bert = pair(new_page, host, NOTIFICATIONS)
    table = anna.page.url
    anna.open()
    anna.page.get_by_role("button", name="Settings").click()
    anna.page.get_by_role("button", name="Let the browser tell me").click()
    anna.page.get_by_role("button", name="No more notifications").wait_for()
    anna.page.goto(table)
    anna.page.locator("[data-kind]").first.wait_for()
    until_she_waits(anna, bert)
    anna.page.wait_for_function("() => !document.title.startsWith('●')")
    anna.page.wait_for_function(f"() => !({BADGED})()")
    anna.page.evaluate("() => { window.away = true; window.told = []; }")
    for _ in range(60):
        if anna.page.evaluate(HER_TURN):
            break
        if bert.kind_now() not in ("waiting", "narrating"):
            bert.answer()
        anna.page.wait_for_timeout(100)
    anna.page.wait_for_function(HER_TURN)
    anna.page.wait_for_function(BADGED)
    told = anna.page.evaluate("window.told")
    assert len(told) == 1 and told[0].startswith("Your turn: "), told
    anna.page.evaluate("() => { window.away = false; window.told = []; }")
    anna.open()
    anna.page.get_by_role("heading", name="Your games").wait_for()
    anna.page.wait_for_function(HER_TURN)
    assert anna.page.evaluate("window.told.length") == 0, "who looks at the page is not told besides"


def test_mute_block_and_report_from_the_talk(new_page: Callable[..., Any], host: Server) -> None:
    anna, bert = pair(new_page, host)
    for pilot in (anna, bert):
        pilot.page.get_by_role("tab", name="Talk").click()

    def said(text: str) -> None:
        bert.page.get_by_label("Say something").fill(text)
        bert.page.get_by_role("button", name="Send").click()
        bert.page.get_by_text(text).wait_for()

    said("something ugly")
    hers = anna.page.locator(".talk")
    hers.get_by_text("something ugly").wait_for()
    hers.get_by_role("button", name="About bert").click()
    hers.get_by_label("What is wrong with it").fill("please look")
    hers.get_by_role("button", name="Report").click()
    anna.page.get_by_role("log").get_by_text("The operator has been told.").wait_for()
    command = [sys.executable, "-m", "viermot", "complaints", "--database", str(host.games)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "anna about bert" in told and "something ugly" in told and "please look" in told
    for press, chip in (("Mute", "muted"), ("Block", "blocked")):
        hers.get_by_role("button", name="About bert").first.click()
        hers.get_by_role("button", name=press).click()
        hers.locator(".silenced").get_by_text(chip).wait_for()
        anna.page.wait_for_function("() => !document.querySelector('.talk ul').textContent.includes('ugly')")
        said(f"unheard after {press}")
        anna.page.wait_for_timeout(300)
        expect(hers.get_by_text(f"unheard after {press}")).to_have_count(0)
        assert faults_by_axe(anna.page) == []
        hers.get_by_role("button", name="Hear again: bert").click()
        hers.get_by_text("something ugly").wait_for()
