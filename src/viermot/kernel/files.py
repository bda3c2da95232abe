"""Writing files so that a crash, a full disk or a second writer never costs anybody the old one."""

import os
import secrets
import stat
from pathlib import Path


def write_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Put `data` at `path`: either all of it is there afterwards, or the old file is, untouched.

    Keeps the mode of the file it replaces and follows links. Errors are OSErrors that name `path`.
    """
    try:
        if _is_stream(path):
            Path(path).write_bytes(data)
        else:
            _replace(os.path.realpath(path), data)
    except OSError as error:
        # The reader asked for this file; the temporary one beside it means nothing to him.
        error.filename, error.filename2 = os.fspath(path), None
        raise


def _is_stream(path: str | os.PathLike[str]) -> bool:
    """Whether this is a pipe, a terminal or a device, which must never be replaced by a file."""
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _replace(target: str, data: bytes) -> None:
    """Write beside the target, make sure it is on the disk, then swap names in one stroke."""
    folder = os.path.dirname(target)
    beside = os.path.join(folder, f".viermot-{secrets.token_hex(8)}.tmp")
    # Not mkstemp: a new file should get the mode the user's umask gives, not 0600.
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if os.path.exists(target):
            os.chmod(beside, stat.S_IMODE(os.stat(target).st_mode))
        os.replace(beside, target)
    except BaseException:
        os.unlink(beside)
        raise
    _sync_folder(folder)


def _sync_folder(folder: str) -> None:
    """Make the new name survive a power cut too, where the system can sync a folder."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:
        return
    finally:
        os.close(descriptor)
