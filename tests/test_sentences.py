"""Events in words: the sentence, its rules, and every modifier of a roll."""

import re

import pytest

import viermot
from viermot.kernel import registry
from viermot.sentences import in_full, sentence, with_rules
from viermot.text import DOMAIN, locales, sentences

HYPHEN = re.compile(r"(?:^|[\s(])-\d")  # where a minus belongs

BEHIND_IT = """
scenario = "4B"
options = {"pilots" = {"201" = "experte"}}
turn = 3
phase = 9
[[fighter]]
id = 201
at = "1010 S"
tally = 113
[[attacker]]
id = 113
at = "1010 S"
"""


def test_a_roll_is_told_with_its_rules_and_its_modifiers() -> None:
    dice = {"response": [1, 1], "attack": [3, 4]}
    session = viermot.new_game("nightfighter", position=BEHIND_IT, seats={"umpire": "random"}, dice=dice)
    session.decide("guns")
    view = session.perspective("player")
    roll = next(event for event in view.events() if event.data.get("what") == "attack")
    assert sentence(view, roll) == "201 fires at C1: 3 + 4 + 6 = 13; a hit needs 10."
    assert with_rules(view, roll).startswith("201 fires at C1: 3 + 4 + 6 = 13; a hit needs 10. [11.0c, ")
    assert in_full(view, roll)[1:] == ["  +4 guns [11.0c]", "  +2 experte [17.2]"]


def test_the_umpire_reads_who_a_contact_is_and_the_player_does_not() -> None:
    session = viermot.new_game("nightfighter", position=BEHIND_IT, seats={"umpire": "random"}, seed="x")
    session.decide("hold fire")
    views = {seat: session.perspective(seat) for seat in ("player", "umpire")}
    told = {seat: [sentence(view, event) for event in view.events()] for seat, view in views.items()}
    assert "201 holds its fire at C1." in told["player"] and "201 holds its fire at C1 (113)." in told["umpire"]
    assert not [line for line in told["player"] if "113" in line]


@pytest.mark.parametrize("game", registry.names())
def test_a_figure_below_nought_has_a_minus_and_not_a_hyphen(game: str) -> None:
    """In the catalogues, and in every sentence and modifier of a game, in all languages."""
    for language in locales():
        written = {key: each for domain in (game, DOMAIN) for key, each in sentences(language, domain).items()}
        assert [key for key, forms in written.items() if HYPHEN.search(" ".join(forms))] == []
    module = registry.game(game)
    scenario = module.info(module.load_pack(None)).scenarios[-1].id
    s = viermot.new_game(game, scenario, seed="minus", seats=dict.fromkeys(module.seats, "random"))
    told = [(view, event) for view in map(s.perspective, module.seats) for event in view.events()]
    lines = [line for view, event in told for language in locales() for line in in_full(view, event, language)]
    assert len(lines) > 100 and [line for line in lines if HYPHEN.search(line)] == []
