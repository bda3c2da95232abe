"""Whatever happens in a career can be said, in English and in Polish, without a gap."""

from __future__ import annotations

import random
from typing import Any

import pytest

import viermot
from viermot.interceptor import terms
from viermot.interceptor.victory import ENDINGS
from viermot.interceptor.words import slug
from viermot.sentences import in_full
from viermot.text import has

CAREER = {
    "award": terms.AWARDS,
    "skill": terms.SKILLS,
    "who": terms.CREW,
    "quality": terms.QUALITIES,
    "level": terms.LEVELS,
    "wound": terms.WOUNDS,
    "reason": ENDINGS[1:],
}


@pytest.mark.parametrize("locale", ["en", "pl"])
def test_every_word_of_the_career_is_there(locale: str) -> None:
    keys = {f"interceptor.field.{name}.{slug(word)}" for name, known in CAREER.items() for word in known}
    assert {key for key in keys if not has(key, locale)} == set()


@pytest.mark.parametrize("options", [{}, {"10.3": True, "10.4": True, "10.5": True, "10.6": True, "10.7": True}])
@pytest.mark.parametrize("scenario", ["career", "11", "1"])
def test_whatever_happens_can_be_said(scenario: str, options: dict[str, Any]) -> None:
    """Whole careers: every event, prompt, label and refusal."""
    chance = random.Random(scenario)
    for seed in range(2):
        s = viermot.new_game("interceptor", scenario=scenario, options=options, seed=f"said {seed}")
        while s.pending:
            decision = s.pending[0]
            for locale in ("en", "pl"):
                shown = [decision.prompt(locale), decision.label(0, locale), decision.label(-1, locale)]
                refusal = decision.why_not("no such thing")
                shown += [refusal.text(locale)] if refusal else []
                assert not [line for line in shown if "{" in line or line.startswith("[")], shown
            s.decide(chance.randrange(len(decision.codes)))
        view = s.perspective(s.game.seats[0])
        for event in view.events():
            for line in in_full(view, event):  # type: ignore[arg-type]
                assert "{" not in line and not line.startswith("["), f"{event}: {line}"
