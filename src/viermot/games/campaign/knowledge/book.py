"""The career book: calendar, sorties, kills, awards, crews and aircraft, plots and diary, from what a seat may know.

Everything here is made from a perspective: as data for programs, and as text in `book_text`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from viermot.games.campaign.faces import event_text
from viermot.games.campaign.knowledge import events as kinds
from viermot.games.campaign.knowledge.perspective import CareerView
from viermot.kernel.events import Event
from viermot.kernel.json import JsonObject
from viermot.sentences import sentence

FORMAT: Final = 1
MARKS: Final = {  # what a week is remembered by, the gravest last
    "flies": "flew", "take_off": "sortie", "kill": "kill", "in_hospital": "hospital", "repairs": "damage",
    "plane_lost": "aircraft lost", "no_aircraft": "aircraft lost", "wounded": "wounded", "award": "award",
    "man_lost": "man lost", "retrained": "retrained", "no_night": "no night", "career_over": "over",
}  # fmt: skip


def calendar(view: CareerView) -> list[JsonObject]:
    """Every week so far: its month, its moon, and what it is remembered by."""
    weeks: list[JsonObject] = []
    for event in view.events():
        if event.kind == "week":
            number = event.data["week"]
            month, of_month = divmod(number - 1, 4)
            week = {"week": number, "month": month, "week_of_month": of_month + 1, "moon": event.data["moon"]}
            weeks.append({**week, "marks": []})
        elif weeks and event.kind in MARKS and MARKS[event.kind] not in weeks[-1]["marks"]:
            weeks[-1]["marks"].append(MARKS[event.kind])
    return weeks


def awards(view: CareerView) -> list[JsonObject]:
    """Every decoration with its week; week 0 for one worn before the career began."""
    given = [
        {"week": event.turn, "crew": event.data["crew"], "award": event.data["award"]}
        for event in view.events()
        if event.kind == "award"
    ]
    known = {(award["crew"], award["award"]) for award in given}
    return [
        {"week": 0, "crew": crew["pilot"], "award": award}
        for crew in view.to_json()["crews"]
        for award in crew["awards"]
        if (crew["pilot"], award) not in known
    ] + given


def diary(view: CareerView, locale: str, events: Sequence[Event] | None = None) -> list[JsonObject]:
    """The career as its people would have written it down: a line for each thing worth one."""
    return [
        {"week": event.turn, "date": event_text.date_text(event.turn, locale), "text": sentence(view, event, locale)}
        for event in (view.events() if events is None else events)
        if event.kind in kinds.DIARY
    ]


def plots(view: CareerView) -> dict[str, list[int]]:
    """Numbers by week: points, kills, crews and aircraft still there, sorties flown."""
    lines = view.to_json()["history"]
    names = ("week", "score", "points", "kills", "crews", "aircraft", "sorties", "lost")
    return {name: [line[place] for line in lines] for place, name in enumerate(names)}


def book(view: CareerView, locale: str = "en") -> JsonObject:
    """The whole book as JSON data."""
    shown = view.to_json()
    return {
        "viermot": "career",
        "format": FORMAT,
        **{
            name: shown[name]
            for name in (
                "scenario", "status", "week", "weeks", "ironman", "crews", "aircraft", "sorties", "kills", "score",
                "over",
            )
        },
        "calendar": calendar(view),
        "awards": awards(view),
        "plots": plots(view),
        "diary": diary(view, locale),
    }  # fmt: skip


def summary(view: CareerView) -> JsonObject:
    """One line about a career, for several side by side."""
    shown = view.to_json()
    first = shown["crews"][0] if shown["crews"] else {"pilot": "", "awards": [], "fate": "active"}
    return {
        "scenario": shown["scenario"], "pilot": first["pilot"], "week": shown["week"],
        "sorties": len(shown["sorties"]), "kills": len(shown["kills"]), "score": shown["score"]["total"],
        "award": first["awards"][-1] if first["awards"] else None, "crews_lost": shown["score"]["crews_lost"],
        "aircraft_lost": shown["score"]["aircraft_lost"],
        "level": shown["over"]["level"] if shown["over"] else None,
    }  # fmt: skip
