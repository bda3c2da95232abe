"""Every sentence of a career is there in both languages, with fields its event carries; the data is sound."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import viermot
from viermot import sentences
from viermot.games.campaign import GAME, _words, components
from viermot.games.campaign.faces import event_text
from viermot.games.campaign.knowledge import events
from viermot.games.campaign.model import layout
from viermot.games.campaign.model.state import LISTS
from viermot.games.campaign.model.terms import CREW_FATES, FLIGHTS, MEN, MOONS, ROLES, STATUS, VISIBILITIES
from viermot.games.campaign.rules.victory import LEVELS
from viermot.kernel import packs
from viermot.kernel.agenda import STEPS, Question, Words
from viermot.kernel.events import Event
from viermot.kernel.packs import PackError
from viermot.text import PoCatalogue, fields_of, has

PACKAGE = Path(str(viermot.__file__)).parent / "games" / "campaign"
CATALOGUES = {
    locale: PoCatalogue((PACKAGE / "locale" / locale / "campaign.po").read_text(encoding="utf-8"))
    for locale in ("en", "pl")
}
MADE = {"made", "up_to", "what", "dice", "half", "spare", "moon_risen", "new_type", "jams_dunaja", "jams_himmelbett"}
MADE |= {"again", "low", "h2s", "splinters", "lit", "poor", "moderate", "cloudy"}
SAID_NEXT = {"bomber_type", "daylight", "equipment", "event_of_the_month"}  # what it comes to is the next line


def fields(sentence: str) -> set[str]:
    return fields_of(sentence)


def test_both_languages_have_the_same_keys_and_fields() -> None:
    english, polish = CATALOGUES["en"], CATALOGUES["pl"]
    assert set(english._single) == set(polish._single)
    assert set(english._plural) == set(polish._plural)
    for key, sentence in english._single.items():
        assert fields(sentence) == fields(polish._single[key]), key


def test_every_event_has_a_sentence_with_fields_it_carries() -> None:
    for kind, names in events.FIELDS.items():
        bare = kind.removeprefix("roll:")
        key = f"campaign.event.roll.{event_text.slug(bare)}" if kind != bare else f"campaign.event.{kind}"
        for locale in CATALOGUES:
            assert has(key, locale), key
        for special in CATALOGUES["en"]._single:
            if special == key or (special.startswith(key + ".") and kind in events.VARIES):
                assert fields(CATALOGUES["en"]._single[special]) <= {*names.split(), *MADE}, special


def test_every_roll_says_what_it_takes_or_comes_to() -> None:
    prefix = "campaign.event.roll."
    for locale, catalogue in CATALOGUES.items():
        for key, sentence in catalogue._single.items():
            if key.startswith(prefix) and key.removeprefix(prefix) not in SAID_NEXT:
                assert not re.search(r"\{(dice|made)\}\.$", sentence), (locale, sentence)


def test_no_sentence_is_left_of_an_event_that_is_gone() -> None:
    known = {
        event_text.slug(kind.removeprefix("roll:")) if kind.startswith("roll:") else kind for kind in events.FIELDS
    }
    for key in CATALOGUES["en"]._single:
        if key.startswith("campaign.event."):
            word = key.removeprefix("campaign.event.").removeprefix("roll.").split(".")[0]
            assert word in known, key


def test_every_event_told_in_the_code_is_known() -> None:
    told = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in ("tell", "roll")
            ):
                place = 0 if node.func.attr == "tell" else 1
                if len(node.args) > place and isinstance(node.args[place], ast.Constant):
                    prefix = "" if place == 0 else "roll:"
                    told.add(prefix + str(node.args[place].value))  # type: ignore[attr-defined]
    assert told and told <= set(events.FIELDS)


def test_every_question_has_a_prompt_and_every_word_a_label() -> None:
    questions = [q for q in STEPS.values() if isinstance(q, Question) and q.name.startswith("campaign.")]
    keys = {f"campaign.prompt.{question.word}" for question in questions}
    for question in questions:
        if isinstance(question.notation, Words):
            keys |= {f"campaign.option.{question.word}.{word.replace(' ', '_')}" for word in question.notation.words}
    reasons = set()
    for path in PACKAGE.rglob("*.py"):
        reasons |= set(re.findall(r'return \("A[\d.]+[a-z]?", "(\w+)"\)', path.read_text(encoding="utf-8")))
    assert len(reasons) >= 8
    keys |= {f"campaign.refused.{reason}" for reason in reasons}
    assert {key for key in keys for locale in CATALOGUES if not has(key, locale)} == set()


def test_every_small_vocabulary_has_its_words() -> None:
    keys = {f"campaign.field.man.{word}" for word in MEN} | {f"campaign.field.moon.{word}" for word in MOONS}
    keys |= {f"campaign.field.visibility.{word}" for word in VISIBILITIES} | {f"campaign.field.role.{w}" for w in ROLES}
    keys |= {f"campaign.field.crew_status.{word}" for word in STATUS} | {f"campaign.field.level.{w}" for w in LEVELS}
    keys |= {f"campaign.result.{word}" for word in LEVELS} | {f"campaign.field.fate.{word}" for word in CREW_FATES}
    keys |= {f"campaign.field.flight_state.{event_text.slug(word)}" for word in FLIGHTS}
    keys |= {f"campaign.scenario.{name}" for name in layout.SCENARIOS} | {_words(n) for n in layout.DEFAULTS}
    keys |= {f"campaign.field.award.{award.id}" for award in components.load().awards}
    keys |= {f"campaign.event.event.{event.what}" for event in components.load().events.values()}
    keys |= {f"campaign.event.lands.{landing.id}" for landing in components.load().recovery.landing}
    keys |= {f"campaign.month.{number}" for number in range(1, 13)} | {
        f"campaign.seat.{seat}" for seat in ("player", "umpire")
    }
    assert {key for key in keys for locale in CATALOGUES if not has(key, locale)} == set()


def test_polish_counts_in_three_forms() -> None:
    assert [event_text.spoken_field("weeks", n, "pl") for n in (1, 2, 5)] == ["1 tydzień", "2 tygodnie", "5 tygodni"]
    assert event_text.date_text(31, "pl") == "3. tydzień stycznia 1943"
    assert event_text.date_text(31, "en") == "week 3 of January 1943"


# -- data ------------------------------------------------------------------------------------------------------


def test_the_data_makes_sense_and_says_where_it_comes_from() -> None:
    book = GAME.load_pack(None)
    assert GAME.check_pack(book) == []
    marks = {(mark.file, mark.key): mark for mark in GAME.provenance(book)}
    staffel = [mark for (file, _), mark in marks.items() if file in ("staffel.toml", "events.toml")]
    assert staffel and all(mark.status in ("reconstructed", "published") for mark in staffel)
    assert marks["staffel.toml", "patrol"].status == "reconstructed"
    assert marks["pilots.toml", "pilot"].status == "published"
    assert [about.details["status"] for about in GAME.info(book).scenarios] == [
        "published",
        "published",
        "reconstructed",
    ]


def test_an_owner_may_lay_own_values_over_ours(tmp_path: Path) -> None:
    (tmp_path / "recovery.toml").write_text("[test]\ngreen = 3\n")
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "fighters.toml").write_text('[[fighter]]\nname = "Me110F-4"\nfp = 9\n')
    s = viermot.new_game("campaign", "seasoned", {"stops": "every"}, "pack", pack=tmp_path)
    while s.state.sortie is None:  # type: ignore[attr-defined]
        s.decide("week")
    assert s.state.sortie.layout.fighters[0].firepower == 9  # type: ignore[attr-defined]
    s.save(tmp_path / "own.json")
    assert viermot.load(tmp_path / "own.json").head == s.head


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("events.toml", "[[event]]\nid = 2\nremove = true\n"),
        ("other.toml", "x = 1\n"),
        ("raids.toml", '[[kind]]\nid = "dunaja"\nradar = 5\n'),
    ],
)
def test_a_bad_pack_says_what_is_wrong(tmp_path: Path, file: str, content: str) -> None:
    (tmp_path / file).write_text(content)
    with pytest.raises(PackError) as wrong:
        GAME.load_pack(tmp_path)
    assert wrong.value.file == file


def test_the_lists_of_the_state_are_plain() -> None:
    s = viermot.new_game("campaign", "staffel", {"stops": "never", "months": 1}, "plain", {"player": "random"})
    for name, kind in LISTS.items():
        assert all(type(line) is kind for line in getattr(s.state, name))


def test_an_older_pack_without_the_die_of_a_day_sortie_has_ours() -> None:
    """And a save with older tables and charts of ours is still proven to be ours."""
    book = components.load()
    events = {key: value for key, value in book.tables["events.toml"].items() if key != "daylight"}
    old = components.load_content(packs.content({**book.tables, "events.toml": events}))
    assert old.daylight == book.daylight and old.hash != book.hash
    assert book.had_hash(old.hash) and not old.had_hash(book.hash)


def test_a_day_sortie_that_ends_in_two_ways_is_complained_about(tmp_path: Path) -> None:
    (tmp_path / "events.toml").write_text("[daylight]\nkill = 4\n", encoding="utf-8")
    complaint = "A day over Germany ends in two ways at once, or in one of them never."
    assert list(map(str, components.check(components.load(tmp_path)))) == [complaint]


def test_a_sortie_is_told_by_those_who_flew_it_also_when_the_night_is_long_over() -> None:
    s = viermot.new_game("campaign", "staffel", {"months": 4}, "w0", seats={"player": "standard"})
    view, up = s.perspective("player"), list[str]()
    sorties = 0
    for event in view.events():
        if event.kind == "week":
            up = []
        elif event.kind == "assigned":
            up.append(str(event.data["crew"]))
        elif event.kind == "take_off":
            sorties += 1
            assert event.data["flights"] and set(event.data["flights"]) <= set(up), event
            assert sentences.sentence(view, event).endswith(f": {', '.join(event.data['flights'])}.")
        elif "flight" in event.data:
            assert event.data["flight"] in up, event
    assert sorties > 1


def test_a_landing_says_what_it_came_to_and_what_it_takes() -> None:
    """The dice as a sum, and the highest total that is still a safe landing [A7.1b]."""
    session = viermot.new_game("campaign", "pilot", seed="s1-pl", seats={"player": None})
    view = session.perspective("player")
    told = [sentences.sentence(view, event, "en") for event in view.events() if event.kind == "roll"]
    landing = next(line for line in told if "comes home" in line)
    made = re.search(r": (\d) \+ (\d) \+ (\d) = (\d+); up to (\d+) is a safe landing\.", landing)
    assert made is not None, landing
    one, two, added, total, safe = map(int, made.groups())
    assert one + two + added == total
    assert safe == 9
    assert any(re.search(r"Visibility: \d \+ \d = \d+ \(up to 4: poor", line) for line in told)


def test_nought_is_said_as_a_person_says_it_and_a_status_that_adds_nothing_is_no_modifier() -> None:
    view = viermot.new_game("campaign", "pilot", seed="nought", seats={"player": "random"}).perspective("player")
    over = Event(0, 1, "sortie_over", ("PC5",), {"number": 3, "kills": 0, "hits": 0, "lost": False})
    assert sentences.sentence(view, over) == "Sortie 3 is over: no kills; no hits taken."
    assert (
        sentences.sentence(view, over, "pl") == "Koniec lotu nr 3: brak zestrzeleń; brak trafień w naszych maszynach."
    )
    modifiers = [["seasoned", 0, "A7.1a"], ["cloud", 1, "A7.1a"]]
    home = Event(0, 1, "roll", ("A7.1a",), {"what": "recovery", "dice": [2, 3], "crew": "X", "modifiers": modifiers})
    assert sentences.in_full(view, home)[1:] == ["  +1 cloud [A7.1a]"]


def test_a3b_the_sky_is_held_against_the_tables_of_the_game() -> None:
    view = viermot.new_game("campaign", "pilot", seed="sky", seats={"player": "random"}).perspective("player")
    roll = Event(0, 1, "roll", ("A3b",), {"what": "visibility", "dice": [2, 3]})
    assert sentences.sentence(view, roll) == "Visibility: 2 + 3 = 5 (up to 4: poor; up to 9: moderate; more: good)."


def test_a5a_a_patrol_is_offered_by_names() -> None:
    s = viermot.new_game("campaign", "staffel", seed="patrol", seats={"player": None})
    while s.pending[0].kind != "assign":
        s.decide("by hand" if s.pending[0].kind == "who_assigns" else s.pending[0].options[0])
    labels = [s.pending[0].label(option) for option in s.pending[0].options]
    assert labels[0] == "nobody" and re.fullmatch(r"1 A: \w+\. \w+ \w+ in the \S+ A", labels[1]), labels[:2]
