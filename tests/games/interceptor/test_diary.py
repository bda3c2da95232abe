"""The diary of Interceptor Ace: one entry per sortie, made from what happened, in both languages."""

from __future__ import annotations

import re

import pytest

import viermot
from viermot.games.interceptor.faces.diary import Sortie, entry, sortie_of
from viermot.games.interceptor.knowledge.perspective import CareerView
from viermot.kernel.events import Event
from viermot.sentences import in_full


def happened(kind: str, **data: object) -> Event:
    return Event(0, 3, kind, (), data)


def line(*encounters: list[str], wound: str = "unhurt") -> Event:
    return happened("log_line", target="Bremen", wound=wound, encounters=list(encounters))


def test_it_says_whom_he_brought_down_and_who_else_did() -> None:
    said = entry(line(["B-17F", "destroyed", "pilot"], ["P-47", "destroyed", "wingman"]), Sortie(2, "landed"), "en")
    assert said == (
        "The raid on Bremen: I brought down a B-17F. The wingman got a P-47. 2 hits on my machine. A safe landing."
    )


def test_two_of_a_kind_are_counted_and_the_best_is_told() -> None:
    two = line(["B-24", "destroyed", "pilot"], ["B-24", "destroyed", "pilot"], ["P-38", "damaged", "pilot"])
    assert entry(two, Sortie(0, ""), "en") == "The raid on Bremen: I brought down 2 B-24s."


def test_a_dead_man_writes_nothing() -> None:
    said = entry(line(["B-17F", "destroyed", "pilot"], wound="killed"), Sortie(4, "bails_out"), "en")
    assert "another hand" in said and "B-17F" not in said


def test_in_company_each_has_his_own_hits() -> None:
    events = [
        happened("turn_of", pilot="pilot1"), happened("take_off"), happened("hit", side="own"),
        happened("turn_of", pilot="pilot2"), happened("take_off"), happened("rough_landing"),
        happened("turn_of", pilot="pilot1"), happened("hit", side="own"), happened("hit", side="enemy"),
    ]  # fmt: skip
    assert sortie_of(events) == Sortie(2, "")
    assert sortie_of([*events, happened("turn_of", pilot="pilot2")]) == Sortie(0, "rough_landing")


@pytest.mark.parametrize("locale", ["en", "pl"])
def test_every_sortie_of_a_career_has_an_entry_and_the_log_shows_it(locale: str) -> None:
    session = viermot.new_game("interceptor", "4", seed="diary", seats={"pilot": "standard"})
    view = session.perspective("pilot")
    assert isinstance(view, CareerView)
    lines = [event for event in view.events() if event.kind == "log_line"]
    diary = view.diary(locale)
    assert len(diary) == len(lines) > 3 and len(set(diary)) > 3
    assert not any("{" in said or re.search(r"interceptor\.", said) for said in diary)
    opened, closed = ("“", "”") if locale == "en" else ("„", "”")
    assert in_full(view, lines[0], locale)[-1].strip() == f"{opened}{diary[0]}{closed}"


def test_it_tells_nothing_that_the_seat_was_not_told() -> None:
    """Nothing is secret in this game: everybody at the table reads the same."""
    session = viermot.new_game("interceptor", "4", seed="diary", seats={"pilot": "standard"})
    views = [session.perspective(seat) for seat in ("pilot", viermot.PUBLIC)]
    assert all(isinstance(view, CareerView) for view in views)
    mine, theirs = (view.diary() for view in views if isinstance(view, CareerView))
    assert mine == theirs
