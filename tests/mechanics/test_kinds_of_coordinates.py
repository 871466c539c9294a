"""One problem in coordinates of every kind: each public operation of mechanics has the same values in all of them.

The reference are coordinates (up a b c d). The others hold the same four numbers; momenta are made by the definition of
the derivative by each kind: opposite tuples, transposed matrices, reciprocal blades. An operation without a row fails.
"""

from copy import copy
from fractions import Fraction
from functools import cache

import pytest

import scmpy as s
from scmpy import PGA3, VGA3, down, matrix_by_rows, quaternion, symbols, up
from scmpy.errors import DivisionByZeroError, StructureError
from scmpy.registry import entries, load_all, lookup
from scmpy.structure.tuples import Structure, leaves

from ..tables import public_names, rows

(e1, e2, e3), (n0, n1, n2, _) = VGA3.vectors, PGA3.vectors
half = Fraction(1, 2)


class Kind:
    """How four numbers are a value of a kind, and how a covector on it has four components."""

    def __init__(self, make, parts=leaves, dual=down, dual_parts=leaves):
        self.vector, self.covector = (lambda xs: make(*xs)), (lambda xs: dual(*xs))
        self.of_vector, self.of_covector = parts, dual_parts

    def path(self, functions):
        return lambda t: self.vector([f(t) for f in functions])

    def state(self, value):
        """The scalars of (t, q, v, ...) or of their rates."""
        t, *places = value
        return [t, *(x for place in places for x in self.of_vector(place))]

    def phase(self, value):
        t, q, p = value
        return [t, *self.of_vector(q), *self.of_covector(p)]

    def gradient(self, found):
        by_time, *by_places = found.by_state
        return [found.value, by_time, *(x for place in by_places for x in self.of_covector(place))]

    def on_states(self, f):
        """A function of the time and of lists of components as one of local tuples."""
        return lambda local: f(local[0], *map(self.of_vector, local[1:]))

    def on_phase(self, f):
        return lambda state: f(state[0], self.of_vector(state[1]), self.of_covector(state[2]))

    def moved(self, F):
        """A change of the coordinates, of which the rates have no part."""
        return lambda state: self.vector(F(state[0], self.of_vector(state[1])))

    def posed(self):
        """The problem in coordinates of this kind."""
        self.L, self.H = self.on_states(lagrangian), self.on_phase(hamiltonian)
        self.local, self.hstate = up(T, self.vector(Q), self.vector(V)), up(T, self.vector(Q), self.covector(P))
        self.q, self.momenta = self.path(PATH), lambda t: self.covector([f(t) for f in MOMENTA])
        push = self.on_states(pushed)
        self.forces = self.on_states(friction), lambda local: self.covector(push(local))
        self.paired_forces = self.paired_friction, self.paired_push
        self.constraints = self.on_states(lambda *local: up(circle(*local), roll(*local)))
        self.constrained = up(T, *map(self.vector, ON_CONSTRAINTS))
        self.still, self.unknown = (up(T, self.vector(q), self.vector([0] * 4)) for q in ([0] * 4, symbols("a b c d")))
        return self

    def transformation(self, state):
        q, p = symplectic(state[0], self.of_vector(state[1]), self.of_covector(state[2]))
        return up(state[0], self.vector(q), self.covector(p))

    def series(self, operator):
        return [s.series_sum(operator(self.on_phase(observed))(self.hstate), 3)]

    def generated(self, f, n, what):
        old, new = (self.of_vector if n < 3 else self.of_covector), (self.of_vector if n % 2 else self.of_covector)
        value = f(lambda t, x, y: coupled(t, old(x), new(y)))(self.hstate)
        return [value] if what == "K" else self.phase(value)

    # Routhians: of a pair of coordinates, each of this kind

    def two(self, q):
        return up(self.vector(q), self.vector(q[::-1]))

    @property
    def routhian(self):
        return up(T, self.two(Q), up(self.vector(V), self.covector(P)))

    def paired(self, local):
        (x, y), (u, w) = ([self.of_vector(part) for part in pair] for pair in local[1:])
        return lagrangian(local[0], x, u) + lagrangian(local[0], y, w) + x[0] * w[1] + u[0] * w[1] / 5

    def paired_friction(self, local):
        (x, y), (u, w) = ([self.of_vector(part) for part in pair] for pair in local[1:])
        return friction(local[0], x, u) + friction(local[0], y, w) + u[0] * w[0]

    def paired_push(self, local):
        t, (x, y), (u, _) = local
        dual = (
            self.covector(pushed(t, *map(self.of_vector, (x, u)))),
            self.covector(pushed(t, self.of_vector(y), self.of_vector(u))),
        )
        return down(*dual)

    def R(self, state):
        t, (x, y), (u, p) = state
        x, y, u, p = *map(self.of_vector, (x, y, u)), self.of_covector(p)
        return hamiltonian(t, y, p) - lagrangian(t, x, u) + x[0] * p[1] + u[1] * p[2] / 7

    def pairs(self, value, last):
        t, (x, y), (u, p) = value
        return [t, *self.of_vector(x), *self.of_vector(y), *self.of_vector(u), *last(p)]

    def routh(self, value):
        of_x, (t, of_y, of_p) = value
        return [*self.of_covector(of_x), t, *self.of_vector(of_y), *self.of_covector(of_p)]


def of_blades(*blades):
    """Multivectors of these blades; covectors are of the reciprocal ones, or down tuples where there are none."""
    names = [next(name for name in b.algebra.names.values() if b[name] == 1) for b in blades]
    squares = [(b * b).scalar for b in blades]

    def made(*xs):
        return sum((x * b for x, b in zip(xs, blades, strict=True)), 0 * blades[0])

    def parts(value):
        return leaves(value) if isinstance(value, Structure) else [value[name] if value != 0 else 0 for name in names]

    if 0 in squares:
        return Kind(made, parts)

    def signed(xs):
        return [x * square for x, square in zip(xs, squares, strict=True)]

    return Kind(made, parts, lambda *xs: made(*signed(xs)), lambda value: signed(parts(value)))


def _mixed(a, b, c, d):
    return up(a, b * e1 + c * e1 * e2 + d * e3)


def _of_mixed(value):
    return [value[0], value[1]["e1"], value[1]["e12"], value[1]["e3"]]


REFERENCE = Kind(up)
KINDS = {
    "up of up": Kind(lambda a, b, c, d: up(up(a, b), up(c, d)), dual=lambda a, b, c, d: down(down(a, b), down(c, d))),
    "uneven": Kind(lambda a, b, c, d: up(a, up(b, up(c, d))), dual=lambda a, b, c, d: down(a, down(b, down(c, d)))),
    "down": Kind(down, dual=up),
    "momenta up": Kind(up, dual=up),
    "matrix": Kind(
        lambda a, b, c, d: matrix_by_rows([a, b], [c, d]),
        dual=lambda a, b, c, d: matrix_by_rows([a, c], [b, d]),
        dual_parts=lambda m: [m[0, 0], m[1, 0], m[0, 1], m[1, 1]],
    ),
    "row": Kind(lambda *xs: matrix_by_rows(list(xs)), dual=lambda *xs: matrix_by_rows(*([x] for x in xs))),
    "quaternion": Kind(quaternion),
    "momenta as quaternions": Kind(quaternion, dual=quaternion),
    "multivector": of_blades(e1, e2, e1 * e2, e1 * e2 * e3),
    "null blades": of_blades(n0, n1, n0 * n1, n2),
    "mixed": Kind(
        _mixed,
        _of_mixed,
        lambda a, b, c, d: down(a, b * e1 - c * e1 * e2 + d * e3),
        lambda w: [w[0], w[1]["e1"], -w[1]["e12"], w[1]["e3"]],
    ),
    "of quaternion": Kind(lambda *xs: up(quaternion(*xs)), dual=lambda *xs: down(down(*xs))),
}

REST = [half, 3, 2]  # what stands for the other coordinates where there is one alone


def single(make, parts=leaves, dual=None, dual_parts=leaves):
    made = dual or make
    return Kind(
        lambda a, *_: make(a), lambda x: [*parts(x), *REST], lambda a, *_: made(a), lambda w: [*dual_parts(w), *REST]
    )


#: One coordinate alone, of the reference that comes first.
SINGLE = {
    "tuple": single(up, dual=down),
    "scalar": single(lambda x: x),
    "up of up": single(lambda x: up(up(x)), dual=lambda x: down(down(x))),
    "matrix": single(lambda x: matrix_by_rows([x])),
    "bivector": single(
        lambda x: x * e1 * e2,
        lambda x: [0 if x == 0 else x["e12"]],
        lambda x: -x * e1 * e2,
        lambda w: [0 if w == 0 else -w["e12"]],
    ),
}

# --- the problem -----------------------------------------------------------------------------------------------

T, Q, V, P = Fraction(1, 3), [2, -1, half, 3], [1, half, -2, Fraction(2, 3)], [5, -half, 1, 2]
PATH = [lambda t: t * t, lambda t: 1 - t, lambda t: t**3 / 2, lambda t: 2 * t + 1]
RATES = [lambda t: t, lambda t: 1 + t * t, lambda t: 3 * t, lambda t: 2]
MOMENTA = [lambda t: t + 1, lambda t: t * t, lambda t: 1 - t, lambda t: t**3]


def lagrangian(t, q, v):
    (a, b, c, d), (u, x, y, z) = q, v
    kinetic = (3 + t + a * a) * u * u / 2 + x * x + (2 + b * b) * y * y / 2 + z * z / 2 + half * u * x - y * z / 3
    return kinetic + t * b * u + a * c * z - a * b * c + t * d * d - d**3 / 3


def hamiltonian(t, q, p):
    (a, b, c, d), (u, x, y, z) = q, p
    return (
        (1 + a * a) * u * u / 2 + x * x + y * y + z * z / 2 + u * y / 2 + t * b * x - c * z + a * b * d + c**3 + t * d
    )


def friction(t, q, v):
    return sum((k + 1) * x * x for k, x in enumerate(v)) / 2 + q[0] * v[1] * v[2]


def pushed(t, q, v):
    return [t, q[1] * v[0], q[2], v[3]]


def higher(t, q, v, a):
    return sum(x * x for x in a) / 2 + a[0] * v[1] * q[2] + t * v[3] ** 2 - q[0] * q[3] * a[2]


def bent(t, q):
    """A time-dependent, nonlinear change of the coordinates."""
    a, b, c, d = q
    return [a + b * b / 4 + t, b - c, c + d * t, 2 * d + c * c / 8]


def straight(t, q):
    a, b, c, d = q
    return [2 * a + b, a + b, c - d, 3 * d]


def symplectic(t, q, p):
    """A canonical transformation in two of four degrees of freedom, a scaling in the third."""
    return [p[0], q[1], 2 * q[2], q[3]], [-q[0], p[1] + q[1] ** 2 * t, p[2] / 2, p[3] + 1]


def circle(t, q, v=None):
    return q[0] * q[0] + q[1] * q[2] - t


def roll(t, q, v):
    return q[3] * v[0] - v[1] + t


def observed(t, q, p):
    return q[0] * p[1] * p[1] + p[2] * p[3] * t + q[1] ** 3 - q[2] * p[0]


def coupled(t, old, new):
    """A generating function, with relations that are linear in what they are solved for."""
    diagonal = sum((k + 1) * x * y for k, (x, y) in enumerate(zip(old, new, strict=True)))
    return diagonal + old[0] * new[1] + t * old[2] ** 2 + t * new[3] ** 2 / 2 + old[1] * old[3] - new[0] * new[2]


def convex(t, q, v):
    return sum(x * x for x in v) / 2 - sum((k + 1) ** 2 * x * x for k, x in enumerate(q)) / 8


def half_moved(t, q, v):
    return (v[0] + q[1]) ** 2 / 2 + v[2] ** 2 + v[3] ** 2


def of_convex(K):
    return s.Lagrangian_to_state_derivative(K.on_states(convex))


def turning(t, q, v):
    return v[0] - q[0] / 3


ON_CONSTRAINTS = [1, 2, -Fraction(1, 3), 2], [1, Fraction(7, 3), -Fraction(1, 9), 5]


# --- the operations --------------------------------------------------------------------------------------------

#: What each operation, by one of its names, gives in a kind of coordinates, as a list of numbers.
ROWS = {
    name: eval(f"lambda K, f: {given}", public_names() | globals())
    for name, given in (row.split(" : ") for row in rows(__file__, "operations.txt"))
}

#: Operations on numbers, angles, matrices, or tuples of a fixed shape: what has no coordinates of any kind.
FIXED_OPERATIONS = set(
    """
    3vector-components->antisymmetric Euler->M Euler->omega Euler->omega-body Euler-Poincare-equations
    Euler-basis Euler-state->L-body Euler-state->L-space Euler-state->omega-body H-pend-sysder HHmap L-Kepler-polar
    L-axisymmetric-top L-body L-central-polar L-central-rectangular L-coupled-harmonic L-free-particle L-free-polar
    L-harmonic L-pend L-pendulum L-periodically-driven-pendulum L-rectangular L-rotating-polar
    L-rotating-rectangular L-sliding-pend L-space L-two-particle L-uniform-acceleration L3-central LR3B LR3B1
    Lie-Poisson->state-derivative Lie-Poisson-bracket Lie-Poisson-equations Lrigid M->Euler M->omega M->omega-body
    M-of-q->omega-body-of-t M-of-q->omega-of-t Poincare->constraint-forces Poincare->state-derivative Poincare-equations Rx Rx-matrix Ry
    Ry-matrix Rz Rz-matrix T-body T-pend T-quaternion-state T3-spherical V-pend ad* ang-mom-z
    angle&axis->rotation-matrix antisymmetric->column-matrix dp-coordinates driven-pendulum-map e_a e_b e_c e_x e_y
    e_z find-next-crossing generators->structure-constants gravitational-energy group-generators gudermannian
    iterated-map left-invariant-basis map-orbit metric->Lagrangian
    motor-Lagrangian->Hamiltonian motor-inertia motor-momentum->velocity motor-phase-space-derivative
    motor-velocity->momentum normal-form p->r pendulum-advance pendulum-frequency
    pendulum-oscillating-angle pendulum-separatrix-angular-momentum periodic-drive polar->rectangular
    quasi-Lagrangian quasi-velocities quaternion-state->omega-body quaternion-state->omega-space qw-state->L-body
    qw-state->L-space qw-sysder r->p r->s reconstruction-equations rectangular->polar rectangular->spherical
    refine-crossing relative-error right-invariant-basis rigid-sysder rotate-x rotate-x-matrix-2 rotate-x-tuple
    rotate-y rotate-y-matrix-2 rotate-y-tuple rotate-z rotate-z-matrix-2 rotate-z-tuple s->r
    se3-generators section->state section-map so3-basis so3-generators so3p-basis spherical->rectangular
    standard-map standard-map-inverse constraint-basis constrained-Poincare->state-derivative
    constrained-Poincare-equations urdf->robot link-position linkage->acceleration linkage->state-derivative linkage-Lagrangian
    linkage-torques make-link make-linkage field-equations energy-momentum controllable?
    """.split()
)
#: Of maps of the plane, branches of what has rows, and the choice of a method.
FIXED_MOTIONS = set(
    """
    set-ode-integration-method! continue-equilibria continue-invariant-curves continue-periodic-orbits find-homoclinic-point find-invariant-curve
    fixed-point-eigen radially-mapping-points rotation-number stable-manifold unstable-manifold which-way? abscissa
    cylinder-near? make-point ordinate plane-near? torus-near? find-fixed-point
    lyapunov-exponents-of-map
    """.split()
)
FIXED = FIXED_MOTIONS | set(
    "coordinate-tuple velocity-tuple acceleration-tuple momentum-tuple H-harmonic H-rectangular H-central H-central-polar"
    " pendulum-Hamiltonian pendulum-sysder HHpotential HHHam HHsysder J-func Phi Phi*"
    " polar-canonical polar-canonical-inverse two-particle-center-of-mass two-particle-center-of-mass-canonical"
    " symplectic-unit J-matrix qp-submatrix symplectic-matrix? constraints->F eliminate-constraints"
    " varied-free-particle-action".split()
)


def operations():
    """The public operations of mechanics and of motions, each by all its names."""
    load_all()
    found = {}
    for entry in entries():
        if entry.module.rpartition(".")[0] in ("scmpy.mechanics", "scmpy.numerics.ode", "scmpy.numerics.dynamics"):
            found.setdefault(id(entry.value), (entry.value, []))[1].append(entry.scheme)
    return list(found.values())


def test_every_operation_has_a_row():
    known = ROWS.keys() | FIXED | FIXED_OPERATIONS
    assert [names for _, names in operations() if known.isdisjoint(names)] == []
    assert known <= {name for _, names in operations() for name in names}


def agree(left, right):
    if isinstance(left, type) or isinstance(right, type):
        return left is right
    return (
        left == pytest.approx(right, rel=1e-9, abs=1e-12) if isinstance(right, float) else s.simplify(left - right) == 0
    )


def outcome(name, kind):
    try:
        return ROWS[name](kind.posed(), lookup(name).value)
    except s.ScmpyError as error:
        return [type(error)]


def others(name, kinds, expected):
    """The kinds in which an operation has other values, with these."""
    found = {kind: outcome(name, kinds[kind]) for kind in kinds if (name, kind) not in UNTOLD}
    return {k: xs for k, xs in found.items() if len(xs) != len(expected) or not all(map(agree, xs, expected))}


#: With a tuple of numbers alone it is not known that the coordinates are a quaternion, whose momenta it may be.
UNTOLD = {("Legendre-transform", "momenta as quaternions")}


COSTLY = (
    "motion-between shooting find-periodic-orbit mean-frequency lyapunov-exponents monodromy-matrix poincare-map crossing"
    " crossings trajectory stroboscopic-map"
).split()
EACH = [pytest.param(name, marks=pytest.mark.slow if name in COSTLY else ()) for name in ROWS]


@pytest.mark.parametrize("name", EACH)
def test_kinds(name):
    expected = outcome(name, REFERENCE)
    assert not isinstance(expected[0], type)
    assert others(name, KINDS, expected) == {}, expected


@pytest.mark.parametrize("kind", KINDS)
def test_a_direction_without_inertia_is_named(kind):
    K = KINDS[kind].posed()
    singular = K.on_states(lambda t, q, v: (v[0] + v[1] / 2) ** 2 + v[2] * v[2] + v[3] * v[3])
    for made, place in ((s.Lagrangian_to_acceleration, K.local), (s.Lagrangian_to_Hamiltonian, K.hstate)):
        with pytest.raises(DivisionByZeroError, match="direction"):
            made(singular)(place)


@pytest.mark.parametrize("name", EACH)
def test_one_coordinate(name):
    expected = outcome(name, SINGLE["tuple"])
    assert others(name, SINGLE, expected) == {}, expected


#: What takes functions of a state with values of any kind.
OF_ANY_VALUES = set("Dt variation D-as-matrix H->Hp Poisson-bracket".split())

NO_SCALARS = {
    "an up": lambda x: up(x),
    "two": lambda x: up(x, 1),
    "a down of four": lambda x: down(x, x, x, x),
    "a bivector": lambda x: x * e1 * e2,
    "a quaternion": lambda x: quaternion(0, x, 0, x),
    "a matrix": lambda x: matrix_by_rows([x]),
    "a list": lambda x: [x, x],
    "a function": lambda x: lambda y: x,
}


class Asked(Exception):
    """A Lagrangian or Hamiltonian has been asked for its value."""


def with_values(name, kind, value):
    """An operation where Lagrangians and Hamiltonians have such values."""
    K = copy(KINDS.get(kind, REFERENCE) if kind != "scalar" else SINGLE[kind]).posed()
    for function in ("L", "H", "R", "paired"):
        setattr(K, function, s.compose(value, getattr(K, function)))
    return ROWS[name](K, lookup(name).value)


def asked(_):
    raise Asked


@cache
def asking(kind):
    """The operations that ask a Lagrangian or a Hamiltonian for its value."""
    names = []
    for name in ROWS.keys() - OF_ANY_VALUES:
        try:
            with_values(name, kind, asked)
        except Asked:
            names.append(name)
        except s.ScmpyError:
            pass
    return names


@pytest.mark.parametrize("kind", [pytest.param("tuple", marks=pytest.mark.slow), "scalar"])
@pytest.mark.parametrize("value", NO_SCALARS)
def test_a_value_that_is_no_scalar_is_refused(kind, value):
    assert len(asking(kind)) > 30
    for name in asking(kind):
        with pytest.raises(s.ScmpyError):
            with_values(name, kind, NO_SCALARS[value])


PATHS = {
    "symbols": up(*symbols("x y")),
    "a symbol beside a function": up(s.literal_function("x"), symbols("y")),
    "names": up("x", "y"),
    "a symbol": symbols("x"),
    "a list": [s.literal_function("x"), s.literal_function("y")],
}


@pytest.mark.parametrize("path", PATHS)
def test_symbols_are_no_paths_and_no_transformations(path):
    L, H, q, x = s.L_free_particle(1), s.H_central(1, lambda r: r), s.literal_function("q"), PATHS[path]
    state, phase = up(0, up(1, 2), up(3, 4)), up(0, up(1, 2), down(3, 4))
    for made in (
        lambda: s.Lagrange_equations(L)(x)(T),
        lambda: s.Gamma(x)(T),
        lambda: s.make_eta(x, 0, 1),
        lambda: s.variation(x),
        lambda: s.qp_to_H_state_path(x, down(q, q)),
        lambda: s.Lagrangian_action(L, x, 0, 1),
        lambda: s.Hamilton_equations(H)(x, down(q, q))(T),
        lambda: s.Hamilton_equations(H)(up(q, q), x)(T),
        lambda: s.F_to_C(x)(state),
        lambda: s.F_to_CT(x)(phase),
        lambda: s.Noether_integral(L, lambda a: x)(state),
        lambda: s.is_symplectic(x)(phase),
    ):
        with pytest.raises(s.ScmpyError, match="expects"):
            made()


OF_MULTIVECTORS = {
    "Lagrange-equations": lambda L: s.Lagrange_equations(L)(s.literal_function("x"))(s.symbols("t")),
    "Euler-Lagrange-operator": lambda L: s.Euler_Lagrange_operator(L)(s.up(0, 1, 2, 3)),
    "Hamilton-equations": lambda H: s.Hamilton_equations(H)(s.literal_function("x"), s.literal_function("p"))(
        s.symbols("t")
    ),
    "Hamiltonian->state-derivative": lambda H: s.Hamiltonian_to_state_derivative(H)(s.up(0, 1, 2)),
}


@pytest.mark.parametrize("name", OF_MULTIVECTORS)
def test_values_with_a_constant_part_that_is_no_scalar_are_refused(name):
    """Derivatives do not see the part, and took what has it for a Lagrangian."""

    def energy(state):
        return state[2] * state[2] / 2 + state[1] * state[1]

    OF_MULTIVECTORS[name](lambda state: s.quaternion(energy(state), 0, 0, 0))
    with pytest.raises(StructureError, match="whose value is a scalar"):
        OF_MULTIVECTORS[name](lambda state: s.quaternion(energy(state), 0, 0, 1))
