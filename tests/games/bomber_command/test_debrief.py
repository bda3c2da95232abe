"""The debrief of a night: what the points are for, what the other levels needed, who attacked where."""

from __future__ import annotations

import re

import pytest

import viermot
from viermot import Session
from viermot.debriefing import debriefing_of
from viermot.text import figure


@pytest.fixture(scope="module")
def night() -> Session:
    return viermot.new_game(
        "bomber_command", "berlin", seed="debrief", seats=dict.fromkeys(("british", "german"), "standard")
    )


def test_11_1_the_end_says_what_the_points_are_for_and_what_the_other_levels_needed(night: Session) -> None:
    report = viermot.debrief(night, "german")
    vp = (night.result or {})["vp"]
    assert report.why[1].startswith(f"British {vp['british']:g} VP: bombing ")
    assert report.why[2].startswith(f"German {vp['german']} VP for British losses: ")
    for said in report.why[1:3]:
        assert not re.search(r" 0\b(?!\.)", said.partition(":")[2]), f"what brought nothing is not listed: {said}"
    assert report.why[3].startswith(f"Net {figure(vp['net'])}. The levels: British major victory 28 or more,")


def test_what_the_other_knew_is_more_than_nothing_and_begins_with_the_set_up(night: Session) -> None:
    own = debriefing_of(night.module)
    assert [own.when(turn, "en") for turn in (0, 3)] == ["Set-up", "Turn 3"] and own.when(0, "pl") == "Rozstawienie"
    drew = [event for event in night.state.log if event[0] == "drew"]
    assert drew and {own.is_telling(event) for event in drew if event[3][1]} == {True}
    assert not own.is_telling(("drew", "6.1", 0, (0, ())))
    told = [each.text for each in viermot.debrief(night, "german").knew[0].lines]
    assert told and not [text for text in told if " flies to " in text], "the revealed map shows where raids flew"


def test_a_turning_point_says_who_attacked_where_and_not_the_dice_alone(night: Session) -> None:
    own = debriefing_of(night.module)
    told = own.told(night, "german")
    rolled = [at for at, each in enumerate(told) if each.event.kind in ("attack_rolled", "flak_rolled")]
    assert rolled
    for at in rolled:
        occasion = own.occasion(told, at)
        assert occasion is not None
        assert ("attack" if told[at].event.kind == "attack_rolled" else "flak") in occasion.event.kind
    points = [each for each in viermot.debrief(night, "german").turning if " column " in each.text]
    assert points and all("attack" in each.text.partition(" column ")[0] for each in points)
