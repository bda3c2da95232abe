"""Whether a bot was asked cannot be told from a real clock. A sample; tools/proof_server.py judges 1,000 pauses."""

from __future__ import annotations

import random

from tests.support import timing, timing_bots


def test_pauses_of_both_kinds_are_found_and_matched() -> None:
    """A few games against real bots: in some pauses one was asked, in as many that look the same none was."""
    raw = timing_bots.one(1)["samples"]
    assert {asked for _, _, asked in raw} == {True, False}
    found = timing_bots.matched(raw)
    assert found and sum(label for _, label in found) * 2 == len(found)


def test_the_adversary_sees_bots_whose_answers_take_time() -> None:
    """Planted: where a bot was asked everything comes five thousandths of a second later, at each place alike."""
    rng = random.Random("bots")
    raw: list[timing_bots.Raw] = []
    for number in range(400):
        asked, place = number % 2 == 0, number // 2 % 6
        late = 0.005 * asked + 0.02 * place
        raw.append((str(place), [rng.gauss(0.002, 0.001), -1.0, rng.gauss(0.01, 0.002) + late], asked))
    found = timing_bots.matched(raw)
    assert timing.Adversary(found[:120]).judged(found[120:]) > 0.8


def test_what_the_rules_tell_does_not_help() -> None:
    """Places at which a bot is mostly asked, or takes longer, are no leak: the figures are the same within each."""
    rng = random.Random("places")
    raw: list[timing_bots.Raw] = []
    for number in range(1200):
        place = number % 4
        asked = rng.random() < 0.2 + 0.2 * place
        raw.append((str(place), [0.002, -1.0, rng.gauss(0.04, 0.01) + 0.04 * place], asked))
    found = timing_bots.matched(raw)
    assert timing.Adversary(found[: len(found) // 3]).judged(found[len(found) // 3 :]) < 0.58
