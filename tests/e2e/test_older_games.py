"""What is left of earlier: games of older rules that go on as far as they fit, and files that several open together."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.test_keeping import older
from tests.support.browser import Pilot, Server, expect, faults_by_axe, picture, signed_in
from tests.support.kits import sample
from tests.support.server import Client

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SIGN_IN = """async name => {
  const { csrf } = await (await fetch("/api/me")).json();
  await fetch("/api/login", { method: "POST", body: JSON.stringify({ name, password: "correct horse" }),
    headers: { "content-type": "application/json", "x-csrf-token": csrf } });
}"""


def no_faults(page: Any, name: str) -> None:
    """Axe is content, nothing sticks out to the side, and a picture is kept."""
    page.wait_for_load_state("networkidle")
    picture(page, f"older-{name}")
    wide = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert wide[0] <= wide[1], f"{name} is {wide[0]} wide on a screen of {wide[1]}"
    assert faults_by_axe(page) == [], name


# -- games of older rules --------------------------------------------------------------------------------------------


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    """A server of the test's own, to be stopped and started again on other rules."""
    made = Server(tmp_path / "games.sqlite3")
    yield made
    made.stop()


def grow_old(server: Server) -> None:
    """The player's last decision is none that these rules know."""
    server.stop()
    with sqlite3.connect(server.games) as database:
        (seq,) = database.execute("select max(seq) from decisions where seat = 'player' and what = 'decide'").fetchone()
        database.execute("update decisions set choice = 'no such thing' where seq = ?", (seq,))
        database.execute("update games set setup = json_set(setup, '$.rules_version', '0.9')")
        database.execute("delete from snapshots")
    database.close()
    server.start()


def three_decisions(server: Server, umpire: str) -> None:
    """A game in which the player has decided three times."""
    client = Client(server.address.rstrip("/"))
    table = client.table("4B", seed="older", seats={"player": "me", "umpire": umpire})
    decided = 0
    while decided < 3:
        for seat in ("umpire", "player") if umpire == "me" else ("player",):
            view = client.view(table, seat) if umpire == "me" else client.my_turn(table)
            if view["decision"] is not None:
                client.decide(table, view)
                decided += seat == "player"
    client.close()


@pytest.mark.parametrize("umpire", ["bot:standard", "me"], ids=["one seat", "both seats"])
def test_a_game_of_older_rules_goes_on_from_where_it_fits(
    own: Server, new_page: Callable[..., Any], umpire: str
) -> None:
    """From its card in the lobby, whether one or both seats are the reader's; who asks twice gets the same table."""
    three_decisions(own, umpire)
    grow_old(own)
    phone = new_page(quiet=("422",), locale="pl-PL", **PHONE)
    phone.goto(own.address)
    phone.locator("article h3 a").first.click()
    phone.get_by_role("heading", name="Gra według innych reguł").wait_for()
    phone.get_by_text("według reguł 0.9").wait_for()
    phone.get_by_role("button", name="Graj dalej od tego miejsca").wait_for()
    no_faults(phone, f"unfit-phone-{umpire[:2]}")
    page = new_page(quiet=("422",))
    came_to = []
    for _ in range(2):
        page.goto(own.address)
        page.locator("article", has=page.locator(".chip")).locator("h3 a").last.click()  # the older of the two
        page.get_by_role("heading", name="A game of other rules").wait_for()
        page.get_by_text(re.compile(r"Of your \d decisions \d still fit\.")).wait_for()
        no_faults(page, f"unfit-{umpire[:2]}")
        page.get_by_role("button", name="Go on from there").click()
        page.locator("[data-kind]").first.wait_for()
        came_to += re.findall(r"/table/([^/]+)", page.url)[:1]
    assert came_to[0] == came_to[1]
    pilot = Pilot(page, own, "older")
    if pilot.kind != "hand-over":
        pilot.answer()


def test_a_file_of_older_rules_is_loaded_up_to_where_it_fits(
    new_page: Callable[..., Any], server: Server, tmp_path: Path
) -> None:
    file = tmp_path / "old.viermot"
    file.write_text(older(tmp_path), encoding="utf-8")
    for name, wishes, as_far in (("pl", PHONE, "Wczytaj do tego miejsca"), ("en", {}, "Load it up to there")):
        page = new_page(quiet=("422",), locale=f"{name}-{name.upper()}", **wishes)
        page.goto(server.address)
        page.locator("summary").last.click()
        page.locator("input[type=file]").set_input_files(file)
        page.locator(".import .seats").wait_for()
        page.locator(".import button.go").click()
        page.locator(".import").get_by_role("alert").wait_for()
        page.get_by_role("button", name=as_far).wait_for()
        no_faults(page, f"file-{name}")
    page.get_by_role("button", name=as_far).click()
    page.locator("[data-kind]").first.wait_for()


# -- files that several open together --------------------------------------------------------------------------------


def test_a_sealed_game_of_two_is_opened_by_both_or_not_at_all(
    new_page: Callable[..., Any], host: Server, tmp_path: Path
) -> None:
    """One asks, the other refuses; he asks again, the other agrees; a third is told that it is none of his business."""
    anna, bert, clara = (signed_in(new_page(quiet=("403",)), host, name) for name in ("anna", "bert", "clara"))
    file = running_game(anna, bert, tmp_path)
    choose_file(clara.page, host, file)
    clara.page.get_by_role("button", name="Ask the others").click()
    clara.page.get_by_role("status").get_by_text("This file was saved by other people at their table").wait_for()
    picture(clara.page, "older-sealed-third")
    ask_the_others(anna.page, host, file)
    bert.page.goto(host.address)
    bert.page.reload()
    bert.page.get_by_text("anna would like to open a copy saved in mid-game, with anna and bert in the same").wait_for()
    no_faults(bert.page, "opening-asked")
    phone = new_page(locale="pl-PL", **PHONE)
    Pilot(phone, host).open()
    phone.evaluate(SIGN_IN, "bert")
    phone.reload()
    phone.get_by_text("anna chce otworzyć kopię").wait_for()
    no_faults(phone, "opening-asked-phone")
    bert.page.get_by_role("button", name="No", exact=True).click()
    bert.page.get_by_text("anna would like to open a copy").wait_for(state="detached")
    anna.page.reload()
    anna.page.get_by_role("heading", name="Games", exact=True).wait_for()
    expect(anna.page.get_by_text("Waiting for bert.")).to_have_count(0)
    ask_the_others(anna.page, host, file)
    bert.page.reload()
    bert.page.get_by_role("button", name="Agree").click()
    bert.page.locator("[data-kind]").first.wait_for()
    assert bert.page.url.endswith("/umpire")
    anna.page.reload()
    anna.page.locator("article h3 a").nth(1).wait_for()  # the first game, and its copy
    anna.page.locator("article h3 a").first.click()
    anna.page.locator("[data-kind]").first.wait_for()


def running_game(anna: Pilot, bert: Pilot, folder: Path) -> Path:
    """Anna plays, Bert is the umpire; saved by Anna at the table."""
    page = anna.page
    anna.open(f"game/{sample()}/4B")
    page.get_by_label("umpire", exact=True).select_option("open")
    page.get_by_role("button", name="Begin").click()
    page.locator("[data-kind]").first.wait_for()
    page.get_by_role("button", name="Game", exact=True).click()
    page.get_by_role("button", name="invite somebody").click()
    link = page.get_by_label("Invitation link").input_value()
    bert.page.goto(link)
    bert.page.get_by_role("button", name="Take the seat").click()
    bert.answer()
    save = page.get_by_role("button", name="Save to a file")
    if not save.count():  # the menu closes when somebody sits down
        page.get_by_role("button", name="Game", exact=True).click()
    with page.expect_download() as coming:
        save.click()
    coming.value.save_as(folder / "ours.viermot")
    return folder / "ours.viermot"


def choose_file(page: Any, host: Server, file: Path) -> None:
    """In the lobby."""
    page.goto(host.address)
    page.reload()
    page.locator("summary", has_text="Load a saved game").click()
    page.locator(".import[open]").wait_for()
    page.locator("input[type=file]").set_input_files(file)


def ask_the_others(page: Any, host: Server, file: Path) -> None:
    """Whose game it is, is said before; that they are asked, afterwards."""
    choose_file(page, host, file)
    page.get_by_text("A running game of anna and bert.").wait_for()
    no_faults(page, "opening-file")
    page.get_by_role("button", name="Ask the others").click()
    waiting = page.get_by_text("Waiting for bert.")
    waiting.wait_for()
    page.wait_for_function("() => scrollY < 400")  # it is in sight, above the games
    box = waiting.bounding_box()
    assert 0 <= box["y"] < page.viewport_size["height"]
    expect(page.locator(".import .inside")).not_to_be_visible()
    no_faults(page, "opening-waits")
