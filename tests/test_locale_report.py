"""`make locale`: what a language lacks is told key by key, and each language has one term a concept."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import locale_report
from tools.locale_report import Term, report, told
from viermot.text import DEFAULT

PACKAGE = locale_report.ROOT / "src" / "viermot"
POLISH = locale_report.terms(PACKAGE, "pl")
HEADER = 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'


def test_polish_has_every_sentence_and_keeps_to_its_terms() -> None:
    parts = {part.place: part for part in report(PACKAGE, "pl")}
    assert {"viermot", "nightfighter", "bomber_command", "interceptor", "solitaire", "campaign"} == set(parts)
    assert sum(part.wanted for part in parts.values()) > 6900
    for place, part in parts.items():
        assert (part.lacking, part.faults) == ([], []), place


@pytest.mark.parametrize("term", POLISH, ids=lambda term: str(term.said))
def test_a_term_does_not_bar_itself(term: Term) -> None:
    assert not any(pattern.search(term.said) for pattern in term.barred)


@pytest.mark.parametrize(
    "sentence",
    ["Rzuć kością.", "Radar jest silnie zakłócany.", "Żeton wysoki znika.", "Wymaga testu prawdziwości.", "dziki dzik",
     "silnie", "Zwycięstwo decydujące", "słaba widzialność", "kierunek i zwrot", "zielony pilot", "Na małej wysokości",
     "Żetony poszukiwań schodzą z mapy.", "{radar}: bez omiatania.", "W Fazie Poszukiwań Radaru", "Sztonik wejścia",
     "napastnicy", "wartość uszkodzeń", "Dwa bombowce w tym samym heksie", "bombowiec torpedowy", "krawędź zejścia",
     "radar ogonowy", "Skopiuj odnośnik.", "obszar radaru", "Eskorta się wyłamuje.", "Własny flak", "wielki rajd",
     "samolot spisany", "Misja 3"],
)  # fmt: skip
def test_another_word_is_found_wherever_it_stands(sentence: str) -> None:
    for place, key in (("nightfighter", "nightfighter.event.a"), ("bomber_command", "bomber_command.rule.1.1.title")):
        assert any(term.is_broken_by(place, key, sentence) for term in POLISH), sentence


def put(path: Path, **sentences: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    entries = [f'msgid "{key.replace("__", ".")}"\nmsgstr "{said}"\n' for key, said in sentences.items()]
    path.write_text(HEADER + "\n".join(entries), encoding="utf-8")


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A small house: shared words and one game, in English and somewhat in German."""
    put(tmp_path / "locale" / DEFAULT / "viermot.po", common__yes="Yes", common__hex="hex {hex}")
    put(tmp_path / "locale" / "de" / "viermot.po", common__yes="Ja", common__hex="Feld {hex}")
    put(tmp_path / "games" / "chess" / "locale" / DEFAULT / "chess.po", chess__check="Check", chess__mate="Mate")
    put(tmp_path / "games" / "chess" / "locale" / DEFAULT / "rules.po", chess__rule__1__title="Moving")
    put(tmp_path / "games" / "chess" / "locale" / "de" / "chess.po", chess__check="Schach")
    return tmp_path


def test_gaps_are_listed_key_by_key_and_are_no_fault(package: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert locale_report.main([], package) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == "de: 60.0 % of 5 sentences"
    assert [line.split()[:3] for line in shown[1:3]] == [["viermot", "100.0", "%"], ["chess", "33.3", "%"]]
    assert shown[3:5] == ["    lacks chess.mate", "    lacks chess.rule.1.title"]


def test_long_lists_are_shown_whole_where_that_is_asked_for(package: Path) -> None:
    put(package / "locale" / DEFAULT / "viermot.po", **{f"common__n{n}": "Word" for n in range(20)})
    put(package / "locale" / "de" / "viermot.po", common__n0="Wort")
    assert sum("lacks common" in line for line in told(package, "de", False)[0]) == locale_report.FIRST
    assert any("and 14 more" in line for line in told(package, "de", False)[0])
    assert sum("lacks common" in line for line in told(package, "de", True)[0]) == 19


@pytest.mark.parametrize(
    ("sentences", "fault"),
    [
        ({"common__no": "Nein"}, "common.no: English has no such key"),
        ({"common__hex": "Feld {feld}"}, "common.hex: the English sentence has no field feld"),
        ({"common__hex": "Hex {hex}"}, "common.hex: hex is 'Feld' elsewhere: Hex {hex}"),
    ],
)
def test_faults_are_reported(
    package: Path, sentences: dict[str, str], fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (package / "locale" / "de" / "terms.toml").write_text(
        '[[term]]\nconcept = "hex"\nsaid = "Feld"\nnot = [\'\\bhex\\b\']\n', encoding="utf-8"
    )
    put(package / "locale" / "de" / "viermot.po", **sentences)
    assert locale_report.main(["de"], package) == 1
    assert fault in capsys.readouterr().out


def test_a_plural_with_too_few_forms_is_a_fault(package: Path) -> None:
    one = 'msgid "count.hexes"\nmsgid_plural "count.hexes"\nmsgstr[0] "{n} hex"\nmsgstr[1] "{n} hexes"\n'
    (package / "locale" / DEFAULT / "viermot.po").write_text(HEADER + one, encoding="utf-8")
    few = one.replace('msgstr[1] "{n} hexes"\n', "")
    (package / "locale" / "de" / "viermot.po").write_text(HEADER + few, encoding="utf-8")
    assert "count.hexes: 1 plural forms instead of 2" in "\n".join(told(package, "de", False)[0])


def test_a_language_that_is_not_there_is_named(package: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert locale_report.main(["fr"], package) == 2
    assert "There is no language fr; there are de." in capsys.readouterr().out
