"""Every screen: axe finds nothing, nothing is wider than a phone, and the page stays within its own server."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from typing import Any

import pytest

from tests.games.nightfighter.page_positions import CHASE
from tests.support.browser import PAGE, Pilot, Server, faults_by_axe, picture, signed_in

PHONE: dict[str, Any] = {"viewport": {"width": 400, "height": 800}, "has_touch": True, "is_mobile": True}
SIZES: dict[str, dict[str, Any]] = {
    "wide": {"viewport": {"width": 1280, "height": 800}},
    "tablet": {"viewport": {"width": 1024, "height": 768}, "has_touch": True},
    "phone": PHONE,
}


def settle(page: Any) -> None:
    page.wait_for_load_state("networkidle")


def no_faults(page: Any, name: str) -> None:
    """Axe is content, nothing sticks out to the side, and a picture is kept."""
    settle(page)
    picture(page, name)
    wide = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert wide[0] <= wide[1], f"{name} is {wide[0]} wide on a screen of {wide[1]}"
    assert faults_by_axe(page) == [], name


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_screens_before_a_game(new_page: Callable[..., Any], server: Server, size: str) -> None:
    page = new_page(**SIZES[size])
    pilot = Pilot(page, server)
    for name, route in (
        ("lobby", ""), ("scenario", "game/nightfighter/4B"), ("hangar", "hangar"), ("hangar-radar", "hangar/radar"),
        ("hangar-chronology", "hangar/chronology"),
    ):  # fmt: skip
        pilot.open(route)
        page.get_by_role("navigation").first.wait_for()
        no_faults(page, f"{size}-{name}")


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_screens_of_a_host(new_page: Callable[..., Any], host: Server, size: str) -> None:
    """Signing in, an invitation, and one that is worth nothing any more."""
    page = new_page(**SIZES[size], quiet=("401", "404"))
    page.goto(host.address)
    page.get_by_label("Password").wait_for()
    no_faults(page, f"{size}-login")
    page.get_by_label("Name").fill("nobody")
    page.get_by_label("Password").fill("wrong horse")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("alert").wait_for()
    no_faults(page, f"{size}-login-wrong")
    anna = signed_in(page, host, f"anna-{size}")
    no_faults(page, f"{size}-lobby-host")
    anna.open("game/nightfighter/1")
    page.get_by_label("umpire", exact=True).select_option("open")
    page.get_by_role("button", name="Begin").click()
    page.locator("[data-kind]").first.wait_for()
    page.get_by_role("button", name="Game", exact=True).click()
    page.get_by_role("button", name="invite somebody").click()
    link = page.get_by_label("Invitation link").input_value()
    no_faults(page, f"{size}-invite")
    guest = new_page(**SIZES[size], quiet=("401", "404"))
    signed_in(guest, host, f"bert-{size}")
    guest.goto(link)
    guest.get_by_role("button", name="Take the seat").wait_for()
    no_faults(guest, f"{size}-join")
    guest.goto(link[:-3] + "xyz")
    guest.get_by_role("link", name="Lobby").wait_for()
    no_faults(guest, f"{size}-join-nothing")


@pytest.mark.parametrize("size", list(SIZES))
def test_the_table(new_page: Callable[..., Any], server: Server, size: str) -> None:
    page = new_page(**SIZES[size])
    pilot = Pilot(page, server)
    pilot.load(CHASE)
    assert pilot.kind == "path"
    no_faults(page, f"{size}-table")
    if size == "phone":
        return
    for key, title in (("?", "help"), ("o", "odds")):
        pilot.press(key)
        page.get_by_role("dialog").wait_for()
        no_faults(page, f"{size}-{title}")
        pilot.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
    for button in ("Game", "Settings"):
        page.get_by_role("button", name=button, exact=True).click()
        page.get_by_role("dialog").wait_for()
        no_faults(page, f"{size}-{button.lower()}")
        pilot.press("Escape")


def test_a_finger_on_a_phone(new_page: Callable[..., Any], server: Server) -> None:
    """A path by touch: a lit hex, then the button."""
    page = new_page(**PHONE)
    pilot = Pilot(page, server, "phone")
    pilot.load(CHASE)
    assert pilot.kind == "path"
    at = pilot.rng.choice(pilot._lit())
    page.touchscreen.tap(at["x"], at["y"])
    page.locator(".begun").wait_for()
    page.get_by_role("button", name="Fly it").tap()
    page.wait_for_function("() => document.querySelector('[data-kind]').dataset.number !== '0'")
    assert pilot.kind != "path"


def test_only_the_own_server_is_asked(new_page: Callable[..., Any], server: Server) -> None:
    page = new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    pilot = Pilot(page, server)
    pilot.load(CHASE)
    pilot.open("hangar")
    settle(page)
    assert asked
    assert [url for url in asked if not url.startswith((server.address, "data:", "blob:"))] == []


def test_small_and_quick(new_page: Callable[..., Any], server: Server) -> None:
    """JavaScript under 250 kB gzipped; first paint under a second on loopback."""
    scripts = sorted((PAGE.parent / "assets").glob("*.js"))
    assert scripts
    assert sum(len(gzip.compress(script.read_bytes())) for script in scripts) < 250_000
    paints = []
    for _ in range(3):
        page = new_page()
        page.goto(server.address)
        page.get_by_role("heading", name="Games", exact=True).wait_for()
        paints.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"))
    assert 0 < min(paints) < 1000
