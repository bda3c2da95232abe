"""What a seat may think of what is hidden from it: the raids and the British hand, or the German hand [3.3b, 8.3].

Chances are worked out from the events the seat was told and from nothing else, so that anyone who knows as much comes
to the same. A raid that may be there is one whole flight from entry to exit (`plans`); the chance of a statement about
it (its place, its kind, its target) is the share of all flights for which it is true.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from math import comb, exp
from typing import Final

from viermot.games.bomber_command.knowledge.drawing import FIRST, QUICKLY, THEN, Drawing, World
from viermot.games.bomber_command.knowledge.evidence import TOLD, Evidence, TurnEvidence, evidence_from, evidence_of
from viermot.games.bomber_command.knowledge.perspective import RaidView
from viermot.games.bomber_command.knowledge.plans import goals_of
from viermot.games.bomber_command.knowledge.reports import Now
from viermot.games.bomber_command.knowledge.worlds import EVERY_KIND, Picture, picture_of
from viermot.games.bomber_command.model.board import (
    DECOY,
    DISTANCE,
    GARDENING,
    KINDS,
    MAIN,
    MOSQUITO,
    NAME,
    OFF,
    ON_MAP,
    SEATS,
)
from viermot.games.bomber_command.model.ids import NO_CITY, City, Hex, Letter
from viermot.games.bomber_command.model.layout import Layout
from viermot.games.bomber_command.rules.intruders import raids_over_england, streams_over_england
from viermot.kernel.agenda import Logged
from viermot.kernel.dice import QuickRng, Rng
from viermot.kernel.garbage import nothing_collected
from viermot.kernel.json import JsonObject
from viermot.kernel.minds import Belief, Statement

LEAST: Final = 0.005  # anything less likely is not shown
ELSEWHERE: Final = 0.002  # how often a raid is in a hex although nothing points to one
SURE: Final = 0.95
CERTAIN: Final = 0.97
ANYWHERE: Final = 0.2  # how often a raid flies unlike any of those drawn for it
TRUST: Final = 0.8  # the power applied when flights are compared: planners are known less well than it seems
UNTHOUGHT: Final = 0.1  # how often a raid makes for a city that none of those drawn for it does
UNHEARD_OF: Final = 0.04  # ... although one target is as good as certain: a raid may be taken for another
UNLIKELY: Final = 0.005  # how much each kind is given so that none is ruled out
# Where sightings do not tell, a raid is a Main Force far more often, and Mosquitos more seldom, than the flights drawn
# for it say: planners send out fewer Mosquitos than they might, and those break out of other raids less often.
KIND_WEIGHTS: Final = {MAIN: 3.0, DECOY: 1.0, GARDENING: 1.0, MOSQUITO: 0.4}
KINDS_TRUST: Final = 0.8  # the power applied when kinds are compared
CITIES_TRUST: Final = 0.9  # ... and targets
ANY_KIND: Final = 0.05  # how often a raid is of any kind, whatever was seen
TARGETS: Final = 3  # shown for each raid
RECOVERY: Final = 8  # the phase in which raids come home

Sighting = tuple[int, Hex]  # turn and hex


def picture_for(view: RaidView) -> Picture:
    """What the German player may think of the raids; the same for anyone who was told the same."""
    return _picture(view.layout, *_told(view))


def _told(view: RaidView) -> tuple[tuple[Logged, ...], int]:
    """All that says something of the raids, and the last turn in which they have moved."""
    told = tuple(event for event in view.raw_events() if event[0] in TOLD)
    return told, view.turn if view.raids_moved else view.turn - 1


@lru_cache(maxsize=20)
def _picture(layout: Layout, told: tuple[Logged, ...], now: int) -> Picture:
    """Where no plan fits all that was told, what was told long ago is forgotten."""
    with nothing_collected():
        seen = evidence_from(layout, told, now)
        picture = picture_of(layout, seen)
        return picture if picture.joined else picture_of(layout, lately(seen))


def worlds_for(view: RaidView, rng: Rng) -> Iterator[World]:
    """Plans that fit what the German player was told, one after another: first as he is likely to think of them, then
    whatever explains it; if nothing is found that does, from what was told lately; in the end any plan at all."""
    now = _now(view)
    unasked = now._replace(turned=None)  # often who bombed need not be known for a night that looks the same
    for what, forgetful, wider in (
        (now, False, FIRST),
        (unasked, False, THEN),
        (now, False, THEN),
        (now, True, QUICKLY),
    ):
        drawing = _drawing(view.layout, *_told(view), what, forgetful, wider)
        yield from drawing.worlds(rng)
    yield drawing.anything(rng)


@lru_cache(maxsize=4)
def _drawing(
    layout: Layout, told: tuple[Logged, ...], turn: int, now: Now, forgetful: bool, wider: tuple[int, ...]
) -> Drawing:
    """Whoever draws again need not look for raids again."""
    seen, picture = evidence_from(layout, told, turn), _picture(layout, told, turn)
    if forgetful:
        return Drawing(picture_of(layout, lately(seen)), now, wider)
    return Drawing(picture if picture.seen.turns == seen.turns else picture_of(layout, seen), now, wider)


def _now(view: RaidView) -> Now:
    """What everybody sees at this moment."""
    night, landed = view.true_night, view.phase > RECOVERY or not view.raids_moved
    over_england = len(raids_over_england(night)), len(streams_over_england(night))
    return Now(landed, view.stripped, *over_england, _turned(view))


def _turned(view: RaidView) -> tuple[tuple[Letter, int], ...] | None:
    """The raid boxes with more disruption than was told of, and how much more."""
    if view.layout.fog_of_war:
        return None
    told = evidence_of(view).disrupted
    more = [(Letter(box.letter), box.disrupt - told.get(Letter(box.letter), 0)) for box in view.boxes()]
    return tuple([each for each in more if each[1] > 0])


def lately(seen: Evidence) -> Evidence:
    """What was told since all raids were last shown; of earlier turns only what was heard of targets."""
    last = max((n for n, told in enumerate(seen.turns) if told.complete and n <= seen.now), default=0)
    kept = [
        told if n >= last else TurnEvidence(forgotten=True, drops=told.drops, mines=told.mines)
        for n, told in enumerate(seen.turns)
    ]
    return replace(
        seen,
        turns=kept,
        places={letter: [each for each in places if each[0] >= last] for letter, places in seen.places.items()},
        flying={letter: {turn for turn in turns if turn >= last} for letter, turns in seen.flying.items()},
        landed={letter: turn for letter, turn in seen.landed.items() if turn >= last},
    )


# -- what may be said ------------------------------------------------------------------------------------------------


def belief(view: RaidView) -> Belief | None:
    """What may be hidden from this seat, and how likely; nothing is once the night is over."""
    if view.is_over or view.side == OFF:
        return None
    cards = _cards(view, 1 - view.side)
    if view.sees_raids or not view.turn:
        return Belief({}, cards)
    picture = picture_for(view)
    places = places_in(picture, picture.seen.now, unknown_only=True)
    shown = {NAME[hex_]: round(chance, 4) for hex_, chance in sorted(places.items()) if chance >= LEAST}
    return Belief(shown, (*_raids(view, picture), *cards))


def places_in(picture: Picture, turn: int, unknown_only: bool = False) -> dict[Hex, float]:
    """How likely a raid is to end a turn in each hex: only of those not seen there, or not known for what they are."""
    known = _known(picture) if unknown_only else set()
    tracks: dict[tuple[Sighting, Hex], float] = {}
    parts = _parts(picture)
    for track, each, share in picture.shares:
        there, last = each.flight.hex(turn), track.points[-1]
        if there is not None and last not in known:
            tracks[last, there] = tracks.get((last, there), 0.0) + share**TRUST * parts[last]
    free: dict[Hex, float] = {}  # the chance that none is there
    for (_, hex_), share in _spread(tracks, turn).items():
        free[hex_] = free.get(hex_, 1.0) * max(1 - share, 0.0)
    if turn > picture.complete:
        free = {hex_: free.get(hex_, 1.0) * (1 - ELSEWHERE) for hex_ in sorted(ON_MAP)}
    for hex_, number in picture.unseen(turn, QuickRng("unseen")).items():
        free[hex_] = free.get(hex_, 1.0) * exp(-number)
    return {hex_: 1 - none for hex_, none in free.items()}


def _parts(picture: Picture) -> dict[Sighting, float]:
    """The factors by which the flights behind each track are multiplied, so that their sum stays the same."""
    plain: dict[Sighting, float] = {}
    flatter: dict[Sighting, float] = {}
    for track, _, share in picture.shares:
        last = track.points[-1]
        plain[last] = plain.get(last, 0.0) + share
        flatter[last] = flatter.get(last, 0.0) + share**TRUST
    return {last: whole / flatter[last] if flatter[last] else 0.0 for last, whole in plain.items()}


def _spread(tracks: dict[tuple[Sighting, Hex], float], turn: int) -> dict[tuple[Sighting, Hex], float]:
    """Give every hex that a raid can have reached a part of its chance: no plan that may be flown is ruled out."""
    found = {key: share * (1 - ANYWHERE) if key[0][0] < turn else share for key, share in tracks.items()}
    for last in {last for last, _ in tracks if last[0] < turn}:
        whole = sum(share for (other, _), share in tracks.items() if other == last)
        near = [hex_ for hex_ in sorted(ON_MAP) if DISTANCE[last[1]][hex_] <= 2 * (turn - last[0])]
        for hex_ in near:
            found[last, hex_] = found.get((last, hex_), 0.0) + ANYWHERE * whole / len(near)
    return found


def _known(picture: Picture) -> set[Sighting]:
    """Raids that are seen now, and whose kind is certain."""
    now = picture.seen.now
    found = set()
    for last, by_kind in _by_kind(picture).items():
        weights = [sum(by_kind.get(kind, {}).values()) + UNLIKELY for kind in EVERY_KIND]
        if last[0] == now and max(weights) > SURE * sum(weights):
            found.add(last)
    return found


def _by_kind(picture: Picture) -> dict[Sighting, dict[int, dict[int, float]]]:
    """For every raid still out, by where it was seen last, all that was thought of: by kind and by the city bombed."""
    found: dict[Sighting, dict[int, dict[int, float]]] = {}
    for track, each, share in picture.shares:
        if not track.gone:
            cities = found.setdefault(track.points[-1], {}).setdefault(each.raid.kind, {})
            city = each.raid.target if each.raid.kind in (MAIN, MOSQUITO) else OFF
            cities[city] = cities.get(city, 0.0) + share
    return found


def kinds_of(picture: Picture) -> dict[Sighting, dict[int, float]]:
    """For every raid still out, by where it was seen last, how likely each kind is."""
    return {
        last: {kind: (1 - ANY_KIND) * chance + ANY_KIND / len(EVERY_KIND) for kind, chance in _weighed(kinds).items()}
        for last, kinds in _by_kind(picture).items()
    }


def _weighed(by_kind: dict[int, dict[int, float]]) -> dict[int, float]:
    """The chance of each kind, corrected by what planners do."""
    weights = {kind: KIND_WEIGHTS[kind] * sum(by_kind.get(kind, {}).values()) for kind in EVERY_KIND}
    return _normal({kind: chance**KINDS_TRUST for kind, chance in _normal(weights).items()})


def targets_of(picture: Picture) -> dict[Sighting, dict[City, float]]:
    """For every raid still out, how likely each city is to be its target; OFF for raids that bomb none."""
    found: dict[Sighting, dict[City, float]] = {}
    for last, by_kind in _by_kind(picture).items():
        kinds = _weighed(by_kind)
        cities: dict[int, float] = {}
        for kind, weights in by_kind.items():
            for city, chance in _normal(weights).items():
                cities[city] = cities.get(city, 0.0) + chance * kinds[kind]
        found[last] = _open(picture, _normal({city: chance**CITIES_TRUST for city, chance in cities.items()}))
    return found


def _open(picture: Picture, cities: dict[int, float]) -> dict[City, float]:
    """Give every city that may be a target a part of the chance, a small one where the target is as good as certain."""
    part = UNTHOUGHT if max(cities.values()) < CERTAIN else UNHEARD_OF
    cities = {city: chance * (1 - part) for city, chance in cities.items()}
    for goals in (goals_of(picture.layout, MAIN), goals_of(picture.layout, MOSQUITO)):
        for goal, chance in zip(goals.goals, goals.chances, strict=True):
            cities[goal] = cities.get(goal, 0.0) + part / 2 * chance
    return {City(city): chance for city, chance in cities.items()}


def _normal(chances: dict[int, float]) -> dict[int, float]:
    total = sum(chances.values()) or 1.0
    return {thing: chance / total for thing, chance in chances.items()}


def _raids(view: RaidView, picture: Picture) -> Iterator[Statement]:
    """What the raids on the map are, and what they are making for."""
    targets = targets_of(picture)
    for last, kinds in sorted(kinds_of(picture).items()):
        hex_ = NAME[last[1]]
        for kind, chance in sorted(kinds.items()):
            if chance >= LEAST:
                yield Statement(f"bomber_command.belief.{KINDS[kind]}", {"hex": hex_}, round(chance, 4))
        likely = sorted(
            (-chance, city) for city, chance in targets[last].items() if city != NO_CITY and chance >= LEAST
        )
        for chance, city in likely[:TARGETS]:
            facts: JsonObject = {"hex": hex_, "city": view.layout.cities[city].name}
            yield Statement("bomber_command.belief.target", facts, round(-chance, 4))


def _cards(view: RaidView, seat: int) -> tuple[Statement, ...]:
    """Which cards the other seat may hold: any it has not laid down [6.1b]."""
    layout, held = view.layout, view.hand_sizes[seat]
    unseen = Counter(layout.decks[seat]) - Counter(view.discards[seat])
    number = sum(unseen.values())
    if not held:
        return ()
    key = f"bomber_command.belief.{SEATS[seat]}_card"
    return tuple(
        Statement(
            key,
            {"card": layout.cards[seat][title].name},
            round(1 - comb(number - copies, held) / comb(number, held), 4),
        )
        for title, copies in sorted(unseen.items())
        if number
    )
