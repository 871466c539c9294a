"""The midpoint rule on groups of motors: what it keeps exactly, proved by symbols, its order, and its energy."""

import math

import pytest

import scmpy
from scmpy import *
from scmpy.clifford.multivector import group_of
from scmpy.generic.types import tree_leaves
from scmpy.numerics.ode.lie_group_methods import lie_midpoint, phases_in
from scmpy.numerics.ode.llvm_steps import program, stepping
from scmpy.numerics.ode.solvers import METHODS

ORDERS = {"lie-midpoint": 2, "lie-midpoint-4": 4, "lie-midpoint-6": 6}


def free_energy(weights):
    """A quadratic function of the momentum."""
    return lambda state: sum(w * x * x for w, x in zip(weights, state[2]._children_(), strict=True)) / 2


def unit(algebra):
    return make_multivector(
        algebra, [1.0] + [0.0] * (len(algebra.of_grade(0, 2, 4)) - 1), *(k for k in (0, 2, 4) if k <= algebra.dimension)
    )


def some_momentum(algebra):
    n = algebra.dimension
    return make_multivector(algebra, [0.3 + 0.17 * i * (-1) ** i for i in range(math.comb(n, 2))], n - 2)


ALGEBRAS = {
    "VGA3": VGA3,
    "PGA2": PGA2,
    "PGA3": PGA3,
    "spacetime": geometric_algebra(1, 3),
    "VGA4": geometric_algebra(4),
    "CGA3": CGA3,
}


@pytest.mark.parametrize("name", ["VGA3", "PGA2", "PGA3", "spacetime"])
@pytest.mark.slow
def test_what_a_step_keeps_by_symbols(name):
    """Of any start and whatever velocity is found: M M~, the momentum as seen from space, and mu' - mu against B."""
    algebra = ALGEBRAS[name]
    n, group = algebra.dimension, group_of(algebra)
    M, mu = literal_multivector("M", algebra, *range(0, n + 1, 2)), literal_multivector("mu", algebra, n - 2)
    B = make_multivector(algebra, [scmpy.div(k, 7) for k in (1, 2, -3, 1, 2, 4)[: group.dimension]], 2)
    if name == "VGA3":
        B = literal_multivector("B", algebra, 2)
    y = [*M._children_(), *mu._children_()]

    def found(image, guess):
        return [*B._children_(), *[0] * group.dimension]

    step = lie_midpoint(((0, group.size, group),))
    after = step(lambda t, there: [0] * len(y), 0, y, [0] * len(y), scmpy.div(1, 3), found).state
    M1, mu1 = M._with_children_(after[: group.size]), mu._with_children_(after[group.size :])
    assert equivalent(M1 * ~M1, M * ~M)
    assert equivalent(M1 * mu1 * ~M1, M * mu * ~M)
    assert equivalent(scalar_part(mu1 * mu1), scalar_part(mu * mu))
    assert equivalent(mu1 ^ B, mu ^ B)
    assert equivalent(mu1, mu).verdict == "different"


def motion(algebra, weights=None):
    size = 0.1 if algebra.signature[1] else 1.0  # boosts grow exponentially
    H = free_energy(weights or [size * (1.0 + 0.4 * i) for i in range(math.comb(algebra.dimension, 2))])
    return H, state_advancer(lambda: motor_phase_space_derivative(H))


@pytest.mark.parametrize("algebra", ALGEBRAS.values(), ids=ALGEBRAS)
@pytest.mark.slow
def test_what_is_kept_by_steps_that_are_long(algebra):
    """A free body's energy, its momentum as seen from space, and the coadjoint invariants, to rounding."""
    H, advance = motion(algebra)
    start = up(0.0, unit(algebra), some_momentum(algebra))
    end = advance(start, 3.0, method="lie-midpoint", step=0.1)
    M, mu = end[1], end[2]
    scale = max(abs(x) for x in (M * mu * ~M).terms.values()) * max(abs(x) for x in M.terms.values()) ** 2
    for kept in (M * mu * ~M - start[2], M * ~M - 1, (mu * mu - start[2] * start[2]).selected([0]), H(end) - H(start)):
        parts = kept.terms.values() if hasattr(kept, "terms") else [kept]
        assert max(map(abs, parts)) < 1e-12 * (1 + scale)
    rough = advance(start, 3.0, method="runge-kutta-4", step=0.1)
    assert max(abs(x) for x in (rough[1] * rough[2] * ~rough[1] - start[2]).terms.values()) > 1e-8


def top(algebra=PGA3):
    """A heavy body of PGA3 whose point is not held: weight is a torque and a force in its frame."""

    def L(state):
        B = state[2]
        turning = sum(j * (2 * B[name]) ** 2 for j, name in zip((1.0, 2.0, 3.0), ("e23", "e31", "e12"), strict=True))
        return turning / 2 + 2 * 2.0 * sum(B[name] ** 2 for name in ("e01", "e02", "e03"))

    free = motor_Lagrangian_to_Hamiltonian(L)
    point = scmpy.ga_point(PGA3, up(0.3, 0.0, 0.8))

    def H(state):
        place = ga_coordinates(sandwich(state[1], point))
        return free(state) + 2.0 * place[2] + 0.5 * scmpy.square(place)  # and a spring

    B = make_multivector(PGA3, [0.1, -0.2, 0.05, 0.4, -0.3, 0.6], 2)
    return H, up(0.0, unit(PGA3), motor_velocity_to_momentum(L)(up(0.0, unit(PGA3), B)))


@pytest.mark.parametrize(
    ("name", "order", "system"),
    [
        *((name, order, "free") for name, order in ORDERS.items()),
        ("lie-midpoint", 2, "heavy"),
        ("lie-midpoint-4", 4, "heavy"),
    ],
)
@pytest.mark.slow
def test_observed_order(name, order, system):
    if system == "free":
        H, advance = motion(VGA3)
        start = up(0.0, unit(VGA3), some_momentum(VGA3))
    else:
        H, start = top()
        advance = state_advancer(lambda: motor_phase_space_derivative(H))
    there = numbers(advance(start, 1.0, 1e-13))
    errors = []
    first = {2: 0.1, 4: 0.2, 6: 0.25}[order]
    for length in (first, first / 2):
        end = numbers(advance(start, 1.0, method=name, step=length))
        errors.append(max(abs(x - y) for x, y in zip(end, there, strict=True)))
    assert math.log2(errors[0] / errors[1]) == pytest.approx(order, abs=0.3)


def numbers(state):
    return tree_leaves(state)


@pytest.mark.slow
def test_the_energy_of_a_heavy_body_does_not_drift():
    H, start = top()
    advance = state_advancer(lambda: motor_phase_space_derivative(H))
    errors, state = [], start
    for _ in range(20):
        state = advance(state, 5.0, method="lie-midpoint", step=0.1)
        errors.append(abs(H(state) - H(start)))
        assert abs((state[1] * ~state[1]).scalar - 1) < 1e-12
    assert max(errors[10:]) < 2 * max(errors[:10]) < 0.1


def test_several_bodies_and_other_numbers():
    """Motors and momenta are paired in order; what else there is is moved by the midpoint rule."""
    H, advance = motion(VGA3)
    one = up(0.0, unit(VGA3), some_momentum(VGA3))
    slope = motor_phase_space_derivative(H)

    def both(state):
        _, (M, N), (mu, nu), x = state
        first, second = slope(up(0, M, mu)), slope(up(0, N, nu))
        return up(1, up(first[1], second[1]), up(first[2], second[2]), -x)

    start = up(0.0, up(one[1], one[1]), up(one[2], 2 * one[2]), 1.0)
    end = state_advancer(lambda: both)(start, 1.0, method="lie-midpoint", step=0.1)
    alone = advance(one, 1.0, method="lie-midpoint", step=0.1)
    twice = advance(up(0.0, one[1], 2 * one[2]), 1.0, method="lie-midpoint", step=0.1)
    for x, y in zip(
        numbers(up(end[1], end[2])), numbers(up(up(alone[1], twice[1]), up(alone[2], twice[2]))), strict=True
    ):
        assert abs(x - y) < 1e-13
    assert abs(end[3] - (0.95 / 1.05) ** 10) < 1e-13


A = CGA3
#: The rates of motors at 1 that turn, displace, and scale with the rate 1; in space they are (w, v, w_0).
TURNS = [scmpy.D(lambda h, name=name: scmpy.ga_rotor(h, A.blade(name)))(0) for name in ("e23", "e31", "e12")]
SHIFTS = [scmpy.D(lambda h, i=i: scmpy.ga_translator(A, [h if i == k else 0 for k in range(3)]))(0) for i in range(3)]
SCALING = scmpy.D(lambda h: scmpy.ga_dilator(A, scmpy.exp(h)))(0)


def elastic(m, J, J_0):
    """The energy of a body that also changes its size: m v^2/2 + sum J_i w_i^2/2 + J_0 w_0^2/2, by the momenta."""

    def H(state):
        def paired(E):
            return (state[2] ^ E)["I"]

        moving = sum(paired(E) ** 2 for E in SHIFTS) / m
        return (
            moving + sum(paired(E) ** 2 / j for E, j in zip(TURNS, J, strict=True)) + paired(SCALING) ** 2 / J_0
        ) / 2

    return H


def test_the_equations_of_an_elastic_body():
    """On the group of similar motions: w_0 shrinks what moves, and the momentum of the motion grows with the size."""
    m, J_0, *J = scmpy.symbols("m J_0 J_1 J_2 J_3")
    H, t = elastic(m, J, J_0), scmpy.symbols("t")
    mu = literal_multivector("mu", A, 3)
    state = up(t, literal_multivector("M", A, 0, 2, 4), mu)
    B, rate = scmpy.motor_momentum_to_velocity(H)(state), motor_phase_space_derivative(H)(state)[2]
    p, spin, size = [(mu ^ E)["I"] for E in SHIFTS], [(mu ^ E)["I"] for E in TURNS], (mu ^ SCALING)["I"]
    v, w, w_0 = [x / m for x in p], [x / j for x, j in zip(spin, J, strict=True)], size / J_0
    expected = sum(x * E for x, E in zip((*v, *w, w_0), (*SHIFTS, *TURNS, SCALING), strict=True))
    assert equivalent(B, expected)
    assert equivalent((rate ^ SCALING)["I"], -sum(x * y for x, y in zip(p, v, strict=True)))
    turned = scmpy.cross_product(up(*p), up(*w))
    assert equivalent(up(*[(rate ^ E)["I"] for E in SHIFTS]), turned + w_0 * up(*p))
    torque = scmpy.cross_product(up(*spin), up(*w)) + scmpy.cross_product(up(*p), up(*v))
    assert equivalent(up(*[(rate ^ E)["I"] for E in TURNS]), torque)
    assert equivalent(rate ^ B, 0)  # the energy


@pytest.mark.slow
def test_an_elastic_body_moves_as_its_coordinates_do():
    """In the plane: L = m (x'^2 + y'^2) / (2 s^2) + J phi'^2 / 2 + J_0 (s'/s)^2 / 2, and without J_0 another motion."""
    m, J, J_0 = 2.0, 1.5, 0.7

    def L(local):
        _, (s, *_), (s_rate, phi_rate, x_rate, y_rate) = local
        return (m * (x_rate**2 + y_rate**2) / s**2 + J * phi_rate**2 + J_0 * (s_rate / s) ** 2) / 2

    speeds = up(0.4, 1.3, 0.5, -0.3)
    start = up(0.0, up(1.0, 0.0, 0.0, 0.0), speeds)
    derivative = scmpy.Lagrangian_to_state_derivative(L)
    s, phi, x, y = state_advancer(lambda: derivative)(start, 1.5, 1e-12)[1]
    H = elastic(m, (J, J, J), J_0)
    wanted = dict(zip((*SHIFTS, *TURNS, SCALING), (0.5 * m, -0.3 * m, 0, 0, 0, 1.3 * J, 0.4 * J_0), strict=True))
    mu = momentum_of(wanted)
    begin = up(0.0, unit(A), mu)
    advance = state_advancer(lambda: motor_phase_space_derivative(H))
    _, M, _ = end = advance(begin, 1.5, 1e-11)
    assert abs(H(end) - H(begin)) < 1e-9
    origin, ahead = (ga_coordinates(sandwich(M, scmpy.ga_point(A, place))) for place in ((0, 0, 0), (1, 0, 0)))
    assert list(origin) == pytest.approx([x, y, 0], abs=1e-8)
    assert list(ahead - origin) == pytest.approx([s * math.cos(phi), s * math.sin(phi), 0], abs=1e-8)
    assert abs(s - math.exp(0.4 * 1.5)) > 0.1  # it is the motion that shrinks it
    kept = advance(begin, 1.5, method="lie-midpoint", step=0.25)
    assert abs(H(kept) - H(begin)) < 1e-13


def momentum_of(pairings):
    """The momentum that is paired so with bivectors, and with those at the origin's infinity not at all."""
    names = [A.names[blade] for blade in A.of_grade(3)]
    unknown = [make_multivector(A, {name: 1.0}) for name in names]
    extra = [(A.e4 - A.e5) ^ e for e in A.vectors[:3]]
    rows = [[(u ^ E)["I"] for u in unknown] for E in (*pairings, *extra)]
    found = scmpy.solve_linear(scmpy.matrix_by_rows(*rows), up(*pairings.values(), 0, 0, 0))
    return make_multivector(A, list(found), 3)


def test_where_phases_are():
    group = group_of(VGA3)
    assert phases_in(up(0.0, unit(VGA3), some_momentum(VGA3)), "here") == ((1, 5, group),)
    for wrong in (
        up(0.0, 1.0, 2.0),
        up(0.0, unit(VGA3), 2.0),
        up(0.0, 2 * unit(VGA3), some_momentum(VGA3)),
        up(0.0, unit(VGA3), 1.0 * VGA3.e1),
        up(0.0, some_momentum(VGA3), unit(VGA3)),
    ):
        with pytest.raises(scmpy.ScmpyError, match="midpoint rule of Lie groups"):
            phases_in(wrong, "here")
    with pytest.raises(scmpy.ScmpyError, match="midpoint rule of Lie groups"):
        state_advancer(lambda: lambda s: up(1, s[2], -s[1]))(up(0.0, 1.0, 0.0), 1.0, method="lie-midpoint", step=0.1)


@pytest.mark.slow
@pytest.mark.parametrize(  # an iteration settles short steps, Newton's method long ones
    ("length", "method"), [(0.01, "lie-midpoint"), (0.3, "lie-midpoint"), (0.02, "lie-midpoint-6")]
)
def test_steps_in_code_are_those_in_python(length, method):
    group, start = PGA3, up(0.0, unit(PGA3), some_momentum(PGA3))

    def H(state):
        tip = ga_coordinates(sandwich(state[1], scmpy.ga_point(group, up(0, 0, 1))))
        return sum(state[2][name] ** 2 for name in ("e01", "e02", "e03", "e23", "e31", "e12")) / 2 + 3 * square(tip)

    ends = []
    for target in ("python", "llvm"):
        with scmpy.setting(ode_target=target):
            advance = state_advancer(lambda: motor_phase_space_derivative(H))
            ends.append(advance(start, 20 * length, method=method, step=length))
    assert tree_leaves(ends[0]) == pytest.approx(tree_leaves(ends[1]), rel=1e-11, abs=1e-11)


def test_the_code_of_a_composition_has_its_step_once():
    H, start = motion(VGA3)[0], up(0.0, unit(VGA3), some_momentum(VGA3))
    slope = compile_function(motor_phase_space_derivative(H), start).whole
    programs = [program(METHODS[name].fitted(phases_in(start, "")), slope) for name in ORDERS]
    sizes = [len(stepping(found, slope.inputs, False, True)) for found in programs]
    assert max(sizes) < 1.1 * min(sizes)
