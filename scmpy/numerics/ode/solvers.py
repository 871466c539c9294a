"""Methods by name; SciPy's stiff ones."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from scmpy.errors import CALLED, IntegrationError, ScmpyError, WrongTypeError, did_you_mean
from scmpy.generic.settings import AMOUNT, LIMIT, SWITCH, Kind, Setting
from scmpy.numerics.compile.codegen import python_function
from scmpy.numerics.compile.ir import StraightLineProgram, with_jacobian
from scmpy.numerics.ode import methods
from scmpy.numerics.ode.lie_group_methods import LIE_MIDPOINT_METHODS, MUNTHE_KAAS_METHODS
from scmpy.numerics.ode.step_control import Integrator, Scale, Step
from scmpy.registry import numpy, scipy
from scmpy.symbolic.expression import symbol

# --- stiff -----------------------------------------------------------------------------------------------------------
# Methods for stiff equations, SciPy's: implicit ones, given the code of the derivative and its exact Jacobian.
#
# Source: Hairer, Wanner, Solving Ordinary Differential Equations II, IV.8 (Radau IIA of order 5); Shampine, Reichelt,
# The MATLAB ODE suite, 1997 (BDF of orders 1 to 5, after Gear); Petzold, 1983 (LSODA, which finds whether they are
# stiff)

LEAST_ALLOWED = 3e-14  # an error allowed that is less is more than SciPy does
LARGEST = 1e300  # size, instead of an infinite one


#: The matrix of derivatives of the rates at a time and a state.
Jacobian = Callable[[float, Sequence[float]], Any]


def jacobian_of(graph: StraightLineProgram, parameters: Sequence[float] = ()) -> Jacobian:
    code, size = python_function(with_jacobian(graph)), len(graph.outputs)

    def matrix(t: float, y: Sequence[float]) -> Any:
        rates = code([*map(float, y), *parameters])[size:]
        return numpy.reshape(rates, (size, graph.inputs))[:, :size]

    return matrix


class StiffSolution(Integrator):
    """A solution by one of SciPy's methods, which is started anew at each time that is asked for."""

    def __init__(self, name: str, motion: Any, t: float, y: Sequence[float], tolerance: float, scale: Scale) -> None:
        import scipy.integrate

        way = None if motion.graph is None else motion.way(y)
        super().__init__(motion.slope if way is None else way.slope, t, y, tolerance, scale=scale)
        self.way, self.motion = way, motion
        self.solver_of = getattr(scipy.integrate, name)
        self.solver: Any = None
        self.has_inside = True

    def advance(self, end: float) -> methods.State:
        self.has_inside = False
        try:
            return super().advance(end)
        finally:
            self.has_inside = True

    def stop(self, end: float) -> float:
        return self.before_instants(self.way or self.motion.way(self.state), end, linear=True)

    def _step(self, end: float) -> Step:
        if self.solver is None or self.solver.t_bound != end or self.solver.t != self.time:
            self.solver = self._started(end)
        start, before = self.time, self.state
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it says more in the message that it gives back
            try:
                message = self.solver.step()
            except ScmpyError as error:
                raise self._failed(error, "") from None
            except (ArithmeticError, ValueError) as error:
                raise self._failed(None, f"the derivative has no value: {error}") from None
        if self.solver.status == "failed" or (self.length and not self.solver.step_size):  # lsoda would go on
            raise self._failed(None, f"SciPy says: {message}" if message else "its steps get too short")
        inside = self.solver.dense_output() if self.has_inside else None
        self.length = self.solver.step_size or 0.0
        self.time, self.state = float(self.solver.t), self.solver.y.tolist()
        return Step(start, before, self.time, self.state, inside and (lambda when: inside(when).tolist()))

    def _started(self, end: float) -> Any:
        allowed = max(self.tolerance, LEAST_ALLOWED)
        first = min(self.length, abs(end - self.time)) if self.length else None
        try:
            least = allowed if self.scale is None else [allowed * min(x, LARGEST) for x in self.scale]
            limits = {"rtol": allowed, "atol": least, "first_step": first, "max_step": self.longest}
            jacobian = self._jacobian if self._derivatives(self.state) else None
            return self.solver_of(self._rates, self.time, self.state, end, jac=jacobian, **limits)
        except ValueError as error:
            raise IntegrationError(f"SciPy does not start: {error}") from None

    def _rates(self, t: float, y: Any) -> Any:
        return self.slope(t, y.tolist())

    def _derivatives(self, y: methods.State) -> Jacobian | None:
        """The derivatives of the slope, where it decides on the way through its decisions: differences jump there."""
        return (self.way or self.motion.way(y)).jacobian  # type: ignore[no-any-return]

    def _jacobian(self, t: float, y: Any) -> Any:
        return jacobian_at(self._derivatives(y.tolist()), self._rates, t, y, self.scale)


def jacobian_at(jacobian: Jacobian | None, rates: Callable[..., Any], t: float, y: Any, scale: Scale) -> Any:
    """The Jacobian; by differences where a part of it is too large for a float, or the derivative is not compiled."""
    try:
        if jacobian is not None:
            return jacobian(t, y)
    except OverflowError:
        pass
    return scipy.optimize.approx_fprime(numpy.array(y), lambda z: rates(t, z), 1e-8 * (numpy.abs(y) + (scale or 1.0)))


class LinearSlope:
    """The slope on a way through decisions, which solves systems of its derivatives, as Rosenbrock's methods do."""

    def __init__(self, way: Any) -> None:
        self.way, self.jacobian = way, way.jacobian

    def __reduce__(self) -> Any:
        return LinearSlope, (self.way,)

    def __call__(self, t: float, y: methods.State) -> Sequence[float]:
        return self.way.slope(t, y)  # type: ignore[no-any-return]

    def shifted(self, t: float, y: methods.State, shift: float) -> Callable[[Sequence[float]], methods.State]:
        derivatives = jacobian_at(self.jacobian, lambda t, z: self(t, z.tolist()), t, y, None)
        with numpy.errstate(all="ignore"):
            inverse = numpy.linalg.inv(shift * numpy.eye(len(y)) - derivatives)

        def solve(right: Sequence[float]) -> methods.State:
            with numpy.errstate(all="ignore"):
                return (inverse @ right).tolist()  # type: ignore[no-any-return]

        return solve


RODAS5P = methods.Method(
    "rodas5p", 5, methods.rosenbrock_step, (5,), methods.rosenbrock_error, methods.rosenbrock_dense, slopes=LinearSlope
)


def _taylor(motion: Any, t: float, y: list[float], tolerance: float, scale: Scale) -> Integrator:
    from scmpy.numerics.ode.taylor import TaylorSolution, fitted

    return TaylorSolution(motion, t, y, tolerance, fitted(TAYLOR, tolerance), scale)


def _controlled(name: str, order: int, starts: Any) -> methods.Method:
    return methods.Controlled(name, order, _no_text, (order,), starts=starts)


def _no_text(*_: Any) -> Any:
    raise NotImplementedError("the steps of this method are not written here")


TAYLOR = methods.Expanding("taylor", 20, _no_text, (20,), starts=_taylor)

#: explicit-gear is what the original calls its stiff method.
METHODS = {
    method.name: method
    for method in (
        *(methods.DOP853, methods.BULIRSCH_STOER, methods.QCRK4, RODAS5P, methods.QCCTRAP2, methods.QCCEULER, TAYLOR),
        _controlled("radau", 5, partial(StiffSolution, "Radau")),
        _controlled("bdf", 5, partial(StiffSolution, "BDF")),
        _controlled("lsoda", 12, partial(StiffSolution, "LSODA")),
        _controlled("explicit-gear", 5, partial(StiffSolution, "BDF")),
        *(methods.EXPLICIT_EULER, methods.RUNGE_KUTTA_4, *methods.SYMPLECTIC_METHODS, *methods.COLLOCATION_METHODS),
        *(*MUNTHE_KAAS_METHODS, *LIE_MIDPOINT_METHODS),
    )
}


def method_named(name: Any, operation: str = CALLED) -> methods.Method:
    name = str(name).lower()
    if name not in METHODS:
        raise WrongTypeError(
            f"{operation} expects one of the methods {', '.join(METHODS)}, got {name}{did_you_mean(name, METHODS)}"
        )
    return METHODS[name]


# --- settings --------------------------------------------------------------------------------------------------------

_names = Kind(lambda value: str(value) in METHODS, f"the name of a method, one of {', '.join(METHODS)}")

ode_method = Setting(
    "*ode-integration-method*",
    symbol("dop853"),
    _names,
    "The method that integrates differential equations where none is named.",
    """1 ]=> (define ((decay) state) (up 1 (- (ref state 1))))
    1 ]=> (fluid-let ((*ode-integration-method* 'bulirsch-stoer)) ((state-advancer decay) (up 0. 1.) 1.))
    ;Value: (up 1. .367879441)
    >>> from scmpy import setting, state_advancer, up
    >>> with setting(ode_integration_method="bulirsch-stoer"):
    ...     end = state_advancer(lambda: lambda state: up(1, -state[1]))(up(0, 1), 1)
    >>> round(end[1], 9)
    0.367879441""",
)

ode_tolerance = Setting(
    "*default-advancer-tolerance*",
    1e-12,
    AMOUNT,
    "The error allowed in each step of an integration, absolute and relative, where none is given; with units, "
    "relative to the sizes of the motion.",
    """1 ]=> (define ((decay) state) (up 1 (- (ref state 1))))
    1 ]=> (fluid-let ((*default-advancer-tolerance* 1e-3)) ((state-advancer decay) (up 0. 1.) 1.))
    ;Value: (up 1. .367879441)
    >>> from scmpy import setting, state_advancer, up
    >>> with setting(default_advancer_tolerance=1e-6):
    ...     end = state_advancer(lambda: lambda state: up(1, -state[1]))(up(0, 1), 1)
    >>> round(end[1], 5)
    0.36788""",
)


ode_step = Setting(
    "*ode-integration-step*",
    False,
    LIMIT,
    "The length of the steps of a method that makes steps of one length, where none is given.",
    """1 ]=> (define ((decay) state) (up 1 (- (ref state 1))))
    1 ]=> (fluid-let ((*ode-integration-step* .001)) ((state-advancer decay) (up 0. 1.) 1. 1e-10 'implicit-midpoint))
    ;Value: (up 1. .367879411)
    >>> from scmpy import setting, state_advancer, up
    >>> with setting(ode_integration_method="implicit-midpoint", ode_integration_step=0.001):
    ...     end = state_advancer(lambda: lambda state: up(1, -state[1]))(up(0, 1), 1)
    >>> round(end[1], 6)
    0.367879""",
)


ode_target = Setting(
    "*ode-target*",
    symbol("automatic"),
    Kind(lambda value: str(value) in ("automatic", "llvm", "python"), "one of automatic, llvm, python"),
    "What integrates: machine code (llvm, which the extra fast installs), Python (python), or that after a while, when "
    "making code for a motion has become worth the time it takes (automatic).",
    """1 ]=> (define ((decay) state) (up 1 (- (ref state 1))))
    1 ]=> (fluid-let ((*ode-target* 'python)) ((state-advancer decay) (up 0. 1.) 1.))
    ;Value: (up 1. .367879441)
    >>> from scmpy import setting, state_advancer, up
    >>> with setting(ode_target="python"):
    ...     end = state_advancer(lambda: lambda state: up(1, -state[1]))(up(0, 1), 1)
    >>> round(end[1], 9)
    0.367879441""",
)


compiling = Setting(
    "*compiling-sysder?",
    True,
    SWITCH,
    "Are state derivatives compiled? Motions that begin without call them as they are.",
    """1 ]=> (define ((decay) state) (up 1 (- (ref state 1))))
    1 ]=> (fluid-let ((*compiling-sysder? #f)) ((state-advancer decay) (up 0. 1.) 1.))
    ;Value: (up 1. .367879441)
    >>> from scmpy import setting, state_advancer, up
    >>> with setting(is_compiling_sysder=False):
    ...     end = state_advancer(lambda: lambda state: up(1, -state[1]))(up(0, 1), 1)
    >>> round(end[1], 9)
    0.367879441""",
)
