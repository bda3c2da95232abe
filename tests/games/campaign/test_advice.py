"""What the computer would do in a career, and why: in the air as in the sortie's own game, on the ground by habit."""

from __future__ import annotations

import viermot
from viermot import advising
from viermot.games.campaign.bots import HABITS, IN_FLIGHT, AdvisingPilot
from viermot.kernel import registry
from viermot.kernel.dice import QuickRng
from viermot.text import has, languages, message

ANSWERS = 160


def test_every_question_of_a_career_is_advised_with_a_reason_of_its_own() -> None:
    """A whole stretch of a career as advised: the reason says something, and fits the answer."""
    session = viermot.new_game("campaign", scenario="staffel", seats={"player": None}, seed="advice")
    module, bot, rng = registry.game("campaign"), AdvisingPilot(), QuickRng(7)
    given: dict[str, set[str]] = {}
    for _ in range(ANSWERS):
        if not session.pending:
            break
        decision = session.pending[0]
        view = session.perspective("player")
        advice = bot.advise(view, decision, rng)
        assert advice.code in decision.codes
        assert advice.reason.startswith(("campaign.advice.", "nightfighter.advice."))
        assert all(has(advice.reason, locale) for locale in languages())
        given.setdefault(decision.kind, set()).add(advice.reason)
        if decision.innermost.kind == "path":
            told = advising.advised(module, view, decision, "en", playouts=0)
            assert " facing " in told.label or "off the map" in told.label  # in the words of the sortie's own game
        session.decide(decision.notation_of(advice.code))
    in_flight = {reason for kind in IN_FLIGHT for reason in given.get(kind, ())}
    assert len(in_flight) > 3 and all(reason.startswith("nightfighter.advice.") for reason in in_flight)
    on_the_ground = {reason for kind, all_ in given.items() if kind not in IN_FLIGHT for reason in all_}
    assert on_the_ground and "campaign.advice.other" not in on_the_ground
    told = advising.advised(module, session.perspective("player"), session.pending[0], "en", playouts=0)
    assert told.reason != message("advice.would", "en", bot="standard")


def test_every_habit_has_its_sentence() -> None:
    reasons = {*HABITS, "hurry_none", "assign_none", "convert_none", "stay", "worn", "dry", "other"} - {"land_or_stay"}
    assert all(has(f"campaign.advice.{reason}") for reason in reasons)
