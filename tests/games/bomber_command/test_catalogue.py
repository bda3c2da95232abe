"""Every event, prompt, refusal and window of Bomber Command has its sentence in English and in Polish."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import viermot.games.bomber_command
from viermot.games.bomber_command.faces.event_text import MADE, WEIGHED, say, vp
from viermot.games.bomber_command.knowledge.events import FIELDS
from viermot.games.bomber_command.model.layout import SWITCHES
from viermot.games.bomber_command.rules.cards.windows import WINDOWS
from viermot.games.bomber_command.sequence import PHASES
from viermot.kernel.agenda import STEPS, Question
from viermot.text import PoCatalogue, fields_of

FOLDER = Path(str(viermot.games.bomber_command.__file__)).parent
SOURCE = "\n".join(path.read_text(encoding="utf-8") for path in sorted(FOLDER.rglob("*.py")))
BOOKS = {
    locale: PoCatalogue((FOLDER / "locale" / locale / "bomber_command.po").read_text(encoding="utf-8"))
    for locale in ("en", "pl")
}


def slug(word: str) -> str:
    return word.replace(" ", "_").lower()


def needed() -> set[str]:
    keys = {f"event.roll.{slug(kind[5:])}" if kind.startswith("roll:") else f"event.{kind}" for kind in FIELDS}
    questions = [thing for name, thing in STEPS.items() if name.startswith("bomber_command.")]
    keys |= {f"prompt.{thing.word}" for thing in questions if isinstance(thing, Question)}
    keys |= {f"field.window.{name}" for name in WINDOWS}
    keys |= {f"field.phase.{slug(phase.name)}" for phase in PHASES}
    reasons = set(re.findall(r'"\d+\.[\d.]*[a-z]?", "([a-z]+(?:_[a-z]+)+)"', SOURCE))
    reasons |= set(re.findall(r'Fault\([^,]+, "([a-z_]+)"', SOURCE))
    keys |= {f"refused.{reason}" for reason in reasons if reason not in (*FIELDS, *SWITCHES)}
    keys |= {f"unreadable.{word}" for word in re.findall(r'(?:_wrong|\.take)\("([a-z_]+)"', SOURCE)}
    return {f"bomber_command.{key}" for key in keys}


@pytest.mark.parametrize("locale", ["en", "pl"])
def test_every_key_has_its_sentence(locale: str) -> None:
    missing = sorted(needed() - set(BOOKS[locale]._single))
    assert missing == []


def test_both_languages_name_the_same_fields() -> None:
    english, polish = (BOOKS[locale]._single for locale in ("en", "pl"))
    assert set(english) == set(polish)
    for key, sentence in english.items():
        if key:
            assert fields(sentence) == fields(polish[key]), key


def fields(sentence: str) -> set[str]:
    return fields_of(sentence)


LIMITS = ("one", "two", "after", "closes")  # what rolls are held against: faces.event_text.thresholds


def test_events_name_only_fields_they_carry() -> None:
    english = BOOKS["en"]._single
    for kind, names in FIELDS.items():
        roll = kind.startswith("roll:")
        key = f"bomber_command.event.roll.{slug(kind[5:])}" if roll else f"bomber_command.event.{kind}"
        made = {*MADE.get(kind, ()), *(("because",) if set(WEIGHED) & {*names.split()} else ())}
        assert fields(english[key]) <= {*names.split(), *(("dice", "what", "sum", *LIMITS) if roll else ()), *made}, key


def test_half_points_are_told_as_victory_points() -> None:
    assert [vp(halves, "en") for halves in (0, 1, 30, 31)] == ["0", "0.5", "15", "15.5"]
    assert vp(31, "pl") == "15,5"
    view: Any = None
    assert (say(view, "score2", 31, "pl"), say(view, "gained2", 4, "en")) == ("15,5", "2")
