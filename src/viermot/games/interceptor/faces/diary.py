"""The diary: a sentence or two per sortie, made from what the log says, as its pilot would have written it.

Nothing in it is made up, and it has nothing that the log does not; the words vary from line to line, so that a career
does not read like a form.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from viermot.games.interceptor.faces.words import in_words
from viermot.kernel.events import Event
from viermot.kernel.words import Filling
from viermot.text import message

WAYS: Final = 3  # ways of saying each thing
PILOT, OWN = "pilot", "own"
UNHURT, KILLED = "unhurt", "killed"
# What he did, the best first: the fate of those he met, and the diary's word for it.
DEEDS: Final = (("destroyed", "won"), ("damaged", "damaged"), ("engaged", "fought"), ("sighted", "sighted"))
SAFE: Final = "landed"
ENDINGS: Final = (
    SAFE, "rough_landing", "crash_landing", "wrecked", "forced_landing", "bails_out",
)  # fmt: skip
LONGEST: Final = 600  # events of a sortie, and more


class Sortie(NamedTuple):
    """What the diary says about a sortie and the log sheet does not."""

    hits: int  # on his own aircraft
    end: str  # how he came down


def sortie_of(events: Iterable[Event]) -> Sortie:
    """The sortie that ends with the last of these; in company each pilot's events stand between the others'."""
    whose, flown = "", {"": Sortie(0, "")}
    for event in events:
        if event.kind == "turn_of":
            whose = str(event.data["pilot"])
        now = flown.get(whose, Sortie(0, ""))
        if event.kind == "take_off":
            now = Sortie(0, "")
        elif event.kind in ("hit", "armour", "fuel") and event.data.get("side") == OWN:
            now = now._replace(hits=now.hits + 1)
        elif event.kind in ENDINGS:
            now = now._replace(end=event.kind)
        flown[whose] = now
    return flown.get(whose, Sortie(0, ""))


def entry(line: Event, flown: Sortie, locale: str) -> str:
    """What he writes down about a line of the log sheet."""
    data = line.data
    said = {"target": data["target"], "n": flown.hits}
    if data["wound"] == KILLED:
        return _said("fell", locale, **said)
    told = [_deed(data["encounters"], line.turn, said, locale), *_by_others(data["encounters"], locale)]
    if data["wound"] != UNHURT:
        told.append(_said(f"wound.{data['wound']}", locale))
    elif flown.hits:
        told.append(_said("hits", locale, **said))
    if flown.end and (len(told) > 1 or flown.end != SAFE):  # a landing is worth a word where something had happened
        told.append(_said(f"end.{flown.end}", locale))
    return " ".join(map(_begun, told))


def _deed(encounters: Sequence[Sequence[str]], turn: int, said: dict[str, Filling], locale: str) -> str:
    way = turn % WAYS
    for fate, deed in DEEDS:
        whom = [type_ for type_, what, who in encounters if what == fate and who == PILOT]
        if whom:
            return _said(f"{deed}.{way}", locale, whom=_listed(whom, locale), **said)
    return _said(f"nobody.{way}", locale, **said)


def _by_others(encounters: Sequence[Sequence[str]], locale: str) -> list[str]:
    """What wingman and gunner shot down."""
    found = []
    for who in dict.fromkeys(who for _, fate, who in encounters if fate == DEEDS[0][0] and who != PILOT):
        whom = [type_ for type_, fate, by in encounters if fate == DEEDS[0][0] and by == who]
        found.append(_said("other", locale, who=in_words("who", who, locale), whom=_listed(whom, locale)))
    return found


def _listed(types: Sequence[str], locale: str) -> str:
    """ "a B-17F and 2 P-47s"."""
    counted = [(type_, types.count(type_)) for type_ in dict.fromkeys(types)]
    named = [_said("one" if n == 1 else "many", locale, type=type_, n=n) for type_, n in counted]
    return named[0] if len(named) == 1 else _said("and", locale, most=", ".join(named[:-1]), last=named[-1])


def _said(key: str, locale: str, **fields: Filling) -> str:
    return message(f"interceptor.diary.{key}", locale, **fields)


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]
