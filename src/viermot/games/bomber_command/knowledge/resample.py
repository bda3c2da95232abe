"""A whole night that a seat cannot tell from the true one: what it does not know is redrawn.

What is open stays as it is. For the British player only the other hand is drawn; for the German player the plot, the
targets and the British hand. Raids then stand where the new plot has them, and whatever refers to a raid (markers,
units inside, attacks under way, the agenda) refers to the raid of the new plot that is in the same place, or has the
same letter, as the German player sees it [8.2f, 8.3].
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from typing import Any, Final

from viermot.games.bomber_command.knowledge.belief import worlds_for
from viermot.games.bomber_command.knowledge.drawing import World
from viermot.games.bomber_command.knowledge.evidence import STREAM, Evidence, evidence_of
from viermot.games.bomber_command.knowledge.perspective import RaidView
from viermot.games.bomber_command.knowledge.plans import Flight
from viermot.games.bomber_command.model.board import BRITISH, DECOY, GARDENING, GERMAN, MAIN, MOSQUITO, OFF
from viermot.games.bomber_command.model.check import contradictions
from viermot.games.bomber_command.model.ids import (
    NO_CITY,
    NO_LETTER,
    NO_RAID,
    City,
    Hex,
    Letter,
    Raid,
    Title,
    by_raid,
    by_unit,
)
from viermot.games.bomber_command.model.records import Attack, BombingMarker, GciAttack, RaidCounter
from viermot.games.bomber_command.model.state import (
    ESCORTING,
    FALSE_COUNTER,
    FLYING,
    HOME,
    RAID_COLUMNS,
    RAID_COUNTER,
    RECOVERED,
    STREAM_COUNTER,
    WAITING,
    Game,
)
from viermot.games.bomber_command.rules.cards.windows import BOMBING_WINDOWS, W_AIRFIELD
from viermot.games.bomber_command.rules.combat.combat import BY_GCI, is_inside
from viermot.games.bomber_command.rules.combat.himmelbett import intercept
from viermot.games.bomber_command.rules.detection import DETECTED, IN_CLEAR
from viermot.games.bomber_command.rules.movement.raids import WILD_MARKER, plotted_of
from viermot.games.bomber_command.rules.movement.recovery import as_told, confirm_losses, recover_raid
from viermot.games.bomber_command.rules.plot.samples import pick
from viermot.games.bomber_command.rules.setup import is_short_night
from viermot.games.bomber_command.rules.victory import result
from viermot.games.bomber_command.sequence import bombing_phase, lay_mines, phase
from viermot.kernel import declared
from viermot.kernel.agenda import Question, Task, seats_asked, task
from viermot.kernel.dice import QuickDice, Rng
from viermot.kernel.garbage import nothing_collected

SEEDS: Final = 1 << 48
RECOVERY: Final = 8  # the phase
BOMBING: Final = 9


def resample(view: RaidView, rng: Rng) -> Game:
    """A night like this one, for all the seat knows."""
    if view.sees_raids or not view.true_night.plot or result(view.true_night) is not None:
        return _drawn(view, rng, None)
    best: Game | None = None
    with nothing_collected():
        for world in worlds_for(view, rng):
            game = _drawn(view, rng, world)
            if _is_like(view, game):
                return game
            best = best or game
    assert best is not None
    return best


def _is_like(view: RaidView, game: Game) -> bool:
    """Does the seat see the same, and is it asked the same at the same odds?"""
    own = RaidView(game, view.seat)
    if own.picture() != view.picture() or _asked_of(own) != _asked_of(view):
        return False
    return not contradictions(game)


def _asked_of(view: RaidView) -> list[Any]:
    """What this seat is asked, with its options, its facts and the odds."""
    found: list[Any] = []
    for seat, (what, *about) in seats_asked(view.true_night):
        if seat == view.side:
            facts, codes = what.facts(view.true_night, *about), view.offered
            found.append((what.word, list(codes), facts, view.odds(what.word, facts, codes)))
    return found


def _drawn(view: RaidView, rng: Rng, world: World | None) -> Game:
    game = view.true_night.clone()
    game.dice = QuickDice(rng.below(SEEDS))
    game.log, game.log_shared = view.raw_events(), False
    if result(game) is not None:
        return game
    for seat in (BRITISH, GERMAN):
        if seat != view.side:
            _deal(game, seat, rng)
    _forget_answers(game, view.side)
    if not view.sees_raids:
        if world is not None:
            _Recast(view, game, rng).recast(world)
        else:
            _draw_targets(game, rng)
    if game.asked is not None and isinstance(game.asked[0], Question) and view.side == game.seat_of(game.asked):
        game.offered = game.asked[0].options(game, *game.asked[1:])
    return game


def _deal(game: Game, seat: int, rng: Rng) -> None:
    """A hand from the cards that the other seat has not seen; the rest is the pile [6.1b]."""
    cards = sorted((Counter(game.layout.decks[seat]) - Counter(game.discards[seat])).elements())
    hand = [Title(cards.pop(rng.below(len(cards)))) for _ in game.hands[seat]]
    british, german = game.decks
    game.decks = (bytes(cards), german) if seat == BRITISH else (british, bytes(cards))
    game.set_hand(seat, hand)


def _forget_answers(game: Game, seat: int) -> None:
    """The other seat's answer to a question put to both is still its secret: it is asked again."""
    if game.asked is not None and game.answers:
        game.answers = tuple(
            answer if game.seat_of(each) == seat else None
            for each, answer in zip(game.asked[1:], game.answers, strict=True)
        )


def _draw_targets(game: Game, rng: Rng) -> None:
    """Before the plot is made only the target chits are secret [3.3b]."""
    if not game.drawn:
        return
    layout = game.layout
    drawn: list[int] = []
    for cup in layout.rules.targets:
        chits = layout.cups[cup]
        if drawn and is_short_night(game, drawn[0]):
            chits = [chit for chit in chits if layout.chits[chit].city != NO_CITY]
        drawn.append(pick(chits, rng))
    _set_targets(game, tuple(drawn), rng)


def _set_targets(game: Game, drawn: tuple[int, ...], rng: Rng) -> None:
    chits = [game.layout.chits[chit] for chit in drawn]
    game.drawn = drawn
    game.follow_up = int(chits[-1].city == NO_CITY)
    game.targets = tuple(chit.city if chit.city != NO_CITY else chits[0].city for chit in chits)
    game.oil = tuple(int(chit.oil if chit.city != NO_CITY else chits[0].oil) for chit in chits)
    if game.north:
        game.north = tuple(1 + rng.below(6) if game.layout.variable_north else 1 for _ in chits)


class _Recast:
    """Puts the raids of another plot in the place of the true ones, as far as the German player knows those."""

    def __init__(self, view: RaidView, game: Game, rng: Rng) -> None:
        self.view, self.game, self.rng = view, game, rng
        self.true: Game = view.true_night
        self.seen: Evidence = evidence_of(view)
        self.boxes = {Letter(box.letter): box for box in view.boxes()}
        self.flights: list[Flight] = []
        self.taken: set[tuple[int, Hex, Raid]] = set()
        self.met: Raid | None = None  # the raid that may be intercepted now

    def recast(self, world: World) -> None:
        game = self.game
        _set_targets(game, world.chits, self.rng)
        self.flights = [Flight(game.layout, raid) for raid in world.plan]
        game.plot = tuple(plotted_of(game.layout, world.plan, raid) for raid in world.plan)
        self._raids(world)
        self._units()
        self._counters(world)
        self._bombing()
        self._combat()
        self._agenda()

    # -- the raids themselves

    def _raids(self, world: World) -> None:
        game, now = self.game, self.seen.now
        for name in RAID_COLUMNS:
            setattr(game, name, [0] * len(world.plan))
        game.raid_step = [self._step(flight, now) for flight in self.flights]
        game.raid_before = [self._step(flight, now - 1) for flight in self.flights]
        game.raid_fate = [self._fate(flight) for flight in self.flights]
        for raid, plotted in by_raid(game.plot):
            box = self.boxes[plotted.letter]
            game.raid_losses[raid], game.raid_disruptions[raid] = box.losses, box.disrupt
            game.raid_damage[raid], game.raid_hunt[raid] = box.damage, box.hunt
            game.raid_known[raid] = int(box.kind != OFF)
            game.raid_bombed[raid] = int(self._has_bombed(self.flights[raid]))
        if game.phase == RECOVERY:
            self._landed_already()

    def _landed_already(self) -> None:
        """Raids come home one after another; those of which that was told are no longer over England [7.2.4b]."""
        game, now = self.game, self.seen.now
        home = [raid for raid, fate in by_raid(game.raid_fate) if fate == HOME]
        home.sort(key=lambda raid: self.seen.landed.get(game.plot[raid].letter) != now)
        for kind in self.seen.turns[now].home:
            landed = [raid for raid in home if max(game.plot[raid].kind, STREAM) == kind]
            if landed:
                home.remove(landed[0])
                game.raid_fate[landed[0]] = RECOVERED

    def _step(self, flight: Flight, turn: int) -> int:
        return flight.step(turn) if turn >= flight.raid.entry else OFF

    def _fate(self, flight: Flight) -> int:
        now = self.seen.now
        if self.game.end_stage:
            return RECOVERED
        if now < flight.raid.entry:
            return WAITING if flight.raid.parent == NO_LETTER else ESCORTING
        if now < flight.home:
            return FLYING
        landed = self.game.phase > 8 or now < self.game.turn
        return RECOVERED if now > flight.home or landed else HOME

    def _has_bombed(self, flight: Flight) -> bool:
        raid = flight.raid
        for turn in range(1, self.seen.now + 1):
            if raid.aim != OFF and flight.aims(turn):
                if raid.kind == GARDENING:
                    return Hex(raid.target) in self.seen.turns[turn].mines
                return (turn, raid.target) in self.seen.kinds
        return False

    def _units(self) -> None:
        game, letters = self.game, [plotted.letter for plotted in self.game.plot]
        for unit, raid in by_unit(self.true.unit_raid):
            if raid >= 0:
                letter = self.true.plot[raid].letter
                flying = (raid for raid, fate in by_raid(game.raid_fate) if fate == FLYING)
                game.unit_raid[unit] = Raid(letters.index(letter)) if letter in letters else next(flying, Raid(0))

    # -- what is on the map

    def _counters(self, world: World) -> None:
        game = self.game
        false = {hex_ for turn, hex_ in world.false if turn == self.seen.now}
        laid = []
        for hex_, stream in self.view.counters():
            raid = self._in_hex(hex_, stream)
            if raid == NO_RAID or (hex_ in false and not stream):
                laid.append(RaidCounter(hex_, FALSE_COUNTER, NO_RAID))
                continue
            laid.append(RaidCounter(hex_, STREAM_COUNTER if stream else RAID_COUNTER, raid))
            game.raid_seen[raid] = IN_CLEAR if self.seen.turns[self.seen.now].clear else DETECTED
            if stream and game.layout.rules.stretch and self.flights[raid].hex(self.seen.now) != hex_:
                game.raid_stretched[raid] = 1
        game.counters = laid

    def _in_hex(self, hex_: Hex, stream: bool) -> Raid:
        """The raid whose counter, or stream counter, is there."""
        flying = [(raid, flight) for raid, flight in by_raid(self.flights) if self.game.raid_fate[raid] == FLYING]
        here = [raid for raid, flight in flying if flight.hex(self.seen.now) == hex_]
        if here or not stream:
            return here[0] if here else NO_RAID
        trailing = (raid for raid, flight in flying if flight.raid.kind <= DECOY and hex_ in self._stream(flight))
        return next(trailing, NO_RAID)

    def _stream(self, flight: Flight) -> list[Hex]:
        at, path = flight.step(self.seen.now), flight.raid.path
        back = (at, at - 1) if self.game.layout.rules.stretch else (at - 1, at - 2)
        return [path[place] for place in back if 0 <= place < len(path)]

    def _bombing(self) -> None:
        """Bombing markers, the city on the table and those bombed before go by their city [10.2a]."""
        game = self.game
        game.drops = [
            BombingMarker(drop.city, self._over(drop.city, drop.turn), drop.side, drop.turn) for drop in self.true.drops
        ]
        if game.bombed_city is not None:
            game.bombed_city = game.bombed_city._replace(raid=self._bomber(game.bombed_city.city))
        game.sites = [site._replace(raid=self._bomber(site.city)) for site in game.sites]

    def _over(self, city: City, turn: int) -> Raid:
        for raid, flight in by_raid(self.flights):
            if flight.raid.target == city and flight.raid.kind in (MAIN, MOSQUITO) and flight.aims(turn):
                return raid
        return self._bomber(city)

    def _bomber(self, city: City) -> Raid:
        """The Main Force that bombs a city; of two the later one, if it has been there."""
        found = [
            raid
            for raid, plotted in by_raid(self.game.plot)
            if plotted.kind in (MAIN, MOSQUITO) and plotted.target == city and self.game.raid_step[raid] >= plotted.aim
        ]
        found.sort(key=lambda raid: (self.game.plot[raid].kind, -self.game.plot[raid].entry))
        return found[0] if found else Raid(0)

    # -- attacks

    def _combat(self) -> None:
        game = self.game
        self.taken = set()
        game.combats = [
            marker._replace(raid=self._marked(marker.type, marker.hex, marker.city)) for marker in self.true.combats
        ]
        if game.attack is not None and game.attack.raid >= 0:
            game.attack = self._attack(game.attack)
            if game.layout.fog_of_war and self.seen.damaged:  # the markers themselves are hidden [12.5]
                game.raid_damage[game.attack.raid] = 1
        self._interceptions()

    def _marked(self, kind: int, hex_: Hex, city: City) -> Raid:
        """A raid that a marker may stand for: it has passed the hex, and has no such marker yet."""
        passing = self._passing(hex_)
        if city != NO_CITY:
            return self._over(city, next((d.turn for d in self.true.drops if d.city == city), self.seen.now))
        for raid in passing:
            if kind == WILD_MARKER or (kind, hex_, raid) not in self.taken:
                self.taken.add((kind, hex_, raid))
                return raid
        return passing[0] if passing else Raid(0)

    def _passing(self, hex_: Hex) -> list[Raid]:
        return [raid for raid, flight in by_raid(self.flights) if hex_ in flight.hexes(self.seen.now)]

    def _attack(self, attack: Attack) -> Attack:
        if is_inside(self.true, attack):
            raid = self.game.unit_raid[attack.unit]
            weather = self.true.weather_modifier(attack.hex)
            hexes = self.game.raid_hexes(raid)
            fitting = [hex_ for hex_ in hexes if self.game.weather_modifier(hex_) == weather]
            return attack._replace(raid=raid, hex=(fitting or hexes or [Hex(attack.hex)])[0])
        return attack._replace(raid=self._at(Hex(attack.hex), attack.city))

    def _at(self, hex_: Hex, city: City = NO_CITY) -> Raid:
        """The raid attacked in a hex."""
        if city != NO_CITY and any(drop.city == city for drop in self.true.drops):
            return self._over(city, next(drop.turn for drop in self.true.drops if drop.city == city))
        able = self._able(hex_)
        return able[0] if able else Raid(0)

    def _able(self, hex_: Hex) -> list[Raid]:
        """The raids that may be attacked in a hex: its counters are there, or it has flown through; by what was said of
        the one attacked last."""
        if hex_ < 0:
            return []
        there = [raid for raid in (self._in_hex(hex_, False), self._in_hex(hex_, True)) if raid != NO_RAID]
        found = list(dict.fromkeys([*there, *self._passing(hex_)]))
        if self.game.attack is not None:
            damaged = self.seen.damaged
            found.sort(key=lambda raid: (self.game.raid_damage[raid] > 0) != damaged)
            found.sort(key=lambda raid: self.game.plot[raid].kind not in self.seen.attacked)
        return found

    def _interceptions(self) -> None:
        """Who has attacked which raid from a Himmelbett hex in this phase, as everybody was told [9.3d].

        Who may attack now tells whether this is the same raid.
        """
        done = self._intercepted()
        asked = self.true.asked
        met = asked[1] if asked is not None and asked[0] is intercept else None
        choices = [self._able(hex_) or [Raid(0)] for _, hex_ in done]
        for raids in product(*choices):
            self.game.gci_done = [GciAttack(unit, raid) for (unit, _), raid in zip(done, raids, strict=True)]
            if met is None:
                return
            for raid in self._able(met.hex):
                self.met = raid
                if intercept.options(self.game, met._replace(raid=raid)) == list(self.view.offered):
                    return

    def _intercepted(self) -> list[tuple[Any, Hex]]:
        waiting = {unit for unit, _ in self.true.gci_done}
        found = []
        for kind, _, _, data in self.game.latest():
            if kind == "phase":
                break
            if kind == "attack" and data[0] == BY_GCI and data[1] in waiting:
                found.append((data[1], data[2]))
        return found[::-1]

    # -- what is still to do

    def _agenda(self) -> None:
        game = self.game
        home = as_told(game, [raid for raid, fate in by_raid(game.raid_fate) if fate == HOME])
        due: list[Raid] = []
        for each in reversed(self.true.agenda):
            if each[0] in (recover_raid, confirm_losses) and each[1] not in due:
                due.append(each[1])
        self.landing = {true: home[min(place, len(home) - 1)] for place, true in enumerate(due)} if home else {}
        game.agenda = [self._task(each) for each in game.agenda if each[0] is not lay_mines]
        if game.asked is not None:
            game.asked = self._task(game.asked)
        if game.phase == BOMBING and not any(each[0] is bombing_phase for each in game.agenda):
            self._mines()

    def _mines(self) -> None:
        """Gardening raids over their targets lay mines once all bombs have fallen [5.0e]."""
        game = self.game
        mining = [
            raid
            for raid, plotted in by_raid(game.plot)
            if plotted.kind == GARDENING
            and game.raid_fate[raid] == FLYING
            and game.raid_step[raid] == plotted.aim
            and not game.raid_bombed[raid]
        ]
        mining.sort(key=lambda raid: -game.plot[raid].target)
        place = max((n for n, each in enumerate(game.agenda) if each[0] is phase), default=OFF) + 1
        game.agenda[place:place] = [task(lay_mines, raid) for raid in mining]

    def _task(self, each: Task) -> Task:
        if isinstance(each[0], str):  # asked of both seats together
            return Task((each[0], *[self._task(Task(part)) if isinstance(part, tuple) else part for part in each[1:]]))
        what, *about = each
        names = _parameters(what)
        if len(about) == 1 and hasattr(about[0], "_fields"):
            return Task((what, self._record(about[0])))
        given = dict(zip(names, about, strict=False))
        return Task((what, *[self._argument(name, value, given) for name, value in zip(names, about, strict=False)]))

    def _record(self, record: Any) -> Any:
        given = record._asdict()
        return record._replace(**{name: self._argument(name, value, given) for name, value in given.items()})

    def _argument(self, name: str, value: Any, given: dict[str, Any]) -> Any:
        if name == "raid":
            return self._raid(value, given)
        if name == "due":
            return tuple((city, self._bomber(city)) for city, _ in value)
        if name == "attack" and isinstance(value, tuple) and value:
            attack = Attack._make(value)
            return tuple(self._attack(attack)) if attack.raid >= 0 else value
        which = given.get("which", OFF)
        if name == "subject" and which in BOMBING_WINDOWS and self.game.bombed_city is not None:
            return self.game.bombed_city.raid
        if name == "other" and which not in BOMBING_WINDOWS and which not in (OFF, W_AIRFIELD) and value >= 0:
            return self._raid(value, given)
        return value

    def _raid(self, true: Raid, given: dict[str, Any]) -> Raid:
        """The raid that stands for a true one, by what the German player knows of it."""
        unit = given.get("unit", given.get("subject", OFF))
        if true in self.landing:
            return self.landing[true]
        if "reach" in given and self.met is not None:
            return self.met
        if isinstance(unit, int) and 0 <= unit < len(self.true.unit_raid) and self.true.unit_raid[unit] == true:
            return self.game.unit_raid[unit]
        hex_ = given.get("hex_", given.get("hex"))
        if hex_ is not None:
            return self._at(hex_, given.get("city", OFF))
        if "city" in given:
            return self._bomber(given["city"])
        if self.game.attack is not None and self.true.attack is not None and self.true.attack.raid == true:
            return self.game.attack.raid
        return self._told(true)

    def _told(self, true: Raid) -> Raid:
        """By its counter on the map, its drop, or its letter, where the German player knows that."""
        for counter in self.true.counters:
            if counter.raid == true and counter.kind == RAID_COUNTER:
                return self._at(counter.hex)
        for drop in self.true.drops:
            if drop.raid == true:
                return self._over(drop.city, drop.turn)
        return Raid(0)


@cache
def _parameters(what: Any) -> tuple[str, ...]:
    """The names of a step's arguments, the game left out."""
    function = what.options if isinstance(what, Question) else what
    return tuple(each.name for each in declared.parameters(function)[1:])
