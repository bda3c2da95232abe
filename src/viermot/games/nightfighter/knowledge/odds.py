"""The odds of an attack, exact, from what the player's seat knows alone [11.0, 17.1, 17.4, 20.0].

What is hidden is named, not guessed: hits nobody has witnessed, an alert raised unseen, a type not identified.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, cast

from viermot.games.nightfighter.model.board import FULL_MOON
from viermot.games.nightfighter.model.fitting import EXPERTE, GREEN
from viermot.games.nightfighter.model.ids import Fighter, Handle
from viermot.games.nightfighter.model.layout import AttackerGroup, Layout
from viermot.games.nightfighter.rules.gunnery import GUNS, OBLIQUE, hits_of
from viermot.games.nightfighter.rules.response import CORKSCREW, DEFENSIVE_FIRE, reaction, warning_column
from viermot.games.nightfighter.rules.tally import Modifier

if TYPE_CHECKING:
    from viermot.games.nightfighter.knowledge.perspective import Contact, NightView

WAYS: Final = tuple(6 - abs(7 - total) for total in range(2, 13))  # of throwing 2, 3, ... 12 with two dice
GUN_WORDS: Final = {GUNS: "guns", OBLIQUE: "oblique"}


@dataclass(frozen=True)
class Fire:
    """Two dice and firepower: what is added and why, and how many of the 36 throws score 0, 1, 2 ... hits [11.0c]."""

    modifiers: tuple[Modifier, ...]
    hits: tuple[int, ...]

    @property
    def firepower(self) -> int:
        """What is added to the dice."""
        return sum(points for _, points, _ in self.modifiers)

    def at_least(self, wanted: int) -> Fraction:
        """The chance of that many hits or more."""
        return Fraction(sum(self.hits[wanted:]), 36)


@dataclass(frozen=True)
class Notice:
    """What the bomber may do before the attack, for one kind of bomber [17.4]."""

    warned: bool
    rules: tuple[str, ...]
    alert: int
    modifiers: tuple[Modifier, ...]
    corkscrew: Fraction
    defensive_fire: Fraction
    gunners: Fire | None

    @property
    def nothing(self) -> Fraction:
        """The chance that it does nothing."""
        return 1 - self.corkscrew - self.defensive_fire

    @property
    def attack_goes_in(self) -> Fraction:
        """The chance that the fighter gets to shoot: unnoticed, or shot at and missed [17.4.2b]."""
        missed = Fraction(self.gunners.hits[0], 36) if self.gunners else Fraction(1)
        return self.nothing + self.defensive_fire * missed


@dataclass(frozen=True)
class Odds:
    """One attack with one set of guns."""

    fighter: str
    contact: str
    guns: str
    fire: Fire
    to_destroy: dict[str, int] = field(default_factory=dict)  # type -> hits still needed, as far as witnessed
    notice: dict[str, Notice] = field(default_factory=dict)  # type -> what it may do first; empty before chapter 17
    doubts: tuple[str, ...] = ()  # message keys of what the player cannot know

    def destroyed(self, type_: str) -> Fraction:
        """The chance that a bomber of this type goes down once the fighter shoots."""
        return self.fire.at_least(self.to_destroy[type_])

    def in_all(self, type_: str) -> Fraction:
        """The same, counting that it may act first. Following a corkscrew is not counted."""
        notice = self.notice.get(type_)
        return self.destroyed(type_) * (notice.attack_goes_in if notice else 1)

    def hit_in_all(self, type_: str) -> Fraction:
        """The chance of a hit at all, counting that it may act first."""
        notice = self.notice.get(type_)
        return self.fire.at_least(1) * (notice.attack_goes_in if notice else 1)


def spread(layout: Layout, modifiers: list[Modifier]) -> Fire:
    """How many of the 36 throws of two dice give no hit, one, two ... with these modifiers [11.0c]."""
    added = sum(points for _, points, _ in modifiers)
    hits = [0] * (len(layout.hits) + 1)
    for total, ways in enumerate(WAYS, 2):
        hits[hits_of(layout, total + added)] += ways
    return Fire(tuple(modifiers), tuple(hits))


def guns_of(view: NightView, number: Fighter) -> list[int]:
    """The guns the fighter has [11.0a, 20.0a]."""
    fit = view.layout.fighters[number]
    if view.layout.oblique_as_main:
        return [GUNS]
    return ([GUNS] if fit.firepower is not None else []) + ([OBLIQUE] if view.has_oblique(number) else [])


def odds(view: NightView, number: Fighter, guns: int, contact: Contact | None = None) -> Odds | None:
    """The odds of this fighter's attack on a contact, or else on what it has tallied; None if it has no tally."""
    if contact is None and view.tally_of(number):
        contact = view.contact(view.tally_of(number))
    if contact is None:
        return None
    groups = possible_groups(view, contact)
    fire = spread(view.layout, firepower(view, number, contact, guns))
    notice = {}
    if view.layout.advanced_combat and not has_corkscrewed(view, contact.handle):
        notice = {group.type: _notice(view, number, contact, guns, group) for group in groups if group.responds}
    return Odds(
        str(view.layout.fighters[number].ident),
        view.contact_name(contact.handle),
        GUN_WORDS[guns],
        fire,
        {group.type: max(1, group.damage - contact.hits) for group in groups},
        notice,
        _doubts(view, contact, guns),
    )


def possible_groups(view: NightView, contact: Contact) -> list[AttackerGroup]:
    """What the contact may be, by the scenario's list and what has been identified."""
    seen: dict[str, AttackerGroup] = {}
    for group in view.layout.groups:
        if contact.type in (None, group.type):
            seen.setdefault(group.type, group)
    return list(seen.values())


def has_corkscrewed(view: NightView, handle: Handle) -> bool:
    """Has this contact corkscrewed this turn? The player knows: he followed it [17.4.3d]."""
    for event in reversed(view.raw_events()):
        if event[0] == "turn":
            return False
        if event[0] == "stays_with_it" and event[3][1] == handle:
            return True
    return False


def firepower(view: NightView, number: Fighter, contact: Contact, guns: int) -> list[Modifier]:
    """What is added to the dice of the attack, and why [11.0c, 17.1, 28.2b, 28.4, 28.5]."""
    layout = view.layout
    fit = layout.fighters[number]
    printed = fit.oblique if guns == OBLIQUE or layout.oblique_as_main else fit.firepower
    why: list[Modifier] = [("printed", printed or 0, "20.0a" if guns == OBLIQUE else "11.0c")]
    poor = layout.attack_positions and not view.good_position(number)
    if has_corkscrewed(view, contact.handle):
        why = [("corkscrewed", 0, "17.1a")]
    elif guns == OBLIQUE and layout.alert_speed and contact.alerted:
        why = [("alerted", 0, "28.2b")]
    elif guns == OBLIQUE and poor:
        why = [("poor_position_oblique", 0, "28.4.1a")]
    if layout.advanced_combat and fit.pilot == EXPERTE:
        why.append(("experte", 2, "17.2"))
    if fit.pilot == GREEN:
        why.append(("green", -1, "28.5"))
    if poor:
        why.append(("poor_position", -2, "28.4b"))
    return why


def _notice(view: NightView, number: Fighter, contact: Contact, guns: int, group: AttackerGroup) -> Notice:
    """Two dice in turn: does it notice, and what does it do? [17.4b, 17.4c]"""
    warned, rules = warning_column(cast(Any, view), number, group)
    table = view.layout.response
    alert = table.alerted if contact.alerted else 0
    notices = Fraction(sum(die + alert >= (table.warning if warned else table.normal) for die in range(1, 7)), 6)
    why = _second_die(view, number, contact, guns)
    added = sum(points for _, points, _ in why)
    answers = [reaction(view.layout, die + added) for die in range(1, 7)]
    corkscrew, shoots = (Fraction(answers.count(answer), 6) for answer in (CORKSCREW, DEFENSIVE_FIRE))
    gunners = _gunners(view.layout, group, guns)
    return Notice(warned, tuple(rules.split()), alert, tuple(why), notices * corkscrew, notices * shoots, gunners)


def _second_die(view: NightView, number: Fighter, contact: Contact, guns: int) -> list[Modifier]:
    """What the second die of a response is modified by, for an attack [17.4c, 28.5]."""
    table, why = view.layout.reaction, list[Modifier]()
    pilot = view.layout.fighters[number].pilot
    if guns == OBLIQUE:
        why.append(("oblique", table.oblique, "17.4c"))
    if pilot == EXPERTE:
        why.append(("experte", table.experte, "17.2"))
    if pilot == GREEN:
        why.append(("green", table.green, "28.5"))
    zone = view.layout.zone_of[contact.hex]
    if view.environment.moon == FULL_MOON or (zone >= 0 and view.layout.flare_lit[zone]):
        why.append(("bright", table.bright, "17.4c"))
    return why


def _gunners(layout: Layout, group: AttackerGroup, guns: int) -> Fire | None:
    """Defensive fire, if there is any [17.4.2]."""
    if group.firepower is None:
        return None
    why: list[Modifier] = [("printed", group.firepower, "6.0c")]
    if group.village_inn:
        why.append(("village_inn", 1, "24.2.2"))
    if guns == OBLIQUE:
        why.append(("from_below", -1, "17.4.2c"))
    return spread(layout, why)


def _doubts(view: NightView, contact: Contact, guns: int) -> tuple[str, ...]:
    """What may be different without the player knowing."""
    doubts = []
    if len(view.layout.groups) > 1 and contact.type is None:
        doubts.append("nightfighter.odds.doubt.type")
    if view.layout.advanced_combat and not contact.alerted:
        doubts.append("nightfighter.odds.doubt.alert")
        if guns == OBLIQUE and view.layout.alert_speed:
            doubts.append("nightfighter.odds.doubt.alerted_oblique")
    if view.layout.advanced_combat or view.layout.displacement:
        doubts.append("nightfighter.odds.doubt.hits")
    return tuple(doubts)


def best_guns(found: Sequence[Odds]) -> Odds | None:
    """The guns with the better chance of shooting it down."""
    return max(found, key=lambda each: max(map(each.in_all, each.to_destroy), default=Fraction(0)), default=None)
