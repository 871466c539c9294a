"""What tests of several modules compare by, and the continuations of maps of the plane."""

from typing import Any

from scmpy import equivalent


def same(one: Any, other: Any) -> bool:
    """Is it proved that they are equal?"""
    return equivalent(one, other).verdict == "equal"


def data(window: Any, which: int = 0) -> Any:
    """The points of a line in a window."""
    return window.axes.lines[which].get_xydata()


def both(x: Any, y: Any) -> tuple[Any, Any]:
    return x, y


def failed() -> str:
    return "failed"
