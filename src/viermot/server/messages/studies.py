"""Studies on the page: those there are, and one of them as it stands."""

from __future__ import annotations

from msgspec import Struct


class StudyCard(Struct):
    """A study in the list: what it asks, how far it has got, and its answer so far."""

    id: str
    question: str
    game: str
    done: int  # games
    size: int  # games at most
    running: bool
    finished: bool  # nothing is left to play, or the answer is in
    answer: str


class StudyPlot(Struct):
    """A plot, to be fetched as a picture, and what it shows."""

    name: str
    title: str
    about: str


class StudyReport(Struct):
    """A study as it stands."""

    card: StudyCard
    head: list[str]  # of the table
    rows: list[list[str]]
    plots: list[StudyPlot]
    particulars: list[str]
    command: str  # the command that plays it again
    rate: float  # games a second since it was last started; 0 where nothing is being played
    left: int  # seconds, at most; 0 where that is not known
