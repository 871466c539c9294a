"""Object code kept on disk, in the user's folder for what can be made again.

An entry is a file named by its key, with a checksum of both before the code: what is damaged, or another key's, is
made again. It is written under another name and renamed, so processes at once see a whole file or none. A folder that
cannot be written, or a full disk, costs time only. The entries that were used longest ago go when there are too many.

What is read here is run. So neither a folder nor a file is used unless it is the user's own and nobody else may write
it (on Windows, which has other permissions, this is left to them); the folder is made so.

The environment variable ``SCMPY_CACHE`` names another folder; ``off`` is none.
"""

from __future__ import annotations

import os
import pathlib
import stat
import sys
import tempfile
import time
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from itertools import count

from scmpy.version import __version__

MOST = 200_000_000  # bytes are kept at most
_CHECKED = 50  # entries are written between two looks at how many there are; the first one looks
_SUFFIX, _PART = ".code", ".part"
_ABANDONED = 3600.0  # seconds after which nobody writes a part any more
_HEAD = 32  # bytes of the checksum
_written = count()


def folder() -> pathlib.Path | None:
    """Where code is kept; None where it is not."""
    chosen = os.environ.get("SCMPY_CACHE", "")
    if chosen:
        return None if chosen.lower() in ("off", "0", "no", "none") else pathlib.Path(chosen)
    try:
        return _base() / "scmpy"
    except RuntimeError:  # there is no home
        return None


def _base() -> pathlib.Path:
    if sys.platform == "win32":
        return pathlib.Path(os.environ.get("LOCALAPPDATA") or pathlib.Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return pathlib.Path.home() / "Library" / "Caches"
    return pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")


@lru_cache(1)
def version() -> str:
    """What the code of this library is made by: its version, and its text, which may change without that."""
    digest = sha256(__version__.encode())
    library = pathlib.Path(__file__).parents[2]
    for file in (library / "generic" / "elementary.py", *sorted((library / "numerics").rglob("*.py"))):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _file(key: str) -> pathlib.Path | None:
    place = folder()
    return None if place is None else place / f"{sha256((key + version()).encode()).hexdigest()}{_SUFFIX}"


def _is_ours(about: os.stat_result) -> bool:
    """Does this belong to the user, and may nobody else write it, or give it another name?"""
    if sys.platform == "win32":
        return True
    linked = stat.S_ISREG(about.st_mode) and about.st_nlink > 1
    return about.st_uid == os.geteuid() and not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH) and not linked


def _read(file: pathlib.Path) -> bytes:
    """What is in a file of a folder of ours."""
    if not _is_ours(file.parent.stat()):
        raise PermissionError
    flags = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with open(os.open(file, os.O_RDONLY | flags), "rb") as opened:
        about = os.fstat(opened.fileno())
        if not stat.S_ISREG(about.st_mode) or not _is_ours(about):
            raise PermissionError
        return opened.read()


def _checksum(file: pathlib.Path, code: bytes) -> bytes:
    return sha256(file.name.encode() + code).digest()


def stored(key: str) -> bytes | None:
    """What was stored under a key; None if it is not there, damaged, or not the user's own."""
    file = _file(key)
    if file is None:
        return None
    try:
        found = _read(file)
    except OSError:
        return None
    code = found[_HEAD:]
    if _checksum(file, code) != found[:_HEAD]:
        return None
    with suppress(OSError):
        os.utime(file)  # it was used
    return code


def store(key: str, code: bytes) -> None:
    """Store code under a key, if that can be done."""
    file = _file(key)
    if file is None:
        return
    try:
        file.parent.mkdir(0o700, parents=True, exist_ok=True)
        if not _is_ours(file.parent.stat()):
            return
        number, name = tempfile.mkstemp(dir=file.parent, suffix=_PART)
        try:
            with os.fdopen(number, "wb") as part:
                part.write(_checksum(file, code) + code)
            os.replace(name, file)
        except OSError:
            os.unlink(name)
            raise
        if next(_written) % _CHECKED == 0:
            prune(file.parent)
    except OSError:
        pass


def prune(place: pathlib.Path, most: int = MOST) -> None:
    """Remove the entries that were used longest ago, until those left have no more bytes than this.

    What a process left half written goes too.
    """
    entries = []
    for file in place.iterdir():
        with suppress(OSError):  # another process removed it
            about = file.stat()
            if file.suffix == _SUFFIX:
                entries.append((about.st_mtime, about.st_size, file))
            elif file.suffix == _PART and about.st_mtime < time.time() - _ABANDONED:
                file.unlink()
    total = 0
    for _, size, file in sorted(entries, reverse=True):
        total += size
        if total > most:
            file.unlink(missing_ok=True)
