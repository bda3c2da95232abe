"""The debrief of a night alone: what fell, and where the hunt broke."""

from __future__ import annotations

from tests.games.nightfighter.test_debriefing import (
    flown,
    has_its_kill_as_the_headline,
    kills_have_the_chance_of_the_button,
)
from viermot.text import message


def test_a_kill_is_the_headline() -> None:
    has_its_kill_as_the_headline(*flown("solitaire", "a2"))


def test_a_night_without_a_kill_says_where_the_chain_broke() -> None:
    session, report = flown("solitaire", "a1")
    events = session.perspective("player").events()
    kinds = [event.kind for event in events]
    assert "tallied" in kinds and "attack" not in kinds
    assert report.why[0] == message("nightfighter.headline.none")
    reasons = {event.data["reason"] for event in events if event.kind == "cannot_attack"}
    assert reasons == {"still_above"}, "it got there, with dives left"
    assert report.why[-1] == message("nightfighter.chain.attacks.still_above")


def test_the_chance_of_a_kill_is_the_one_that_stood_on_the_button() -> None:
    kills_have_the_chance_of_the_button("solitaire")
