"""Names of the original that programs may still use and that change nothing here, each with the reason."""

from __future__ import annotations

from typing import Any

from scmpy.generic.settings import AMOUNT, COUNT, SWITCH, Setting
from scmpy.registry import docstring, public, python_name, register
from scmpy.scheme.primitives.declare import primitive

_GCD = """
    >>> p, q = poly_from_dense([-1, 0, 1]), poly_from_dense([1, 2, 1])
    >>> with setting({}):
    ...     poly_gcd(p, q)
    (+ 1 x)
"""

for _name, _default, _kind, _reason, _example in (
    (
        "*improper-integral-breakpoint*",
        1.0,
        AMOUNT,
        "Where the original breaks an infinite interval; here the rays are taken as they are.",
        """>>> from scmpy import definite_integral, exp, log
    >>> round(definite_integral(lambda x: exp(-x), 0, -log(0)), 9)
    1.0""",
    ),
    (
        "*heuristic-sparse-gcd-enabled*",
        False,
        SWITCH,
        "Whether the original tries its sparse algorithm first. Here poly:gcd is by python-flint's, whatever is set.",
        _GCD.format("heuristic_sparse_gcd_enabled=True"),
    ),
    (
        "*euclid-breakpoint-arity*",
        3,
        COUNT,
        "The number of variables from which on the original tries its sparse algorithm, where that is enabled.",
        _GCD.format("heuristic_sparse_gcd_enabled=True, euclid_breakpoint_arity=1"),
    ),
):
    Setting(_name, _default, _kind, _reason, _example)

for _name, _value, _reason, _typed, _answer in (
    (
        "*careful-conversion*",
        True,
        "Shapes are always checked when structures become matrices. This is not a switch.",
        "careful_conversion",
        "True",
    ),
    (
        "*numbers-are-constant-functions*",
        False,
        "A number is no function, (3 x) is an error; in sums, products and applied tuples it stands for a constant one."
        " This is not a switch.",
        "numbers_are_constant_functions, (3 + cube)(2), constant(3)(2)",
        "(False, 11, 3)",
    ),
):
    _python = python_name(_name.strip("*"))
    register(_name, _value, python=_python, module=__name__, doc=docstring(_reason, _name, _typed, _answer))

#: Procedures of sessions.
_PROCEDURES: tuple[tuple[str, Any, str], ...] = (
    ("with-case-preserved", lambda thunk: thunk(), "The value of the thunk: symbols keep their case always."),
    ("start-preserving-case!", lambda: None, "Nothing is to be done: symbols keep their case always."),
    ("with-underflow->zero", lambda thunk: thunk(), "The value of the thunk: floats underflow to zero always."),
    (
        "allocated-time-expired?",
        lambda: False,
        "Is the time of with-limited-time over? Never in a program that runs, which ends then.",
    ),
    ("gc gc-flip", lambda *_: 0, "Python collects by itself."),
)

for _names, _procedure, _reason in _PROCEDURES:
    primitive(*_names.split(), doc=_reason)(_procedure)


@public("enable-constructor-simplifications")
def enable_constructor_simplifications(enabled: bool = True) -> None:
    """Expressions are always made without zeros, ones and x - x: this procedure changes nothing.

    Scheme:  (enable-constructor-simplifications #t)
    An expression as it is written is made by make-combination.
    >>> from scmpy import symbols
    >>> enable_constructor_simplifications(False)
    >>> symbols("x") - symbols("x")
    0
    """
