"""What must always hold, whatever is played: the fuzzer asks after every decision."""

from __future__ import annotations

from typing import Final

from viermot.games.interceptor.model.state import Game, Pilot
from viermot.games.interceptor.model.terms import KILLED, MONTHS, S_FORWARD, SYSTEMS, TAILED, TAILING, WINGMAN_ABSENT


def faults(game: Game) -> list[str]:
    """Every invariant that is broken, in words for a programmer."""
    wrong = _calendar(game)
    for number, pilot in enumerate(game.pilots):
        wrong += [f"pilot {number + 1}: {fault}" for fault in (*_career(game, pilot), *_sortie(game, pilot))]
    if game.pilot is not game.pilots[game.me]:
        wrong.append("the pilot whose turn it is is another")
    return wrong


def _calendar(game: Game) -> list[str]:
    wrong = []
    if not 0 <= game.month < len(MONTHS) or not 0 <= game.line <= game.table.sorties[game.month]:
        wrong.append(f"month {game.month}, line {game.line} [4.3.3]")
    if list(game.deck) != sorted(set(game.deck)) or not set(game.deck) <= set(game.table.deck):
        wrong.append("the deck holds a card twice or a strange one [3.5.1]")
    return wrong


# What small vocabularies allow, so that a position written by hand cannot name what is not there.
BOUNDS: Final = {
    "rank": (0, 3), "officer": (0, 1), "wound": (0, 3), "gun_wound": (0, 3), "wing_wound": (0, 3), "wing": (0, 3),
    "fate": (0, 7), "downed": (0, 5), "range": (0, 2), "aim": (0, 2), "altitude": (0, 2), "location": (0, 10),
    "met": (0, 6), "enemy_quality": (0, 3), "starts": (0, 11), "special": (0, 4), "after_jam": (0, 3),
    "charmed": (0, 1), "charm": (0, 2), "newcomer": (0, 1), "discharge": (0, 7), "holds": (0, 1),
}  # fmt: skip


def _bounds(game: Game, pilot: Pilot) -> list[str]:
    table = game.table
    limits = {
        **BOUNDS,
        "unit": (-1, len(table.tracks) - 1), "aircraft": (-1, len(table.aircraft) - 1),
        "enemy": (-1, len(table.fighters) - 1), "escort": (-1, len(table.fighters) - 1),
        "last_enemy": (0, len(table.fighters) - 1), "target": (-1, len(table.bombers) - 1),
        "bomber_type": (-1, len(table.bombers) - 1), "waived": (0, len(table.aircraft)),
    }  # fmt: skip
    values = pilot.__dict__
    wrong = [f"{name} is {values[name]}" for name, (least, most) in limits.items() if not least <= values[name] <= most]
    if min((*pilot.own, *pilot.foe, *pilot.bomber)) < 0:
        wrong.append("a system has fewer hits than none")
    return wrong


def _career(game: Game, pilot: Pilot) -> list[str]:
    wrong = _bounds(game, pilot)
    if wrong:
        return wrong
    for name in ("xp", "points", "level", "bombers", "fighters", "flights", "wounds", "fatigue", "wing_xp", "gun_xp"):
        if getattr(pilot, name) < 0:
            wrong.append(f"{name} is negative")
    if pilot.level > game.table.pack.career.prestige.highest:
        wrong.append(f"Prestige Level {pilot.level} [8.2]")
    if pilot.airborne and pilot.lost_unique >> pilot.aircraft & 1:
        wrong.append("flies a one-off that was lost [9.8]")
    return wrong


def _sortie(game: Game, pilot: Pilot) -> list[str]:
    if not pilot.airborne or pilot.unit < 0 or not 0 <= pilot.aircraft < len(game.table.aircraft):
        return []
    wrong = []
    frame = game.table.aircraft[pilot.aircraft]
    if not TAILED <= pilot.orientation <= TAILING:
        wrong.append(f"orientation {pilot.orientation} [7.2.2.7]")
    if len(pilot.ammo) != len(frame.ammo):
        return [f"ammunition for {len(pilot.ammo)} of {len(frame.ammo)} weapons [4.5]"]
    for left, load in zip(pilot.ammo, frame.ammo, strict=True):
        if not (left == load == -1 or 0 <= left <= load):
            wrong.append(f"ammunition {left} of {load} [4.5]")
    if not pilot.downed and pilot.wound < KILLED and game.asked is not None:
        for number, limit in enumerate(frame.lost_at):
            if limit and pilot.own[number] >= limit:
                wrong.append(f"flies on with {pilot.own[number]} hits on {SYSTEMS[number]} [7.4]")
    if pilot.own[S_FORWARD] != pilot.broken.bit_count():
        wrong.append("broken weapons do not add up")
    if pilot.wing == WINGMAN_ABSENT and not pilot.wing_missing:
        wrong.append("the wingman is away without leave [7.2.3]")
    if pilot.box < 1 or pilot.box > max(game.table.last_box) + 1:
        wrong.append(f"box {pilot.box} [6.1]")
    return wrong
