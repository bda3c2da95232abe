"""A coached German night on a laptop: the orders that the coach asks for and the points are in sight with him."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.test_layout import LESSONS, SIZES
from tests.e2e.test_lessons import Pupil
from tests.support.browser import Server, comes_true

HIMMELBETT = next(each for each in LESSONS if each.id == "himmelbett")
MOST = """() => {
  const { top, bottom } = document.querySelector(".sheet .rows").getBoundingClientRect();
  const rows = [...document.querySelectorAll(".sheet li")].map(each => each.getBoundingClientRect());
  return rows.filter(each => each.top >= top && each.bottom <= bottom).length >= 17;
}"""
ADVISED = """() => {
  const { top, bottom } = document.querySelector(".sheet .rows").getBoundingClientRect();
  const rows = [...document.querySelectorAll(".sheet .advised")].map(each => each.getBoundingClientRect());
  return rows.length > 0 && rows.every(each => each.top >= top && each.bottom <= bottom);
}"""
POINTS = """() => {
  const { bottom } = document.querySelector(".upper").getBoundingClientRect();
  return document.querySelector(".figures").getBoundingClientRect().bottom <= bottom;
}"""

FITS = (
    "() => [...document.querySelectorAll('.figures dt, .sky dt')].every(each => each.scrollWidth <= each.clientWidth)"
)


@pytest.mark.parametrize("locale", ["en", "pl"])
def test_what_the_coach_asks_for_and_the_points_are_in_sight(
    new_page: Callable[..., Any], server: Server, locale: str
) -> None:
    pupil = Pupil(new_page(**SIZES["laptop"]), server)
    pupil.learn(HIMMELBETT, locale)
    sheets = 0
    for _ in range(4):
        assert pupil.state == "asks"
        if pupil.page.locator(".sheet").count():
            sheets += 1
            for script in (MOST, ADVISED, POINTS, FITS):
                comes_true(pupil.page, script, why=f"{script} at step {pupil.step}")
        pupil.obey()
    assert sheets >= 2
