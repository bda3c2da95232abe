"""The expert flies and searches by the belief; where he has only eyes, he plans for many turns at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from viermot.games.nightfighter import GAME
from viermot.games.nightfighter.bots import sweeping
from viermot.games.nightfighter.bots.believing import believed
from viermot.games.nightfighter.bots.chase import ends_by_hex
from viermot.games.nightfighter.bots.expert import ExpertPlayer
from viermot.games.nightfighter.bots.player import StandardPlayer
from viermot.games.nightfighter.bots.plot import Plot, disc
from viermot.games.nightfighter.bots.plotting import PlottingTable
from viermot.games.nightfighter.bots.sweeping import Sweep, Tracks, by_eyes_alone, kills
from viermot.games.nightfighter.knowledge.belief import reader_of
from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.games.nightfighter.model.board import HEXES, LAST_ROW, ROW
from viermot.games.nightfighter.model.layout import BOMBER
from viermot.games.nightfighter.model.state import Game
from viermot.kernel.agenda import advance
from viermot.kernel.dice import BotRng, KeyedDice, QuickRng, Rng, key_of
from viermot.kernel.playout import play_out
from viermot.kernel.registry import Ask, Bot

Looks = Callable[[NightView, Ask, PlottingTable], None]


class Watched(StandardPlayer):
    """A standard player; somebody looks over his shoulder before each answer."""

    def __init__(self, look: Looks) -> None:
        super().__init__()
        self.look = look

    def choose(self, view: NightView, ask: Ask, rng: Rng) -> int:
        if ask.kind in ("path", "place_search"):
            self.plotting.catch_up(view)
            self.look(view, ask, self.plotting)
        return super().choose(view, ask, rng)


def watch(player: Bot, scenario: str, seed: str) -> Game:
    key = key_of(seed)
    state: Game = GAME.start(GAME.load_pack(None), scenario, {}, KeyedDice(key))
    advance(state)
    players = {"player": player, "umpire": GAME.bots("umpire")["plain"]()}
    play_out(GAME, state, players, {seat: BotRng(key, seat) for seat in players})
    return state


@pytest.mark.parametrize("scenario", ["3", "6", "8", "9"])
def test_the_table_says_what_the_belief_says(scenario: str) -> None:
    seen = Counter[str]()

    def look(view: NightView, ask: Ask, plotting: PlottingTable) -> None:
        table = believed(view, plotting)
        reader = reader_of(view)
        there = [0.0] * 600
        for sky, chance in zip(reader.skies, reader.chances(), strict=True):
            for hex_, p in enumerate(sky.density()):
                there[hex_] += chance * p
        for hex_ in HEXES.all:
            on_table = sum(plot.number * plot.weights.get(hex_, 0.0) for plot in table.plots)
            assert on_table > there[hex_] - 0.05  # the table counts bombers, the belief asks whether anybody is there
            if there[hex_] < 0.05:
                assert on_table == pytest.approx(there[hex_], abs=0.02)
        for plot in table.plots:
            assert sum(plot.weights.values()) + plot.held + plot.gone <= 1 + 1e-6
        seen["looks"] += 1

    watch(Watched(look), scenario, "believed")
    assert seen["looks"] > 5


def test_a_bomber_in_hand_is_not_looked_for_by_radar() -> None:
    """What was told of it while it was sought no longer points at it, once it is found."""
    asked = {"standard": Counter[bool](), "expert": Counter[bool]()}

    def look(view: NightView, ask: Ask, plotting: PlottingTable) -> None:
        held = {contact.hex for contact in view.contacts()}
        if ask.kind == "place_search" and held:
            for name, player in (("standard", StandardPlayer()), ("expert", ExpertPlayer(4))):
                asked[name][player.choose(view, ask, QuickRng(1)) in held] += 1

    for number in range(8):
        watch(Watched(look), "8", f"in hand {number}")
    assert sum(asked["expert"].values()) >= 20
    assert 3 * asked["expert"][True] < asked["standard"][True]


# -- eyes alone ----------------------------------------------------------------------------------------


def first_path(scenario: str) -> tuple[NightView, Ask, PlottingTable]:
    found: list[tuple[NightView, Ask, PlottingTable]] = []

    class Enough(Exception):
        """The first path has been asked for."""

    def look(view: NightView, ask: Ask, plotting: PlottingTable) -> None:
        found.append((view, ask, plotting))
        raise Enough

    with pytest.raises(Enough):
        watch(Watched(look), scenario, "eyes alone")
    return found[0]


def test_only_a_lone_fighter_without_any_radar_goes_by_eyes_alone() -> None:
    assert {s: by_eyes_alone(first_path(s)[0]) for s in ("1", "1B", "2", "5", "7", "8")} == {
        "1": True, "1B": False, "2": False, "5": False, "7": False, "8": False,
    }  # fmt: skip


def test_such_a_hunt_begins_far_up_the_stream() -> None:
    placed = {}
    for scenario in ("1", "1B", "8"):
        log = watch(ExpertPlayer(8), scenario, "placed").log
        placed[scenario] = next((HEXES.name(data[1]), data[2]) for kind, _, _, data in log if kind == "placed")
    assert placed == {"1": ("0908", 0), "1B": ("0914", 0), "8": ("0914", 0)}


def test_every_track_flies_on_until_it_leaves_the_map() -> None:
    view, _, plotting = first_path("1")
    plot = Plot(1, BOMBER, {HEXES.parse("0910"): 0.5, HEXES.at(3, LAST_ROW - 1): 0.25})
    plotting.plots = [plot]
    tracks = Tracks(plotting, view.turn, 3)
    assert tracks.weights == [0.5, 0.25]
    speeds = [plotting.speeds[BOMBER][(view.turn + ahead) & 1][0][0] for ahead in (1, 2)]
    assert [sorted(ROW[h] for h in at) for at in tracks.at] == [
        [10, LAST_ROW - 1], [10 + speeds[0]], [10 + sum(speeds)]
    ]  # fmt: skip


def test_who_is_not_in_yet_has_a_track_from_each_hex_of_entry() -> None:
    view, _, plotting = first_path("1")
    late = Plot(1, BOMBER, {})
    late.held, late.due = 0.8, {view.turn + 1: 2.0, view.turn + 2: 1.0, view.turn + 40: 1.0}
    plotting.plots = [late]
    tracks = Tracks(plotting, view.turn, 4)
    assert not tracks.at[0]
    assert sum(tracks.weights[n] for tracks_there in tracks.at[1].values() for n in tracks_there) == pytest.approx(0.4)
    assert sum(tracks.weights) == pytest.approx(0.6)  # the last of them comes after all that is planned for


def test_a_bomber_in_sight_is_worth_more_than_one_that_must_be_seen_again() -> None:
    tallied, unseen = kills((0.5, 0.3, 0.2), 2, 0.5)
    assert tallied[0] == unseen[0] == 0.0
    assert tallied[1] == pytest.approx(0.2)
    assert tallied[2] == pytest.approx(0.2 + 0.5 * 0.2 + 0.3 * 0.5)
    assert all(seen > not_yet for seen, not_yet in zip(tallied[1:], unseen[1:], strict=True))


def test_he_plans_to_be_where_somebody_can_be_seen() -> None:
    view, ask, plotting = first_path("1")
    hex_, facing = view.fighter(0)
    target = HEXES.line(hex_, facing, 4)[-1]  # where it is when it can be reached; it flies towards the fighter
    plotting.plots = [Plot(1, BOMBER, {target: 1.0})]
    ways = ends_by_hex(hex_, facing, ask.facts["least"], ask.facts["most"], True)
    value, end = Sweep(view, plotting, 0, 4).best(ways)
    assert end is not None
    assert value > 0.0
    assert target in disc(end.hex, 1)
    plotting.plots = []
    assert sweeping.fly(view, ask, plotting, 32) is None  # nothing to plan for


def test_the_budget_of_a_plan_is_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    extended = Counter[int]()
    extend = Sweep._extend

    def counted(self: Sweep, *given: object) -> None:
        extended[self.kept] += 1
        extend(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(Sweep, "_extend", counted)
    view, ask, plotting = first_path("1")
    for budget in (8, 32):
        sweeping.fly(view, ask, plotting, budget)
    turns = sweeping.MAX_TURNS
    assert extended == {1: 1 + (turns - 1), 4: 1 + 4 * (turns - 1)}


class Twinned(ExpertPlayer):
    """An expert who is asked again in a world drawn from what he knows."""

    def __init__(self, kind: str) -> None:
        super().__init__(8)
        self.kind = kind
        self.asked = 0

    def choose(self, view: NightView, ask: Ask, rng: Rng) -> int:
        if ask.kind == self.kind and self.asked < 10:
            self.asked += 1
            world = GAME.resample(view, QuickRng(self.asked))
            answers = [ExpertPlayer(8).choose(v, ask, QuickRng(5)) for v in (view, GAME.perspective(world, "player"))]
            assert answers[0] == answers[1]
        return super().choose(view, ask, rng)


@pytest.mark.parametrize(("scenario", "kind"), [("1", "path"), ("8", "place_search"), ("9", "path")])
def test_he_answers_alike_in_all_worlds_he_cannot_tell_apart(scenario: str, kind: str) -> None:
    player = Twinned(kind)
    watch(player, scenario, "alike")
    assert player.asked >= 5


class Searching(ExpertPlayer):
    """An expert who notes what each search was to find out."""

    def __init__(self) -> None:
        super().__init__(4)
        self.asked: dict[int, list[object]] = {}

    def choose(self, view: NightView, ask: Ask, rng: Rng) -> int:
        code = super().choose(view, ask, rng)
        if ask.kind == "place_search":
            self.asked.setdefault(view.turn, []).append(self.asked_about[1])
        return code


def test_all_counters_of_a_turn_ask_about_the_same_bomber() -> None:
    player = Searching()
    watch(player, "4", "together")
    turns = [about for about in player.asked.values() if len(about) > 1]
    assert len(turns) >= 5
    assert all(later is about[0] for about in turns for later in about)
    assert len({id(about[0]) for about in turns}) == len(turns)
