"""The career book: as text and JSON, in both languages, alone and side by side; on the command line, in a terminal."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

import viermot
from tests.games.campaign.support import career, reopen, shown
from viermot import cli
from viermot.games.campaign.faces import book_text
from viermot.games.campaign.knowledge import book
from viermot.terminal.console import Console
from viermot.terminal.play import table_for

LOCALES = ("en", "pl")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Three careers that bots have played."""
    folder = tmp_path_factory.mktemp("careers")
    made = []
    for scenario, options in (("pilot", {}), ("seasoned", {"aircraft": "Ju88"}), ("staffel", {"months": 2})):
        s = viermot.new_game("campaign", scenario, {"stops": "never", **options}, "book", {"player": "standard"})
        made.append(folder / f"{scenario}.json")
        s.save(made[-1])
    return made


def test_the_book_has_every_part_in_both_languages(files: list[Path]) -> None:
    for file in files:
        view = viermot.load(file).perspective("player")
        for locale in LOCALES:
            text = "\n".join(book_text.whole(view, locale))
            assert "{" not in text and "[campaign" not in text
            assert (book_text.say("part.diary", locale)) in text
        staffel = shown(viermot.load(file))["scenario"] == "staffel"
        assert (book_text.say("reconstructed", "en") in "\n".join(book_text.whole(view, "en"))) == staffel


def test_english_and_polish_books_say_the_same_in_other_words(files: list[Path]) -> None:
    view = viermot.load(files[2]).perspective("player")
    english, polish = book.diary(view, "en"), book.diary(view, "pl")
    assert len(english) == len(polish) > 20
    same = [a["text"] for a, b in zip(english, polish, strict=True) if a["text"] == b["text"]]
    assert same == []


def test_the_book_as_data(files: list[Path]) -> None:
    view = viermot.load(files[2]).perspective("player")
    data = json.loads(json.dumps(book.book(view, "en")))
    assert data["viermot"] == "career" and len(data["calendar"]) == data["week"] == 8
    assert len(data["plots"]["week"]) == 8
    assert data["plots"]["crews"][-1] == len([crew for crew in data["crews"] if crew["fate"] == "active"])
    assert [week["moon"] for week in data["calendar"][:4]] == ["half", "none", "half", "full"]
    assert all(line["text"] and "{" not in line["text"] for line in data["diary"])


def test_awards_and_kills_carry_their_dates() -> None:
    s = reopen(career(dice={"flying": [1] * 3}), ["@campaign.end_week"], lines={"crews": {0: {"points": 11}}})
    view = s.perspective("player")
    lines = book_text.award_lines(view, "en")
    assert len(lines) == 2 and "Iron Cross 1st Class" in lines[1]
    assert "Krzyż Żelazny I klasy" in book_text.award_lines(view, "pl")[1]


def test_the_diary_keeps_the_aircraft_of_the_day() -> None:
    dice = {"flying": [6, 1, 1], "engagement": [1] * 3, "recovery": [1, 1]}
    s = career(dice=dice)
    s.state.planes[0] = s.state.planes[0]._replace(type="Me110F-4")  # type: ignore[attr-defined]
    assert any("Me110E-4" in line for line in book_text.diary_lines(s.perspective("player"), "en"))


def run(*words: object, capsys: pytest.CaptureFixture[str]) -> str:
    assert cli.main([str(word) for word in words]) == 0
    return capsys.readouterr().out


def test_the_career_command_shows_calendar_diary_and_several_careers(
    files: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "Calendar" in run("career", files[0], capsys=capsys)
    assert "Kalendarz" in run("career", files[0], "--locale", "pl", capsys=capsys)
    assert "Calendar" not in run("career", files[0], "--diary", capsys=capsys)
    table = run("career", *files, capsys=capsys).splitlines()
    assert len(table) == 4 and table[1].startswith("pilot") and "Staffel" in table[3]
    data = [json.loads(line) for line in run("career", *files, "--json", capsys=capsys).splitlines()]
    assert [line["scenario"] for line in data] == ["pilot", "seasoned", "staffel"]
    run("career", files[0], "--save", tmp_path / "book.txt", capsys=capsys)
    assert "Calendar" in (tmp_path / "book.txt").read_text()


def test_career_command_writes_a_sortie(files: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("career", files[1], "--sortie", "1", "--save", tmp_path / "one.json", capsys=capsys)
    assert viermot.verify(tmp_path / "one.json").fair
    text = run("career", files[1], "--sortie", "1", "--locale", "pl", capsys=capsys)
    assert "Tura 1, Wejście bombowców" in text and "Koniec lotu" in text
    assert cli.main(["career", str(files[1]), "--sortie", "99", "--save", str(tmp_path / "no.json")]) == 2
    other = viermot.new_game("nightfighter", "1", seed="x")
    other.save(tmp_path / "other.json")
    assert cli.main(["career", str(tmp_path / "other.json")]) == 2


def played(lines: list[str], locale: str, save: Path | None = None, **options: object) -> str:
    """What the terminal shows when somebody types this."""
    s = viermot.new_game("campaign", "seasoned", options, "terminal")
    out = io.StringIO()
    console = Console(io.StringIO("\n".join(lines) + "\n"), out, live=False, locale=locale)
    table_for(s, console, save).run()
    return out.getvalue()


@pytest.mark.parametrize("locale", LOCALES)
def test_a_career_at_the_terminal_walks_in_and_out_of_sorties(locale: str, tmp_path: Path) -> None:
    pages = ["careers", "book", "diary", "calendar", "pilot", "airfield", "status", "log"]
    text = played([*["next", "auto sortie", "yes"] * 12, *pages, "quit"], locale, tmp_path / "career.json")
    begins = {"en": "you are over the beacon", "pl": "jesteś nad latarnią"}[locale]
    over = {"en": "is over.", "pl": "skończony."}[locale]
    assert begins in text and over in text
    assert "[campaign." not in text and "Traceback" not in text
    assert max(len(line) for line in text.splitlines() if str(tmp_path) not in line) <= 80  # a path may be long
    row = [line for line in text.splitlines() if line.startswith("career ")][-1]  # its file beside the others
    assert {"en": " seasoned ", "pl": " dośw. "}[locale] in row
    again = viermot.load(tmp_path / "career.json")
    assert again.module.name == "campaign"


@pytest.mark.parametrize("locale", LOCALES)
def test_old_sorties_at_the_terminal(locale: str, tmp_path: Path) -> None:
    """Their whole log, their proof, and a file of their own, after the career was loaded again."""
    played([*["next", "auto sortie", "yes"] * 12, "quit"], locale, tmp_path / "career.json")
    s = viermot.load(tmp_path / "career.json")
    assert shown(s)["sortie_number"] > 1
    typed = ["sortie", "sortie 1", "sortie 1 verify", f"sortie 1 save {tmp_path / 'one.json'}", "sortie 99"]
    typed += [f"sortie 1 save {tmp_path / 'career.json'}", "quit"]  # there is a file: not over that one
    out = io.StringIO()
    console = Console(io.StringIO("\n".join(typed) + "\n"), out, live=False, locale=locale)
    table_for(s, console, tmp_path / "career.json", resumed=True).run()
    words = {"en": ("The sortie is over", "was fair", "no finished sortie 99", "is there already")}
    words["pl"] = ("Koniec lotu", "był uczciwy", "nie ma zakończonego lotu nr 99", "już istnieje")
    assert all(word in out.getvalue().replace("\n", " ") for word in words[locale])
    assert viermot.verify(tmp_path / "one.json").fair
    assert viermot.load(tmp_path / "career.json").module.name == "campaign"


def test_an_ironman_career_has_one_save(tmp_path: Path) -> None:
    typed = ["save " + str(tmp_path / "second.json"), "undo", "quit"]
    text = played(typed, "en", tmp_path / "first.json", ironman=True)
    assert "one save" in text and "ironman" in text
    assert not (tmp_path / "second.json").exists() and (tmp_path / "first.json").exists()


def test_a_staffel_at_the_terminal_names_crews_and_aircraft() -> None:
    s = viermot.new_game("campaign", "staffel", {"pilot": "Hptm. Otto Test"}, "terminal")
    out = io.StringIO()
    while s.pending[0].kind != "who_assigns":
        s.decide(0)
    table_for(s, Console(io.StringIO("by hand\noptions\n1 A\nquit\n"), out, live=False)).run()
    assert "1 A: Hptm. Otto Test in the Me110F-4 A" in out.getvalue()
