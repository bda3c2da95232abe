"""Detection: the jamming track, the roll, raid counters and the air picture [8.0]."""

from __future__ import annotations

from viermot.games.bomber_command.components import Function
from viermot.games.bomber_command.model.board import BRITISH, DECOY, DISTANCE, GERMAN, ON_MAP, TO_ALL
from viermot.games.bomber_command.model.ids import NO_CITY, NO_RAID, Hex, Raid, by_raid
from viermot.games.bomber_command.model.layout import NO_FLAK
from viermot.games.bomber_command.model.notation import LAST_HEX, OWN_HEX, THING, hex_in, hex_option, hex_options
from viermot.games.bomber_command.model.records import RaidCounter
from viermot.games.bomber_command.model.state import (
    FALSE_COUNTER,
    FLYING,
    NOBODY,
    RAID_COUNTER,
    STREAM_COUNTER,
    Game,
)
from viermot.games.bomber_command.rules.cards.cards import PASSED, Moment, play, window
from viermot.games.bomber_command.rules.cards.effects import Played, add_modifier, check, effect, objects
from viermot.games.bomber_command.rules.cards.windows import W_COUNTERS, W_DETECT, W_PLACING
from viermot.games.bomber_command.rules.combat.combat import CLARIFIED, attack_by_flak
from viermot.games.bomber_command.rules.combat.wild_boar import bombed_now
from viermot.games.bomber_command.rules.movement.raids import tail_of
from viermot.kernel.agenda import Facts, question, step, task

DETECTED, IN_CLEAR = 1, 2


@step
def detection_phase(game: Game) -> None:
    """One roll for all raids [8.2a]."""
    game.next(task(window, W_DETECT, NOBODY, NOBODY), task(detect))


@step
def detect(game: Game) -> None:
    """Two dice plus cards against the jamming level [8.2]."""
    dice = game.roll(2, "detection", "8.2a", game.modifier, game.jamming)
    margin = sum(dice) + game.modifier - game.jamming
    clarified = margin >= 2 or (margin == 1 and (game.naxos or game.flags & CLARIFIED))
    for raid in game.every_raid():
        if game.raid_fate[raid] == FLYING and is_detected(game, raid, margin):
            game.raid_seen[raid] = IN_CLEAR if clarified else DETECTED
    rule = "8.2b" if margin < 0 else "8.2c" if margin == 0 else "8.2d" if margin == 1 else "8.2e"
    rules = f"8.2a {rule} 8.1b" if game.naxos else f"8.2a {rule}"
    game.emit("detection", rules, TO_ALL, margin, int(clarified))
    clear = [raid for raid, seen in by_raid(game.raid_seen) if seen == IN_CLEAR and may_stretch(game, raid)]
    # There is nothing for the German player to see or answer yet.
    placing = task(play, Moment(BRITISH, W_PLACING, NOBODY, NOBODY, PASSED))
    game.next(*[task(stretch, raid) for raid in clear], placing, task(place_counters))


def is_detected(game: Game, raid: Raid, margin: int) -> bool:
    """On an exact roll only raids with units inside them and, under Naxos, those with streams [8.2c, ruling C28]."""
    if margin != 0:
        return margin > 0
    return raid in game.unit_raid or (bool(game.naxos) and game.plot[raid].kind <= DECOY)


def may_stretch(game: Game, raid: Raid) -> bool:
    """May the stream counter go in the last hex flown through? Not on another raid [7.2.3, 4.4]."""
    step_ = game.raid_step[raid]
    if not game.layout.rules.stretch or game.plot[raid].kind > DECOY or not 0 < step_ < len(game.plot[raid].path):
        return False
    last = game.plot[raid].path[step_ - 1]
    return not any(
        last in game.raid_hexes(other)
        for other in game.every_raid()
        if other != raid and game.raid_fate[other] == FLYING
    )


@question(BRITISH, "7.2.3", THING, undoable=True)
def stretch(game: Game, raid: Raid) -> list[int]:
    """Does the stream counter go in the raid's own hex, or the last hex it flew through? [7.2.3]"""
    return [OWN_HEX, LAST_HEX] if may_stretch(game, raid) else [OWN_HEX]


@stretch.tells
def stretch_facts(game: Game, raid: Raid) -> Facts:
    return {"letter": game.plot[raid].letter, "hex": game.plot[raid].path[game.raid_step[raid]]}


@stretch.chosen
def _stretched(game: Game, raid: Raid, option: int) -> None:
    game.raid_stretched[raid] = int(option == LAST_HEX)


@step
def place_counters(game: Game) -> None:
    """Place counters, without letters, for what was detected; streams only if the picture is clear [8.2f, 8.2.1]."""
    for raid, seen in by_raid(game.raid_seen):
        if seen:
            game.counters += counters_of(game, raid, seen == IN_CLEAR)
    rules = "8.2f 8.3"
    if IN_CLEAR in game.raid_seen:
        rules += " 8.2.1a 7.2.1b 7.2.3" if game.layout.rules.stretch else " 8.2.1a 7.2.1b 7.2.2a"
        if any(
            seen == IN_CLEAR and game.raid_step[raid] < tail_of(game, raid) for raid, seen in by_raid(game.raid_seen)
        ):
            rules += " 8.2.1b"
    show_counters(game, rules)
    game.push(play, Moment(GERMAN, W_COUNTERS, NOBODY, NOBODY, PASSED))


def counters_of(game: Game, raid: Raid, clear: bool) -> list[RaidCounter]:
    """Where a raid's counters go: none in hexes it has not reached or has left behind [8.2.1b]."""
    path, at = game.plot[raid].path, game.raid_step[raid]
    found = [RaidCounter(path[at], RAID_COUNTER, raid)] if at < len(path) else []
    if clear and game.plot[raid].kind <= DECOY:
        if game.layout.rules.stretch:
            trail = [at - 1 if game.raid_stretched[raid] else at]
        else:
            trail = [at - 1, at - 2]
        found += [RaidCounter(path[place], STREAM_COUNTER, raid) for place in trail if 0 <= place < len(path)]
    return found


def are_shown(game: Game) -> bool:
    """Are this turn's counters on the map for all to see? Until then there may be a false one waiting."""
    return not any(task[0] is place_counters for task in game.agenda)


def show_counters(game: Game, rules: str) -> None:
    """Show everybody the counters on the map, in hex order."""
    shown = sorted((counter.hex, int(counter.kind == STREAM_COUNTER)) for counter in game.counters)
    game.emit("counters", rules, TO_ALL, tuple(shown))


def raid_at(game: Game, hex_: Hex) -> Raid:
    """The raid whose counter stands there; NOBODY for a false one."""
    return next(counter.raid for counter in game.counters if counter.hex == hex_)


def counter_hexes(game: Game) -> list[Hex]:
    """The hexes with counters on the map."""
    return sorted({counter.hex for counter in game.counters})


def remove_false(game: Game, hex_: Hex) -> None:
    """A false plot is found out and removed."""
    game.counters = [counter for counter in game.counters if counter.hex != hex_]
    game.emit("false_counter", "8.2f", TO_ALL, hex_)


# -- cards ---------------------------------------------------------------------------------------------------


def _new_level(game: Game, by: int) -> int:
    return min(max(game.jamming + by, game.layout.best_jamming), game.layout.worst_jamming)


@check("jamming")
def _jamming_moves(game: Game, function: Function) -> bool:
    return _new_level(game, function.value) != game.jamming


@effect("jamming")
def change_jamming(game: Game, card: Played) -> None:
    """The level changes for good, within the ends of the track [8.1a, ruling C1]."""
    game.jamming = _new_level(game, card.function.value)
    game.emit("jamming", "8.1a", TO_ALL, game.jamming)


@check("naxos")
def _naxos_helps(game: Game, function: Function) -> bool:
    return not game.naxos or game.jamming > game.layout.best_jamming


@effect("naxos")
def place_naxos(game: Game, card: Played) -> None:
    """NAXOS: place the marker, or lower the level if it is already there [8.1b]."""
    if game.naxos:
        game.jamming = _new_level(game, -1)
        game.emit("jamming", "8.1a", TO_ALL, game.jamming)
    else:
        game.naxos = 1
        game.emit("naxos", "8.1b", TO_ALL)


@effect("korfu")
def korfu(game: Game, card: Played) -> None:
    """KORFU: a better roll, and a clear picture if it detects all raids [8.2]."""
    game.flags |= CLARIFIED
    add_modifier(game, card.function.value, "6.2.1")


@objects("false plot")
def _for_false_plot(game: Game, function: Function) -> list[int]:
    raids = {hex_ for raid in game.every_raid() if game.flying(raid) for hex_ in game.raid_hexes(raid)}
    seen = [counters_of(game, raid, how == IN_CLEAR) for raid, how in by_raid(game.raid_seen) if how]
    taken = {counter.hex for counters in seen for counter in counters}
    return [
        hex_option(hex_)
        for hex_ in sorted(ON_MAP)
        if hex_ not in taken and any(DISTANCE[hex_][raid] <= function.value for raid in raids)
    ]


@effect("false plot")
def false_plot(game: Game, card: Played) -> None:
    """FALSE PLOT: one extra raid counter, shown along with the real ones [8.2f, ruling C70]."""
    game.counters.append(RaidCounter(hex_in(card.thing), FALSE_COUNTER, NO_RAID))


def _guns_in(game: Game, hex_: Hex) -> bool:
    """Could flak or searchlights there fire, as far as the German player knows?"""
    if hex_ in game.layout.searchlights:
        return True
    return any(game.flak_of(city) != NO_FLAK for city in game.layout.cities_in.get(hex_, ()))


@objects("straying bombers")
def _for_straying(game: Game, function: Function) -> list[int]:
    return hex_options([hex_ for hex_ in counter_hexes(game) if _guns_in(game, hex_)])


@effect("straying bombers")
def straying_bombers(game: Game, card: Played) -> None:
    """STRAYING BOMBERS: cities and searchlights in the hex fire at a raid there [9.6.2, 3.6b]."""
    hex_ = hex_in(card.thing)
    raid = raid_at(game, hex_)
    if raid == NOBODY:
        remove_false(game, hex_)
        return
    if hex_ in game.layout.searchlights:
        game.push(attack_by_flak, raid, hex_, NO_CITY, 0, "9.6.2")
    for city in game.layout.cities_in.get(hex_, ()):
        value = game.flak_of(city)
        if value == NO_FLAK:
            game.emit("no_flak", "3.6b" if city in game.stripped else "9.6a", TO_ALL, city)
        elif (city, raid) not in bombed_now(game):  # it has already fired at that raid
            game.push(attack_by_flak, raid, hex_, city, value, "9.6.2")
