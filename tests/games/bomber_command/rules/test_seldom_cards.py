"""What comes up once in many nights with cards: windows before rolls, cards at one's own time, two that cancel."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.bomber_command.rules.test_any_time import holding, windows
from tests.games.bomber_command.support import (
    asked,
    go,
    inner,
    last,
    lay,
    new_session,
    night,
    pass_to,
    refused,
    resolve,
    told,
    unit,
)
from tests.support.rules import rule
from viermot.games.bomber_command.model.ids import Title
from viermot.games.bomber_command.model.notation import THING
from viermot.games.bomber_command.rules.cards import cards
from viermot.kernel.agenda import Question

B, G = "british", "german"
LINE = {"III./NJG2": unit("H5", gci=True), "II./NJG2": unit("H6", gci=True)}
LATE = "E main Hannover 12 D5 J5 K5* K4 D7"


def test_6_1_the_hand_is_filled_up_unless_a_player_says_otherwise() -> None:
    s = go(new_session(night(turn=2, phase=1, hands={B: ["WINDOW"] * 3, G: ["EXPERTE"] * 2})), "draw_british")
    open_questions = {decision.seat: decision for decision in s.pending}
    assert (open_questions[B].default, open_questions[G].default) == ("nothing; draw 2", "nothing; draw 3")


@pytest.mark.usefixtures("every_window")
def test_cards_come_before_a_british_roll_and_after_damage_is_spent() -> None:
    cards = {B: ["SERRATE", "WIND FINDERS"], G: ["MOBILE FLAK", "EXPERTE"]}
    text = night(units=LINE, turn=3, phase=4, hands=cards, raids={"E": {"damage": 2}})
    s = pass_to(new_session(text), "raids_move", B)
    lay(s, "SERRATE attack", B, "II./NJG2")
    resolve(s)
    assert s.pending[0].plain_facts["window"] == "british_attack"
    pass_to(s, "british_attack", G)
    assert not told(s, "attack_rolled"), "cards come before the roll"
    pass_to(s, "after_attack", G)
    assert len(told(s, "attack_rolled")) == 1
    go(s, "intercept", next_combat="H5")
    s.decide("III./NJG2")
    assert s.pending[0].kind == "spend_damage", "and before any card"


@rule("8.1b")
def test_8_1_a_second_naxos_only_while_the_level_can_fall() -> None:
    for level, offered in ((2, False), (3, True)):
        cards = {G: ["NAXOS", "WASSERMANN"]}
        s = new_session(night(turn=2, phase=5, naxos=1, jamming=level, hands=cards), dice={"detection": [6, 6]})
        pass_to(s, "detection_roll", G)
        assert any(card.startswith("NAXOS") for card in asked(s, "play")) is offered
        go(s, "draw_british")


def test_landings_are_put_in_order_only_for_the_sake_of_cards() -> None:
    one, two = {"I./NJG1": unit("H7", fuel=0)}, {name: unit("H7", fuel=0) for name in ("I./NJG1", "III./NJG1")}
    for units, hand, wanted in ((one, ["ACCIDENT"], False), (two, [], False), (two, ["ACCIDENT"], True)):
        s = new_session(night(units=units, phase=8, hands={B: hand}))
        kinds = []
        while s.pending and s.pending[0].kind != "draw_british":
            kinds.append(s.pending[0].kind)
            s.decide(0, s.pending[0].seat)
        assert ("landing_order" in kinds) is wanted and len(told(s, "recovery_rolled")) == len(units)


def test_a_card_may_be_played_before_ones_own_answer() -> None:
    heard: list[Any] = []

    def listed(game: Any) -> list[int]:
        """A question of this test."""
        return [1, 2]

    asks = Question(listed, 1, "6.2a", THING, False)
    asks.chosen(lambda game, option: heard.append(option))
    asks.refuses(lambda game, option: ("6.2a", "asked"))
    cards.at_own_time(asks)
    assert cards.AT_OWN_TIME.pop() is asks
    game = inner(new_session(night(phase=7, hands={G: ["MOBILE FLAK"], B: ["SERRATE"]})))
    held = cards.in_hand(game, 1)
    assert len(held) == 1 and asks.options(game) == [1, 2, *held]
    asks.then(game, 2)
    assert heard == [2]
    asks.then(game, held[0])
    assert heard == [2] and game.agenda[-1][0] is cards.name_object and game.agenda[-2] == (asks,)
    assert asks.why_not(game, 3) == ("6.2a", "asked")
    assert asks.why_not(game, held[0]) == ("6.2a", "not_this_moment")
    theirs = cards.in_hand(inner(new_session(night(phase=7, units={"I./NJG3": unit("K5")}, hands={B: ["SERRATE"]}))), 0)
    assert theirs and asks.why_not(game, theirs[0]) == ("6.2a", "card_not_held")
    game.hands = ((), ())
    assert asks.why_not(game, held[0]) == ("6.2a", "card_not_held")
    listed_one = Question(lambda game: [1], 1, "6.2a", THING, False)
    cards.at_own_time(listed_one)
    cards.AT_OWN_TIME.pop()
    game.hands = ((), (Title(0),))
    assert listed_one.options(game) == [1], "nobody is asked for the sake of the cards"


@rule("6.2.3a")
def test_6_2_3_two_of_the_first_card_cancel_like_any_two() -> None:
    text = night(turn=2, phase=5, hands={G: ["WASSERMANN"], B: ["WINDOW", "WINDOW"]})
    s = pass_to(new_session(text), "detection_roll", B)
    refused(s, "WINDOW + WINDOW", "6.2.3a", "nothing_to_cancel")
    s = pass_to(new_session(text), "detection_roll", G)
    s.decide("WASSERMANN detection")
    assert "WINDOW + WINDOW" in asked(s, "cancel")
    s.decide("WINDOW + WINDOW")
    assert last(s, "cancelled_by_symbol", G)["card"] == "WASSERMANN" and inner(s).hands == ((), ())


def test_whoever_is_asked_for_one_card_may_play_an_idle_one() -> None:
    text = night(turn=2, phase=5, hands={G: ["WASSERMANN", "MOBILE FLAK"]})
    s = pass_to(new_session(text), "detection_roll", G)
    assert {card.split()[0] for card in asked(s, "play")} == {"pass", "WASSERMANN", "MOBILE"}


@pytest.mark.usefixtures("every_window")
def test_stragglers_tame_boar_is_not_offered_after_a_gci_attack() -> None:
    cards_held = {G: ["STRAGGLERS: TAME BOAR", "MOBILE FLAK"]}
    s = go(new_session(night(units=LINE, turn=3, phase=4, hands=cards_held)), "intercept", next_combat="H5")
    s.decide("III./NJG2")
    pass_to(s, "after_attack", G)
    assert asked(s, "play")[:2] == ["pass", "MOBILE FLAK place"]
    assert not any(card.startswith("STRAGGLERS") for card in asked(s, "play"))


def test_before_which_answers_a_card_may_be_played() -> None:
    names = {open_questions.word for open_questions in cards.AT_OWN_TIME}
    assert names == {
        "deploy", "infiltrator", "intercept", "move", "next_combat", "patrol", "recover", "scramble", "tame_boar",
    }  # fmt: skip


def test_wind_finders_before_mines_are_laid() -> None:
    plan = LATE + "; B gardening H3 3 D3 H3* D3"
    for turn, found in ((4, []), (5, ["bombing"]), (6, [])):
        harmed = {"B": {"disruptions": 2}}
        assert windows(holding("WIND FINDERS", B, turn, plan=plan, raids=harmed), B, turn) == found
        assert windows(holding("SCATTERED STREAM", G, turn, plan=plan), G, turn) == [], "mines are British business"


HOME = "E main Emden 1 D4 H4* D6 C6"


ROLLS: list[tuple[str, str, dict[str, Any]]] = [
    ("raid_recovery", "raid_recovery", {"plan": HOME, "turn": 7, "phase": 8, "raids": {"E": {"fate": 3}}}),
    ("mosquito_losses", "confirmed", {
        "plan": LATE + "; B mosquito Emden 1 D4 H4* D6 C6", "turn": 9, "phase": 8,
        "raids": {"B": {"fate": 3, "losses": 1}},
    }),
    ("recovery_roll", "recovery_rolled", {"units": {"I./NJG1": unit("H7", fuel=0)}, "phase": 8}),
    ("detection_roll", "detection", {"turn": 2, "phase": 5}),
    ("marking", "marked", {"turn": 5, "phase": 9}),
    ("bombing_error", "bombing_error", {"turn": 5, "phase": 9}),
    ("bombing_accuracy", "bombing_accuracy", {"turn": 5, "phase": 9}),
]  # fmt: skip


@pytest.mark.usefixtures("every_window")
@pytest.mark.parametrize(("window", "event", "where"), ROLLS)
def test_both_may_play_cards_before_a_roll(window: str, event: str, where: dict[str, Any]) -> None:
    for seat, card in ((B, "WEATHER"), (G, "MOBILE FLAK")):
        s = pass_to(new_session(night(hands={seat: [card]}, **where)), window, seat)
        assert not told(s, event), "the dice are still to be thrown"
        s.decide("pass", seat)
        assert told(s, event)
