"""What must always hold, whatever is played: the fuzzer asks after every decision."""

from __future__ import annotations

from viermot.interceptor.state import Game, Pilot
from viermot.interceptor.terms import KILLED, MONTHS, S_FORWARD, SYSTEMS, TAILED, TAILING, WINGMAN_ABSENT


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


def _career(game: Game, pilot: Pilot) -> list[str]:
    wrong = []
    for name in ("xp", "points", "level", "bombers", "fighters", "flights", "wounds", "fatigue", "wing_xp", "gun_xp"):
        if getattr(pilot, name) < 0:
            wrong.append(f"{name} is negative")
    if pilot.level > game.table.pack.career.prestige.highest:
        wrong.append(f"Prestige Level {pilot.level} [8.2]")
    if not 0 <= pilot.rank <= 3:
        wrong.append(f"rank {pilot.rank} [7.9]")
    if pilot.airborne and pilot.lost_unique >> pilot.aircraft & 1:
        wrong.append("flies a one-off that was lost [9.8]")
    if pilot.flights > sum(game.table.sorties):
        wrong.append(f"{pilot.flights} flights in a year [7.8.5]")
    return wrong


def _sortie(game: Game, pilot: Pilot) -> list[str]:
    if not pilot.airborne:
        return []
    wrong = []
    frame = game.table.aircraft[pilot.aircraft]
    if not TAILED <= pilot.orientation <= TAILING:
        wrong.append(f"orientation {pilot.orientation} [7.2.2.7]")
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
