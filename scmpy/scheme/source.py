"""Source texts: offsets to lines and columns, and the places that errors point at."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property

from scmpy.errors import Location

Span = tuple[int, int]

_LONGEST_LINE = 200


class Source:
    """A text with its file name.

    >>> str(Source("(a\\n b)", "f.scm").location(4))
    'f.scm:2:2'
    """

    def __init__(self, text: str, filename: str) -> None:
        self.text = text
        self.filename = filename

    @cached_property
    def line_starts(self) -> list[int]:
        """The offset of the first character of every line."""
        starts, position = [0], self.text.find("\n")
        while position >= 0:
            starts.append(position + 1)
            position = self.text.find("\n", position + 1)
        return starts

    def position(self, offset: int) -> tuple[int, int]:
        """Line (from 1) and column (from 0)."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1]

    def location(self, offset: int) -> Location:
        """The place of an offset."""
        line, column = self.position(offset)
        return self.place(line, column)

    def place(self, line: int, column: int) -> Location:
        """The place of a line (from 1) and column (from 0)."""
        start = self.line_starts[line - 1]
        end = self.text.find("\n", start)
        text = self.text[start : end if end >= 0 else None].replace("\t", " ").rstrip()
        return Location(self.filename, line, column + 1, text if len(text) <= _LONGEST_LINE else "")
