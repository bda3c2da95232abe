"""What every game must pass, and the promises of this one: fuzz, company, verify, saves at any decision."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import viermot
from viermot.fuzz import fuzz
from viermot.games.interceptor import GAME
from viermot.kernel import saves
from viermot.kernel.contract import check_game

MAN = '[[pilot]]\nunit = "I/JG 2"\naircraft = "Fw190A-4"\n'


def test_the_contract_holds_for_every_scenario() -> None:
    report = check_game(GAME, games=1)
    assert report.games == 24
    assert set(report.endings) <= {"killed in action", "end of February 1944"}


def test_fuzz_with_all_options(tmp_path: Path) -> None:
    report = fuzz("interceptor", games=24, seed="test", out_dir=tmp_path)  # of each scenario one
    assert report.ok, "\n".join(map(str, report.faults))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("company", ["cooperative", "competitive"])
@pytest.mark.parametrize("pilots", [2, 4])
def test_company_plays_to_the_end_and_is_fair(company: str, pilots: int, tmp_path: Path) -> None:
    s = viermot.new_game("interceptor", options={"10.1": company, "pilots": pilots}, seed=f"{company}{pilots}")
    assert s.module.seats == tuple(f"pilot{n}" for n in range(1, pilots + 1))
    rng = random.Random(company)
    for _ in range(20_000):
        if not s.pending:
            break
        s.decide(rng.randrange(len(s.pending[0].options)), s.pending[0].seat)
    assert s.result is not None and len(s.result["pilots"]) == pilots
    views = [s.perspective(seat).to_json() for seat in s.module.seats]
    for view in views:  # nothing is secret between them
        assert {**view, "seat": "", "own": 0} == {**views[0], "seat": "", "own": 0}
    s.save(tmp_path / "game.json")
    assert viermot.verify(tmp_path / "game.json", s.head).fair


def test_a_career_can_be_saved_at_every_decision() -> None:
    s = viermot.new_game("interceptor", scenario="18", seed="saved", seats={})
    rng = random.Random("saved")
    for _ in range(150):
        if not s.pending:
            break
        again = saves.restore(saves.parse(json.loads(saves.dump(s)), "save"))
        assert again.state_hash == s.state_hash and again.pending[0].kind == s.pending[0].kind
        s.decide(rng.randrange(len(s.pending[0].options)))


def test_undo_takes_back_what_taught_nothing() -> None:
    s = viermot.new_game("interceptor", scenario="1", seed="undo")
    s.decide("Bf109G-1/R6")
    assert s.why_not_undo("pilot") is None
    s.undo("pilot")
    assert s.pending[0].kind == "first_aircraft"


@pytest.mark.parametrize(
    ("options", "rule"),
    [({"pilots": 2}, "10.1.1a"), ({"10.2": "Nobody"}, "10.2"), ({"10.9": True}, ""), ({"10.3": "perhaps"}, "")],
)
def test_strange_options_are_refused(options: dict[str, Any], rule: str) -> None:
    with pytest.raises(viermot.UserError) as wrong:
        viermot.new_game("interceptor", options=options)
    assert wrong.value.rule == rule and "{" not in wrong.value.text("en") and "{" not in wrong.value.text("pl")


@pytest.mark.parametrize(
    "text",
    ["nonsense = [", 'game = "chess"', 'at = "nowhere"', "month = 5", 'strange = 1', '[[pilot]]\nunit = "XX"',
     '[[pilot]]\nunit = "I/JG 2"\naircraft = "Fw190A-4"\nxp = "many"', '[[pilot]]\nowl = 3', "[[pilot]]\n[[pilot]]",
     "pilot = 5", MAN + "rank = 9", MAN + "own = 3", 'at = "fight"\n' + MAN + "orientation = 5",
     'at = "fight"\n' + MAN + "ammo = [1]", MAN + "enemy = 7"],
)  # fmt: skip
def test_a_bad_position_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(viermot.UserError) as wrong:
        viermot.new_game("interceptor", position=text + "\n")
    assert "\n" not in wrong.value.text("en")
