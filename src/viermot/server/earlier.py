"""Earlier pictures: what has to be changed in one to go back from a moment to the one before.

News is told event by event, each with the picture of its moment. All but the last are sent as changes, going back from
the picture as it is now; so they fit whatever the reader has been shown before.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from viermot.kernel.agenda import State
from viermot.kernel.narration import Narration
from viermot.server import about
from viermot.server.messages.table import Earlier
from viermot.server.table import Table

LOG: Final = logging.getLogger("viermot.server")
MOST: Final = 60  # only the end of longer news is shown picture by picture

Path = list[str | int]
Value = tuple[Path, Any]  # where, and what is there
Splice = tuple[Path, int, int, list[Any]]  # path, place in the list there, how many items are replaced, and by which


def earlier(table: Table, seat: str, since: int, now: msgspec.Raw, locale: str) -> list[Earlier]:
    """The pictures of a seat's news after its first ``since`` events, the latest first, but for the present one."""
    game, session, told = table.row.game, table.live.session, table.live.shown[seat].events

    def picture(state: State) -> Any:
        return about.plain_picture(game, session.module.perspective(state, seat), locale)

    first = max(since + 1, told - MOST)
    try:
        looks = Narration(session, seat, first, picture, about.face(game).inside).looks(told)
    except Exception:  # the news can do without pictures, and nobody has to wait for his question
        LOG.exception("the news of table %s cannot be pictured", table.id)
        return []
    return list(_backwards(looks, msgspec.json.decode(now)))


def _backwards(looks: Mapping[int, Any], now: Any) -> Iterator[Earlier]:
    for number in sorted(looks, reverse=True):
        values: list[Value] = []
        splices: list[Splice] = []
        compare(now, looks[number], [], values, splices)
        now = looks[number]
        if values or splices:
            yield Earlier(number, values, splices)


def compare(here: Any, there: Any, path: Path, values: list[Value], splices: list[Splice]) -> None:
    """Collect the changes that turn ``here``, found at that path, into ``there``."""
    if here == there:
        return
    if isinstance(here, dict) and isinstance(there, dict) and here.keys() == there.keys():
        for name, value in there.items():
            compare(here[name], value, [*path, name], values, splices)
    elif isinstance(here, list) and isinstance(there, list) and path:
        if len(here) == len(there):
            for place, value in enumerate(there):
                compare(here[place], value, [*path, place], values, splices)
        else:
            splices.append(_spliced(here, there, path))
    else:
        values.append((path, there))


def _spliced(here: list[Any], there: list[Any], path: Path) -> Splice:
    """One list is longer than the other: keep what both begin and end with."""
    shorter = min(len(here), len(there))
    head = next((n for n in range(shorter) if here[n] != there[n]), shorter)
    tail = next((n for n in range(shorter - head) if here[-1 - n] != there[-1 - n]), shorter - head)
    return path, head, len(here) - head - tail, there[head : len(there) - tail]
