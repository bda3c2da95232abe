"""What Enter answers, in games of every kind played at random: it is offered, and nothing one has to confirm; what the
question declares, the same in the terminal as on the page.

Besides: whoever has learned nothing since an answer that can be taken back can take it back.
"""

from __future__ import annotations

import random

import pytest

import viermot
from viermot.kernel import registry
from viermot.kernel.decision import Decision
from viermot.terminal import prompt
from viermot.terminal.screens import screen_of
from viermot.text import locales, sentences

GAMES = 10  # of each kind, each of another scenario as far as there are any
DECISIONS = 120  # of a game


def check(decision: Decision) -> bool:
    """The declared default of this question, if it has one, may be given by one key."""
    code = decision.default_code
    if code is None:
        return False
    assert code in decision.codes, f"{decision.kind}: Enter answers what is not offered"
    warned = decision.warning_of(code)
    assert warned is None or not warned.asks, f"{decision.kind}: Enter answers what has to be confirmed"
    return True


@pytest.mark.parametrize("game", sorted(registry.names()))
def test_enter_never_answers_what_has_to_be_confirmed_and_undo_is_there_until_something_is_learned(game: str) -> None:
    module = registry.game(game)
    scenarios = module.info(module.load_pack(None)).scenarios
    seen: set[str] = set()
    could_go_back = 0
    for number in range(GAMES):
        chance = random.Random(f"{game} {number}")
        scenario = scenarios[number * len(scenarios) // GAMES].id
        s = viermot.new_game(game, scenario=scenario, seed=f"enter {number}", seats=dict.fromkeys(module.seats))
        for _ in range(DECISIONS):
            if not s.pending:
                break
            decision = chance.choice(s.pending)
            if check(decision):
                seen.add(decision.kind)
            only = decision.options[0] if len(decision.codes) == 1 else None
            typed = prompt.understand(s.perspective(decision.seat), decision, screen_of(game), "")
            assert typed.option == (only or decision.default), f"{decision.kind}: Enter in the terminal is another"
            code = decision.default_code if decision.kind in seen and chance.random() < 0.5 else None
            undoable, known = decision.question.undoable, len(s.perspective(decision.seat).events())
            s.decide(decision.notation_of(chance.choice(decision.codes) if code is None else code), decision.seat)
            told = len(s.perspective(decision.seat).events()) - known
            if undoable and not told and module.forbids_undo(s.state) is None:
                assert s.why_not_undo(decision.seat) is None, f"{decision.kind}: nothing was learned, yet no way back"
                could_go_back += 1
    assert seen or could_go_back, "nothing was tried"


@pytest.mark.parametrize("game", sorted(registry.names()))
def test_no_hint_says_what_enter_gives_since_the_question_does(game: str) -> None:
    """It follows from the question itself, and would be said twice, or said and not be so."""
    for language in locales():
        told = {key: forms for key, forms in sentences(language, game).items() if ".hint." in key}
        assert [key for key, forms in told.items() if "Enter" in " ".join(forms) and ".page." not in key] == []
