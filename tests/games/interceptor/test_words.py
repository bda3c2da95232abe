"""Whatever happens in a career can be said, in English and in Polish, without a gap."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import viermot
from viermot.games.interceptor.faces.words import slug
from viermot.games.interceptor.model import terms
from viermot.games.interceptor.rules.career.victory import ENDINGS
from viermot.kernel.events import Event
from viermot.sentences import in_full, sentence
from viermot.text import has

CAREER = {
    "award": terms.AWARDS,
    "skill": terms.SKILLS,
    "who": terms.CREW,
    "quality": terms.QUALITIES,
    "level": terms.LEVELS,
    "wound": terms.WOUNDS,
    "reason": ENDINGS[1:],
}


@pytest.mark.parametrize("locale", ["en", "pl"])
def test_every_word_of_the_career_is_there(locale: str) -> None:
    keys = {f"interceptor.field.{name}.{slug(word)}" for name, known in CAREER.items() for word in known}
    assert {key for key in keys if not has(key, locale)} == set()


@pytest.mark.parametrize("locale", ["en", "pl"])
def test_every_manoeuvre_has_its_word(locale: str) -> None:
    pack = viermot.new_game("interceptor", "career", seed="x").module.load_pack(None)
    names = {card.defence.name for card in pack.cards}
    assert names and {name for name in names if not has(f"interceptor.field.defence.{slug(name)}", locale)} == set()


@pytest.mark.parametrize("options", [{}, {"10.3": True, "10.4": True, "10.5": True, "10.6": True, "10.7": True}])
@pytest.mark.parametrize("scenario", ["career", "11", "1"])
def test_whatever_happens_can_be_said(scenario: str, options: dict[str, Any]) -> None:
    """Whole careers: every event, prompt, label and refusal."""
    rng = random.Random(scenario)
    for seed in range(2):
        s = viermot.new_game("interceptor", scenario=scenario, options=options, seed=f"said {seed}")
        while s.pending:
            decision = s.pending[0]
            for locale in ("en", "pl"):
                shown = [decision.prompt(locale), decision.label(0, locale), decision.label(-1, locale)]
                refusal = decision.why_not("no such thing")
                shown += [refusal.text(locale)] if refusal else []
                assert not [line for line in shown if "{" in line or line.startswith("[")], shown
            s.decide(rng.randrange(len(decision.codes)))
        view = s.perspective(s.module.seats[0])
        for event in view.events():
            for line in in_full(view, event):  # type: ignore[arg-type]
                assert "{" not in line and not line.startswith("["), f"{event}: {line}"
                assert not re.search(r"\b(the|a|no) (the|a|an|no)\b", line.lower()), f"{event}: {line}"


@pytest.mark.parametrize(
    ("wound", "said"),
    [("light", "The pilot is hit: a light wound. He is now seriously wounded."), ("killed", "The pilot is killed.")],
)
def test_a_wound_is_told_apart_from_a_death(wound: str, said: str) -> None:
    view = viermot.new_game("interceptor", "career", seed="wound").perspective("pilot")
    data = {"who": "pilot", "wound": wound, "state": "serious"}
    assert sentence(view, Event(0, 1, "injured", ("7.4.7a",), data)) == said


@pytest.mark.parametrize(
    ("wound", "said"),
    [
        ("serious", "The wingman is shot down and has a serious wound."),
        ("unhurt", "The wingman is shot down, but unhurt."),
        ("killed", "The wingman is shot down and killed."),
    ],
)
def test_what_became_of_the_wingman_is_said(wound: str, said: str) -> None:
    view = viermot.new_game("interceptor", "career", seed="wound").perspective("pilot")
    assert sentence(view, Event(0, 1, "wingman_down", ("7.2.3.1a",), {"wound": wound})) == said


def test_an_option_in_use_is_told_by_what_it_does() -> None:
    """A reader is told neither "True" nor the name of a setting."""
    s = viermot.new_game("interceptor", "career", {"10.3": True, "name": "Jo Rein"}, "options")
    view, told = s.perspective("pilot"), s.events("pilot")[1:3]
    said = {locale: [in_full(view, event, locale)[0] for event in told] for locale in ("en", "pl")}
    assert said["en"][0].startswith("Option 10.3: Fatigue and annual leave.")
    assert said["en"][1].startswith("The pilot is called Jo Rein.")
    assert said["pl"][0].startswith("Opcja 10.3: Zmęczenie i urlop.")
    assert said["pl"][1].startswith("Pilot nazywa się Jo Rein.")


@pytest.mark.parametrize(
    ("data", "en", "pl"),
    [
        ({"what": "promotion", "dice": [4], "modifiers": [["prestige", -1, "7.9.3b"]]},
         "Is he promoted? 4 \u2212 1 = 3; on 4 or less he is.", "Czy awansuje? 4 \u2212 1 = 3; tak przy 4 lub mniej."),
        ({"what": "scrounging", "dice": [2]}, "Scrounging for parts: 2; 4 or more finds them.", "2; od 4 są."),
        ({"what": "YB-40", "dice": [6, 5]}, "Is it a YB-40? 6 + 5 = 11; on 12 or more it is.", "tak od 12."),
        ({"what": "helping", "dice": [1]}, "1; on 2 or less he is bounced himself.", "przy 2 lub mniej"),
        ({"what": "wingman attack", "dice": [1, 2], "modifier": 0}, "The wingman attacks: 1 + 2 = 3.", "1 + 2 = 3."),
        ({"what": "parachute", "dice": [3, 4], "who": "pilot", "modifier": -1},
         "The jump: 3 + 4 \u2212 1 = 6; ", "= 6; od"),
    ],
)  # fmt: skip
def test_a_roll_says_how_it_came_about_and_what_it_takes(data: dict[str, Any], en: str, pl: str) -> None:
    """No dice without their meaning, and no "+0"."""
    view = viermot.new_game("interceptor", "career", seed="rolls").perspective("pilot")
    event = Event(0, 1, "roll", ("7.9.3b",), data)
    assert en in sentence(view, event) and pl in sentence(view, event, "pl")


@pytest.mark.parametrize(
    ("kind", "data", "en", "pl"),
    [
        ("evades", {"defence": "Hard jink", "avoid": 1, "gain": 0},
         "Hard jink: 1 hit avoided.", "Ostry unik: 1 trafienie uniknięte."),
        ("evades", {"defence": "Misjudged break", "avoid": 0, "gain": 0},
         "Misjudged break: nothing gained.", "Spóźniony unik: nic nie daje."),
        ("enemy_evades", {"defence": "Immelmann", "avoid": 99, "gain": 2},
         "The enemy's Immelmann: all hits avoided, 2 positions gained.",
         "Przeciwnik, Immelmann: wszystkie trafienia uniknięte, 2 położenia zyskane."),
        ("injured", {"who": "pilot", "wound": "light", "state": "light"},
         "The pilot is hit: a light wound.", "Pilot trafiony: lekka rana."),
        ("injured", {"who": "pilot", "wound": "light", "state": "serious"},
         "The pilot is hit: a light wound. He is now seriously wounded.",
         "Pilot trafiony: lekka rana. Teraz jest ciężko ranny."),
        ("injured", {"who": "gunner", "wound": "killed", "state": "killed"},
         "The gunner is killed.", "Strzelec ginie."),
        ("bomber_crew", {"man": "copilot", "wound": "killed"},
         "The bomber's copilot is killed.", "Drugi pilot bombowca zabity."),
        ("wingman_attacks", {"result": "0", "fate": "fine"},
         "The wingman scores no hits and is unharmed.", "Skrzydłowy nie uzyskuje trafień; on sam: cały."),
    ],
)  # fmt: skip
def test_what_came_to_nothing_is_not_counted_and_nothing_is_said_twice(
    kind: str, data: dict[str, Any], en: str, pl: str
) -> None:
    view = viermot.new_game("interceptor", "career", seed="words").perspective("pilot")
    event = Event(0, 1, kind, ("7.2.2.6",), data)
    assert (sentence(view, event), sentence(view, event, "pl")) == (en, pl)
