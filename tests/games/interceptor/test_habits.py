"""A standard pilot whose guns are jammed or empty makes no further pass."""

from __future__ import annotations

import pytest

from viermot.games.interceptor import GAME
from viermot.games.interceptor.bots import standard
from viermot.games.interceptor.bots.standard import StandardPilot
from viermot.games.interceptor.knowledge.perspective import CareerView
from viermot.games.interceptor.rules.bombers import passes
from viermot.games.interceptor.rules.fighters import actions
from viermot.kernel.agenda import State, advance
from viermot.kernel.dice import BotRng, KeyedDice, Rng, key_of
from viermot.kernel.playout import play_out
from viermot.kernel.registry import Ask

UNARMED: list[tuple[str, int]] = []


class Watched(StandardPilot):
    """The standard pilot, and what he does after a pass, or behind a fighter, without a gun that fires."""

    def choose(self, view: CareerView, ask: Ask, rng: Rng) -> int:
        code = super().choose(view, ask, rng)
        if ask.kind in ("after_pass", "dogfight") and not view.firepower():
            UNARMED.append((ask.kind, code))
        return code


def career(seed: str) -> State:
    key = key_of(seed)
    pack = GAME.load_pack(None)
    state: State = GAME.start(pack, GAME.info(pack).scenarios[0].id, {}, KeyedDice(key))
    advance(state)
    play_out(GAME, state, {"pilot": Watched()}, {"pilot": BotRng(key, "pilot")})
    return state


def test_no_pass_with_guns_that_cannot_fire() -> None:
    UNARMED.clear()
    for number in range(40):
        career(f"unarmed {number}")
    passes_made = {code for kind, code in UNARMED if kind == "after_pass"}
    fights = {code for kind, code in UNARMED if kind == "dogfight"}
    assert passes_made == {passes.ENOUGH}
    assert fights and actions.ATTACK not in fights


def test_what_counts_is_what_still_fires(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a bar no gun reaches he shoots at nothing; it is firepower he looks at, not what is left in the belts."""
    monkeypatch.setattr(standard, "TOO_WEAK", 99)
    assert all(not (GAME.result(career(f"weak {number}")) or {})["bombers"] for number in range(6))
