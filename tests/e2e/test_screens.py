"""Every screen: axe finds nothing, nothing is wider than a phone, and the page stays within its own server."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.browser import PAGE, SIZES, Pilot, Server, no_faults, signed_in
from tests.support.kits import sample


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_screens_before_a_game(new_page: Callable[..., Any], server: Server, size: str) -> None:
    page = new_page(**SIZES[size])
    pilot = Pilot(page, server)
    for name, route in (
        ("lobby", ""), ("scenario", f"game/{sample()}/4B"), ("hangar", "hangar"), ("hangar-radar", "hangar/radar"),
        ("hangar-chronology", "hangar/chronology"),
    ):  # fmt: skip
        pilot.open(route)
        page.get_by_role("navigation").first.wait_for()
        no_faults(page, f"{size}-{name}")


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_screens_of_a_host(new_page: Callable[..., Any], host: Server, size: str) -> None:
    """Signing in, an invitation, and one that is worth nothing any more."""
    page = new_page(**SIZES[size], quiet=("401", "404"))
    page.goto(f"{host.address}#/login")
    page.get_by_label("Password").wait_for()
    no_faults(page, f"{size}-login")
    page.get_by_label("Name").fill("nobody")
    page.get_by_label("Password").fill("wrong horse")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("alert").wait_for()
    no_faults(page, f"{size}-login-wrong")
    anna = signed_in(page, host, f"anna-{size}")
    no_faults(page, f"{size}-lobby-host")
    anna.open(f"game/{sample()}/1")
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


def test_the_first_visit_is_small_and_quick(new_page: Callable[..., Any], server: Server) -> None:
    """JavaScript of a first visit, from the lobby to the first coached game, under 250 kB gzipped; first paint
    under a second on loopback."""
    page, loaded = new_page(), set[str]()
    page.on("response", lambda answer: loaded.add(Path(answer.url).name))
    page.goto(server.address)
    page.get_by_role("button", name="Begin").first.click()
    page.locator(".coach").wait_for()
    page.wait_for_load_state("networkidle")
    scripts = [script for script in (PAGE.parent / "assets").glob("*.js") if script.name in loaded]
    assert len(scripts) > 3
    assert sum(len(gzip.compress(script.read_bytes())) for script in scripts) < 250_000
    paints = []
    for _ in range(3):
        page = new_page()
        page.goto(server.address)
        page.get_by_role("heading", name="Games", exact=True).wait_for()
        paints.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"))
    assert 0 < min(paints) < 1000
