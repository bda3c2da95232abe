"""The log: what a seat came to know, as it happens and looked up again, with the numbers of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from viermot.kernel.events import Event
from viermot.kernel.perspective import Perspective
from viermot.sentences import in_full, sentence
from viermot.terminal.console import Console, wrapped
from viermot.terminal.screens import Screen


def _heading_of(screen: Screen) -> str:
    """The key of a heading: turn and phase, unless a game counts otherwise."""
    return str(getattr(screen, "heading_key", "terminal.heading"))


def news(
    view: Perspective, events: Sequence[Event], screen: Screen, console: Console, given: Sequence[tuple[int, str]] = ()
) -> list[str]:
    """What is new, a line each with its first rule, under headings of turn and phase.

    Among it, what orders have answered: ``given``, each with how many of the events had been told by then.
    """
    lines: list[str] = []
    heading = ""
    waiting = list(given)

    def tell(said: str) -> None:
        nonlocal heading
        if heading:
            lines.append(console.ink(heading, "strong"))
            heading = ""
        lines.extend(wrapped(said, console.width - 1, "  "))

    for at, event in enumerate(events):
        while waiting and waiting[0][0] <= at:
            tell(waiting.pop(0)[1])
        opened = screen.heading(view, event, console)
        if opened is not None:
            heading = console.text(_heading_of(screen), turn=event.turn, phase=opened)
        if screen.is_news(view, event):
            tell(f"{sentence(view, event, console.locale)} [{event.rules[0]}]")
    for _, said in waiting:
        tell(said)
    return lines


def listing(view: Perspective, events: Sequence[Event], screen: Screen, console: Console) -> list[str]:
    """The log in full: every sentence with all its rules, every roll with its modifiers; no phase without news."""
    lines: list[str] = []
    heading = ""
    for event in events:
        opened = screen.heading(view, event, console)
        if opened is not None:
            heading = console.ink(console.text(_heading_of(screen), turn=event.turn, phase=opened), "strong")
            continue
        if event.kind in getattr(screen, "told_elsewhere", ()):  # a game inside this one has a log of its own
            continue
        if heading:
            lines.append(heading)
            heading = ""
        for line in in_full(view, event, console.locale):
            lines += wrapped(line, console.width - 1, "  ")
    return lines


def transcript(view: Perspective, screen: Screen, console: Console) -> Iterator[str]:
    """A whole game as one seat knew it, for `viermot replay`."""
    yield from listing(view, view.events(), screen, console)
