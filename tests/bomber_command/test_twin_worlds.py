"""Twin worlds: two nights that differ only in what a seat may not know send that seat the same bytes.

For each class of secret a pair of positions; the seat's own answers are the same in both worlds, the other seat passes.
Everything the seat is shown is compared at every one of its decisions: view, events, questions, options, prompts. The
pair must stay alike for as many turns as the rules keep the secret, and a leak planted in each outlet must be caught.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.bomber import night, table, unit
from viermot import Session
from viermot.bomber_command import perspective
from viermot.bomber_command.state import Game

UNITS = {
    "I./NJG3": unit("J5", "Ludwig", fuel=5),
    "III./NJG2": unit("H7", gci=True),
    "I./NJG5": unit("L4", "Gertrud", fuel=5),
    "I./JG302": unit("L5", fuel=3),
}
MAIN = "main Hannover 1 D5 J5 K5* K4 D7"
ELSEWHERE = "main Braunschweig 1 D5 J5 K5 L5* L4 D8"
BLIND = {"detection": [1, 1] * 20}

# class of secret: (two worlds, the seat that may not know, the last turn in which it may not)
TWINS: dict[str, tuple[dict[str, Any], dict[str, Any], str, int]] = {
    "target": ({"plan": "E " + MAIN}, {"plan": "E " + ELSEWHERE}, "german", 3),
    "letter": ({"plan": "E " + MAIN}, {"plan": "H " + MAIN}, "german", 3),
    "kind": (
        {"plan": f"E {MAIN}; B mosquito Emden 1.1 D4 E4-G4 G3 H3 H4* G4-D4 C6"},
        {"plan": f"E {MAIN}; B gardening H3 1.1 D4 E4-G4 G3 H3* D5 D7"},
        "german", 3,
    ),
    "an unseen raid": (
        {"plan": "E " + MAIN}, {"plan": f"E {MAIN}; B mosquito Kiel 1 D3 E3-K3* J3-D3 D7"}, "german", 3,
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
        {"options": ["12.5"], "raids": {"E": {"losses": 3, "disrupt": 2}}}, {"options": ["12.5"]}, "german", 4,
    ),
    "German hand": (
        {"hands": {"german": ["EXPERTE", "VHF"]}}, {"hands": {"german": ["MOBILE FLAK", "NAXOS"]}}, "british", 2,
    ),
}  # fmt: skip


def shown(s: Session, seat: str, since: int = 0) -> bytes:
    """All that a seat receives but the heads of the chain, which nobody can read without the key."""
    asked = [
        [d.kind, d.rule, d.number, list(d.options), d.prompt(), d.plain_facts, d.label(0)]
        for d in s.pending
        if d.seat == seat
    ]
    view = s.perspective(seat)
    told = [event.to_json() for event in view.events(since)]
    return json.dumps([view.to_json(), told, asked], sort_keys=True, ensure_ascii=False).encode()


def steps(s: Session, seat: str, chance: random.Random) -> Iterator[bytes]:
    """What the seat is shown at each of its decisions; it answers by chance, the other seat with its first option."""
    while s.pending:
        own = [decision for decision in s.pending if decision.seat == seat]
        if not own:
            s.decide(0, s.pending[0].seat)
            continue
        yield shown(s, seat)
        usual = own[0].question.usually
        index = chance.randrange(len(own[0].codes))
        s.decide(0 if usual is not None and chance.random() < 0.9 else index, seat)


def alike(name: str, seed: str, longer: int = 0) -> tuple[int, int]:
    """How many decisions the twins were shown the same, and the turn in which they parted (or may have)."""
    one, other, seat, until = TWINS[name]
    pair = []
    for world in (one, other):
        given = {"plan": "E " + MAIN, "units": UNITS, **world}
        s = table(night(**given), seed=seed, dice=BLIND)
        pair.append((s, steps(s, seat, random.Random(seed))))
    count = 0
    for seen, twin in zip(pair[0][1], pair[1][1], strict=False):
        if seen != twin or pair[0][0].perspective(seat).turn > until + longer:
            break
        count += 1
    return count, min(s.perspective(seat).turn for s, _ in pair)


@pytest.mark.parametrize("seed", ["a", "b"])
@pytest.mark.parametrize("name", TWINS)
def test_a_secret_is_kept_as_long_as_the_rules_keep_it(name: str, seed: str) -> None:
    count, parted = alike(name, seed)
    until = TWINS[name][3]
    assert parted > until, f"the twins of {name} parted in turn {parted} after {count} decisions"
    assert count > (10 if TWINS[name][2] == "german" else 0)


def test_the_twins_do_part_when_the_secret_comes_out() -> None:
    assert alike("target", "a", 9)[1] <= 6


LEAKS = {
    "view": ("to_json", lambda old: lambda self: {**old(self), "leak": self._game.r_kind}),
    "events": (
        "events",
        lambda old: lambda self, since=0: [event for event in old(self, since) if self._game.r_letter[0] != 7],
    ),
}


@pytest.mark.parametrize("outlet", LEAKS)
def test_a_leak_planted_in_an_outlet_is_caught(outlet: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, make = LEAKS[outlet]
    monkeypatch.setattr(perspective.RaidView, name, make(getattr(perspective.RaidView, name)))
    count, _ = alike("kind" if outlet == "view" else "letter", "a")
    assert count == 0


def test_a_leak_planted_in_a_question_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    from viermot.bomber_command.fighters import move

    def leaky(game: Game, number: int) -> dict[str, Any]:
        return {"unit": number, "hex": game.u_place[number], "fuel": game.r_letter[0]}

    monkeypatch.setattr(move, "facts", leaky)
    assert alike("letter", "a")[0] < 3
