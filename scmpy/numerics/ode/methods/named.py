"""The methods by their names."""

from __future__ import annotations

from typing import Any

from scmpy.errors import WrongTypeError
from scmpy.numerics.ode.methods import collocation, symplectic
from scmpy.numerics.ode.methods.classical import QCRK4, RUNGE_KUTTA_4
from scmpy.numerics.ode.methods.dormand_prince import DOP853
from scmpy.numerics.ode.methods.extrapolation import BULIRSCH_STOER
from scmpy.numerics.ode.methods.step import Method

#: Those that control the length of their steps.
ADAPTIVE: dict[str, Method] = {method.name: method for method in (DOP853, BULIRSCH_STOER, QCRK4)}

#: Those that make steps of one length.
FIXED: dict[str, Method] = {
    method.name: method for method in (RUNGE_KUTTA_4, *symplectic.METHODS, *collocation.METHODS)
}

METHODS = ADAPTIVE | FIXED


def method_named(name: Any, operation: str) -> Method:
    """The method of a name.

    Raises:  WrongTypeError that lists the methods, if there is none of this name
    """
    if str(name) not in METHODS:
        raise WrongTypeError(f"{operation} expects one of the methods {', '.join(METHODS)}, got {name}")
    return METHODS[str(name)]
