"""Cards and points as a reader calls them: titles and uses in his language, half points without a loose nought."""

from __future__ import annotations

import pytest

import viermot
from tests.games.bomber_command import support as raid
from viermot.games.bomber_command.faces.event_text import card_named, use, vp
from viermot.games.bomber_command.model.bombing_notation import MOVE
from viermot.kernel.events import Event
from viermot.sentences import in_full, sentence
from viermot.text import has, message

FLAK = {"modifiers": [], "total": 5, "losses": 0, "disruptions": 0, "damaged": 0}
CITY = {"city": "Kiel", "total": 4, "parts": []}
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
    assert [vp(halves, "en") for halves in (96, 31, 0, -1, -52, -53)] == [
        "48",
        "15.5",
        "0",
        "\u22120.5",
        "\u221226",
        "\u221226.5",
    ]
    assert vp(87, "pl") == "43,5"


def test_a_prompt_says_in_the_readers_language_whether_there_is_a_follow_up() -> None:
    s = raid.go(viermot.new_game("bomber_command", "berlin", seed="plot"), "plot")
    assert "with no follow-up raid." in s.pending[0].prompt("en") and "bez drugiej fali." in s.pending[0].prompt("pl")


@pytest.mark.parametrize(
    ("kind", "data", "en", "pl"),
    [
        ("fuel", {"fuels": []}, "No unit burns fuel.", "Żadna jednostka nie zużywa paliwa."),
        ("counters", {"counters": []}, "No raid or stream", "Na mapie nie ma"),
        ("flak_rolled", FLAK, "It comes to 5: the flak does no harm.", "Razem 5: ogień artylerii bez skutku."),
        ("flak_rolled", FLAK | {"modifiers": [["strength", 0, "9.7a"], ["weather", -1, "3.4.2"]], "disruptions": 2},
         "5 (weather \u22121): 2 disruptions.", "5 (pogoda \u22121): 2 dezorganizacje."),
        ("flak_rolled", FLAK | {"losses": 1, "damaged": 1}, ": 1 bomber lost, flak damage 1.", ": 1 stracony"),
        ("harm_told", {"disruption": 0, "damage": 0}, "neither disruptions nor flak damage", "nie ma dezorganizacji"),
        ("harm_told", {"disruption": 0, "damage": 2}, "announces: flak damage 2.", "uszkodzenia od artylerii: 2."),
        ("bombing_error", CITY | {"disruption": 0}, "no disruptions announced, error 4", "bez dezorganizacji"),
        ("bombing_over", {"city": "Kiel", "fires": 0, "score2": 3, "gained2": 3},
         "no major fires; the bombing is worth 1.5 VP", "bez wielkich pożarów; bombardowanie jest warte 1,5"),
        ("marked", CITY | {"drift": 0, "rows": 0}, "the TI does not drift, concentration unchanged", "TI bez znosu"),
        ("marked", CITY | {"drift": 2, "rows": -1}, "the TI drifts by 2, concentration up 1 row", "TI zniesiony o 2"),
        ("infiltration", {"unit": "X", "modifiers": [], "total": 5, "value": 6}, "not get in", "nie przenika"),
        ("infiltration", {"unit": "X", "modifiers": [], "total": 7, "value": 6}, "it gets in", "więc przenika"),
        ("infiltration", {"unit": "X", "modifiers": [], "total": 6, "value": 6}, "only a part", "tylko część"),
        ("roll", {"what": "detection", "dice": [6, 3], "modifier": -2, "level": 5},
         "6 + 3 \u2212 2 = 7", "6 + 3 \u2212 2 = 7"),
        ("modified", {"value": 2, "total": -1}, "+2 to the roll, \u22121 in all", "+2 do rzutu, łącznie \u22121"),
        ("scramble_rolled", {"unit": "X", "modifiers": [], "total": 7, "lost": 0},
         "X: 7 in all; no losses", "X: razem 7; start"),
        ("roll", {"what": "airfield", "dice": [4], "unit": "X", "strength": 2},
         "A patrol attacks the airfield of X: 4 + 2 = 6; 6 or more", "Patrol atakuje lotnisko X: 4 + 2 = 6; od 6"),
        ("roll", {"what": "airfield", "dice": [4], "unit": "X"},
         "Intruders over the airfield of X: 4; 4 or more", "Intruzi nad lotniskiem X: 4; od 4"),
        ("fires", {"city": "Kiel", "area": "c3", "he": 0, "inc": 1, "fires": 1},
         "Kiel: 1 incendiary in c3 started 1 major fire.", "Kiel: 1 zapalający na c3, stąd 1 wielki pożar."),
        ("creepback", {"city": "Kiel", "area": "c3", "count": 0}, "no counter is left to go to c3", "żaden żeton"),
        ("card", {"card": "WIND FINDERS", "function": "regroup", "object": "A"},
         "The British player plays WIND FINDERS on raid A (", "Gracz brytyjski zagrywa POMIAR WIATRU na wyprawę A ("),
        ("card", {"card": "EXPERTE", "function": "attack", "object": None},
         "The German player plays EXPERTE.", "Gracz niemiecki zagrywa EXPERTE."),
        ("card", {"card": "WEATHER", "function": "draw", "object": None},
         "One of the players plays WEATHER (draw weather).", "Jeden z graczy zagrywa POGODA (losowanie pogody)."),
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


def test_what_burns_is_said_in_words() -> None:
    """By the coach, in the log and in the terminal, not "c3 1+1" alone; what there is none of is not said."""
    text = raid.night("berlin", "E main Hannover 1 D5 J5 K5* K4 D7", turn=5, phase=8)
    decision = raid.go(raid.new_session(text), "convert", choose_aimpoint="e3").pending[0]
    said = {
        "e3 1+2": ("1 HE and 2 incendiaries in e3", "1 burzący i 2 zapalające na e3"),
        "e3 0+2": ("2 incendiaries in e3", "2 zapalające na e3"),
        "e3 2+0": ("2 HE in e3", "2 burzące na e3"),
        "e3 1+1 old 0+1": (
            "1 HE and 1 incendiary in e3, 1 of them of the first attack",
            "1 burzący i 1 zapalający na e3",
        ),
        "done": ("no more conversions here", "tu nic więcej"),
    }
    for option, (en, pl) in said.items():
        assert decision.label(option, "en") == en
        assert option == "done" or decision.label(option, "pl").startswith(pl)


def test_a_modifier_that_the_sentence_names_is_not_listed_under_it_again() -> None:
    view = raid.new_session(raid.night(turn=3)).perspective("german")
    modifiers = [["strength", 2, "9.7a"], ["weather", -1, "3.4.2a"]]
    data = {"unit": "X", "modifiers": modifiers, "total": 8, "value": 6}
    told = in_full(view, Event(0, 1, "infiltration", ("9.4.1b", "9.7a", "3.4.2a"), data))
    assert told == ["X: 8 in all (strength +2, weather \u22121); it takes 6, so it gets in. [9.4.1b, 9.7a, 3.4.2a]"]


def test_a_counter_that_moves_is_said_in_words() -> None:
    """Not "Inc e3 e4"; and what leaves the city does so."""
    s = raid.new_session(raid.night("berlin", "E main Hannover 1 D5 J5 K5* K4 D7", turn=5, phase=8))
    raid.go(s, "convert", choose_aimpoint="e3")
    said = {text: MOVE.in_words(raid.inner(s), {}, text) for text in ("Inc e3 e4", "HE e3 countryside", "done")}
    assert said == {
        "Inc e3 e4": ("bomber_command.move.inc", {"area": "e3", "to": "e4"}),
        "HE e3 countryside": ("bomber_command.move.he.out", {"area": "e3", "to": "countryside"}),
        "done": None,
    }
    assert message("bomber_command.move.inc", "pl", area="e3", to="e4") == "zapalający z e3 na e4"


def test_a_prompt_begins_as_a_sentence_does() -> None:
    units = {"I./NJG3": raid.unit("J5", fuel=5)}
    s = raid.new_session(raid.night(turn=3, units=units, hands={"german": ["LISTENING SERVICE"]}))
    prompts = [decision.prompt(locale) for decision in s.pending for locale in ("en", "pl")]
    assert prompts and all(prompt[:1] == prompt[:1].upper() for prompt in prompts)
