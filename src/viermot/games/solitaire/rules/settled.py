"""When a question has only one sensible answer, for players who want to be asked only what matters.

Each function looks at nothing but what the player knows, and he decides whether to use it (kernel/standing.py). The
questions that solitaire shares with the game for two are settled there.
"""

from __future__ import annotations

from collections import Counter

from viermot.games.nightfighter.model.ids import Attacker, Fighter, Hex, Radar, Zone
from viermot.games.nightfighter.model.notation import NO_HEX
from viermot.games.nightfighter.rules.radar import may_search
from viermot.games.solitaire.model.board import HIGH, MODERATE
from viermot.games.solitaire.model.state import Solo
from viermot.games.solitaire.rules.ai import ai_target, who_searches
from viermot.games.solitaire.rules.combat import claim
from viermot.games.solitaire.rules.radar import place_search, resolve_which, tracks
from viermot.games.solitaire.rules.raid import HandOff, hand_off
from viermot.games.solitaire.rules.searchlights import in_zones, light_up
from viermot.games.solitaire.rules.serrate import identify, use_serrate
from viermot.games.solitaire.rules.tally import fixed_targets, tally, tally_fixed, who_looks

YES = 1


@place_search.settles
def searches_them_all(game: Solo, radar: Radar) -> int | None:
    """A coarse set can find out nothing more about a counter of low uncertainty [S5.2e, S13.0d].

    With as many sets of one kind as counters, each is searched, and it makes no difference by which set [S13.0a].
    """
    radars = game.layout.radars
    free = [hex_ for hex_ in place_search.options(game, radar) if hex_ != NO_HEX]
    if not tracks(game, radar):
        free = [hex_ for hex_ in free if game.level(Attacker(game.a_hex.index(hex_))) in (HIGH, MODERATE)]
    if not free:
        return NO_HEX
    left = [radars[other] for other in game.layout.radar_numbers if other >= radar and may_search(game, radars[other])]
    alike = len({(each.family, each.value, each.jam) for each in left}) == 1
    return free[0] if alike and radars[radar].fighter < 0 and len(free) <= len(left) else None


@resolve_which.settles
def resolves_in_order(game: Solo, waiting: tuple[Hex, ...]) -> int | None:
    """All of them are resolved and none can be moved. Those that may be phantoms come last: one that turns out real
    makes a crowd for the others [S13.0a, S13.0c].
    """
    counters = {look.hex: look.counter for look in game.looks}
    return min(waiting, key=lambda hex_: game.a_level[counters[hex_]] == HIGH)


@light_up.settles
def lights_what_is_alone(game: Solo, zones: tuple[Zone, ...]) -> int | None:
    """A try costs nothing; a zone with one counter in it has no choice [S14.0a]."""
    found = in_zones(game, zones)
    zone_of = game.layout.zone_of
    crowd = Counter(zone_of[game.a_hex[counter]] for counter in found)
    return next((counter + 1 for counter in found if crowd[zone_of[game.a_hex[counter]]] == 1), None)


@who_looks.settles
def looks_in_order(game: Solo, waiting: tuple[Fighter, ...]) -> int | None:
    """Every crew gets its look [S10.0a]."""
    return waiting[0]


@tally.settles
def looks_for_the_only_one(game: Solo, fighter: Fighter) -> int | None:
    """One counter in sight: a look costs nothing.

    With attack positions it can cost something: a poor one now is not improved by a hard look later [S10.0a, 28.4a].
    """
    if game.layout.attack_positions and fixed_targets(game, fighter):
        return None
    offered = tally.options(game, fighter)[1:]
    return offered[0] if len(offered) == 1 else None


@tally_fixed.settles
def looks_hard(game: Solo, fighter: Fighter) -> int | None:
    """One target: a roll costs nothing [S15.0]."""
    offered = tally_fixed.options(game, fighter)[1:]
    return offered[0] if len(offered) == 1 else None


@who_searches.settles
def searches_in_order(game: Solo, waiting: tuple[Fighter, ...]) -> int | None:
    """Every set gets its search [S19.0a]."""
    return waiting[0]


@ai_target.settles
def searches_for_the_only_one(game: Solo, fighter: Fighter) -> int | None:
    """A set with one counter ahead of it has no other use [S19.0a]."""
    offered = ai_target.options(game, fighter)
    found = [choice for choice in offered if choice]
    return found[0] if len(found) == 1 else None


@hand_off.settles
def hands_over(game: Solo, held: HandOff) -> int | None:
    """Otherwise the lights are certain to lose the bomber [14.2.4a]."""
    return YES


@use_serrate.settles
def listens(game: Solo, radar: Radar) -> int | None:
    """Listening costs nothing: where there is only one thing to listen for, it does [SC7a, SC7c]."""
    offered = use_serrate.options(game, radar)[1:]
    return offered[0] if len(offered) == 1 else None


@identify.settles
def looks_closely(game: Solo, fighter: Fighter) -> int | None:
    """A roll costs nothing, and whoever attacks a bomber has lost [SC7a, SC7b]."""
    return YES if YES in identify.options(game, fighter) else None


@claim.settles
def claims(game: Solo, fighter: Fighter) -> int | None:
    """It can only help [28.4.1b]."""
    return YES
