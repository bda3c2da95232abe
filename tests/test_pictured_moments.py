"""At whatever moment an event is told, what a seat sees can be drawn: the page shows the table as it was at each.

A rule that tells of something before it has laid everything down would leave the page without a picture.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from viermot.game_package import faces_of
from viermot.kernel import registry
from viermot.kernel.agenda import State, advance, apply, open_questions, options_of
from viermot.kernel.dice import QuickDice, QuickRng
from viermot.kernel.playout import OpenQuestion

GAMES = [module.name for module in registry.modules()]
ANSWERS = 60


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("number", range(4))
def test_a_picture_can_be_drawn_at_every_event(name: str, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(f"pictured {name} {number}")
    plain = registry.game(name)
    pack = plain.load_pack(None)
    scenario = rng.choice([each.id for each in plain.info(pack).scenarios])
    options = faces_of(plain).fuzzing().options(plain, scenario, rng)
    module = registry.with_options(name, options)
    state = module.start(pack, scenario, options, QuickDice(f"pictured {number}"))
    views = [module.perspective(state, seat) for seat in module.seats]
    drawn = 0

    def drawing(tell: Any) -> Any:
        def tell_and_draw(self: State, *told: object) -> None:
            nonlocal drawn
            tell(self, *told)
            if self is state:
                drawn += 1
                for view in views:
                    view.to_json()

        return tell_and_draw

    advance(state)  # nobody looks before the first question
    monkeypatch.setattr(State, "emit", drawing(State.emit))
    monkeypatch.setattr(State, "announce", drawing(State.announce))
    bots = [module.bots(seat)["random"]() for seat in module.seats]
    ask, chance = OpenQuestion(), QuickRng(f"pictured {number}")
    for _ in range(ANSWERS):
        for place, task in open_questions(state) if state.asked is not None else ():
            seat = state.seat_of(task)
            codes = options_of(state, task)
            apply(state, bots[seat].choose(views[seat], ask.put(state, task, codes), chance), place)
    assert drawn > 5
