"""The lines of a Python program while it is written: indentation, blank lines, comments."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from scmpy.scheme.source import Source
from scmpy.scheme.translation import python
from scmpy.scheme.translation.comments import Comment, find_comments, has_blank_line
from scmpy.scheme.translation.layout import STEP, WIDTH, Doc, render


class Lines:
    """Lines in the making. Comments of the source are put before the first line that is made of what follows them."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.comments: list[Comment] = find_comments(source.text)
        self.lines: list[str] = []
        self.indent = 0
        self._blank = 0  # empty lines wanted before the next line
        self._opened = True  # a block has just been opened
        self._consumed = 0  # the source is translated up to here

    def add(self, doc: Doc) -> None:
        """A line, or several if it is too long."""
        self._put(render(doc, self.indent))

    def _put(self, text: str) -> None:
        if not self._opened:
            self.lines += [""] * self._blank
        self._blank, self._opened = 0, False
        lines = (" " * self.indent + text).split("\n")
        self.lines += lines

    def separate(self, count: int) -> None:
        """At least so many empty lines before the next line, unless it is the first of its block."""
        self._blank = max(self._blank, count)

    @contextmanager
    def block(self, header: Doc) -> Iterator[None]:
        """What is added inside belongs to the block that the header opens."""
        self.add(header)
        self.indent += STEP
        self._opened = True
        yield
        if self._opened:
            self._put("pass")
        self.indent -= STEP

    @contextmanager
    def definition(self, header: Doc) -> Iterator[None]:
        """A function, set off by empty lines."""
        with self.block(header):
            yield
        self.separate(1 if self.indent else 2)

    def before(self, offset: int) -> None:
        """Put the comments that stand before this place of the source, and the empty line before it, if any."""
        while self.comments and self.comments[0].start < offset:
            self._comment(self.comments.pop(0))
        if self._consumed < offset:
            if has_blank_line(self.source.text[self._consumed : offset]) and not self.indent:
                self.separate(1)
            self._consumed = offset

    def adjoining(self) -> None:
        """Put the comments that follow what is translated without an empty line between."""
        while self.comments and not has_blank_line(self.source.text[self._consumed : self.comments[0].start]):
            self._comment(self.comments.pop(0))

    def _comment(self, comment: Comment) -> None:
        gap = self.source.text[self._consumed : comment.start]
        if has_blank_line(gap) and not self.indent:
            self.separate(1)
        self._consumed = max(self._consumed, comment.end)
        if comment.trails and "\n" not in gap and self._trail(comment):
            return
        for line in comment.lines:
            self._put(python.comment(line))

    def _trail(self, comment: Comment) -> bool:
        """Put a comment at the end of the last line, if it fits there."""
        if not self.lines or self._blank or self._opened or len(comment.lines) > 1:
            return False
        line = f"{self.lines[-1]}  {python.comment(comment.lines[0])}"
        if len(line) > WIDTH or self.lines[-1].lstrip().startswith("#"):
            return False
        self.lines[-1] = line
        return True
