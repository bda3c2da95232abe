"""What cannot be undone in Nightfighter is said before: at the terminal, to programs, and by the rules themselves."""

from __future__ import annotations

import io

import pytest

import viermot
from tests.games.nightfighter.kit import KIT
from tests.games.nightfighter.support import bomber, fighter, night
from tests.support.warnings import costly, leaving, silent_ends
from viermot import engine as engines
from viermot.kernel.agenda import STEPS, Question
from viermot.terminal.console import Console
from viermot.terminal.play import Play

AT_THE_EDGE = night("4B", fighter(201, "1002 N"), bomber(113, "1020 S"), turn=3, phase=3)


def at_the_edge() -> viermot.Session:
    """The last fighter two hexes from the edge, about to move."""
    s = viermot.new_game("nightfighter", position=AT_THE_EDGE, seed="edge", seats={"umpire": "random"})
    assert s.pending[0].kind == "path"
    return s


def test_a_path_off_the_map_says_what_it_costs() -> None:
    s = at_the_edge()
    found = leaving(s.pending[0])
    assert found and len(found) < len(s.pending[0].codes)
    for option, warned in found.items():
        assert "leaves the map" in warned.text("en") and "opuszcza mapę" in warned.text("pl")
        again = s.fork()
        again.decide(option)
        assert "fighter_left" in [event.kind for event in again.events("player")]
    others = [option for option in s.pending[0].options if option not in found]
    again = s.fork()
    again.decide(others[0])
    assert "fighter_left" not in [event.kind for event in again.events("player")]


def test_a_move_that_ends_facing_the_edge_says_that_the_next_one_leaves_the_map() -> None:
    s = at_the_edge()
    notes = {option: warned for option, warned in costly(s.pending[0]).items() if not warned.asks}
    assert notes and all("its next move takes it out" in warned.text("en") for warned in notes.values())
    for option in notes:
        again = s.fork()
        again.decide(option)
        assert "fighter_left" not in [event.kind for event in again.events("player")]
        for _ in range(60):
            if not again.pending or "fighter_left" in [event.kind for event in again.events("player")]:
                break
            asked = again.pending[0]
            assert asked.kind != "path" or len(leaving(asked)) == len(asked.codes), "he has another way"
            again.decide(0)
        assert "fighter_left" in [event.kind for event in again.events("player")]


def test_an_umpire_who_declares_the_player_beaten_is_asked_again() -> None:
    asked: Question = STEPS["nightfighter.declare"]
    assert asked.warning(at_the_edge().state, 1).key == "ends_game" and asked.warning(at_the_edge().state, 0) is None


def test_the_terminal_asks_once_more() -> None:
    s = at_the_edge()
    option = next(iter(leaving(s.pending[0])))
    said = io.StringIO()
    Play(s, Console(io.StringIO(f"{option}\nwhy\nquit\n"), said, live=False)).run()
    assert "leaves the map" in said.getvalue() and s.pending[0].kind == "path"
    for confirmed in (option, "yes"):
        twin = s.fork()
        Play(twin, Console(io.StringIO(f"{option}\n{confirmed}\nquit\n"), io.StringIO(), live=False)).run()
        assert "fighter_left" in [event.kind for event in twin.events("player")]


def test_the_last_of_something_is_said_where_its_answer_has_no_line_of_its_own() -> None:
    """A path is not on a list beside which it could be said: it is told when it is typed, and needs one more word."""
    s = at_the_edge()
    option = next(option for option, warned in costly(s.pending[0]).items() if not warned.asks)
    for answers, left in ((f"{option}\nquit\n", "path"), (f"{option}\nyes\nquit\n", "")):
        twin, said = s.fork(), io.StringIO()
        Play(twin, Console(io.StringIO(answers), said, live=False)).run()
        assert "its next move takes it out" in " ".join(said.getvalue().split())
        assert (twin.pending[0].number == s.pending[0].number) == bool(left)


def test_all_answers_of_one_cost_are_named_with_it() -> None:
    """However many they are: none is left out because others were said first."""
    s = viermot.new_game("nightfighter", "3", seed="dives", seats={"umpire": "random"})
    while s.pending[0].kind != "manoeuvre":
        s.decide(0)
    decision = s.pending[0]
    said = io.StringIO()
    Play(s, Console(io.StringIO("quit\n"), said, live=False)).run()
    whole = " ".join(said.getvalue().split())
    for option, cost in costly(decision).items():
        assert f"! {decision.label(option, 'en')}" in whole and cost.text("en") in whole


def test_another_answer_in_between_is_no_confirmation() -> None:
    s = at_the_edge()
    first, second, *_ = leaving(s.pending[0])
    Play(s, Console(io.StringIO(f"{first}\n{second}\nquit\n"), io.StringIO(), live=False)).run()
    assert s.pending[0].kind == "path"


def test_the_engine_tells_programs() -> None:
    talk = engines.Engine("nightfighter")
    talk.hello(engines.Hello(v=1, seats=["player"]))
    talk.session, talk.seats = at_the_edge(), ("player",)
    option = next(iter(leaving(talk.session.pending[0])))
    told = talk.why_not(engines.WhyNot(v=1, seat="player", option=option))
    assert told["legal"] and told["warning"]["asks"] and "leaves the map" in told["warning"]["message"]
    asked = talk._describe(talk.session.pending[0])
    if len(asked["options"]) <= engines.MAX_WARNED:
        assert asked["warnings"][option] == told["warning"]


def test_the_search_finds_a_warning_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: Question = STEPS["nightfighter.path"]
    monkeypatch.setattr(asked, "warning", lambda *_: None)
    found = {end for seed in range(6) for end in silent_ends(KIT, "3", {}, seed, 60)}
    assert any(end.startswith("nightfighter.path") for end in found)
