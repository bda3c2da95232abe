"""After a game, in the browser: the debrief, a turning point, chapters, and playing on in the other seat."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import viermot
from tests.games.nightfighter.page_positions import ATTACK
from tests.support.browser import ANSWERED, Pilot, Server, expect, faults_by_axe, picture

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
    page.get_by_role("link", name="Debrief").first.click()
    page.get_by_role("heading", name="Lancaster I/III shot down in turn").wait_for()
    page.get_by_text("The game is over").first.wait_for()
    page.get_by_text("in your favour").or_(page.get_by_text("against you")).first.wait_for()
    on = page.get_by_role("button", name="Play on from here")
    expect(on, "there is nothing to play after the end").to_have_attribute("aria-disabled", "true")
    pilot.press("p")
    page.get_by_role("log").get_by_text("choose a turning point").wait_for()
    pilot.press("1")
    page.locator(".turning li.on", has_text="52 %").wait_for()
    expect(on).to_have_attribute("aria-disabled", "false")
    page.get_by_role("button", name="Next: ").wait_for()  # the ladder goes on from here, too
    assert faults_by_axe(page) == []
    page.get_by_role("radio", name="Known to: umpire").click()
    pilot.press("r")
    page.get_by_role("button", name="Next loss").click()  # the umpire's: his bomber
    page.locator("aside").get_by_text("201 has shot down C1 (146)").first.wait_for()
    page.get_by_role("button", name="Next turn").click()
    page.get_by_role("button", name="Play on from here").click()
    page.locator(".chip", has_text="A branch").wait_for()
    assert "/umpire" in page.url
    before = page.locator("[data-before]")  # a branch begins with the log that led to it
    expect(before).to_contain_text(re.compile(r"Turn \d+ · "))
    page.get_by_role("link", name="its replay").wait_for()


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


# where the map was looked at from in each frame, and which question was open, if any
CAMERA = """
  window.cameras = [];
  const film = () => {
    const drawn = document.querySelector(".board svg > g")?.getAttribute("transform");
    const number = Number(document.querySelector("[data-kind]")?.dataset.number ?? -1);
    if (drawn) window.cameras.push([number, drawn]);
    requestAnimationFrame(film);
  };
  film();
"""
SCALE = """() => document.querySelector(".board svg > g").getCTM().a"""


def to_the_kill(page: Any, server: Server) -> Pilot:
    """The coached first game, at a pace, up to the card of its kill."""
    page.add_init_script(HEARD)
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
    page.locator("[data-combat]", has_text="201 has shot down C1").wait_for()
    return pilot


def test_an_attack_is_watched_from_near_by_and_nothing_moves_while_one_chooses(
    new_page: Callable[..., Any], server: Server
) -> None:
    page = new_page(reduced_motion="no-preference")
    page.add_init_script(CAMERA)
    pilot = to_the_kill(page, server)
    page.wait_for_function(f"() => ({SCALE})() >= 1.5")
    news = page.locator(".prompt .news", has_text="201 has shot down C1")
    news.wait_for()
    pilot.press("Enter")
    news.wait_for(state="detached")
    page.wait_for_function(f"() => ({SCALE})() < 1.5")
    film = page.evaluate("window.cameras")
    asked = {number for number, _ in film if number >= 0}
    assert len(asked) > 3
    for each in asked:
        seen = [camera for number, camera in film if number == each][2:]  # framed for it in its first frames
        assert len(set(seen)) <= 1, f"the map moved under the cursor while question {each} was open"


def test_who_wants_nothing_to_move_watches_from_afar(new_page: Callable[..., Any], server: Server) -> None:
    page = new_page(reduced_motion="reduce")
    pilot = to_the_kill(page, server)
    assert page.evaluate(SCALE) < 1.5
    pilot.press("Enter")


def test_a_kill_is_held_until_it_is_read(new_page: Callable[..., Any], server: Server) -> None:
    """At a pace: the card of the attack waits for Enter, the caption says what is heard, a wreck burns on the map."""
    page = new_page()
    page.add_init_script(SIDES)
    pilot = to_the_kill(page, server)
    held = page.locator("[data-held]")
    sides = page.evaluate("window.sides")
    assert sides and all(sides), "the card hid the attack before its first shot"
    page.locator("[data-caption]").wait_for()
    expect(page.get_by_role("button", name="Go on"), "one way on, not two").to_have_count(1)
    expect(page.locator("[data-wreck]")).to_have_count(1)
    expect(page.locator(".counter.fighter")).to_have_count(1)
    expect(page.locator(".counter.fighter .id"), "no name under the flames").to_have_count(0)
    expect(page.locator("[data-flash=tracer]")).to_have_count(1)
    expect(page.locator("[data-flash=flame]")).to_have_count(1)
    assert faults_by_axe(page) == []
    page.emulate_media(reduced_motion="reduce")
    moving = "() => [...document.querySelectorAll('.board svg *')].filter(each => each.getAnimations().length).length"
    picture(page, "night-kill")
    assert page.evaluate(moving) == 0, "nothing moves for who wants nothing to move"
    pilot.press("Enter")
    held.wait_for(state="detached")
    page.locator(".board .wreck").first.wait_for()  # over or not, the wreck stays
    expect(page.locator("[data-flash]")).to_have_count(0)
    page.locator(".counter.fighter .id").first.wait_for()
    head = page.locator("header").first.inner_text()
    assert "Your first interception" in head and "against 3" not in head, "a lesson is no scenario of the book"
    page.get_by_role("link", name="Debrief").first.click()
    page.locator(".luck", has_text="luck had no part in it").wait_for()
    page.get_by_role("button", name="Next: ").wait_for()  # whichever has not been played on this server


def test_an_attack_on_a_phone_leaves_the_map_to_the_next_question(new_page: Callable[..., Any], server: Server) -> None:
    """When all is told the card is one line, that opens it again; and no key is named to a finger."""
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    pilot = Pilot(page, server)
    pilot.load(ATTACK, seed="x2")  # a miss: the game goes on
    while pilot.kind != "attack":
        number = pilot.number
        page.locator(".prompt .buttons button:has(.label)").first.tap()
        page.wait_for_function(ANSWERED, arg=number)
    number = pilot.number
    page.locator(".prompt .buttons button", has_text="guns").tap()
    page.wait_for_function(ANSWERED, arg=number)
    held, line = page.locator("[data-held]"), page.locator(".digest li button")
    held.or_(line).first.wait_for()
    expect(page.locator("button kbd:visible")).to_have_count(0)
    if held.count():
        held.tap()
    line.wait_for()
    expect(page.locator("[data-combat]")).to_have_count(0)
    assert page.locator(".stage").bounding_box()["height"] < 130
    what = line.locator("span").inner_text()
    expect(line.locator("b"), "what came of it, and what it was").not_to_have_text(what, use_inner_text=True)
    line.tap()
    page.locator("[data-combat]").wait_for()


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
