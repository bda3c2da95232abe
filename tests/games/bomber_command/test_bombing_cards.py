"""The Bombing cards: what each does, when, what cancels it, and that it is refused at any other moment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.games.bomber_command.rules.test_10_bombing import areas, bombing, inner, play_to, put
from tests.games.bomber_command.support import (
    asked,
    go,
    last,
    lay,
    new_session,
    night,
    pass_to,
    refused,
    resolve,
    set_bombed_city,
    told,
)
from tests.support.rules import rule
from viermot import Session
from viermot.games.bomber_command.model.board import SEATS
from viermot.games.bomber_command.model.bombed_city import bombed_city_of

pytestmark = pytest.mark.usefixtures("every_window")

B, G = SEATS
WORKS = {"d4": (2, 4), "c3": (0, 1)}
CITY_OF = {"berlin": "Hannover", "downfall": "Hamburg"}


@dataclass
class Case:
    """One function of a Bombing card in one situation."""

    card: str
    side: str
    window: str
    check: Callable[[Session], bool]
    city: str = "Hannover"
    weather: str = "Clear"
    bombs: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return self.card.rpartition(" ")[0]

    def lay_out(self, *others: str) -> Session:
        """Play up to the window, with the card in hand and these in the opponent's."""
        other = SEATS[1 - SEATS.index(self.side)]
        hands = {self.side: [self.title], other: list(others)}
        s = bombing(self.city, weather=self.weather, hands=hands, dice={"marking": [2, 3]})
        answers: dict[str, Any] = {"choose_approach": "e4"} if self.city == "Hannover" else {}
        if self.city == "Hannover":
            answers["choose_aimpoint"] = "d4"
        if self.window in ("conversion", "converting"):
            pass_to(s, "conversion", B, **answers) if self.side == B else go(s, "convert", **answers)
            put(s, **(self.bombs or WORKS))
            if self.window == "converting":
                s.decide("d4 1+2")
                return pass_to(s, "converting", self.side)
            if self.side == G:
                s.decide("d4 0+2")
                return pass_to(s, "conversion", G)
            return s
        return pass_to(s, self.window, self.side, **answers)


def bombed(slot: str, value: int) -> Callable[[Session], bool]:
    return lambda s: bool(getattr(bombed_city_of(inner(s)), slot) == value)


def modified(value: int) -> Callable[[Session], bool]:
    return lambda s: bool(told(s, "modified")) and last(s, "modified")["value"] == value


def added(kind: str, value: int) -> Callable[[Session], bool]:
    held = bombed("card_accuracy" if kind == "accuracy_added" else "card_error", value)
    return lambda s: bool(told(s, kind)) and last(s, kind) == {"value": value} and held(s)


CASES = [
    Case("MASTER BOMBER marking", B, "marking", modified(-2)),
    Case("MASTER BOMBER accuracy", B, "bombing_accuracy", added("accuracy_added", 2)),
    Case("H2S MK III marking", B, "marking", modified(-2), weather="Cloud"),
    Case("BACKERS-UP accuracy", B, "bombing_accuracy", added("accuracy_added", 3)),
    Case("ILLUMINATORS marking", B, "marking", modified(-2)),
    Case("ILLUMINATORS accuracy", B, "bombing_accuracy", added("accuracy_added", 1), weather="Haze"),
    Case("TIMED OVERSHOOT overshoot", B, "conversion", bombed("card_creepback", 1)),
    Case("CLUSTER INCENDIARIES fire", B, "conversion", bombed("cluster", 1)),
    Case("SECTOR BOMBING accuracy", B, "bombing_accuracy", added("accuracy_added", 3), "Hamburg"),
    Case("CIVIL DEFENCE quench", G, "converting", bombed("quenched", 1)),
    Case("DECOY FIRES fires", G, "marking", modified(2)),
    Case("DECOY FIRES oboe", G, "marking", modified(1), "Essen"),
    Case("SMOKE SCREEN marking", G, "marking", modified(1)),
    Case("SMOKE SCREEN error", G, "bombing_error", added("error_added", 3)),
    Case("DUMMY MARKERS marking", G, "marking", lambda s: modified(1)(s) and added("error_added", 1)(s)),
    Case("CREEPBACK creep", G, "conversion", lambda s: bool(told(s, "creepback"))),
    Case("FRINGE MERCHANTS error", G, "bombing_error", added("error_added", 3)),
]


def names(case: Case) -> str:
    return f"{case.card} in {case.window}"


@pytest.mark.parametrize("case", CASES, ids=names)
def test_a_bombing_card_does_what_it_says(case: Case) -> None:
    s = case.lay_out()
    assert case.card in asked(s, "play") and not case.check(s)
    lay(s, case.card, case.side)
    resolve(s)
    assert case.check(s)


@rule("6.2.3a")
@pytest.mark.parametrize("case", CASES, ids=names)
def test_6_2_3a_two_bombing_cards_cancel_it(case: Case) -> None:
    pair = ["SMOKE SCREEN", "FRINGE MERCHANTS"] if case.side == B else ["BACKERS-UP", "TIMED OVERSHOOT"]
    s = case.lay_out(*pair)
    lay(s, case.card, case.side)
    assert s.pending[0].kind == "cancel"
    s.decide(next(option for option in asked(s, "cancel") if " + " in option))
    assert last(s, "cancelled_by_symbol")["card"] == case.title and not case.check(s)


@rule("6.2a")
@pytest.mark.parametrize("case", CASES, ids=names)
def test_6_2a_a_bombing_card_is_refused_at_another_moment(case: Case) -> None:
    scenario = "downfall" if case.city == "Hamburg" else "berlin"
    plan = "A main Hamburg 1 H9 K4* D7; B main Essen 1 G9 I7* D9" if scenario == "downfall" else None
    more: dict[str, Any] = {"plan": plan} if plan else {}
    s = new_session(night(scenario, phase=7, hands={case.side: [case.title, "WEATHER"]}, **more))
    refused(pass_to(s, "deployment", case.side), case.card, "6.2a", "not_this_moment", case.side)


ANSWERS = [
    ("SMOKE SCREEN cancel", "ILLUMINATORS marking"),
    ("DUMMY MARKERS cancel", "BACKERS-UP accuracy"),
    ("CREEPBACK cancel", "TIMED OVERSHOOT overshoot"),
    ("CIVIL DEFENCE cancel", "CLUSTER INCENDIARIES fire"),
]


@rule("6.2.2")
@pytest.mark.parametrize(("answer", "card"), ANSWERS)
def test_6_2_2_a_bombing_card_that_names_it_cancels_it(answer: str, card: str) -> None:
    case = next(case for case in CASES if case.card == card)
    s = case.lay_out(answer.rpartition(" ")[0])
    lay(s, card, case.side)
    assert answer in asked(s, "cancel")
    s.decide(answer)
    assert last(s, "cancelled") == {"card": case.title, "by_card": answer.rpartition(" ")[0]}
    assert not case.check(s)


# --- what their text says besides


def test_gh_leaders_need_oboe_and_forgive_a_poor_signature() -> None:
    plan = "A main Essen 1 G9 I7* D9; B main Hamburg 9 H9 K4* D7"
    text = night("downfall", plan=plan, turn=3, phase=9, hands={B: ["G-H LEADERS"]})
    s = pass_to(new_session(text, dice={"marking": [2, 3]}), "marking", B)
    lay(s, "G-H LEADERS marking", B)
    resolve(s)
    assert bombed_city_of(inner(s)).ignore_signature == 1 and last(s, "modified")["value"] == -2
    play_to(s, "bombing_error")
    assert last(s, "bombing_error")["parts"] == []
    plan = "A main Hamburg 1 H9 K4* D7; B main Essen 9 G9 I7* D9"
    text = night("downfall", plan=plan, turn=4, phase=9, hands={B: ["G-H LEADERS"]})
    s = new_session(text)
    go(s, "choose_mix")
    assert told(s, "card") == [], "Hamburg has no OBOE, so the card cannot be played"


def test_h2s_does_not_help_newhaven_and_illuminators_choose_by_method() -> None:
    s = bombing(hands={B: ["H2S MK III", "ILLUMINATORS"]})
    pass_to(s, "marking", B, choose_aimpoint="d4")
    assert asked(s, "play") == ["pass", "ILLUMINATORS marking"]
    cloudy = bombing(weather="Cloud", hands={B: ["H2S MK III", "ILLUMINATORS"]})
    pass_to(cloudy, "marking", B, choose_aimpoint="d4")
    assert asked(cloudy, "play") == ["pass", "H2S MK III marking"]


def test_sector_bombing_holds_creepback_off() -> None:
    case = next(case for case in CASES if case.title == "SECTOR BOMBING")
    s = case.lay_out()
    lay(s, case.card, B)
    resolve(s)
    assert last(s, "creepback_trigger") == {"fires": 3}


def test_timed_overshoot_lets_two_fires_stand() -> None:
    case = next(case for case in CASES if case.title == "TIMED OVERSHOOT")
    s = case.lay_out()
    lay(s, case.card, B)
    resolve(s)
    go(s, "convert")
    s.decide("d4 1+2")
    go(s, "convert")
    assert told(s, "creepback") == [] and areas(s)["d4"][:2] == [1, 2]
    s.decide("d4 1+2")
    play_to(s, "creepback")
    assert last(s, "creepback")["count"] == 0


def test_cluster_incendiaries_burn_a_single_counter() -> None:
    case = Case("CLUSTER INCENDIARIES fire", B, "conversion", bombed("cluster", 1), bombs={"d4": (0, 1)})
    s = case.lay_out()
    lay(s, case.card, B)
    resolve(s)
    go(s, "convert")
    assert asked(s, "convert") == ["done", "d4 0+1"]
    s.decide("d4 0+1")
    play_to(s, "bombing_over")
    assert last(s, "fires") == {"city": "Hannover", "area": "d4", "he": 0, "inc": 1, "fires": 1}
    assert last(s, "bombing_over")["score2"] == 8


def test_civil_defence_bars_the_counters_it_saves() -> None:
    s = bombing(hands={G: ["CIVIL DEFENCE"]}, dice={"marking": [2, 3]})
    go(s, "convert", choose_aimpoint="d4", choose_approach="e4")
    put(s, d4=(0, 2))
    s.decide("d4 0+2")
    pass_to(s, "converting", G)
    lay(s, "CIVIL DEFENCE quench", G)
    resolve(s)
    play_to(s, "bombing_over")
    assert told(s, "fires") == [] and last(s, "bombing_over")["score2"] == 4


def test_one_cluster_is_enough_and_it_needs_an_incendiary_where_it_burns() -> None:
    for bombs, before, offered in (((0, 1), 0, True), ((0, 1), 1, False), ((2, 0), 0, False)):
        s = bombing(hands={B: ["CLUSTER INCENDIARIES", "TIMED OVERSHOOT"]}, dice={"marking": [2, 3]})
        pass_to(s, "conversion", B, choose_aimpoint="d4", choose_approach="e4")
        set_bombed_city(s, cluster=before)
        put(s, d4=bombs)
        legal = s.pending[0].why_not("CLUSTER INCENDIARIES fire") is None
        assert legal is offered, (bombs, before)


def test_creepback_is_held_off_once_and_while_the_ti_burns() -> None:
    for slot, value, offered in (("crept", 0, True), ("crept", 1, False), ("stage", 1, False), ("stage", 2, False)):
        s = bombing(hands={B: ["TIMED OVERSHOOT"]}, dice={"marking": [2, 3]})
        pass_to(s, "conversion", B, choose_aimpoint="d4", choose_approach="e4")
        put(s, d4=(2, 4), e4=(2, 4), c3=(2, 4))
        set_bombed_city(s, **{slot: value})
        assert (s.pending[0].why_not("TIMED OVERSHOOT overshoot") is None) is offered, (slot, value)


@pytest.mark.parametrize(("city", "word"), [("Essen", "oboe"), ("Hannover", "fires")])
def test_decoy_fires_by_whether_the_city_has_oboe(city: str, word: str) -> None:
    s = pass_to(bombing(city, hands={G: ["DECOY FIRES"]}), "marking", G)
    assert asked(s, "play") == ["pass", f"DECOY FIRES {word}"]


@rule("10.5.2b")
def test_10_5_2b_whoever_is_done_moves_nothing_more() -> None:
    s = go(bombing(raids={"E": {"disruptions": 9}}, dice={"marking": [2, 3]}), "scatter_bomb")
    before = areas(s)
    s.decide("done")
    assert areas(s) == before and not told(s, "bomb_moved") and s.pending[0].kind != "scatter_bomb"
