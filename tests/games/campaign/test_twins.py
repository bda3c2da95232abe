"""Twin careers with an umpire: careers that differ only in his secrets look alike to the player until he is told."""

from __future__ import annotations

import json
from collections.abc import Sequence
from statistics import median
from typing import Any

import pytest

from viermot.games.campaign import UMPIRED
from viermot.games.campaign.knowledge.perspective import CareerView
from viermot.kernel import registry
from viermot.kernel.canon import canonical
from viermot.kernel.dice import KeyedDice, key_of
from viermot.kernel.record import Setup
from viermot.kernel.session import Session

LIMIT = 60
TELLING = ("search", "coned", "spotted", "fixed", "tallied", "shot_down", "ai_nothing", "contact", "roll")


class TwinDice(KeyedDice):
    """The same dice but for those only the umpire sees."""

    def __init__(self, key: bytes, other: bytes) -> None:
        super().__init__(key)
        self.secret = KeyedDice(other)

    def roll(self, count: int, stream: str) -> tuple[int, ...]:
        if "/umpire:" not in stream:
            return super().roll(count, stream)
        values = self.secret.roll(count, stream)
        self.record.append((stream, 6, values))
        return values

    def draw(self, size: int, stream: str) -> int:
        if "/umpire:" not in stream and not stream.endswith(("chits", "attackers")):
            return super().draw(size, stream)
        value = self.secret.draw(size, stream)
        self.record.append((stream, size, (value,)))
        return value


def twin(seed: str, secret: str) -> Session:
    """A Staffel with an umpire whose secret dice have a key of their own."""
    pack, key, options = UMPIRED.load_pack(None), key_of(seed), {"umpire": True, "months": 1, "stops": "never"}
    dice = TwinDice(key, key_of(secret))
    setup = Setup("campaign", "staffel", options, UMPIRED.rules_version, UMPIRED.pack_hash(pack), open_seed=seed)
    state = UMPIRED.start(pack, "staffel", options, dice)
    session = Session(UMPIRED, pack, setup, key, state, dice, {"umpire": "plain"})
    session.begin()
    return session


def received(session: Session) -> bytes:
    """Everything that reaches the player."""
    view = session.perspective("player")
    asked = [(d.kind, d.number, d.rule, d.prompt(), list(d.options)) for d in session.pending if d.seat == "player"]
    undo = session.why_not_undo("player")
    told = [event.to_json() for event in view.events()]
    return canonical(json.loads(json.dumps([view.to_json(), told, asked, undo.key if undo else None])))


def together(pair: Sequence[Session]) -> tuple[int, list[str]]:
    """How many decisions the twins stay alike, and what the player was told when they parted."""
    for number in range(LIMIT):
        seen = [received(session) for session in pair]
        if seen[0] != seen[1]:
            kinds = [[e.data.get("what", e.kind) for e in session.events("player")] for session in pair]
            alike = next((n for n, (a, b) in enumerate(zip(*kinds, strict=False)) if a != b), min(map(len, kinds)))
            return number, [kind for side in kinds for kind in side[max(0, alike - 12) :]]
        for session in pair:
            if not session.pending:
                return number, []
            session.decide(number % len(session.pending[0].codes), "player")
    return LIMIT, []


def lengths(games: int = 5) -> list[int]:
    found = []
    for number in range(games):
        length, told = together((twin(f"twins {number}", "one"), twin(f"twins {number}", "two")))
        assert not told or set(told) & set(TELLING), f"the player saw a difference without being told: {told}"
        found.append(length)
    return found


def test_twins_stay_alike_until_the_player_is_told() -> None:
    assert median(lengths()) >= 8


def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def pair() -> tuple[Session, Session]:
        return twin("twins 1", "one"), twin("twins 1", "two")

    honest, _ = together(pair())

    def leaky(view: CareerView) -> Any:
        sortie = view._game.sortie
        return None if sortie is None else registry.game("nightfighter").perspective(sortie, "umpire")

    monkeypatch.setattr(CareerView, "sortie", leaky)
    length, _ = together(pair())
    assert length < honest


def test_the_player_s_export_holds_no_secret_of_the_umpire() -> None:
    s = twin("export", "one")
    while s.state.sortie is None:  # type: ignore[attr-defined]
        s.decide(0, "player")
    exported = s.export("player")
    assert exported["key"] is None and "umpire" not in exported["view"]["sortie"]
    assert "side" not in {event["data"].get("what") for event in exported["events"]}
