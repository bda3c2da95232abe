"""Events in words: the sentence, its rules, and every modifier of a roll."""

import re
from collections.abc import Iterator

import pytest

import viermot
from tests.support import polish
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


# -- every sentence of every catalogue -----------------------------------------------------------------------------

FIELD = re.compile(r"\{[^{}]*\}")
DRAWN = re.compile(r"legend|help|commands|options_how|calendar|\.leads_|odds\.(?:hits|gunners)$|lobby\.|track\.cards")
LANGUAGES = ("en", "pl")
# Numbers of event sentences that are the rule's own and in no table that an owner could lay his values over.
PRINTED = {
    "bomber_command": ("airfield", "availability", "mosquito_losses", "own_flak", "trigger_happy_flak"),
    "campaign": ("engagement", "flying", "h2s", "weather_change"),
    "interceptor": ("random_event.straggler", "year_over", "yb_40"),  # names and dates
    "nightfighter": ("avoidance", "blast", "blast.clear", "co_ordination", "fading", "gunflash", "gunflash.spared",
                     "identification", "schräge_musik"),
    "solitaire": ("fixed_tally", "flying_bomb", "follow", "h2s", "h2s_alone", "hand_off", "jammed_ai", "searchlight",
                  "tally"),
}  # fmt: skip
ORDINALS = ("iron_cross_1", "iron_cross_2", "ek1", "ek2")  # I and II in some languages
WHOLE = re.compile(r"[.!?:…”\"]$")
ENGLISH_WORDS = re.compile(r"\b(?:the|and|with|from|this|that|which|are|its|your)\b")
TYPED = re.compile(r"cli\.|help|hint|unreadable|pack|legend|options_how")  # what has to be typed is English everywhere
REFERENCE = re.compile(r"(?<![\d.,])(?:S?\d+\.\d+\.\d+[a-z]?|S\d+\.\d+[a-z]?|PC\d+|CM\d+|SC\d+[A-Z]?[a-z]?)(?![\d])")


def keyed(language: str) -> Iterator[tuple[str, str, str]]:
    """File, key and sentence, one after the other."""
    for where, said in polish.catalogues(language):
        file, _, key = where.partition(" ")
        yield file, key, said


def bare(said: str) -> str:
    """A sentence without its fields."""
    return FIELD.sub("", said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_happens_and_what_is_refused_is_told_in_whole_sentences(language: str) -> None:
    wrong = [
        f"{key}: {said}"
        for _, key, said in keyed(language)
        if (".refused." in key or re.match(r"\w+\.event\.", key))
        and not (FIELD.fullmatch(said.strip()) or WHOLE.search(said.strip()))
    ]
    assert wrong == [], "these end without a full stop:\n" + "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_has_stray_spaces(language: str) -> None:
    wrong = [
        f"{key}: {said!r}"
        for _, key, said in keyed(language)
        if not DRAWN.search(key) and re.search(r"[^\W\d_] {2,}[^\W\d_]|\w [,;.!?](?:\s|$)|\.\.(?<!\.\.\.)(?!\.)", said)
    ]
    assert wrong == []


@pytest.mark.parametrize("game", registry.names())
def test_a_number_that_an_owner_may_change_is_filled_in(game: str) -> None:
    """ "A hit needs 10" is false over an owner's table that says 11: such numbers are fields."""
    stem = re.compile(rf"{game}\.event\.(?:roll\.)?(.*)")
    typed = {
        found[1]
        for _, key, said in keyed("en")
        if (found := stem.fullmatch(key)) and re.search(r"\d", bare(said))
    }  # fmt: skip
    assert sorted(typed) == sorted(PRINTED.get(game, ()))


def test_a_sentence_says_the_same_numbers_in_every_language() -> None:
    """Rules and stories apart, where a number may be a word."""
    stories = ("rules.po", "nights.po", "reader.po", "lessons.po")
    english = {(file, key): said for file, key, said in keyed("en") if not file.endswith(stories)}
    wrong = [
        f"{key}: {english[file, key]} | {said}"
        for file, key, said in keyed("pl")
        if (file, key) in english
        and not key.endswith(ORDINALS)
        and {*re.findall(r"\d+", bare(english[file, key]))} != {*re.findall(r"\d+", bare(said))}
    ]
    assert wrong == []


def test_a_sentence_refers_to_the_same_rules_in_every_language() -> None:
    english = {(file, key): said for file, key, said in keyed("en")}
    wrong = [
        f"{key}: {set(REFERENCE.findall(english[file, key])) ^ set(REFERENCE.findall(said))}"
        for file, key, said in keyed("pl")
        if set(REFERENCE.findall(english.get((file, key), said))) != set(REFERENCE.findall(said))
    ]
    assert wrong == []


def test_no_article_stands_before_the_name_of_an_aircraft() -> None:
    """ "A Lancaster", but "an Fw190" and "an H8K1": a sentence cannot know, so it says "the", or does without."""
    names = re.compile(r"\b[Aa]n? \{(?:kind|type|aircraft|plane|for_plane|series)\}")
    allowed = {"interceptor.diary.one"}  # American and British aircraft alone
    assert [key for _, key, said in keyed("en") if names.search(said) and key not in allowed] == []
    letters, word = r"Me\d|Fw ?\d|F[4-8][A-Z]|H8K|NCO|MP\b|AI\b|HE\b|SN-", r"Bf|Ju ?\d|Do ?\d|He ?\d|B-\d|P-\d|GCI"
    spelt = re.compile(rf"\b[Aa] (?:{letters})|\b[Aa]n (?:{word})")
    assert [key for _, key, said in keyed("en") if spelt.search(said)] == [], "said letter by letter, or as a word"


def test_nothing_is_left_in_english_in_another_language() -> None:
    wrong = [f"{key}: {said}" for _, key, said in keyed("pl") if not TYPED.search(key) and ENGLISH_WORDS.search(said)]
    assert wrong == []
