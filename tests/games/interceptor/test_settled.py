"""What is answered for a pilot who wants to be asked only what matters: when, how, and how often he is still asked."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.interceptor.support import career, new_session, pilot
from tools.questions import count
from viermot.games.interceptor.model.options import BREAK_OFF, DONE, LOOK, Firing, Purchase
from viermot.games.interceptor.model.terms import (
    ADVANTAGED,
    BOMBER_FIRE,
    CLOSE,
    DISADVANTAGED,
    GUNNERS,
    HEAD_ON,
    LONG,
    MEDIUM,
    OWN_ATTACK,
    PORT_WING,
    REFLEXES,
    S_FUEL,
    S_TAIL,
    STARBOARD_WING,
    WINGMAN_DAMAGED,
)
from viermot.games.interceptor.rules import settled
from viermot.games.interceptor.rules.bombers.passes import AGAIN, ANOTHER, BOMBERS, ENOUGH, JUMP, after_pass
from viermot.games.interceptor.rules.career.upgrades import within_reach
from viermot.games.interceptor.rules.chance import KEEP, Drawn
from viermot.games.interceptor.rules.fighters.actions import ATTACK, DISENGAGE
from viermot.games.interceptor.rules.flight import FLY_ON, Contact

NO, YES = 0, 1
NO_ESCORT = -1
BEFORE_THEM = HEAD_ON  # an interception result, any


def sortie(**more: object) -> Any:
    """A pilot in the air among unescorted bombers, unhurt and with all his ammunition."""
    game: Any = new_session(career(pilot(**more), at="bombers", raid=5)).state
    game.pilot.attack.escort = NO_ESCORT
    return game


def hurt(game: Any) -> Any:
    game.pilot.sortie.own_hits[S_TAIL] = 1
    return game


def badly_hurt(game: Any) -> Any:
    game.pilot.sortie.own_hits[S_TAIL] = 2
    return game


def without_rounds(game: Any) -> Any:
    game.pilot.sortie.ammo = [min(0, rounds) for rounds in game.pilot.sortie.ammo]
    return game


def pass_made(scored: int = 1, down: bool = False) -> Any:
    """A pass has ended."""
    game = sortie()
    attack = game.pilot.attack
    attack.scored, attack.first_pass, attack.aim = scored, 0, PORT_WING
    attack.target = -1 if down else 0
    game.announce("defensive_fire", "7.1.6e", 0, 0, ())
    return game


def test_unescorted_bombers_are_what_he_has_come_for() -> None:
    assert settled.goes_for_bombers(sortie()) == BOMBERS
    assert settled.goes_for_the_straggler(sortie()) == YES


def test_with_escorts_about_or_when_hurt_or_without_rounds_it_is_a_choice() -> None:
    escorted = sortie()
    escorted.pilot.attack.escort = 0
    assert settled.goes_for_bombers(escorted) is None
    for game in (hurt(sortie()), without_rounds(sortie())):
        assert settled.goes_for_bombers(game) is None and settled.goes_for_the_straggler(game) is None


def test_out_of_the_sun_he_goes_in_close_unless_he_carries_rockets() -> None:
    game = sortie()
    assert settled.dives_to_medium_range(game) == MEDIUM
    game.pilot.sortie.rockets = 1
    assert settled.dives_to_medium_range(game) is None


def test_another_pass_at_the_same_bomber_opens_with_the_same_aim() -> None:
    game = pass_made()
    game.pilot.attack.fresh, game.pilot.attack.range = 1, LONG
    with_wingman = Firing(PORT_WING, wingman=True).code
    assert settled.fires_on(game) == with_wingman
    assert settled.fires_on(hurt(game)) == with_wingman, "he has just said so"
    game.pilot.sortie.wingman = WINGMAN_DAMAGED
    assert settled.fires_on(game) == Firing(PORT_WING).code


def test_a_wingman_who_was_left_out_is_left_out_again() -> None:
    game = pass_made()
    game.pilot.attack.fresh, game.pilot.attack.range = 1, LONG
    game.announce("round", "7.1.3c 7.2.3.1b", LONG, PORT_WING)
    assert settled.fires_on(game) == Firing(PORT_WING).code
    game.announce("round", "7.1.3c", LONG, PORT_WING)
    assert settled.fires_on(game) == Firing(PORT_WING, wingman=True).code


def test_a_bomber_that_is_nearly_down_is_kept_from_the_wingman() -> None:
    """His kill would not be the pilot's."""
    game = pass_made()
    attack = game.pilot.attack
    attack.fresh, attack.range, attack.target = 1, LONG, 0
    wing = game.layout.bombers[0].wing
    attack.bomber_hits[PORT_WING] = wing - settled.NEARLY_DOWN
    assert settled.fires_on(game) == Firing(PORT_WING, wingman=True).code
    attack.bomber_hits[PORT_WING] += 1
    assert settled.fires_on(game) == Firing(PORT_WING).code


def test_another_part_that_is_nearly_shot_away_or_much_nearer_to_it_is_worth_a_new_aim() -> None:
    game = pass_made()
    attack = game.pilot.attack
    attack.fresh, attack.range, attack.target = 1, LONG, 0
    wing = game.layout.bombers[0].wing
    attack.bomber_hits[PORT_WING] = wing - settled.NEARLY_DOWN - 1
    attack.bomber_hits[STARBOARD_WING] = wing - settled.NEARLY_DOWN
    assert settled.fires_on(game) == Firing(PORT_WING, wingman=True).code, "hardly nearer"
    attack.bomber_hits[STARBOARD_WING] += 1
    assert settled.fires_on(game) is None, "nearly shot away"
    attack.bomber_hits[STARBOARD_WING] -= 1
    attack.bomber_hits[PORT_WING] = wing - settled.NEARLY_DOWN - settled.MUCH
    assert settled.fires_on(game) is None, "much nearer"


def test_another_bomber_like_the_last_is_aimed_at_as_the_last_was_when_it_was_whole() -> None:
    game = pass_made(scored=0)
    attack = game.pilot.attack
    attack.fresh = 1
    game.announce("take_off", "6.1")
    game.announce("target", "7.1.2c", 3, 0)
    game.announce("target", "7.1.2c", 3, 0)
    assert settled.fires_on(game) is None, "he has not fired yet"
    game.announce("round", "7.1.3c", LONG, STARBOARD_WING)
    game.announce("round", "7.1.3c 7.2.3.1b", MEDIUM, PORT_WING)
    game.announce("target", "7.1.2c", 3, 0)
    assert settled.fires_on(game) == Firing(STARBOARD_WING, wingman=True).code
    attack.bomber_hits[0] = 1
    assert settled.fires_on(game) is None, "flak has hit this one"
    attack.bomber_hits[0] = 0
    game.announce("target", "7.1.2c", 4, 0)
    assert settled.fires_on(game) is None, "another type"


def test_where_he_broke_off_on_his_last_pass_he_does_so_again_unless_hit_since() -> None:
    game = pass_made()
    attack = game.pilot.attack
    attack.fresh, attack.range, attack.formation, attack.gunners = 0, MEDIUM, 1, 0
    game.announce("closes_in", "7.1.6f", MEDIUM)
    assert settled.fires_on(game) is None, "he has not said so yet"
    game.announce("breaks_off", "7.1.6g")
    game.announce("another_pass", "7.1.11", 0)
    game.announce("closes_in", "7.1.6f", MEDIUM)
    assert settled.fires_on(game) == BREAK_OFF
    attack.range = CLOSE
    assert settled.fires_on(game) is None, "not at this range"
    attack.range = MEDIUM
    game.announce("bomber_hit", "7.1.6c", PORT_WING, 1)
    assert settled.fires_on(game) == BREAK_OFF
    silenced = game.clone()
    silenced.announce("bomber_hit", "7.1.8a", GUNNERS, 1)
    assert settled.fires_on(silenced) is None, "a gunner less"
    game.announce("hit", "7.4.1a", 0, S_TAIL, 1)
    assert settled.fires_on(game) is None, "now it is another matter"


def test_breaking_off_at_once_says_nothing_of_a_nearer_range() -> None:
    game = pass_made()
    attack = game.pilot.attack
    attack.fresh, attack.range, attack.formation, attack.gunners = 0, MEDIUM, 1, 0
    for kind, data in (("closes_in", MEDIUM), ("another_pass", 0), ("breaks_off", None), ("another_pass", 0)):
        game.announce(kind, "7.1.11", *([] if data is None else [data]))
    assert settled.fires_on(game) is None


@pytest.mark.parametrize(("first_pass", "scored"), [(1, 1), (0, 0)])
def test_where_to_aim_at_a_fresh_bomber_is_a_choice(first_pass: int, scored: int) -> None:
    game = pass_made(scored)
    game.pilot.attack.fresh, game.pilot.attack.first_pass = 1, first_pass
    assert settled.fires_on(game) is None


def test_he_closes_in_while_the_range_adds_nothing_to_their_fire() -> None:
    game = pass_made()
    attack = game.pilot.attack
    attack.fresh, attack.range, attack.formation, attack.gunners = 0, MEDIUM, 1, 9
    assert settled.fires_on(game) == Firing(PORT_WING, wingman=True).code
    attack.gunners, attack.range = 0, CLOSE
    assert settled.fires_on(game) is None, "now it is a risk"
    attack.gunners = 9
    assert settled.fires_on(hurt(game)) is None


def test_without_a_gun_he_breaks_off() -> None:
    game = pass_made()
    game.pilot.sortie.jammed = -1
    assert settled.fires_on(game) == BREAK_OFF
    assert settled.fires_on(hurt(game)) is None, "or jumps"


def test_a_bomber_he_has_hit_is_attacked_again_and_after_a_kill_another() -> None:
    assert settled.comes_round_again(pass_made()) == AGAIN
    assert settled.comes_round_again(pass_made(down=True)) == ANOTHER
    assert settled.comes_round_again(hurt(pass_made(down=True))) == ANOTHER, "a scratch"
    assert settled.comes_round_again(badly_hurt(pass_made(down=True))) is None


def test_hurt_or_with_nothing_hit_he_is_asked() -> None:
    assert settled.comes_round_again(hurt(pass_made())) is None
    assert settled.comes_round_again(pass_made(scored=0)) is None


def test_one_he_has_hit_is_worth_another_pass_after_breaking_off_and_with_machine_guns_alone() -> None:
    game = pass_made()
    game.announce("breaks_off", "7.1.6g 7.3.2")
    assert settled.comes_round_again(game) == AGAIN
    assert settled.comes_round_again(without_rounds(pass_made())) == AGAIN


def test_whether_machine_guns_alone_are_enough_for_another_bomber_is_a_choice() -> None:
    assert settled.comes_round_again(without_rounds(pass_made(down=True))) is None
    assert settled.comes_round_again(without_rounds(pass_made(scored=0))) is None


def test_where_he_can_only_stop_or_jump_he_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(after_pass, "options", lambda game: [ENOUGH, JUMP])
    assert settled.comes_round_again(hurt(pass_made())) == ENOUGH


def test_slipping_away_costs_nothing() -> None:
    assert settled.slips_away(sortie()) == 0
    assert settled.slips_away(hurt(sortie())) is None, "he may want to jump"


def duel(orientation: int, **more: object) -> Any:
    game: Any = new_session(career(pilot(**more), at="fight", raid=5)).state
    game.pilot.duel.orientation = orientation
    return game


def test_from_behind_he_fires() -> None:
    assert settled.fires_from_behind(duel(ADVANTAGED)) == ATTACK
    assert settled.fires_from_behind(duel(ADVANTAGED, skills=["reflexes"])) == ATTACK
    for game in (duel(HEAD_ON), duel(DISADVANTAGED), badly_hurt(duel(ADVANTAGED)), without_rounds(duel(ADVANTAGED))):
        assert settled.fires_from_behind(game) is None
    assert settled.fires_from_behind(hurt(duel(ADVANTAGED))) == ATTACK, "a scratch"


def test_whoever_must_go_home_gets_away() -> None:
    game = duel(ADVANTAGED)
    game.pilot.sortie.own_hits[S_FUEL] = 1
    assert settled.fires_from_behind(game) == DISENGAGE


def test_reflexes_are_for_those_in_trouble() -> None:
    assert settled.reacts(duel(DISADVANTAGED, skills=["reflexes"])) == YES
    assert settled.reacts(duel(HEAD_ON, skills=["reflexes"])) == YES
    assert settled.reacts(duel(ADVANTAGED, skills=["reflexes"])) == NO
    spent = duel(DISADVANTAGED, skills=["reflexes"])
    spent.pilot.sortie.spent |= REFLEXES
    assert settled.reacts(spent) == NO


def test_hurt_or_without_rounds_he_takes_on_nobody_else() -> None:
    assert settled.lets_the_others_go(duel(ADVANTAGED), 0) is None
    assert settled.lets_the_others_go(hurt(duel(ADVANTAGED)), 0) == NO
    assert settled.lets_the_others_go(without_rounds(duel(ADVANTAGED)), 0) == NO


def test_a_good_card_is_kept() -> None:
    game = sortie()
    fire = game.layout.fire
    harmless, deadly = fire.index(0), max(range(len(fire)), key=lambda card: fire[card])
    assert settled.keeps_a_good_card(game, Drawn(BOMBER_FIRE, "", harmless, print, ())) == KEEP
    assert settled.keeps_a_good_card(game, Drawn(BOMBER_FIRE, "", deadly, print, ())) is None
    assert all(
        settled.keeps_a_good_card(game, Drawn(OWN_ATTACK, "", card, print, ())) is None for card in (harmless, deadly)
    )


@pytest.mark.parametrize("order", [0, 1, 2])
def test_when_the_charm_is_offered_stands_until_he_says_otherwise(order: int) -> None:
    game = sortie()
    game.pilot.career.charm_order = order
    assert settled.charm_order_stands(game) == order


def test_ground_control_is_a_choice_unless_every_number_means_the_same() -> None:
    game = sortie()
    shift, means = game.layout.control_shift, game.layout.interception[game.month]
    for total in range(2, 13):
        near = {means[n] for n in range(max(2, total - shift), min(12, total + shift) + 1)}
        assert settled.control_changes_nothing(game, Contact(total, ())) == (total if len(near) == 1 else None)
    game.layout.interception = [[BEFORE_THEM] * 13] * 12
    assert settled.control_changes_nothing(game, Contact(7, ())) == 7


def test_he_flies_on_while_nothing_has_happened() -> None:
    game = sortie()
    assert settled.looks_for_them(game) == FLY_ON
    game.pilot.duel.fought = 1
    assert settled.looks_for_them(game) is None
    assert settled.looks_for_them(hurt(sortie())) is None
    troubled, fired = sortie(), sortie()
    troubled.pilot.sortie.trouble = 1
    fired.pilot.sortie.ammo[next(n for n, left in enumerate(fired.pilot.sortie.ammo) if left > 1)] -= 1
    assert settled.looks_for_them(troubled) is None and settled.looks_for_them(fired) is None
    assert settled.looks_for_them(without_rounds(sortie())) is None


@pytest.mark.parametrize(
    ("since", "flies_on"),
    [
        (["box 6.1c 7.1.2a", "roll 6.1c", "interception 6.1c"], True),
        (["box 6.1c 7.1.2a", "roll 6.1c", "interception 6.1c", "random_event 7.10"], False),
        (["box 6.1c 7.1.2a", "roll 6.1c", "interception 6.1c", "bombers 7.1.2c", "hit 7.1.8"], False),
        (["box 6.1b 4.6.3a", "roll 6.1c", "interception 6.1c"], False),  # he has not been asked on this sortie
    ],
)
def test_a_man_who_is_hurt_is_asked_again_only_when_something_has_happened(since: list[str], flies_on: bool) -> None:
    game = hurt(sortie())
    for event in since:
        kind, rules = event.split(" ", 1)
        game.announce(kind, rules)
    assert (settled.looks_for_them(game) == FLY_ON) == flies_on


def landed(*told: tuple[object, ...], **more: object) -> Any:
    """On the ground after the second sortie since he was last asked, after what was told on it."""
    flyer = pilot("Bf109G-4", "I/JG 27", flights=9, **more)
    game: Any = new_session(career(flyer, at="bombers", raid=5, month="Aug43", line=3)).state
    for _ in range(2):
        game.announce("take_off", "6.1b", 0, ())
    for kind, *data in told:
        game.announce(kind, "7.7a", *data)
    return game


def test_what_could_be_learned_before_is_not_asked_again() -> None:
    assert settled.learns_nothing_new(landed(xp=3)) == DONE


def test_new_experience_is_asked_about_where_it_brings_a_new_lesson() -> None:
    game = landed(("experience", "pilot", 1), xp=1)
    cheapest = min(game.layout.skill_cost[skill] for skill in game.layout.lessons[0])
    game.pilot.career.xp, game.pilot.wingman.xp = cheapest, 0
    assert settled.learns_nothing_new(game) is None
    game.pilot.career.xp = 99
    assert settled.learns_nothing_new(game) == DONE
    for kind in ("learned", "old_hand", "new_aircraft"):
        assert settled.learns_nothing_new(landed((kind, "pilot", 0), xp=3)) is None


def test_a_look_at_the_chart_costs_nothing() -> None:
    game = landed(points=3, level=3)
    assert settled.looks_at_the_chart(game) == Purchase(LOOK, game.mat.series).code


def test_whoever_chooses_freely_and_has_gained_nothing_has_chosen() -> None:
    assert settled.looks_at_the_chart(landed(points=3, level=7)) == DONE
    assert settled.looks_at_the_chart(landed(("prestige", 3, 7), points=3, level=7)) is None
    new_month = landed(points=3, level=7)
    new_month.line = 1
    assert settled.looks_at_the_chart(new_month) is None


def test_a_better_aircraft_on_sale_is_a_choice() -> None:
    game = landed(points=1, level=3)
    prestige, mine = game.pilot.prestige, game.mat
    prestige.looked = -1
    same = [craft for craft in game.layout.aircraft if craft.series == mine.series and craft.number != mine.number]
    for craft in within_reach(game):
        prestige.offers = 1 << craft.number
        game.announce("on_offer", "4.6.4a 9.1", "Bf109", (craft.name,))
        better = sum(craft.fp) > sum(mine.fp) or craft.speed > mine.speed or craft.rocket_hit > mine.rocket_hit
        assert craft in same and settled.looks_at_the_chart(game) == (None if better else DONE)


def test_an_aircraft_he_passed_up_this_month_is_not_offered_again_unless_he_has_gained_something() -> None:
    game = landed(points=1, level=3)
    prestige, mine = game.pilot.prestige, game.mat
    prestige.looked = -1
    craft = next(each for each in within_reach(game) if settled.is_better(game, each.number))
    prestige.offers = 1 << craft.number
    offer = ("on_offer", "4.6.4a 9.1", mine.name, (craft.name,))
    game.announce(*offer)
    assert settled.looks_at_the_chart(game) is None, "he has not been asked yet"
    game.announce("take_off", "6.1b", 0, ())
    game.announce(*offer)
    assert settled.looks_at_the_chart(game) == DONE
    game.announce("month", "3.5.1b", 5, 4)
    game.announce("take_off", "6.1b", 0, ())
    game.announce(*offer)
    assert settled.looks_at_the_chart(game) is None, "another month"
    for gained in ("prestige", "paid", "new_aircraft"):
        game.announce("take_off", "6.1b", 0, ())
        assert settled.looks_at_the_chart(game) == DONE
        game.announce(gained, "8.1", 0, 0)
        game.announce("take_off", "6.1b", 0, ())
        assert settled.looks_at_the_chart(game) is None, gained
        game.announce(*offer)


def test_a_pilot_is_asked_no_more_often_than_this() -> None:
    """At most eight times a sortie, the lucky charm included."""
    careers = count("interceptor", "1", 6, name="asked so often")
    sorties = sum(each.result["sorties"] for each in careers if isinstance(each.result, dict))
    assert sum(each.of("pilot") for each in careers) / sorties <= 8
    assert not any(kind == "charm_order" for each in careers for _, kind in each.prompts)
