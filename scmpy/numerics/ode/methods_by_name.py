"""The methods by their names."""

from __future__ import annotations

from functools import partial
from typing import Any

from scmpy.errors import CALLED, WrongTypeError, did_you_mean
from scmpy.numerics.ode.driver import Scale, Solution
from scmpy.numerics.ode.methods import collocation, lie_midpoint, munthe_kaas, symplectic
from scmpy.numerics.ode.methods.bulirsch_stoer import BULIRSCH_STOER
from scmpy.numerics.ode.methods.classical import EXPLICIT_EULER, QCCEULER, QCCTRAP2, QCRK4, RUNGE_KUTTA_4
from scmpy.numerics.ode.methods.dormand_prince import DOP853
from scmpy.numerics.ode.methods.step import Controlled, Expanding, Method


def _by_name(*methods: Method) -> dict[str, Method]:
    return {method.name: method for method in methods}


#: Those that control the length of their steps.
ADAPTIVE = _by_name(DOP853, BULIRSCH_STOER, QCRK4)

#: Those that do, and solve equations in each step.
IMPLICIT = _by_name(QCCTRAP2, QCCEULER)

#: Those that make steps of one length.
FIXED = _by_name(
    *(EXPLICIT_EULER, RUNGE_KUTTA_4, *symplectic.METHODS, *collocation.METHODS),
    *(*munthe_kaas.METHODS, *lie_midpoint.METHODS),
)


def _taylor(motion: Any, t: float, y: list[float], tolerance: float, scale: Scale) -> Solution:
    from scmpy.numerics.ode.taylor_method import TaylorSolution, fitted

    return TaylorSolution(motion, t, y, tolerance, fitted(TAYLOR, tolerance), scale)


def _heyoka(motion: Any, t: float, y: list[float], tolerance: float, scale: Scale) -> Solution:
    from scmpy.numerics.ode.by_heyoka import HeyokaSolution, equations

    if motion.graph is None:
        raise WrongTypeError(
            f"{motion.operation}: heyoka needs a derivative that is compiled and does not decide; taylor and dop853 "
            "find where a decision turns"
        )
    return HeyokaSolution(equations(motion.graph, motion.numbers, scale), t, y, tolerance, scale)


def _stiff(name: str, motion: Any, t: float, y: list[float], tolerance: float, scale: Scale) -> Solution:
    from scmpy.numerics.ode.stiff import StiffSolution, jacobian_of

    jacobian = jacobian_of(motion.graph, motion.numbers)
    return StiffSolution(name, motion.slope, jacobian, t, y, tolerance, scale, motion)


def _controlled(name: str, order: int, starts: Any) -> Method:
    return Controlled(name, order, _no_text, (order,), starts=starts)


def _no_text(*_: Any) -> Any:
    raise NotImplementedError("the steps of this method are not written here")


TAYLOR = Expanding("taylor", 20, _no_text, (20,), starts=_taylor)

#: Those that control their steps in a way of their own; explicit-gear is what the original calls its stiff method.
OTHERS = _by_name(
    TAYLOR,
    _controlled("heyoka", 20, _heyoka),
    _controlled("radau", 5, partial(_stiff, "Radau")),
    _controlled("bdf", 5, partial(_stiff, "BDF")),
    _controlled("lsoda", 12, partial(_stiff, "LSODA")),
    _controlled("explicit-gear", 5, partial(_stiff, "BDF")),
)

METHODS = ADAPTIVE | IMPLICIT | OTHERS | FIXED


def method_named(name: Any, operation: str = CALLED) -> Method:
    """The method of a name.

    Raises:  WrongTypeError that lists the methods, if there is none of this name
    """
    name = str(name).lower()
    if name not in METHODS:
        raise WrongTypeError(
            f"{operation} expects one of the methods {', '.join(METHODS)}, got {name}{did_you_mean(name, METHODS)}"
        )
    return METHODS[name]
