"""The rulebook: ids, families, near matches, bad files; and the rules of Nightfighter as they ship."""

import re
from pathlib import Path

import pytest

from viermot.kernel import rulebook
from viermot.kernel.rulebook import BadRulebook, Rulebook, UnknownRule, load, load_all
from viermot.text import locales

PACKAGE = Path(rulebook.__file__).parents[1] / "games"
HEAD = "id,kind,optional\n"


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return load(PACKAGE / "nightfighter" / "rules.csv")


def write(folder: Path, text: str) -> Path:
    file = folder / "rules.csv"
    file.write_text(text, encoding="utf-8")
    return file


def test_nightfighter_has_its_273_rules_in_the_order_of_the_book(book: Rulebook) -> None:
    def place(rule_id: str) -> list[object]:
        return [int(part) if part.isdigit() else part for part in re.findall(r"\d+|[a-z]", rule_id)]

    assert book.name == "nightfighter"
    assert len(book) == 273
    chapters = [place(rule_id)[0] for rule_id in book]
    assert chapters == sorted(chapters)  # type: ignore[type-var]
    assert sum(rule.kind == "info" for rule in book.values()) == 5
    assert [rule.id for rule in book.values() if rule.optional][:2] == ["24.1.2", "28.0"]


def test_every_summary_is_short_and_in_its_own_language(book: Rulebook) -> None:
    for rule in book.values():
        said = [book.summary(rule.id, locale) for locale in locales()]
        for summary in said:
            assert len(summary) <= 300, rule.id
            assert summary == summary.strip() and summary[-1] == ".", rule.id
        assert len(set(said)) == len(said), rule.id


def test_a_summary_is_in_the_language_of_the_reader(book: Rulebook) -> None:
    assert "firepower" in book.summary("17.1b", "en")
    assert "siłę ognia" in book.summary("17.1b", "pl")
    assert book.summary("17.1b", "pl_PL") == book.summary("17.1b", "pl")
    assert book.title("17.3.1c", "pl") == "Zderzenie"


def test_a_family_is_everything_under_a_number(book: Rulebook) -> None:
    def ids(number: str) -> list[str]:
        return [rule.id for rule in book.family(number)]

    assert ids("9.1") == ["9.1a", "9.1b"]
    assert ids("17.3.1") == ["17.3.1a", "17.3.1b", "17.3.1c", "17.3.1d"]
    assert ids("17.4.3b") == ["17.4.3b"]
    assert ids("2.2.1") == ["2.2.1a", "2.2.1b"]  # and not 2.2.10
    assert {rule_id.partition(".")[0] for rule_id in ids("1")} == {"1"}
    assert ids("17.0") == ids("17")
    assert ids("11.0") == ["11.0a", "11.0b", "11.0c", "11.0d"]
    assert ids("99") == []


def test_an_unknown_rule_names_its_neighbours(book: Rulebook) -> None:
    with pytest.raises(UnknownRule) as error:
        book["9.2"]
    assert str(error.value) == "there is no rule 9.2 in the rules of nightfighter; near it: 9.2a, 9.2b, 9.2.1"
    assert isinstance(error.value, KeyError)
    assert book.near("17.3.1z") == ("17.3.1a", "17.3.1b", "17.3.1c", "17.3.1d")
    assert book.near("4.1.7a")[0] == "4.1a"
    assert "5.1a" in book.near("S5.1")
    assert book.near("nonsense") == ()
    assert "9.2" not in book
    assert book.get("9.2") is None
    assert book.unknown("9.2a 9.9z 11.0a") == ["9.9z"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "the first line must be id,kind"),
        ("id,title,kind,optional\n1.1,T,info,no\n", "the first line must be id,kind"),
        (HEAD + "1.1,info\n", "line 2: 2 cells instead of 3"),
        (HEAD + "1.1,,no\n", "line 2: kind is empty"),
        (HEAD + "1.1,info,maybe\n", "line 2: optional is 'maybe'; write yes or no"),
        (HEAD + "1.1,info,no\n1.1,info,no\n", "line 3: rule 1.1 is there twice"),
        (HEAD + '1.1,"info,no\n', "is not a CSV file in UTF-8"),
    ],
)
def test_a_bad_file_is_refused_with_its_line(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(BadRulebook, match=re.escape(complaint)) as error:
        load(write(tmp_path, text))
    assert "rules.csv" in str(error.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadRulebook, match=r"rules\.csv cannot be read: No such file"):
        load(tmp_path / "rules.csv")


def test_games_are_the_folders_with_a_rulebook(tmp_path: Path) -> None:
    for game in ("chess", "draughts"):
        (tmp_path / game).mkdir()
    write(tmp_path / "draughts", HEAD + "1.1,info,no\n")
    assert {name: list(book) for name, book in load_all(tmp_path).items()} == {"draughts": ["1.1"]}
    assert "nightfighter" in load_all(PACKAGE)


def test_witnesses_hear_every_rule_and_nobody_need_listen() -> None:
    heard: list[tuple[str, str]] = []

    def listen(rule_ids: str, how: str) -> None:
        heard.append((rule_ids, how))

    rulebook.witness("11.0a", rulebook.EVENT)
    rulebook.witnesses.append(listen)
    try:
        rulebook.witness("11.0a 17.4b", rulebook.REFUSAL)
    finally:
        rulebook.witnesses.remove(listen)
    rulebook.witness("11.0b", rulebook.EVENT)
    assert heard == [("11.0a 17.4b", "refusal")]
