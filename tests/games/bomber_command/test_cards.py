"""Every card but the Bombing ones: its effect, its moment, its cancellation, and its refusal at any other moment.

A case names a function of a card, the situation in which it is played, and what must have come of it. From the same
table come the tests of timing and of cancellation by two cards of its symbol.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.games.bomber_command.support import (
    asked,
    go,
    inner,
    last,
    new_session,
    night,
    pass_to,
    refused,
    resolve,
    see,
    seen_by,
    told,
    unit,
)
from tests.support.rules import rule
from viermot import Session
from viermot.games.bomber_command import components
from viermot.games.bomber_command.model.board import SEATS
from viermot.games.bomber_command.model.layout import SYMBOLS

pytestmark = pytest.mark.usefixtures("every_window")

DOWNFALL = "A main Hannover/Misburg 1 D5 J5 K5* K4 D7; B main Essen 9 D7 I7* D7"
MOSQUITO = "E main Hannover 9 D5 J5 K5* K4 D7; B mosquito Osnabrück 1 D5 E5-J5* I5-D5 D7"
SEEN = {"detection": [6, 6]}
LINE = {"III./NJG2": unit("H5", gci=True)}
LATE_LINE = {"II./NJG4": unit("H5", gci=True)}
STACKED = {"I./NJG3": unit("K5", "Hannover")}
BEACON = {"I./NJG3": unit("J5", "Ludwig"), "I./NJG2": unit("J5", "Ludwig")}
LATE_BEACON = {"I./NJG4": unit("J5", "Ludwig")}
INSIDE = {"I./NJG3": unit("E", fuel=5)}
LATE_INSIDE = {"I./NJG4": unit("A", fuel=5)}

# Situations: what is on the table, and what is answered on the way to the window.
DETECT: dict[str, Any] = {"turn": 2, "phase": 5}
INFILTRATE: dict[str, Any] = {"turn": 3, "phase": 5, "units": BEACON, "dice": SEEN, "infiltrator": "I./NJG3"}
LATE_INFILTRATE = {
    **INFILTRATE,
    "scenario": "downfall",
    "plan": DOWNFALL,
    "units": LATE_BEACON,
    "infiltrator": "I./NJG4",
}
GCI: dict[str, Any] = {"turn": 3, "phase": 4, "units": LINE, "next_combat": "H5", "intercept": "III./NJG2"}
LATE_GCI = {**GCI, "scenario": "downfall", "plan": DOWNFALL, "units": LATE_LINE, "intercept": "II./NJG4"}
TAME: dict[str, Any] = {"turn": 3, "phase": 6, "units": INSIDE}
LATE_TAME = {**TAME, "scenario": "downfall", "plan": DOWNFALL, "units": LATE_INSIDE}
WILD: dict[str, Any] = {"turn": 4, "phase": 4, "units": STACKED, "wild_boar": "Hannover", "next_combat": "K5"}
FLAK: dict[str, Any] = {"turn": 4, "phase": 4, "next_combat": "K5"}
SCRAMBLE: dict[str, Any] = {"phase": 3, "scramble": "I./NJG1"}
LANDING: dict[str, Any] = {"phase": 8, "units": {"I./NJG1": unit("H7", fuel=0)}, "recover_where": "home"}


@dataclass
class Case:
    """One function of a card in one situation."""

    card: str  # "WINDOW detection"
    side: str
    window: str
    situation: dict[str, Any]
    check: Callable[[Session], bool]
    thing: str | None = None
    more: dict[str, Any] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return self.card.rpartition(" ")[0]

    def lay_out(self, *others: str) -> Session:
        """The situation with this card in hand, and the opponent's cards given."""
        given = {**self.situation, **self.more}
        answers = {
            name: given.pop(name)
            for name in ("infiltrator", "next_combat", "intercept", "wild_boar", "scramble", "recover_where")
            if name in given
        }
        dice = given.pop("dice", None)
        other = SEATS[1 - SEATS.index(self.side)]
        hands = {self.side: [self.title, "WEATHER"], other: list(others)}  # WEATHER keeps every window open
        s = new_session(night(**given, hands=hands), dice=dice)
        return pass_to(s, self.window, self.side, **answers)

    def play(self, s: Session) -> None:
        s.decide(self.card, self.side)
        if s.pending[0].kind == "name_object":
            s.decide(self.thing if self.thing is not None else 0, self.side)


def modified(by: int) -> Callable[[Session], bool]:
    return lambda s: [event["value"] for event in told(s, "modified")] == [by]


def jammed(level: int) -> Callable[[Session], bool]:
    return lambda s: seen_by(s, "german").jamming == level


def seen(kind: str) -> Callable[[Session], bool]:
    return lambda s: bool(told(s, kind))


def tells(kind: str, **data: Any) -> Callable[[Session], bool]:
    return lambda s: told(s, kind) == [data]


B, G = SEATS
CASES = [
    # -- British
    Case("WINDOW detection", B, "detection_roll", DETECT, modified(-2)),
    Case("WINDOW infiltration", B, "infiltration_roll", INFILTRATE, modified(-2)),
    Case("TINSEL infiltration", B, "infiltration_roll", INFILTRATE, modified(-2)),
    Case("TINSEL gci", B, "gci_attack", GCI, modified(-2)),
    Case("MANDREL jam", B, "detection_roll", DETECT, jammed(6)),
    Case("AIRBORNE CIGAR jam", B, "infiltration_roll", INFILTRATE, jammed(6)),
    Case("JOSTLE jam", B, "infiltration_roll", LATE_INFILTRATE, jammed(7)),
    Case(
        "CORONA move", B, "fighters_move", {"units": {"I./NJG1": unit("K5")}},
        lambda s: told(go(s, "move", mislead="I./NJG1", mislead_to="K6") if s.pending[0].kind == "mislead" else s,
                       "led_astray") != [] or s.pending[0].kind == "mislead",
    ),
    Case("FIDGET beacon", B, "tame_boar", {**INFILTRATE}, seen("beacon_jammed")),
    Case("DARTBOARD detection", B, "detection_roll", DETECT, modified(-1)),
    Case("GROUND GROCER attack", B, "gci_attack", GCI, modified(-3)),
    Case("GROUND GROCER attack", B, "tame_boar_attack", TAME, modified(-3)),
    Case("PIPERACK jam", B, "infiltration_roll", LATE_INFILTRATE, modified(-2)),
    Case("PIPERACK jam", B, "tame_boar_attack", LATE_TAME, modified(-2)),
    Case("SERRATE attack", B, "deployment", {"phase": 7, "units": STACKED}, seen("british_attack")),
    Case(
        "PERFECTOS attack", B, "deployment",
        {"scenario": "downfall", "plan": DOWNFALL, "phase": 7, "units": {"I./NJG11": unit("J7")}},
        seen("british_attack"),
    ),
    Case("CORKSCREW evade", B, "after_attack", {**GCI, "dice": {"attack": [5, 4]}}, seen("losses_reduced")),
    Case("HIGH-ALTITUDE BOMBERS climb", B, "wild_boar_attack", WILD, modified(-2)),
    Case("HIGH-ALTITUDE BOMBERS climb", B, "flak_attack", FLAK, modified(-2)),
    Case("REAR GUNNER fire", B, "defensive_fire", {**GCI, "dice": {"attack": [6, 1]}}, modified(2)),
    Case("VILLAGE INN fire", B, "defensive_fire", {**LATE_GCI, "dice": {"attack": [6, 1]}}, modified(3)),
    Case("VILLAGE INN roll", B, "after_attack", {**LATE_GCI, "dice": {"attack": [3, 1]}}, seen("gunners_fire")),
    Case("FISHPOND warn", B, "tame_boar_attack", TAME, modified(-2)),
    Case("MONICA warn", B, "tame_boar_attack", TAME, modified(-2)),
    Case("BOOZER warn", B, "flak_attack", FLAK, modified(-2)),
    Case("ACCIDENT crash", B, "scramble_roll", SCRAMBLE, modified(3)),
    Case("ACCIDENT crash", B, "recovery_roll", LANDING, modified(3)),
    Case("WEATHER draw", B, "end", {"phase": 10}, seen("weather_drawn")),
    Case("WEATHER fido", B, "end", {"phase": 10}, seen("fido")),
    Case("INTRUDERS airfield", B, "units_scrambled", {**SCRAMBLE, "dice": {"airfield": [4]}}, seen("airfield_closed")),
    Case("INTRUDERS recovery", B, "recovery_roll", LANDING, modified(2)),
    Case(
        "TRIGGER HAPPY FLAK flak", B, "combat_markers", {**WILD, "dice": {"trigger happy flak": [5]}},
        seen("fighters_lost"),
    ),
    Case(
        "FUEL SHORTAGE ground", B, "scramble", {"scenario": "downfall", "plan": DOWNFALL, "phase": 3}, seen("grounded"),
    ),
    Case("COMPACT STREAM infiltration", B, "infiltration_roll", INFILTRATE, modified(-2)),
    Case("COMPACT STREAM marker", B, "raids_moved", GCI, seen("marker_removed")),
    Case(
        "WIND FINDERS regroup", B, "end", {"phase": 10, "raids": {"E": {"disruptions": 4}}, "turn": 2},
        seen("gathered"),
    ),
    Case(
        "FALSE PLOT counter", B, "placing_counters", {**DETECT, "dice": SEEN},
        lambda s: len(seen_by(s, "british").counters()) == 1,  # the others are placed with it
    ),
    # -- German
    Case("NAXOS homer", G, "detection_roll", DETECT, lambda s: seen("naxos")(s) and inner(s).naxos == 1),
    Case("NAXOS homer", G, "detection_roll", {**DETECT, "naxos": 1}, jammed(4)),
    Case("SN-2 infiltration", G, "infiltration_roll", INFILTRATE, modified(2)),
    Case("VHF infiltration", G, "infiltration_roll", INFILTRATE, modified(2)),
    Case("WÜRZLAUS flak", G, "flak_attack", FLAK, modified(2)),
    Case("WASSERMANN detection", G, "detection_roll", DETECT, modified(2)),
    Case("LISTENING SERVICE listen", G, "detection_roll", DETECT, jammed(4)),
    Case("ANNE MARIE broadcast", G, "infiltration_roll", INFILTRATE, jammed(4)),
    Case("KORFU detection", G, "detection_roll", DETECT, modified(1)),
    Case("FLENSBURG attack", G, "tame_boar_attack", TAME, modified(2)),
    Case("FLENSBURG home", G, "tame_boar_attack", LATE_TAME, modified(1)),
    Case("BERNHARDINE infiltration", G, "infiltration_roll", LATE_INFILTRATE, modified(2)),
    Case("LICHTENSTEIN attack", G, "gci_attack", GCI, modified(2)),
    Case("EXPERTE attack", G, "wild_boar_attack", WILD, modified(2)),
    Case("SCHRÄGE MUSIK attack", G, "gci_attack", GCI, modified(2)),
    Case("DROP TANKS fuel", G, "units_scrambled", SCRAMBLE, lambda s: see(s, "I./NJG1")["fuel"] == 8),
    Case(
        "HIGH-BOOST FIGHTERS attack", G, "wild_boar_attack",
        {**WILD, "units": {"I./JG300": unit("K5", "Hannover")}}, modified(2),
    ),
    Case(
        "TA154 MOSKITO hunt", G, "gci_attack",
        {**LATE_GCI, "plan": DOWNFALL.replace("1 D5", "9 D5", 1) + "; C mosquito Osnabrück 1 D5 E5-J5* I5-D5 D7"},
        modified(2),
    ),
    Case("BELEUCHTER flares", G, "infiltration_roll", INFILTRATE, seen("beleuchter")),
    Case("BELEUCHTER flares", G, "infiltration_roll", {**INFILTRATE, "beleuchter": 1}, modified(2)),
    Case("WILD BOAR attack", G, "combat_markers", WILD, seen("wild_boars_bold")),
    Case(
        "STRAYING BOMBERS flak", G, "raid_counters",
        {"plan": "E main Wilhelmshaven 1.1 D4 E4-H4 I4* D6 D7", "turn": 3, "phase": 5, "dice": SEEN}, seen("flak"),
        "H4",
    ),
    Case("STRAGGLERS: HIMMELBETT attack", G, "raids_moved", GCI, seen("stragglers")),
    Case("STRAGGLERS: TAME BOAR again", G, "after_attack", {**TAME, "dice": {"attack": [3, 1]}}, seen("attacks_again")),
    Case("EARLY ARRIVAL AT TARGET twice", G, "raids_moved", WILD, seen("early_arrival")),
    Case("SCATTERED STREAM scatter", G, "end", {"turn": 2, "phase": 10}, seen("disrupted"), "main"),
    Case("CONTROLLER'S GUESS move", G, "raids_moved", {**WILD, "units": {"I./NJG3": unit("L5")}},
         lambda s: s.pending[0].kind == "guess" or bool(told(s, "moved"))),
    Case("COCKPIT READINESS ready", G, "units_scrambled", SCRAMBLE, lambda s: see(s, "I./NJG1")["markers"] == []),
    Case("COCKPIT READINESS safe", G, "scramble_roll", SCRAMBLE, modified(-3)),
    Case("MOBILE FLAK place", G, "end", {"phase": 10}, seen("mobile_flak_city"), "Hannover"),
    Case("MOBILE FLAK place", G, "end", {"phase": 10}, tells("mobile_flak_hex", hex="K6", value=1), "K6"),
    Case("GROSSBATTERIEN flak", G, "flak_attack", FLAK, modified(3)),
    Case("WEATHER draw", G, "end", {"phase": 10}, seen("weather_drawn")),
    Case("WEATHER recovery", G, "recovery", LANDING, seen("landing_weather"), "3.JD"),
]  # fmt: skip


def names(case: Case) -> str:
    return f"{case.card} in {case.window}"


@pytest.mark.parametrize("case", CASES, ids=names)
def test_a_card_does_what_it_says(case: Case) -> None:
    s = case.lay_out()
    assert case.card in asked(s, "play")
    assert not case.check(s) or case.title in ("CONTROLLER'S GUESS", "FALSE PLOT"), "not before it is played"
    case.play(s)
    resolve(s)
    assert case.check(s)
    pile = s.perspective("public").to_json()["cards"]["discards"][case.side]
    assert pile == [case.title]


PAIRS = {
    (B, "EW"): {"berlin": ["WINDOW", "TINSEL"], "downfall": ["WINDOW", "TINSEL"]},
    (B, "AE"): {"berlin": ["CORKSCREW", "REAR GUNNER"], "downfall": ["CORKSCREW", "REAR GUNNER"]},
    (B, "OP"): {"berlin": ["ACCIDENT", "WEATHER"], "downfall": ["ACCIDENT", "WEATHER"]},
    (G, "EW"): {"berlin": ["NAXOS", "KORFU"], "downfall": ["NAXOS", "KORFU"]},
    (G, "AE"): {"berlin": ["EXPERTE", "DROP TANKS"], "downfall": ["EXPERTE", "DROP TANKS"]},
    (G, "OP"): {"berlin": ["GROSSBATTERIEN", "MOBILE FLAK"], "downfall": ["GROSSBATTERIEN", "MOBILE FLAK"]},
}


@rule("6.2.3a")
@pytest.mark.parametrize("case", CASES, ids=names)
def test_6_2_3a_two_cards_of_its_symbol_cancel_it(case: Case) -> None:
    other = SEATS[1 - SEATS.index(case.side)]
    kinds = inner(new_session(night(case.situation.get("scenario", "berlin"), **_plan(case)))).layout.cards[
        SEATS.index(case.side)
    ]
    symbol = SYMBOLS[next(kind.symbol for kind in kinds if kind.name == case.title)]
    pair = PAIRS[other, symbol][case.situation.get("scenario", "berlin")]
    s = case.lay_out(*pair)
    before = _without_cards(s)
    case.play(s)
    assert s.pending[0].kind == "cancel" and s.pending[0].seat == other
    option = next(option for option in asked(s, "cancel") if " + " in option)
    s.decide(option)
    assert last(s, "cancelled_by_symbol")["card"] == case.title
    assert _without_cards(s) == before, "nothing of it is left"


def _plan(case: Case) -> dict[str, str]:
    return {"plan": case.situation["plan"]} if "plan" in case.situation else {}


def _without_cards(s: Session) -> dict[str, Any]:
    data = s.module.to_data(s.state)
    return {k: v for k, v in data.items() if k not in ("hands", "discards", "agenda", "asked", "answers")}


@rule("6.2a")
@pytest.mark.parametrize("case", CASES, ids=names)
def test_6_2a_it_is_refused_at_another_moment(case: Case) -> None:
    """The first window of the Deployment phase; what may be played there is tried in the one of a Draw Cards phase."""
    scenario = case.situation.get("scenario", "berlin")
    hands = {case.side: [case.title, "WEATHER"] if case.title != "WEATHER" else ["WEATHER"]}
    units = {"I./NJG3": unit("ready")}
    s = new_session(night(scenario, phase=7, hands=hands, units=units, **_plan(case)))
    pass_to(s, "deployment", case.side)
    reason = "not_this_moment"
    if case.card in asked(s, "play"):
        assert case.card in (
            "SERRATE attack", "PERFECTOS attack", "WEATHER draw", "WEATHER fido", "WIND FINDERS regroup",
            "SCATTERED STREAM scatter", "MOBILE FLAK place",
        ), "only these may be played in any window"  # fmt: skip
        go(s, "draw_british")
        assert "play" not in [decision.kind for decision in s.pending]
        hands = {case.side: ["NAXOS"] if case.side == G else ["TINSEL"]}
        s = pass_to(
            new_session(night(turn=2, phase=5, hands={case.side: ["NAXOS" if case.side == G else "MANDREL"]})),
            "detection_roll",
            case.side,
        )
        reason = "card_not_held"  # it may be played in any window, so it is one he does not hold
    refused(s, case.card, "6.2a", reason, case.side)


ANSWERS = [  # cancelling card, function, the card it cancels, and where that is played
    ("WÜRZLAUS cancel", "WINDOW detection"), ("SN-2 cancel", "WINDOW infiltration"), ("VHF cancel", "TINSEL gci"),
    ("WASSERMANN cancel", "MANDREL jam"), ("ANNE MARIE cancel", "AIRBORNE CIGAR jam"),
    ("ANNE MARIE cancel", "CORONA move"),
    ("BERNHARDINE cancel", "JOSTLE jam"), ("FLENSBURG cancel", "MONICA warn"),
    ("HIGH-BOOST FIGHTERS cancel", "HIGH-ALTITUDE BOMBERS climb"), ("LISTENING SERVICE cancel", "FALSE PLOT counter"),
    ("AIRBORNE CIGAR cancel", "VHF infiltration"), ("DARTBOARD cancel", "ANNE MARIE broadcast"),
    ("GROUND GROCER cancel", "LICHTENSTEIN attack"), ("COMPACT STREAM cancel", "STRAGGLERS: HIMMELBETT attack"),
    ("WIND FINDERS cancel", "SCATTERED STREAM scatter"), ("COCKPIT READINESS safe", "ACCIDENT crash"),
]  # fmt: skip


@rule("6.2.2")
@pytest.mark.parametrize(("answer", "card"), ANSWERS)
def test_6_2_2_a_card_that_names_it_cancels_it(answer: str, card: str) -> None:
    case = next(case for case in CASES if case.card == card)
    s = case.lay_out(answer.rpartition(" ")[0])
    before = _without_cards(s)
    case.play(s)
    assert answer in asked(s, "cancel")
    s.decide(answer)
    assert last(s, "cancelled") == {"card": case.title, "by_card": answer.rpartition(" ")[0]}
    if answer == "COCKPIT READINESS safe":
        assert last(s, "modified") == {"value": -3, "total": -3}, "and it does its own work"
    else:
        assert _without_cards(s) == before


@rule("6.2.2")
def test_6_2_2_named_answers_of_downfall() -> None:
    for answer, card in (("JOSTLE cancel", "VHF infiltration"), ("PIPERACK cancel", "SN-2 infiltration")):
        case = Case(card, G, "infiltration_roll", LATE_INFILTRATE, modified(2))
        s = case.lay_out(answer.rpartition(" ")[0])
        case.play(s)
        s.decide(answer)
        assert not told(s, "modified")
    fidget = Case("FIDGET beacon", B, "tame_boar", LATE_INFILTRATE, seen("beacon_jammed"))
    s = fidget.lay_out("BERNHARDINE")
    fidget.play(s)
    s.decide("BERNHARDINE cancel")
    assert not told(s, "beacon_jammed")


def test_high_boost_fighters_do_not_help_the_flak_and_readiness_not_a_landing() -> None:
    flak = next(case for case in CASES if case.card.startswith("HIGH-ALTITUDE") and case.window == "flak_attack")
    s = flak.lay_out("HIGH-BOOST FIGHTERS")
    flak.play(s)
    assert s.pending[0].kind != "cancel" and told(s, "modified")
    landing = next(case for case in CASES if case.card.startswith("ACCIDENT") and case.window == "recovery_roll")
    s = landing.lay_out("COCKPIT READINESS")
    landing.play(s)
    assert s.pending[0].kind != "cancel" and told(s, "modified")


def test_every_card_but_the_bombing_ones_is_in_the_table() -> None:
    pack = components.load()
    for card in pack.cards:
        for function in card.functions:
            if card.symbol != "BO" and function.effect != "cancel":
                assert any(case.card == f"{card.title} {function.word}" and case.side == card.side for case in CASES), (
                    f"{card.side} {card.title} {function.word}"
                )


def test_both_decks_have_55_cards() -> None:
    pack = components.load()
    for side in SEATS:
        assert sum(card.copies for card in pack.cards if card.side == side) == 55
