"""The ladders: data that names real scenarios and seats, words in every language, and the order they are climbed in."""

from __future__ import annotations

from pathlib import Path

import pytest

import viermot
from viermot import ladders
from viermot.kernel import ladder, lessons, registry
from viermot.kernel.ladder import Rung
from viermot.kernel.packs import PackError
from viermot.text import locales

GAMES = [module.name for module in registry.modules()]
RUNGS = [pytest.param(rung, id=f"{rung.game} {rung.id}") for rung in ladder.every()]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_s_ladder_begins_with_a_lesson_and_has_all_of_them(game: str) -> None:
    rungs = ladder.of_game(game)
    assert rungs[0].lesson and not rungs[0].side
    assert {rung.lesson for rung in rungs if rung.lesson} == set(lessons.of_game(game))


@pytest.mark.parametrize("rung", RUNGS)
def test_every_step_says_what_it_teaches_and_can_be_begun(rung: Rung) -> None:
    for locale in locales():
        told = ladders.about(rung, locale)
        assert told.title and told.teaches and "[" not in told.title + told.teaches
        assert rung.lesson or told.teaches[-1].isalnum()  # lists end it as they end the others
    session = viermot.start_step(rung.game, rung.id)
    assert session.pending and session.pending[0].seat == ladders.about(rung).seat


def test_1_1_1_the_book_s_first_competitive_game_comes_first_and_1_and_2_are_side_steps() -> None:
    steps = ladder.of_game("nightfighter")
    assert [rung.id for rung in steps if not rung.side] == ["first", "3", "4", "5", "6", "7", "8", "9", "10"]
    assert [rung.id for rung in steps if rung.side] == ["1", "2"]


def test_what_comes_next_follows_from_what_is_done() -> None:
    steps = ladder.of_game("nightfighter")

    def after(done: list[str], here: str = "") -> str | None:
        found = ladder.next_step(steps, done, here)
        return None if found is None else found.id

    assert after([]) == "first" and after(["first"]) == "3"
    assert after(["first", "3"], "3") == "4"
    assert after(["6"], "6") == "7", "who begins higher goes on from there"
    assert after(["1"], "1") == "first", "a side step leads back to the way"
    assert after(["10", "9"], "10") == "first", "what was left out below comes after the top"
    assert after([rung.id for rung in steps]) is None


def test_after_a_lesson_comes_its_game_s_next_step() -> None:
    first = lessons.of_game("nightfighter")["first"]
    following = ladders.after_lesson(first)
    assert following is not None and (following.game, following.id) == ("nightfighter", "3")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('rung = [{ scenario = "99", seat = "player", won = ["win"] }]', "no scenario '99'"),
        ('rung = [{ scenario = "3", seat = "nobody", won = ["win"] }]', "'nobody' is not one of"),
        ('rung = [{ lesson = "last" }]', "no lesson 'last'"),
        ('rung = [{ lesson = "first", scenario = "3" }]', "not both"),
        ('rung = [{ scenario = "3", seat = "player" }]', "count as won"),
        ('rung = [{ lesson = "first" }, { lesson = "first" }]', "another of that name"),
        ("rung = 7", "rung"),
    ],
)
def test_a_mistake_in_the_file_is_reported_with_its_reason(tmp_path: Path, text: str, reason: str) -> None:
    file = tmp_path / "ladder.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(PackError, match=reason):
        ladder.read("nightfighter", file)


def test_only_a_whole_game_from_its_beginning_is_a_step() -> None:
    whole = viermot.new_game("nightfighter", "3", seats={"umpire": "standard"})
    assert ladder.climbed(whole.setup, "player") is ladder.find("nightfighter", "3")
    assert ladder.climbed(whole.setup, "umpire") is None
    half = viermot.new_game("nightfighter", position=whole.position(), seats={"umpire": "standard"})
    assert ladder.climbed(half.setup, "player") is None
    assert ladder.climbed(viermot.start_lesson("nightfighter", "first").setup, "player") is None
