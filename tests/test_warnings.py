"""What cannot be undone is said before: declared by each game, from the seat's own knowledge, and found if it is not.

The last test plays at random and tries every answer out: whoever by his answer alone, however the dice fall, ends the
game or loses the last he has of something must have been told. An answer that does so without a word is a gap.
"""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from typing import Any

import pytest

import viermot
from tests.games.bomber_command import support as raid
from tests.games.interceptor import support as interceptor
from tests.games.nightfighter.support import bomber, fighter, night
from viermot import engine as engines
from viermot.games.interceptor.model.terms import CHARM_MARKER
from viermot.kernel import registry
from viermot.kernel.agenda import STEPS, Question, advance, apply, asked_of, options_of
from viermot.kernel.decision import Decision
from viermot.kernel.dice import QuickDice
from viermot.terminal.console import Console
from viermot.terminal.play import Play
from viermot.text import has, locales

AT_THE_EDGE = night("4B", fighter(201, "1002 N"), bomber(113, "1020 S"), turn=3, phase=3)


def at_the_edge() -> viermot.Session:
    """The last fighter two hexes from the edge, about to move."""
    s = viermot.new_game("nightfighter", position=AT_THE_EDGE, seed="edge", seats={"umpire": "random"})
    assert s.pending[0].kind == "path"
    return s


def costly(decision: Decision) -> dict[str, Any]:
    return {option: warned for option in decision.options if (warned := decision.warns(option)) is not None}


def leaving(decision: Decision) -> dict[str, Any]:
    """Those that must be confirmed."""
    return {option: warned for option, warned in costly(decision).items() if warned.asks}


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
    assert notes and all("with its next move it leaves the map" in warned.text("en") for warned in notes.values())
    for option in notes:
        again = s.fork()
        again.decide(option)
        assert "fighter_left" not in [event.kind for event in again.events("player")]
        for _ in range(60):
            if not again.pending or "fighter_left" in [event.kind for event in again.events("player")]:
                break
            assert again.pending[0].kind != "path", "he has another way"
            again.decide(0)
        assert "fighter_left" in [event.kind for event in again.events("player")]


def test_a_fighter_placed_to_fly_off_is_asked_about() -> None:
    s = viermot.new_game("solitaire", "7", seed="edge")
    while s.pending[0].kind != "place_fighter":
        s.decide(0)
    warned = s.pending[0].warns("1802 SE")
    assert warned is not None and warned.asks and s.pending[0].warns("1802 SW") is None


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
        assert "with its next move it leaves the map" in " ".join(said.getvalue().split())
        assert (twin.pending[0].number == s.pending[0].number) == bool(left)


def test_in_a_career_leaving_the_map_ends_the_sortie_not_the_game() -> None:
    rng = random.Random("career")
    s = viermot.new_game("campaign", "pilot", {"stops": "every"}, "career")
    said = ""
    while not said:
        decision = s.pending[0]
        final = (warned for warned in leaving(decision).values() if warned.key.endswith("last_leaves_map"))
        said = next((warned.text("en") for warned in final), "")
        s.decide(rng.choice(list(decision.options)))
    assert said.endswith("It is your last fighter up there: the sortie is over.")


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


@pytest.mark.parametrize("locale", locales())
def test_every_warning_has_its_sentence(locale: str) -> None:
    import ast
    from pathlib import Path

    root = Path(str(viermot.__file__)).parent
    keys = set()
    for path in root.glob("games/*/rules/warnings.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("warn", "note"):
                words = [part.value for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant)]
                keys |= {f"{path.parents[1].name}.warning.{word}" for word in words if isinstance(word, str)}
    assert len(keys) > 15 and [key for key in keys if not has(key, locale)] == []


# -- what nobody has thought of ------------------------------------------------------------------------------------

TABLES: list[tuple[str, str, dict[str, Any], int]] = [
    ("nightfighter", "3", {}, 150), ("solitaire", "3", {}, 150), ("campaign", "pilot", {}, 300),
    ("campaign", "staffel", {}, 300), ("interceptor", "career", {}, 500), ("bomber_command", "berlin", {}, 150),
    ("nightfighter", "3", {"5.0b": True}, 150), ("solitaire", "7", {}, 150),
    ("interceptor", "career", {"10.3": True, "10.5": True, "10.6": True, "10.7": True}, 300),
    ("bomber_command", "downfall", {"12.2": True, "12.3": True, "12.5": True}, 150),
]  # fmt: skip
THROWS, MORE_THROWS = 6, 24
SOON = 40  # answers


def holdings(game: str, state: Any, seat: int) -> dict[str, int]:
    """What a seat may lose the last of: cards, fighters, the career, the machine, luck, rockets, rounds."""
    if game == "interceptor":
        pilot = state.pilots[seat]
        aloft = {
            "rockets": pilot.sortie.rockets,
            "rounds": sum(map(abs, pilot.sortie.ammo)),
        }  # what is not counted is -1
        kept = {
            "career": not pilot.career.over,
            "charm": pilot.career.markers & CHARM_MARKER,
            "machine": not pilot.sortie.lost,
        }
        return {**kept, **(aloft if pilot.airborne else {})}  # on the ground he is given both again
    if game == "bomber_command":
        return {"cards": len(state.hands[seat])} if state.phase > 1 else {}  # who discards all says so himself
    flown = state.sortie if game == "campaign" else state
    fates = getattr(flown, "f_fate", None)
    return {} if fates is None else {"fighters": sum(fate == 0 for fate in fates)}


def is_lost(game: Any, before: dict[str, int], after: Any, seat: int) -> bool:
    """Is the game over, or the last of something gone?"""
    if game.result(after) is not None:
        return True
    left = holdings(game.name, after, seat)
    return any(had and not left.get(what, had) for what, had in before.items())


def ends(game: Any, state: Any, place: int, code: int, number: int, throws: int = THROWS) -> int:
    """In how many falls of the dice does this answer end the game, or take the last of something?"""
    seat = state.seat_of(dict(asked_of(state))[place])
    before = holdings(game.name, state, seat)
    found = 0
    for throw in range(throws):
        after = state.clone()
        after.dice = QuickDice(f"{number}/{code}/{throw}")
        apply(after, code, place)
        found += is_lost(game, before, after, seat)
    return found


def comes_anyway(game: Any, state: Any, place: int, others: list[int], number: int) -> bool:
    """Does it happen soon whatever else he answers, as to a fighter that can only leave the map?

    Then it is not his doing. The other answers are given, and played on at random.
    """
    seat = state.seat_of(dict(asked_of(state))[place])
    before = holdings(game.name, state, seat)
    for code in others:
        after, rng = state.clone(), random.Random(f"{number}/{code}")
        after.dice = QuickDice(f"{number}/{code}/soon")
        apply(after, code, place)
        for _ in range(SOON):
            if after.asked is None or is_lost(game, before, after, seat):
                break
            where, task = asked_of(after)[0]
            codes = options_of(after, task)
            apply(after, codes[rng.randrange(len(codes))], where)
        if not is_lost(game, before, after, seat):
            return False
    return True


def silent_ends(name: str, scenario: str, options: dict[str, Any], seed: int, most: int) -> Iterator[str]:
    game = registry.with_options(name, options)
    state: Any = game.start(game.load_pack(None), scenario, options, QuickDice(seed))
    advance(state)
    rng = random.Random(seed)
    for number in range(most):
        if state.asked is None:
            return
        place, task = asked_of(state)[0]
        codes = options_of(state, task)
        asked = state.sortie.asked[0] if task[0].word.startswith("in_flight") else task[0]
        some = list(codes) if len(codes) <= 8 else rng.sample(list(codes), 5)
        ending = {code: ends(game, state, place, code, number) for code in some}
        others = [code for code, does in ending.items() if not does]
        if others:  # where any answer may end it, nobody does
            decision = Decision(game, state, task, place, 0)
            for code, does in ending.items():
                if does < THROWS or decision.warning_of(code) is not None:
                    continue
                surely = ends(game, state, place, code, number, MORE_THROWS) == MORE_THROWS
                if surely and not comes_anyway(game, state, place, others, number):
                    yield f"{asked.name}: {decision.notation_of(code)}"
        apply(state, codes[rng.randrange(len(codes))], place)


@pytest.mark.parametrize(("name", "scenario", "options", "most"), TABLES)
def test_no_answer_ends_it_all_without_a_word(name: str, scenario: str, options: dict[str, Any], most: int) -> None:
    for seed in range(8):
        assert sorted(set(silent_ends(name, scenario, options, seed, most))) == []


def test_the_search_finds_a_warning_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: Question = STEPS["nightfighter.path"]
    monkeypatch.setattr(asked, "warning", lambda *_: None)
    found = {end for seed in range(6) for end in silent_ends("nightfighter", "3", {}, seed, 60)}
    assert any(end.startswith("nightfighter.path") for end in found)


def test_bailing_out_and_charms_are_final() -> None:
    asked: dict[str, Question] = {name: STEPS[f"interceptor.{name}"] for name in ("forced_down", "at_headquarters")}
    s = interceptor.table()
    assert asked["forced_down"].warning(s.state, 1).asks and asked["forced_down"].warning(s.state, 0) is None
    assert asked["at_headquarters"].warning(s.state, 1).key == "ends_career"
    charm: Question = STEPS["interceptor.lucky_charm"]
    assert charm.record is not None
    thrown = charm.record((), (), None, ())
    assert charm.warning(s.state, thrown, 1).asks and charm.warning(s.state, thrown, 0) is None


def test_the_last_card_is_said_wherever_it_is_played() -> None:
    for hand, said in ((["MOBILE FLAK"], "last_card"), (["MOBILE FLAK", "EXPERTE"], None)):
        units = {"I./NJG3": raid.unit("J5", fuel=5), "III./NJG2": raid.unit("H5")}
        s = raid.table(raid.night(turn=3, units=units, hands={"german": hand}))
        for kind in ("move", "scramble", "deploy", "recover"):
            raid.go(s, kind)
            now = [option for option in s.pending[0].options if option.startswith("play ")]
            warned = s.pending[0].warns(now[0])
            assert (None if warned is None else warned.key) == (said and f"bomber_command.warning.{said}"), kind
            assert s.pending[0].warns(s.pending[0].options[0]) is None


def test_an_offer_of_the_end_is_said() -> None:
    s = raid.go(raid.table(raid.night(turn=3, phase=8, hands={"german": ["EXPERTE"]})), "draw_german")
    decision = next(decision for decision in s.pending if decision.seat == "german")
    found = costly(decision)
    assert list(found) == ["offer the end"] and found["offer the end"].asks
    assert "night ends" in found["offer the end"].text("en")
