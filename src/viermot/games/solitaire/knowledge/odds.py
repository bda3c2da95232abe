"""The exact odds of a search before it is made: where the bomber may be, whether it is there at all, whether the dice
help.

Nothing is hidden, so these are the true chances [S5.0, S10.0, S13.0, S14.0, S19.0, S24.0, S25.0].
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Final

from viermot.games.nightfighter.model.board import HEXES
from viermot.games.nightfighter.model.fitting import NOT_JAMMED
from viermot.games.nightfighter.model.ids import Attacker, Fighter, Hex, Radar
from viermot.games.nightfighter.rules.ai import dice_through_jamming
from viermot.games.nightfighter.rules.searchlights import search_dice
from viermot.games.nightfighter.rules.tally import fixed_tally_dice
from viermot.games.solitaire.model.board import HIGH, MODERATE
from viermot.games.solitaire.model.state import Solo
from viermot.games.solitaire.rules.ai import search_area
from viermot.games.solitaire.rules.radar import tracks
from viermot.games.solitaire.rules.searchlights import takes_over
from viermot.games.solitaire.rules.serrate import SWEEP
from viermot.games.solitaire.rules.sight import sight
from viermot.games.solitaire.rules.tally import basic_dice
from viermot.games.solitaire.rules.uncertainty import barred, crowded
from viermot.kernel.json import JsonObject

ONE: Final = Fraction(1)
NOTHING: Final = Fraction(0)
Chances = Mapping[str, Fraction]  # the possible results, and how likely each is


@cache
def ratio(part: int, whole: int) -> Fraction:
    """A cached fraction: few are ever asked for, and making one takes long."""
    return Fraction(part, whole)


@cache
def a_six(dice: int) -> Fraction:
    """At least one 6 among this many dice."""
    return 1 - Fraction(5, 6) ** dice


def real(game: Solo, counter: Attacker) -> Fraction:
    """The chance that it is the bomber."""
    return ratio(*faces_of_real(game, counter))


def faces_of_real(game: Solo, counter: Attacker) -> tuple[int, int]:
    """The faces of a die that show it to be the bomber, of how many that count: where more than three are left higher
    dice are rolled again [S5.4e].
    """
    layout, left = game.layout, game.left(game.bomber_of(counter))
    faces = 6 if left in layout.real_up_to else left
    return min(layout.real_up_to.get(left, layout.real_of_more), faces), faces


def there(game: Solo, counter: Attacker, where: Collection[Hex]) -> Fraction:
    """The location roll falls in the search area, barred hexes being rolled again [S5.2b, S5.3b, S5.5a]."""
    area = game.area(counter)
    if len(area) == 1:
        return ONE if area[0] in where else NOTHING
    open_ = [hex_ for hex_ in area if not barred(game, counter, hex_)]
    return ratio(len([hex_ for hex_ in open_ if hex_ in where]), len(open_)) if open_ else NOTHING


def _found(game: Solo, counter: Attacker, where: Collection[Hex], dice: Fraction = ONE) -> Chances:
    """Dice first, then the place, then whether it is the bomber at all."""
    chance = dice * there(game, counter, where)
    if game.level(counter) != HIGH:
        return {"found": chance}
    is_it = real(game, counter)
    return {"found": chance * is_it, "phantom": chance * (1 - is_it)}


def ai_odds(game: Solo, fighter: Fighter, counter: Attacker) -> Chances:
    """An AI search [S19.0a, S24.0d]."""
    radar = game.layout.ai_sets[fighter]
    dice = ONE if radar.jam == NOT_JAMMED else a_six(dice_through_jamming(game, fighter))
    if game.f_fix[fighter] == counter:
        return {"found": dice}
    return _found(game, counter, search_area(game, fighter), dice)


def tally_odds(game: Solo, fighter: Fighter, counter: Attacker, fixed: bool = False) -> Chances:
    """A tally attempt, basic or at a fixed target [S10.0, S15.0]."""
    count, _ = fixed_tally_dice(game, fighter, counter) if fixed else basic_dice(game, fighter, counter)
    return _found(game, counter, sight(game, fighter, counter), a_six(count))


def light_odds(game: Solo, counter: Attacker) -> Chances:
    """The lights of the zone it stands in [S14.0, S21.0a]."""
    zone = game.layout.zone_of[game.a_hex[counter]]
    high = game.level(counter) == HIGH
    is_it = real(game, counter) if high else ONE
    chances = {"real": is_it, "phantom": 1 - is_it} if high else {}
    if not game.layout.high:
        reach = {
            h for z in game.layout.searching if z == zone or takes_over(game, z) for h in game.layout.zone_hexes[z]
        }
        chances["found"] = is_it * a_six(search_dice(game, zone)[0]) * there(game, counter, reach)
    return chances


def radar_odds(game: Solo, radar: Radar, counter: Attacker) -> Chances:
    """A search by ground radar, homer, GCI or MEW [S13.0, S24.0, S25.0]."""
    search = game.layout.radars[radar]
    jammed_up_to = game.layout.jammed_up_to[search.jam]
    level = game.level(counter)
    if level == HIGH:
        return real_or_phantom(jammed_up_to, *faces_of_real(game, counter))
    works = not_jammed(jammed_up_to)
    if level != MODERATE and not tracks(game, radar):
        return {"tracked": NOTHING}
    word = "refined" if level == MODERATE else "tracked"
    if search.family == "mew" or (level != MODERATE and game.a_track[counter]):
        return {word: works}
    layout = game.layout
    crowd = layout.crowded if crowded(game, counter) and search.family != "naxos" else 0
    need = layout.refines + search.value - crowd if level == MODERATE else layout.tracks - crowd
    return {word: works * not_below(need, 2 if search.family == "gci" else 1)}


@cache
def real_or_phantom(jammed_up_to: int, faces: int, of_faces: int) -> Chances:
    """The chances that a set works and shows a counter to be the bomber, or not to be."""
    works = not_jammed(jammed_up_to)
    is_it = works * ratio(faces, of_faces)
    return {"real": is_it, "phantom": works - is_it}


@cache
def not_jammed(up_to: int) -> Fraction:
    """The chance that a set works where the lower faces of a die are jamming."""
    return 1 - Fraction(min(6, up_to), 6)


@cache
def not_below(need: int, dice: int) -> Fraction:
    """At least one of this many dice shows at least that."""
    return 1 - Fraction(min(6, need - 1), 6) ** dice


def of_options(game: Solo, kind: str, facts: JsonObject, options: Sequence[int]) -> list[dict[str, float]]:
    """The chances of each option of such a question, in order; {} where there is nothing to work out."""
    return [
        {name: _rounded(*chance.as_integer_ratio()) for name, chance in chances_of(game, kind, facts, option).items()}
        for option in options
    ]


@cache
def _rounded(part: int, whole: int) -> float:
    return round(part / whole, 4)


def chances_of(game: Solo, kind: str, facts: JsonObject, option: int) -> Chances:
    """What one option may lead to, exactly."""
    if kind == "place_search":
        if option >= HEXES.size or option not in game.a_hex:
            return {}
        return radar_odds(game, facts["radar"], Attacker(game.a_hex.index(Hex(option))))
    if option in (0, SWEEP):
        return {}
    if kind == "ai_target":
        return ai_odds(game, facts["fighter"], Attacker(option - 1))
    if kind == "tally":
        return tally_odds(game, facts["fighter"], Attacker(option - 1))
    if kind == "tally_fixed":
        return tally_odds(game, facts["fighter"], Attacker(option - 1), fixed=True)
    if kind == "light_up":
        return light_odds(game, Attacker(option - 1))
    if kind == "use_serrate":
        return radar_odds(game, facts["radar"], Attacker(option - 1))
    return {}
