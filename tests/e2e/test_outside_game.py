"""A game from outside this tree in the browser: at the plain table, under its own title, with its own art, to its end.

The example (docs/adding_a_game.md) is found as an installed package is, by its entry point; tests/test_outside_game.py
builds and installs it in earnest.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.browser import Pilot, Server, expect, faults_by_axe, picture

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "lamplight"
PROJECT = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
((NAME, POINT),) = PROJECT["entry-points"]["viermot.games"].items()


@pytest.fixture(scope="module")
def with_example(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server among whose packages the example is."""
    folder = tmp_path_factory.mktemp("packages")
    about = folder / f"{NAME}-{PROJECT['version']}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {NAME}\nVersion: {PROJECT['version']}\n")
    (about / "entry_points.txt").write_text(f"[viermot.games]\n{NAME} = {POINT}\n")
    made = Server(folder / "games.sqlite3", packages=(folder, EXAMPLE / "src"))
    yield made
    made.stop()


@pytest.mark.parametrize("width", [1280, 400])
def test_a_game_from_outside_is_clicked_to_its_end(
    new_page: Callable[..., Any], with_example: Server, width: int
) -> None:
    page = new_page(viewport={"width": width, "height": 800})
    pilot = Pilot(page, with_example, f"outside {width}")
    pilot.open()
    card = page.locator("article", has=page.locator(f'a[href="#/game/{NAME}"]')).first
    card.get_by_text("Lamplight").first.wait_for()
    drawn = page.evaluate(
        "async name => { const art = await fetch(`/api/static/${name}/art`); return [art.status, await art.text()]; }",
        NAME,
    )
    assert drawn == [200, (EXAMPLE / "src" / NAME / "art.svg").read_text(encoding="utf-8")]
    page.locator(f'a.go[href="#/game/{NAME}"]').click()
    page.get_by_role("heading", name="Lamplight").first.wait_for()
    page.get_by_role("button", name="Begin").click()
    page.locator("[data-kind]").first.wait_for()
    expect(page.get_by_text("Which lane?").first).to_be_visible()
    picture(page, f"outside-{width}")
    page.wait_for_function("document.documentElement.scrollWidth <= window.innerWidth")
    assert faults_by_axe(page) == []
    clicks = 0
    answer, result = page.locator(".prompt .buttons button:has(.label)"), page.locator('section[aria-label="Result"]')
    while True:
        answer.or_(result).first.wait_for()  # the result may come a moment after the last question has gone
        if result.count():
            break
        clicks += 1
        assert clicks < 60, "it does not end"
        before = pilot.number
        answer.first.click()
        page.wait_for_function(
            """before => document.querySelector('[aria-label="Result"]') !== null
               || Number(document.querySelector('[data-kind]')?.dataset.number ?? before) !== before""",
            arg=before,
        )
    assert clicks > 0
    page.get_by_role("button", name="Verify").click()
    page.get_by_text(re.compile("^Fair: ")).wait_for()
    picture(page, f"outside-{width}-over")
