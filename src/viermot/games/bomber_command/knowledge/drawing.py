"""One whole British plan drawn from what the German player may think of the night, made to fit all that he was told.

A raid is drawn for each track. Reports that remain unexplained (a drop, a marker, a raid that has left the map), or are
explained once too often, are then put right by giving tracks other raids, or by adding raids that came and went unseen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final, NamedTuple

from viermot.games.bomber_command.knowledge.evidence import STREAM, Evidence, TurnEvidence
from viermot.games.bomber_command.knowledge.plans import Flight, agrees, goals_of
from viermot.games.bomber_command.knowledge.routes import FINE, weighed
from viermot.games.bomber_command.knowledge.worlds import EVERY_KIND, Counts, Joined, Picture, trail
from viermot.games.bomber_command.model.board import DECOY, EVERY_LETTER, GARDENING, MAIN, MOSQUITO, OFF
from viermot.games.bomber_command.model.ids import NO_CITY, NO_LETTER, City, Hex, Letter
from viermot.games.bomber_command.model.layout import Layout
from viermot.games.bomber_command.rules.plot.obeyed import MAX_GARDENERS, MOSQUITOS_A_DECOY, fits, standing, validate
from viermot.games.bomber_command.rules.plot.plan import Plan, RaidPlan, break_out, finished
from viermot.games.bomber_command.rules.plot.samples import decoy, pick, raid_to, sample, shuffled
from viermot.kernel.dice import Rng

DRAWS: Final = 12  # worlds drawn before the best so far is accepted
REPAIRS: Final = 24  # changes made to one of them
CHANGES: Final = 60  # changes weighed each time
GUESSES: Final = 12  # raids drawn for something that no track explains
TOO_MANY: Final = 5  # as bad as this many things unexplained: a raid more than there can be
CLASH: Final = 2  # ... or two raids in one place

LEFT, HOME, DROP, MINES, TRAIL, STREAMS, FLAK, MET = range(8)  # what is told
Key = tuple[int, ...]  # what was told, the turn, and the place


class World(NamedTuple):
    """A plan that may be flown tonight."""

    plan: Plan
    targets: tuple[City, ...]
    chits: tuple[int, ...]
    follow_up: int
    false: tuple[tuple[int, Hex], ...]  # turn and hex of false plots


class Option(NamedTuple):
    """A raid, and what would be reported of it: things that are counted, and things that it may be behind."""

    raid: RaidPlan
    weight: float
    counted: tuple[Key, ...]
    covered: frozenset[Key]
    takes: tuple[Key, ...]  # what no other raid may have: places at the end of a turn, and targets [4.4, 4.3]


class Reports:
    """What was told so far, as things that raids must explain."""

    def __init__(self, layout: Layout, seen: Evidence, landed: bool) -> None:
        self.layout, self.seen = layout, seen
        self.known = seen.known()
        self.last_home = seen.now if landed else seen.now - 1  # the last turn whose homecomings are all told

    @cached_property
    def counted(self) -> Counter[Key]:
        """What was reported, and how many times."""
        found: Counter[Key] = Counter()
        for turn, told in self._turns():
            found[LEFT, turn] += told.left
            for kind in told.home if turn <= self.last_home else ():
                found[HOME, turn, kind] += 1
            for city in told.drops:
                found[DROP, turn, city, self.seen.kinds.get((turn, city), OFF)] += 1
            for hex_ in told.mines:
                found[MINES, turn, hex_] += 1
            if told.clear and told.complete:
                if not self.layout.rules.stretch:
                    found.update((TRAIL, turn, hex_) for hex_ in told.streams)
                elif told.streams:
                    found[STREAMS, turn] += len(told.streams)
        return +found

    @cached_property
    def to_cover(self) -> frozenset[Key]:
        """What some raid must be behind."""
        found: set[Key] = set()
        for turn, told in self._turns():
            found |= {(FLAK, turn, hex_) for hex_ in told.flak}
            if told.clear and told.complete and self.layout.rules.stretch:
                found |= {(TRAIL, turn, hex_) for hex_ in told.streams}
        for number, (turn, _, _) in enumerate(self.seen.met):
            if not self.seen.turns[turn].forgotten:
                found.add((MET, number))
        return frozenset(found)

    def _turns(self) -> Iterator[tuple[int, TurnEvidence]]:
        for turn in range(1, self.seen.now + 1):
            if not self.seen.turns[turn].forgotten:
                yield turn, self.seen.turns[turn]

    def option(self, flight: Flight, weight: float) -> Option:
        """What would have been told of a raid."""
        counted: list[Key] = []
        covered: set[Key] = set()
        raid, path = flight.raid, flight.raid.path
        for turn in range(max(raid.entry, 1), min(flight.home, self.seen.now) + 1):
            told = self.seen.turns[turn]
            if told.forgotten:
                continue
            at = flight.step(turn)
            if at >= len(path) > flight.step(turn - 1):
                counted.append((LEFT, turn))
            if flight.home == turn <= self.last_home:
                counted.append((HOME, turn, max(raid.kind, STREAM)))
            if raid.aim != OFF and flight.aims(turn):
                counted += self._arrival(raid, turn)
            if raid.kind <= DECOY and told.clear and told.complete:
                if not self.layout.rules.stretch:
                    counted += [(TRAIL, turn, path[place]) for place in (at - 1, at - 2) if 0 <= place < len(path)]
                elif at < len(path):
                    counted.append((STREAMS, turn))
                    covered |= {(TRAIL, turn, path[place]) for place in (at, at - 1) if place >= 0}
            covered |= {(FLAK, turn, hex_) for hex_ in flight.hexes(turn)}
        for number, (turn, hex_, kinds) in enumerate(self.seen.met):
            if raid.kind in kinds and hex_ in trail(flight, turn):
                covered.add((MET, number))
        return Option(raid, weight, tuple(counted), self.to_cover & covered, self._taken(raid))

    def _taken(self, raid: RaidPlan) -> tuple[Key, ...]:
        places = [(turn, hex_) for turn, hexes in standing(self.layout, raid) for hex_ in hexes]
        return (*places, (-raid.kind, raid.target)) if raid.kind in (MOSQUITO, GARDENING) else tuple(places)

    def _arrival(self, raid: RaidPlan, turn: int) -> list[Key]:
        if raid.kind == GARDENING:
            return [(MINES, turn, raid.target)] if self.known.is_over(turn) else []
        return [(DROP, turn, raid.target, raid.kind if (turn, raid.target) in self.seen.kinds else OFF)]


class _Fit:
    """A choice of raids, and how much of what was told it does not explain."""

    def __init__(self, reports: Reports, options: Iterable[Option]) -> None:
        self.reports = reports
        self.options = list(options)
        self.left = dict(reports.counted)  # what is still to be explained; negative where it is explained too often
        self.covers = dict.fromkeys(reports.to_cover, 0)
        self.taken: dict[Key, int] = {}
        self.amiss = sum(self.left.values()) + len(self.covers)
        self.kinds = [0, 0, 0, 0]
        for option in self.options:
            self._count(option, 1)

    def _count(self, option: Option, by: int) -> None:
        """Add a raid, or take it away."""
        amiss = self.amiss
        for key in option.counted:
            before = self.left.get(key, 0)
            self.left[key] = before - by
            amiss += abs(before - by) - abs(before)
        for key in option.covered:
            before = self.covers[key]
            self.covers[key] = before + by
            amiss += (before + by == 0) - (before == 0)
        for key in option.takes:
            before = self.taken.get(key, 0)
            self.taken[key] = before + by
            amiss += CLASH * (max(before + by, 1) - max(before, 1))
        self.amiss = amiss
        self.kinds[option.raid.kind] += by

    def wrong(self) -> list[tuple[Key, int]]:
        """What is not explained (positive), or too often (negative)."""
        found = [(key, left) for key, left in self.left.items() if left]
        return sorted(found) + sorted((key, 1) for key, number in self.covers.items() if number <= 0)

    def cost(self) -> int:
        """How much of it there is."""
        return self.amiss + TOO_MANY * _too_many(self.reports.layout, self.kinds)

    def cost_with(self, place: int, option: Option | None) -> int:
        """How much there would be after a change."""
        old = self.options[place] if place < len(self.options) else None
        for each, by in ((old, -1), (option, 1)):
            if each is not None:
                self._count(each, by)
        cost = self.cost()
        for each, by in ((old, 1), (option, -1)):
            if each is not None:
                self._count(each, by)
        return cost

    def change(self, place: int, option: Option | None) -> None:
        """Put a raid in place of another, or take it away; at the end it is one more."""
        if place < len(self.options):
            self._count(self.options[place], -1)
        if option is not None:
            self._count(option, 1)
        self.options[place : place + 1] = [option] if option is not None else []


def _too_many(layout: Layout, kinds: list[int]) -> int:
    """How many raids there are beyond the possible number [3.5.1]."""
    mains, mosquitos, decoys = layout.raids_allowed
    extra = max(kinds[DECOY] - decoys, 0)
    spare = mosquitos - kinds[MOSQUITO] - kinds[GARDENING] - MOSQUITOS_A_DECOY * extra
    over = max(kinds[MAIN] - mains, 0) + max(kinds[GARDENING] - MAX_GARDENERS, 0) + max(extra - 1, 0)
    return over + max(-spare, 0)


class Drawing:
    """Draws plans from one picture of the night."""

    def __init__(self, picture: Picture, landed: bool) -> None:
        self.picture, self.layout, self.seen = picture, picture.layout, picture.seen
        self.reports = Reports(picture.layout, picture.seen, landed)
        self.pools: dict[int, list[list[Option]]] = {}

    def draw(self, rng: Rng) -> World | None:
        """A plan that fits all that was told; if none of many does, the one that fits best."""
        best: World | None = None
        fewest = 0
        for _ in range(DRAWS if self.picture.joined else 0):
            found = self._try(rng)
            if found is not None:
                world, wrong = found
                if best is None or wrong < fewest:
                    best, fewest = world, wrong
                if not wrong:
                    break
        return best

    def anything(self, rng: Rng) -> World:
        """Some legal plan, whatever was told."""
        layout = self.layout
        chits = tuple(pick(layout.cups[cup], rng) for cup in layout.rules.targets)
        cities = [layout.chits[chit].city for chit in chits]
        targets = tuple(city if city != NO_CITY else cities[0] for city in cities)
        follow_up = int(cities[-1] == NO_CITY)
        plan = sample(layout, targets, follow_up, rng)
        numbers = {raid.letter: Letter(number) for number, raid in enumerate(plan)}
        numbered = [raid._replace(parent=numbers.get(raid.parent, NO_LETTER)) for raid in plan]
        return World(self._lettered(numbered, rng), targets, chits, follow_up, ())

    def _try(self, rng: Rng) -> tuple[World, int] | None:
        joined = weighed(self.picture.joined, [each.weight for each in self.picture.joined], rng)
        fit = _Fit(self.reports, self._first_choice(joined, rng))
        self._repair(fit, self._pools_of(joined), rng)
        plan = _with_parents([option.raid for option in fit.options])
        if plan is None:
            return None
        drawn = self._targets([raid.target for raid in plan if raid.kind == MAIN], rng)
        whole = self._complete(plan, drawn[1], rng) if drawn is not None else None
        if drawn is None or whole is None:
            return None
        chits, targets, follow_up = drawn
        lettered = self._lettered(whole, rng)
        if validate(self.layout, targets, follow_up, lettered) is not None:
            return None
        world = World(lettered, targets, chits, follow_up, joined.joining.false)
        return world, fit.cost() + self._misplaced(lettered)

    # -- a raid for each track

    def _pools_of(self, joined: Joined) -> list[list[Option]]:
        """All that may be behind each track."""
        if id(joined) not in self.pools:
            self.pools[id(joined)] = [
                [self.reports.option(each.flight, each.weight) for kind in EVERY_KIND for each in behind[kind]]
                for behind in joined.raids
            ]
        return self.pools[id(joined)]

    def _first_choice(self, joined: Joined, rng: Rng) -> list[Option]:
        """A raid for each track, of a kind that goes with the kinds of the others."""
        table = joined.tables[-1]
        counts = list(table)
        count = weighed(counts, [table[each] * self.picture.unseen_chance(each) for each in counts], rng)
        kinds = _kinds(joined, count, rng)
        pools = self._pools_of(joined)
        found = []
        for pool, kind in zip(pools, kinds, strict=True):
            choice = [option for option in pool if option.raid.kind == kind]
            found.append(weighed(choice, [option.weight for option in choice], rng))
        return found

    # -- what does not fit is put right

    def _repair(self, fit: _Fit, pools: list[list[Option]], rng: Rng) -> None:
        cost = fit.cost()
        for _ in range(REPAIRS):
            if not cost:
                return
            wrong = fit.wrong()
            key, by = pick(wrong, rng) if wrong else ((), 0)
            best: tuple[int, Option | None] | None = None
            lowest, chance = cost, 0.0
            for place, option in _some(list(self._changes(fit, pools, key, by, rng)), rng):
                now = fit.cost_with(place, option)
                luck = (option.weight if option else 1.0) * (1 + rng.below(FINE)) / FINE
                if now < lowest or (now == lowest and luck > chance):
                    best, lowest, chance = (place, option), now, luck
            if best is not None:
                fit.change(*best)
                cost = lowest

    def _changes(
        self, fit: _Fit, pools: list[list[Option]], key: Key, by: int, rng: Rng
    ) -> Iterator[tuple[int, Option | None]]:
        """Changes that explain what is missing, or no longer explain what is there too often."""
        for place, pool in enumerate(pools):
            has = _tells(fit.options[place], key)
            if by > 0 and not has:
                yield from [(place, option) for option in pool if _tells(option, key)]
            elif by <= 0 and (has or not by):
                yield from [(place, option) for option in pool if not by or not _tells(option, key)]
        for place in range(len(pools), len(fit.options)):
            if by <= 0 and (_tells(fit.options[place], key) or not by):
                yield place, None
        if by > 0:
            for option in self._unseen(key, rng):
                yield len(fit.options), option

    def _unseen(self, key: Key, rng: Rng) -> Iterator[Option]:
        """Raids that nobody has seen, and that explain what was told."""
        what, turn = key[0], key[1] if key[0] != MET else 0
        for _ in range(GUESSES if what in (LEFT, HOME, DROP, MINES) else 0):
            kind, goal = self._kind_for(key, rng)
            raid = (
                decoy(self.layout, rng, NO_LETTER, 1)
                if kind == DECOY
                else raid_to(self.layout, rng, kind, NO_LETTER, goal, 1)
            )
            if raid is None:
                continue
            flight = Flight(self.layout, raid)
            happens = self._turn_of(flight, what)
            entry = raid.entry + turn - happens
            if entry >= 1:
                flight = Flight(self.layout, raid._replace(entry=entry))
                if agrees(self.layout, self.reports.known, flight, None):
                    yield self.reports.option(flight, 1.0)

    def _kind_for(self, key: Key, rng: Rng) -> tuple[int, int]:
        """What kind of raid may be behind it, and its target."""
        what, about = key[0], key[2] if len(key) > 2 else OFF
        if what == MINES:
            return GARDENING, about
        if what == DROP:
            return key[3] if key[3] != OFF else pick((MAIN, MOSQUITO), rng), about
        kind = about if what == HOME and about != STREAM else pick((MAIN, DECOY), rng) if what == HOME else rng.below(4)
        return kind, OFF if kind == DECOY else goals_of(self.layout, kind).draw(rng)[0]

    @staticmethod
    def _turn_of(flight: Flight, what: int) -> int:
        """When it happens to a raid that enters on the first turn."""
        turns = range(1, flight.home + 1)
        if what == HOME:
            return flight.home
        return next((turn for turn in turns if (flight.leaves(turn) if what == LEFT else flight.aims(turn))), 99)

    # -- the rest of the plan

    def _targets(self, mains: list[int], rng: Rng) -> tuple[tuple[int, ...], tuple[City, ...], int] | None:
        """Chits that give the Main Forces their targets [3.3, 4.5.1]; those not seen get whatever is drawn."""
        layout = self.layout
        cups = [layout.cups[cup] for cup in layout.rules.targets]
        left = shuffled(list(mains), rng)
        chits: list[int] = []
        for place, cup in enumerate(cups):
            wanted = [c for c in cup if layout.chits[c].city in left]
            follows = [
                c for c in cup if place and layout.chits[c].city == NO_CITY and left == [layout.chits[chits[0]].city]
            ]
            if len(left) > len(cups) - place - 1 or (wanted and rng.below(2)):
                choice = wanted + follows
                if not choice:
                    return None
                chit = pick(choice, rng)
                left.remove(
                    layout.chits[chit].city if layout.chits[chit].city != NO_CITY else layout.chits[chits[0]].city
                )
            else:
                chit = pick(cup, rng)
            chits.append(chit)
        if left:
            return None
        cities = [layout.chits[chit].city for chit in chits]
        follow_up = int(cities[-1] == NO_CITY)
        return tuple(chits), tuple(city if city != NO_CITY else cities[0] for city in cities), follow_up

    def _complete(self, plan: list[RaidPlan], targets: tuple[City, ...], rng: Rng) -> list[RaidPlan] | None:
        """The plan with the raids that nobody has seen; a Main Force must be in it, any other may stay at home."""
        whole = list(plan)
        left = Counter(targets) - Counter(City(raid.target) for raid in plan if raid.kind == MAIN)
        for target in sorted(left.elements()):
            made = self._added(whole, MAIN, target, rng, 60)
            if made is None:
                return None
            whole.append(made)
        kinds = [0, 0, 0, 0]
        for raid in whole:
            kinds[raid.kind] += 1
        choice = list(self.picture.forces((kinds[0], kinds[1], kinds[2], kinds[3])))
        force = weighed(choice, [weight for _, weight in choice], rng)[0] if choice else kinds
        for kind in (DECOY, GARDENING, MOSQUITO):
            for _ in range(force[kind] - kinds[kind]):
                made = self._added(whole, kind, OFF, rng, 6)
                if made is not None:
                    whole.append(made)
        return whole

    def _added(self, plan: list[RaidPlan], kind: int, target: int, rng: Rng, tries: int) -> RaidPlan | None:
        """A raid that has not shown itself so far."""
        letter = Letter(len(plan))
        for _ in range(tries):
            raid = self.picture.unseen_raid(plan, kind, letter, target, rng)
            if raid is None or raid.entry <= self.picture.complete:
                continue
            longer = finished((*plan, raid))
            flight = Flight(self.layout, longer[-1])
            quiet = not self.reports.option(flight, 0.0).counted
            silent = quiet and agrees(self.layout, self.reports.known, flight, None)
            if silent and fits(self.layout, longer, longer[-1]):
                return longer[-1]
        return None

    # -- letters

    def _lettered(self, plan: list[RaidPlan], rng: Rng) -> Plan:
        """Letters as the raid boxes have them, where hits tell which raid is which; the others at random [4.1]."""
        free = shuffled(list(EVERY_LETTER), rng)
        given: dict[int, Letter] = {}
        flights = [Flight(self.layout, raid) for raid in plan]
        told = sorted(self.seen.places.keys() | self.seen.named.keys())
        for letter in sorted(told, key=lambda each: -len(self.seen.places.get(each, ()))):
            scores = [(-self._amiss(flight, letter), -n) for n, flight in enumerate(flights) if n not in given]
            if scores:
                _, number = max(scores)
                given[-number] = letter
                free.remove(letter)
        for number in range(len(plan)):
            if number not in given:
                given[number] = free.pop()
        lettered = [
            raid._replace(letter=given[n], parent=given[raid.parent] if raid.parent != NO_LETTER else NO_LETTER)
            for n, raid in enumerate(plan)
        ]
        return finished(tuple(sorted(lettered, key=lambda raid: raid.letter)))

    def _amiss(self, flight: Flight, letter: Letter) -> int:
        """How badly a raid fits what was reported of a raid box."""
        places = self.seen.places.get(letter, [])
        kinds = self.seen.named.get(letter, frozenset(EVERY_KIND))
        return sum(hex_ not in trail(flight, turn) for turn, hex_ in places) + TOO_MANY * (
            flight.raid.kind not in kinds
        )

    def _misplaced(self, plan: Plan) -> int:
        """How badly the letters fit."""
        flights = {raid.letter: Flight(self.layout, raid) for raid in plan}
        told = self.seen.places.keys() | self.seen.named.keys()
        return sum(self._amiss(flights[letter], letter) if letter in flights else TOO_MANY for letter in told)


def _some(changes: list[tuple[int, Option | None]], rng: Rng) -> list[tuple[int, Option | None]]:
    return changes if len(changes) <= CHANGES else [pick(changes, rng) for _ in range(CHANGES)]


def _tells(option: Option, key: Key) -> bool:
    return key in option.counted or key in option.covered


def _kinds(joined: Joined, count: Counts, rng: Rng) -> list[int]:
    """The kind of each track, drawn from the last to the first."""
    kinds: list[int] = []
    for weights, table in zip(reversed(joined.sums), reversed(joined.tables[:-1]), strict=True):
        before = {kind: _one_less(count, kind) for kind in EVERY_KIND}
        kind = weighed(EVERY_KIND, [weights[kind] * table.get(before[kind], 0.0) for kind in EVERY_KIND], rng)
        kinds.append(kind)
        count = before[kind]
    return kinds[::-1]


def _one_less(count: Counts, kind: int) -> Counts:
    main, decoys, gardeners, mosquitos = (have - (kind == each) for each, have in enumerate(count))
    return main, decoys, gardeners, mosquitos


def _with_parents(raids: list[RaidPlan]) -> list[RaidPlan] | None:
    """The raids as they can fly in this world: Mosquitos that break out must leave their raid there and then."""
    found: list[RaidPlan] = []
    for number, raid in enumerate(raids):
        if raid.parent != NO_LETTER:
            parent = raids[raid.parent]
            split = _split(parent, raid) if parent.kind in (MAIN, DECOY) else OFF
            if split == OFF:
                return None
            raid = raid._replace(split=split)
        found.append(raid._replace(letter=Letter(number)))
    return found


def _split(parent: RaidPlan, raid: RaidPlan) -> int:
    for split, hex_ in enumerate(parent.path):
        if hex_ == raid.path[0] and break_out(parent, split, raid.leaving) == (raid.entry, raid.first):
            return split
    return OFF
