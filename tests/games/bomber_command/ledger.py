"""A bookkeeper beside a test's table: what is told must be what has happened, and nothing else has.

From the events alone, those of either side, he keeps the German units, the Loss Track, the Raid Boxes and the points;
after each decision the table must show what stands in his books. A marker that is moved without a word, or a word
without a marker, is found wherever any test comes by.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any, Final

from viermot.games.bomber_command.model.board import MAIN, MOSQUITO, OFF
from viermot.games.bomber_command.model.ids import by_raid
from viermot.games.bomber_command.model.state import (
    CLOSED,
    DEPLETED,
    GCI,
    IN_RAID,
    INTRUDER,
    MARKERS,
    NOBODY,
    OUT,
    READY,
    REARM,
    RECOVERING,
    RETURNING,
    SCRAMBLING,
    Game,
)

UNIT_BOOKS: Final = ("place", "box", "fuel", "raid", "marks")
RAID_BOOKS: Final = ("losses", "disruptions", "damage", "hunt")
TOTALS: Final = ("fighter_losses", "mosquito_vp", "mine_vp", "bombing_half_vp", "turn")
# Dice that cost something: the very next word says what.
COSTS: Final = {
    "recovery_rolled": ("fighters_lost", 0, 3), "scramble_rolled": ("fighters_lost", 0, 3),
    "defensive_fire": ("fighters_lost", 0, 2), "raid_recovery": ("bombers_lost", None, 2),
}  # fmt: skip


class Ledger:
    """The books, and how far they have been kept."""

    def __init__(self, game: Game) -> None:
        self.met = game.attack.raid if game.attack else NOBODY  # the raid that is attacked
        self.copy(game)

    def copy(self, game: Game) -> None:
        """Begin with what is on the table."""
        self.seen = game.logged
        self.units = {name: [*getattr(game, "unit_" + name)] for name in UNIT_BOOKS}
        self.units["marks"] = [marks & MARKERS for marks in game.unit_marks]
        self.raids = {name: [*getattr(game, "raid_" + name)] for name in RAID_BOOKS}
        self.totals = {name: getattr(game, name) for name in TOTALS}
        self.phase = game.phase

    def follow(self, game: Game) -> None:
        """Keep the books up to now, and compare."""
        if game.logged < self.seen or len(game.raid_losses) != len(self.raids["losses"]):
            self.copy(game)  # a decision was taken back, or the night has just been plotted
            return
        events = game.log[self.seen : game.logged]
        for event, then in zip_longest(events, events[1:]):
            self.pays(event, then)
            if keep := KEPT.get(event[0]):
                keep(self, game, *event[3])
        self.compare(game)
        self.copy(game)

    def pays(self, event: Any, then: Any) -> None:
        """What the dice say is lost is lost."""
        kind, _, _, data = event
        if kind in COSTS:
            what, who, how_many = COSTS[kind]
            if data[how_many]:
                assert then is not None and then[0] == what, f"{kind} {data}, and then {then}"
                assert then[3][1] == data[how_many] and (who is None or then[3][0] == data[who]), f"{event}, {then}"

    def compare(self, game: Game) -> None:
        """The table is as the books have it."""
        for name, book in self.units.items():
            shown = (
                [mark & MARKERS for mark in game.unit_marks] if name == "marks" else [*getattr(game, "unit_" + name)]
            )
            wrong = [(game.layout.units[n].name, book[n], shown[n]) for n in range(len(book)) if book[n] != shown[n]]
            assert not wrong, f"{name} of units, told and true: {wrong}"
        for name, book in self.raids.items():
            shown = [*getattr(game, "raid_" + name)]
            assert book == shown, f"{name} of raids, told {book}, true {shown}"
        for name, total in self.totals.items():
            assert getattr(game, name) == total, f"{name}: told {total}, true {getattr(game, name)}"
        assert game.phase == self.phase, f"phase: told {self.phase}, true {game.phase}"

    # -- units -------------------------------------------------------------------------------------------------

    def put(self, unit: int, place: int, fuel: int | None = None, raid: int = NOBODY) -> None:
        """A unit is somewhere else now, on no box."""
        self.units["place"][unit], self.units["box"][unit], self.units["raid"][unit] = place, 0, raid
        if fuel is not None:
            self.units["fuel"][unit] = fuel

    def mark(self, unit: int, gets: int = 0, loses: int = 0) -> None:
        self.units["marks"][unit] = (self.units["marks"][unit] | gets) & ~loses

    def flown(self, game: Game, unit: int, place: int) -> None:
        self.put(unit, place)
        self.mark(unit, loses=SCRAMBLING)

    def scrambled(self, game: Game, unit: int, place: int, fuel: int) -> None:
        self.put(unit, place, fuel)
        self.mark(unit, SCRAMBLING if game.layout.units[unit].twin else 0)

    def stacked(self, game: Game, unit: int, box: int) -> None:
        self.units["box"][unit] = box

    def unstacked(self, game: Game, unit: int, *_: Any) -> None:
        self.units["box"][unit] = 0

    def burnt(self, game: Game, fuels: Sequence[tuple[int, int]]) -> None:
        for unit, left in fuels:
            self.units["fuel"][unit] = left

    def manned(self, game: Game, unit: int, *_: Any) -> None:
        self.unstacked(game, unit)
        self.mark(unit, GCI)

    def inside(self, game: Game, unit: int, letter: int) -> None:
        self.put(unit, IN_RAID, raid=game.raid_with(letter))

    def recovers(self, game: Game, unit: int, *_: Any) -> None:
        self.put(unit, RECOVERING, fuel=0)
        self.mark(unit, loses=RETURNING | GCI | SCRAMBLING | INTRUDER)

    def rearms(self, game: Game, unit: int) -> None:
        self.put(unit, REARM, fuel=0)
        self.mark(unit, loses=RETURNING | (0 if game.layout.units[unit].detachment else DEPLETED))

    def ready(self, game: Game, units: Sequence[int]) -> None:
        for unit in units:
            self.put(unit, READY)

    def closed(self, game: Game, unit: int) -> None:
        self.put(unit, CLOSED)
        self.mark(unit, loses=SCRAMBLING)

    def out(self, game: Game, unit: int) -> None:
        self.put(unit, OUT)
        self.mark(unit, loses=MARKERS)
        self.mark(unit, DEPLETED if game.layout.units[unit].detachment else 0)

    # -- raids and points --------------------------------------------------------------------------------------

    def add(self, game: Game, book: str, letter: int, number: int) -> None:
        self.raids[book][game.raid_with(letter)] += number

    def confirmed(self, game: Game, letter: int, claimed: int, left: int) -> None:
        """Of the Mosquitos claimed; in the fog nobody says whose they were."""
        books, true = self.raids["losses"], game.raid_losses
        fits = [
            raid
            for raid, was in enumerate(books)
            if game.plot[raid].kind == MOSQUITO
            and (was, true[raid]) == (claimed, left)
            and letter in (OFF, game.plot[raid].letter)
        ]
        assert fits, f"{left} of {claimed} claims are confirmed: told {books}, true {true}"
        books[fits[0]] = left

    def bombing(self, game: Game, city: int, *_: Any) -> None:
        """The turns on the way count now: of the Main Force that bombs it."""
        for raid, plotted in by_raid(game.plot):
            told, true = self.raids["disruptions"][raid], game.raid_disruptions[raid]
            if plotted.target == city and plotted.kind == MAIN and true == told + plotted.waypoints:
                self.raids["disruptions"][raid] = true
                return

    def spent(self, game: Game, *_: Any) -> None:
        self.raids["damage"][self.met] -= 1

    def meets(self, game: Game, letter: int) -> None:
        self.met = game.raid_with(letter)

    def begins(self, game: Game, turn: int) -> None:
        self.totals["turn"] = turn
        if game.phase == 1:
            self.phase = 1

    def enters(self, game: Game, phase: int) -> None:
        self.phase = phase

    def total(self, name: str, number: int) -> None:
        self.totals[name] += number


KEPT: Final[dict[str, Callable[..., None]]] = {
    "moved": Ledger.flown, "led_astray": Ledger.flown, "reacts": Ledger.flown, "scrambled": Ledger.scrambled,
    "settled": lambda book, _, unit: book.mark(unit, loses=SCRAMBLING),
    "deployed": Ledger.stacked, "stepped_off": Ledger.unstacked, "leaves_beacon": Ledger.unstacked,
    "fuel": Ledger.burnt, "gci": Ledger.manned, "infiltrated": Ledger.inside,
    "left_raid": lambda book, _, unit, hex_: book.put(unit, hex_),
    "recovers": Ledger.recovers, "rearms": Ledger.rearms, "ready": Ledger.ready, "airfield_closed": Ledger.closed,
    "out": Ledger.out, "depleted": lambda book, _, unit: book.mark(unit, DEPLETED),
    "returns": lambda book, _, unit: book.mark(unit, RETURNING, GCI),
    "intruder": lambda book, _, unit: book.mark(unit, INTRUDER),
    "fighters_lost": lambda book, _, unit, number: book.total("fighter_losses", number),
    "bombers_lost": lambda book, game, letter, number: book.add(game, "losses", letter, number),
    "disrupted": lambda book, game, letter, number: book.add(game, "disruptions", letter, number),
    "gathered": lambda book, game, letter, number: book.add(game, "disruptions", letter, -number),
    "flak_damage": lambda book, game, letter, number: book.add(game, "damage", letter, number),
    "hunted": lambda book, game, letter, number: book.add(game, "hunt", letter, number),
    "damage_spent": Ledger.spent, "attacked_raid": Ledger.meets, "confirmed": Ledger.confirmed,
    "bombing": Ledger.bombing,
    "mosquitos_bomb": lambda book, _, city, points: book.total("mosquito_vp", points),
    "mines": lambda book, _, hex_, disruption, points: book.total("mine_vp", points),
    "bombing_over": lambda book, _, city, fires, score, gained: book.total("bombing_half_vp", gained),
    "turn": Ledger.begins, "phase": Ledger.enters,
}  # fmt: skip
