"""Reading source files, and replacing them so that nothing is lost.

The text of a :class:`Source` is the file's, byte for byte: line ends are not translated, and a byte order mark is put
back when the file is written. A file is replaced in one step, or not at all.
"""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass


class FileProblem(Exception):
    """A file that cannot be read or written, and why."""


@dataclass(frozen=True)
class Source:
    """A file's name, as the user wrote it, and its content."""

    name: str
    data: bytes
    text: str
    encoding: str


def read_source(name: str) -> Source:
    """Read a file of UTF-8 text."""
    try:
        with open(name, "rb") as file:
            data = file.read()
    except OSError as error:
        raise FileProblem(f"{name}: cannot read the file: {error.strerror or error}") from None
    encoding = "utf-8-sig" if data.startswith(codecs.BOM_UTF8) else "utf-8"
    try:
        return Source(name, data, data.decode(encoding), encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FileProblem(f"{name}:{line}: the file is not UTF-8 text: byte 0x{data[error.start]:02x}") from None


def files_in(paths: Iterable[str], suffixes: tuple[str, ...]) -> list[str]:
    """The files among these, and those with such names in the directories among them, each once, in order."""
    found: dict[str, None] = {}
    for name in paths:
        if not os.path.isdir(name):
            found.setdefault(name)
            continue
        inside = sorted(_walk(name, suffixes))
        if not inside:
            raise FileProblem(f"{name}: there are no files {', '.join('*' + suffix for suffix in suffixes)} in it")
        found.update(dict.fromkeys(inside))
    return list(found)


def _walk(directory: str, suffixes: tuple[str, ...]) -> Iterator[str]:
    """The files in a directory; one that a link leads to elsewhere is not in it, and is neither read nor rewritten."""
    inside = os.path.join(os.path.realpath(directory), "")
    for folder, folders, names in os.walk(directory):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            path = os.path.join(folder, name)
            if (
                name.lower().endswith(suffixes)
                and not name.startswith(".")
                and os.path.realpath(path).startswith(inside)
            ):
                yield path


def replace_source(source: Source, text: str) -> None:
    """Give the file a new text, atomically, provided that it still is what was read."""
    import shutil
    import tempfile

    path = os.path.realpath(source.name)
    try:
        with open(path, "rb") as file:
            unchanged = file.read() == source.data
        if not unchanged:
            raise FileProblem(f"{source.name}: the file was changed meanwhile; it is left as it is")
        if not os.access(path, os.W_OK):
            raise FileProblem(f"{source.name}: the file is read-only; it is left as it is")
        handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path), prefix=f".{os.path.basename(path)}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(text.encode(source.encoding))
                file.flush()
                os.fsync(file.fileno())
            shutil.copymode(path, temporary)
            os.replace(temporary, path)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as error:
        raise FileProblem(f"{source.name}: cannot write the file: {error.strerror or error}") from None


def write_text(name: str, text: str) -> None:
    """Write a file of UTF-8 text."""
    try:
        with open(name, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as error:
        raise FileProblem(f"{name}: cannot write the file: {error.strerror or error}") from None
