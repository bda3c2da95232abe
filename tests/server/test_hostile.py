"""Hostile messages: no 5xx, no change, no secret. A sample; tools/proof_server.py sends 100,000."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.server import InProcess
from tests.support.server_hostile import Scene, hostile_frames, hostile_requests, set_scene


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    database = str(tmp_path / "games.sqlite3")
    server = InProcess(database=database, hosting=True, limits=False)
    yield set_scene(database, server.base)
    server.stop()


def test_hostile_frames_change_nothing_and_learn_nothing(scene: Scene) -> None:
    hostile_frames(scene, 400)
    assert scene.found == [] and scene.answers["refused"] > 300, scene.answers


def test_hostile_requests_change_nothing_and_learn_nothing(scene: Scene) -> None:
    hostile_requests(scene, 150)
    assert scene.found == [] and sum(scene.answers.values()) >= 100, scene.answers
