"""What all tests share: the rules a test carries are watched (support/rules_plugin.py); long proofs are asked for."""

from __future__ import annotations

import pytest

pytest_plugins = ["pytester", "tests.support.rules_plugin", "tests.support.browser_plugin"]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("proof") and "proof" not in config.option.markexpr:
            item.add_marker(pytest.mark.skip(reason="long; run by -m proof"))
