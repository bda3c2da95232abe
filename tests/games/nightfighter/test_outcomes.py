"""What a result means is said, and never more than the rule tells."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import viermot
from viermot.games.nightfighter.faces.outcomes import outcome_of, thresholds
from viermot.games.nightfighter.model.layout import Layout
from viermot.kernel import registry
from viermot.kernel.events import Event
from viermot.sentences import in_full, sentence

SESSION = viermot.new_game("nightfighter", scenario="4B", seed="outcomes", seats={"umpire": "plain"})


def said(kind: str, rule: str, **data: object) -> str:
    view = SESSION.perspective("player")
    return sentence(view, Event(0, 1, kind, (rule,), data))


def test_11_0c_an_attack_names_dice_firepower_total_and_what_it_needs() -> None:
    modifiers = [("printed", 2, "11.0c")]
    told = said("roll", "11.0c", what="attack", dice=[4, 1], fighter="201", contact="C1", modifiers=modifiers)
    assert told == "201 fires at C1: 4 + 1 + 2 = 7; a hit needs 10."


def test_13_1_1_a_search_without_contact_says_how_far_it_looked() -> None:
    told = said("search", "13.1.1b", radar="Freya", hex="0902", result="nothing")
    assert told == "Freya: no bomber within 2 hexes of 0902."


def test_13_1_1b_a_contact_says_how_near_the_bomber_is() -> None:
    told = said("search", "13.1.1b", radar="Freya", hex="0902", result="contact")
    assert told == "Freya: contact! A bomber is within 2 hexes of 0902."


def test_13_1_2_a_sweep_says_the_same_whether_or_not_anybody_is_on_the_map() -> None:
    told = said("sweep", "13.1.2a", radar="Freya", hex="0903")
    assert told == "The Freya sweep points to 0903: towards the nearest, if any is on the map."


@pytest.mark.parametrize("rule", ["24.2.3b", "24.3.2b", "24.4b"])
def test_24_a_homing_set_that_hears_nothing_does_not_say_that_nobody_is_there(rule: str) -> None:
    told = said("search", rule, radar="Serrate A", hex="0902", result="nothing")
    assert told == "Serrate A in 0902: it hears nothing."
    told = said("search", rule, radar="Serrate A", hex="0902", result="contact")
    assert told == "Serrate A: contact! It hears somebody within 1 hex of 0902."


def test_25_1_gci_places_its_sweep_beside_a_bomber_and_has_none_where_nobody_is() -> None:
    assert "in a bomber's hex, or beside it" in said("sweep", "25.1a", radar="GCI", hex="0903")
    assert said("no_sweep", "25.1b", radar="GCI") == "GCI gives no sweep: no bomber is on the map."
    assert said("no_sweep", "24.5.1a", radar="Freya") == "Freya is jammed and gives no sweep."


def test_11_0d_a_contact_that_is_shot_down_goes_down_and_one_that_leaves_is_off_the_map() -> None:
    assert said("contact_gone", "11.0d", contact="C1") == "C1 goes down!"
    assert said("contact_gone", "7.2.2", contact="C1") == "C1 is off the map."


def test_17_4_3_whoever_follows_straight_on_follows_somewhere() -> None:
    assert said("follows", "17.4.3e", fighter="201", side="centre", hex="1014") == "201 follows straight on, to 1014."
    assert said("follows", "17.4.3e", fighter="201", side="left", hex="0913") == "201 follows left, to 0913."


def test_13_1_1a_a_search_that_is_placed_and_not_checked_is_pending() -> None:
    session = viermot.new_game("nightfighter", scenario="4B", seed="pending", seats={"umpire": "plain"})
    placed: set[str] = set()
    while len(placed) < 2:
        decision = session.pending[0]
        shown = session.perspective("player").to_json()["searches"]
        if decision.kind == "place_search":
            placed |= {search["result"] for search in shown}
        elif shown:
            placed |= {search["result"] for search in shown}
            break
        session.decide(0)
    assert "pending" in placed and placed - {"pending"}, placed


@pytest.mark.parametrize(
    ("what", "dice", "words"),
    [("response", [6], "C1 notices 201: 6; 6 is enough."),
     ("response", [5], "Does C1 notice 201? 5; it takes 6, or 5 with a device that warns."),
     ("reaction", [2], "The crew of C1 decides to corkscrew away from 201: 2 (2 or less)."),
     ("reaction", [4], "The crew of C1 decides to fire at 201: 4 (more than 2, but not more than 4)."),
     ("reaction", [5], "The crew of C1 decides to do nothing about 201: 5 (more than 4)."),
     ("destruction", [1], "201, close behind the wreck, rolls 1: it has to swerve."),
     ("destruction", [2], "201, close behind the wreck, rolls 2: it blows up in the crew's faces."),
     ("destruction", [6], "201, close behind the wreck, rolls 6: it comes to no harm."),
     ("flak", [6, 5], "Flak: 6 5; no harm, for that takes two sixes."),
     ("flak", [6, 6], "Flak: 6 6; only two sixes do harm."),
     ("gunflash", [3], "The flash of 201's own guns does not dazzle the crew: 3; it does on a 1 or 2."),
     ("blast", [2], "201 is clear of the exploding bomb: 2; only on a 1 would the blast catch it.")],
)  # fmt: skip
def test_2_4_a_roll_that_settles_something_says_what_it_came_to(what: str, dice: list[int], words: str) -> None:
    assert said("roll", "2.4", what=what, dice=dice, fighter="201", contact="C1", modifiers=()) == words


def test_17_4b_an_alert_that_a_seat_knows_of_counts_and_one_it_does_not_is_no_hint() -> None:
    """The shown total decides the sentence: what is added unseen must not show in it [ruling A32]."""
    known = said("roll", "17.4b", what="response", dice=[4], fighter="201", contact="C1", alert=2)
    assert known == "C1 notices 201: 4 + 2 = 6; 6 is enough."
    unknown = said("roll", "17.4b", what="response", dice=[4], fighter="201", contact="C1", alert=0)
    assert unknown == "Does C1 notice 201? 4; it takes 6, or 5 with a device that warns."


def test_19_1_3_a_minimum_range_of_nothing_is_no_modifier() -> None:
    view = SESSION.perspective("player")
    modifiers = [("minimum_range", 0, "19.1.3a"), ("turned", -1, "19.1.3b")]
    data = {"what": "fixed tally", "dice": [5], "fighter": "201", "contact": "C1", "modifiers": modifiers}
    assert in_full(view, Event(0, 1, "roll", ("15.1a",), data))[1:] == ["  −1 turned [19.1.3b]"]


def test_17_4b_what_a_roll_takes_is_what_the_owners_tables_say() -> None:
    pack = registry.game("nightfighter").load_pack(None)
    response = replace(pack.book.response, normal=4, corkscrew=1)
    own = replace(pack, book=replace(pack.book, response=response, hits=replace(pack.book.hits, least=(9, 12))))
    layout = Layout(own, own.scenarios["4B"], {})
    notices = Event(0, 1, "roll", ("17.4b",), {"what": "response", "dice": [4]})
    reacts = Event(0, 1, "roll", ("17.4c",), {"what": "reaction", "dice": [2]})
    assert (outcome_of(layout, notices), outcome_of(layout, reacts)) == ("noticed", "fire")
    said = thresholds(layout)
    assert (said["noticed"], said["corkscrew"], said["hit"]) == (4, 1, 9)
