"""The page in Debian's Chromium, for every folder called e2e: a server, a browser, and pages that must not complain."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.browser import FLAGS, INSTANT, PATIENCE, Pilot, Server, chromium, why_not

FOLDER = "e2e"
BAD_LUCK = 4  # so many tests of a run may need a second try
NARROW = {"width": 400, "height": 800}
WIDE = {"width": 1280, "height": 800}


def is_in_the_browser(item: pytest.Item) -> bool:
    """Is it one of the tests that need a browser?"""
    return FOLDER in item.path.parts


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without browser or page nothing here can run; the long ones run when they are asked for.

    A browser is a second program with a clock of its own: a test that fails is tried once more before it counts, and
    that is told. All this comes last, since the browser's driver leaves an event loop running in its process, and
    other tests run their own.
    """
    items.sort(key=is_in_the_browser)
    lacking = why_not()
    for item in items:
        if not is_in_the_browser(item):
            continue
        item.add_marker(pytest.mark.flaky(reruns=1))
        if lacking:
            item.add_marker(pytest.mark.skip(reason=lacking))


def tried_twice(config: pytest.Config) -> list[pytest.TestReport]:
    """The tests of this run that were tried once more, each once; only the process that reports knows them all."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    late = reporter.stats.get("rerun", []) if reporter else []
    return list({report.nodeid: report for report in reversed(late)}.values())[::-1]  # its first fault, not its page's


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """One such test is bad luck, many are a fault, even if each passes in the end."""
    if len(tried_twice(session.config)) > BAD_LUCK and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def what_went_wrong(report: pytest.TestReport) -> str:
    """In a line."""
    lines = report.longreprtext.splitlines() or [""]
    return next((line.removeprefix("E").strip() for line in lines if line.startswith("E ")), lines[-1])


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Every test that was tried once more is reported, with what went wrong the first time."""
    late = tried_twice(config)
    for report in late:
        terminalreporter.write_line(f"tried once more: {report.nodeid}: {what_went_wrong(report)}")
    if len(late) > BAD_LUCK:
        terminalreporter.write_line(f"{len(late)} tests passed only when tried once more: too many for bad luck")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Viermot for one local player."""
    made = Server(tmp_path_factory.mktemp("games") / "games.sqlite3")
    yield made
    made.stop()


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Server]:
    """A server with accounts, one for each test: only a limited number may be opened from one address at a time."""
    made = Server(tmp_path / "games.sqlite3", hosting=True)
    yield made
    made.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        yield launched
        launched.close()


@pytest.fixture
def new_page(browser: Any, request: pytest.FixtureRequest) -> Iterator[Callable[..., Any]]:
    """Pages of readers who know nothing of each other; what a page complains of fails the test."""
    if "host" in request.fixturenames:
        request.getfixturevalue("host")  # it is there until the pages are closed: they complain when it is gone
    contexts: list[Any] = []
    complaints: list[str] = []

    def opened(quiet: tuple[str, ...] = (), **wishes: Any) -> Any:
        context = browser.new_context(**{"viewport": WIDE, "reduced_motion": "reduce", **wishes})
        context.add_init_script(INSTANT)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))

        def heard(message: Any) -> None:
            told = f"{message.text} ({message.location.get('url', '')})"  # the address says what failed to load
            if message.type == "error" and not any(word in told for word in quiet):
                complaints.append(told)

        page.on("console", heard)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not complaints


@pytest.fixture
def pilot(new_page: Callable[..., Any], server: Server, request: pytest.FixtureRequest) -> Pilot:
    """Somebody at a wide screen."""
    return Pilot(new_page(), server, request.node.name)
