"""One whole British plan drawn from what the German player may think of the night, made to fit all that he was told.

A raid is drawn for each track. Reports that remain unexplained (a drop, a marker, a raid that has left the map), or are
explained once too often, are then put right by giving tracks other raids, or by adding raids that came and went unseen.
Where that does not help, raids that together explain everything are looked for systematically (`cover`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from itertools import islice, permutations
from typing import Final, NamedTuple

from viermot.games.bomber_command.knowledge.cover import Cover
from viermot.games.bomber_command.knowledge.evidence import STREAM
from viermot.games.bomber_command.knowledge.flights import raids_anywhere, raids_in
from viermot.games.bomber_command.knowledge.mending import raids_made
from viermot.games.bomber_command.knowledge.plans import Candidate, Flight, agrees, goals_of
from viermot.games.bomber_command.knowledge.reports import (
    DROP,
    HOME,
    LEFT,
    MINES,
    TOO_MANY,
    Fit,
    Key,
    Now,
    Option,
    Reports,
    was_in,
)
from viermot.games.bomber_command.knowledge.routes import FINE, weighed
from viermot.games.bomber_command.knowledge.worlds import EVERY_KIND, Counts, Joined, Picture
from viermot.games.bomber_command.model.board import DECOY, EVERY_LETTER, GARDENING, MAIN, MOSQUITO, OFF
from viermot.games.bomber_command.model.ids import NO_CITY, NO_LETTER, City, Hex, Letter
from viermot.games.bomber_command.rules.plot.obeyed import fits, validate
from viermot.games.bomber_command.rules.plot.plan import Plan, RaidPlan, break_out, finished
from viermot.games.bomber_command.rules.plot.samples import decoy, pick, raid_to, sample, shuffled
from viermot.kernel.dice import QuickRng, Rng

BY_MEASURE: Final = 97  # these stand for a width
BY_LETTER: Final = 98
ANYWHERE: Final = 99
AT_LAST: Final = 100
DRAWS: Final = 4  # plans drawn and put right before raids are looked for systematically
# Looked at in turn: the tracks of whole ways of joining, more of them from hex to hex, then raids made to measure for
# plans that explain nearly everything, whatever fits those letters that nothing fits so far, every flight, and in the
# end raids made to measure for plans of those.
WIDEST: Final = 12
WIDER: Final = (0, 4, WIDEST, BY_MEASURE, BY_LETTER, ANYWHERE, AT_LAST)
QUICKLY: Final = WIDER[:2]
FIRST: Final = WIDER[:4]
THEN: Final = WIDER[2:]
FINISHES: Final = 4  # attempts to add what nobody has seen
STARTS: Final = 3  # searches among the same raids
ACCEPTED: Final = 24  # choices of raids looked at in each until they make a legal plan
FITTINGS: Final = 5  # times that raids are made to measure
NEARLY: Final = 3  # plans for which they are made
MAX_SPARED: Final = 4  # things that those may leave unexplained
TOO_FAR: Final = 10_000  # as much unexplained as if there were no plan
REPAIRS: Final = 24  # changes made to one of them
CHANGES: Final = 60  # changes weighed each time
GUESSES: Final = 12  # raids drawn for something that no track explains
HEAVY: Final = frozenset((MAIN,))  # nothing else is a Main Force for certain when it is attacked
GUESSED: Final = 48  # ... where raids are looked for systematically


class World(NamedTuple):
    """A plan that may be flown tonight."""

    plan: Plan
    targets: tuple[City, ...]
    chits: tuple[int, ...]
    follow_up: int
    false: tuple[tuple[int, Hex], ...]  # turn and hex of false plots


class Drawing:
    """Draws plans from one picture of the night."""

    def __init__(self, picture: Picture, now: Now, wider: tuple[int, ...] = WIDER) -> None:
        self.wider = wider
        self.picture, self.layout, self.seen = picture, picture.layout, picture.seen
        self.reports = Reports(picture.layout, picture.seen, now)
        self.pools: dict[int, list[list[Option]]] = {}
        self.covers: dict[int, Cover] = {}
        self.made: list[Option] = []  # raids made to measure so far

    def worlds(self, rng: Rng) -> Iterator[World]:
        """Plans that fit all that was told, one after another; if none is found, the one that fits best."""
        best: World | None = None
        fewest = TOO_FAR
        for _ in range(DRAWS if self.picture.joined else 0):
            world, wrong = self._try(rng)
            if world is not None and not wrong:
                fewest = 0
                yield world
            elif world is not None and wrong < fewest:
                best, fewest = world, wrong
        for world in self._search(rng):
            fewest = 0
            yield world
        if best is not None and fewest:
            yield best

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

    def _try(self, rng: Rng) -> tuple[World | None, int]:
        joined = weighed(self.picture.joined, [each.weight for each in self.picture.joined], rng)
        fit = Fit(self.reports, self._first_choice(joined, rng), joined.joining.false)
        self._repair(fit, self._pools_of(joined), rng)
        world = self._world([option.raid for option in fit.options], joined.joining.false, rng)
        return world, TOO_FAR if world is None else fit.cost() + self._misplaced(world.plan)

    def _world(self, raids: list[RaidPlan], false: tuple[tuple[int, Hex], ...], rng: Rng) -> World | None:
        """The whole plan with those raids in it, if there can be one."""
        plan = _with_parents(raids)
        for _ in range(FINISHES):
            if plan is None:
                break
            world = self._finished(plan, false, rng)
            if world is not None:
                return world
        return None

    def _finished(self, plan: list[RaidPlan], false: tuple[tuple[int, Hex], ...], rng: Rng) -> World | None:
        """With targets, letters and raids that nobody has seen, if they do not get in its way."""
        drawn = self._targets([raid.target for raid in plan if raid.kind == MAIN], rng)
        whole = self._complete(plan, drawn[1], rng) if drawn is not None else None
        if drawn is None or whole is None:
            return None
        chits, targets, follow_up = drawn
        lettered = tuple([self._loaded(raid) for raid in self._lettered(whole, rng)])
        if validate(self.layout, targets, follow_up, lettered) is not None:
            return None
        return World(lettered, targets, chits, follow_up, false)

    # -- raids that together explain everything

    def _search(self, rng: Rng) -> Iterator[World]:
        """Plans that fit all that was told, from ever more raids that may have been seen."""
        lacking: set[Letter] = set()
        for wider in self.wider:
            if wider == BY_LETTER and not lacking:
                continue
            if wider not in self.covers:
                self.covers[wider] = self._cover(wider, lacking)
            if wider < BY_LETTER:
                lacking = self.covers[wider].without_a_raid()
            for _ in range(STARTS):
                for chosen in islice(self.covers[wider].solutions(rng), ACCEPTED):
                    world = self._world([option.raid for option in chosen.options], chosen.false, rng)
                    if world is not None and not self._misplaced(world.plan):
                        yield world
                        break

    def _cover(self, wider: int, lacking: set[Letter]) -> Cover:
        """The raids to look among at that width."""
        options = list(self._options(wider, lacking))
        cover = Cover(self.reports, [*options, *self.made])
        for _ in range(FITTINGS if wider in (BY_MEASURE, AT_LAST) else 0):
            made = list(self._measured(cover))
            if not made:
                break
            self.made += made
            cover = Cover(self.reports, [*options, *self.made])
            if next(cover.solutions(QuickRng("fitted")), None) is not None:
                break
        return cover

    def _measured(self, cover: Cover) -> Iterator[Option]:
        """Raids made to measure for plans that leave as few things unexplained as possible."""
        for spare in range(1, MAX_SPARED + 1):
            near = list(islice(cover.solutions(QuickRng("nearly"), spare), NEARLY))
            if near:
                yield from raids_made(self.reports, near)
                return

    def _options(self, wider: int, lacking: set[Letter]) -> Iterator[Option]:
        """All raids that may be behind any track of any way of joining the sightings, and some that nobody saw."""
        for joined in self.picture.joined:
            for pool in self._pools_of(joined):
                yield from pool
        known, boxes = self.reports.known, self.reports.boxes(lacking)
        more: list[Candidate] = list(self.picture.chained(min(wider, WIDEST))) if wider else []
        if wider >= BY_LETTER:
            more += raids_in(self.layout, known, boxes)
        if wider >= ANYWHERE:
            more += raids_anywhere(self.layout, known, boxes)
        for each in more:
            yield from self.reports.options(each.flight, each.weight)
        yield from self._ghosts

    @cached_property
    def _ghosts(self) -> list[Option]:
        """Raids that came and went unseen, and that explain something that was told."""
        rng = QuickRng("ghosts")
        return [option for key in sorted(self.reports.counted) for option in self._unseen(key, rng, GUESSED) if key[1:]]

    # -- a raid for each track

    def _pools_of(self, joined: Joined) -> list[list[Option]]:
        """All that may be behind each track."""
        if id(joined) not in self.pools:
            self.pools[id(joined)] = [
                [
                    option
                    for kind in EVERY_KIND
                    for each in behind[kind]
                    for option in self.reports.options(each.flight, each.weight)
                ]
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

    def _repair(self, fit: Fit, pools: list[list[Option]], rng: Rng) -> None:
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
        self, fit: Fit, pools: list[list[Option]], key: Key, by: int, rng: Rng
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

    def _unseen(self, key: Key, rng: Rng, guesses: int = GUESSES) -> Iterator[Option]:
        """Raids that nobody has seen, and that explain what was told."""
        what = key[0]
        for _ in range(guesses if what in (LEFT, HOME, DROP, MINES) else 0):
            turn = key[1]
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
        cups = [self.layout.cups[cup] for cup in self.layout.rules.targets]
        wanted = [*mains, *[OFF] * (len(cups) - len(mains))]
        for order in shuffled(sorted(set(permutations(wanted))), rng) if len(wanted) == len(cups) else ():
            chits = self._chits(cups, order, rng)
            if chits is not None:
                cities = [self.layout.chits[chit].city for chit in chits]
                targets = tuple(city if city != NO_CITY else cities[0] for city in cities)
                return chits, targets, int(cities[-1] == NO_CITY)
        return None

    def _chits(self, cups: list[list[int]], order: tuple[int, ...], rng: Rng) -> tuple[int, ...] | None:
        """A chit from each cup: with this city, or without a city to send the second force after the first [4.5.1]."""
        chits: list[int] = []
        for cup, target in zip(cups, order, strict=True):
            able = [chit for chit in cup if target in (OFF, self._sends_to(chit, chits))]
            if not able:
                return None
            chits.append(pick(able, rng))
        return tuple(chits)

    def _sends_to(self, chit: int, before: list[int]) -> int:
        city = self.layout.chits[chit].city
        return self.layout.chits[before[0]].city if city == NO_CITY and before else city

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
        flights = [Flight(self.layout, raid) for raid in plan]
        told = sorted(self.reports.told_letters())
        amiss = {letter: [self.reports.amiss(flight, letter) for flight in flights] for letter in told}
        given = _matched(amiss, shuffled(list(range(len(plan))), rng))
        for letter in given.values():
            free.remove(letter)
        for number in range(len(plan)):
            if number not in given:
                given[number] = free.pop()
        lettered = [
            raid._replace(letter=given[n], parent=given[raid.parent] if raid.parent != NO_LETTER else NO_LETTER)
            for n, raid in enumerate(plan)
        ]
        return finished(tuple(sorted(lettered, key=lambda raid: raid.letter)))

    def _loaded(self, raid: RaidPlan) -> RaidPlan:
        """A Main Force carries a heavy load if that had to be admitted [12.3.1b]."""
        if not self.layout.loads or raid.kind != MAIN:
            return raid
        flight = Flight(self.layout, raid)
        admitted = [kinds for turn, hex_, kinds in self.seen.met if was_in(flight, turn, hex_)]
        admitted += [said[raid.letter] for said in (self.seen.named, self.seen.admitted) if raid.letter in said]
        return raid._replace(heavy=int(HEAVY in admitted))

    def _misplaced(self, plan: Plan) -> int:
        """How badly the letters fit."""
        flights = {raid.letter: Flight(self.layout, raid) for raid in plan}
        told = self.reports.told_letters()
        return sum(self.reports.amiss(flights[each], each) if each in flights else TOO_MANY for each in told)


def _matched(amiss: dict[Letter, list[int]], order: list[int]) -> dict[int, Letter]:
    """A raid for each letter, by number: one with which nothing is amiss if possible, else one with little."""
    given: dict[int, Letter] = {}

    def place(letter: Letter, tried: set[int]) -> bool:
        """Find it a raid, moving other letters if need be."""
        for number in order:
            if not amiss[letter][number] and number not in tried:
                tried.add(number)
                if number not in given or place(given[number], tried):
                    given[number] = letter
                    return True
        return False

    left = [letter for letter in amiss if not place(letter, set())]
    for letter in left:
        free = [number for number in order if number not in given]
        if free:
            given[min(free, key=lambda number: amiss[letter][number])] = letter
    return given


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
    """The raids as they can fly in this world: Mosquitos that break out must leave another raid there and then."""
    found: list[RaidPlan] = []
    for number, raid in enumerate(raids):
        if raid.parent != NO_LETTER:
            splits = [(place, _split(parent, raid)) for place, parent in enumerate(raids) if parent.kind <= DECOY]
            left = next(((place, split) for place, split in splits if split != OFF), None)
            if left is None:
                return None
            raid = raid._replace(parent=Letter(left[0]), split=left[1])
        found.append(raid._replace(letter=Letter(number)))
    return found


def _split(parent: RaidPlan, raid: RaidPlan) -> int:
    for split, hex_ in enumerate(parent.path):
        if hex_ == raid.path[0] and break_out(parent, split, raid.leaving) == (raid.entry, raid.first):
            return split
    return OFF
