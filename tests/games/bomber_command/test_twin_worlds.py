"""Twin worlds: two nights that differ only in what a seat may not know send that seat the same bytes.

For each class of secret a pair of positions; the seat's own answers are the same in both worlds, the other seat passes.
Everything the seat is shown is compared at every one of its decisions: view, events, questions, options, prompts,
defaults, odds, whether it may undo, and why answers that are not offered would be refused. The pair must stay alike for
as many turns as the rules keep the secret, and a leak planted in each outlet must be caught.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.games.bomber_command.support import new_session, night, unit
from viermot import Session
from viermot.games.bomber_command import components
from viermot.games.bomber_command.knowledge import odds, perspective
from viermot.games.bomber_command.model.board import BY_NAME, MOSQUITO
from viermot.games.bomber_command.model.layout import Layout
from viermot.games.bomber_command.model.state import Game
from viermot.kernel.decision import Decision

PACK = components.load()
BONN = Layout(PACK, PACK.scenarios["downfall"], {}).city_index["Bonn"]
UNITS = {
    "I./NJG3": unit("J5", "Ludwig", fuel=5),
    "III./NJG2": unit("H7", gci=True),
    "I./NJG5": unit("L4", "Gertrud", fuel=5),
    "I./JG302": unit("L5", fuel=3),
}
MAIN = "main Hannover 1 D5 J5 K5* K4 D7"
ELSEWHERE = "main Braunschweig 1 D5 J5 K5 L5* L4 D8"
BLIND = {"detection": [1, 1] * 20, "flak": [1, 1] * 40, "attack": [1, 2] * 40, "Mosquito losses": [6] * 20}

NUISANCE = "mosquito Emden 1.1 D4 E4-G4 G3 H3 H4* G4-D4 C6"
GARDENERS = "gardening H3 1.1 D4 E4-G4 G3 H3* D5 D7"
NORTH, SOUTH = "mosquito Kiel 1 D3 E3-K3* J3-D3 D7", "mosquito Saarbrücken 1 D10 J10 K10* J10 D10 D9"
WARY = ["BOOZER", "SERRATE", "MONICA"]
FLAK = (BY_NAME["G4"], BY_NAME["H3"], BY_NAME["J5"])
GUNS = {"mobile": FLAK[:2], "hands": {"german": ["WÜRZLAUS", "EXPERTE"]}}
LATE_LINE = {"II./NJG4": unit("H5", gci=True), "I./NJG11": unit("H6", gci=True)}
FIRST = "main Osnabrück 1 D5 E5-J5* I5-D5 D7"
TONIGHT = "A main Hannover/Misburg 6 D5 J5 K5* K4 D7"
LATE = {"scenario": "downfall", "units": LATE_LINE, "hands": {"german": ["EXPERTE", "EXPERTE"]}}
OVER_BONN = {  # which has no flak to tell them apart; a single-engined unit hits all that come
    "scenario": "downfall", "turn": 4, "phase": 3, "units": {"I./NJG11": unit("J8", gci=True)}, "stripped": (BONN,),
    "dice": BLIND | {"attack": [5, 6] * 9},
}  # fmt: skip
LATER, HOME = MAIN.replace(" 1 ", " 12 "), "mosquito Emden 1 D4 H4* D6 C6"
CLAIMS = {"B": {"losses": 2}, "C": {"losses": 2}}
# Answers that may be given to any question, legal there or not: a refusal must not tell more than a list of options.
PROBES = (
    "none", "pass", "return", "in order", "let go", "off", "yes", "H5", "G4", "K5", "Hannover", "Emden", "Essen 2",
    "I./NJG3", "III./NJG2", "II./NJG4", "gci", "E", "B", "England", "2", "EXPERTE attack", "WINDOW detection",
    "TA154 MOSKITO hunt", "WÜRZLAUS flak", "play MOBILE FLAK place", "play SERRATE attack", "6 HE", "e3", "e3 1+2",
    "HE e3 e4", "nothing; draw 1", "A decoy 9 D7 E7 D7",
)  # fmt: skip

# class of secret: (two worlds, the seat that may not know, the last turn in which it may not)
TWINS: dict[str, tuple[dict[str, Any], dict[str, Any], str, int]] = {
    "target": ({"plan": "E " + MAIN}, {"plan": "E " + ELSEWHERE}, "german", 3),
    "letter": ({"plan": "E " + MAIN}, {"plan": "H " + MAIN}, "german", 3),
    "kind": (
        {"plan": f"E {MAIN}; B mosquito Emden 1.1 D4 E4-G4 G3 H3 H4* G4-D4 C6"},
        {"plan": f"E {MAIN}; B gardening H3 1.1 D4 E4-G4 G3 H3* D5 D7"},
        "german", 3,
    ),
    "kind under flak": (
        {"plan": f"E {MAIN}; B {NUISANCE}", **GUNS}, {"plan": f"E {MAIN}; B {GARDENERS}", **GUNS}, "german", 3,
    ),
    "kind under GCI": (
        {"plan": f"{TONIGHT}; B {FIRST}", **LATE},
        {"plan": f"{TONIGHT}; B gardening J3 1 D5 E5-J5 J3* J5 I5-D5 D7", **LATE}, "german", 3,
    ),
    "known letter under GCI": (
        {"plan": f"{TONIGHT}; B {FIRST}", "raids": {"A": {"known": 1}}, **LATE},
        {"plan": f"B {TONIGHT[2:]}; A {FIRST}", "raids": {"A": {"known": 1}}, **LATE}, "german", 3,
    ),
    "whose marking is spoiled": (
        {"plan": f"{TONIGHT}; B main Bonn 1 D8 J8* J7 D7; C mosquito Saarbrücken 1 D9 I9 J8 J9 K10* D9", **OVER_BONN},
        {"plan": f"{TONIGHT}; B main Essen 1 D8 J8 J7 I7* D7; C mosquito Bonn 1 D9 I9 J8* J9 K10 D9", **OVER_BONN},
        "german", 4,
    ),
    "known letter under flak": (
        {"plan": f"E {MAIN}; B {NUISANCE}; C {SOUTH}", "raids": {"B": {"known": 1}}, **GUNS},
        {"plan": f"E {MAIN}; B {SOUTH}; C {NUISANCE}", "raids": {"B": {"known": 1}}, **GUNS}, "german", 3,
    ),
    "letter of a raid that is home": (
        {"plan": f"E {LATER}; B {HOME}; C {SOUTH}", "turn": 6, "options": ["12.5"], "raids": CLAIMS},
        {"plan": f"E {LATER}; B {SOUTH}; C {HOME}", "turn": 6, "options": ["12.5"], "raids": CLAIMS}, "german", 8,
    ),
    "an unseen raid": (
        {"plan": "E " + MAIN}, {"plan": f"E {MAIN}; B mosquito Kiel 1 D3 E3-K3* J3-D3 D7"}, "german", 2,
    ),
    "an escort": (
        {"plan": "E " + MAIN}, {"plan": f"E {MAIN}; B mosquito Bremen from E leaving I5 J4* D7"}, "german", 3,
    ),
    "heavy load": (
        {"plan": "E " + MAIN, "options": ["12.3"]},
        {"plan": "E " + MAIN.replace("Hannover", "Hannover heavy"), "options": ["12.3"]}, "german", 3,
    ),
    "British hand": (
        {"hands": {"british": ["CORKSCREW", "WINDOW"]}}, {"hands": {"british": ["SERRATE", "WEATHER"]}}, "german", 2,
    ),
    "oil": ({"oil": (0,)}, {"oil": (1,)}, "german", 4),
    "north": ({"north": (1,)}, {"north": (5,)}, "german", 4),
    "losses in the fog": (
        {"options": ["12.5"], "raids": {"E": {"losses": 3, "disruptions": 2}}}, {"options": ["12.5"]}, "german", 4,
    ),
    "German hand under attack": (
        {"hands": {"german": ["EXPERTE", "VHF"], "british": WARY}, "plan": f"E {MAIN}; B {GARDENERS}", "mobile": FLAK},
        {"hands": {"german": ["WÜRZLAUS", "LICHTENSTEIN"], "british": WARY}, "plan": f"E {MAIN}; B {GARDENERS}",
         "mobile": FLAK}, "british", 4,
    ),
    "German hand": (
        {"hands": {"german": ["EXPERTE", "VHF"]}}, {"hands": {"german": ["MOBILE FLAK", "NAXOS"]}}, "british", 2,
    ),
}  # fmt: skip


def shown(s: Session, seat: str, since: int = 0) -> bytes:
    """All that a seat receives but the heads of the chain, which nobody can read without the key."""
    view: Any = s.perspective(seat)
    asked = [
        [d.kind, d.rule, d.number, list(d.options), d.prompt(), d.plain_facts, d.label(0), d.default,
         d.settled_code, d.subject, probed(d), repr(view.odds(d.kind, d.facts, d.codes))]
        for d in s.pending
        if d.seat == seat
    ]  # fmt: skip
    told = [event.to_json() for event in view.events(since)]
    undo = s.why_not_undo(seat)
    back = None if undo is None else [undo.key, undo.rule]
    return json.dumps([view.to_json(), told, asked, back], sort_keys=True, ensure_ascii=False).encode()


def probed(decision: Decision) -> list[list[str] | None]:
    """What would be said to each of the probes."""
    found: list[list[str] | None] = []
    for text in PROBES:
        refusal = decision.why_not(text)
        found.append(None if refusal is None else [refusal.rule, refusal.key, refusal.why, refusal.text()])
    return found


def steps(s: Session, seat: str, rng: random.Random) -> Iterator[bytes]:
    """What the seat is shown at each of its decisions; it mostly does the usual, the other seat always."""
    while s.pending:
        own = [decision for decision in s.pending if decision.seat == seat]
        if not own:
            s.decide(_usual(s.pending[0]) or 0, s.pending[0].seat)
            continue
        yield shown(s, seat)
        usual, option = _usual(own[0]), rng.choice(own[0].options)
        s.decide(usual if usual is not None and rng.random() < 0.9 else option, seat)


def _usual(decision: Decision) -> str | None:
    """The usual answer; on an order sheet that would be to stay, and nothing would happen in these nights."""
    return None if decision.question.sheet == "orders" and decision.question.usually is None else decision.default


def turn_of(s: Session, seat: str) -> int:
    view: Any = s.perspective(seat)
    turn: int = view.turn
    return turn


def alike(name: str, seed: str, longer: int = 0) -> tuple[int, int]:
    """How many decisions the twins were shown the same, and the turn in which they parted (or may have)."""
    one, other, seat, until = TWINS[name]
    pair = []
    for world in (one, other):
        given: dict[str, Any] = {"plan": "E " + MAIN, "units": UNITS, "dice": BLIND, **world}
        dice = given.pop("dice")
        s = new_session(night(**given), seed=seed, dice=dice)
        pair.append((s, steps(s, seat, random.Random(seed))))
    count = 0
    for seen, twin in zip(pair[0][1], pair[1][1], strict=False):
        if seen != twin or turn_of(pair[0][0], seat) > until + longer:
            break
        count += 1
    return count, min(turn_of(s, seat) for s, _ in pair)


@pytest.mark.parametrize("seed", ["a", "b"])
@pytest.mark.parametrize("name", TWINS)
def test_a_secret_is_kept_as_long_as_the_rules_keep_it(name: str, seed: str) -> None:
    count, parted = alike(name, seed)
    until = TWINS[name][3]
    assert parted > until, f"the twins of {name} parted in turn {parted} after {count} decisions"
    assert count > (10 if TWINS[name][2] == "german" else 0)


def test_the_twins_do_part_when_the_secret_comes_out() -> None:
    assert alike("target", "a", 9)[1] <= 6


LEAKS: dict[str, tuple[str, Any]] = {
    "view": ("to_json", lambda old: lambda self: {**old(self), "leak": [raid.kind for raid in self._game.plot]}),
    "events": (
        "events",
        lambda old: lambda self, since=0: [event for event in old(self, since) if self._game.plot[0].letter != 7],
    ),
}


@pytest.mark.parametrize("outlet", LEAKS)
def test_a_leak_planted_in_an_outlet_is_caught(outlet: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, make = LEAKS[outlet]
    monkeypatch.setattr(perspective.RaidView, name, make(getattr(perspective.RaidView, name)))
    count, _ = alike("kind" if outlet == "view" else "letter", "a")
    assert count == 0


def _first_of(name: str) -> Any:
    """A leak in the odds as there was one: no doubt about a raid that is in truth Mosquitos."""
    honest = getattr(odds, name)

    def leaky(game: Game, attack: Any) -> Any:
        return honest(game, attack) and game.plot[attack.raid].kind != MOSQUITO

    return leaky


@pytest.mark.parametrize("name", ["kind under flak", "known letter under flak", "kind under GCI"])
def test_a_leak_planted_in_the_odds_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert alike(name, "a")[1] > TWINS[name][3]
    if name == "kind under flak":
        monkeypatch.setattr(odds, "may_lay_mines", _first_of("may_lay_mines"))
    elif name == "kind under GCI":
        monkeypatch.setattr(odds, "told_of", lambda modifiers: modifiers)
    else:
        monkeypatch.setattr(odds, "may_lay_mines", lambda game, attack: not game.raid_known[attack.raid])
    assert alike(name, "a")[1] <= TWINS[name][3]


def test_a_leak_planted_in_an_event_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    from viermot.games.bomber_command.rules.combat import combat

    for name in ("kind under flak", "kind under GCI"):
        with monkeypatch.context() as planted:
            planted.setattr(combat, "told_of", lambda modifiers: modifiers)
            assert alike(name, "a")[1] <= TWINS[name][3], name


def test_a_leak_planted_in_a_refusal_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    from viermot.games.bomber_command.rules.movement.fighters import move

    def leaky(game: Game, *_: int) -> tuple[str, str]:
        return "7.1a", "too_far" if game.plot[0].letter == 7 else "one_hex_only"

    monkeypatch.setattr(move, "why_not", leaky)
    assert alike("letter", "a")[0] < 3


def test_a_leak_planted_in_a_default_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    from viermot.games.bomber_command.rules.movement.fighters import move

    monkeypatch.setattr(move, "suggested", lambda game, unit: move.options(game, unit)[int(game.plot[0].letter == 7)])
    assert alike("letter", "a")[0] < 3


def test_a_leak_planted_in_a_question_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    from viermot.games.bomber_command.rules.movement.fighters import move

    def leaky(game: Game, number: int) -> dict[str, Any]:
        return {"unit": number, "hex": game.unit_place[number], "fuel": game.plot[0].letter}

    monkeypatch.setattr(move, "facts", leaky)
    assert alike("letter", "a")[0] < 3
