"""Small things at the table: why not, rules, undo, pencil, odds, pace, reload, the curtain, the umpire's look."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.games.nightfighter.page_positions import ATTACK, CHASE, TAIL
from tests.support.browser import ANSWERED, Pilot, Server, expect, faults_by_axe, picture


def hex_at(pilot: Pilot, hex_: str) -> dict[str, float]:
    """Where a hex is on the screen, worked out from the drawing."""
    found: dict[str, float] = pilot.page.evaluate(
        """hex => {
          const column = Number(hex.slice(0, 2)), row = Number(hex.slice(2));
          const x = 60 + 39 * (column - 1), y = 58 + 26 * Math.sqrt(3) * (row - 1 + (column % 2 ? 0 : 0.5));
          const svg = document.querySelector('.board svg');
          const across = Number(svg.dataset.across);  // north is to the left on a wide screen
          const drawn = across ? new DOMPoint(y, across - x) : new DOMPoint(x, y);
          const point = drawn.matrixTransform(svg.querySelector('g').getScreenCTM());
          return { x: point.x, y: point.y };
        }""",
        hex_,
    )
    return found


def test_an_unlit_hex_says_why_not_with_its_rule(pilot: Pilot) -> None:
    pilot.load(CHASE)
    assert pilot.kind == "path"
    pilot._click(hex_at(pilot, "0620"))
    why = pilot.page.locator(".why")
    why.get_by_text("Why not 0620?").wait_for()
    why.get_by_role("button", name="Rule 9.1a").click()
    pilot.page.get_by_role("dialog").get_by_role("heading", name="9.1a").wait_for()
    picture(pilot.page, "why-not")


def test_a_start_is_chosen_on_the_whole_map_and_nothing_moves_under_the_cursor(pilot: Pilot) -> None:
    """The map lies on its side, all of it in sight; the arrows are large enough to be pressed."""
    pilot.begin("1", "start")
    page, arrow = pilot.page, pilot.page.locator(".chevron").first

    def lies() -> list[dict[str, float]]:
        return [hex_at(pilot, corner) for corner in ("0101", "1801", "0127", "1827")]

    whole, area = lies(), page.locator(".board").bounding_box()
    assert all(area["x"] < at["x"] < area["x"] + area["width"] for at in whole)
    assert all(area["y"] < at["y"] < area["y"] + area["height"] for at in whole)
    assert whole[2]["x"] > whole[0]["x"] and whole[1]["y"] < whole[0]["y"], "south to the right, column 18 on top"
    pilot._click(hex_at(pilot, "0908"))
    arrow.wait_for()
    assert arrow.bounding_box()["width"] > 9 and lies() == whole
    page.get_by_role("button", name="Clear").click()
    arrow.wait_for(state="detached")
    page.get_by_role("button", name="North up").click()
    upright = lies()
    assert upright[2]["y"] > upright[0]["y"] and upright[1]["x"] > upright[0]["x"]
    page.get_by_role("button", name="Game", exact=True).click()
    seats = page.get_by_role("dialog").locator("li")
    lent = [seats.nth(n).get_by_role("button").count() for n in (0, 1)]
    assert lent[0] >= 1, "the own seat is lent to a computer player of some level"
    assert lent[1] == 0, "the computer's is not to be taken: nobody else could sit there"


def test_a_path_by_keys_ghost_and_undo(pilot: Pilot) -> None:
    pilot.load(CHASE)
    pilot.press("w", "w", "a")
    expect(pilot.page.locator(".begun")).to_contain_text("0915 · 0914 facing NW · 2 MP", use_inner_text=True)
    picture(pilot.page, "ghost-path")
    pilot.press("Escape")
    expect(pilot.page.locator(".begun")).to_have_count(0)
    pilot.press("w", "d")
    expect(pilot.page.get_by_role("button", name="Fly it")).to_have_attribute("aria-disabled", "true")
    pilot.press("Enter")  # too short
    pilot.page.locator(".why").get_by_role("button", name=re.compile("Rule 9.1")).wait_for()
    pilot.press("w", "Enter")
    pilot.page.wait_for_function("() => document.querySelector('[data-kind]').dataset.kind === 'place_search'")
    expect(pilot.page.locator(".counter.fighter")).to_have_count(1)
    pilot.press("u")
    pilot.page.wait_for_function("() => document.querySelector('[data-kind]').dataset.kind === 'path'")


def test_a_path_by_dragging(pilot: Pilot) -> None:
    pilot.load(CHASE)
    assert pilot.kind == "path"
    for step, hex_ in enumerate(("0916", "0915", "0914")):
        at = hex_at(pilot, hex_)
        pilot.page.mouse.move(at["x"], at["y"], steps=4)
        if step == 0:
            pilot.page.mouse.down()
    pilot.page.mouse.up()
    expect(pilot.page.locator(".begun")).to_contain_text("0915 · 0914 facing N · 2 MP", use_inner_text=True)


def test_the_checklist_beside_the_plan_says_what_an_attack_lacks_and_mends_it(pilot: Pilot) -> None:
    """A click on the bomber arrives behind it; with another heading the list says so, and V turns it round."""
    pilot.load(TAIL)
    assert pilot.kind == "path"
    heading = pilot.page.locator("[data-check=heading]")
    pilot._click(hex_at(pilot, "0918"))
    pilot.page.locator(".checklist", has_text="201 can fire this turn").wait_for()
    expect(heading).to_have_class(re.compile(r"\byes\b"))
    pilot.press("d")
    pilot.page.locator(".checklist", has_text="Heading SW, not S").wait_for()
    pilot.press("v")
    pilot.page.locator(".checklist", has_text="201 can fire this turn").wait_for()
    picture(pilot.page, "checklist")
    assert faults_by_axe(pilot.page) == []


def test_a_pointer_that_rests_is_told_all_about_the_hex(pilot: Pilot) -> None:
    pilot.load(CHASE)
    assert pilot.kind == "path"
    at = hex_at(pilot, "1119")
    pilot.page.mouse.move(at["x"], at["y"])
    card = pilot.page.get_by_role("tooltip")
    card.get_by_text("C2 heading S").wait_for()
    expect(card).to_contain_text("zone N", use_inner_text=True)
    expect(card).to_contain_text("searchlights", use_inner_text=True)


def test_what_is_pointed_at_takes_the_place_of_a_reason_given_before(pilot: Pilot) -> None:
    pilot.load(CHASE)
    far, near = hex_at(pilot, "0620"), hex_at(pilot, "0917")
    pilot.page.mouse.click(far["x"], far["y"])
    pilot.page.locator(".why").get_by_text("Why not 0620?").wait_for()
    pilot.page.locator(".why").get_by_text(
        "That takes more MP than the fighter has this turn."
    ).wait_for()  # no letters to spell
    pilot.page.mouse.move(near["x"], near["y"])
    pilot.page.locator(".looked", has_text="0917").wait_for()
    expect(pilot.page.get_by_text("Why not 0620?")).to_have_count(0)


def test_searching_shows_the_ring_and_a_second_press_confirms(pilot: Pilot) -> None:
    pilot.load(CHASE)
    pilot.press("w", "w", "Enter")
    pilot.page.wait_for_function("() => document.querySelector('[data-kind]').dataset.kind === 'place_search'")
    at = hex_at(pilot, "0812")
    pilot._click(at)
    pilot.page.locator("path.ring").wait_for()
    picture(pilot.page, "search-ring")
    pilot._click(at)
    pilot.page.wait_for_function("() => Number(document.querySelector('[data-kind]').dataset.number) === 2")


def test_the_cursor_speaks(pilot: Pilot) -> None:
    """Everything by keyboard: the cursor says what is in a hex and what may be done there."""
    pilot.load(CHASE)
    assert pilot.kind == "path"
    pilot.press("m", "ArrowLeft", "ArrowLeft")  # north lies to the left
    said = pilot.page.locator("[aria-live=assertive]")
    said.get_by_text(re.compile("0914.*reachable with 2 MP")).wait_for()
    pilot.press(" ", "Enter")
    pilot.page.wait_for_function("() => document.querySelector('[data-kind]').dataset.kind === 'place_search'")


def test_odds_with_every_modifier(pilot: Pilot) -> None:
    pilot.load(ATTACK)
    while pilot.kind != "attack":
        before = pilot.number
        pilot.page.locator(".prompt .buttons button:has(.label)").first.click()
        pilot.page.wait_for_function(ANSWERED, arg=before)
    pilot.press("o")
    dialog = pilot.page.get_by_role("dialog", name="The odds of an attack")
    dialog.get_by_role("button", name="Rule 11.0c").first.wait_for()
    dialog.get_by_text("goes down with").wait_for()
    picture(pilot.page, "odds")
    assert faults_by_axe(pilot.page) == []


def test_pencil_marks_stay(pilot: Pilot) -> None:
    pilot.load(CHASE)
    assert pilot.kind == "path"
    pilot.press("p")
    first, second = hex_at(pilot, "0813"), hex_at(pilot, "0817")
    pilot._click(first)
    pilot.page.mouse.move(first["x"], first["y"])
    pilot.page.mouse.down()
    pilot.page.mouse.move(second["x"], second["y"], steps=5)
    pilot.page.mouse.up()
    pilot.page.locator("line.pencilled").wait_for(state="attached")
    picture(pilot.page, "pencil")
    pilot.page.reload()
    pilot.page.locator("line.pencilled").wait_for(state="attached")
    pilot.page.locator("path.pencilled").wait_for()
    assert pilot.kind == "path"


def test_news_is_told_at_a_pace_and_can_be_skipped(new_page: Callable[..., Any], server: Server) -> None:
    page = new_page()
    page.add_init_script("localStorage.setItem('viermot.settings', JSON.stringify({ pace: 'slow' }))")
    pilot = Pilot(page, server, "pace")
    pilot.load(ATTACK)
    pilot.press("1")
    page.locator("[data-kind=narrating], [data-kind=general_tally]").wait_for()
    if page.locator("[data-kind=narrating]").count():
        page.get_by_role("button", name="Skip").click()
    assert pilot.kind != "keep_or_drop"


def test_a_question_answered_always_the_same_way(new_page: Callable[..., Any], server: Server) -> None:
    page = new_page()
    pilot = Pilot(page, server, "always")
    pilot.load(ATTACK)
    assert pilot.kind == "keep_or_drop"
    page.get_by_label("Always").check()
    pilot.press("1")
    page.wait_for_function("() => Number(document.querySelector('[data-kind]').dataset.number) >= 1")
    assert pilot.kind != "keep_or_drop"
    page.get_by_role("log").get_by_text("(as always)").first.wait_for()
    page.get_by_role("button", name="Game", exact=True).click()
    page.get_by_role("button", name="Ask me again").click()
    page.get_by_role("button", name="Ask me again").wait_for(state="detached")


def test_the_curtain_between_two_people_at_one_screen(new_page: Callable[..., Any], server: Server) -> None:
    page = new_page()
    pilot = Pilot(page, server, "curtain")
    pilot.begin("1", "curtain", player="me", umpire="me")
    handed = 0
    for _ in range(40):
        if pilot.answer() == "hand-over":
            pilot.press("Enter")
            curtain = page.get_by_role("dialog", name="Curtain")
            curtain.wait_for()
            if handed == 0:
                picture(page, "curtain")
                assert faults_by_axe(page) == []
                shown = page.evaluate("document.elementsFromPoint(640, 400).map(each => each.className)")
                assert "curtain" in str(shown[0])
            page.get_by_role("button", name=re.compile("^I am the ")).click()
            curtain.wait_for(state="detached")
            handed += 1
        if handed >= 4:
            break
    assert handed >= 4


def test_the_umpires_seat_has_both_maps(new_page: Callable[..., Any], server: Server) -> None:
    page = new_page()
    pilot = Pilot(page, server, "umpire")
    pilot.begin("3", "umpire seat", player="bot:standard", umpire="me")
    for _ in range(12):
        if pilot.answer() == "over":
            break
    page.get_by_role("button", name="Both").click()
    expect(page.locator(".board")).to_have_count(2)
    picture(page, "umpire-both")
    page.get_by_role("button", name="As the player").click()
    expect(page.locator(".board")).to_have_count(1)
    expect(page.locator(".counter.attacker")).to_have_count(0)
    page.get_by_role("tab", name="Attackers").click()
    picture(page, "umpire-as-player")
    assert faults_by_axe(page) == []


def test_replay_with_viewpoints_link_and_fork(pilot: Pilot) -> None:
    pilot.begin("1", "replay")
    pilot.play()
    pilot.page.get_by_role("link", name="Replay").click()
    page = pilot.page
    page.wait_for_function("() => Number(document.querySelector('input[type=range]')?.max) > 0")
    pilot.press("End")
    page.wait_for_function("() => location.hash.includes('at=') && !location.hash.endsWith('at=0')")
    page.get_by_role("radio", name="as umpire").click()
    page.wait_for_function("() => location.hash.includes('as=umpire')")
    page.get_by_role("tab").or_(page.get_by_text("still to come")).first.wait_for()
    picture(page, "replay")
    assert faults_by_axe(page) == []
    link = page.url
    pilot.open()
    page.goto(link)
    page.wait_for_function("() => document.querySelector('input[type=range]')?.value > 0")
    page.get_by_role("button", name="Dice report").click()
    page.get_by_role("dialog", name="Dice report").wait_for()
    pilot.press("Escape")
    page.goto(link.split("?")[0] + "?as=player&at=1")
    page.reload()
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_function("() => location.hash.startsWith('#/table/')")
    assert pilot.kind != "over"


def test_a_replay_asked_faster_than_it_answers_keeps_to_its_moment(
    new_page: Callable[..., Any], server: Server
) -> None:
    """Another viewpoint shows the moment that was asked for, though an earlier one is still on the screen; a link
    beyond the end of the record leads to its last moment.
    """
    pilot = Pilot(new_page(quiet=("at=9999",)), server)
    pilot.begin("1", "replay")
    pilot.play()
    page = pilot.page
    page.get_by_role("link", name="Replay").click()
    page.wait_for_function("() => Number(document.querySelector('input[type=range]')?.max) > 0")
    last = int(page.evaluate("() => document.querySelector('input[type=range]').max"))

    def late(request: Any) -> None:
        page.wait_for_timeout(700)
        request.continue_()

    page.route(re.compile(rf"/replay\?seat=player&at={last}\b"), late)
    pilot.press("End")
    page.get_by_role("radio", name="as umpire").click()
    page.wait_for_function("() => location.hash.includes('as=umpire')")
    assert not page.url.endswith("at=0")
    page.goto(page.url.split("?")[0] + "?as=player&at=9999")
    page.wait_for_function(f"() => location.hash.endsWith('as=player&at={last}')")


def test_a_grey_undo_says_why(pilot: Pilot) -> None:
    pilot.load(CHASE)
    assert pilot.kind == "path"
    undo = pilot.page.get_by_role("button", name=re.compile("^Undo"))
    expect(undo).to_have_attribute("aria-disabled", "true")
    reason = undo.get_attribute("title")
    assert reason
    undo.click(force=True)
    pilot.page.get_by_role("status").get_by_text(reason).first.wait_for()


def test_resigning_opens_the_map(pilot: Pilot) -> None:
    pilot.load(CHASE)
    assert pilot.kind == "path"
    pilot.page.get_by_role("button", name="Game", exact=True).click()
    pilot.page.get_by_role("button", name="Resign", exact=True).click()
    pilot.page.get_by_role("button", name="Yes, resign").click()
    pilot.page.get_by_role("region", name="Result").get_by_text("has resigned").wait_for()
    pilot.page.locator(".counter.attacker").first.wait_for()
    picture(pilot.page, "resigned")
    pilot.open()
    pilot.page.get_by_role("heading", name="Finished games").wait_for()


def test_the_log_is_in_sight_on_a_laptop_and_the_hangar_goes_to_the_aircraft(
    new_page: Callable[..., Any], server: Server
) -> None:
    """However much the panel has to say; and a link to an aircraft leads to it, not to the top of the hangar."""
    pilot = Pilot(new_page(viewport={"width": 1280, "height": 720}), server)
    page = pilot.page
    pilot.load(CHASE)
    assert pilot.kind == "path"
    box = page.locator(".below").bounding_box()
    assert box["height"] > 160 and box["y"] + box["height"] <= 721
    page.get_by_role("button", name="Clear").click(force=True)  # grey, and yet it answers
    page.get_by_text("Nothing has been drawn yet").first.wait_for()
    page.get_by_role("link", name="in the hangar").first.click()
    page.wait_for_function("scrollY > 200")
