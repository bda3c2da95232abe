"""Where mutants are tried quickly: a pytest session with a game loaded and its tests collected once for all of them.

Loading and collecting take seconds, a test mostly a few thousandths of one. So the process on stage stays intact and
forks for every mutant: the child puts the broken functions in place of the intact ones and runs the tests that reach
them. That is the same as loading the broken module as long as nothing of what is broken had run before: what runs when
a module is loaded or a test collected cannot be tried here, and the stage says so.
"""

from __future__ import annotations

import gc
import importlib
import multiprocessing
import os
import resource
import signal
from collections.abc import Callable, Sequence
from functools import cache, partial
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType, FunctionType
from typing import Final

import pytest

from tools.mutation import broken_functions, nested

PATIENCE: Final = 10.0  # seconds of processor time beyond three times what the tests usually need
MEMORY: Final = 4 << 30  # bytes a mutant may take
# Modules loaded once for many mutants are there before pytest, which warns that it cannot rewrite their assertions.
LOADED_BEFORE: Final = "ignore::pytest.PytestAssertRewriteWarning"
QUIETLY: Final = ("-q", "-p", "no:cacheprovider", "--tb=no", "-W", LOADED_BEFORE)

Functions = dict[tuple[str, CodeType], list[FunctionType]]
Exchange = list[tuple[FunctionType, CodeType]]  # functions, and what each is to run instead


class Stage:
    """A process that holds tests ready; what is sent to it is tried out in children of its own."""

    def __init__(self, modules: Sequence[str], places: Sequence[str]) -> None:
        fork = multiprocessing.get_context("fork")
        self._pipe, theirs = fork.Pipe()
        self._process = fork.Process(target=_hold_ready, args=(theirs, self._pipe, modules, places), daemon=True)
        self._process.start()
        theirs.close()

    def try_out(self, path: Path, place: int, tests: Sequence[str], usual: float) -> str | None:
        """`killed`, `timed out` or `survived`; None if this cannot be tried without loading the game again."""
        self._pipe.send((path, place, tests, usual))
        try:
            answer: str | None = self._pipe.recv()
        except EOFError:
            raise SystemExit("The rule tests cannot be collected as they are.") from None
        return answer

    def close(self) -> None:
        self._pipe.close()
        self._process.join()


def _hold_ready(pipe: Connection, other_end: Connection, modules: Sequence[str], places: Sequence[str]) -> None:
    other_end.close()  # so that the end of the asking process is noticed here
    be_quiet()
    for module in modules:  # a test may load its game only when it runs
        importlib.import_module(module)
    pytest.main([*QUIETLY, *places], plugins=[_Session(pipe)])


class _Session:
    """Answers instead of running the tests that were collected."""

    def __init__(self, pipe: Connection) -> None:
        self.pipe = pipe
        self.items: dict[str, pytest.Item] = {}
        self.failed = False

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            return True
        self.items = {item.nodeid: item for item in session.items}
        gc.collect()
        functions = live_functions()
        gc.freeze()  # children are to share what is there, not to look through it
        while (asked := self._asked()) is not None:
            path, place, tests, usual = asked
            exchange = exchange_for(path, place, functions)
            self.pipe.send(exchange and apart(partial(self._run, exchange, tests, usual)))
        return True

    def _asked(self) -> tuple[Path, int, list[str], float] | None:
        try:
            asked: tuple[Path, int, list[str], float] = self.pipe.recv()
        except EOFError:
            return None
        return asked

    def _run(self, exchange: Exchange, tests: list[str], usual: float) -> int:
        """In a child: break the rule and run tests until one fails."""
        confine(usual)
        for function, code in exchange:
            function.__code__ = code
        items = [self.items[test] for test in tests]
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                return 1
        return 0

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed


# -- what is put in place of what -------------------------------------------------------------------------------


def live_functions() -> Functions:
    """All functions there are, by the file they come from and what they run."""
    found: Functions = {}
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType):
            found.setdefault((_real(thing.__code__.co_filename), thing.__code__), []).append(thing)
    return found


@cache
def _real(path: str) -> str:
    return os.path.realpath(path)


def exchange_for(path: Path, place: int, functions: Functions) -> Exchange | None:
    """What has to be exchanged for a mutant; None if an exchange would not be enough."""
    pairs = broken_functions(path.read_text(encoding="utf-8"), path, place)
    if not pairs:
        return None
    file = _real(str(path))
    found: Exchange = []
    for whole, broken in pairs:
        known = functions.get((file, whole), [])
        made_before = any((file, inner) in functions for inner in nested(whole))
        if not known or made_before or len(whole.co_freevars) != len(broken.co_freevars):
            return None
        found += [(function, broken) for function in known]
    return found


# -- in a process of its own ------------------------------------------------------------------------------------


def apart(work: Callable[[], int]) -> str:
    """Do something in a child that returns whether a test failed; returns what became of the mutant."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            status = work()
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return "timed out" if os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGALRM, signal.SIGKILL) else "killed"
    return "survived" if os.WEXITSTATUS(status) == 0 else "killed"


def confine(usual: float) -> None:
    """Limit this process's time and memory, and silence it."""
    limit = int(PATIENCE + 3 * usual)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.alarm(20 * limit)  # waiting uses no processor time
    be_quiet()


def be_quiet() -> None:
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(quiet, stream)
