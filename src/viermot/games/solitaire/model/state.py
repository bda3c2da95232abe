"""The state of a solitaire game: Nightfighter's, plus what each counter's uncertainty adds [S5.0].

An attacker in Nightfighter's lists is a counter here. Which of a bomber's counters is the bomber, and in which hex of
its area it flies, is not in the state at all: dice decide it when it matters, so there is nothing to hide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple, Self

from viermot.games.nightfighter.model.board import HEXES, OFF
from viermot.games.nightfighter.model.ids import NO_CONTACT, NO_ZONE, NOBODY, Attacker, Fighter, Group, Hex, Radar
from viermot.games.nightfighter.model.state import ATTACKER_LISTS as NIGHT_ATTACKER_LISTS
from viermot.games.nightfighter.model.state import (
    FIGHTER_LISTS,
    ON_MAP,
    Game,
    lay_out,
)
from viermot.games.nightfighter.model.state import SCALARS as NIGHT_SCALARS
from viermot.games.solitaire.model.board import HIGH, LOW, MODERATE, NONE, REMOVED, TO_ALL, bomber_number, ids_of
from viermot.games.solitaire.model.layout import SoloLayout
from viermot.kernel.agenda import Datum
from viermot.kernel.dice import Dice
from viermot.kernel.fields import copier, listed

WAITING, NOTHING, REFINED, TRACKED, TESTED, SILENT = range(6)  # what came of a search


class Look(NamedTuple):
    """A radar's search for a counter, and what came of it [S13.0a]."""

    radar: Radar
    counter: Attacker
    hex: Hex
    result: int


class Due(NamedTuple):
    """A counter that enters in a later turn, and where [S8.0c]."""

    turn: int
    ident: int
    group: Group
    column: int


class Solo(Game):
    """One game for one player."""

    layout: SoloLayout  # narrows a field of Game
    a_level: list[int]  # its uncertainty while nothing marks its place: LOW, MODERATE or HIGH
    a_track: list[int]  # is a track contact on top of it? [S5.2d]
    a_h2s: list[int]  # does it carry H2S? [SC6H]
    a_out: list[tuple[Hex, ...]]  # hexes excluded this turn because it was not found there [S5.5a]
    looks: list[Look]  # this turn's searches [S13.0a]
    coming: list[Due]  # counters still to enter [S8.0c]

    __slots__ = tuple(name for name in __annotations__ if name != "layout")

    def clone(self) -> Self:
        """An independent game that goes on from here."""
        new = super().clone()
        _copy(new, self)
        return new

    # -- everything is open [S3.0a] -----------------------------------------------------------------

    def emit(self, kind: str, rules: str, seats: int, *data: Datum) -> None:
        """Log an event; the only seat sees every one, whoever would see it in the game with an umpire."""
        super().emit(kind, rules, TO_ALL, *data)

    def secret_roll(self, count: int, what: str, rules: str, *about: Datum) -> Sequence[int]:
        """There is no umpire to keep a roll secret."""
        return self.roll(count, what, rules, *about)

    def type_is_known(self, attacker: Attacker) -> bool:
        return True

    def alert_is_known(self, attacker: Attacker) -> bool:
        return True

    # -- how sure ----------------------------------------------------------------------------------------

    def in_contact(self, attacker: Attacker) -> bool:
        """Does anything on the counter fix its place: tally, light, AI fix or track contact? [S5.1a]"""
        return (
            self.a_track[attacker] > 0
            or self.is_lit(attacker)
            or attacker in self.f_tally
            or attacker in self.f_fix
            or (self.layout.flying_bombs and self.a_fate[attacker] == ON_MAP)
        )

    def level(self, counter: Attacker) -> int:
        """How uncertain the counter's place is [S5.0]."""
        return NONE if self.in_contact(counter) else self.a_level[counter]

    def reverts(self, attacker: Attacker) -> bool:
        """The last marker is gone: the counter reverts to low uncertainty in the hex where it stands [S5.1b, S16.0]."""
        if self.a_fate[attacker] == ON_MAP:
            self.emit("reverts", "S5.1b S16.0 S5.2f S5.2a", TO_ALL, self.a_handle[attacker], self.a_hex[attacker])
        return True

    def placed_for_sure(self) -> list[Attacker]:
        """The counters that show exactly where their bombers are [S5.1a, ruling B26]."""
        return [a for a in self.on_map if self.in_contact(a)]

    def others_for(self, fighter: Fighter, reach: int) -> int:
        """How many other counters may be within reach of it, as they lie on the map? [S10.0a]"""
        row = HEXES.distance[self.f_hex[fighter]]
        others = [a for a in self.on_map if a != self.f_tally[fighter]]
        return sum(1 for a in others if any(hex_ != OFF and row[hex_] <= reach for hex_ in self.area(a)))

    def unmark(self, attacker: Attacker) -> None:
        """Remove lights and track contact."""
        self.a_light[attacker] = NO_ZONE
        self.a_track[attacker] = 0

    def take_off(self, counter: Attacker, fate: int) -> None:
        """Take a counter off the map, with all its markers, because it left or was a phantom."""
        self.f_tally = [NOBODY if target == counter else target for target in self.f_tally]
        self.f_fix = [NOBODY if target == counter else target for target in self.f_fix]
        self.unmark(counter)
        if self.a_fate[counter] == ON_MAP:
            self.on_map.remove(counter)
        self.a_fate[counter] = fate
        self.a_hex[counter] = OFF
        self.a_handle[counter] = NO_CONTACT

    def carries_h2s(self, attacker: Attacker) -> bool:
        """Does this bomber carry an H2S set? [SC6H]"""
        return bool(self.a_h2s[attacker])

    # -- the counters of one bomber ------------------------------------------------------------------------

    def bomber_of(self, counter: Attacker) -> int:
        """The number of the bomber that a counter is, or may be."""
        return bomber_number(self.a_id[counter])

    def counters_of(self, bomber: int) -> list[Attacker]:
        """All of a bomber's counters that have entered and have not been removed as phantoms, on the map or off it."""
        lowest, highest = ids_of(bomber)
        entered = zip(self.attackers(), self.a_id, self.a_fate, strict=True)
        return [a for a, ident, fate in entered if lowest <= ident <= highest and fate != REMOVED]

    def left(self, bomber: int) -> int:
        """How many counters may still be the bomber, including those off the map and those to come [S5.4c]."""
        return len(self.counters_of(bomber)) + len([1 for due in self.coming if bomber_number(due.ident) == bomber])

    def left_of_each(self) -> Counter[int]:
        """The same for every bomber at once."""
        fates = self.a_fate
        entered = [bomber_number(ident) for ident, fate in zip(self.a_id, fates, strict=True) if fate != REMOVED]
        return Counter([*entered, *[bomber_number(due.ident) for due in self.coming]])

    def found_real(self) -> int:
        """The level of a counter known to be the bomber: moderate, or low where contrails show it [S5.4b, S21.0b]."""
        return LOW if self.layout.contrails or self.layout.flying_bombs else MODERATE

    def area(self, counter: Attacker) -> tuple[Hex, ...]:
        """The hexes the bomber may be in, in dice order; OFF for those beyond the edge [S5.2a, S5.3a]."""
        hex_ = self.a_hex[counter]
        level = self.level(counter)
        if level == NONE:
            return (hex_,)
        if level == LOW or (level == HIGH and self.layout.contrails):
            return self.layout.low_area[hex_]
        return self.layout.moderate_area[hex_]


_copy = copier(Solo)
UNUSED: Final = ("side", "cup", "pools", "vp", "flares", "handles", "intruder_kills")  # only where there is an umpire
SCALARS: Final = tuple(name for name in NIGHT_SCALARS if name not in UNUSED)
OWN_LISTS: Final = listed(Solo)
ATTACKER_LISTS: Final = (*NIGHT_ATTACKER_LISTS, *(name for name in OWN_LISTS if name.startswith("a_")))
OTHER_LISTS: Final = ("on_map", "looks", "coming")


def new_game(layout: SoloLayout, dice: Dice) -> Solo:
    """A game before set-up: a copy of a blank one that is made only once."""
    if layout.blank is None:
        blank = lay_out(layout, Solo)
        for name in OWN_LISTS:
            setattr(blank, name, [])
        layout.blank = blank
    game: Solo = layout.blank.clone()
    game.begin(dice)
    return game


__all__ = ["ATTACKER_LISTS", "FIGHTER_LISTS", "OTHER_LISTS", "SCALARS", "Due", "Look", "Solo", "new_game"]
