"""What the player may believe of the attackers he does not see, from what he has been told alone [5.0, 8.0, 13.0]."""

from __future__ import annotations

from threading import local
from typing import Final

from viermot.games.nightfighter.knowledge.joint import JointSky
from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.games.nightfighter.knowledge.reading import Reader
from viermot.games.nightfighter.model.board import HEXES, SIZE
from viermot.kernel.hexes import Hex
from viermot.kernel.minds import Belief

READERS: Final = 6  # games read at the same time that are remembered
DOUBT: Final = 0.008  # the share of the belief that is spread evenly: nothing possible is ruled out
DOUBT_APART: Final = 0.02  # where each attacker is treated on its own, since what ties them together is lost

_remembered = local()


def reader_of(view: NightView) -> Reader:
    """The reader of this seat's events, up to date; one that has read this game before reads on."""
    readers: list[Reader] = _remembered.__dict__.setdefault("readers", [])
    reader = next((r for r in readers if r.layout is view.layout and view.goes_on_from(r.mark)), None)
    if reader is None:
        reader = Reader()
    else:
        readers.remove(reader)
    reader.catch_up(view)
    readers.insert(0, reader)
    del readers[READERS:]
    return reader


def doubt_of(reader: Reader) -> float:
    """The share spread evenly: more where what ties several attackers together had to be shared out among them."""
    together = all(isinstance(sky, JointSky) or len(sky.slots) < 2 for sky in reader.skies)
    return DOUBT if together else DOUBT_APART


def density(reader: Reader) -> list[float]:
    """For each hex the chance that somebody unseen is there; never zero where somebody may be."""
    whole = [0.0] * SIZE
    for sky, chance in zip(reader.skies, reader.chances(), strict=True):
        if chance > 1e-4:
            for hex_, p in enumerate(sky.density()[:SIZE]):
                whole[hex_] += chance * p
    doubt = doubt_of(reader)
    even = doubt * sum(whole) / SIZE
    return [p * (1 - doubt) + even for p in whole]


def belief(view: NightView) -> Belief | None:
    """The belief of the player's seat; the umpire, who sees both maps, needs none."""
    if view.sees_all:
        return None
    places = {HEXES.name(Hex(hex_)): p for hex_, p in enumerate(density(reader_of(view))) if p > 0.0}
    return Belief(places)
