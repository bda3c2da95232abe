"""Bomber Command between two browsers: an escort breaks out, two symbols cancel a card, and the bombing creeps back."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.games.bomber_command.planner import Planner
from tests.games.bomber_command.support import new_session, night
from tests.support.browser import Server, expect, faults_by_axe, picture, signed_in
from tests.support.server import InProcess
from viermot.server import lobby

ESCORTED = "E main Hannover 1 D5 K5* D8; B mosquito Essen from E entering H5 I7* D7"
IMPORT = """async save => {
  const { csrf } = await (await fetch("/api/me")).json();
  const made = await fetch("/api/tables/import", {
    method: "POST",
    headers: { "X-CSRF-Token": csrf, "Content-Type": "application/json" },
    body: JSON.stringify({ save, seats: { british: "me", german: "open" } }),
  });
  return (await made.json()).id;
}"""


def saved(folder: Path, seed: str) -> str:
    """Turn 3 of a Berlin night, before the raids move; the dice are those of the seed."""
    hands = {"british": ["WINDOW", "WINDOW"], "german": ["NAXOS", "CREEPBACK"]}
    session = new_session(night("berlin", plan=ESCORTED, turn=3, phase=4, hands=hands), seed=seed)
    path = folder / "night.viermot"
    session.save(path)
    return path.read_text(encoding="utf-8")


LIT_CARD = ".hand .card.lit, .hand .chip.lit"  # on a low screen the hand is a strip


class Player(Planner):
    """One of the two: looks at what is open now and never waits for the other."""

    @property
    def shown(self) -> str:
        return str(self.page.locator("[data-kind]").first.get_attribute("data-kind"))

    def sees(self, text: str) -> None:
        """That line stands in the log."""
        self.page.get_by_role("log").get_by_text(re.compile(text)).first.wait_for()

    def does_not_see(self, text: str) -> None:
        expect(self.page.get_by_role("log").get_by_text(re.compile(text))).to_have_count(0)

    def answer_if_asked(self) -> str:
        """Answer what is open, if anything is; tell what it was."""
        before = self.shown
        if before not in ("waiting", "narrating", "over"):
            self.answer()
        return before

    # -- quiet answers --------------------------------------------------------------------------------------------

    def _anything(self) -> None:
        """The button that lets things be, or the first; a sheet is handed in as it is."""
        end = self.page.get_by_role("button", name="End of phase")
        if end.count():
            end.click()
            return
        quiet = self.page.locator(".prompt .buttons button.go:has(.label)")
        (quiet if quiet.count() else self.page.locator(".prompt .buttons button:has(.label)")).first.click()

    def _play(self) -> None:
        """CREEPBACK when it is lit; anything else is let be."""
        card = self.page.locator(LIT_CARD, has_text="CREEPBACK")
        if card.count():
            card.click()
        else:
            self._anything()

    def _convert(self) -> None:
        """The area that is marked burns, else any."""
        self._at("e2")
        if self.button("Something else Esc").count():
            self.page.locator(".prompt .buttons button:has(.label)").first.click()

    def _draw_nothing(self) -> None:
        """Nothing is discarded, nothing drawn."""
        self.page.get_by_role("radio", name="0", exact=True).click()
        self.button("That's it").click()

    _draw_british = _draw_german = _draw_nothing

    def _choose_aimpoint(self) -> None:
        self._at("e2")

    def _choose_approach(self) -> None:
        self._at("e1")

    def _at(self, area: str) -> None:
        """That area of the city map, or, where it cannot be chosen, any."""
        wanted = self.page.locator(f"[data-area={area}].lit")
        if wanted.count():
            wanted.click()
        else:
            self._area()

    def _choose_mix(self) -> None:
        self.page.get_by_role("slider").first.fill("0")  # all incendiaries
        self.button("Load them").click()


def both_answer(*players: Player) -> None:
    """Each answers what is open. Between people the server takes its time [ruling C69]: look again in a moment."""
    asked = {player.answer_if_asked() for player in players}
    if asked <= {"waiting", "narrating", "over"}:
        players[0].page.wait_for_timeout(100)


def no_faults(page: Any, name: str) -> None:
    """A picture is kept, and axe is content."""
    picture(page, f"bomber-{name}")
    assert faults_by_axe(page) == [], name


def seated(
    new_page: Callable[..., Any], host: Server, names: tuple[str, str], game: str | None
) -> tuple[Player, Player]:
    """Two people at one table: the first is British and invites the other."""
    players = []
    for name in names:
        page = new_page(viewport={"width": 1280, "height": 800})
        signed_in(page, host, f"{name}-{secrets.token_hex(3)}")  # a second try needs a new account
        players.append(Player(page, host, name))
    british, german = players
    if game is None:
        british.open("game/bomber_command/berlin")
        british.page.get_by_label("German", exact=True).select_option("open")
        british.page.locator("summary", has_text="Options").click()
        british.page.get_by_label("Seed").fill("escort 8")  # Berlin; four of the ready-made plans have an escort
        british.page.get_by_role("button", name="Begin").click()
    else:
        british.open(f"table/{british.page.evaluate(IMPORT, game)}/british")
    british.page.locator("[data-kind]").first.wait_for()
    british.page.get_by_role("button", name="Game", exact=True).click()
    british.page.get_by_role("button", name="invite somebody").click()
    link = british.page.get_by_label("Invitation link").input_value()
    british.press("Escape")
    german.page.goto(link)
    german.page.get_by_role("button", name="Take the seat").click()
    german.page.locator("[data-kind]").first.wait_for()
    return british, german


@pytest.fixture
def same_dice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A host at which the dice stay those of the seed, although whoever joins a loaded game is owed new ones."""

    async def same_key(tables: Any, table_: Any, _: str, take: Any) -> None:
        await tables.write(table_, take)

    monkeypatch.setattr(lobby, "_change_key", same_key)
    running = InProcess(database=str(tmp_path / "games.sqlite3"), hosting=True)
    running.address = running.base + "/"  # type: ignore[attr-defined]
    yield running
    running.stop()


def test_escort_cancellation_and_creepback(same_dice: Any, new_page: Callable[..., Any], tmp_path: Path) -> None:
    british, german = seated(new_page, same_dice, ("carol", "dieter"), saved(tmp_path, "two browsers 1"))
    # the escort has broken out: the British player's secret
    british.sees("Raid B breaks out in H5")
    german.does_not_see("breaks out")
    # NAXOS is laid down; two cards of its symbol cancel it, and both are told
    assert german.kind == "play"
    german.page.locator(LIT_CARD, has_text="NAXOS").click()
    assert british.kind == "cancel"
    british.sees("NAXOS")
    british.page.locator(".prompt .buttons button", has_text="WINDOW + WINDOW").click()
    for player in (british, german):
        player.sees("NAXOS is cancelled by two cards of its symbol: WINDOW and WINDOW")
    expect(british.page.locator(".hand .card")).to_have_count(0)
    # detection finds both: what broke out stands there as a second raid, and nothing says which is which
    german.page.locator("[data-counter=I6]").wait_for()
    german.page.locator("[data-counter=I5]").wait_for()
    expect(german.page.locator(".route")).to_have_count(0)
    no_faults(german.page, "two-detected")
    # Hannover is bombed; CREEPBACK makes one fire enough
    while "convert" not in british.kinds:
        both_answer(british, german)
    for player in (british, german):
        player.sees("the bombing creeps back; .* go to e1")
        player.page.get_by_text("the bombing crept back to e1").wait_for()
    no_faults(british.page, "two-creepback-british")
    no_faults(german.page, "two-creepback-german")


@pytest.mark.proof
def test_a_whole_night_with_an_escort(new_page: Callable[..., Any], host: Server) -> None:
    """From the weather to the points; the plan has an escort, which breaks out unseen."""
    british, german = seated(new_page, host, ("erika", "fred"), None)
    players = (british, german)
    while not all(player.shown == "over" for player in players):
        if british.shown == "plot":
            british.page.locator("summary", has_text="ready-made plans").click()
            british.page.locator(".ready li", has_text=" from ").first.get_by_role("button").click()
            british.page.get_by_text("This plan can be flown.").wait_for()
            british.button("Fly it").click()
            british.page.locator("[data-kind]:not([data-kind=plot])").wait_for()
        both_answer(*players)
    for player in players:
        player.page.get_by_role("region", name="Result").wait_for()
        earlier = player.page.get_by_role("log").locator("> button.small")
        while earlier.count():
            earlier.click()
    british.sees("breaks out")
    german.does_not_see("breaks out")
    assert "keep_british" in british.kinds
    assert {"keep_german", "scramble"} <= german.kinds
    no_faults(german.page, "two-over")


SHOWN = """() => {
  window.shown = [];
  const look = () => {
    const { kind, number } = document.querySelector("[data-kind]").dataset;
    if (window.shown.at(-1) !== `${kind} ${number}`) window.shown.push(`${kind} ${number}`);
  };
  look();
  new MutationObserver(look).observe(document.body, { attributes: true, childList: true, subtree: true });
}"""


def test_a_sheet_that_is_handed_in_is_not_followed_by_what_it_answers(
    new_page: Callable[..., Any], host: Server
) -> None:
    """Between people the server takes its time; until it has, nothing is asked unit by unit."""
    british, german = seated(new_page, host, ("gerda", "heinz"), None)
    while german.shown != "scramble":
        if british.shown == "plot":
            british.button("Take a ready-made plan").click()
            british.page.get_by_text("This plan can be flown.").wait_for()
            british.button("Fly it").click()
        both_answer(british, german)
    sheet = german.page.get_by_role("region", name="Orders")
    for place in range(6):
        sheet.locator("li input").nth(place).check()
    sheet.get_by_role("button", name="Scramble", exact=True).click()
    asked = german.number
    german.page.evaluate(SHOWN)
    german.page.get_by_role("button", name="End of phase").click()
    while german.shown in ("waiting", "narrating", "scramble"):
        both_answer(british)
    shown = german.page.evaluate("window.shown")
    assert shown[0] == f"scramble {asked}" and len(shown) > 1
    assert f"scramble {asked}" not in shown[1:], shown
