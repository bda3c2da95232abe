"""What the player may believe, against every way counted out by hand, and what worlds are drawn from it."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Any

import pytest

from viermot.games.nightfighter.knowledge.belief import DOUBT, DOUBT_APART, density, doubt_of, reader_of
from viermot.games.nightfighter.knowledge.reading import Reader
from viermot.games.nightfighter.knowledge.sky import HABITS, NEAR_ENTRY, Sky
from viermot.games.nightfighter.knowledge.states import sly_sweep_fits
from viermot.games.nightfighter.knowledge.teaching import what_it_teaches
from viermot.games.nightfighter.knowledge.world import draw_world
from viermot.games.nightfighter.model.board import COLUMN, DISTANCE, HEXES, SIZE, S
from viermot.games.nightfighter.model.layout import entry_hex
from viermot.games.nightfighter.rules.radar import CONTACT, NOTHING, pointing
from viermot.kernel import registry
from viermot.kernel.agenda import advance, apply, options_of, seats_asked
from viermot.kernel.dice import KeyedDice, QuickRng, key_of
from viermot.kernel.playout import OpenQuestion

GAME = registry.game("nightfighter")
PACK = GAME.load_pack(None)
NOT_IN = -1  # held back beside the map


def played_to(
    scenario: str, seed: str, turn: int, kind: str, umpire: str = "standard", player: str = "standard", **options: bool
) -> Any:
    """A game played to the first question of that kind from a turn on; None if it does not come to that."""
    state: Any = GAME.start(PACK, scenario, options, KeyedDice(key_of(seed)))
    advance(state)
    players = [GAME.bots("player")[player](), GAME.bots("umpire")[umpire]()]
    chance = QuickRng(seed)
    while state.asked is not None:
        number, task = seats_asked(state)[0]
        if state.turn >= turn and task[0].word == kind:
            return state
        ask = OpenQuestion().put(state, task, options_of(state, task))
        apply(state, players[number].choose(GAME.perspective(state, GAME.seats[number]), ask, chance))
    return None


# -- by hand: scenario 2, the first bomber alone, nobody found yet -------------------------------------------------


def by_hand(state: Any) -> dict[int, float]:
    """Where the only bomber that may be on the map is, counted out from what the player was told [8.1, 8.2.1, 13.1]."""
    layout, told = state.layout, GAME.perspective(state, "player").raw_events()
    weights: dict[int, float] = {}
    for habit in HABITS:
        for side in (0, 1):
            for chit in layout.chits:
                column = chit[side][0]
                for path, chance in ways_in(layout, column, habit, told, state.turn):
                    likely = habit.share / 2 / len(layout.chits) * chance * fits(layout, path, habit, told)
                    weights[path[state.turn]] = weights.get(path[state.turn], 0.0) + likely
    total = sum(weights.values())
    return {hex_: w / total for hex_, w in weights.items() if w}


def ways_in(layout: Any, column: int, habit: Any, told: Any, last: int) -> list[tuple[dict[int, int], float]]:
    """Every delay and every MP of entry down this column: the hex in each turn, and how likely that is."""
    mp = layout.groups[0].mp
    found = []
    still = 1.0  # the chance that it has not come in yet
    for entry in range(1, last + 2):
        near = any(DISTANCE[entry_hex(column)][hex_] <= NEAR_ENTRY for hex_ in fighters_before(told, entry))
        holds = 0.0 if entry == 3 else habit.holds_near if near else habit.holds
        if entry > last or entry > 3:
            found.append((dict.fromkeys(range(1, last + 1), NOT_IN), still))
            break
        for steps in range(1, mp[entry & 1] + 1):
            row, path = steps, dict.fromkeys(range(1, entry), NOT_IN)
            for turn in range(entry, last + 1):
                row += mp[turn & 1] if turn > entry else 0
                path[turn] = HEXES.at(column, row)
            found.append((path, still * (1 - holds) / mp[entry & 1]))
        still *= holds
    return found


def fighters_before(told: Any, turn: int) -> list[int]:
    """Where the fighter was when bombers came in that turn."""
    places: dict[int, int] = {}
    for kind, _, _, data in told:
        if kind == "turn" and data[0] == turn + 1:
            break
        if kind in ("placed", "moved") and not (kind == "moved" and moves_in(told, turn, data)):
            places[data[0]] = data[1]
    return list(places.values())


def moves_in(told: Any, turn: int, moved: Any) -> bool:
    """Was that move made in this turn, and so after bombers came in?"""
    now = 0
    for kind, _, _, data in told:
        now = data[0] if kind == "turn" else now
        if kind == "moved" and data is moved:
            return now >= turn
    return False


def fits(layout: Any, path: dict[int, int], habit: Any, told: Any) -> float:
    """How likely all the umpire's answers are if it flew that way, its tally number being anything."""
    likely, turn, out, fighter = 1.0, 0, 0, 0
    search: dict[int, int] = {}
    dice: tuple[int, ...] = ()
    for kind, _, _, data in told:
        here = path.get(turn, NOT_IN)
        if kind == "turn":
            turn = data[0]
        elif kind in ("placed", "moved"):
            fighter = data[1]
        elif kind == "search":
            radar, hex_, result = data
            search[radar] = hex_
            inside = here != NOT_IN and DISTANCE[hex_][here] <= layout.radars[radar].value
            likely *= inside == (result == CONTACT)
            assert result in (CONTACT, NOTHING)
        elif kind == "sweep":
            likely *= sweep_chance(search[data[0]], data[1], here, habit)
        elif kind == "roll" and data[0] == "tally":
            dice = data[1]
        elif kind == "tally_nothing" and here != NOT_IN:
            state_sight = layout.sight[GOOD_SIGHT[0]]
            if DISTANCE[fighter][here] <= state_sight:
                called = {die for die in dice if not out >> die & 1}
                likely *= 1 - len(called) / (6 - out.bit_count())
                out |= sum(1 << die for die in called)
    return likely


GOOD_SIGHT = [0]  # the visibility of the game at hand


def sweep_chance(search: int, sweep: int, here: int, habit: Any) -> float:
    if here == NOT_IN:
        return 1 / 6
    ways = pointing(search, here)
    return sly_sweep_fits(search, sweep)[here] if habit.sly else (sweep in ways) / len(ways)


def lone_games(count: int, turn: int = 3) -> list[Any]:
    """Games of scenario 2 in their first turns in which nobody has been found: only the first bomber can be in."""
    found = []
    for number in range(60):
        player = ("standard", "random")[number % 2]  # who may be anywhere, also where bombers come in
        state = played_to("2", f"by hand {number}", turn, "general_tally", player=player)
        if state is not None and state.turn == turn and not state.handles:
            found.append(state)
        if len(found) == count:
            return found
    raise AssertionError("too few games without a contact")


def test_the_belief_is_what_counting_by_hand_gives() -> None:
    for state in (*lone_games(6), *lone_games(3, turn=2)):
        GOOD_SIGHT[0] = state.visibility
        expected = by_hand(state)
        for rows in (0, 10**6):  # each by itself, and all together: with one bomber it is the same
            reader = Reader(max_rows=rows)
            reader.catch_up(GAME.perspective(state, "player"))
            found = density(reader)
            even = DOUBT * sum(p for h, p in expected.items() if h != NOT_IN) / SIZE
            for hex_ in range(SIZE):
                assert found[hex_] == pytest.approx(expected.get(hex_, 0.0) * (1 - DOUBT) + even, abs=1e-9)


@pytest.mark.parametrize("apart", [False, True], ids=["all together", "each by itself"])
def test_worlds_come_as_often_as_they_are_likely(apart: bool) -> None:
    """Pearson's chi-square over 800 worlds, where the bomber is; the seeds are fixed."""
    for state in (*lone_games(2), *lone_games(2, turn=2)):  # in the second turn it may still be held back
        GOOD_SIGHT[0] = state.visibility
        expected = by_hand(state)
        view, chance = GAME.perspective(state, "player"), QuickRng("chi-square")
        if apart:
            reader = Reader(max_rows=0)
            reader.catch_up(view)
            drawn = Counter(max(draw_world(reader, chance).bogeys[0].hex, NOT_IN) for _ in range(800))
        else:
            drawn = Counter(max(GAME.resample(view, chance).a_hex[0], NOT_IN) for _ in range(800))
        assert set(drawn) <= set(expected)
        common = [place for place, p in expected.items() if p * 800 >= 5]
        rest = 800 * (1 - sum(expected[place] for place in common))
        square = sum((drawn[place] - 800 * expected[place]) ** 2 / (800 * expected[place]) for place in common)
        if rest > 1:
            square += (800 - sum(drawn[place] for place in common) - rest) ** 2 / rest
        freedom = max(1, len(common) - (rest <= 1))
        assert square < freedom + 3.3 * sqrt(2 * freedom) + 4, f"{square:.1f} at {freedom} degrees of freedom"


def test_a_cunning_umpire_waits_while_a_fighter_is_near() -> None:
    layout = played_to("2", "waiting", 1, "path").layout
    near, far = [(HEXES.at(9, 4), S)], [(HEXES.at(9, 20), S)]
    for fighters, held in ((near, 0.7), (far, 0.5)):
        sky = Sky(layout, 0, HABITS[1])
        sky.enter(1, fighters)
        slot = sky.slots[0]
        assert slot.held[9] / (slot.held[9] + sum(w for k, w in slot.weights.items() if COLUMN[k & 511] == 9)) == (
            pytest.approx(held)
        )


def test_a_number_called_in_vain_is_ruled_out_once() -> None:
    sky = Sky(played_to("2", "numbers", 1, "path").layout, 0, HABITS[0])
    sky.lost(1, [(100, 0.5), (200, 0.5)], S, False)
    called = bytes(0b11 if hex_ == 100 else 0 for hex_ in range(512))
    assert sky.uncalled(called) == pytest.approx(0.5 + 0.5 * 4 / 6)
    again = bytes(0b110 if hex_ == 100 else 0 for hex_ in range(512))
    sky.uncalled(again)
    assert sky.density()[100] == pytest.approx(3 / 6 / (3 / 6 + 1))


def test_those_due_are_reckoned_with_though_nobody_says_when_they_come_in() -> None:
    """Where the umpire's two phases are shown as one [8.1.4b]."""
    state = played_to("6", "unannounced", 3, "path", **{"8.1.4b": True})
    assert sum(density(reader_of(GAME.perspective(state, "player")))) > 5


# -- whatever is played ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["1", "3", "4B", "6", "8", "9", "10"])
def test_nobody_is_where_the_belief_rules_it_out(scenario: str) -> None:
    """No bomber is in a hex that has no more than its part of the evenly spread doubt; the umpire plays at random."""
    surprises = looks = 0
    for number in range(3):
        for turn in (4, 7, 10):
            state = played_to(scenario, f"possible {number}", turn, "general_tally", "random")
            if state is None:
                continue
            reader = reader_of(GAME.perspective(state, "player"))
            chances = density(reader)
            even = doubt_of(reader) * sum(chances) / SIZE
            unseen = [
                a for a in state.on_map if not state.a_handle[a] and state.layout.groups[state.a_group[a]].role < 3
            ]
            looks += len(unseen)
            surprises += sum(chances[state.a_hex[a]] <= even * 1.01 for a in unseen)
            assert all(p > 0 for p in chances) or not unseen
    assert looks
    assert surprises <= looks * 0.03


def test_the_same_belief_however_the_events_are_read() -> None:
    """All at once, or a few at a time: the reading does not depend on when it is asked for."""
    state: Any = GAME.start(PACK, "4B", {}, KeyedDice(key_of("bit by bit")))
    advance(state)
    players = [GAME.bots(seat)["standard"]() for seat in GAME.seats]
    chance, often = QuickRng("bit by bit"), Reader()
    view = GAME.perspective(state, "player")
    while state.asked is not None and state.turn < 9:
        number, task = seats_asked(state)[0]
        often.catch_up(view)
        ask = OpenQuestion().put(state, task, options_of(state, task))
        apply(state, players[number].choose(GAME.perspective(state, GAME.seats[number]), ask, chance))
    often.catch_up(view)
    once = Reader()
    once.catch_up(view)
    assert density(once) == density(often)


def test_what_a_search_would_teach() -> None:
    state = played_to("3", "teaching", 3, "place_search")
    view = GAME.perspective(state, "player")
    found = density(reader_of(view))
    best = max(range(SIZE), key=lambda h: found[h])
    teaching = what_it_teaches(view, 0, best)
    assert sum(lesson.chance for lesson in teaching.lessons) == pytest.approx(1.0, abs=0.02)
    assert {lesson.answer for lesson in teaching.lessons} == {"contact", "nothing"}
    assert teaching.after < teaching.before
    assert density(reader_of(view)) == found, "trying it out must not change what is believed"


def test_who_has_just_corkscrewed_is_the_same_in_every_world() -> None:
    """The player is asked whether he follows: it is the contact he has just lost [17.4.3d]."""
    asked = 0
    for number in range(12):
        state = played_to("4B", f"corkscrew {number}", 1, "follow")
        if state is not None:
            asked += 1
            target = state.asked[1].target
            lost = max(handle for handle, whose in enumerate(state.owners, 1) if whose == target)
            world = GAME.resample(GAME.perspective(state, "player"), QuickRng(number))
            assert world.asked[1].target == world.owners[lost - 1]
    assert asked


def test_no_counter_of_a_world_is_left_to_be_drawn() -> None:
    for scenario in ("4B", "10"):
        state = played_to(scenario, "counters", 5, "path")
        chance = QuickRng(scenario)
        for _ in range(20):
            world = GAME.resample(GAME.perspective(state, "player"), chance)
            left = {group.ids[n] for group, pool in zip(world.layout.groups, world.pools, strict=True) for n in pool}
            assert left.isdisjoint(world.a_id)


def test_several_who_are_reckoned_with_apart_are_believed_in_with_more_doubt() -> None:
    state = played_to("6", "doubt", 6, "general_tally")
    assert state is not None
    apart = Reader(max_rows=0)
    apart.catch_up(GAME.perspective(state, "player"))
    assert all(len(sky.slots) > 1 for sky in apart.skies) and doubt_of(apart) == DOUBT_APART > DOUBT
    chances = density(apart)
    assert min(chances) == pytest.approx(DOUBT_APART * sum(chances) / SIZE, rel=0.01)


def test_one_alone_or_all_counted_out_together_leave_little_doubt() -> None:
    state = played_to("2", "alone", 2, "general_tally")
    assert state is not None
    assert doubt_of(reader_of(GAME.perspective(state, "player"))) == DOUBT
