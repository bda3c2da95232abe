"""Nothing is lost at the table: costs said and asked again, the computer stopped, running games in files."""

from __future__ import annotations

import json
from pathlib import Path

from tests.support.browser import Pilot, expect, picture

EDGE = """
scenario = "4B"
turn = 3
phase = 3
visibility = "good"
[[fighter]]
id = 201
at = "1002 N"
[[attacker]]
id = 113
at = "1020 S"
"""


def menu(pilot: Pilot) -> None:
    pilot.page.get_by_role("button", name="Game", exact=True).click()
    pilot.page.get_by_role("dialog").wait_for()


def test_leaving_the_map_shows_its_cost_and_needs_a_second_press(pilot: Pilot) -> None:
    pilot.load(EDGE)
    assert pilot.kind == "path"
    pilot.press("w", "w")
    expect(pilot.page.locator(".begun")).to_contain_text("out of the game for good", use_inner_text=True)
    pilot.press("Enter")
    bar = pilot.page.locator("[data-bar=warned]")
    bar.get_by_text("It is your last fighter: the game is over.").wait_for()
    picture(pilot.page, "warned")
    assert pilot.kind == "path"
    bar.get_by_role("button", name="Not now").click()
    bar.wait_for(state="detached")
    pilot.press("Enter")
    bar.wait_for()
    pilot.press("Enter")
    pilot.page.wait_for_function("() => document.querySelector('[data-kind]').dataset.kind === 'over'")


def test_a_path_that_ends_facing_the_edge_is_told_before_it_is_flown(pilot: Pilot) -> None:
    """It leaves the map with the next move, and will not be asked again: said now, and asked once more."""
    pilot.load(EDGE)
    assert pilot.kind == "path"
    pilot.press("w", "a", "w", "Enter")
    bar = pilot.page.locator("[data-bar=warned]")
    bar.get_by_text("its next move takes it out").wait_for()
    assert pilot.kind == "path"
    before = pilot.number
    pilot.press("Enter")
    pilot.page.wait_for_function("n => document.querySelector('[data-kind]').dataset.number !== String(n)", arg=before)


def test_a_path_of_very_many_stays_drawn_while_its_cost_is_told(pilot: Pilot) -> None:
    """Where the ways are too many to be told beforehand what each costs, it is asked when one is chosen."""
    pilot.load(EDGE.replace('"4B"', '"5"').replace('"1002 N"', '"1005 N"\ndives = 0'))
    assert pilot.kind == "path"
    pilot.press("w", "w", "w", "w")
    drawn = pilot.page.locator(".begun").inner_text()
    assert "1001" in drawn
    pilot.press("Enter")
    pilot.page.locator("[data-bar=warned]").get_by_text("its next move takes it out").wait_for()
    expect(pilot.page.locator(".begun")).to_have_text(drawn, use_inner_text=True)


def test_the_computer_is_asked_how_far_watched_and_stopped(pilot: Pilot) -> None:
    pilot.begin("4B", "lend")
    assert pilot.kind == "place_fighter"
    menu(pilot)
    pilot.page.get_by_role("button", name="let standard play").click()
    group = pilot.page.get_by_role("group", name="How long should the computer (standard) play?")
    expect(group.get_by_role("button")).to_have_text(
        ["this question", "this turn", "to the end", "Not now"], use_inner_text=True
    )
    picture(pilot.page, "lending")
    group.get_by_role("button", name="to the end").click()
    group.get_by_role("button", name="Yes, to the end").click()
    bar = pilot.page.locator("[data-bar=lent]")
    bar.get_by_text("The computer (standard) plays for you: to the end.").wait_for()
    expect(pilot.page.locator("section.prompt [data-bar=lent]"), "in the prompt's own place").to_have_count(1)
    pilot.page.locator(".counter.fighter").first.wait_for()
    picture(pilot.page, "lent")
    bar.get_by_role("button", name="Take it back").click()
    bar.wait_for(state="detached")
    assert pilot.kind not in ("over", "waiting") and pilot.number < 12
    menu(pilot)
    pilot.page.get_by_role("button", name="let standard play").click()
    pilot.page.get_by_role("button", name="this question").click()
    before = pilot.number
    pilot.page.wait_for_function("n => Number(document.querySelector('[data-kind]').dataset.number) > n", arg=before)
    expect(bar, "this question, and no more").to_have_count(0)
    assert pilot.kind


def test_a_running_game_is_saved_sealed_loaded_again_and_opened_on_record(pilot: Pilot, tmp_path: Path) -> None:
    pilot.begin("4B", "keep")
    pilot.answer()
    pilot.answer()
    assert pilot.kind
    number = pilot.number
    menu(pilot)
    with pilot.page.expect_download() as coming:
        pilot.page.get_by_role("button", name="Save to a file").click()
    file = tmp_path / "running.json"
    coming.value.save_as(file)
    assert json.loads(file.read_text())["viermot"] == "sealed"
    pilot.page.get_by_role("button", name="A whole, open copy").click()
    picture(pilot.page, "open-copy")
    with pilot.page.expect_download() as coming:
        pilot.page.get_by_role("button", name="Yes, open it").click()
    assert json.loads(Path(coming.value.path()).read_text())["viermot"] == "save"
    pilot.press("Escape")
    pilot.page.locator(".opened").get_by_text(f"opened at decision {number}").wait_for()
    pilot.open()
    pilot.page.locator("summary", has_text="Load a saved game").click()
    pilot.page.locator("input[type=file]").set_input_files(file)
    pilot.page.get_by_text("sealed for player").wait_for()
    picture(pilot.page, "load-sealed")
    pilot.page.get_by_role("button", name="Load it").click()
    pilot.page.locator("[data-kind]").first.wait_for()
    assert pilot.kind
    assert pilot.number == number
    expect(pilot.page.locator(".opened")).to_have_count(0)
