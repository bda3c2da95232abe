"""Bomber Command at a terminal: the map, the windows that are passed by themselves, the log in words."""

from __future__ import annotations

import io
import re

import pytest

import viermot
from tests.games.bomber_command.support import go, inner, new_session, night, pass_to, seen_by, unit
from viermot.games.bomber_command.faces.terminal import SCREEN
from viermot.games.bomber_command.faces.terminal.map import draw
from viermot.games.bomber_command.faces.terminal.table import RaidTable
from viermot.kernel.events import Event
from viermot.sentences import in_full
from viermot.terminal.console import Console
from viermot.terminal.lobby import Wishes, fill_in


def at_screen(session: viermot.Session, typed: str) -> str:
    """What somebody who types this sees."""
    out = io.StringIO()
    console = Console(io.StringIO(typed), out, size=(100, 50), colour=False)
    RaidTable(session, console).run()
    return out.getvalue()


def test_the_map_shows_units_and_for_each_seat_what_it_may_see() -> None:
    s = new_session(night(units={"I./NJG3": unit("J5", "Ludwig")}, turn=2, phase=5), dice={"detection": [6, 6]})
    go(s, "draw_british")
    console = Console(io.StringIO(), io.StringIO(), size=(100, 50), colour=False)
    british = "\n".join(SCREEN.picture(s.perspective("british"), console))
    german = "\n".join(SCREEN.picture(s.perspective("german"), console))
    assert "ER" in british and "ER" not in german and ".R" in german and "&1" in german
    assert len(SCREEN.picture(s.perspective("german"), console)) >= 23


def test_only_windows_with_a_card_to_play_are_shown() -> None:
    text = night(units={"I./NJG1": unit("H7")}, hands={"german": ["MOBILE FLAK"]}, phase=7)
    shown = at_screen(new_session(text, seats={"british": "random"}), "ask never\nquit\n")
    assert "4 play MOBILE FLAK" in shown and "never asked" in shown
    quiet = night(units={"I./NJG1": unit("K5")}, phase=7)
    assert "return" not in at_screen(new_session(quiet, seats={"british": "random"}), "quit\n").split("> ")[0]


def test_a_question_about_a_card_says_whom_it_is_about_and_raids_only_to_the_british() -> None:
    units = {"I./NJG11": unit("I7", gci=True)}
    cards = {"german": ["EXPERTE"], "british": ["CORKSCREW", "FISHPOND"]}
    plan = "A main Hannover/Misburg 1 D5 J5 K5* K4 D7; B main Essen 1 D7 I7* D7"
    s = new_session(night("downfall", plan, units=units, turn=3, phase=4, hands=cards))
    go(s, "intercept", next_combat="I7")
    s.decide("I./NJG11")
    go(s, "play")
    german = SCREEN.asked(s.perspective("german"), s.pending[0], "en")
    assert german == "I./NJG11. Before a GCI attack: play a card?"
    s.decide("EXPERTE attack", "german")
    british = SCREEN.asked(s.perspective("british"), s.pending[0], "en")
    assert british == "I./NJG11 against raid B. The other side plays EXPERTE. Cancel it?"


def test_a_newcomer_finds_his_way() -> None:
    """Help of its own; what a card says; ready-made plans by number; Enter draws what may be drawn."""
    begun = viermot.new_game("bomber_command", scenario="berlin", seed="new", seats={"german": "standard"})
    begun.decide("England 1.JD 2.JD 3.JD 4.JD 7.JD", "british")
    shown = at_screen(begun, "help\noptions\n2\nquit\n")
    assert "card WINDOW" in shown and "radar" not in shown and "  2. " in shown
    assert begun.pending[0].kind == "keep_british" and "Before the first turn" in shown
    s = go(
        new_session(night(turn=2, phase=10, hands={"british": ["WINDOW"]}), seats={"german": "standard"}),
        "draw_british",
    )
    shown = at_screen(s, "card sn-2\n\nquit\n")
    assert "SN-2 (EW): Choose one" in shown and len(seen_by(s, "british").hand) == 4


def test_only_harm_done_by_taking_off_is_news() -> None:
    s = new_session(night(turn=2, phase=3), dice={"scramble": [1, 2, 6, 6]}, seats={"british": "random"})
    shown = at_screen(s, "I./NJG1\nI./NJG2\nnone\nquit\n")
    assert "I./NJG1: " not in shown and "I./NJG2: 12 " in shown and "takes off" not in shown


def test_a_whole_night_can_be_told_in_both_languages() -> None:
    seats = {"british": "standard", "german": "standard"}
    s = viermot.new_game("bomber_command", scenario="downfall", seed="told", seats=seats)
    for locale in ("en", "pl"):
        for seat in ("british", "german", "public"):
            view = s.perspective(seat)
            for event in view.events():
                told = "\n".join(in_full(view, event, locale))
                assert "[bomber_command" not in told and "{" not in told, told


@pytest.mark.usefixtures("every_window")
def test_legend_status_tracks_and_briefing() -> None:
    cards = {"german": ["MOBILE FLAK"]}
    s = pass_to(new_session(night(units={"I./NJG1": unit("H7")}, turn=2, phase=5, hands=cards)), "detection", "german")
    console = Console(io.StringIO(), io.StringIO(), size=(100, 50), colour=False)
    for seat in ("british", "german"):
        view = s.perspective(seat)
        for lines in (SCREEN.legend(view, console), SCREEN.status(view, console), SCREEN.tracks(view, console)):
            assert lines and "[bomber_command" not in "\n".join(lines)
        assert SCREEN.briefing(view, console) and SCREEN.odds(view, s.pending[0], "", console)
        assert "Units: aircraft, strength, airfield" in "\n".join(SCREEN.status(view, console))
    assert SCREEN.aircraft(view, "I./NJG1", console)[0].startswith("I./NJG1")


def test_the_odds_of_a_roll_in_both_languages() -> None:
    text = night(units={"II./NJG1": unit("H5", gci=True)}, turn=3, phase=4, hands={"german": ["KORFU", "EXPERTE"]})
    s = go(new_session(text), "intercept")
    for locale in ("en", "pl"):
        console = Console(io.StringIO(), io.StringIO(), size=(100, 50), colour=False, locale=locale)
        for window in ("", "detection_roll"):
            if window:
                pass_to(s, window, "german")
            told = "\n".join(SCREEN.odds(s.perspective("german"), s.pending[0], "", console))
            assert " %" in told and "[bomber_command" not in told and "{" not in told, told
    assert "KORFU" in told and "83 %" in told and "[8.2a]" in told


def test_the_panel_names_what_lies_on_the_tracks() -> None:
    text = night(naxos=1, fido=1, alerted=1, moon=2, moon_turn=5, wind=120)
    console = Console(io.StringIO(), io.StringIO(), size=(100, 50), colour=False)
    shown = " ".join("\n".join(SCREEN.picture(new_session(text).perspective("german"), console)).split())
    for word in ("moonset on turn 5", "120 degrees", "Naxos", "FIDO", "England alerted"):
        assert word in shown, word
    assert "Beleuchter" not in shown


def test_with_a_bot_in_the_first_seat_a_person_plays_the_other() -> None:
    seats = fill_in(Wishes("bomber_command", "berlin", seats={"british": "standard"}, asked=True), quiet()).seats
    assert seats == {"british": "standard", "german": None}
    seats = fill_in(Wishes("bomber_command", "berlin", asked=True), quiet()).seats
    assert seats["british"] is None and seats["german"] is not None


def quiet() -> Console:
    return Console(io.StringIO(), io.StringIO(), live=False)


def test_the_briefing_gives_the_date_in_the_readers_language() -> None:
    out = io.StringIO()
    console = Console(io.StringIO("quit\n"), out, size=(100, 50), colour=False, locale="pl")
    RaidTable(viermot.new_game("bomber_command", "downfall", seats={"british": "random"}), console).run()
    assert "styczeń 1945" in out.getvalue()


def test_cards_are_typed_in_the_language_in_which_they_are_read() -> None:
    s = viermot.new_game("bomber_command", "downfall", seed="titles", seats={"british": "random"})
    go(s, "keep_german")
    kept = s.pending[0].options[0]
    names = {card.title: card.titles["pl"] for card in inner(s).layout.pack.cards}
    typed = ", ".join(names[title].lower() for title in kept.split(", "))
    assert typed.upper() != kept and s.pending[0].why_not(typed) is None
    assert s.pending[0].notation_of(s.pending[0].code_of(typed)) == kept


def test_a_card_is_listed_as_the_hand_calls_it() -> None:
    s = new_session(night(turn=3, hands={"german": ["LISTENING SERVICE"]}))
    while not any(option.startswith("LISTENING") for option in s.pending[0].options):
        s.decide(0)
    for locale, title in (("en", "LISTENING SERVICE: the Jamming Level"), ("pl", "NASŁUCH: poziom zakłóceń")):
        view, decision = s.perspective("german"), s.pending[0]
        option = next(option for option in decision.options if option.startswith("LISTENING"))
        assert SCREEN.describe(view, decision, option, locale) == title
        assert SCREEN.meant(view, decision, title.split(":")[0]) == [option]


def test_the_german_turn_is_given_as_a_sheet() -> None:
    units = {"I./NJG1": unit("H7"), "I./NJG3": unit("K5")}
    s = go(new_session(night(units=units, turn=3, phase=2), seats={"british": "random"}), "move")
    shown = at_screen(s, "order I./NJG9 K4\norder i./njg3 K4\nsheet I./NJG1 J7\nquit\n")
    assert "There is no unit I./NJG9" in shown and "orders (I./NJG3): K4" in shown
    assert [entry.choice for entry in s.record if entry.question == "move"] == ["K4", "J7"]


def test_a_card_is_ordered_from_the_hand() -> None:
    text = night(turn=3, phase=2, units={"I./NJG1": unit("H7")}, hands={"german": ["MOBILE FLAK", "SN-2"]})
    s = go(new_session(text, seats={"british": "random"}), "move")
    shown = at_screen(s, "hand\nhand away sn\nhand mobile\nquit\n")
    assert "Which card?" in shown and "SN-2 will be discarded at the next draw" in shown
    orders = s.orders["german"].always
    assert orders["bomber_command.hand", "SN-2"] == "discard 4"
    assert [text for (name, card), text in orders.items() if card.startswith("MOBILE FLAK")] == ["play 3"]


def test_cards_are_kept_by_number_or_by_their_first_letters() -> None:
    begun = viermot.new_game("bomber_command", scenario="berlin", seed="new", seats={"british": "standard"})
    decision = go(begun, "keep_german").pending[0]
    hand = [inner(begun).layout.cards[1][title].name for title in seen_by(begun, "german").hand]
    (kept,) = SCREEN.meant(seen_by(begun, "german"), decision, "1 2 3 4 5")
    assert sorted(kept.split(", ")) == sorted(hand[:5])
    words = " ".join(["1", "2", "3", "4", hand[7][:4]])
    assert SCREEN.meant(seen_by(begun, "german"), decision, words)
    assert SCREEN.meant(seen_by(begun, "german"), decision, "1 2 3") == []


def test_a_city_under_attack_is_drawn() -> None:
    """Whoever chooses an area sees where it lies, of what kind it is, what has fallen there and what burns."""
    s = go(new_session(night("berlin", "E main Hannover 1 D5 J5 K5* K4 D7", turn=5, phase=8)), "choose_aimpoint")
    console = Console(io.StringIO(), io.StringIO(), size=(80, 24), colour=False)
    assert SCREEN.is_spatial(s.pending[0])
    drawn = SCREEN.picture(s.perspective("british"), console)
    assert drawn[0] == "City map of Hannover" and drawn == SCREEN.picture(s.perspective("german"), console)
    rows = {area: line for area in s.pending[0].options for line in drawn if f"{area}:" in line}
    assert set(rows) == set(s.pending[0].options), "every area that may be chosen is on the map"
    assert max(len(line) for line in drawn[:-2]) < 80
    go(s, "convert", choose_aimpoint="e3")
    after = "\n".join(SCREEN.picture(s.perspective("german"), console))
    assert "e3:C x" in after and "@" in after and len(re.findall(r"\d\+\d", after)) > 2


def test_which_units_are_there_is_told_once_each() -> None:
    shown = at_screen(
        viermot.new_game("bomber_command", "berlin", seed="one", seats={"german": "standard"}), "\nquit\n"
    )
    assert "is not available tonight" in shown and "available?" not in shown


def test_the_letters_of_the_columns_stay_in_sight_on_a_low_screen() -> None:
    s = viermot.new_game("bomber_command", "berlin", seed="low")
    console = Console(io.StringIO(), io.StringIO(), size=(80, 24), colour=False)
    drawn = draw(s.perspective("german").to_json(), inner(s).layout, console)
    assert drawn[0] == drawn[-1] == "    A  B  C  D  E  F  G  H  I  J  K  L  M  N  O  P  Q"


def test_no_card_drawn_is_no_news_and_an_example_is_not_what_enter_gives() -> None:
    view = new_session(night(turn=3)).perspective("german")
    drew = [Event(0, 1, "drew", ("6.1a",), {"side": "german", "cards": cards}) for cards in ([], ["NAXOS"])]
    assert [SCREEN.is_news(view, event) for event in drew] == [False, True]
    units = {name: unit("H7") for name in ("I./NJG1", "II./NJG1", "III./NJG1")}
    shown = at_screen(
        go(new_session(night(units=units, turn=3, phase=2), seats={"british": "random"}), "move"), "quit\n"
    )
    assert "for example off" not in shown and "Enter: " in shown
