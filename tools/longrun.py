"""Long work in many small pieces: it can be stopped at any moment, resumes where it was, and says what is left.

    results = run("twins-on-the-wire", 2_000, one, workers=2)

``one(index)`` does piece number ``index`` and returns what is to be kept of it: a small dictionary that JSON can hold.
Finished pieces are in ``.proof/<name>.jsonl``, a line each, written as soon as it is known; a run that finds them does
only the rest. ``version`` names what the pieces depend on (a hash of the sources, say): results of another version are
not mixed with these; the work starts over.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from pathlib import Path
from typing import IO, Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDER: Final = ROOT / ".proof"
SPEAK_EVERY: Final = 10.0  # seconds between lines of progress

Result = dict[str, Any]
One = Callable[[int], Mapping[str, Any]]


def run(name: str, total: int, one: One, *, workers: int = 1, version: str = "", folder: Path = FOLDER) -> list[Result]:
    """Do pieces 0 to ``total`` - 1, those that are not done yet; returns the results of all of them, in order."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.jsonl"
    done = _done(path, version)
    left = [index for index in range(total) if index not in done]
    progress = _Progress(name, total, total - len(left))
    with path.open("a", encoding="utf-8") as kept:
        if not path.stat().st_size:
            _keep(kept, {"version": version})
        try:
            for index, result in _each(left, one, workers):
                done[index] = {**result, "index": index}
                _keep(kept, done[index])
                progress.one_more()
        except KeyboardInterrupt:
            progress.stopped()
            raise
    progress.finished()
    return [done[index] for index in range(total)]


def fingerprint(*places: str) -> str:
    """A version for what depends on these files and folders of the project: it changes when one of them does."""
    digest = hashlib.sha256()
    for place in places:
        path = ROOT / place
        for file in [path] if path.is_file() else sorted(path.rglob("*.*")):
            if file.suffix in (".py", ".toml", ".csv") and file.is_file():
                digest.update(file.relative_to(ROOT).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _keep(kept: IO[str], line: Mapping[str, Any]) -> None:
    kept.write(json.dumps(line, ensure_ascii=False, sort_keys=True) + "\n")
    kept.flush()


def _done(path: Path, version: str) -> dict[int, Result]:
    """What an earlier run has kept; a file of another version is put aside, an incomplete last line skipped."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    except FileNotFoundError:
        return {}
    whole = [line for line in lines if line.endswith("\n")]
    found = [json.loads(line) for line in whole]
    if not found or found[0] != {"version": version}:
        path.replace(path.with_suffix(".old.jsonl"))
        return {}
    if len(whole) < len(lines):
        path.write_text("".join(whole), encoding="utf-8")
    return {line["index"]: line for line in found[1:]}


def _each(left: list[int], one: One, workers: int) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The results as they come; never more pieces under way than a stop may cost."""
    if workers <= 1:
        for index in left:
            yield index, one(index)
        return
    with ProcessPoolExecutor(workers) as pool:
        waiting = iter(left)
        under_way: dict[Future[Mapping[str, Any]], int] = {}
        try:
            while True:
                for index in islice(waiting, 2 * workers - len(under_way)):
                    under_way[pool.submit(one, index)] = index
                if not under_way:
                    return
                for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                    yield under_way.pop(future), future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


class _Progress:
    """Reports now and then how much is done, and how long the rest will take."""

    def __init__(self, name: str, total: int, before: int) -> None:
        self.name, self.total, self.before, self.done = name, total, before, before
        self.began = self.spoke = time.monotonic()
        if before:
            self._say(f"{before:,} of {total:,} were done before")

    def one_more(self) -> None:
        self.done += 1
        now = time.monotonic()
        if now - self.spoke >= SPEAK_EVERY:
            self.spoke = now
            left = (now - self.began) / (self.done - self.before) * (self.total - self.done)
            self._say(f"{self.done:,} of {self.total:,}, about {_span(left)} left")

    def stopped(self) -> None:
        self._say(f"stopped after {self.done:,} of {self.total:,}; the same command goes on from here")

    def finished(self) -> None:
        self._say(f"all {self.total:,} done")

    def _say(self, text: str) -> None:
        print(f"{self.name}: {text}", file=sys.stderr, flush=True)


def _span(seconds: float) -> str:
    """A length of time as people say it."""
    minutes = round(seconds / 60)
    return f"{round(seconds)} s" if seconds < 100 else f"{minutes} min" if minutes < 100 else f"{minutes / 60:.1f} h"
