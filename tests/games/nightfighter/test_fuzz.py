"""The fuzzer over all scenarios: two hundred games here, thousands in the proof; and that it finds and writes down."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import viermot
from viermot.fuzz import fuzz
from viermot.games.nightfighter import Nightfighter
from viermot.games.nightfighter.faces.fuzzing import FUZZING
from viermot.games.nightfighter.model import check, position
from viermot.games.nightfighter.model.state import Game
from viermot.games.nightfighter.rules import tally
from viermot.kernel import contract, registry, saves

GAMES = 200
SCENARIOS = tuple(registry.game("nightfighter").load_pack(None).scenarios)
SHARE = {scenario: GAMES // len(SCENARIOS) + (n < GAMES % len(SCENARIOS)) for n, scenario in enumerate(SCENARIOS)}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_games_of_every_scenario_keep_every_promise(scenario: str, tmp_path: Path) -> None:
    report = fuzz("nightfighter", scenario, games=SHARE[scenario], seed=f"test {scenario}", out_dir=tmp_path)
    assert report.ok, "\n".join(map(str, report.faults))
    assert report.games == SHARE[scenario] and report.decisions > 0
    assert not list(tmp_path.iterdir())


def test_no_scenario_is_left_out() -> None:
    assert sum(SHARE.values()) == GAMES and min(SHARE.values()) >= 2


def test_the_same_seed_plays_the_same_games_however_many_processes_there_are() -> None:
    alone = fuzz("nightfighter", games=8, seed="same")
    together = fuzz("nightfighter", games=8, seed="same", jobs=2)
    assert alone == together and alone != fuzz("nightfighter", games=8, seed="other")


def test_the_fuzzer_tells_its_progress() -> None:
    told: list[tuple[int, int]] = []
    fuzz("nightfighter", "1", games=3, progress=lambda done, of: told.append((done, of)))
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_an_unknown_scenario_is_refused() -> None:
    with pytest.raises(viermot.UserError) as wrong:
        fuzz("nightfighter", "99Z")
    assert "99Z" in wrong.value.text()


def test_options_pilots_and_equipment_vary() -> None:
    import random

    game = registry.game("nightfighter")
    mixes = [FUZZING.options(game, "6H", random.Random(n)) for n in range(40)]
    seen = {name for mix in mixes for name in mix}
    assert seen >= {"28.1", "28.2", "28.2.1", "28.4", "28.5", "28.6", "pilots", "equipment", "any_date", "decline"}


def _crash(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = tally.general_tally.then
    monkeypatch.setattr(tally.general_tally, "then", lambda game, roll: honest(game, 1 // roll))


def _dead_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tally.general_tally, "options", lambda game: [])


def _endless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contract, "MAX_DECISIONS", 12)


def _endless_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contract, "PATIENCE", 0.3)

    def again(game: Game, *_: object) -> None:
        game.next((tally.general_tally,))

    monkeypatch.setattr(tally.general_tally, "options", lambda game: [0])
    monkeypatch.setattr(tally.general_tally, "then", again)


def _invariant(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = check.faults
    monkeypatch.setattr(check, "faults", lambda game: honest(game) + (["it is late"] if game.turn > 3 else []))


def _undo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tally.general_tally, "undoable", True)
    monkeypatch.setattr(Nightfighter, "is_echo", lambda self, state, event, seat: True)


def _save(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = saves.dump
    monkeypatch.setattr(saves, "dump", lambda session: honest(session).replace(b'"place_fighter"', b'"place_figther"'))


def _position(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = position.write
    monkeypatch.setattr(position, "write", lambda game: honest(game).replace("turn = ", "turn = 1"))


def _verify(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = saves.verify

    def strict(path: Any, head: Any = None) -> Any:
        return honest(path, "00" * 32)

    monkeypatch.setattr(saves, "verify", strict)


def _clone(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Game.clone

    def careless(self: Game) -> Game:
        new = honest(self)
        new.f_spent = self.f_spent
        return new

    monkeypatch.setattr(Game, "clone", careless)
    monkeypatch.setattr(contract, "check_position", lambda session: None)  # a position is tried out on clones, too


FAULTS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    contract.CRASH: _crash, contract.DEAD_END: _dead_end, contract.ENDLESS: _endless, contract.INVARIANT: _invariant,
    contract.UNDO: _undo, contract.SAVE: _save, contract.POSITION: _position, contract.VERIFY: _verify,
    contract.CLONE: _clone,
}  # fmt: skip


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="nothing watches the clock here")
def test_steps_that_never_come_to_a_question_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    _endless_steps(monkeypatch)
    report = fuzz("nightfighter", "4B", games=1, seed="planted")
    assert [fault.what for fault in report.faults] == [contract.ENDLESS]


@pytest.mark.parametrize("what", FAULTS)
def test_each_kind_of_fault_is_found_and_written_down(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        FAULTS[what](patch)
        report = fuzz("nightfighter", "4B", games=12, seed="planted", out_dir=tmp_path)
    found = [fault for fault in report.faults if fault.what == what]
    assert found, [str(fault) for fault in report.faults]
    fault = found[0]
    assert fault.file is not None and fault.when and fault.scenario == "4B"
    reason = Path(fault.file).with_suffix(".txt").read_text()
    assert reason.startswith(f"{what}: ") and fault.seed in reason and "Traceback" in reason
    if what not in (contract.SAVE, contract.CLONE):  # these spoil the very record
        session = viermot.load(fault.file)  # what `viermot replay` opens
        assert session.setup.scenario == "4B" and session.setup.open_seed == fault.seed
