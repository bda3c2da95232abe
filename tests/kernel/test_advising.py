"""Advice, belief and analysis, from what a seat knows and from nothing else; and that the record says it was used."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import viermot
from tests.kernel.toy import FIELD, GAME, Toy
from viermot import Session
from viermot.advising import Advised, Believed, advised, believed
from viermot.analysis import analysed
from viermot.debriefing import NotOver
from viermot.kernel import search
from viermot.kernel.dice import QuickRng, Rng
from viermot.kernel.minds import Advice, Alternative, Belief, Statement
from viermot.kernel.record import ADVICE
from viermot.kernel.registry import Ask, Bot


class Counsellor:
    """Says why."""

    def choose(self, view: Any, ask: Ask, rng: Rng) -> int:
        return int(ask.codes[-1])

    def advise(self, view: Any, ask: Ask, rng: Rng) -> Advice:
        others = tuple(Alternative(code, 0.25, 0.1) for code in ask.codes[:2])
        return Advice(int(ask.codes[-1]), "advice.would", {"bot": "gut"}, others)


class Cheat:
    """Looks where blue hides."""

    def choose(self, view: Any, ask: Ask, rng: Rng) -> int:
        return int(view._game.hidden) if ask.kind == "aim" else int(ask.codes[0])


@pytest.fixture
def bots(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Callable[[], Bot]]]:
    """More bots for the toy, as a test wants them."""
    more: dict[str, Callable[[], Bot]] = {}
    usual = GAME.bots

    def all_of(seat: str) -> Mapping[str, Callable[[], Bot]]:
        return {**usual(seat), **more}

    monkeypatch.setattr(GAME, "bots", all_of, raising=False)
    yield more


def a_game(hidden: int = 0) -> Session:
    """Blue has hidden in one of its hexes, and red aims."""
    s = viermot.new_game("toy", scenario="long", seed="advice")
    s.decide(hidden, "blue")
    return s


def advice_to(session: Session, seat: str = "red", by: str = "") -> Advised:
    decision = next(decision for decision in session.pending if decision.seat == seat)
    return advised(GAME, session.perspective(seat), decision, "en", by)


def twins() -> list[Advised]:
    return [advice_to(a_game(hidden)) for hidden in (0, 1, 2, 3)]


def test_where_a_bot_says_nothing_its_choice_is_played_on() -> None:
    s = a_game()
    s.decide(FIELD.name(0), "red")
    told = advice_to(s)  # ball or shot
    assert told.option in ("ball", "shot") and told.by == "random" and "random" in told.reason
    assert {each.option for each in told.alternatives} == {"ball", "shot"}
    assert all(each.chance is not None and 0 <= each.chance <= 1 and each.error > 0 for each in told.alternatives)


def test_a_bot_that_gives_its_reason_is_heard_and_the_best_is_asked(bots: dict[str, Callable[[], Bot]]) -> None:
    bots["expert"] = Counsellor
    s = a_game()
    told = advice_to(s)
    assert told.by == "expert" and told.reason == "This is what the computer's gut would do."
    assert [each.chance for each in told.alternatives] == [0.25, 0.25] and told.option in s.pending[0].options
    assert advice_to(s, by="random").by == "random"


def test_who_says_why_and_no_more_is_played_on_all_the_same(bots: dict[str, Callable[[], Bot]]) -> None:
    class Curt(Counsellor):
        def advise(self, view: Any, ask: Ask, rng: Rng) -> Advice:
            return Advice(int(ask.codes[0]), "advice.would", {"bot": "gut"})

    bots["standard"] = Curt
    s = a_game()
    s.decide(FIELD.name(0), "red")
    told = advice_to(s)
    assert told.option == "ball" and {each.option for each in told.alternatives} == {"ball", "shot"}


def test_twin_worlds_give_the_same_advice(bots: dict[str, Callable[[], Bot]]) -> None:
    first, *others = twins()
    assert all(other == first for other in others)
    bots["standard"] = Cheat  # planted
    first, *others = twins()
    assert any(other != first for other in others)


def test_dice_to_come_do_not_tell() -> None:
    """The same moment under another key: what is advised follows from what is known."""
    s = a_game()
    assert advice_to(s) == advice_to(s.fork(seed="another"))


def test_a_game_that_nobody_can_play_on_from_has_no_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(self: Any, view: Any, rng: Rng) -> Toy:
        raise NotImplementedError

    monkeypatch.setattr(type(GAME), "resample", nowhere)
    s = a_game()
    assert advice_to(s).alternatives == []
    assert analysed(played(), "red", "en").curve == []


# -- belief ----------------------------------------------------------------------------------------------------


def test_a_belief_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    s = a_game()
    assert believed(GAME, s.perspective("red"), "en") == Believed({}, [])
    sure = Statement("advice.would", {"bot": "gut"}, 0.75)
    belief = Belief({"0302": 0.5, "0101": 0.123456, "0202": 0.0004}, (sure, Statement("nobody.says", {}, 0.1)))
    monkeypatch.setattr(type(GAME), "belief", lambda self, view: belief, raising=False)
    told = believed(GAME, s.perspective("red"), "pl")
    assert told.places == {"0101": 0.1235, "0302": 0.5}
    assert [(each.text, each.chance) for each in told.statements] == [("Tak zagrałby komputer (gut).", 0.75)]


# -- the record ------------------------------------------------------------------------------------------------


def test_the_record_says_that_it_was_used_and_not_what_was_shown(tmp_path: Path) -> None:
    s = a_game()
    s.note_advice("red")
    s.note_advice("red", "belief")
    assert [(e.seat, e.question, e.choice) for e in s.record if e.what == ADVICE] == [
        ("red", "", "0"),
        ("red", "belief", "0"),
    ]
    assert s.advised == [("red", 0), ("red", 0)]
    s.save(tmp_path / "game.json")
    again = viermot.load(tmp_path / "game.json")
    assert again.advised == s.advised and again.head == s.head
    with pytest.raises(viermot.UserError):
        s.note_advice("green")


def test_advice_takes_nothing_from_undo() -> None:
    s = a_game()
    s.decide(FIELD.name(0), "red")
    s.note_advice("red")
    s.note_advice("blue")  # nobody may know of it
    assert s.why_not_undo("red") is None
    s.undo("red")
    assert s.pending[0].kind == "aim" and s.advised[0] == ("red", 1)  # what was asked was asked


# -- after a game ----------------------------------------------------------------------------------------------


def played() -> Session:
    s = viermot.new_game("toy", scenario="duel", seed="over")
    while s.pending:
        s.decide(len(s.pending[0].options) - 1)
    return s


def test_chances_along_a_game_and_what_cost_most() -> None:
    s = played()
    seen: list[float] = []
    found = analysed(s, "red", "en", progress=seen.append)
    assert len(found.curve) > 3 and found.playouts and seen[0] == 0.0 and seen == sorted(seen)
    assert all(0 <= point.chance <= 1 for point in found.curve)
    assert s.result is not None and found.curve[-1].chance == GAME.score(s.result, "red")
    assert [point.at for point in found.curve] == sorted(point.at for point in found.curve)
    assert len(found.costly) <= 3
    assert all(each.cost > 0 and each.better != each.answered for each in found.costly)


def test_an_answer_that_throws_the_game_away_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever shows paper loses at once."""

    def score(self: Any, result: Mapping[str, Any], seat: str) -> float:
        return 0.0 if result["level"] == -9 else 1.0

    def result(self: Any, state: Any) -> dict[str, Any] | None:
        paper = any(event[0] == "shown" and event[3][0] == 1 for event in state.log[: state.logged])
        return {"reason": "rounds", "level": -9 if paper else 9} if state.ending else None

    monkeypatch.setattr(type(GAME), "score", score)
    monkeypatch.setattr(type(GAME), "result", result)
    s = viermot.new_game("toy", scenario="duel", seed="paper")
    while s.pending:
        asked = s.pending[0]
        hand = {"red_hand": "paper" if s.perspective("red").to_json()["round"] == 1 else "rock"}
        s.decide(hand.get(asked.kind, 0), asked.seat)
    worst = max(analysed(s, "red", "en").costly, key=lambda each: each.cost)
    assert worst.answered == "paper" and worst.better != "paper" and worst.cost > 0.3


def test_nobody_is_blamed_for_what_was_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """The best of many answers always looks better than the one given, even where all are worth the same."""
    coin = QuickRng("coin")
    monkeypatch.setattr(search.Rollouts, "play_on", lambda self, world, answer, seed: float(coin.below(2)))
    games = 8
    assert sum(len(analysed(played(), "red", "en").costly) for _ in range(games)) <= 3


def test_a_running_game_is_not_analysed() -> None:
    with pytest.raises(NotOver):
        analysed(a_game(), "red", "en")
