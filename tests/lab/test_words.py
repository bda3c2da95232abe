"""What reports call things: every count of every game and every arrangement, in every language."""

from __future__ import annotations

import pytest

from viermot.kernel import registry
from viermot.lab import declaring, metrics, reports, words
from viermot.lab.games import play
from viermot.lab.studies import Study
from viermot.text import has, languages

GAMES = sorted(registry.names())


@pytest.mark.parametrize("game", GAMES)
def test_every_count_of_a_result_has_words_in_every_language(game: str) -> None:
    study = declaring.study(game, games=1)
    fixture, seed = study.task(0)
    row = study.row(0, play(fixture, seed))
    for metric in metrics.usual([row]):
        first, _, name = metric.partition(".")
        if first == "result":
            assert all(has(f"{game}.counted.{name}", locale) for locale in languages()), metric


@pytest.mark.parametrize("game", GAMES)
def test_every_result_has_its_place_between_the_worst_and_the_best(game: str) -> None:
    module = registry.game(game)
    assert len(module.levels) >= 3
    for level in module.levels:
        assert all(has(f"{game}.result.{level}", locale) for locale in languages()), level
    first = module.seats[0]
    worths = [module.score({"level": level, **COUNTS}, first) for level in module.levels]
    assert worths == sorted(worths)


COUNTS = {"kills": 3, "bombers": 3, "survived": True, "losses": 0, "score": 1, "vp": {"net": 0}}


def test_results_of_one_worth_stand_in_the_order_of_the_book() -> None:
    """A victory and a great victory score the same, and a night may cost more bombers in the greater one."""
    study = declaring.study("bomber_command", games=2)
    rows = [
        {
            "game": n,
            "cell": study.cells[0].name,
            "scores": {"british": score},
            "result": {"bombers": bombers, "level": level},
        }
        for n, (level, score, bombers) in enumerate(
            [("british major", 1.0, 9), ("german", 0.0, 50), ("british", 1.0, 40), ("german major", 0.0, 60)]
        )
    ]
    assert reports.levels_of(reports.report_of(study, rows)) == ["german major", "german", "british", "british major"]


def test_an_arrangement_is_called_by_its_scenario_and_what_sets_it_apart() -> None:
    seats = {"player": ["novice", "standard"], "umpire": "plain"}
    study = declaring.study("nightfighter", scenarios=["8F"], seats=seats, sweep={"28.4": [False, True]}, games=1)
    assert [words.cell_words(study, cell, "en") for cell in study.cells] == [
        "8F Diver: novice without 28.4", "8F Diver: novice with 28.4",
        "8F Diver: standard without 28.4", "8F Diver: standard with 28.4",
    ]  # fmt: skip
    assert words.cell_words(study, study.cells[1], "pl") == "8F Diver: novice z 28.4"
    both = declaring.study(
        "bomber_command", seats={"british": ["standard", "novice"], "german": ["standard", "novice"]}, games=1
    )
    assert words.cell_words(both, both.cells[1], "en") == "Berlin: British standard German novice"
    assert words.named(both, "nobody's", "en") == "nobody's"


def test_where_room_is_short_it_is_the_title_that_goes() -> None:
    study = declaring.study("interceptor", scenarios=["4"], each={"10.3": True, "10.5": True}, games=1)
    plain, tired, _ = study.cells
    assert words.short_words(study, plain, "en") == "4 IV/JG 1, Mönchengladbach"
    assert words.cell_words(study, tired, "en") == "4 IV/JG 1, Mönchengladbach: with 10.3"
    assert words.short_words(study, tired, "en") == "4: with 10.3"


def test_the_two_of_a_match_are_called_by_their_names() -> None:
    test = {"first": "expert:400", "second": "standard"}
    study = Study("?", "nightfighter", (), 1, "m", test=test)
    pair = [declaring.study("nightfighter", scenarios=["3"], games=1).cells[0]]
    from dataclasses import replace

    assert words.cell_words(study, replace(pair[0], name="3 first"), "en") == "3 Helle Nachtjagd: expert:400"
