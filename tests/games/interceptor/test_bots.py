"""The bots of Interceptor Ace: legal, repeatable, and as good as they are said to be."""

from __future__ import annotations

from statistics import mean
from time import process_time
from typing import Any

import pytest

from tests.games.interceptor.seasons import Year, fly
from viermot.games.interceptor import GAME, components
from viermot.games.interceptor.bots import BOTS, SEATS
from viermot.kernel.agenda import advance
from viermot.kernel.dice import QuickDice, QuickRng
from viermot.kernel.playout import play_out

MARCH = ("1", "2", "4", "5", "6", "7", "16", "17", "18", "19")  # units whose careers begin in March, from five zones
SAMPLE = 60


def career(bot: str, scenario: str, seed: int, options: dict[str, Any] | None = None) -> dict[str, Any]:
    """One career, without a session."""
    game = GAME.with_options(options or {})
    state = game.start(components.load(), scenario, options or {}, QuickDice(seed))
    advance(state)
    pilots = {seat: BOTS[seat][bot]() for seat in game.seats}
    play_out(game, state, pilots, {seat: QuickRng(f"{seat} {seed}") for seat in game.seats})
    found = game.result(state)
    assert found is not None
    return found


def sample(bot: str, count: int = SAMPLE) -> list[dict[str, Any]]:
    return [career(bot, MARCH[n % len(MARCH)], n) for n in range(count)]


PILOTS = ("random", "reference", "novice", "standard", "expert")


def test_every_seat_has_every_bot() -> None:
    assert all(set(BOTS[seat]) == set(PILOTS) for seat in SEATS)


@pytest.mark.parametrize("bot", PILOTS)
def test_the_same_seed_is_the_same_career(bot: str) -> None:
    assert career(bot, "2", 7) == career(bot, "2", 7)


@pytest.mark.parametrize("bot", PILOTS)
def test_bots_fly_with_every_option(bot: str) -> None:
    options = dict.fromkeys(("10.3", "10.4", "10.5", "10.6", "10.7"), True)
    for unit in ("11", "20", "15"):
        assert career(bot, unit, 3, options)["level"]


def test_reference_lies_in_the_band_and_standard_does_at_least_as_well() -> None:
    """A sample; the figures of a thousand careers stand in docs/decisions/0009-the-reference-pilot.md."""
    reference, standard = sample("reference"), sample("standard")
    bombers = mean(record["bombers"] for record in reference)
    alive = mean(record["survived"] for record in reference)
    assert 4 <= bombers <= 11, f"the reference pilot shoots down {bombers:.1f} bombers"
    assert 0.06 <= alive <= 0.36, f"{alive:.0%} of the reference pilots live"
    assert mean(record["bombers"] for record in standard) >= bombers
    assert mean(record["survived"] for record in standard) >= alive - 0.1


@pytest.mark.parametrize("bot", ["standard", "reference"])
def test_the_war_gets_deadlier(bot: str) -> None:
    """A sample; six hundred careers stand in docs/decisions/0012-harder-as-the-war-goes-on.md [1.0, 2.1]."""
    year = Year(bot, "basic").add(fly(bot, "basic", "sample", n) for n in range(2 * SAMPLE))
    risks = " ".join(f"{risk:.1%}" for risk in year.risks)
    assert year.ratio > 1, f"deaths a sortie by season: {risks}"
    assert year.risks[2] > year.risks[0], f"deaths a sortie by season: {risks}"


def test_a_standard_career_is_quick() -> None:
    """Sixty milliseconds are the promise of `make bench`; here a busy machine gets room."""
    start = process_time()
    count = 10
    for seed in range(count):
        career("standard", "2", seed)
    each = 1000 * (process_time() - start) / count
    assert each < 300, f"{each:.0f} ms a career"
