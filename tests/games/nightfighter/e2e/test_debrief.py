"""After a game, in the browser: the debrief, a turning point, chapters, and playing on in the other seat."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import viermot
from tests.games.nightfighter.page_positions import ATTACK
from tests.support.browser import ANSWERED, Pilot, Server, faults_by_axe, picture

HEARD = """localStorage.setItem("viermot.settings", JSON.stringify({ pace: "quick", captions: true }))"""
BEGIN = """async () => {
  const me = await (await fetch("/api/me")).json();
  const headers = { "x-csrf-token": me.csrf, "content-type": "application/json" };
  return (await (await fetch("/api/lessons/nightfighter/first", { method: "POST", headers, body: "{}" })).json()).id;
}"""


def test_a_debrief_and_a_branch(new_page: Callable[..., Any], server: Server, tmp_path: Path) -> None:
    """Keys alone: turning point 1, then E; then as umpire, played on from there."""
    game = viermot.new_game("nightfighter", "4B", seed="a1", seats={"player": "standard", "umpire": "standard"})
    file = tmp_path / "over.json"
    game.save(file)
    pilot = Pilot(new_page(), server)
    page = pilot.page
    pilot.load_save(file)
    page.get_by_role("link", name="Debrief").click()
    page.get_by_role("heading", name="Lancaster I/III shot down in turn").wait_for()
    page.get_by_text("The game is over").first.wait_for()
    page.get_by_text("in your favour").or_(page.get_by_text("against you")).first.wait_for()
    pilot.press("1")
    page.locator(".turning li.on", has_text="52 %").wait_for()
    assert faults_by_axe(page) == []
    page.get_by_role("radio", name="As umpire knew it").click()
    pilot.press("r")
    page.get_by_role("button", name="Next loss").click()  # the umpire's: his bomber
    page.locator("aside").get_by_text("201 shoots C1 (146) down").first.wait_for()
    page.get_by_role("button", name="Next turn").click()
    page.get_by_role("button", name="Play on from here").click()
    page.locator(".chip", has_text="A branch").wait_for()
    assert "/umpire" in page.url


# on which side the card of an attack lay in each frame; what it is about happens on the right
SIDES = """
  window.sides = [];
  const look = () => {
    const card = document.querySelector("[data-combat]")?.closest(".stage");
    if (card) window.sides.push(card.classList.contains("left"));
    requestAnimationFrame(look);
  };
  look();
"""


def test_a_kill_is_held_until_it_is_read(new_page: Callable[..., Any], server: Server) -> None:
    """At a pace: the card of the attack waits for Enter, the caption says what is heard, a wreck burns on the map."""
    page = new_page()
    page.add_init_script(HEARD)
    page.add_init_script(SIDES)
    pilot = Pilot(page, server)
    pilot.open()
    table = page.evaluate(BEGIN)
    pilot.open(f"table/{table}/player")
    held, coached = page.locator("[data-held]"), page.locator(".coach .do")
    for _ in range(40):
        held.or_(coached).first.wait_for()
        if held.count():
            break
        number = pilot.number
        coached.click()
        page.wait_for_function(ANSWERED, arg=number)
    page.locator("[data-combat]", has_text="201 shoots C1 down").wait_for()
    sides = page.evaluate("window.sides")
    assert sides and all(sides), "the card hid the attack before its first shot"
    page.locator("[data-caption]").wait_for()
    assert page.locator("[data-wreck]").count() == 1
    assert page.locator("[data-flash=tracer]").count() == page.locator("[data-flash=flame]").count() == 1
    assert faults_by_axe(page) == []
    page.emulate_media(reduced_motion="reduce")
    moving = "() => [...document.querySelectorAll('.board svg *')].filter(each => each.getAnimations().length).length"
    picture(page, "night-kill")
    assert page.evaluate(moving) == 0, "nothing moves for who wants nothing to move"
    pilot.press("Enter")
    held.wait_for(state="detached")
    page.locator(".board .wreck").first.wait_for()  # over or not, the wreck stays
    assert page.locator("[data-flash]").count() == 0


def test_whoever_has_news_told_at_once_sees_nothing_move(new_page: Callable[..., Any], server: Server) -> None:
    """No tracer, no glide, no flicker: animation off is off. What flew about is noted as the page draws it."""
    pilot = Pilot(new_page(), server)
    page = pilot.page
    page.add_init_script(
        """window.flashed = 0;
        new MutationObserver(() => { if (document.querySelector("[data-flash]")) window.flashed += 1; })
          .observe(document, { subtree: true, childList: true });"""
    )
    pilot.load(ATTACK)
    pilot.answer()
    pilot.kind  # noqa: B018 (waits until all has been told)
    assert page.evaluate("[window.flashed, document.documentElement.hasAttribute('data-still')]") == [0, True]
    assert page.evaluate("getComputedStyle(document.querySelector('.counter')).transitionDuration") == "0s"
