"""Invariants that hold whatever is played; the fuzzer checks them after every decision."""

from __future__ import annotations

from typing import Final

from viermot.games.interceptor.model.records import Pilot
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import KILLED, MONTHS, S_FORWARD, SYSTEMS, TAILED, TAILING, WINGMAN_ABSENT


def faults(game: Game) -> list[str]:
    """Every broken invariant, described for a programmer."""
    wrong = _calendar(game)
    for number, pilot in enumerate(game.pilots):
        wrong += [f"pilot {number + 1}: {fault}" for fault in (*_career(game, pilot), *_sortie(game, pilot))]
    if game.pilot is not game.pilots[game.me]:
        wrong.append("the pilot whose turn it is is another")
    return wrong


def _calendar(game: Game) -> list[str]:
    wrong = []
    if not 0 <= game.month < len(MONTHS) or not 0 <= game.line <= game.layout.sorties[game.month]:
        wrong.append(f"month {game.month}, line {game.line} [4.3.3]")
    if list(game.deck) != sorted(set(game.deck)) or not set(game.deck) <= set(game.layout.deck):
        wrong.append("the deck holds a card twice or a strange one [3.5.1]")
    return wrong


# The values that small vocabularies allow, so that a position written by hand cannot name what does not exist.
BOUNDS: Final = {
    "career": {
        "rank": (0, 3), "officer": (0, 1), "starts": (0, 11), "special": (0, 4), "charmed": (0, 1),
        "charm_order": (0, 2), "newcomer": (0, 1), "discharge": (0, 7),
    },
    "sortie": {
        "wound": (0, 3), "gunner_wound": (0, 3), "wingman_wound": (0, 3), "wingman": (0, 3), "fate": (0, 7),
        "downed": (0, 5),
    },
    "attack": {"range": (0, 2), "aim": (0, 2), "altitude": (0, 2), "location": (0, 10), "met": (0, 6)},
    "duel": {"quality": (0, 3), "holds_fire": (0, 1)},
    "round": {"after_jam": (0, 3)},
}  # fmt: skip


def _bounds(game: Game, pilot: Pilot) -> list[str]:
    layout = game.layout
    aircraft, fighters, bombers = len(layout.aircraft), len(layout.fighters), len(layout.bombers)
    career, attack, duel = pilot.career, pilot.attack, pilot.duel
    fit = (
        -1 <= career.unit < len(layout.tracks),
        -1 <= career.aircraft < aircraft,
        0 <= pilot.prestige.waived <= aircraft,
        -1 <= attack.target < bombers,
        -1 <= attack.bomber_type < bombers,
        -1 <= attack.escort < fighters,
        -1 <= duel.enemy < fighters,
        0 <= duel.last_enemy < fighters,
    )
    wrong = [] if all(fit) else ["a unit or an aircraft that does not exist"]
    for part, limits in BOUNDS.items():
        for field, (minimum, maximum) in limits.items():
            value = getattr(getattr(pilot, part), field)
            if not minimum <= value <= maximum:
                wrong.append(f"{part}.{field} is {value}")
    if min((*pilot.sortie.own_hits, *pilot.duel.enemy_hits, *pilot.attack.bomber_hits)) < 0:
        wrong.append("a system has fewer hits than none")
    return wrong


def _career(game: Game, pilot: Pilot) -> list[str]:
    wrong = _bounds(game, pilot)
    if wrong:
        return wrong
    career, prestige = pilot.career, pilot.prestige
    counted = (prestige.points, prestige.level, career.bombers, career.fighters, career.flights, career.wounds)
    if min(*counted, career.fatigue, career.xp, pilot.wingman.xp, pilot.gunner.xp) < 0:
        wrong.append("something is counted below nothing")
    if pilot.prestige.level > game.layout.pack.career.prestige.highest:
        wrong.append(f"Prestige Level {pilot.prestige.level} [8.2]")
    if pilot.airborne and pilot.prestige.lost_unique >> pilot.career.aircraft & 1:
        wrong.append("flies a one-off that was lost [9.8]")
    return wrong


def _sortie(game: Game, pilot: Pilot) -> list[str]:
    if not pilot.airborne or pilot.career.unit < 0 or not 0 <= pilot.career.aircraft < len(game.layout.aircraft):
        return []
    wrong = []
    frame = game.layout.aircraft[pilot.career.aircraft]
    if not TAILED <= pilot.duel.orientation <= TAILING:
        wrong.append(f"orientation {pilot.duel.orientation} [7.2.2.7]")
    if len(pilot.sortie.ammo) != len(frame.ammo):
        return [f"ammunition for {len(pilot.sortie.ammo)} of {len(frame.ammo)} weapons [4.5]"]
    for left, load in zip(pilot.sortie.ammo, frame.ammo, strict=True):
        if not (left == load == -1 or 0 <= left <= load):
            wrong.append(f"ammunition {left} of {load} [4.5]")
    if not pilot.sortie.downed and pilot.sortie.wound < KILLED and game.asked is not None:
        for number, limit in enumerate(frame.lost_at):
            if limit and pilot.sortie.own_hits[number] >= limit:
                wrong.append(f"flies on with {pilot.sortie.own_hits[number]} hits on {SYSTEMS[number]} [7.4]")
    if pilot.sortie.own_hits[S_FORWARD] != pilot.sortie.broken.bit_count():
        wrong.append("broken weapons do not add up")
    if pilot.sortie.wingman == WINGMAN_ABSENT and not pilot.wingman.away:
        wrong.append("the wingman is away without leave [7.2.3]")
    if pilot.sortie.box < 1 or pilot.sortie.box > max(game.layout.last_box) + 1:
        wrong.append(f"box {pilot.sortie.box} [6.1]")
    return wrong
