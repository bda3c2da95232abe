"""The attack checklist in the terminal and in Python: the page's list, of what the seat knows."""

from __future__ import annotations

import io

import pytest

import viermot
from tests.games.nightfighter.page_positions import CHASE, TAIL
from tests.support.typist import Typist
from viermot.games.nightfighter.knowledge.checklist import Checklist, checklist_of
from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.kernel.session import Session
from viermot.terminal.console import Console
from viermot.terminal.play import Play


def begun(position: str) -> Session:
    return viermot.new_game("nightfighter", position=position, seed="check", seats={"umpire": "plain"})


def checked(session: Session, path: str) -> Checklist:
    view, asked = session.perspective("player"), session.pending[0]
    assert isinstance(view, NightView)
    return checklist_of(view, asked, asked.read(path) if path else None)


def verdicts(found: Checklist) -> dict[str, str]:
    return {check.about: check.verdict for check in found.checks}


def test_behind_it_nothing_is_wrong() -> None:
    found = checked(begun(TAIL), "F F")
    assert verdicts(found) == {"tally": "yes", "hex": "yes", "heading": "yes", "edge": "yes", "odds": "open"}
    assert found.wrong == 0


def test_the_wrong_heading_and_the_wrong_hex_are_told() -> None:
    assert verdicts(checked(begun(TAIL), "F F R"))["heading"] == "no"
    short = checked(begun(TAIL), "F R F")
    assert verdicts(short)["hex"] == "no" and short.wrong == 1


def test_before_a_move_is_named_nothing_is_wrong_yet() -> None:
    found = checked(begun(TAIL), "")
    assert verdicts(found)["hex"] == "open" and found.wrong == 0


FRIENDS = [("0913 S", "202"), ("0912 S", ""), ("0923 S", "202"), ("0924 S", "")]


@pytest.mark.parametrize(("friend", "named"), FRIENDS)
def test_11_1_another_fighter_near_the_target_is_in_the_way(friend: str, named: str) -> None:
    """Five hexes are near; six are not. The fighter itself is in nobody's way."""
    s = begun(TAIL.replace('"4B"', '"2B"') + f'[[fighter]]\nid = 202\nat = "{friend}"\n')
    while s.pending[0].facts.get("fighter") != 0 or s.pending[0].kind != "path":
        s.decide("201" if "201" in s.pending[0].options else 0)
    found = checked(s, "F F")
    assert found.target is not None
    assert (verdicts(found).get("friend"), found.target.friend) == ("no" if named else None, named)


@pytest.mark.parametrize(("answer", "dives", "verdict"), [("fly", 2, "no"), ("dive all", 0, "yes")])
def test_18_0_dives_left_stand_in_the_way(answer: str, dives: int, verdict: str) -> None:
    s = begun(TAIL.replace('"4B"', '"4D"').replace("id = 201\n", "id = 201\ndives = 2\n"))
    s.decide(answer)
    found = checked(s, "F F")
    assert (found.plan.dives, verdicts(found)["dives"]) == (dives, verdict)
    assert "dives" not in verdicts(checked(begun(TAIL), "F F")), "no height, no dives"


def test_it_knows_no_more_than_the_seat() -> None:
    """A bomber nobody has found, somewhere else or with other hits: the list is the same."""
    hidden = '[[attacker]]\nid = 101\nat = "{at} S"\n'
    lists = [checked(begun(TAIL + hidden.format(at=at)), "F F") for at in ("0405", "1512")]
    assert lists[0].checks == lists[1].checks
    assert [each.contact.hex for each in lists[0].plan.targets] == [each.contact.hex for each in lists[1].plan.targets]


@pytest.mark.parametrize(
    ("locale", "said"), [("en", "201 can fire this turn."), ("pl", "201 może strzelać w tej turze.")]
)
def test_the_terminal_says_it_for_a_path_or_a_hex(locale: str, said: str) -> None:
    for named in ("odds F F", "odds 0918 S"):
        screen, typist = io.StringIO(), Typist([named, "quit"])
        typist.session = begun(TAIL)
        Play(typist.session, Console(typist, screen, live=False, colour=False, size=(80, 24), locale=locale)).run()
        told = screen.getvalue()
        assert said in told and "[11.0a]" in told and "{" not in told


def test_a_move_that_is_not_legal_is_no_plan() -> None:
    screen, typist = io.StringIO(), Typist(["odds F F F F F F F F", "odds", "quit"])
    typist.session = begun(CHASE)
    Play(typist.session, Console(typist, screen, live=False, colour=False, size=(80, 24))).run()
    assert "There is no such move now" in screen.getvalue()
