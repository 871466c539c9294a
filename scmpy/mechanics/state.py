"""Local tuples, paths, phase states, and coordinates of any kind by their components."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from scmpy.boundary import checks
from scmpy.calculus.derivative import D
from scmpy.calculus.dual_numbers import finite_part
from scmpy.errors import CALLED, ArityError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arrays import as_batch
from scmpy.generic.functions import Function, apply_value, arity, compose, name_of
from scmpy.generic.settings import MOST_DERIVATIVES, length
from scmpy.generic.types import Scalar, ScalarKind, TreeNode, Value, is_number, is_scalar, is_zero_number, tree_map
from scmpy.registry import docstring, public, register
from scmpy.structure.matrix import Matrix
from scmpy.structure.tuples import (
    Down,
    Structure,
    Up,
    as_structure,
    down,
    leaves,
    opposite,
    s_dimension,
    sum_of,
    unflatten,
    up,
)
from scmpy.structure.types import Coordinates, Hamiltonian, Path, PathFunction, State, StateFunction
from scmpy.symbolic.expression import Expression, symbol
from scmpy.symbolic.simplify import reduced

# --- state -----------------------------------------------------------------------------------------------------------
# Local tuples: the state (t, q, v, a, ...) of a path at a moment, and the lift of a path to them.
#
# Math:    Gamma[q](t) = (t, q(t), Dq(t), ...)
# Source:  SICM 1.4


def check_state(state: Any, operation: str = CALLED, slots: str = "t q v") -> Up:
    least = len(slots.replace(".", "").split())
    if not isinstance(state, (Up, list)) or len(state) < least or isinstance(state[0], Structure):
        raise StructureError(f"{operation} expects a state (up {slots}), got {describe(state)}")
    return as_structure(state)  # type: ignore[return-value]


def check_state_function(f: Any, operation: str, kind: str, state: str) -> StateFunction:
    check_function(f, f"{operation} expects a {kind}, a function of {state}")
    least, most = arity(f)
    if least > 1 or most == 0:
        raise ArityError(
            f"{operation} expects a {kind} of one argument, the state {state}; {describe(f)} takes {least}"
        )
    return f  # type: ignore[no-any-return]


@public("->local", "->state", "->L-state", python="to_local")
def to_local(t: Scalar, q: Coordinates, v: Coordinates, *higher: Coordinates) -> Up:
    """The local tuple of a time, coordinates, velocities and what follows.

    Scheme:  (->local t q v)
    Shapes:  q, v: up(n), or scalars;  result: up(t, q, v, ...)
    Source:  SICM 1.4
    >>> to_local(0, 1, 2)
    (up 0 1 2)
    """
    return Up((t, q, v, *higher))


_LOCAL = "up(0, up(1, 2), up(3, 4), up(5, 6))", "up(t, q, v, a, ...)", "SICM 1.4"
_OF_PHASE = "up(0, up(1, 2), down(3, 4))", "up(t, q, p)", "SICM 3.1"


def _selector(slot: int, names: str, meaning: str, answer: str, of: tuple[str, str, str] = _LOCAL) -> Function:
    """A function that takes one component of a state, public under each of its names."""
    name, *aliases = names.split()
    example, shape, source = of

    def select(state: Any) -> Any:
        components = state if isinstance(state, list) else getattr(state, "components", None)
        if components is None or (isinstance(state, Structure) and not isinstance(state, Up)):
            raise StructureError(f"{name} expects a state (up t q v ...), got {describe(state)}")
        if len(components) <= slot:
            raise StructureError(f"{name} expects a state with at least {slot + 1} components, got {describe(state)}")
        return components[slot]

    fields = {"shapes": f"state: {shape}", "source": source}
    select.__doc__ = docstring(meaning, f"({name} state)", f"{name}({example})", answer, **fields)
    selector = Function(select, name)
    for alias in (name, *aliases):
        register(alias, selector, module=__name__)
    return selector


time = _selector(0, "time state->t", "The time of a local tuple.", "0")
coordinate = _selector(1, "coordinate coordinates state->q Q", "The coordinates of a local tuple.", "(up 1 2)")
velocity = _selector(2, "velocity velocities state->qdot Qdot", "The velocities of a local tuple.", "(up 3 4)")
acceleration = _selector(
    3, "acceleration accelerations state->qddot Qdotdot", "The accelerations of a local tuple.", "(up 5 6)"
)
momentum = _selector(2, "momentum momenta state->p P", "The momenta of a phase-space state.", "(down 3 4)", _OF_PHASE)

for _name in ("coordinate-tuple", "velocity-tuple", "acceleration-tuple"):
    _typed, _meaning = f"{_name.replace('-', '_')}(1, 2)", "An up tuple, of coordinates or what contracts like them."
    register(_name, up, module=__name__, doc=docstring(_meaning, f"({_name} x ...)", _typed, "(up 1 2)"))
_typed = "momentum_tuple(1, 2) * velocity_tuple(3, 4)"
_doc = docstring("A down tuple, of momenta.", "(momentum-tuple p ...)", _typed, "11")
register("momentum-tuple", down, module=__name__, doc=_doc)


_fresh = itertools.count()


def literal_like(value: Any, *facts: str) -> Any:
    """A structure of this shape of symbols that occur nowhere else: what holds for them holds for all values."""
    return tree_map(lambda _: symbol(f"unknown {next(_fresh)}", *facts), value)


def of_time(function: Callable[[Any], Any], name: str) -> Function:
    """A function of the time, which is a number: an array of times is a batch of them."""
    return Function(lambda t: function(as_batch(t)), name, elementwise=True)


def check_function(f: Any, wanted: str) -> Any:
    """A function, or a tuple of functions and numbers; symbols are no functions, which a tuple of them may hide."""
    if not callable(f):
        hint = "; paths x and y are one path as up(x, y)" if isinstance(f, (list, tuple)) else ""
        raise WrongTypeError(f"{wanted}, got {describe(f)}{hint}")
    if isinstance(f, Structure) and any(isinstance(x, (Expression, str)) for x in leaves(f)):
        raise WrongTypeError(
            f"{wanted}, got the tuple {f} of symbols, which stand for numbers: "
            "literal_function, in Scheme (literal-function 'x), makes functions"
        )
    return f


def check_path(q: Any, operation: str) -> Path:
    return check_function(q, f"{operation} expects a path, a function of time")  # type: ignore[no-any-return]


@public("Gamma", "path->state-path")
def Gamma(q: Path, n: int = 3) -> Function:
    """The lift of a path to local tuples of n components.

    Scheme:  ((Gamma q) t), ((Gamma q n) t)
    Math:    Gamma[q](t) = (t, q(t), Dq(t), ...)
    Shapes:  q: t -> scalar or up(n);  result: t -> up(t, q, v, ...)
    Raises:  WrongTypeError unless q is a function; ArityError unless it takes the time alone
    Source:  SICM 1.4
    >>> Gamma(lambda t: t**3, 4)(2)
    (up 2 8 12 12)
    """
    check_path(q, "Gamma")
    least, most = arity(q)
    if least > 1 or most == 0:
        raise ArityError(f"Gamma expects a path, a function of one argument, the time; {describe(q)} takes {least}")
    if not isinstance(n, int) or n < 2:
        raise WrongTypeError(f"Gamma expects a number of components of at least 2, got {describe(n)}")
    length(n, "Gamma", MOST_DERIVATIVES, "components")
    lifts = [q]
    for _ in range(n - 2):
        lifts.append(D(lifts[-1]))

    def state(t: Any) -> Up:
        parts = [lift(t) for lift in lifts]
        if isinstance(parts[0], tuple):
            raise WrongTypeError(
                f"Gamma expects a path whose values are numbers or up tuples, got a tuple of {len(parts[0])}: "
                "coordinates x and y are one value as up(x, y)"
            )
        return Up((t, *parts))

    return of_time(state, "Gamma")


# --- paths -----------------------------------------------------------------------------------------------------------
# Paths and functions of paths: osculating paths, total time derivatives, variations.
#
# A function of local tuples and a function of paths correspond: a local tuple has an osculating path, the
# polynomial with those derivatives, and :func:`Gamma_bar` evaluates a function of paths on it (SICM 1.9).


@public("osculating-path")
def osculating_path(state: State) -> Function:
    """The polynomial path that has this local tuple at its time.

    Scheme:  ((osculating-path state) t)
    Math:    q(t') = q + v (t' - t) + a (t' - t)^2 / 2 + ...
    Shapes:  state: up(t, q, v, ...);  result: t -> shaped like q
    Raises:  LimitError for too many derivatives
    Source:  SICM 1.9
    >>> osculating_path(up(0, 1, 2))(3)
    7
    """
    t, *derivatives = as_structure(state)
    MOST_DERIVATIVES.check(len(derivatives))

    def path(moment: Any) -> Any:
        dt = g.sub(moment, t)
        total, power = derivatives[0], 1
        for k, value in enumerate(derivatives[1:], 1):
            power = dt if k == 1 else g.div(g.mul(power, dt), k)
            total = g.add(total, g.mul(value, power))
        return total

    return Function(path, "osculating-path")


@public("Gamma-bar")
def Gamma_bar(function_of_paths: PathFunction) -> Function:
    """The function of local tuples that a function of paths induces.

    Scheme:  ((Gamma-bar f-bar) state)
    Math:    (Gamma-bar f)(t, q, v, ...) = f[O(t, q, v, ...)](t), O the osculating path
    Shapes:  f-bar: path -> (t -> value);  result: up(t, q, v, ...) -> value
    Source:  SICM 1.9
    >>> t, q, v, a = symbols("t q v a")
    >>> Gamma_bar(lambda path: D(D(path)))(up(t, q, v, a))
    a
    """
    return Function(lambda state: function_of_paths(osculating_path(state))(as_structure(state)[0]), "Gamma-bar")


@public("Dt", "Dt-procedure")
def Dt(f: StateFunction) -> Function:
    """The total time derivative of a function of local tuples.

    Scheme:  ((Dt F) state)
    Math:    Dt F o Gamma[q] = D(F o Gamma[q])
    Shapes:  F: up(t, q, ..., n components) -> value;  Dt F takes n + 1 components
    Raises:  StructureError if the state has no velocities
    Source:  SICM 1.9
    >>> t, q, v = symbols("t q v")
    >>> Dt(lambda state: square(state[1]))(up(t, q, v))
    (* 2 q v)
    """

    def total_derivative(state: Any) -> Any:
        n = len(check_state(state, "Dt", "t q v ..."))
        return Gamma_bar(lambda q: D(compose(f, Gamma(q, n - 1))))(state)

    return Function(total_derivative, "Dt")


@public("variation", "make-variation", python="variation")
def variation(eta: Path) -> Function:
    """The variation of a function of paths in the direction of a path eta.

    Scheme:  (((variation eta) f) q)
    Math:    delta_eta f[q] = D(eps -> f[q + eps eta])(0)
    Shapes:  eta, q: t -> coordinates;  f: path -> value
    Source:  SICM 1.5
    >>> variation(lambda t: t)(lambda path: path(2) ** 2)(lambda t: 3)
    12
    """
    check_path(eta, "variation")
    return Function(
        lambda f: Function(lambda q: D(lambda eps: f(g.add(q, g.mul(eps, eta))))(0), "variation of f"), "variation"
    )


@public("make-eta")
def make_eta(nu: Path, t1: Scalar, t2: Scalar) -> Function:
    """A variation that vanishes at two moments, (t - t1) (t - t2) nu(t).

    Scheme:  ((make-eta nu t1 t2) t)
    Shapes:  nu: t -> up(n);  result: t -> up(n)
    Source:  SICM 1.4
    >>> make_eta(lambda t: 2, 0, 1)(3)
    12
    """
    check_path(nu, "make-eta")
    return Function(lambda t: g.mul(g.mul(g.sub(t, t1), g.sub(t, t2)), nu(t)), "eta")


# --- pairing ---------------------------------------------------------------------------------------------------------
# Coordinates of any kind by their components: what pairs momenta with velocities, and writes states in tuples.
#
# Coordinates may be numbers, tuples, matrices, quaternions, multivectors, or tuples of such. A covector, a momentum
# say, is what D gives where it differentiates by them; with a rate v of the coordinates it has the pairing
#
#     <p, v> = sum of p_i v^i  over the components,
#
# which is no product of the algebra that the values belong to: of tuples it is the one that contracts, of matrices the
# trace of a product, of multivectors the scalar part of one. Equations are derived and solved in tuples of components,
# in which a state and its functions are written first where they are made of anything else.

#: What is left of a part that vanishes, beside a scalar in floats.
ROUNDING = 1e-9


def _is_made_of_parts(value: Any) -> bool:
    return isinstance(value, TreeNode) and not value.is_scalar


def _is_single(value: Any) -> bool:
    return not (_is_made_of_parts(value) or callable(value) or isinstance(value, (list, tuple)))


def pair(covector: Any, vector: Any, operation: str) -> Any:
    """The sum of the products of the components of a covector with those of what it is a covector on."""
    if not _is_made_of_parts(vector):
        return g.mul(_number(covector, vector, operation), vector)
    parts = _components(covector, vector, operation)
    return sum_of(pair(w, v, operation) for w, v in zip(parts, vector._children_(), strict=True))


def _number(covector: Any, vector: Any, operation: str) -> Any:
    number = scalar_of(covector)
    return _mismatch(covector, vector, operation) if number is None else number


def _components(covector: Any, vector: Any, operation: str) -> Sequence[Any]:
    parts = vector._parts_of_dual_(covector)
    if parts is None and isinstance(covector, TreeNode):
        parts = vector._parts_of_dual_(tree_map(reduced, covector, is_scalar))
    if parts is None and is_zero_number(covector):
        return [0] * len(vector._children_())
    return _mismatch(covector, vector, operation) if parts is None else parts


def scalar_of(value: Any) -> Any:
    """The scalar that a value is, a multivector or a quaternion too; None for what is none."""
    if not _is_made_of_parts(value):
        return value if _is_single(value) else None
    parts = value._scalar_and_rest_()
    return parts[0] if parts and all(_vanishes(x, parts[0]) for x in parts[1]) else None


def _vanishes(x: Any, beside: Any) -> bool:
    x = reduced(finite_part(x))
    if isinstance(x, (float, complex)) and is_number(beside):
        return abs(x) <= ROUNDING * abs(beside)
    return is_zero_number(x)


def _mismatch(covector: Any, vector: Any, operation: str) -> Any:
    raise StructureError(
        f"{operation} expects momenta dual to the coordinates, and functions whose value is a scalar: "
        f"{describe(covector)} does not pair with {describe(vector)}, {describe(opposite(vector))} does"
    )


def along(f: Callable[[Any], Any], state: Any, rates: Any) -> Any:
    clock = state[0] if isinstance(state, Up) and isinstance(state[0], TreeNode) else 0  # a time with a unit
    return D(lambda t: apply_value(f, (g.add(state, g.mul(g.sub(t, clock), rates)),)))(clock)


def is_in_tuples(value: Any) -> bool:
    if not isinstance(value, Structure):
        return not _is_made_of_parts(value)
    return all(is_in_tuples(part) for part in value.components if isinstance(part, TreeNode))


def vector_in_tuples(vector: Any) -> Any:
    """Up tuples of the components for all that is made of parts but no tuple."""
    if not _is_made_of_parts(vector):
        return vector
    return (type(vector) if isinstance(vector, Structure) else Up)(map(vector_in_tuples, vector._children_()))


def vector_from_tuples(tuples: Any, like: Any) -> Any:
    if not _is_made_of_parts(like):
        return tuples
    return like._with_children_([vector_from_tuples(x, y) for x, y in zip(tuples, like._children_(), strict=True)])


def contracts(covector: Any, vector: Any) -> bool:
    if not isinstance(vector, Structure):
        return not _is_made_of_parts(vector) and _is_single(covector)
    if type(covector) is not vector.opposite or len(covector.components) != len(vector.components):
        return False
    for w, v in zip(covector.components, vector.components, strict=True):
        if not (_is_single(w) and not isinstance(v, TreeNode)) and not contracts(w, v):
            return False
    return True


def covector_in_tuples(covector: Any, vector: Any, operation: str) -> Any:
    """The tuple of the components of a covector: that which contracts with the tuples of the vector."""
    if contracts(covector, vector):
        return covector
    if not _is_made_of_parts(vector):
        return _number(covector, vector, operation)
    parts = zip(_components(covector, vector, operation), vector._children_(), strict=True)
    return (vector.opposite if isinstance(vector, Structure) else Down)(
        covector_in_tuples(w, v, operation) for w, v in parts
    )


def covector_from_tuples(tuples: Any, vector: Any, like: Any = None) -> Any:
    """The covector with these components on what is like a vector; like another one, if it may be of several kinds."""
    if not _is_made_of_parts(vector):
        return tuples
    others = [None] * len(tuples) if like is None else vector._parts_of_dual_(like) or [None] * len(tuples)
    parts = [covector_from_tuples(x, v, other) for x, v, other in zip(tuples, vector._children_(), others, strict=True)]
    dual = vector._dual_(parts)
    return (
        dual if like is None or type(dual) is type(like) or not _is_made_of_parts(like) else like._with_children_(parts)
    )


def checked_covector(covector: Any, vector: Any, operation: str) -> Any:
    """A covector on a vector, as D writes it; an error for what is none."""
    found = covector_in_tuples(covector, vector, operation)
    return found if is_in_tuples(vector) else covector_from_tuples(found, vector)


def covector_from_components(components: Iterator[Any], vector: Any) -> Any:
    if not _is_made_of_parts(vector):
        return next(components)
    return vector._dual_([covector_from_components(components, part) for part in vector._children_()])


def in_one_form(first: Any, second: Any) -> tuple[Any, Any]:
    """Two values with the blades of both, where one has all those of the other."""
    if is_in_tuples(first) and is_in_tuples(second):
        return first, second
    if _is_made_of_parts(first):
        first = first._in_form_of_(second)
    return first, second._in_form_of_(first) if _is_made_of_parts(second) else second


def function_of_tuples(f: Any, restored: Callable[[Any], Any], given: Callable[[Any], Any] | None = None) -> Any:
    """A function of values as one of their tuples; one that is absent stays so."""
    if not callable(f):
        return f
    at = Function(lambda x: apply_value(f, (restored(x),)), name_of(f))
    return at if given is None else Function(lambda x: given(at(x)), name_of(f))


def number_of(value: Any, operation: str, wanted: str) -> Any:
    """What has to be a scalar, as the value of a Lagrangian has; a multivector or quaternion may be one."""
    found = scalar_of(value)
    if not isinstance(found, ScalarKind) or isinstance(found, bool):
        raise StructureError(f"{operation} expects {wanted} whose value is a scalar, got the value {describe(value)}")
    return found


def scalar_valued(f: Any, operation: str, wanted: str) -> Function:
    """A function of states whose value is checked to be a scalar: of a part that is constant no derivative tells."""
    return Function(lambda state: number_of(apply_value(f, (state,)), operation, wanted), name_of(f))


# --- phase state -----------------------------------------------------------------------------------------------------
# States of phase space, (t, q, p) with momenta dual to the coordinates.
#
# A Hamiltonian is a function of such states. Coordinates are an up tuple (or a scalar), momenta the down tuple that
# contracts with it. Selectors of time and coordinates are those of local tuples.
#
# Source: SICM 3.1.


@public("->H-state", python="to_H_state")
def to_H_state(t: Scalar, q: Coordinates, p: Coordinates) -> Up:
    """The phase-space state of a time, coordinates and momenta.

    Shapes:  q: up(n), p: down(n), or scalars;  result: up(t, q, p)
    Source:  SICM 3.1
    >>> to_H_state(0, up(1, 2), down(3, 4))
    (up 0 (up 1 2) (down 3 4))
    """
    return Up((t, q, p))


def check_H_state(state: Any, operation: str = CALLED) -> Up:
    if not isinstance(state, (Up, list)) or len(state) != 3 or isinstance(state[0], Structure):
        raise StructureError(f"{operation} expects a phase-space state (up t q p), got {describe(state)}")
    t, q, p = [as_structure(part) if isinstance(part, list) else part for part in state]
    return Up((t, *in_one_form(q, p)))


def several(value: Any, n: int, operation: str = CALLED, what: str = "coordinates") -> Structure:
    found = as_structure(value) if isinstance(value, list) else value
    if not isinstance(found, Structure) or len(found) != n:
        raise StructureError(f"{operation} expects {n} {what}, got {describe(value)}")
    return found


@checks("Hamiltonian")
def check_hamiltonian(H: Any, operation: str) -> Hamiltonian:
    return check_state_function(H, operation, "Hamiltonian", "(up t q p)")


def on_phase_space(name: str, transform: Callable[[Up], Any]) -> Function:
    return Function(lambda state: transform(check_H_state(state, name)), name)


@public("qp->H-state-path")
def qp_to_H_state_path(q: Path, p: Path) -> Function:
    """The path of states of a coordinate path and a momentum path.

    Scheme:  ((qp->H-state-path q p) t)
    Shapes:  q: t -> up(n);  p: t -> down(n);  result: t -> up(t, q, p)
    Source:  SICM 3.1.1
    >>> qp_to_H_state_path(lambda t: t, lambda t: t * t)(3)
    (up 3 3 9)
    """
    for path in (q, p):
        check_path(path, "qp->H-state-path")
    return of_time(lambda t: Up((t, q(t), p(t))), "H-state-path")


@public("degrees-of-freedom")
def degrees_of_freedom(state: State) -> int:
    """The number of coordinates of a state.

    Scheme:  (degrees-of-freedom (up t q p))
    Raises:  StructureError unless the state is up(t, q, p)
    Source:  SICM 1.1
    >>> degrees_of_freedom(literal_Hamiltonian_state(3))
    3
    """
    return s_dimension(check_H_state(state)[1])


@public("H-state->matrix")
def H_state_to_matrix(state: State) -> Matrix:
    """The column matrix of the leaves of a state.

    Scheme:  (H-state->matrix (up t q p))
    Shapes:  result: 2 n + 1 rows, one column, for n degrees of freedom
    Raises:  StructureError unless the state is up(t, q, p)
    Source:  SICM 5.2.2
    >>> H_state_to_matrix(up(0, 1, 2))
    (matrix-by-rows (list 0) (list 1) (list 2))
    """
    return Matrix([[leaf] for leaf in leaves(check_H_state(state))])


@public("matrix->H-state")
def matrix_to_H_state(matrix: Matrix, shape: Coordinates) -> Value:
    """The state of this shape whose leaves are those of a column matrix.

    Scheme:  (matrix->H-state M state)
    Shapes:  matrix: one column of as many rows as the state has leaves;  result: shaped like the state
    Raises:  StructureError if the matrix has not as many entries as the state
    Source:  SICM 5.2.2
    >>> matrix_to_H_state(column_matrix(1, 2, 3), up(0, 0, 0))
    (up 1 2 3)
    """
    entries = [x for row in matrix.rows for x in row] if isinstance(matrix, Matrix) else None
    place = check_H_state(shape)
    if entries is None or len(entries) != s_dimension(place):
        raise StructureError(
            f"matrix->H-state expects a column of {s_dimension(place)} entries for {describe(place)}, "
            f"got {describe(matrix)}"
        )
    return unflatten(iter(entries), place)
