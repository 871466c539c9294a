"""What tests of several modules compare by: texts, points, verdicts; and the continuations of maps of the plane."""

import io
from typing import Any

from scmpy import equivalent
from scmpy.render.scheme import scheme_text
from scmpy.scheme import Session
from scmpy.symbolic.expression import expression_of


def same(one: Any, other: Any) -> bool:
    """Is it proved that they are equal?"""
    return equivalent(one, other).verdict == "equal"


def text(value: Any) -> str:
    """A value as it stands."""
    return scheme_text(expression_of(value))


def text_of(source: str) -> str:
    """The simplified value of a program of Scheme."""
    session = Session(stdout=io.StringIO())
    return session.result_text(session.run(source))


def data(window: Any, which: int = 0) -> Any:
    """The points of a line in a window."""
    return window.axes.lines[which].get_xydata()


def both(x: Any, y: Any) -> tuple[Any, Any]:
    return x, y


def failed() -> str:
    return "failed"
