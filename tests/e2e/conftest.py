"""The page in Debian's Chromium: a server, a browser, and pages that must not complain."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.browser import FLAGS, INSTANT, Pilot, Server, chromium, why_not

HERE = Path(__file__).parent
NARROW = {"width": 400, "height": 800}
WIDE = {"width": 1280, "height": 800}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without browser or page nothing here can run; the long ones run when they are asked for.

    A browser on a busy machine is sometimes late: what fails here is tried once more before it counts. All this comes
    last, since the browser's driver leaves an event loop running in its process, and other tests run their own.
    """
    items.sort(key=lambda item: HERE in item.path.parents)
    lacking = why_not()
    for item in items:
        if HERE not in item.path.parents:
            continue  # the hook is told of the whole run
        item.add_marker(pytest.mark.flaky(reruns=1))
        if lacking:
            item.add_marker(pytest.mark.skip(reason=lacking))


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
            if message.type == "error" and not any(word in message.text for word in quiet):
                complaints.append(message.text)

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
