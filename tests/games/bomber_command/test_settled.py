"""What is answered for a player who wants to be asked only what matters: when, how, and how often he is still asked."""

from __future__ import annotations

import pytest

from tests.games.bomber_command.rules.test_09_combat import CLEAR, DOWNFALL, LINE, PATROL
from tests.games.bomber_command.rules.test_10_bombing import bombing, burning, put
from tests.games.bomber_command.support import go, inner, new_session, night, pass_to, to_patrol, unit
from tools.paired import differences
from tools.questions import count, mean
from viermot import Session
from viermot.games.bomber_command.model.board import BRITISH, GERMAN, LETTERS, OFF, SEATS
from viermot.games.bomber_command.model.ids import NO_CITY, City, Raid, Unit
from viermot.games.bomber_command.model.notation import THING, is_card, play_code, unit_option
from viermot.games.bomber_command.model.records import Attack
from viermot.games.bomber_command.rules.cards.cards import Moment, Naming, play
from viermot.games.bomber_command.rules.cards.windows import (
    W_AFTER,
    W_DETECT,
    W_FIGHTERS,
    W_GCI,
    W_HOME,
    W_INFILTRATION,
    W_LANDING,
    W_MOVED,
    W_RAIDS,
    W_RECOVERY,
    W_SCRAMBLED,
    W_TAKE_OFF,
    W_TAME,
    W_TAME_PHASE,
)
from viermot.games.bomber_command.rules.movement.fighters import deploy
from viermot.games.bomber_command.rules.settled import changes_this, fighters_it_costs, hunts_the_attacker, sure_prey
from viermot.kernel.decision import Decision

MAIN = "A main Hannover 1 D5 J5 K5* K4 D7"


def open_question(s: Session) -> Decision:
    (decision,) = s.pending
    return decision


def settled(s: Session) -> str | None:
    decision = open_question(s)
    code = decision.settled_code
    return None if code is None else decision.notation_of(code)


@pytest.mark.usefixtures("every_window")
def test_an_order_home_alone_is_not_asked_for() -> None:
    text = night(units={"I./NJG3": unit("K5")}, turn=4, phase=2)
    s = pass_to(new_session(text), "fighters_move", "german")
    assert list(open_question(s).options) == ["pass", "return"] and settled(s) == "pass"


def test_a_card_that_does_something_here_is_asked_for() -> None:
    text = night(plan=MAIN, turn=2, phase=5, hands={"british": ["TINSEL"]}, units={"I./NJG3": unit("K5")})
    game = inner(new_session(text))
    assert play.settled(game, Moment(BRITISH, W_GCI, Unit(0), game.raid_with(0))) is None


@pytest.mark.usefixtures("every_window")
def test_a_hunters_card_is_asked_for_only_before_an_attack_it_can_prevent() -> None:
    text = night(plan=MAIN, turn=2, phase=4, hands={"british": ["SERRATE"]}, units={"I./NJG3": unit("K5")})
    s = pass_to(new_session(text), "raids_move", "british")
    assert any(option.startswith("SERRATE") for option in open_question(s).options) and settled(s) == "pass"


def test_with_a_bomb_for_each_area_that_scores_the_player_is_not_asked_which() -> None:
    s = bombing(dice={"marking": [1, 6], "drift": [1]})
    go(s, "place_bomb", choose_aimpoint="e3", choose_mix="8 HE")
    s.decide(0)  # into the fields
    facts, free = open_question(s).facts, open_question(s).options
    assert (facts["left"], len(free), settled(s)) == (6, 11, "c3"), "six of the eleven score"


def test_a_unit_comes_out_of_a_raid_far_from_its_field() -> None:
    s = go(new_session(night(units={"III./NJG3": unit("E", returning=True)}, turn=4)), "put_out")
    assert list(open_question(s).options) == ["I5", "H5", "G5"]
    assert settled(s) == "G5" and open_question(s).default == "I5", "it lands in K4"


# -- cards -----------------------------------------------------------------------------------------------------------

MIXED = "A main Hannover 1 D5 J5 K5* K4 D7; B mosquito Essen 1 D6 I7* D9"


def asks_about(card: str, which: int, raid: str = "A", subject: int = 0, **more: object) -> bool:
    """Is the holder of a card asked about it in that window, for an attack of a unit on that raid?"""
    seat, _, title = card.partition(" ")
    game = inner(new_session(night(plan=MIXED, turn=3, phase=4, hands={seat: [title]}, **more)))
    moment = Moment(SEATS.index(seat), which, subject, game.raid_with(LETTERS.index(raid)))
    return any(changes_this(game, moment, code) for code in play.options(game, moment) if is_card(code))


@pytest.mark.parametrize(
    ("card", "which", "raid", "asked"),
    [
        ("british TINSEL", W_GCI, "A", True),
        ("british TINSEL", W_GCI, "B", False),  # not for Mosquitos
        ("german SN-2", W_INFILTRATION, "B", True),  # the German cannot know
        ("british WINDOW", W_DETECT, "A", False),  # it may wait for an infiltration
        ("british WINDOW", W_INFILTRATION, "A", True),
        ("british DARTBOARD", W_DETECT, "A", True),  # it takes off one only
        ("british SERRATE", W_TAME, "A", True),
        ("british SERRATE", W_TAME, "B", False),
        ("british SERRATE", W_GCI, "A", False),  # the unit is at full strength
        ("british SERRATE", W_FIGHTERS, "A", False),
        ("german MOBILE FLAK", W_RAIDS, "A", True),
        ("german MOBILE FLAK", W_TAME_PHASE, "A", False),
        ("german WILD BOAR", W_MOVED, "A", False),  # it can wait until attacks are declared
        ("british WEATHER", W_SCRAMBLED, "A", False),
    ],
)
def test_which_cards_a_player_is_asked_about(card: str, which: int, raid: str, asked: bool) -> None:
    units = {"I./NJG3": unit("K5"), "I./NJG1": unit("H7", "Kurfürst")}
    assert asks_about(card, which, raid, subject=number_of("I./NJG3"), units=units) is asked


def test_with_no_stream_on_the_map_there_is_nothing_to_hide() -> None:
    text = night(plan="A main Hannover 9 D5 J5 K5* K4 D7", turn=3, phase=5, hands={"british": ["DARTBOARD"]})
    game = inner(new_session(text))
    moment = Moment(BRITISH, W_DETECT, -1, Raid(-1))
    cards = [code for code in play.options(game, moment) if is_card(code)]
    assert cards and not any(changes_this(game, moment, code) for code in cards)


def test_no_card_that_helps_an_attack_is_asked_about_against_admitted_mosquitos() -> None:
    """They get away five times in six; who hunts them is still asked."""
    text = night(plan=MIXED, turn=3, phase=4, hands={"german": ["EXPERTE"]}, units={"I./NJG3": unit("K5")})
    game, attacker = inner(new_session(text)), Unit(number_of("I./NJG3"))
    for letter, asked in (("A", True), ("B", False)):
        raid = game.raid_with(LETTERS.index(letter))
        game.attack = Attack(0, attacker, raid, OFF, NO_CITY, 0, 0, 2)
        moment = Moment(GERMAN, W_GCI, attacker, raid)
        codes = [code for code in play.options(game, moment) if is_card(code)]
        assert codes and any(changes_this(game, moment, code) for code in codes) is asked


def test_whoever_could_draw_nothing_is_asked_what_to_discard() -> None:
    full = ["WINDOW", "TINSEL", "MANDREL", "SERRATE", "CORKSCREW"]
    for hand, asked in ((full, True), (full[1:], False)):
        s = go(new_session(night(turn=3, phase=10, hands={"british": hand})), "draw_british")
        by_seat = {decision.seat: decision.settled_code for decision in s.pending}
        assert (by_seat["british"] is None) is asked


def number_of(name: str) -> int:
    return [row.name for row in inner(new_session(night())).layout.units].index(name)


def test_a_hunters_card_can_send_home_a_depleted_unit_and_is_played_on_it() -> None:
    units = {"I./NJG3": unit("K5", depleted=True), "I./NJG1": unit("H7")}
    subject = number_of("I./NJG3")
    assert asks_about("british SERRATE", W_GCI, "A", subject=subject, units=units)
    assert not asks_about("british SERRATE", W_GCI, "B", subject=subject, units=units)
    assert not asks_about("british SERRATE", W_GCI, "A", subject=-1, units=units)
    game = inner(new_session(night(plan=MIXED, turn=3, phase=4, hands={"british": ["SERRATE"]}, units=units)))
    serrate = game.layout.card_named(BRITISH, "SERRATE")
    for which, wanted in ((W_GCI, unit_option(Unit(subject))), (W_TAME, unit_option(Unit(subject))), (W_RAIDS, None)):
        card = Naming(BRITISH, serrate, 0, which, subject, game.raid_with(0))
        assert hunts_the_attacker(game, card) == wanted


@pytest.mark.parametrize(
    ("weather", "which", "asked"),
    [
        ("Clear", W_HOME, False),  # it could hardly be better
        ("Fog", W_HOME, True),
        ("Heavy Cloud", W_HOME, True),
        ("Cloud", W_HOME, False),
        ("Fog", W_RECOVERY, False),  # nobody has to land yet
    ],
)
def test_the_british_change_bad_weather_only(weather: str, which: int, asked: bool) -> None:
    units = {"I./NJG3": unit("K5", fuel=2)}
    assert asks_about("british WEATHER", which, units=units, weather=weather) is asked


@pytest.mark.parametrize(("fuel", "stage", "asked"), [(2, 0, False), (1, 0, True), (2, 1, True)])
def test_the_german_is_asked_about_landing_weather_when_units_must_land(fuel: int, stage: int, asked: bool) -> None:
    units = {"I./NJG3": unit("K5", fuel=fuel)}
    assert asks_about("german WEATHER", W_RECOVERY, units=units, end_stage=stage) is asked


@pytest.mark.parametrize(
    ("card", "which", "weather", "asked"),
    [
        ("british INTRUDERS", W_LANDING, "Clear", False),  # a third of a fighter
        ("british INTRUDERS", W_LANDING, "Haze", False),
        ("british INTRUDERS", W_LANDING, "Fog", True),
        ("british ACCIDENT", W_LANDING, "Clear", False),
        ("british ACCIDENT", W_LANDING, "Heavy Cloud", True),
        ("british ACCIDENT", W_TAKE_OFF, "Clear", False),
        ("british ACCIDENT", W_TAKE_OFF, "Haze", True),
    ],
)
def test_the_british_spoil_only_what_the_weather_makes_dangerous(
    card: str, which: int, weather: str, asked: bool
) -> None:
    units = {"I./NJG3": unit("K5")}
    assert asks_about(card, which, subject=number_of("I./NJG3"), units=units, weather=weather) is asked


def test_a_worse_roll_costs_as_many_fighters_as_the_charts_say() -> None:
    """ACCIDENT on a landing in fog: 151 fighters in 36 landings instead of 71, summed by hand from the chart."""
    units = {"I./NJG3": unit("K5")}
    game = inner(new_session(night(plan=MIXED, turn=3, phase=4, units=units, weather="Fog")))
    moment = Moment(BRITISH, W_LANDING, number_of("I./NJG3"), -1)
    assert fighters_it_costs(game, moment, 3) == pytest.approx(80 / 36)
    assert fighters_it_costs(game, moment, 0) == 0


@pytest.mark.parametrize(("losses", "asked"), [(1, False), (2, True)])
def test_corkscrew_is_asked_about_where_it_saves_as_many_bombers_as_it_can(losses: int, asked: bool) -> None:
    game = inner(new_session(night(units=LINE, turn=3, phase=4, hands={"british": ["CORKSCREW"]})))
    game.attack = Attack(0, Unit(0), Raid(0), 0, City(0), 0, 0, 3, losses)
    corkscrew = play_code(BRITISH, game.layout.card_named(BRITISH, "CORKSCREW"), 0)
    assert changes_this(game, Moment(BRITISH, W_AFTER, 0, Raid(0)), corkscrew) is asked


# -- one question after another -----------------------------------------------------------------------------------


def test_before_the_first_turn_zones_are_taken_as_listed_and_the_weakest_patrol_stays() -> None:
    assert settled(go(new_session(scenario="berlin"), "weather_order")) == "England 1.JD 2.JD 3.JD 4.JD 7.JD"
    assert settled(go(new_session(scenario="downfall"), "leave_patrol")) == "2"


def test_hands_are_filled_up_and_nobody_ends_the_night_by_habit() -> None:
    german = ["NAXOS", "CREEPBACK", "EXPERTE", "MOBILE FLAK"]
    text = night(turn=3, phase=10, hands={"british": ["WINDOW", "TINSEL"], "german": german})
    s = go(new_session(text), "draw_british")
    by_seat = {d.seat: d.notation_of(d.settled_code) for d in s.pending if d.settled_code is not None}
    assert by_seat == {"british": "nothing; draw 3", "german": "nothing; draw 1"}
    text = night(units={"I./NJG1": unit("K8")}, turn=12, phase=2, end_stage=1)
    s = go(new_session(text), "end_british")
    assert {d.kind: d.notation_of(d.settled_code) for d in s.pending if d.settled_code is not None} == {
        "end_british": "no", "end_german": "no",
    }  # fmt: skip


def test_a_single_attack_is_made_and_several_are_made_as_listed() -> None:
    assert settled(go(new_session(night(units=LINE, turn=3, phase=4)), "next_combat")) == "H5"
    two = {**LINE, "I./NJG3": unit("I5", gci=True)}
    s = go(new_session(night(units=two, turn=3, phase=4)), "next_combat")
    assert settled(s) == "in order"
    s.decide("H5")
    assert settled(go(s, "intercept")) == "III./NJG2"


def test_flak_damage_is_spent_while_it_can_be() -> None:
    s = new_session(night(units=LINE, turn=3, phase=4, raids={"E": {"damage": 2}}))
    assert settled(go(s, "spend_damage", intercept="III./NJG2")) == "yes"


def test_the_strongest_inside_a_stream_attacks_first_under_the_worst_weather() -> None:
    units = {"I./NJG1": unit("E", depleted=True), "I./NJG3": unit("E")}
    s = go(new_session(night(units=units, turn=3, phase=6)), "tame_boar")
    assert settled(s) == "I./NJG3"
    s.decide("none")
    units = {"I./NJG1": unit("E"), "I./NJG3": unit("E", depleted=True)}
    assert settled(go(new_session(night(units=units, turn=3, phase=6)), "tame_boar")) == "I./NJG1"
    for weather, worst in (({"2.JD": "Cloud", "3.JD": "Clear"}, "I5"), ({"2.JD": "Clear", "3.JD": "Cloud"}, "H5")):
        text = night(units={"I./NJG1": unit("E")}, turn=3, phase=6, weather=weather)
        assert settled(go(new_session(text), "pick_weather", tame_boar=0)) == worst


@pytest.mark.parametrize(("fuel", "answer"), [(2, "no"), (1, None)])
def test_a_unit_stays_in_the_stream_while_it_has_fuel_for_another_turn(fuel: int, answer: str | None) -> None:
    s = go(new_session(night(units={"III./NJG3": unit("E", fuel=fuel)}, turn=4)), "leave_raid")
    assert settled(s) == answer


@pytest.mark.parametrize(("fuel", "answer"), [(2, "I./NJG2"), (1, None)])
def test_whoever_waits_for_a_stream_tries_to_infiltrate_it_with_fuel_to_spare(fuel: int, answer: str | None) -> None:
    units = {"I./NJG2": unit("H5", fuel=fuel), "I./NJG3": unit("J5", "Ludwig")}
    s = go(new_session(night(units=units, turn=3, phase=5), dice=CLEAR), "infiltrator")
    assert settled(s) == answer


def test_the_strongest_infiltrates_first_and_a_lone_raid_is_left_to_the_player() -> None:
    """The raid's own counter may be anything; those behind it are a stream."""
    units = {"I./NJG2": unit("H5", depleted=True), "III./NJG3": unit("G5"), "I./NJG3": unit("J5", "Ludwig")}
    s = go(new_session(night(units=units, turn=3, phase=5), dice=CLEAR), "infiltrator")
    assert set(open_question(s).options) == {"none", *units} and settled(s) == "III./NJG3"
    game, names = inner(s), [row.name for row in inner(s).layout.units]
    worth_it = {name: len(sure_prey(game, Unit(names.index(name)))) for name in units}
    assert worth_it == {"I./NJG2": 1, "III./NJG3": 1, "I./NJG3": 0}


def test_a_wild_boar_attacks_over_the_city_where_it_waits() -> None:
    s = go(new_session(night(units={"I./JG300": unit("K5")}, turn=4, phase=4)), "wild_boar")
    assert settled(s) == "Hannover"


def test_a_stream_is_kept_together() -> None:
    plan = "A main Hannover/Misburg 1 D5 J5 K5* K4 D7; B main Essen 9 D7 I7* D7"
    s = go(new_session(night("downfall", plan, turn=3, phase=4), dice={"detection": [6, 6, 1, 1]}), "stretch")
    assert settled(s) == "own hex"


def test_a_patrol_hunts_the_strongest_unit_and_only_one_worth_it() -> None:
    assert settled(to_patrol(new_session(PATROL), "I./NJG1", "II./NJG1", "III./NJG6")) == "I./NJG1", "3, 2 and 1 strong"
    assert settled(to_patrol(new_session(PATROL), "II./NJG1", "III./NJG6")) == "II./NJG1"
    assert settled(to_patrol(new_session(PATROL), "III./NJG6")) == "none"


@pytest.mark.parametrize(("pool", "answer"), [((2,), "attack"), ((3,), "airfield")])
def test_a_strong_patrol_shuts_the_airfield_and_a_weak_one_attacks(pool: tuple[int, ...], answer: str) -> None:
    s = to_patrol(new_session(night("downfall", DOWNFALL, phase=3, patrols=pool)), "III./NJG1")
    s.decide("III./NJG1")
    assert open_question(s).kind == "patrol_how" and settled(s) == answer


def test_counters_burn_where_one_fire_at_most_can_be_lit() -> None:
    s = burning()
    put(s, d4=(0, 2))
    assert settled(s) == "d4 0+2"
    put(s, d4=(2, 2))
    assert settled(s) is None, "two fires can be lit in several ways"


@pytest.mark.parametrize(
    ("at", "on", "answer"),
    [("J8", "", "Ida"), ("H7", "", None), ("J8", "Ida", "none"), ("E7", "", "none")],
    ids=["the only beacon", "a GCI marker to be had", "stacked already", "nothing there"],
)
def test_a_unit_stacks_where_there_is_only_one_box(at: str, on: str, answer: str | None) -> None:
    s = new_session(night(units={"I./NJG1": unit(at, on), "I./NJG3": unit("J5")}, phase=7))
    game = inner(s)
    number = Unit([row.name for row in game.layout.units].index("I./NJG1"))
    code = deploy.settled(game, number)
    assert (None if code is None else THING.write(game, code)) == answer
    assert THING.write(game, deploy.suggested(game, number) or 0) == (answer or "none")


def test_units_land_near_their_field_with_the_last_of_their_fuel_and_at_home() -> None:
    units = {"I./NJG1": unit("H7", fuel=1), "I./NJG3": unit("K5", fuel=4)}
    assert settled(go(new_session(night(units=units, phase=8)), "recover")) == "I./NJG1"
    units["I./NJG1"] = unit("H7", fuel=2)
    assert settled(go(new_session(night(units=units, phase=8)), "recover")) == "none"
    s = go(new_session(night(units={"I./NJG1": unit("H7", fuel=0)}, phase=8)), "recover_where")
    assert settled(s) == "home"


def test_on_the_sheet_a_unit_stays_where_it_is() -> None:
    s = go(new_session(night(units={"I./NJG1": unit("H7")}, turn=3, phase=2)), "move")
    assert open_question(s).default == "H7"
    s = go(new_session(night(phase=3)), "fly_off", scramble="I./JG300")
    assert open_question(s).default == "J8", "over its field"


# -- altogether ------------------------------------------------------------------------------------------------------


def test_people_are_asked_no_more_often_than_this() -> None:
    """The figures of more nights are in decision 18; these twenty: 38.6 and 126.1, and about 45 in Downfall."""
    nights = count("bomber_command", "berlin", 20)
    assert mean(nights, "british") <= 40 and mean(nights, "german") <= 128
    assert mean(count("bomber_command", "downfall", 30), "british") <= 47


def test_nothing_is_taken_away_by_not_asking() -> None:
    """A sample of the 400 pairs a seat of decision 18: nobody is weaker for being asked only what matters."""
    for seat, sign in (("british", 1), ("german", -1)):
        found = differences("bomber_command", "berlin", seat, 4, "vp.net")
        assert sign * sum(found) / len(found) > -6, f"{seat}: {found}"
