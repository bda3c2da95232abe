"""No text of a plan brings anything but an answer: legal, or refused with a reason; in decide, why-not and the faults.

Plans are mutated letter by letter, word by word and raid by raid, thousands of them; what can be read is written and
read again.
"""

from __future__ import annotations

import random

import pytest

from tests.games.bomber_command.rules.test_04_plotting import plotting
from viermot import IllegalOption, Session
from viermot.games.bomber_command.faces.page import PAGE
from viermot.games.bomber_command.rules.plot.plan import LONGEST_TEXT, read_plan, write_plan
from viermot.kernel.agenda import Unreadable

BREEDS = 1200  # texts for each seed
ODD = (
    "", " ", ";", ";;", "*", "**", "-", ".", ".0", ".2", ".99", "D7", "d7*", "N5", "ENGLAND", "JUTLAND", "from", "FROM",
    "from E", "entering", "LEAVING I5.3", "main", "Gardening", "decoy", "mosquito", "heavy", "heavy heavy", "I", "i",
    "J", "K", "ß", "ſ", "ı", "İ", "Ŋ", "٣", "１", "𝟙", "\u200b", "\x00", "\t", "\u2028", "-1", "0", "00", "24", "25",
    "99", "100", "9999999999", "1.1", "1.3", "1.1.1", "München_Gladbach", "Köln", "Berlin", "Paris", "E", "A", "Z",
    "D7-D7", "E7-D7", "-D7", "D7-", "E5-N5*", "0x1", "1e3", "None", "{text}", "%s",
)  # fmt: skip
SEEDS = (
    "E main Bremen 1.1 D5 I5 J4* D7 C7; B mosquito Wilhelmshaven from E entering I5 I4* H3 C6; "
    "C mosquito Osnabrück from E entering I5 J5* H4 C7; F gardening H3 2 D3 E3-H3* G4-D3 B4",
    "E main Bremen heavy 3 D5 I5 J4* D7 C7; A decoy 1 D7 E7 D7",
    "E main Bremen 1 D5" + " E5 D5" * 150,
)


def mutated(text: str, rng: random.Random) -> str:
    """A text not far from this one."""
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        words = text.split(" ")
        at = rng.randrange(len(words))
        how = rng.randrange(8)
        if how == 0:
            words[at] = rng.choice(ODD)
        elif how == 1:
            words.insert(at, rng.choice(ODD))
        elif how == 2:
            del words[at]
        elif how == 3:
            words[at : at + 1] = words[at : at + 3] * rng.choice((2, 5, 60))
        elif how == 4:
            other = rng.randrange(len(words))
            words[at], words[other] = words[other], words[at]
        elif how == 5 and words[at]:
            place = rng.randrange(len(words[at]))
            letter = chr(rng.choice((rng.randrange(32, 127), rng.randrange(0x250))))
            words[at] = words[at][:place] + letter + words[at][place + 1 :]
        elif how == 6:
            raids = text.split(";")
            rng.shuffle(raids)
            words = ";".join(raids).split(" ")
        else:
            words[at] = words[at].swapcase() + rng.choice(ODD)
        text = " ".join(words) or "E"
    return text[: LONGEST_TEXT + 40]


def judged(s: Session, text: str) -> bool:
    """Is it legal? Every way of asking says the same, and a refusal has a sentence in both languages."""
    (decision,) = s.pending
    refusal = decision.why_not(text)
    faults = PAGE.faults(decision, text, "pl")
    if refusal is None:
        assert not faults
        plan = read_plan(decision._state.layout, text)  # type: ignore[attr-defined]
        again = write_plan(decision._state.layout, plan)  # type: ignore[attr-defined]
        assert read_plan(decision._state.layout, again) == plan  # type: ignore[attr-defined]
        return True
    assert refusal.text("en") and refusal.text("pl")
    before = s.head
    with pytest.raises(IllegalOption):
        s.decide(text, "british")
    assert s.head == before
    return False


@pytest.mark.parametrize("seed", range(len(SEEDS)))
def test_no_plan_crashes_the_reader(seed: int) -> None:
    s = plotting("berlin", "Bremen", options={"12.3": True})
    rng = random.Random(f"plots {seed}")
    legal = 0
    pool = [SEEDS[seed], *SEEDS]
    for _ in range(BREEDS):
        text = mutated(rng.choice(pool), rng)
        legal += judged(s, text)
        if rng.random() < 0.05:
            pool.append(text)
    assert seed == 2 or legal > 10, "most mutants break something, but not all"


def test_whatever_can_be_read_is_a_number_and_back() -> None:
    s = plotting("berlin", "Bremen")
    (decision,) = s.pending
    rng, read = random.Random("codes"), 0
    for _ in range(600):
        text = mutated(rng.choice(SEEDS), rng)
        try:
            code = decision.read(text)
        except Unreadable:
            continue
        read += 1
        assert decision.read(decision.notation_of(code)) == code
    assert read > 30
