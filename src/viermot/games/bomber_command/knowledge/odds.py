"""The odds of the roll a seat is asked about, over all rolls of two dice, with every modifier and its rule.

Only what the seat knows goes in: what the British player has not announced is left out and listed as a doubt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import product
from typing import Final, NamedTuple

from viermot.games.bomber_command.components.tables import Result
from viermot.games.bomber_command.model.board import BRITISH, DECOY, FOG, MOSQUITO, OFF
from viermot.games.bomber_command.model.bombed_city import bombed_city_of, marking_modifiers
from viermot.games.bomber_command.model.ids import NO_CITY, City, Hex, Raid, Unit
from viermot.games.bomber_command.model.layout import read_chart
from viermot.games.bomber_command.model.notation import (
    THING,
    YES,
    city_in,
    hex_in,
    is_box,
    is_card,
    is_unit,
    played,
    unit_in,
)
from viermot.games.bomber_command.model.records import Attack, Modifier, counting
from viermot.games.bomber_command.model.state import FAR_OFF, Game, attack_of
from viermot.games.bomber_command.rules.combat.combat import (
    BY_BRITISH,
    BY_FLAK,
    BY_GCI,
    BY_TAME_BOAR,
    BY_WILD_BOAR,
    CLARIFIED,
    COLUMN_GCI,
    NO_DEFENCE,
    NO_DEPLETION,
    RULE_OF,
    STRAYING,
    modifiers_of,
    told_of,
)
from viermot.games.bomber_command.rules.combat.tame_boar import infiltration_modifiers, prey_of
from viermot.games.bomber_command.rules.movement.raids import is_outbound
from viermot.games.bomber_command.rules.movement.recovery import recovery_modifiers
from viermot.games.bomber_command.rules.movement.scramble import scramble_modifiers
from viermot.kernel.agenda import Facts

Modifiers = tuple[Modifier, ...]
Chances = tuple[tuple[str, Fraction], ...]
Outcome = Callable[[int, int, int], Iterable[str]]  # what is added, and both dice
FACES: Final = tuple(product(range(1, 7), repeat=2))
# Cards that change the roll.
ADDS: Final = frozenset(
    ("modifier", "experte", "schraege musik", "ta154", "korfu", "gh leaders", "dummy markers", "readiness")
)


class Odds(NamedTuple):
    """One roll: its modifiers, its possible outcomes, and how the cards in hand would change them."""

    what: str
    about: str
    rule: str
    modifiers: Modifiers
    against: int | None
    chances: Chances
    mean: Fraction | None  # aircraft lost
    cards: tuple[tuple[str, Chances, Fraction | None], ...] = ()
    doubts: tuple[str, ...] = ()


def odds(game: Game, seat: int, kind: str, facts: Facts, codes: Sequence[int]) -> list[Odds]:
    """The odds behind an open question, as this seat knows them."""
    if kind == "play":
        roll = WINDOWED.get(facts["window"])
        found = roll(game, seat, facts) if roll is not None else None
        return [] if found is None else [found.with_cards(game, codes)]
    if kind == "spend_damage":
        bonus = game.layout.combat_modifiers["flak damage"]
        plain = attack_roll(game, seat)
        return [plain.odds(), plain.more(("situation", bonus, "9.8.4b")).odds()] if YES in codes else [plain.odds()]
    if kind == "infiltrate_what":
        return [_towards(game, seat, facts["unit"], code).odds() for code in codes]
    if kind == "infiltrator":
        units = [unit_in(code) for code in codes if is_unit(code)]
        return [_towards(game, seat, unit, code).odds() for unit in units for code in prey_of(game, unit)]
    if kind == "intercept":
        return [_by_gci(game, seat, unit_in(code), facts["hex"]).odds() for code in codes if is_unit(code)]
    return []


class Roll(NamedTuple):
    """A roll yet to be made: its modifiers, and what each total means."""

    what: str
    about: str
    rule: str
    modifiers: Modifiers
    outcome: Outcome
    against: int | None = None
    counts: bool = False  # aircraft are lost
    doubts: tuple[str, ...] = ()
    cleared: Roll | None = None  # the same with a card that clears the picture

    def more(self, *modifiers: tuple[str, int, str]) -> Roll:
        return self._replace(modifiers=(*self.modifiers, *modifiers))

    def odds(self) -> Odds:
        chances, mean = self._counted(sum(value for _, value, _ in self.modifiers))
        return Odds(self.what, self.about, self.rule, self.modifiers, self.against, chances, mean, (), self.doubts)

    def with_cards(self, game: Game, codes: Sequence[int]) -> Odds:
        """The odds as each card that may be played now would change them [6.2.1]."""
        found = []
        already = sum(value for _, value, _ in self.modifiers)
        for code in codes:
            if is_card(code):
                seat, title, number = played(code)
                card = game.layout.cards[seat][title]
                function = card.functions[number]
                if function.effect in ADDS:
                    cleared = self.cleared if function.effect == "korfu" else None
                    found.append((str(card.name), *(cleared or self)._counted(already + function.value)))
        return self.odds()._replace(cards=tuple(found))

    def _counted(self, added: int) -> tuple[Chances, Fraction | None]:
        seen: Counter[str] = Counter()
        for first, second in FACES:
            seen.update(dict.fromkeys(self.outcome(added, first, second), 1))
        chances = tuple((what, Fraction(times, len(FACES))) for what, times in sorted(seen.items(), key=_in_order))
        lost = [(int(what.split()[1]), chance) for what, chance in chances if what.startswith("lost ")]
        return chances, sum((number * chance for number, chance in lost), Fraction(0)) if self.counts else None


ORDER: Final = ("in", "part", "out", "clear", "raids", "known", "nothing", "on aim", "drift", "lost", "disrupted")


def _in_order(counted: tuple[str, int]) -> tuple[int, str]:
    what, _ = counted
    word = what.rstrip("0123456789").rstrip()  # "lost 3" is one of those lost
    return ORDER.index(word) if word in ORDER else len(ORDER), what.rjust(20)


# -- attacks [9.7, 9.6.1, 9.2.1] -----------------------------------------------------------------------------


def attack_roll(game: Game, seat: int) -> Roll:
    """The attack under way."""
    attack = attack_of(game)
    if attack.unit >= 0 and attack.kind != BY_BRITISH:
        attack = attack._replace(strength=game.strength(attack.unit))
    modifiers = modifiers_of(game, attack)
    doubts: tuple[str, ...] = ()
    if seat != BRITISH and attack.raid >= 0:
        modifiers = told_of(modifiers)
        if may_lay_mines(game, attack):
            doubts = ("gardening",)
    unit = str(game.layout.units[attack.unit].name) if attack.unit >= 0 else ""
    rule = RULE_OF[attack.kind]
    if attack.kind == BY_FLAK:
        return Roll("flak", "", rule, tuple(modifiers), _flak(game), counts=True, doubts=doubts)
    what = "british" if attack.kind == BY_BRITISH else "attack"
    gunners = attack.kind != BY_BRITISH and game.plot[attack.raid].kind != MOSQUITO and not game.flags & NO_DEFENCE
    depletes = attack.kind != BY_BRITISH and not game.flags & NO_DEPLETION
    outcome = _combat(game, attack.column, depletes, gunners)
    return Roll(what, unit, rule, tuple(modifiers), outcome, counts=True, doubts=doubts)


def may_lay_mines(game: Game, attack: Attack) -> bool:
    """Could this be a Gardening raid, for all the German player has been told? [8.3b]

    Decoys are admitted whoever attacks, Mosquitos and heavy loads only to nightfighters; bombing raids lay no mines.
    Knowing what a letter stands for helps him only where he knows the letter, which is inside the raid.
    """
    kind = game.plot[attack.raid].kind
    if kind == DECOY or attack.kind == BY_WILD_BOAR:
        return False
    if attack.kind == BY_FLAK:
        return attack.city == NO_CITY or attack.column == STRAYING
    if kind == MOSQUITO or (game.plot[attack.raid].heavy and is_outbound(game, attack.raid)):
        return False
    return attack.kind != BY_TAME_BOAR or not game.raid_known[attack.raid]


def _combat(game: Game, column: int, depletes: bool, gunners: bool) -> Outcome:
    def outcome(added: int, first: int, second: int) -> Iterable[str]:
        losses, disrupted = read_chart(game.layout.combat[column], game.layout.combat_first, added + first + second)
        yield f"lost {losses}"
        if disrupted:
            yield "disrupted"
        if depletes and first == second:
            yield "depleted"
        if gunners and 6 in (first, second):
            yield "gunners"

    return outcome


def _flak(game: Game) -> Outcome:
    def outcome(added: int, first: int, second: int) -> Iterable[str]:
        total = added + first + second
        losses, disrupted, damaged = [read_chart(each, game.layout.combat_first, total) for each in game.layout.flak]
        yield f"lost {losses}"
        if disrupted:
            yield "disrupted"
        if damaged:
            yield "damaged"

    return outcome


def _by_gci(game: Game, seat: int, unit: Unit, hex_: Hex) -> Roll:
    """An attack that might be made in a Himmelbett hex [9.3c]; the kind of raid is admitted only when it is made."""
    strength = game.strength(unit)
    modifiers = (("strength", strength, "9.7a"), *counting(game.sky_modifiers(hex_)))
    outcome = _combat(game, COLUMN_GCI, True, True)
    return Roll("attack", str(game.layout.units[unit].name), RULE_OF[BY_GCI], modifiers, outcome, None, True, ("kind",))


# -- other rolls -----------------------------------------------------------------------------------------------


def _towards(game: Game, seat: int, unit: Unit, code: int) -> Roll:
    """Getting into a raid: at a counter, or over a bombed city [9.4.1, 9.4.2]."""
    city = city_in(code) if is_box(code) else NO_CITY
    place = THING.write(game, code)
    hex_ = game.layout.cities[city].hex if city != NO_CITY else hex_in(code)
    name = f"{game.layout.units[unit].name} → {place}"
    return _infiltration(game, seat, unit, hex_, city, name, fresh=True)


def _infiltration(game: Game, seat: int, unit: Unit, hex_: Hex, city: City, name: str, fresh: bool) -> Roll:
    """``fresh``: nothing has been played on it yet. How the wind blows on a raid is the British player's [12.1.3b]."""
    hidden = {"wind", "cards"} if fresh else {"wind"}
    added = infiltration_modifiers(game, unit, Raid(0), hex_, city)
    modifiers = tuple((what, by, rule) for what, by, rule in added if what not in hidden)
    value = game.infiltration_value()

    def outcome(added: int, first: int, second: int) -> Iterable[str]:
        total = added + first + second
        return ("in",) if total > value else ("part",) if total == value else ("out",)

    doubts = ("wind",) if game.wind != OFF else ()
    return Roll("infiltration", name, "9.4.1b", modifiers, outcome, value, doubts=doubts)


def _infiltration_now(game: Game, seat: int, facts: Facts) -> Roll | None:
    """The attempt that was announced last."""
    for kind, _, _, data in game.latest():
        if kind == "infiltrates":
            unit, hex_, city = data
            return _infiltration(game, seat, unit, hex_, city, str(game.layout.units[unit].name), fresh=False)
    return None


def _cards(game: Game) -> Modifiers:
    return (("cards", game.modifier, "6.2.1"),) if game.modifier else ()


def _detection(game: Game, seat: int, facts: Facts) -> Roll:
    """One roll for all raids against the jamming level [8.2]."""
    clears = bool(game.naxos or game.flags & CLARIFIED)
    roll = Roll("detection", "", "8.2a", _cards(game), _seen(game.jamming, clears), game.jamming)
    return roll._replace(cleared=roll._replace(outcome=_seen(game.jamming, True)))


def _seen(jamming: int, clears: bool) -> Outcome:
    def outcome(added: int, first: int, second: int) -> Iterable[str]:
        margin = added + first + second - jamming
        if margin >= 2 or (margin == 1 and clears):
            return ("clear",)
        return ("raids",) if margin == 1 else ("known",) if margin == 0 else ("nothing",)

    return outcome


def _defence(game: Game, seat: int, facts: Facts) -> Roll:
    """The gunners fire back [9.7.2]."""
    chart = game.layout.aid.defensive_fire

    def outcome(added: int, first: int, second: int) -> Iterable[str]:
        total = added + first + second
        return (f"lost {2 if total >= chart.two else 1 if total >= chart.one else 0}",)

    return Roll("defence", _unit(game, facts), "9.7.2a", _cards(game), outcome, counts=True)


def _take_off(game: Game, seat: int, facts: Facts) -> Roll:
    """Accidents at take-off [7.4.2c]."""
    counter = game.layout.units[facts["unit"]]
    column = game.layout.scramble[game.layout.weather_column[game.weather_at(counter.hex)]]
    modifiers = tuple(scramble_modifiers(game, facts["unit"]))
    return Roll("scramble", str(counter.name), "7.4.2c", modifiers,
                _accidents(column, game.layout.scramble_first, "depleted"), counts=True)  # fmt: skip


def _landing(game: Game, seat: int, facts: Facts) -> Roll:
    """Accidents at landing; out of range it is always Fog [7.4.4e, 7.4.7]."""
    unit = facts["unit"]
    weather = FOG if game.has(unit, FAR_OFF) else game.weather_in(game.unit_zone[unit])
    column = game.layout.recovery[game.layout.weather_column[weather]]
    modifiers = tuple(recovery_modifiers(game, unit))
    return Roll("recovery", _unit(game, facts), "7.4.4e", modifiers,
                _accidents(column, game.layout.recovery_first, "retired"), counts=True)  # fmt: skip


def _accidents(column: tuple[Result, ...], first_row: int, worse: str) -> Outcome:
    def outcome(added: int, first: int, second: int) -> Iterable[str]:
        lost, more = read_chart(column, first_row, added + first + second)
        yield f"lost {lost}"
        if more:
            yield worse

    return outcome


def _marking(game: Game, seat: int, facts: Facts) -> Roll | None:
    """How far the Target Indicators drift; until then only the British player knows which raid is marking [10.3.2]."""
    if seat != BRITISH:
        return None
    bombing = game.layout.aid.bombing
    bombed = bombed_city_of(game)
    parts = [(what, value, "10.3.2b") for what, value in marking_modifiers(game, bombed.raid, bombed.city)]

    def outcome(added: int, first: int, second: int) -> Iterable[str]:
        row = min(max(added + first + second - bombing.marking_lowest, 0), len(bombing.drift) - 1)
        return (f"drift {bombing.drift[row]}",) if bombing.drift[row] else ("on aim",)

    return Roll("marking", "", "10.3.2b", (*parts, *_cards(game)), outcome)


def _unit(game: Game, facts: Facts) -> str:
    return str(game.layout.units[facts["unit"]].name) if "unit" in facts else ""


def _attack_now(game: Game, seat: int, facts: Facts) -> Roll | None:
    return attack_roll(game, seat) if game.attack else None


WINDOWED: Final[dict[str, Callable[[Game, int, Facts], Roll | None]]] = {
    "gci_attack": _attack_now, "tame_boar_attack": _attack_now, "wild_boar_attack": _attack_now,
    "intruder_attack": _attack_now, "flak_attack": _attack_now, "british_attack": _attack_now,
    "infiltration_roll": _infiltration_now, "detection_roll": _detection, "defensive_fire": _defence,
    "scramble_roll": _take_off, "recovery_roll": _landing, "marking": _marking,
}  # fmt: skip
