"""Atomic writing: the new file whole, or the old one untouched."""

import multiprocessing
import os
import stat
import sys
from pathlib import Path

import pytest

from viermot.kernel.files import write_atomically

posix = pytest.mark.skipif(sys.platform == "win32", reason="file modes, links and pipes as on Unix")


def test_writes_a_new_file_and_nothing_else(tmp_path: Path) -> None:
    write_atomically(tmp_path / "game.json", b"one")
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == {"game.json": b"one"}


def test_replaces_the_old_file_also_by_a_shorter_one(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    write_atomically(path, b"a long first version")
    write_atomically(str(path), b"")
    assert path.read_bytes() == b""


def test_a_bare_name_goes_to_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_atomically("game.json", b"here")
    assert (tmp_path / "game.json").read_bytes() == b"here"


def test_the_longest_name_a_disk_takes_will_do(tmp_path: Path) -> None:
    path = tmp_path / ("g" * 255)
    write_atomically(path, b"x")
    assert path.read_bytes() == b"x"


@pytest.mark.parametrize("broken", ["fsync", "replace", "chmod"])
def test_a_failure_keeps_the_old_file_and_leaves_no_litter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b"old")

    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device", "/somewhere/temporary")

    monkeypatch.setattr(os, broken, fail)
    with pytest.raises(OSError, match="No space left") as caught:
        write_atomically(path, b"new")
    assert caught.value.filename == str(path)
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == {"game.json": b"old"}


def test_an_interrupt_keeps_the_old_file_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b"old")

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(path, b"new")
    assert [p.name for p in tmp_path.iterdir()] == ["game.json"]
    assert path.read_bytes() == b"old"


def test_errors_name_the_file_the_caller_named(tmp_path: Path) -> None:
    lost = tmp_path / "no" / "such" / "folder.json"
    with pytest.raises(FileNotFoundError) as caught:
        write_atomically(lost, b"x")
    assert caught.value.filename == str(lost)
    with pytest.raises(OSError) as caught_folder:
        write_atomically(tmp_path, b"x")
    assert caught_folder.value.filename == str(tmp_path)
    assert list(tmp_path.iterdir()) == []


@posix
def test_keeps_the_mode_of_the_file_it_replaces(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b"old")
    path.chmod(0o640)
    write_atomically(path, b"new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@posix
def test_a_new_file_has_the_mode_the_umask_gives(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_atomically(tmp_path / "game.json", b"x")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "game.json").stat().st_mode) == 0o640


@posix
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "saves").mkdir()
    real, link = tmp_path / "saves" / "game.json", tmp_path / "latest.json"
    real.write_bytes(b"old")
    link.symlink_to(real)
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"


@posix
def test_a_device_is_written_to_and_not_replaced() -> None:
    write_atomically("/dev/null", b"gone")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


def _write_often(path: str, letter: int) -> None:
    for _ in range(50):
        write_atomically(path, bytes([letter]) * 5000)


def test_two_writers_never_mix(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b"x" * 5000)
    writers = [multiprocessing.Process(target=_write_often, args=(str(path), ord(c))) for c in "ab"]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        seen = path.read_bytes()
        assert len(seen) == 5000 and len(set(seen)) == 1
    for writer in writers:
        writer.join()
        assert writer.exitcode == 0
    assert [p.name for p in tmp_path.iterdir()] == ["game.json"]
