"""Names of the original that programs may still use and that change nothing here, each with the reason."""

from __future__ import annotations

from scmpy.generic.settings import AMOUNT, Setting
from scmpy.registry import public

improper_integral_breakpoint = Setting(
    "*improper-integral-breakpoint*",
    1.0,
    AMOUNT,
    "Where the original breaks an infinite interval; here the rays are taken as they are.",
    """>>> from scmpy import definite_integral, exp, log
    >>> round(definite_integral(lambda x: exp(-x), 0, -log(0)), 9)
    1.0""",
)


@public("enable-constructor-simplifications")
def enable_constructor_simplifications(enabled: object = True) -> None:
    """Expressions are always made without zeros, ones and x - x: this procedure changes nothing.

    Scheme:  (enable-constructor-simplifications #t)
    An expression as it is written is made by make-combination.
    >>> from scmpy import symbols
    >>> enable_constructor_simplifications(False)
    >>> symbols("x") - symbols("x")
    0
    """
