"""What is said of an error of Python's in a function of the user's that the library called.

Such a function gets symbols and values that are being differentiated in the place of numbers. What Python says of them
names classes of the library's; a note on the error says what its variables are, and what to do.
"""

from __future__ import annotations

import re
from types import FrameType, TracebackType
from typing import Any

from scmpy.errors import ScmpyError, describe

#: What to do about what Python says.
_ADVICE = (
    (
        r"not subscriptable|not iterable|non-iterable|has no len|must be an iterable",
        "a scalar has no components: with one coordinate, q and v of a state (up t q v) are scalars",
    ),
    (r"values to unpack", "a state (up t q v) has three components, and q has one for every coordinate"),
    (r"not callable", "q and v of a state (up t q v) are values at one time, no functions of it"),
    (r"has no attribute", "components are taken by an index, v[0], and functions are scmpy's, sin(q)"),
    (
        r"cannot be interpreted as an integer|must be real number|indices must be|number is required",
        "symbols and what is differentiated are no plain numbers: functions of them are scmpy's, such as its sin",
    ),
    (r"unsupported operand|can only concatenate|must be str|not supported between", ""),
)

#: A note tells so many variables at most.
_MOST = 6


def advise(error: Exception) -> None:
    """Note on an error of the user's function what its variables are, and what to do; once."""
    if isinstance(error, ScmpyError) or not isinstance(error, (TypeError, AttributeError, ValueError)):
        return
    found = next((advice for pattern, advice in _ADVICE if re.search(pattern, str(error))), None)
    frame = _innermost(error.__traceback__)
    if found is None or frame is None or frame.f_code.co_name == "<module>" or getattr(error, "__notes__", None):
        return
    held = {name: value for name, value in frame.f_locals.items() if _is_told(name, value)}
    named = {type(value).__name__ for value in held.values()} & set(re.findall(r"\w+", str(error)))
    if named or ("to unpack" in str(error) and held):
        values = ", ".join(f"{name} is {describe(value)}" for name, value in list(held.items())[:_MOST])
        error.add_note(f"{found}{'; ' if found else ''}here {values}")


def _innermost(entry: TracebackType | None) -> FrameType | None:
    while entry is not None and entry.tb_next is not None:
        entry = entry.tb_next
    return entry and entry.tb_frame


def _is_told(name: str, value: Any) -> bool:
    """Is this a variable with a value of the library's, or a number?"""
    is_value = isinstance(value, (int, float, complex)) or type(value).__module__.partition(".")[0] == "scmpy"
    return name.isidentifier() and is_value and not hasattr(value, "__name__")
