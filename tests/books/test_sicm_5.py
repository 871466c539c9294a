"""SICM, chapter 5: canonical transformations. Point transformations, tests, generating functions, invariants."""

# ruff: noqa: F403, F405

from scmpy import *

m, k, t, alpha, beta, Omega, v, omega = symbols("m k t alpha beta Omega v omega")
plane = up(t, up(*symbols("x y")), down(*symbols("p_x p_y")))
line = up(t, *symbols("theta I"))


def same(one, other):
    return equivalent(one, other).verdict == "equal"


def vanishes(residual):
    return same(residual, 0 * residual)


def test_polar_coordinates_in_phase_space():
    """5.1: F->CT lifts them, and the central Hamiltonian becomes the polar one."""
    U = literal_function("U")
    polar = up(t, up(*symbols("r phi")), down(*symbols("p_r p_phi")))
    carried = simplify(compose(H_central(m, U), F_to_CT(p_to_r))(polar))
    assert same(carried, H_central_polar(m, U)(polar))
    assert vanishes(is_time_independent_canonical(F_to_CT(p_to_r))(polar))


def rotating(rate):
    """Coordinates that turn at a rate: the old ones as a function of the new."""

    def F(state):
        t, (x, y), _ = state
        c, s = cos(rate * t), sin(rate * t)
        return up(c * x + s * y, c * y - s * x)

    return F


def test_turning_coordinates():
    """5.2: a time-dependent point transformation adds Omega times the angular momentum, and is canonical with it."""
    F = rotating(Omega)
    (x, y), (p_x, p_y) = plane[1], plane[2]
    assert same(F_to_K(F)(plane), -Omega * (y * p_x - x * p_y))
    assert vanishes(is_canonical_K(F_to_CT(F), F_to_K(F))(plane))
    assert vanishes(is_symplectic_transform(F_to_CT(F))(plane))
    H = literal_function("H", Hamiltonian_signature(2))
    assert vanishes(is_canonical(F_to_CT(F), H, compose(H, F_to_CT(F)) + F_to_K(F))(plane))


def test_polar_canonical():
    """5.2: angle and action of the oscillator; other powers are not canonical."""
    assert vanishes(simplify(is_time_independent_canonical(polar_canonical(alpha))(line)))
    H = H_harmonic(m, k)
    carried = compose(H, polar_canonical(sqrt(k * m)))(line)
    assert str(simplify(carried - line[2] * sqrt(k / m))) == "0"

    def not_canonical(state):
        t, theta, p = state
        return up(t, p * sin(theta), p * cos(theta))

    residual = is_time_independent_canonical(not_canonical)(line)
    assert not vanishes(residual)


def test_the_matrix_of_a_canonical_transformation():
    """5.2.2: J = M J M^T, in blocks, and the time's row and column set apart."""
    C = F_to_CT(p_to_r)
    polar = up(t, up(*symbols("r phi")), down(*symbols("p_r p_phi")))
    M = qp_submatrix(D_as_matrix(C)(polar))
    assert same(M * symplectic_unit(2) * M.transpose, symplectic_unit(2))
    assert vanishes(is_symplectic(C)(polar))
    assert same(determinant(M), 1)


def test_the_symplectic_form_is_kept():
    """5.3: the product of two displacements, carried along."""
    C = F_to_CT(p_to_r)
    polar = up(t, up(*symbols("r phi")), down(*symbols("p_r p_phi")))
    one = up(0, up(*symbols("a b")), down(*symbols("c d")))
    other = up(0, up(*symbols("e f")), down(*symbols("g h")))
    carried = symplectic_two_form(D(C)(polar) * one, D(C)(polar) * other)
    assert same(carried, symplectic_two_form(one, other))


def test_poisson_brackets_are_invariants():
    """5.3: {F, G} o C = {F o C, G o C}."""
    F, G = (literal_function(name, Hamiltonian_signature(2)) for name in "FG")
    C = F_to_CT(rotating(Omega))
    carried = compose(Poisson_bracket(F, G), C)(plane)
    assert same(carried, Poisson_bracket(compose(F, C), compose(G, C))(plane))


def test_two_particles_about_their_centre():
    """5.6 (exercise): relative coordinates and the centre of mass are canonical."""
    m1, m2 = symbols("m1 m2")
    pair = up(t, up(up(*symbols("x y")), up(*symbols("X Y"))), down(down(*symbols("p q")), down(*symbols("P Q"))))
    C = two_particle_center_of_mass_canonical(m1, m2)
    assert vanishes(is_symplectic_transform(C)(pair))


def test_generating_functions_of_point_transformations():
    """5.6.2: F2 = p' f(t, q) gives q' = f and the momenta that F->CT gives."""

    def F2(t, q, p):
        return p * (Rz_plane(-Omega * t) * q)

    assert same(F2_to_CT(F2)(plane), F_to_CT(rotating(-Omega))(plane))
    assert same(F2_to_K(F2)(plane), F_to_K(rotating(-Omega))(plane))


def Rz_plane(angle):
    """A rotation of the plane as a linear map of up tuples."""
    return down(up(cos(angle), sin(angle)), up(-sin(angle), cos(angle)))


def test_a_boost_by_two_generating_functions():
    """5.6 (Galilean boost): with m v in the new momentum a free particle's Hamiltonian keeps its form."""

    def F2(t, q, p):
        return (q - v * t) * (p + m * v) + m * v**2 * t / 2

    def H(state):
        return state[2] ** 2 / (2 * m)

    C = F2_to_CT(F2)
    state = up(t, *symbols("q p"))
    new_H = compose(H, C) + F2_to_K(F2)
    assert same(new_H(state), H(state))
    assert vanishes(is_canonical(C, H, new_H)(state))


def test_gauge_transformations():
    """5.6.3: adding the derivative of f(t, q) to a Lagrangian is the generating function q p' - f."""
    f = literal_function("f", "(-> (X Real Real) Real)")
    state = up(t, *symbols("q p"))
    C = F2_to_CT(lambda t, q, p: q * p - f(t, q))
    assert same(C(state), up(t, state[1], state[2] - partial(1)(f)(t, state[1])))
    assert vanishes(is_symplectic_transform(C)(state))


def test_the_lift_as_the_book_writes_it():
    """5.1: the momenta are what DF maps to the old ones, p / DF, an equation that is solved from the right."""

    def F_to_CH(F):
        return lambda s: up(time(s), F(s), solve_linear_right(momentum(s), partial(1)(F)(s)))

    polar = up(t, up(*symbols("r phi")), down(*symbols("p_r p_phi")))
    assert same(F_to_CH(p_to_r)(polar), F_to_CT(p_to_r)(polar))
