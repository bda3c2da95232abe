"""Studies on a server: started, watched and read by the person who runs it.

A study is played by a process of its own, the same command that plays it in a terminal, one at a time and behind
everything that people wait for. Its folder shows how far it has got, so that every worker of a host sees the same, and
whatever stops the server stops no study for good.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from viermot.kernel import bots, registry
from viermot.kernel.user_error import UserError, brief
from viermot.lab import declaring, pages, plots, reports
from viermot.lab.ledger import MANIFEST, ROWS, Ledger, player_of, study_in, whole, whole_rows
from viermot.lab.replays import session_of
from viermot.lab.stopping import stop_of
from viermot.lab.studies import Study, check
from viermot.server.config import Config
from viermot.server.messages.requests import NewStudy
from viermot.server.messages.studies import StudyCard, StudyPlot, StudyReport
from viermot.server.refusals import Refused, not_found
from viermot.server.store import default_folder, url_of

PLAYER: Final = ".playing.json"  # in a study's folder: which process was started, when, and from which row on
LOG: Final = ".played.log"
NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,60}")
LARGEST: Final = 2_000_000  # games of a study that is started on the page
DARK: Final = {plots.INK: "#dbe4f5", plots.SOFT: "#94a3c2", plots.GRID: "#22304a"}  # as the page has them
STARTING: Final = 30.0  # seconds a process may need until it holds the folder it is to play
BACK: Final = 5  # how far a study stands back behind the tables for the processor


class Studies:
    """The studies in one folder."""

    def __init__(self, folder: Path, command: list[str] | None = None) -> None:
        self.folder = folder
        self.command = command or [sys.executable, "-m", "viermot", "study"]
        self._playing: dict[str, subprocess.Popen[bytes]] = {}  # those that this process has started
        self._starting = threading.Lock()

    # -- what there is -------------------------------------------------------------------------------------

    def all(self, locale: str) -> list[StudyCard]:
        """Every study, the latest first; anything that is not a study is left out."""
        if not self.folder.is_dir():
            return []
        found = [path for path in self.folder.iterdir() if NAME.fullmatch(path.name) and (path / MANIFEST).is_file()]
        found.sort(key=lambda path: -(path / MANIFEST).stat().st_mtime)
        return [self._card(path, reports.report_on(path), locale) for path in found]

    def report(self, name: str, locale: str) -> StudyReport:
        """One of them as it stands."""
        path = self._path(name)
        report = reports.report_on(path)
        card = self._card(path, report, locale)
        head, *rows = reports.table(report, locale)
        drawn = [
            StudyPlot(str(number), title, about) for number, (title, _, about) in enumerate(_plots(report, locale))
        ]
        rate, left = self._pace(path, card)
        said = reports.particulars(report, locale)
        return StudyReport(card, head, rows, drawn, said, command_of(name), rate, left)

    def plot(self, name: str, number: int, locale: str) -> str:
        """One of its plots, in the page's colours."""
        drawn = _plots(reports.report_on(self._path(name)), locale)
        if not 0 <= number < len(drawn):
            raise not_found()
        picture = drawn[number][1]
        for light, dark in DARK.items():
            picture = picture.replace(light, dark)
        return picture

    def page(self, name: str, locale: str) -> str:
        """The whole report as one file."""
        return pages.html(reports.report_on(self._path(name)), command_of(name), locale)

    def save_of(self, name: str, number: int) -> str:
        """One of its games as a save: played again as a full session."""
        path = self._path(name)
        rows = whole_rows(path / ROWS)
        if number >= len(rows):
            raise UserError("lab.no_row", rows=len(rows))
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "game.json"
            session_of(study_in(path), rows[number]).save(file)
            return file.read_text(encoding="utf-8")

    def _path(self, name: str) -> Path:
        path = self.folder / name
        if not NAME.fullmatch(name) or not (path / MANIFEST).is_file():
            raise not_found()
        return path

    def _card(self, path: Path, report: reports.Report, locale: str) -> StudyCard:
        study, done = report.study, len(report.rows)
        stop = stop_of(study)
        finished = done >= study.size or (stop is not None and done > 0 and stop(report.rows))
        answer = reports.answer(report, locale)
        return StudyCard(path.name, study.question, study.game, done, study.size, self._runs(path), finished, answer)

    # -- playing -------------------------------------------------------------------------------------------

    def begin(self, wanted: NewStudy) -> str:
        """Declare a study and start it; its name."""
        study = declared(wanted)
        name = f"{wanted.game}-{secrets.token_hex(4)}"
        with self._starting:  # of two clicks one starts a study
            self._must_be_free()
            Ledger(self.folder / name, study)
            self._play(self.folder / name)
        return name

    def go_on(self, name: str) -> None:
        """Take up a study that was stopped."""
        path = self._path(name)
        with self._starting:
            self._must_be_free()
            self._play(path)

    def stop(self, name: str) -> None:
        """As Ctrl-C does: what has been played is kept."""
        path = self._path(name)
        mine = self._playing.get(name)
        number = player_of(path) or (mine.pid if mine is not None and mine.poll() is None else 0)
        if number:
            with suppress(ProcessLookupError, PermissionError):  # it has just ended, or it is somebody else's
                os.kill(number, signal.SIGINT)

    def close(self) -> None:
        """The server stops, and with it what it started; every row is on the disk."""
        for process in self._playing.values():
            if process.poll() is None:
                process.terminate()
        for process in self._playing.values():
            process.wait()

    def _must_be_free(self) -> None:
        """One at a time: the machine has other guests."""
        others = self.folder.iterdir() if self.folder.is_dir() else ()
        if any(self._runs(path) for path in others if (path / MANIFEST).is_file()):
            raise Refused("taken", "server.study_runs")

    def _play(self, path: Path) -> None:
        words = [*self.command, str(path / MANIFEST), "--out", str(path), "--jobs", "1"]
        with (path / LOG).open("wb") as log:
            process = subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                preexec_fn=_step_back if os.name == "posix" else None,
            )  # fmt: skip
        self._playing[path.name] = process
        told = {"pid": process.pid, "since": time.time(), "from": len(whole_rows(path / ROWS))}
        whole(path / PLAYER, json.dumps(told))

    def _runs(self, path: Path) -> bool:
        """Is somebody playing it: here, in another worker, or in a terminal?"""
        mine = self._playing.get(path.name)
        if mine is not None and mine.poll() is None:
            return True
        return player_of(path) > 0 or self._starts_elsewhere(path)

    def _starts_elsewhere(self, path: Path) -> bool:
        """Has another worker started it a moment ago?"""
        told = _told(path)
        fresh = time.time() - told.get("since", 0) < STARTING
        return fresh and path.name not in self._playing and told.get("from") == len(whole_rows(path / ROWS))

    def _pace(self, path: Path, card: StudyCard) -> tuple[float, int]:
        """Games a second since it was last started, and how many seconds are left at most; of a study that somebody
        plays in a terminal nobody here knows.
        """
        told = _told(path)
        if not card.running or told.get("pid") != player_of(path):
            return 0.0, 0
        rate = (card.done - told["from"]) / max(time.time() - told["since"], 0.001)
        return round(rate, 2), round((card.size - card.done) / rate) if rate > 0 else 0


def studies_for(config: Config) -> Studies | None:
    """The studies of a server: a private one always has them, a host only where its operator has been named."""
    if config.hosting and not config.operators:
        return None
    return Studies(Path(config.studies) if config.studies else _beside(url_of(config.database)))


def _beside(database: str) -> Path:
    """The folder of studies beside a database in a file, else in the player's own."""
    kind, _, file = database.partition("///")
    return (Path(file).parent if kind.startswith("sqlite") and file else default_folder()) / "studies"


def declared(wanted: NewStudy) -> Study:
    """A study that somebody put together on the page. Players are the game's own: no name makes us import anything."""
    module = registry.game(wanted.game)
    for seat, names in wanted.seats.items():
        if seat not in module.seats:
            raise UserError("error.no_seat", seat=brief(seat), seats=", ".join(module.seats))
        for name in names:
            bots.full_name(module, seat, name)
    study = declaring.study(
        wanted.game, wanted.question.strip(), wanted.scenarios, wanted.games, wanted.seed or "study",
        dict(wanted.seats), sweep={option: [False, True] for option in wanted.options},
    )  # fmt: skip
    if study.size > LARGEST:
        raise UserError("lab.too_large", size=study.size, most=LARGEST)
    check(study)
    return study


def command_of(name: str) -> str:
    """The command that plays a study again."""
    return f"viermot study {name}/{MANIFEST} --out again"


def _plots(report: reports.Report, locale: str) -> list[pages.Plot]:
    return list(pages.plots_of(report, locale))


def _told(path: Path) -> dict[str, float]:
    try:
        found: dict[str, float] = json.loads((path / PLAYER).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found


def _step_back() -> None:
    """Everybody else first; and it can be stopped, even where a shell has put the server in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.nice(BACK)
