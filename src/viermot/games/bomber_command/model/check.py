"""What must always hold, whatever is played: the fuzzer checks it after every decision."""

from __future__ import annotations

from collections import Counter

from viermot.games.bomber_command.model import bombed_city
from viermot.games.bomber_command.model.board import BRITISH, ENGLAND, JUTLAND, OFF, ON_MAP
from viermot.games.bomber_command.model.ids import by_raid, by_unit
from viermot.games.bomber_command.model.state import (
    DEPLETED,
    ESCORTING,
    FLYING,
    GCI,
    HOME,
    IN_RAID,
    INTRUDER,
    NOBODY,
    OUT,
    RETURNING,
    SCRAMBLING,
    WAITING,
    Game,
)


def faults(game: Game) -> list[str]:
    """Every invariant that is broken, in words for a programmer."""
    return [*contradictions(game), *_cards(game), *_weather(game), *_points(game)]


def contradictions(game: Game) -> list[str]:
    """Those that no position may break; one made by hand need not add up its cards, markers and points."""
    return [*_units(game), *_raids(game), *bombed_city.faults(game)]


def _units(game: Game) -> list[str]:
    wrong: list[str] = []
    layout = game.layout
    for unit, place in by_unit(game.unit_place):
        name, marks, box = layout.units[unit].name, game.unit_marks[unit], game.unit_box[unit]
        if place >= 0 and place not in ON_MAP and place not in (ENGLAND, JUTLAND):
            wrong.append(f"{name} is nowhere: {place}")
        if not place >= IN_RAID:
            wrong.append(f"{name} is in no box: {place}")
        if (place == IN_RAID) != (game.unit_raid[unit] != NOBODY):
            wrong.append(f"{name} is half inside a raid")
        if place == IN_RAID and game.raid_fate[game.unit_raid[unit]] != FLYING:
            wrong.append(f"{name} is inside a raid that does not fly [9.4.3b]")
        if box and layout.box_hex[box] != place:
            wrong.append(f"{name} is stacked on {layout.box_names[box]} but elsewhere [7.3]")
        if marks & GCI and (place not in layout.covered or box or marks & (RETURNING | SCRAMBLING | INTRUDER)):
            wrong.append(f"{name} has a GCI marker it cannot have [9.3]")
        if place == ENGLAND and not marks & INTRUDER:
            wrong.append(f"{name} is over England but no intruder [12.2.2]")
        if not 0 <= game.unit_fuel[unit] <= layout.aid.most_fuel:
            wrong.append(f"{name} has {game.unit_fuel[unit]} fuel [7.5]")
        if layout.units[unit].detachment and not marks & DEPLETED:
            wrong.append(f"detachment {name} is at full strength [2.2.2]")
        if place == OUT and marks & (RETURNING | GCI | INTRUDER):
            wrong.append(f"{name} is out of the game with markers on it")
    manned = [place for unit, place in by_unit(game.unit_place) if game.unit_marks[unit] & GCI]
    if len(set(manned)) != len(manned):
        wrong.append("two GCI units in a hex [9.3a]")
    return wrong


def _raids(game: Game) -> list[str]:
    wrong: list[str] = []
    if len({raid.letter for raid in game.plot}) != len(game.plot):
        wrong.append("two raids have one letter [4.1]")
    for raid, fate in by_raid(game.raid_fate):
        letter, at = game.plot[raid].letter, game.raid_step[raid]
        if (fate in (WAITING, ESCORTING)) != (at == OFF) and not game.end_stage:  # called off, a raid never enters
            wrong.append(f"raid {letter} has fate {fate} at step {at}")
        if min(game.raid_losses[raid], game.raid_disruptions[raid], game.raid_damage[raid], game.raid_hunt[raid]) < 0:
            wrong.append(f"raid {letter} has a negative count of something")
        if fate == FLYING and not game.raid_hexes(raid):
            wrong.append(f"raid {letter} flies but is nowhere on the map")
    hexes: dict[int, int] = {}
    for hex_, _, raid in game.counters:
        if hexes.setdefault(hex_, raid) != raid:
            wrong.append("counters of two raids in one hex [4.4]")
        if raid != NOBODY and (game.raid_fate[raid] != FLYING or hex_ not in game.raid_hexes(raid)):
            wrong.append("a counter stands where its raid is not [8.2]")
    cities = [drop.city for drop in game.drops]
    if len(set(cities)) != len(cities):
        wrong.append("two bombing markers on one city [4.3.2a]")
    return wrong


def _cards(game: Game) -> list[str]:
    wrong = []
    for seat in (BRITISH, 1):
        cards = Counter(game.decks[seat]) + Counter(game.hands[seat]) + Counter(game.discards[seat])
        if cards != Counter(game.layout.decks[seat]):
            wrong.append(f"the cards of seat {seat} do not add up [6.1b]")
        if list(game.hands[seat]) != sorted(game.hands[seat]):
            wrong.append(f"the hand of seat {seat} is not sorted")
        if game.turn and len(game.hands[seat]) > 5:
            wrong.append(f"seat {seat} holds {len(game.hands[seat])} cards [6.1a]")
    return wrong


def _weather(game: Game) -> list[str]:
    on_map = [marker for marker in game.weather if marker != OFF]
    drawn = len(game.layout.weather_sides) - len(game.cup) - len(on_map)
    wrong = []
    if len(set(on_map) | set(game.cup)) != len(on_map) + len(game.cup) or drawn not in (0, 1):
        wrong.append("the weather markers do not add up [3.4.1]")
    if not game.layout.best_jamming <= game.jamming <= game.layout.worst_jamming:
        wrong.append("the jamming level is off the track [8.1]")
    if game.bad:
        crosses = sum(game.layout.weather_sides[marker].bad in game.layout.crosses for marker in on_map)
        if crosses > game.layout.environment.most_crosses:
            wrong.append("too many crosses on the map [12.1.1b]")
    return wrong


def _points(game: Game) -> list[str]:
    wrong = []
    if sum(game.unit_lost) != game.fighter_losses:
        wrong.append("nightfighter losses do not add up [9.8.2b]")
    for raid, fate in by_raid(game.raid_fate):
        if fate == HOME and game.raid_hexes(raid):
            wrong.append(f"raid {game.plot[raid].letter} is home but still on the map [7.2.4]")
    mined = sum(game.layout.mines[hex_] for hex_ in game.mined)
    if not 0 <= game.mine_vp <= mined or min(game.mosquito_vp, game.bombing_half_vp) < 0:
        wrong.append("Victory Points do not add up [11.1a]")
    patrols = Counter(game.patrols) + Counter(strength for strength, _ in game.patrols_away)
    if game.turn and (sum(patrols.values()) != game.layout.rules.patrols or patrols - Counter(game.layout.aid.patrols)):
        wrong.append("the patrols do not add up [9.2.4]")
    if any(turn < game.turn for _, turn in game.patrols_away):
        wrong.append("a patrol has not come back [9.2.4c]")
    return wrong
