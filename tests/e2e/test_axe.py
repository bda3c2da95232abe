"""axe finds nothing on the screens of every game before it is played, and at the table of one in both seats.

The computer plays one question at a time; each kind of question is looked at when it first comes, wide and on a phone.
With `-m proof` the tables of the other games are walked through as far, in every seat, and every game to its end.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import viermot
from tests.support.browser import PHONE, SIZES, Server, faults_by_axe
from tests.support.kits import sample
from tests.support.server import Client
from viermot.kernel import ladder, registry

GAMES = [module.name for module in registry.modules()]
WIDE = SIZES["wide"]["viewport"]
NARROW = PHONE["viewport"]
SAMPLE = 12
SEATS = [(sample(), "3", "player"), (sample(), "3", "umpire")]
OTHERS = [
    pytest.param(rung.game, rung.scenario, rung.seat, marks=pytest.mark.proof)
    for game in GAMES
    if game != sample()
    for rung in {each.seat: each for each in reversed(ladder.of_game(game)) if each.scenario and not each.side}.values()
]
ALL = [*SEATS, *(each.values for each in OTHERS)]


class Walk:
    """Screens that were looked at, and what axe found on them."""

    def __init__(self, page: Any, server: Server) -> None:
        self.page, self.server = page, server
        self.faults: list[str] = []
        self.seen = 0

    def look(self, name: str) -> None:
        """In both widths; where the page is wider than the screen, that is a fault, too."""
        for width, size in (("wide", WIDE), ("phone", NARROW)):
            self.page.set_viewport_size(size)
            self.page.wait_for_timeout(50)
            self.seen += 1
            self.faults += [f"{name}, {width}: {fault}" for fault in faults_by_axe(self.page)]
            if not self.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"):
                self.faults.append(f"{name}, {width}: it is wider than the screen")
        self.page.set_viewport_size(WIDE)

    def go(self, route: str, ready: str = "nav, header") -> None:
        self.page.goto(f"{self.server.address}#/{route}")
        self.page.locator(ready).first.wait_for()
        self.page.wait_for_load_state("networkidle")


@pytest.fixture
def walk(new_page: Callable[..., Any], server: Server) -> Walk:
    return Walk(new_page(), server)


def kind_of(page: Any) -> tuple[str, int]:
    shown = page.locator("[data-kind]").first
    return str(shown.get_attribute("data-kind")), int(shown.get_attribute("data-number") or -1)


def a_question_on(client: Client, table: str, seat: str, before: int) -> None:
    """The computer answers this one question for whoever sits there."""
    client.at(table, "hand-over", seat=seat, bot="standard", until="question")
    end = time.monotonic() + 60
    while time.monotonic() < end:
        view = client.view(table, seat)
        lent = next(each for each in view["seats"] if each["seat"] == seat)["holder"] == "bot"
        asked = view["decision"]
        if view["result"] is not None or (not lent and asked is not None and asked["number"] != before):
            return
        time.sleep(0.02)
    raise AssertionError(f"{seat} is not asked again")


def through_a_game(walk: Walk, game: str, scenario: str, seat: str, questions: int, routine: bool = False) -> str:
    """Each kind of question when it first comes; the table's id. ``routine``: only what a newcomer is asked."""
    client = Client(walk.server.address.rstrip("/"))
    table = str(client.post("/api/tables", game=game, scenario=scenario, seats={seat: "me"}, routine=routine)["id"])
    kinds: set[str] = set()
    walk.go(f"table/{table}/{seat}", "[data-kind]")
    for _ in range(questions):
        view = client.my_turn(table, seat)
        if view["result"] is not None or view["decision"] is None:
            break
        number, kind = view["decision"]["number"], view["decision"]["kind"]
        if kind not in kinds:
            kinds.add(kind)
            walk.page.wait_for_function(
                "n => document.querySelector('[data-kind]')?.dataset.number === String(n)", arg=number
            )
            walk.look(f"{game}, {seat}, {kind}")
        a_question_on(client, table, seat, number)
    assert kinds
    client.close()
    return table


@pytest.mark.parametrize("game", GAMES)
def test_screens_of_a_game_before_it_is_played(walk: Walk, game: str) -> None:
    walk.go(f"game/{game}")
    walk.look(f"{game}, set-up")
    for tab in ("rules", "turn", "glossary", "legend", "victory"):
        walk.go(f"rules/{game}/{tab}")
        walk.look(f"{game}, {tab}")
    assert walk.faults == []


def test_lobby_hangar_and_what_there_is_to_watch(walk: Walk) -> None:
    walk.go("")
    walk.look("lobby")
    walk.page.get_by_role("button", name="Settings").click()
    walk.look("settings")
    for section in ("aircraft", "radar", "weapons", "chronology"):
        walk.go(f"hangar/{section}")
        walk.look(f"hangar, {section}")
    walk.go("watch")
    walk.look("watch")
    assert walk.faults == []


@pytest.mark.parametrize(("game", "scenario", "seat"), [*SEATS, *OTHERS])
def test_the_table_in_every_seat(walk: Walk, game: str, scenario: str, seat: str) -> None:
    table = through_a_game(walk, game, scenario, seat, SAMPLE)
    page = walk.page
    page.get_by_role("button", name="Game", exact=True).click()
    page.get_by_role("dialog").wait_for()
    walk.look(f"{game}, {seat}, menu")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.wait_for_timeout(300)
    walk.look(f"{game}, {seat}, reader beside the table")
    walk.go(f"replay/{table}", ".replay")
    walk.look(f"{game}, {seat}, replay of a game that goes on")
    assert walk.faults == []


def finished(client: Client, game: str, scenario: str, seat: str, folder: Path) -> str:
    """A game that the computer has played to its end in every seat, opened by who had this one."""
    module = registry.game(game)
    session = viermot.new_game(game, scenario=scenario, seed="the end", seats=dict.fromkeys(module.seats, "standard"))
    assert session.result is not None
    session.save(folder / "over.viermot")
    save = (folder / "over.viermot").read_text(encoding="utf-8")
    return str(client.post("/api/tables/import", save=save, seats={seat: "me"})["id"])


@pytest.mark.proof
@pytest.mark.parametrize(("game", "scenario", "seat"), ALL)
def test_the_end_of_a_game_in_every_seat(walk: Walk, tmp_path: Path, game: str, scenario: str, seat: str) -> None:
    """The result, the book of a career where there is one, the debrief and the replay."""
    client = Client(walk.server.address.rstrip("/"))
    table = finished(client, game, scenario, seat, tmp_path)
    client.close()
    walk.go(f"table/{table}/{seat}", "[data-kind=over]")
    walk.look(f"{game}, {seat}, over")
    walk.page.keyboard.press("b")
    walk.page.wait_for_timeout(300)
    if walk.page.locator(".careerbook").count():
        walk.look(f"{game}, {seat}, book")
    walk.go(f"debrief/{table}/{seat}", "main.body")
    walk.look(f"{game}, {seat}, debrief")
    walk.go(f"replay/{table}", ".replay")
    walk.look(f"{game}, {seat}, replay")
    assert walk.faults == []


@pytest.mark.proof
@pytest.mark.parametrize(("game", "scenario", "seat"), ALL)
def test_the_table_as_a_newcomer_has_it(walk: Walk, game: str, scenario: str, seat: str) -> None:
    """Asked only what matters: order sheets, and what stands in the prompt instead of twenty questions."""
    through_a_game(walk, game, scenario, seat, SAMPLE, routine=True)
    assert walk.faults == []
