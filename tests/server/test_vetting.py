"""Files from outside are tried in a process that can be ended; the server and everybody else go on."""

from __future__ import annotations

import asyncio
import json
import sys
import textwrap
import time
from pathlib import Path
from typing import Any

import pytest

from tests.support.mutated_files import whole_position
from tests.support.mutated_saves import resealed
from viermot import new_game
from viermot.kernel import saves
from viermot.server import vetting
from viermot.server.refusals import Refused
from viermot.server.vetting import Vetting, seconds_for


async def vetted(vet: Vetting, **files: Any) -> str | None:
    """Why a file is refused, if it is."""
    try:
        if "position" in files:
            await vet.position(files["game"], files["position"])
        else:
            await vet.save(files["save"], files.get("whole", True))
    except Refused as told:
        return told.key
    return None


def run(job: Any) -> Any:
    async def whole() -> Any:
        vet = Vetting(processes=1)
        try:
            return await job(vet)
        finally:
            await vet.stop()

    return asyncio.run(whole())


def test_good_files_come_through_and_bad_ones_are_refused() -> None:
    good = saves.dump(new_game("nightfighter", "1", seed="vet")).decode()
    cut_short = json.loads(good)
    cut_short["log"].append(["decide", "player", "path", "F F", []])
    strange = json.dumps(resealed({**cut_short, "scenario": "99"}))
    marked = json.dumps(resealed({**json.loads(good), "marks": {"player": 5}}))

    async def job(vet: Vetting) -> list[str | None]:
        return [
            await vetted(vet, game="solitaire", position=whole_position("solitaire", 1)),
            await vetted(vet, save=good),
            await vetted(vet, save=good, whole=False),
            await vetted(vet, game="nightfighter", position='scenario = "1"\nturn = -4\n'),
            await vetted(vet, save="[" * 200_000),
            await vetted(vet, save="{}"),
            await vetted(vet, save=marked),
            await vetted(vet, save=strange, whole=False),
            await vetted(vet, save=strange),
        ]

    assert run(job) == [
        None, None, None, "position.bad_value", "save.not_json", "save.foreign", "save.damaged", None,
        "save.no_start",
    ]  # fmt: skip


HOLDS = """
    import sys, time
    sys.stdout.write('{"ready":true}\\n'); sys.stdout.flush()
    for line in sys.stdin:
        if 'sleep' in line:
            time.sleep(600)
        sys.stdout.write('{"fine":true}\\n'); sys.stdout.flush()
"""


def test_a_file_that_is_never_done_is_put_aside_and_the_next_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "holds.py"
    script.write_text(textwrap.dedent(HOLDS))
    monkeypatch.setattr(vetting, "GRACE", 0.5)
    monkeypatch.setattr(vetting, "POSITION_SECONDS", 0.2)

    async def job() -> list[str | None]:
        vet = Vetting([sys.executable, str(script)], processes=1)
        try:
            return [await vetted(vet, game="x", position=text) for text in ("fine", "sleep", "fine")]
        finally:
            await vet.stop()

    assert asyncio.run(job()) == [None, "server.file_too_much", None]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere only the server's clock ends it")
def test_a_file_that_wants_all_memory_or_all_time_ends_with_its_process() -> None:
    """A hundred million numbers in a list, and a record of decisions that never ends its first step."""
    huge = "[" + "0," * 60_000_000 + "0]"

    async def job(vet: Vetting) -> tuple[str | None, str | None, float]:
        began = time.monotonic()
        first = await vetted(vet, save=huge)
        took = time.monotonic() - began
        return first, await vetted(vet, save="{}"), took

    first, then, _ = run(job)
    assert first in ("server.file_too_much", "save.not_json", "save.foreign") and then == "save.foreign"


def test_only_so_many_files_wait() -> None:
    async def job() -> list[Any]:
        vet = Vetting(processes=0)
        waiting = [asyncio.create_task(vet.save("{}", True)) for _ in range(vetting.MAX_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(Refused) as told:
            await vet.save("{}", True)
        for task in waiting:
            task.cancel()
        return [told.value.why, await asyncio.gather(*waiting, return_exceptions=True)]

    assert asyncio.run(job())[0] == "busy"


def test_a_save_may_take_longer_the_longer_it_is() -> None:
    assert seconds_for("position", 10**9) == 2
    assert [seconds_for("save", size) for size in (0, 500_000, 10**9)] == [2, 7, 15]
