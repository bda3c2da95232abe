"""What the page and the terminal say of aircraft, weapons, places and purchases, in both languages."""

from __future__ import annotations

import pytest

from tests.games.interceptor.support import answer_as_told, asked, career, new_session, pilot
from viermot.games.interceptor import GAME
from viermot.games.interceptor.faces.page import PAGE
from viermot.kernel import registry
from viermot.text import has, message

LOCALES = ("en", "pl")


@pytest.mark.parametrize("locale", LOCALES)
def test_every_aircraft_has_its_history(locale: str) -> None:
    shown = PAGE.static(GAME.load_pack(None), locale)
    names = [
        *shown.aircraft,
        *(row.name for row in shown.bombers),
        *(row.name for row in shown.fighters),
    ]
    assert len(shown.aircraft) == 30 and len(names) == 38
    assert [name for name in names if len(shown.history[name]) < 40] == []


def test_weapons_keep_their_designation_and_say_where_they_sit() -> None:
    words = PAGE.static(GAME.load_pack(None), "pl").words["weapon"]
    assert words["2× MG 151/20 (wing roots)"] == "2× MG 151/20 (nasady skrzydeł)"
    english = ("cowl", "wing", "engine", "nose", "gondola", "tray", "ventral")
    assert [word for word in words.values() if any(each in word for each in english)] == []


def test_purchases_are_labelled_in_both_languages() -> None:
    s = new_session(career(pilot(points=7, level=7, fate=2, flights=9), month="Dec43", at="ground", raid=7))
    while asked(s).kind != "spend_prestige":
        answer_as_told(s, {})
    decision = asked(s)
    taken = next(option for option in decision.options if option.startswith("take "))
    name = taken.partition(" ")[2]
    assert decision.label(taken) == f"Take the {name}" and decision.label(taken, "pl") == f"Weź {name}"
    moved = next(option for option in decision.options if option.startswith("move "))
    assert decision.label(moved, "pl").startswith("Przejdź do ")


@pytest.mark.parametrize("locale", LOCALES)
def test_every_place_of_an_attack_is_named(locale: str) -> None:
    own = pilot(target="B-17F", bomber_type="B-17F")
    s = new_session(career(own, at="bombers", raid=5, options={"10.5": True}), draws={"position": [9]})
    decision = asked(s)
    assert decision.kind == "adjust"
    labels = [decision.label(option, locale) for option in decision.options]
    assert len(set(labels)) == len(labels) == 9 and not set(labels) & set(decision.options)


def test_every_game_has_a_title_in_both_languages() -> None:
    for game in registry.modules():
        title = message(f"{game.name}.title", "en")
        assert has(f"{game.name}.title") and title == getattr(game, "title", "")
        published, *_ = title.split()  # a published game keeps its name; what is said besides is translated
        assert message(f"{game.name}.title", "pl").startswith(published)


def test_the_column_and_the_line_of_a_card_that_count() -> None:
    """As the rules read them: the last column a firepower reaches, and the first for less than any."""
    shown = PAGE.static(GAME.load_pack(None), "en")
    heads = [shown.columns[shown.column_of[fp]] for fp in (3, 8, 15, 17, 40)]
    assert heads == [6, 8, 14, 16, 24]
    assert {shown.card_lines[use] for use in ("bomber's fire", "rear gunner")} == {"fire"}
    assert {shown.card_lines[use] for use in ("attack", "enemy's attack", "wingman's attack")} == {"hits"}
    assert {shown.card_lines[use] for use in ("defence", "enemy's defence")} == {"defence"}
    assert shown.card_lines["wingman text"] == "wingman"
