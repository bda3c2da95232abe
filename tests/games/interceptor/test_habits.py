"""A standard pilot whose guns are jammed or empty makes no further pass."""

from __future__ import annotations

from viermot.games.interceptor import GAME
from viermot.games.interceptor.bots.standard import StandardPilot
from viermot.games.interceptor.knowledge.perspective import CareerView
from viermot.games.interceptor.rules.bombers import passes
from viermot.kernel.agenda import advance
from viermot.kernel.dice import BotRng, KeyedDice, Rng, key_of
from viermot.kernel.playout import play_out
from viermot.kernel.registry import Ask

UNARMED: list[int] = []


class Watched(StandardPilot):
    """The standard pilot, and what he does after a pass without a gun that fires."""

    def choose(self, view: CareerView, ask: Ask, rng: Rng) -> int:
        code = super().choose(view, ask, rng)
        if ask.kind == "after_pass" and not view.firepower():
            UNARMED.append(code)
        return code


def test_no_pass_with_guns_that_cannot_fire() -> None:
    UNARMED.clear()
    pack = GAME.load_pack(None)
    for number in range(12):
        key = key_of(f"unarmed {number}")
        state = GAME.start(pack, GAME.info(pack).scenarios[0].id, {}, KeyedDice(key))
        advance(state)
        play_out(GAME, state, {"pilot": Watched()}, {"pilot": BotRng(key, "pilot")})
    assert UNARMED, "no pilot ran out of guns in twelve careers"
    assert set(UNARMED) == {passes.ENOUGH}
