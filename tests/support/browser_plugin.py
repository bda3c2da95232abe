"""The page in Debian's Chromium, for every folder called e2e: a server, a browser, and pages that must not complain."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.browser import FLAGS, INSTANT, Pilot, Server, chromium, why_not

FOLDER = "e2e"
NARROW = {"width": 400, "height": 800}
WIDE = {"width": 1280, "height": 800}


def is_in_the_browser(item: pytest.Item) -> bool:
    """Is it one of the tests that need a browser?"""
    return FOLDER in item.path.parts


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without browser or page nothing here can run; the long ones run when they are asked for.

    A test whose failure has a known cause that is not ours says so, `@pytest.mark.late("why")`, and is tried once more
    before it counts. All this comes last, since the browser's driver leaves an event loop running in its process, and
    other tests run their own.
    """
    items.sort(key=is_in_the_browser)
    lacking = why_not()
    for item in items:
        if not is_in_the_browser(item):
            continue
        late = item.get_closest_marker("late")
        if late is not None:
            assert late.args and isinstance(late.args[0], str), f"{item.nodeid} does not say why it may be late"
            item.add_marker(pytest.mark.flaky(reruns=1))
        if lacking:
            item.add_marker(pytest.mark.skip(reason=lacking))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Every rerun is told, with what went wrong the first time."""
    for report in terminalreporter.stats.get("rerun", []):
        terminalreporter.write_line(f"tried once more: {report.nodeid}: {str(report.longrepr).splitlines()[-1]}")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Viermot for one local player."""
    made = Server(tmp_path_factory.mktemp("games") / "games.sqlite3")
    yield made
    made.stop()


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Server]:
    """A server with accounts, each test its own: only so many may be opened from one address at a time."""
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
        page.set_default_timeout(40_000)
        page.on("pageerror", lambda error: complaints.append(str(error)))

        def heard(message: Any) -> None:
            told = f"{message.text} ({message.location.get('url', '')})"  # what failed to load is told by its address
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
