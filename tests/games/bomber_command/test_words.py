"""Cards and points as a reader calls them: titles and uses in his language, half points without a loose nought."""

from __future__ import annotations

import pytest

import viermot
from tests.games.bomber_command import support as raid
from viermot.games.bomber_command.faces.event_text import card_named, use, vp
from viermot.text import has

CARDS = raid.inner(raid.new_session(raid.night(turn=3))).layout.pack.cards


@pytest.mark.parametrize("locale", ["en", "pl"])
def test_every_use_of_a_card_has_its_words(locale: str) -> None:
    words = {function.word for card in CARDS for function in card.functions}
    assert len(words) > 40 and [word for word in words if not has(f"bomber_command.use.{word}", locale)] == []


def test_a_button_calls_the_card_as_the_hand_does() -> None:
    units = {"I./NJG3": raid.unit("J5", fuel=5)}
    s = raid.new_session(raid.night(turn=3, units=units, hands={"german": ["LISTENING SERVICE", "MOBILE FLAK"]}))
    raid.go(s, "move")
    decision = s.pending[0]
    said = {option: decision.label(option, "pl") for option in decision.options if option.startswith("play ")}
    assert said and all("LISTENING" not in label and "MOBILE" not in label for label in said.values())
    assert any("RUCHOMA" in label.upper() for label in said.values())


def test_cards_of_several_uses_say_which() -> None:
    assert card_named(CARDS, "LISTENING SERVICE listen", "pl") == "NASŁUCH: poziom zakłóceń"
    assert card_named(CARDS, "WEATHER fido", "en") == "WEATHER: FIDO"  # both decks have one
    assert card_named(CARDS, "WEATHER recovery", "en") == "WEATHER: recovery"
    assert card_named(CARDS, "CORONA move", "en") == "CORONA"
    assert card_named(CARDS, "VHF + LISTENING SERVICE", "pl") == "VHF + NASŁUCH"
    assert card_named(CARDS, "I./NJG3", "pl") == "I./NJG3"
    assert use("a use of some pack", "pl") == "a use of some pack"


def test_half_points_are_counted_towards_nought() -> None:
    assert [vp(halves, "en") for halves in (96, 31, 0, -1, -52, -53)] == ["48", "15.5", "0", "-0.5", "-26", "-26.5"]
    assert vp(87, "pl") == "43,5"


def test_a_prompt_says_yes_and_no_in_the_readers_language() -> None:
    s = raid.go(viermot.new_game("bomber_command", "berlin", seed="plot"), "plot")
    assert "no." in s.pending[0].prompt("en") and "nie." in s.pending[0].prompt("pl")
