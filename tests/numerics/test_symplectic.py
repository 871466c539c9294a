"""Symplectic methods: proofs for literal potentials and Hamiltonians, from the texts that are integrated with."""

import pytest

import scmpy as s
from scmpy.numerics.ode import methods as symplectic
from scmpy.numerics.ode.methods import gauss, implicit, single
from scmpy.structure.tuples import leaves, unflatten

t, h = s.symbols("t h")


def hamilton(H, place):
    """The slope of Hamilton's equations on the list of the numbers of a state."""
    derivative = s.Hamiltonian_to_state_derivative(H)
    return lambda _, y: leaves(derivative(unflatten(iter(y), place)))


def once(image, guess):
    """What solves for what does not depend on itself."""
    return image(guess)


PLACES = {1: s.up(t, *s.symbols("q p")), 2: s.up(t, s.up(*s.symbols("q1 q2")), s.down(*s.symbols("p1 p2")))}


def unit(n):
    """The matrix of the canonical form on n coordinates and n momenta."""
    return [[(k == i + n) - (k == i - n) for k in range(2 * n)] for i in range(2 * n)]


def jacobian(f, y):
    """The matrix of derivatives of a function of lists, rows for its values."""
    columns = s.D(lambda y: s.up(*f(list(y))))(s.up(*y))
    return [[columns[k][i] for k in range(len(y))] for i in range(len(y) if len(columns) == 0 else len(columns[0]))]


def product(a, b):
    return [[sum((x * y for x, y in zip(row, column, strict=True)), 0) for column in zip(*b, strict=True)] for row in a]


def defect(J, n):
    """J^T Omega J - Omega."""
    moved = product(product([list(row) for row in zip(*J, strict=True)], unit(n)), J)
    return [moved[i][k] - unit(n)[i][k] for i in range(2 * n) for k in range(2 * n)]


def is_symplectic(step, slope, n):
    """Whether a step is, wherever it starts."""
    first, *rest = leaves(PLACES[n])
    J = jacobian(lambda y: step(slope, t, [first, *y], slope(t, [first, *y]), h, once).state[1:], rest)
    return all(s.equivalent(x, 0) for x in defect(J, n))


#: The lengths of the steps of a composition are unknown: it is symplectic with any.
EXPLICIT = {
    "symplectic-euler-a": symplectic.coordinates_first,
    "symplectic-euler-b": symplectic.momenta_first,
    "stormer-verlet": symplectic.verlet,
}


@pytest.mark.parametrize("name", EXPLICIT)
@pytest.mark.parametrize("n", [1, 2])
def test_for_a_literal_kinetic_energy_and_potential(name, n):
    kind = "(-> (UP Real {}) Real)".format(("Real", "(UP Real Real)")[n - 1])
    V = s.literal_function("V", kind)
    T = s.literal_function("T", ("(-> Real Real)", "(-> (DOWN Real Real) Real)")[n - 1])
    slope = hamilton(lambda x: T(x[2]) + V(s.up(x[0], x[1])), PLACES[n])
    assert is_symplectic(EXPLICIT[name], slope, n)


def test_a_composition_of_steps_of_any_length():
    V = s.literal_function("V")
    slope = hamilton(lambda x: s.square(x[2]) / 2 + V(x[1]), PLACES[1])
    lengths = s.symbols("a b")
    step = symplectic.composition(*((text, x) for x in lengths for text in EXPLICIT.values()))
    assert is_symplectic(step, slope, 1)


def test_the_classical_method_is_not():
    slope = hamilton(lambda x: s.square(x[2]) / 2 + s.square(x[1]) / 2, PLACES[1])
    assert not is_symplectic(lambda *args: single(*args[:-1]), slope, 1)


def implicit_defect(step, slope, n, unknowns):
    """J^T Omega J - Omega of a step that solves z = image(z), by implicit differentiation: z is any solution."""
    first, *rest = leaves(PLACES[n])

    def parts(y, z):
        images = []

        def solve(image, guess):
            images.extend(image(z))
            return z

        f = [0] * (2 * n + 1)
        new = step(slope, t, [first, *y], f, h, solve).state[1:]
        return new, images

    z = list(unknowns)
    by_y = jacobian(lambda y: parts(y, z)[1], rest)
    by_z = jacobian(lambda z: parts(rest, z)[1], z)
    equation = s.matrix_by_rows(*([int(i == k) - x for k, x in enumerate(row)] for i, row in enumerate(by_z)))
    inner = 1 / equation * s.matrix_by_rows(*by_y)
    moved = jacobian(lambda y: parts(y, z)[0], rest)
    carried = s.matrix_by_rows(*jacobian(lambda z: parts(rest, z)[0], z)) * inner
    J = [[x + carried[i, k] for k, x in enumerate(row)] for i, row in enumerate(moved)]
    return defect(J, n)


IMPLICIT = {
    "symplectic-euler-a": (symplectic.coordinates_first, 2),  # the time is one of the coordinates
    "symplectic-euler-b": (symplectic.momenta_first, 1),
    "implicit-midpoint": (implicit(gauss(1, s.sqrt)), 3),
    "gauss-legendre-4": (implicit(gauss(2, s.sqrt)), 6),
    "gauss-legendre-6": (implicit(gauss(3, s.sqrt)), 9),
}


@pytest.mark.parametrize("name", IMPLICIT)
def test_implicit_methods(name):
    """For any Hamiltonian, by implicit differentiation, wherever the equations of the step are solved."""
    H = s.literal_function("H", "(-> (UP Real Real Real) Real)")
    step, count = IMPLICIT[name]
    unknowns = [s.symbols(f"z{i}") for i in range(count)]
    assert all(s.equivalent(x, 0) for x in implicit_defect(step, hamilton(H, PLACES[1]), 1, unknowns))


def test_the_letters_of_the_euler_methods():
    """A uses the new coordinates and the old momenta, B the new momenta and the old coordinates."""
    flow = s.Hamiltonian_to_state_derivative(lambda x: s.square(x[2]) / 2 + x[1])
    step = lambda name: s.state_advancer(lambda: flow)(s.up(0.0, 1.0, 2.0), 0.5, method=name, step=0.5)  # noqa: E731
    assert step("symplectic-euler-a") == s.up(0.5, 2.0, 1.5)
    assert step("symplectic-euler-b") == s.up(0.5, 1.75, 1.5)


def test_verlet_s_method_is_symplectic_as_its_parts_are():
    """It is made of them; each is implicit for a Hamiltonian that is not separable."""
    y = [0.0, 0.4, 0.3]
    H = lambda x: s.square(x[1]) * s.square(x[2]) + x[1] + s.square(x[2])  # noqa: E731
    flow = s.Hamiltonian_to_state_derivative(H)
    step = lambda *y, **named: s.state_advancer(lambda: flow)(s.up(*y), 0.1, step=0.1, **named)  # noqa: E731
    whole = step(*y, method="stormer-verlet")
    half = s.state_advancer(lambda: flow)(s.up(*y), 0.05, method="symplectic-euler-b", step=0.05)
    both = s.state_advancer(lambda: flow)(half, 0.05, method="symplectic-euler-a", step=0.05)
    assert list(whole) == pytest.approx(list(both), abs=1e-14)
