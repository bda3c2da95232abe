"""Radar search: die rolls make counters less uncertain; homers, jamming, GCI and MEW [S13.0, S24.0, S25.0]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from viermot.games.nightfighter.model.board import HEXES, OFF
from viermot.games.nightfighter.model.fitting import NOT_JAMMED
from viermot.games.nightfighter.model.ids import Attacker, Fighter, Hex, Radar
from viermot.games.nightfighter.model.layout import RadarCounter
from viermot.games.nightfighter.model.state import ON_MAP
from viermot.games.nightfighter.rules.radar import may_search
from viermot.games.solitaire.model.board import HIGH, LOW, MODERATE, NONE, PLAYER, TO_ALL
from viermot.games.solitaire.model.notation import HEX, NO_HEX
from viermot.games.solitaire.model.state import NOTHING, REFINED, SILENT, TESTED, TRACKED, WAITING, Look, Solo
from viermot.games.solitaire.rules.serrate import use_serrate
from viermot.games.solitaire.rules.uncertainty import crowded, drift_off, locate, prove
from viermot.kernel.agenda import Facts, Task, question, step, task
from viermot.kernel.hexes import UNLIMITED, WIDE

RESULTS: Final = ("waiting", "nothing", "refined", "tracked", "tested", "silent")
RULE_OF = {
    "ground": "S13.0a", "gci": "S13.0a", "mew": "S13.0a S25.0d", "flensburg": "S13.0a S24.0a",
    "naxos": "S13.0a S24.0b", "serrate": "SC7c",
}  # fmt: skip


@step
def radar_search(game: Solo) -> None:
    """Phase 5: old search counters off, new ones down, tracks lapse, then one search after another [S13.0, S5.1c]."""
    if game.looks:
        game.looks.clear()
        game.emit("searches_removed", "13.1.3", TO_ALL)
    tasks: list[Task] = []
    for radar in game.layout.radar_numbers:
        counter = game.layout.radars[radar]
        if may_search(game, counter):
            tasks.append(task(use_serrate if counter.family == "serrate" else place_search, radar))
    game.next(*tasks, task(jam_searches), task(let_tracks_lapse), task(next_search))


def may_be_searched(game: Solo, radar: Radar, target: Attacker) -> bool:
    """Can this set find that counter at all? Flensburg needs Monica, ahead; Naxos needs H2S [S24.0a, S24.0b]."""
    counter: RadarCounter = game.layout.radars[radar]
    if counter.family == "flensburg":
        group = game.layout.groups[game.a_group[target]]
        return (group.monica or group.village_inn) and in_wide_arc(game, counter.fighter, game.a_hex[target])
    if counter.family == "naxos":
        return game.carries_h2s(target)
    return True


def in_wide_arc(game: Solo, fighter: Fighter, hex_: Hex) -> bool:
    """Ahead of the fighter, however far? [24.2.3a, 24.4a]"""
    return hex_ in HEXES.arc(game.f_hex[fighter], game.f_facing[fighter], WIDE, UNLIMITED)


@question(PLAYER, "S13.0a", HEX, undoable=True)
def place_search(game: Solo, radar: Radar) -> Sequence[Hex]:
    """Which counter does this radar search? One search per hex, and only where there is a counter [S13.0a]."""
    taken = {look.hex for look in game.looks}
    free = [game.a_hex[a] for a in game.on_map if game.a_hex[a] not in taken and may_be_searched(game, radar, a)]
    return (*sorted(free), NO_HEX)


@place_search.chosen
def search_placed(game: Solo, radar: Radar, hex_: Hex) -> None:
    if hex_ != NO_HEX:
        game.looks.append(Look(radar, Attacker(game.a_hex.index(hex_)), hex_, WAITING))
        game.emit("search_placed", RULE_OF[game.layout.radars[radar].family], TO_ALL, radar, hex_)


@place_search.refuses
def why_not_place_search(game: Solo, radar: Radar, hex_: int) -> tuple[str, str] | None:
    if hex_ not in game.a_hex:
        return ("S13.0a", "no_counter_there")
    if any(look.hex == hex_ for look in game.looks):
        return ("S13.0a", "searched_already")
    return ("S24.0a", "not_heard") if game.layout.radars[radar].family == "flensburg" else ("S24.0b", "not_heard")


@place_search.tells
def place_search_facts(game: Solo, radar: Radar) -> Facts:
    return {"radar": radar, "value": game.layout.radars[radar].value}


@step
def jam_searches(game: Solo) -> None:
    """Each jammed search counter may be lost to a die roll before any search is resolved [S24.0c]."""
    for place, look in enumerate(game.looks):
        jam = game.layout.radars[look.radar].jam
        if jam == NOT_JAMMED or look.result != WAITING:
            continue
        rules = "S24.0c" + _jamming_rules(game, look.radar)
        if game.die("jamming", rules, look.radar, look.hex) <= game.layout.jammed_up_to[jam]:
            game.looks[place] = look._replace(result=SILENT)
            game.emit("jammed", "S24.0c", TO_ALL, look.radar, look.hex)


def _jamming_rules(game: Solo, radar: Radar) -> str:
    """For the log: why this radar counts as jammed, or as less jammed than it is [S25.0c, SC4H]."""
    change = game.layout.change
    name = game.layout.radars[radar].name
    if change is not None and name in change.jammed_radars:
        return f" {change.rule}"
    family = game.layout.components.search_radars[name].family if name in game.layout.components.search_radars else ""
    return " S25.0c" if family == "gci" else ""


@step
def let_tracks_lapse(game: Solo) -> None:
    """Track contacts that no radar of value 1 keeps searching go back beneath their counters [S5.1c, S5.2d]."""
    kept = {look.counter for look in game.looks if look.result == WAITING and tracks(game, look.radar)}
    for counter in game.on_map:
        if game.a_track[counter] and counter not in kept:
            game.a_track[counter] = 0
            game.emit("track_lapses", "S5.1c S5.2d", TO_ALL, game.a_handle[counter])
            if not game.in_contact(counter):
                game.reverts(counter)


def tracks(game: Solo, radar: Radar) -> bool:
    """Is this set good enough to follow one bomber: search value 1, or MEW? [S5.2d, S25.0d]"""
    counter: RadarCounter = game.layout.radars[radar]
    return counter.value == 1 or counter.family == "mew"


@step
def next_search(game: Solo) -> None:
    """Resolve the searches one by one, in the player's order [S13.0a, ruling B8]."""
    waiting = tuple(look.hex for look in game.looks if look.result == WAITING)
    if waiting:
        game.next(task(resolve_which, waiting), task(next_search))


@question(PLAYER, "S13.0a", HEX)
def resolve_which(game: Solo, waiting: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """Which search is resolved next? [S13.0a]"""
    return waiting


@resolve_which.chosen
def resolved(game: Solo, waiting: tuple[Hex, ...], hex_: Hex) -> None:
    place, look = next((place, look) for place, look in enumerate(game.looks) if look.hex == hex_)
    result = NOTHING
    if game.a_fate[look.counter] != ON_MAP:
        game.emit("search_void", "S13.0a", TO_ALL, look.radar, hex_)  # another search took the counter off
    else:
        result = search(game, look.radar, look.counter)
    game.looks[place] = look._replace(result=result)


def search(game: Solo, radar: Radar, target: Attacker) -> int:
    """What a search does depends on how uncertain the counter is [S13.0b, S13.0c, S13.0d]."""
    level = game.level(target)
    if level == HIGH:
        try_high(game, radar, target)
        return TESTED
    if level == MODERATE:
        return refine(game, radar, target)
    return track(game, radar, target, level)


def try_high(game: Solo, radar: Radar, target: Attacker) -> None:
    """A reality test and nothing more; GCI tests all the bomber's counters, MEW all on the map [S13.0b, S25.0]."""
    family = game.layout.radars[radar].family
    rules = "S13.0b S5.4d S5.4f"
    prove(game, target, rules)
    if family == "gci":
        try_the_rest(game, [a for a in game.on_map if game.bomber_of(a) == game.bomber_of(target)], "S25.0b S5.4d")
    elif family == "mew":
        try_the_rest(game, list(game.on_map), "S25.0d S5.4d")


def try_the_rest(game: Solo, counters: list[Attacker], rules: str) -> None:
    """The others in order of entry, for each bomber until one is real or only one is left [ruling B10]."""
    for counter in counters:
        if game.a_fate[counter] == ON_MAP and game.a_level[counter] == HIGH:
            prove(game, counter, rules)


def search_die(game: Solo, radar: Radar, target: Attacker, rules: str, value: int) -> int:
    """The die (GCI: the better of two) less the search value, and less again in a crowd [S13.0c, S25.0a, S24.0b]."""
    counter: RadarCounter = game.layout.radars[radar]
    why: list[tuple[str, int, str]] = []
    if value:
        why.append(("search_value", -value, "S13.0c"))
    if crowded(game, target) and counter.family != "naxos":
        why.append(
            ("crowded", game.layout.crowded, "SC7c" if counter.family == "serrate" else "S13.0c" if value else "S13.0d")
        )
    count = 1
    if counter.family == "gci":
        count, rules = 2, rules + " S25.0a"
    elif counter.family in ("flensburg", "naxos", "serrate"):
        rules += " " + RULE_OF[counter.family].split()[-1]
    elif game.layout.components.search_radars[counter.name].family == "gci":
        rules += " S25.0c"
    dice = game.roll(count, "search", rules, radar, game.a_handle[target], tuple(why))
    return int(max(dice)) + sum(points for _, points, _ in why)


def refine(game: Solo, radar: Radar, target: Attacker) -> int:
    """A moderate counter: a high enough die makes it low and shifts it to a random hex beside it [S13.0c, S5.3d]."""
    counter: RadarCounter = game.layout.radars[radar]
    if counter.family == "mew":
        game.emit("sure_search", "S25.0d", TO_ALL, radar, game.a_handle[target])
    elif search_die(game, radar, target, "S13.0c", counter.value) < game.layout.refines:
        game.emit("search_fails", "S13.0c", TO_ALL, radar, game.a_handle[target])
        return NOTHING
    hex_ = locate(game, target, "S5.3d", cells=game.layout.shift_area[game.a_hex[target]])
    if hex_ is None:
        return NOTHING
    if hex_ == OFF:
        drift_off(game, target)
        return REFINED
    game.a_hex[target] = hex_
    game.a_level[target] = LOW
    game.emit("refined", "S5.3d S5.2a S5.2e" if counter.value > 1 else "S5.3d S5.2a", TO_ALL, radar, target + 1, hex_)
    return REFINED


def track(game: Solo, radar: Radar, target: Attacker, level: int) -> int:
    """A low or exact counter: only value 1 finds out more, by die roll; a track goes on by itself [S13.0d, S13.0e]."""
    handle = game.a_handle[target]
    if not tracks(game, radar):
        game.emit("too_coarse", "S5.2e S13.0d", TO_ALL, radar, handle)
        return NOTHING
    if game.a_track[target]:
        game.emit("track_kept", "S13.0e", TO_ALL, radar, handle)
        return TRACKED
    if game.layout.radars[radar].family == "mew":
        game.emit("sure_search", "S25.0d", TO_ALL, radar, handle)
    elif search_die(game, radar, target, "S13.0d", 0) < game.layout.tracks:
        game.emit("search_fails", "S13.0d", TO_ALL, radar, handle)
        return NOTHING
    if level != NONE:
        hex_ = locate(game, target, "S13.0d S5.2b")
        if hex_ is None:
            return NOTHING
        if hex_ == OFF:
            drift_off(game, target)
            return NOTHING
        game.a_hex[target] = hex_
    game.a_track[target] = 1
    game.emit("tracked", "S13.0d S5.2d S5.1a", TO_ALL, radar, handle, game.a_hex[target])
    return TRACKED
