"""What a seat may believe, and nights it cannot tell from the true one: both from its own knowledge alone."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any

import pytest

from tests.games.bomber_command.beliefs import true_flights, turns, watch, watch_targets
from tests.support.resampling import differences, questions
from viermot.games.bomber_command import GAME
from viermot.games.bomber_command.knowledge import belief as belief_of
from viermot.games.bomber_command.knowledge import worlds
from viermot.games.bomber_command.knowledge.cover import may_be_drawn
from viermot.games.bomber_command.knowledge.drawing import _matched
from viermot.games.bomber_command.knowledge.evidence import STREAM, Evidence, TurnEvidence, evidence_from, evidence_of
from viermot.games.bomber_command.knowledge.flights import Flights
from viermot.games.bomber_command.knowledge.plans import Flight, goals_of
from viermot.games.bomber_command.knowledge.reports import SEEN, Fit, Reports, halved, waypoints_of
from viermot.games.bomber_command.knowledge.tracks import joinings
from viermot.games.bomber_command.model.board import BY_NAME, DECOY, GARDENING, MAIN, MOSQUITO, OFF
from viermot.games.bomber_command.model.ids import NO_CITY, City, Letter
from viermot.games.bomber_command.model.layout import Layout
from viermot.games.bomber_command.model.state import Game
from viermot.games.bomber_command.rules.plot.legs import is_row
from viermot.games.bomber_command.rules.plot.plan import RaidPlan, ends, path_of
from viermot.games.bomber_command.rules.plot.samples import pick, sample
from viermot.kernel import registry
from viermot.kernel.agenda import Task, advance, apply, open_questions, options_of
from viermot.kernel.dice import KeyedDice, QuickRng, key_of
from viermot.kernel.playout import OpenQuestion, play_out
from viermot.lab.calibration import Calibration

NIGHTS = [("berlin", "standard", {}), ("downfall", "standard", {"12.5": True, "12.3": True}), ("berlin", "random", {})]
ODDS_OF = 40  # options whose odds are compared


def asked(scenario: str, bots: str, options: dict[str, bool], seed: str) -> Iterator[tuple[Game, str, Task]]:
    """A night played by bots, at each of its questions."""
    night = GAME.start(GAME.load_pack(None), scenario, options, KeyedDice(key_of(seed)))
    advance(night)
    players = {seat: GAME.bots(seat)[bots]() for seat in GAME.seats}
    rng = {seat: QuickRng(f"{seed} {seat}") for seat in GAME.seats}
    while night.asked is not None:
        for place, task in open_questions(night):
            seat = GAME.seats[night.seat_of(task)]
            yield night, seat, task
            question = OpenQuestion().put(night, task, options_of(night, task))
            apply(night, players[seat].choose(GAME.perspective(night, seat), question, rng[seat]), place)


def seen(night: Game, seat: str, task: Task) -> dict[str, Any]:
    """Everything the seat can find out at this question."""
    view = GAME.perspective(night, seat)
    codes = options_of(night, task)
    facts = task[0].facts(night, *task[1:])
    return {
        "view": view.to_json(),
        "events": view.events(),
        "kind": task[0].name,
        "options": list(codes),
        "facts": facts,
        "odds": view.odds(task[0].word, facts, codes[:ODDS_OF]),
        "refusal": task[0].why_not(night, *task[1:], codes[0])
        if task[0].word in ("infiltrator", "intercept")
        else None,
        "belief": GAME.belief(view),
    }


def own_question(night: Game, seat: str) -> Task:
    return next(task for _, task in open_questions(night) if GAME.seats[night.seat_of(task)] == seat)


@pytest.mark.parametrize(("scenario", "bots", "options"), NIGHTS)
def test_a_night_drawn_anew_looks_the_same_and_plays_on(scenario: str, bots: str, options: dict[str, bool]) -> None:
    looked = 0
    for number, (night, seat, task) in enumerate(asked(scenario, bots, options, "drawn anew")):
        if number % 23:
            continue
        looked += 1
        drawn = GAME.resample(GAME.perspective(night, seat), QuickRng(number))
        assert drawn is not night and drawn.log is not night.log
        assert seen(drawn, seat, own_question(drawn, seat)) == seen(night, seat, task), f"question {number}"
        assert GAME.faults(drawn) == [], f"question {number}"
        if number % 46 == 0:
            bots_to_the_end(drawn)
    assert looked > 15


# Questions of nights on which no plan was found that explained all that had been told, or none that looked the same:
# sightings joined to the wrong raids; a unit inside a raid that had gone; who may attack from a Himmelbett hex, which
# tells whether two markers are for one raid; a raid known by its letter alone; one infiltrated by the light of its
# fires, when it was elsewhere; raids on their way home.
HARD = [
    ("downfall", "standard", "judge21/worlds/1", 266),
    ("downfall", "standard", "judge21/worlds/4", 91),
    ("downfall", "standard", "judge21/worlds/4", 385),
    ("downfall", "standard", "judge21/worlds/4", 532),
    ("berlin", "random", "judge21/worlds/0", 315),
    ("berlin", "random", "judge21/worlds/2", 147),
    ("berlin", "standard", "train25/worlds/6", 495),
    ("berlin", "standard", "train25/worlds/1", 395),
]


@pytest.mark.parametrize(("scenario", "bots", "seed", "wanted"), HARD)
def test_a_night_that_is_hard_to_explain_is_explained(scenario: str, bots: str, seed: str, wanted: int) -> None:
    night, seat, task = next(each for n, each in enumerate(asked(scenario, bots, {}, seed)) if n == wanted)
    drawn = GAME.resample(GAME.perspective(night, seat), QuickRng(wanted))
    assert seen(drawn, seat, own_question(drawn, seat)) == seen(night, seat, task)
    assert GAME.faults(drawn) == []
    twin = GAME.resample(GAME.perspective(drawn, seat), QuickRng("again"))
    assert GAME.to_data(twin) == GAME.to_data(GAME.resample(GAME.perspective(night, seat), QuickRng("again")))


# A raid box whose only marker is for a waypoint on the way out of a Main Force that has bombed [9.8.3b]; two Main
# Forces that crossed, each shown where the other might have been, with a marker of each in the same hex.
STRANGE = [("judge25/worlds/downfall/0", 469), ("train40/worlds/downfall/0", 451)]


@pytest.mark.parametrize(("seed", "wanted"), STRANGE)
def test_a_night_of_random_players_that_is_hard_to_explain_is_explained(seed: str, wanted: int) -> None:
    nights = questions("bomber_command", "downfall", seed, dict.fromkeys(GAME.seats, "random"))
    night, seat, _ = next(each for each in nights if each[2] == wanted)
    assert seat == "german" and differences(registry.game("bomber_command"), night, seat, QuickRng(wanted)) == []


def test_9_8_3b_waypoints_lie_on_straight_legs_where_a_box_tells_of_more_than_there_are_bends() -> None:
    split = 0
    for _, raid in plans("downfall", 30):
        if raid.kind == MAIN:
            more = halved(raid._replace(waypoints=0), 1)
            if more is not None:
                split += 1
                assert path_of(more.path[0], more.legs) == raid.path and waypoints_of(more) == raid.waypoints + 1
                assert all(leg.hexes > 1 for leg in more.legs if is_row(leg.direction))
    assert split > 10 and halved(raid, 0) is None


BY_FIRELIGHT: tuple[str, str, dict[str, bool], str] = (
    "berlin",
    "standard",
    {},
    "train25/worlds/6",
)  # a unit gets into a raid that has left its city


@pytest.mark.parametrize(
    ("scenario", "bots", "options", "seed"), [*[(*night, "explained") for night in NIGHTS], BY_FIRELIGHT]
)
def test_the_true_plan_explains_all_that_was_told(
    scenario: str, bots: str, options: dict[str, bool], seed: str
) -> None:
    """Otherwise the true night would be among those that can never be drawn."""
    looked = 0
    for number, (night, seat, _) in enumerate(asked(scenario, bots, options, seed)):
        if number % 9 or seat != "german" or not night.plot or night.end_stage:
            continue
        looked += 1
        view = GAME.perspective(night, seat)
        reports = Reports(view.layout, evidence_of(view), belief_of._now(view))
        flights = true_flights(night)
        fit = Fit(reports, [reports.option(flight, 1.0) for flight in flights])
        doubtful = {(SEEN, *each) for each in reports.doubtful()}  # a counter of that turn may be false
        wrong = [key for key, _ in fit.wrong()]
        assert set(wrong) <= doubtful and fit.cost() == len(wrong), f"question {number}"
        boxes = {box.letter for box in view.boxes() if box.losses or box.disrupt or box.damage or box.units}
        assert boxes <= reports.told_letters(), f"question {number}: something is in a box of which nothing is known"
        for flight in flights:
            if flight.raid.letter in reports.told_letters():
                assert reports.amiss(flight, flight.raid.letter) == 0, f"question {number}"
    assert looked > 10


@pytest.mark.parametrize("number", range(2))
def test_raids_are_followed_from_turn_to_turn_as_they_flew(number: int) -> None:
    """Whatever was told, the flights that agree with it are a graph, and the true ones are in it."""
    nights = asked("berlin", "random", {}, f"followed {number}")
    night, view = next((n, GAME.perspective(n, s)) for n, s, _ in nights if s == "german" and n.turn == 11)
    known = evidence_of(view).known()
    graphs = {kind: Flights(view.layout, known, kind) for kind in {flight.raid.kind for flight in true_flights(night)}}
    for flight in true_flights(night):
        raid = flight.raid
        if raid.parent == OFF and raid.entry <= known.now:
            flights = graphs[raid.kind]
            for turn in range(raid.entry, known.now + 1):
                there = flight.hex(turn)  # nothing, once it has left the map
                found = flights.later[turn]
                assert any(place.out if there is None else place.course.hex == there for place in found)
                if there is None:
                    break


def test_letters_are_moved_if_need_be_so_that_each_has_a_raid_that_fits() -> None:
    """The first letter fits both raids, the second only the one that the first would take."""
    assert _matched({Letter(0): [0, 0], Letter(1): [0, 3]}, [0, 1]) == {1: 0, 0: 1}
    assert _matched({Letter(0): [2, 1]}, [0, 1]) == {1: 0}


@pytest.mark.parametrize(("goals", "able"), [((), True), (("Ulm",), True), (("Ulm", "Essen"), True)])
def test_main_forces_are_sent_where_chits_can_send_them(goals: tuple[str, ...], able: bool) -> None:
    layout = next(plans("downfall", 12))[0]
    cities = tuple(layout.city_index[name] for name in goals)
    assert may_be_drawn(layout, cities) is able
    assert not may_be_drawn(layout, (layout.city_index["Ulm"], layout.city_index["Bremen"]))  # both in one cup


@pytest.mark.proof
@pytest.mark.parametrize("bots", ["standard", "random"])
@pytest.mark.parametrize("scenario", ["berlin", "downfall"])
def test_thousands_of_nights_drawn_anew_look_the_same(scenario: str, bots: str) -> None:
    module, drawn = registry.game("bomber_command"), 0
    for number in range(12):
        players = dict.fromkeys(module.seats, bots)
        for state, seat, question in questions("bomber_command", scenario, f"proof/{number}", players):
            if question % 5 == 0:
                drawn += 1
                assert differences(module, state, seat, QuickRng(question)) == [], (
                    f"night {number}, question {question}"
                )
    assert drawn > 500


def bots_to_the_end(night: Game) -> None:
    play_out(GAME, night, {s: GAME.bots(s)["standard"]() for s in GAME.seats}, {s: QuickRng(1) for s in GAME.seats})
    assert GAME.result(night) is not None


@pytest.mark.parametrize("seat", GAME.seats)
def test_what_is_drawn_follows_from_what_the_seat_knows(seat: str) -> None:
    """A night drawn anew is a twin of the true one: whoever sees the same must draw the same from it."""
    hands = plots = targets = 0
    for number, (night, asked_seat, task) in enumerate(asked("berlin", "standard", {}, "twins")):
        if number % 31 or asked_seat != seat:
            continue
        twin = GAME.resample(GAME.perspective(night, seat), QuickRng(number))
        if seen(twin, seat, own_question(twin, seat)) != seen(night, seat, task):
            continue
        hands += twin.hands != night.hands
        plots += twin.plot != night.plot
        targets += twin.drawn != night.drawn
        one, other = (GAME.resample(GAME.perspective(each, seat), QuickRng("again")) for each in (night, twin))
        assert GAME.to_data(one) == GAME.to_data(other)
        assert GAME.belief(GAME.perspective(night, seat)) == GAME.belief(GAME.perspective(twin, seat))
    assert hands > 2
    assert (plots > 3 and targets > 1) if seat == "german" else (plots, targets) == (0, 0)


def test_the_dice_of_a_night_drawn_anew_are_its_own() -> None:
    night, seat, _ = next(iter(asked("berlin", "standard", {}, "dice")))
    assert GAME.resample(GAME.perspective(night, seat), QuickRng(1)).dice is not night.dice


def test_chances_lie_between_0_and_1_and_kinds_of_a_raid_add_up_to_1() -> None:
    """Each raid is of some kind; a hex holds a raid with a chance; a hand holds what it holds."""
    for number, (night, seat, _) in enumerate(asked("downfall", "standard", {}, "chances")):
        if number % 40 == 0:
            found = GAME.belief(GAME.perspective(night, seat))
            assert found is not None
            assert all(0 < chance <= 1 for chance in found.places.values())
            kinds: dict[str, float] = {}
            for said in found.statements:
                assert 0 <= said.chance <= 1
                if said.key.rsplit(".", 1)[1] in ("main", "decoy", "gardening", "mosquito"):
                    hex_ = str(said.facts["hex"])
                    kinds[hex_] = kinds.get(hex_, 0.0) + said.chance
            assert all(total == pytest.approx(1, abs=0.02) for total in kinds.values())
            cards = [said.chance for said in found.statements if said.key.endswith("card")]
            assert min(cards, default=1) > 0
            assert cards or not night.hands[1 - GAME.seats.index(seat)]


def plans(scenario: str, number: int) -> Iterator[tuple[Layout, RaidPlan]]:
    """Raids of random legal plans."""
    layout = GAME.start(GAME.load_pack(None), scenario, {}, KeyedDice(key_of("plans"))).layout
    for seed in range(number):
        rng = QuickRng(seed)
        chits = [pick(layout.cups[cup], rng) for cup in layout.rules.targets]
        cities = tuple(layout.chits[chit].city for chit in chits)
        if NO_CITY not in cities:
            yield from ((layout, raid) for raid in sample(layout, cities, 0, rng))


@pytest.mark.parametrize("scenario", ["berlin", "downfall"])
def test_a_flight_is_where_the_rules_say_turn_by_turn(scenario: str) -> None:
    kinds = set()
    for layout, raid in plans(scenario, 12):
        flight, at = Flight(layout, raid), ends(raid)
        kinds.add(raid.kind)
        tail = layout.stream if raid.kind <= DECOY else 0
        while at[-1] - tail < len(raid.path):
            at.append(at[-1] + 2)
        assert flight.home == raid.entry + len(at) - 1
        assert [flight.step(raid.entry + move) for move in range(len(at))] == at
        assert (flight.step(raid.entry - 1), flight.step(flight.home + 3)) == (-1, at[-1])
    assert kinds >= {MAIN, GARDENING, MOSQUITO}


def test_as_many_tracks_end_as_raids_were_said_to_have_left() -> None:
    """Two raids are seen, then two others far ahead or near: none has left, so the same two go on."""
    layout = next(plans("berlin", 12))[0]
    start = TurnEvidence(raids=(BY_NAME["E6"], BY_NAME["E4"]), complete=True)
    later = TurnEvidence(raids=(BY_NAME["D6"], BY_NAME["G3"]), complete=True)
    seen = Evidence([TurnEvidence(), start, TurnEvidence(), later], now=3)

    def joined() -> list[int]:
        best = joinings(layout, seen, lambda track: 1.0 if len(track.points) < 2 else 7.0)[0]
        return sorted(track.gone for track in best.tracks)

    assert joined() == [0, 0]
    later.left = 2
    assert joined() == [0, 0, 3, 3]


def test_how_a_raid_comes_home_tells_what_it_was() -> None:
    events = [
        ("turn", "", 3, (1,)),
        ("harm_told", "7.6b", 3, (2, 1)),
        ("raid_home", "7.2.4b", 3, (-1,)),
        ("raid_home", "7.2.4b 7.6c", 3, (-1,)),
        ("raid_home", "7.2.4b 7.6c", 3, (MOSQUITO,)),
    ]
    layout = next(plans("berlin", 12))[0]
    assert evidence_from(layout, events, 1).turns[1].home == (STREAM, GARDENING, MOSQUITO)


def test_nothing_is_worked_out_twice_from_the_same_reports() -> None:
    """What was told up to a turn is equal to what was told then, whatever has been heard since."""
    first = Evidence([TurnEvidence(), TurnEvidence(raids=(BY_NAME["E6"],), complete=True)], now=1)
    more = Evidence([*first.turns, TurnEvidence(drops=(City(3),))], {(2, City(3)): MAIN}, now=2)
    assert more.known().until(1).key[1:] == first.known().key[1:] and more.known().until(1) != more.known()
    again = Evidence([TurnEvidence(), TurnEvidence(raids=(BY_NAME["E6"],), complete=True), more.turns[2]], now=2)
    again.kinds = {(2, City(3)): MAIN}
    assert again.known() == more.known() and hash(again.known()) == hash(more.known())
    again.kinds = {(2, City(3)): MOSQUITO}
    assert again.known() != more.known()


def test_beliefs_come_true_more_often_than_the_plotting_table() -> None:
    """A few nights are enough to see it: the table's log loss a turn is far above that of the belief."""
    belief, table, targets = Calibration(), Calibration(), Calibration()
    for seed in ("train/berlin/0", "train/berlin/1"):
        for said, there, _ in watch("berlin", seed):
            belief.look(said["belief"], there)
            table.look(said["table"], there)
        belief.game_over()
        table.game_over()
        for said, there, _ in watch_targets("berlin", seed):
            targets.look(said["belief"], there)
    assert belief.loss[0] < table.loss[0] - 0.5
    assert belief.error < 0.2 and targets.error < 0.1


def test_a_raid_is_as_likely_to_be_somewhere_and_less_surely_on_its_likeliest_flight() -> None:
    """The flights behind a track are held against each other with less trust than their weights say."""
    looked = 0
    for _, view in turns("berlin", "train/berlin/0"):
        picture = belief_of.picture_for(view)
        parts = belief_of._parts(picture)
        for last in parts:
            plain = [share for track, _, share in picture.shares if track.points[-1] == last]
            flatter = [share**belief_of.TRUST * parts[last] for share in plain]
            assert sum(flatter) == pytest.approx(sum(plain))
            if max(plain) > 2 * min(plain) > 0:
                looked += 1
                assert max(flatter) < max(plain) and min(flatter) > min(plain)
    assert looked


def test_who_bombed_is_left_aside_before_anything_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """To know which box shows no waypoints is more than a night needs in order to look the same [9.8.3b]."""
    tried: list[tuple[bool, bool]] = []

    class Nothing:
        def __init__(self, *about: Any) -> None:
            *_, now, forgetful, _ = about
            tried.append((now.turned is not None, forgetful))

        def worlds(self, rng: QuickRng) -> Iterator[Any]:
            return iter(())

        def anything(self, rng: QuickRng) -> str:
            return "anything"

    monkeypatch.setattr(belief_of, "_drawing", Nothing)
    _, view = next(iter(turns("berlin", "left aside")))
    assert list(belief_of.worlds_for(view, QuickRng(1))) == ["anything"]
    assert tried == [(True, False), (False, False), (True, False), (True, True)]


def test_no_garbage_is_collected_while_a_belief_is_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Among so many small tuples that took a third of its time."""
    collected: list[bool] = []

    def picture_of(*args: Any) -> Any:
        collected.append(gc.isenabled())
        return genuine(*args)

    genuine = worlds.picture_of
    monkeypatch.setattr(belief_of, "picture_of", picture_of)
    _, view = next(iter(turns("berlin", "uncollected")))
    belief_of._picture.cache_clear()
    belief_of.picture_for(view)
    assert collected == [False] and gc.isenabled()


def test_where_sightings_do_not_tell_a_raid_is_rather_a_main_force_than_mosquitos() -> None:
    """As many flights of each were thought of; planners send out fewer Mosquitos than they might."""
    kinds = belief_of._weighed({MAIN: {1: 0.2, 2: 0.3}, MOSQUITO: {1: 0.5}})
    assert kinds[MAIN] > 0.8 and sum(kinds.values()) == pytest.approx(1.0)
    for _, view in turns("berlin", "train/berlin/0"):
        for chances in belief_of.kinds_of(belief_of.picture_for(view)).values():
            assert sum(chances.values()) == pytest.approx(1.0)
            assert min(chances.values()) >= belief_of.ANY_KIND / 4, "no kind is ruled out"


def test_no_city_is_ruled_out_as_a_target_however_sure_one_is() -> None:
    sure = 0
    for _, view in turns("berlin", "train/berlin/0"):
        picture = belief_of.picture_for(view)
        for cities in belief_of.targets_of(picture).values():
            assert sum(cities.values()) == pytest.approx(1.0)
            goals = {goal for kind in (MAIN, MOSQUITO) for goal in goals_of(picture.layout, kind).goals}
            assert all(cities[City(goal)] > 0 for goal in goals)
            sure += max(cities.values()) > belief_of.SURE
    assert sure
