"""What all tests share: the rules a test carries are watched (support/rules_plugin.py); long proofs are asked for."""

from __future__ import annotations

import os

import pytest

pytest_plugins = ["pytester", "tests.support.rules_plugin", "tests.support.browser_plugin"]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("proof") and "proof" not in config.option.markexpr:
            item.add_marker(pytest.mark.skip(reason="long; run by -m proof"))


def pytest_xdist_auto_num_workers() -> int:
    """With `-n auto` half as many processes again as cores: whoever asks a server or a page waits half of the time."""
    return (os.cpu_count() or 1) * 3 // 2
