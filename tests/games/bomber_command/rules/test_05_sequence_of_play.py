"""Chapters 5 and 6: the sequence of play, and cards in general."""

from __future__ import annotations

from tests.games.bomber_command.support import (
    asked,
    cites,
    go,
    inner,
    last,
    lay,
    new_session,
    night,
    pass_to,
    refused,
    see,
    seen_by,
    told,
    unit,
)
from tests.support.rules import rule

PHASES = [
    "draw cards", "fighters move", "scramble", "raids move", "raid detection", "tame boar", "deployment", "recovery",
    "bombing", "end",
]  # fmt: skip


@rule("5.0a")
def test_5_0_ten_phases_in_order_and_no_draw_on_turn_1() -> None:
    s = go(new_session(scenario="berlin"), "draw_british")
    first = [event.data["phase"] for event in s.events("public") if event.kind == "phase" and event.turn == 1]
    assert first == PHASES[1:]
    go(s)
    second = [event.data["phase"] for event in s.events("public") if event.kind == "phase" and event.turn == 2]
    assert second == PHASES


@rule("5.0b", "7.4.5", "7.4.6")
def test_5_0_recovery_runs_in_strict_order() -> None:
    units = {
        "I./NJG1": unit("H7", fuel=0),
        "II./NJG1": unit("rearm"),
        "I./NJG2": unit("closed"),
    }
    s = go(new_session(night(units=units, turn=2, phase=8)), "draw_british", recover_where="home")
    kinds = [event.kind for event in s.events("german") if event.turn == 2]
    order = [kind for kind in kinds if kind in ("ready", "recovers", "recovery_rolled", "rearms")]
    assert order[:5] == ["ready", "recovers", "recovery_rolled", "rearms", "rearms"]
    assert told(s, "ready")[0] == {"units": ["II./NJG1"]}
    assert [event["unit"] for event in told(s, "rearms")[:2]] == ["I./NJG1", "I./NJG2"]


@rule("5.0c", "7.4.2a", "7.4.2c")
def test_5_0_scramble_places_all_units_before_losses_are_rolled() -> None:
    s = go(new_session(night(phase=3)), "scramble")
    for name in ("I./NJG1", "I./JG300"):
        s.decide(name)
        if s.pending[0].kind == "fly_off":
            s.decide("J8")
    s.decide("none")
    go(s, "move")
    kinds = [event.kind for event in s.events("public") if event.kind in ("scrambled", "scramble_rolled")]
    assert kinds == ["scrambled", "scrambled", "scramble_rolled", "scramble_rolled"]


@rule("5.0d", "10.2a")
def test_5_0_in_the_end_phase_bomb_drops_are_flipped() -> None:
    s = go(new_session(night(turn=4, phase=4)), "draw_british")
    assert told(s, "bomb_drop") == [{"city": "Hannover", "hex": "K5"}]
    assert last(s, "markers_flipped") == {"count": 1}
    view = s.perspective("german").to_json()
    assert view["turn"] == 5 and view["bombing_markers"] == [["Hannover", "resolve"]]


# -- hands --------------------------------------------------------------------------------------------------


@rule("6.1a", "6.2b")
def test_6_1_discard_any_number_then_draw_up_to_three_within_five() -> None:
    cards = {"british": ["WINDOW", "TINSEL", "MANDREL", "CORKSCREW"], "german": []}
    s = go(new_session(night(turn=2, phase=1, hands=cards)), "draw_british")
    options = asked(s, "draw_british")
    assert "nothing; draw 1" in options and "nothing; draw 2" not in options
    refused(s, "nothing; draw 2", "6.1a", "hand_too_large", "british")
    s.decide("WINDOW, TINSEL; draw 3", "british")
    assert not told(s, "discarded", "german"), "answers wait for each other"
    s.decide("nothing; draw 3", "german")
    assert last(s, "discarded", "german") == {"side": "british", "cards": ["WINDOW", "TINSEL"]}
    assert len(last(s, "drew", "british")["cards"]) == 3 and not told(s, "drew", "public")
    assert s.perspective("german").to_json()["cards"]["sizes"] == {"british": 5, "german": 3}
    assert s.perspective("german").to_json()["cards"]["discards"]["british"] == ["WINDOW", "TINSEL"]


@rule("6.1b")
def test_6_1_an_empty_pile_gives_no_more_cards() -> None:
    s = new_session(night(turn=2, phase=1))
    everything = inner(s).layout.decks
    inner(s).decks = (bytes(everything[0][:1]), everything[1])
    inner(s).discards = (tuple(everything[0][1:]), ())
    assert seen_by(s, "british").deck_sizes == (1, 53)
    again = new_session(s.position())
    go(again, "draw_british")
    assert asked(again, "draw_british") == ["nothing; draw 0", "nothing; draw 1", "offer the end"]
    again.decide("nothing; draw 1", "british")
    again.decide("nothing; draw 0", "german")
    go(again, "draw_german")
    assert "draw_british" not in [decision.kind for decision in again.pending] or all(
        option.endswith(("draw 0", "the end")) for option in asked(again, "draw_british")
    )


# -- playing --------------------------------------------------------------------------------------------------

BOTH = {"british": ["WINDOW", "TINSEL", "MANDREL"], "german": ["WASSERMANN", "SN-2", "VHF"]}


@rule("6.2a")
def test_6_2_a_card_is_played_just_before_its_roll_and_at_no_other_time() -> None:
    units = {"I./NJG3": unit("K4")}
    s = new_session(night(turn=2, phase=4, units=units, hands={"british": ["WINDOW", "SERRATE"], "german": []}))
    assert s.pending[0].facts["window"] == "raids_move"
    refused(s, "WINDOW detection", "6.2a", "not_this_moment")
    refused(s, "CORKSCREW evade", "6.2a", "card_not_held")
    pass_to(s, "detection_roll", "british")
    assert "WINDOW detection" in asked(s, "play") and "WINDOW infiltration" not in asked(s, "play")
    s.decide("WINDOW detection")
    assert s.perspective("german").to_json()["cards"]["discards"]["british"] == ["WINDOW"]
    go(s, "draw_british")
    assert "play" not in [decision.kind for decision in s.pending], "not in the Draw Cards phase"


@rule("6.2.1")
def test_6_2_1_modifiers_of_several_cards_add_up() -> None:
    cards = {"british": ["WINDOW", "WINDOW", "DARTBOARD"], "german": ["WASSERMANN"]}
    s = pass_to(
        new_session(night(turn=2, phase=5, hands=cards), dice={"detection": [4, 5]}), "detection_roll", "german"
    )
    lay(s, "WASSERMANN detection", "german")
    for card in ("WINDOW", "WINDOW", "DARTBOARD"):
        lay(s, f"{card} detection", "british")
    assert [event["total"] for event in told(s, "modified")] == [2, 0, -2, -3]
    go(s, "draw_british")
    assert last(s, "detection") == {"margin": 1, "clarified": False}  # 9 - 3 against 5


@rule("6.2.2")
def test_6_2_2_a_named_card_cancels_at_once() -> None:
    s = pass_to(new_session(night(turn=2, phase=5, hands=BOTH)), "detection_roll", "british")
    s.decide("MANDREL jam")
    assert s.pending[0].kind == "cancel" and s.pending[0].seat == "german"
    assert "WASSERMANN cancel" in asked(s, "cancel") and "VHF cancel" not in asked(s, "cancel")
    refused(s, "VHF cancel", "6.2.2", "does_not_cancel_it")
    s.decide("WASSERMANN cancel")
    assert seen_by(s, "british").jamming == 5, "MANDREL had no effect"
    assert last(s, "cancelled") == {"card": "MANDREL", "by_card": "WASSERMANN"}
    refused(s, "MANDREL jam", "6.2a", "card_not_held")


@rule("6.2.2")
def test_6_2_2_a_cancelling_card_cannot_wait() -> None:
    s = pass_to(new_session(night(turn=2, phase=5, hands=BOTH)), "detection_roll", "british")
    s.decide("MANDREL jam")
    s.decide("pass")
    assert seen_by(s, "british").jamming == 6
    go(s, "play", seat="german")
    refused(s, "WASSERMANN cancel", "6.2.2", "nothing_to_cancel")


@rule("6.2.3a", "6.2.3b")
def test_B7_two_cards_of_its_symbol_cancel_a_card_and_are_not_cancelled_themselves() -> None:
    cards = {"british": ["MANDREL", "WINDOW", "TINSEL"], "german": ["SN-2", "VHF", "EXPERTE"]}
    s = pass_to(new_session(night(turn=2, phase=5, hands=cards)), "detection_roll", "british")
    s.decide("MANDREL jam")
    assert asked(s, "cancel") == ["pass", "SN-2 + VHF"]
    refused(s, "SN-2 + EXPERTE", "6.2.3a", "not_two_of_its_symbol")
    s.decide("SN-2 + VHF")
    assert last(s, "cancelled_by_symbol") == {"card": "MANDREL", "one_card": "SN-2", "other_card": "VHF"}
    assert s.pending[0].kind != "cancel", "no chains"
    assert seen_by(s, "british").jamming == 5
    assert seen_by(s, "british").hand_sizes == (2, 1)


@rule("6.2.4")
def test_B8_the_function_of_a_card_is_said_when_it_is_played() -> None:
    units = {"I./NJG3": unit("J5", "Ludwig")}
    cards = {"british": ["TINSEL"], "german": ["VHF"]}
    s = new_session(night(units=units, turn=3, phase=5, hands=cards, jamming=2), dice={"detection": [6, 6]})
    go(s, "infiltrator")
    s.decide("I./NJG3")
    if s.pending[0].kind == "infiltrate_what":
        s.decide(0)
    s.decide("VHF infiltration")
    assert last(s, "card") == {"card": "VHF", "function": "infiltration", "object": None}
    s.decide("TINSEL infiltration")
    assert s.pending[0].kind != "cancel", "VHF lies on the discard pile, its function cannot be changed"
    assert cites(s, "6.2.4")
    assert see(s, "I./NJG3")
