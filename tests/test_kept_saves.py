"""Games saved before the house was rebuilt still load where they stood, look the same and are proven."""

from __future__ import annotations

from typing import Any

import pytest

from tools import kept_saves
from tools.kept_saves import FOLDER

NAMES = list(kept_saves.ALL)


def test_every_kept_save_is_there() -> None:
    assert len(NAMES) == 60
    assert sorted(path.stem for path in FOLDER.glob("*.json")) == sorted(NAMES)
    running = [name for name in NAMES if kept_saves.kept_of(name)["result"] is None]
    assert len(running) >= 25 and len(NAMES) - len(running) >= 25, "running ones and finished ones"


@pytest.mark.parametrize("name", NAMES)
def test_a_kept_save_is_as_it_was(name: str) -> None:
    was, now = kept_saves.kept_of(name), kept_saves.told(FOLDER / f"{name}.json")
    for part in was:
        assert _first_difference(_comparable(was[part]), _comparable(now[part])) is None, part
    assert now["verified"]["fair"]


# Fields of events that told something wrong when these games were saved, and are right now:
# of a sortie of long ago they named nobody, or whoever flew that patrol at the end of the career.
MENDED = ("flights", "flight")


def _comparable(part: Any) -> Any:
    """A part of a reading without what was mended since."""
    if not isinstance(part, dict):
        return part
    return {
        seat: [_without(event) for event in events] if isinstance(events, list) else events
        for seat, events in part.items()
    }


def _without(event: Any) -> Any:
    """An event (its kind, rules and data) without the fields that were mended."""
    if isinstance(event, list) and len(event) == 3 and isinstance(event[2], dict):
        return [*event[:2], {name: value for name, value in event[2].items() if name not in MENDED}]
    return event


def _first_difference(was: Any, now: Any, at: str = "") -> str | None:
    """Where two readings part, and how; a whole view is too long to be looked at.

    A view may say more than it did: what was said then has to be there still, and the same.
    """
    if isinstance(was, dict) and isinstance(now, dict) and was.keys() <= now.keys():
        parts = [(f"{at}.{name}", was[name], now[name]) for name in was]
    elif isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        parts = [(f"{at}[{place}]", *both) for place, both in enumerate(zip(was, now, strict=True))]
    else:
        return None if was == now else f"{at}: {str(was)[:200]} was, {str(now)[:200]} is"
    return next((found for place, a, b in parts if (found := _first_difference(a, b, place)) is not None), None)
