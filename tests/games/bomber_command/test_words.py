"""Cards and points as a reader calls them: titles and uses in his language, half points without a loose nought."""

from __future__ import annotations

import pytest

import viermot
from tests.games.bomber_command import support as raid
from viermot.games.bomber_command.faces.event_text import card_named, use, vp
from viermot.kernel.events import Event
from viermot.sentences import sentence
from viermot.text import has

FLAK = {"modifiers": [], "total": 5, "losses": 0, "disruptions": 0, "damaged": 0}
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


def test_a_prompt_says_in_the_readers_language_whether_there_is_a_follow_up() -> None:
    s = raid.go(viermot.new_game("bomber_command", "berlin", seed="plot"), "plot")
    assert "with no follow-up raid." in s.pending[0].prompt("en") and "bez drugiej fali." in s.pending[0].prompt("pl")


@pytest.mark.parametrize(
    ("kind", "data", "en", "pl"),
    [
        ("fuel", {"fuels": []}, "No unit burns fuel.", "Żadna jednostka nie zużywa paliwa."),
        ("counters", {"counters": []}, "No raid or stream", "Na mapie nie ma"),
        ("flak_rolled", FLAK, "no bombers", "bez strat"),
        ("infiltration", {"unit": "X", "modifiers": [], "total": 5, "value": 6}, "not get in", "nie przenika"),
        ("infiltration", {"unit": "X", "modifiers": [], "total": 7, "value": 6}, "it gets in", "więc przenika"),
        ("infiltration", {"unit": "X", "modifiers": [], "total": 6, "value": 6}, "only a part", "tylko część"),
        ("roll", {"what": "detection", "dice": [6, 3], "modifier": -2, "level": 5}, "6 + 3 - 2 = 7", "6 + 3 - 2 = 7"),
        ("modified", {"value": 2, "total": -1}, "+2 to the roll, -1 in all", "+2 do rzutu, łącznie -1"),
        ("moved", {"unit": "X", "hex": "Jutland"}, "flies to Jutland", "leci do Jutlandii"),
    ],
)  # fmt: skip
def test_nothing_is_said_to_be_nothing_and_a_roll_says_what_it_comes_to(
    kind: str, data: dict[str, object], en: str, pl: str
) -> None:
    """Not "0 bombers", "Fuel: none" or "cards 0"; what a roll was for and whether it was enough."""
    view = raid.new_session(raid.night(turn=3)).perspective("german")
    event = Event(0, 1, kind, ("9.4.1b",), data)
    assert en in sentence(view, event) and pl in sentence(view, event, "pl")
