"""The fuzzer on the solitaire game: reckless crews, odd options, every check; and a planted fault that it finds."""

from __future__ import annotations

import pytest

from viermot.fuzz import fuzz
from viermot.games.solitaire.knowledge.events import FIELDS
from viermot.games.solitaire.rules import uncertainty
from viermot.kernel.contract import INVARIANT

NEVER_BY_CHANCE = {"no_room", "nowhere", "barred", "displaced", "evades", "tail_warning", "no_gunners", "waits_in_box"}
# what other tests show: they need scenarios or luck that a sample of games lacks


def test_a_sample_of_every_scenario_is_clean_and_nearly_everything_happens() -> None:
    report = fuzz("solitaire", games=57, seed="sample")
    assert report.ok, "\n".join(map(str, report.faults))
    assert len(report.scenarios) == 57 and report.decisions > 2_000
    kinds = {kind for kind in FIELDS if not kind.startswith("roll:")}
    unseen = kinds - set(report.events) - NEVER_BY_CHANCE
    assert len(unseen) <= 20, f"never seen: {sorted(unseen)}"


def test_a_rule_broken_on_purpose_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uncertainty, "barred", lambda game, counter, hex_: "")  # counters may now share a hex
    monkeypatch.setattr(uncertainty, "last_one", lambda game, bomber: None)
    report = fuzz("solitaire", "4B", games=12, seed="broken")
    assert not report.ok and {found.what for found in report.faults} == {INVARIANT}
    assert any("S5.4b" in found.why or "S7.0b" in found.why for found in report.faults)
