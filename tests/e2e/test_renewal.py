"""A server that is renewed while a page is open: parts of the page that were not fetched yet have other names now."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.browser import Server, expect

GONE = "**/assets/Book*.js"


@pytest.mark.parametrize("for_good", [False, True])
def test_a_part_that_is_gone_is_fetched_with_the_page_anew(browser: Any, server: Server, for_good: bool) -> None:
    """Once that is done by itself; where it is of no use, it is said, and the page does not go round for ever."""
    context = browser.new_context()  # not `new_page`: a page that lacks a part complains of it, as it should
    page = context.new_page()
    page.goto(server.address)
    page.get_by_role("heading", name="Games", exact=True).wait_for()
    page.route(GONE, lambda route: route.abort())
    loaded: list[str] = []

    def renewed(_: Any) -> None:
        loaded.append(page.url)
        if not for_good:
            page.unroute(GONE)

    page.on("domcontentloaded", renewed)
    page.get_by_role("link", name="Rules").first.click()
    if for_good:
        expect(page.get_by_text("The server cannot be reached").first).to_be_visible()
        page.wait_for_timeout(500)
    else:
        expect(page.get_by_role("searchbox").first).to_be_visible()
    assert len(loaded) == 1
    context.close()
