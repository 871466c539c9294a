"""SICM, chapter 5: canonical transformations. Point transformations, tests, generating functions, invariants."""

from scmpy import *
from scmpy.structure.matrix import Matrix

from ..comparing import same

m, k, t, alpha, beta, Omega, v, omega = symbols("m k t alpha beta Omega v omega")
plane = up(t, up(*symbols("x y")), down(*symbols("p_x p_y")))
line = up(t, *symbols("theta I"))


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
    assert not vanishes(is_canonical(F_to_CT(F), H, compose(H, F_to_CT(F)))(plane))


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


def test_the_oscillator_by_the_first_kind():
    """5.6.1: F1 = alpha q^2 cot(theta)/2 makes the angle and the action; two branches, q above and below 0."""

    def F1(t, q, theta):
        return alpha * q**2 / 2 * cos(theta) / sin(theta)

    for branch in (0, 1):
        C = F1_to_CT(F1, branch)
        (q, p), (theta, action) = C(line)[1:], line[1:]
        assert str(simplify(q**2 - 2 * action / alpha * sin(theta) ** 2)) == "0"
        assert str(simplify(p * sin(theta) - alpha * q * cos(theta))) == "0"
        assert str(simplify(is_symplectic_transform(C)(line))).count("0") == 4
    q, p = symbols("q p")
    assert same(F1_to_C_inv(F1)(up(t, q, p)), up(t, atan(alpha * q / p), (alpha * q**2 + p**2 / alpha) / 2))


def test_the_identity_and_the_exchange():
    """5.6.2: q p' is the identity; q q' changes places and momenta; and F3, F4 do the like."""
    state = up(t, *symbols("q p"))
    assert same(F2_to_CT(lambda t, q, p: q * p)(state), state)
    assert same(F1_to_CT(lambda t, q, new: q * new)(state), up(t, -1 * state[2], state[1]))
    assert same(F3_to_CT(lambda t, p, new: -1 * p * new)(state), state)
    assert same(F4_to_CT(lambda t, p, new: p * new)(state), up(t, -1 * state[2], state[1]))


def test_mixed_variables_by_legendre():
    """5.6.4: F1 = F2 - p' q' with p' put in makes the same transformation."""
    f = symbols("a")

    def F2(t, q, p):
        return q * p + f * p**2 / 2

    def F1(t, q, new):
        """p' = (q' - q)/a, from q' = q + a p'."""
        p = (new - q) / f
        return F2(t, q, p) - p * new

    state = up(t, *symbols("q p"))
    assert same(F1_to_CT(F1)(state), F2_to_CT(F2)(state))
    assert same(F2_to_CT(F2)(state), up(t, state[1] - f * state[2], state[2]))


def test_inverses():
    """5.6: the transformation of new states and its inverse undo each other, in any number of freedoms."""

    def F2(t, q, p):
        return p * (Rz_plane(Omega * t) * q) + alpha * q[0] * q[1]

    assert same(F2_to_C_inv(F2)(F2_to_CT(F2)(plane)), plane)
    assert vanishes(is_symplectic_transform(F2_to_CT(F2))(plane))


def test_the_two_body_problem_by_a_generating_function():
    """5.6.3 (exercise): place of the centre and distance; the momenta are the total one and the relative one."""
    m1, m2 = symbols("m1 m2")
    total = m1 + m2

    def F2(t, q, p):
        return p[0] * (m1 * q[0] + m2 * q[1]) / total + p[1] * (q[1] - q[0])

    (X, x), (P, p) = state = up(*symbols("X x")), down(*symbols("P p"))
    old = F2_to_CT(F2)(up(t, *state))
    assert same(old[1], up(X - m2 * x / total, X + m1 * x / total))
    assert same(old[2], down(m1 * P / total - p, m2 * P / total + p))
    kinetic = old[2][0] ** 2 / (2 * m1) + old[2][1] ** 2 / (2 * m2)
    assert same(kinetic, P**2 / (2 * total) + p**2 * total / (2 * m1 * m2))


def test_jacobis_coordinates():
    """5.6 (exercise): hierarchical coordinates of three bodies keep the form of the kinetic energy."""
    m1, m2, m3 = symbols("m1 m2 m3")
    pair, total = m1 + m2, m1 + m2 + m3

    def jacobi(s):
        centre, inner, outer = s[1]
        middle = centre - m3 / total * outer
        return up(middle - m2 / pair * inner, middle + m1 / pair * inner, centre + pair / total * outer)

    state = up(t, up(*symbols("X x1 x2")), down(*symbols("P p1 p2")))
    C = F_to_CT(jacobi)
    assert vanishes(is_symplectic_transform(C)(state))
    old, (P, p1, p2) = C(state)[2], state[2]
    kinetic = old[0] ** 2 / (2 * m1) + old[1] ** 2 / (2 * m2) + old[2] ** 2 / (2 * m3)
    wanted = P**2 / (2 * total) + p1**2 * pair / (2 * m1 * m2) + p2**2 * total / (2 * pair * m3)
    assert same(kinetic, wanted)


def test_extended_phase_space():
    """5.5: with the time a coordinate and H + p_t the Hamiltonian, turning coordinates are canonical without a K."""
    extended = up(symbols("tau"), up(up(*symbols("x y")), t), down(down(*symbols("p_x p_y")), symbols("p_t")))

    def turned(s):
        (x, y), time_ = s[1]
        c, sine = cos(Omega * time_), sin(Omega * time_)
        return up(up(c * x + sine * y, c * y - sine * x), time_)

    C = F_to_CT(turned)
    assert vanishes(is_symplectic_transform(C)(extended))
    (x, y), (p_x, p_y) = extended[1][0], extended[2][0]
    assert same(C(extended)[2][1], extended[2][1] - Omega * (y * p_x - x * p_y))


def test_the_restricted_problem_in_turning_coordinates():
    """5.5.1: the Hamiltonian of the turning frame does not depend on the time: minus half of Jacobi's constant."""
    parameters = symbols("mu a0 a1 Omega GM0 GM1")
    H = Lagrangian_to_Hamiltonian(LR3B1(*parameters))
    assert same(partial(0)(H)(plane), 0)
    assert same(D(H)(plane) * Hamiltonian_to_state_derivative(H)(plane), 0)


def test_poincares_integral_invariants():
    """5.4: a canonical map keeps the sum of the areas on the planes (q_i, p_i): linear maps, by their minors."""
    C = F_to_CT(rotating(Omega))
    slope = qp_submatrix(D_as_matrix(C)(plane)).rows

    def area(one, other):
        return sum(slope[i][one] * slope[i + 2][other] - slope[i + 2][one] * slope[i][other] for i in (0, 1))

    wanted = {(0, 2): 1, (1, 3): 1}
    for one, other in ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)):
        assert same(area(one, other), wanted.get((one, other), 0))


def test_the_symplectic_group():
    """5.2.2 (exercise): products, inverses and transposes of symplectic matrices are; shears and turns are."""
    a, b = symbols("a b")
    shear, turn = ((1, a), (0, 1)), ((cos(b), sin(b)), (-sin(b), cos(b)))
    M, N = Matrix(shear), Matrix(turn)
    for matrix in (M, N, M * N, M.transpose, M.transpose * N):
        assert vanishes(is_symplectic_matrix(matrix))
    assert not vanishes(is_symplectic_matrix(2 * M))


def test_general_canonical_tests_agree():
    """5.2: with H, with J, with the brackets: the residuals of one transformation vanish; of another none."""
    state = up(t, *symbols("q p"))
    good, bad = (lambda s: up(s[0], s[1] * alpha, s[2] / alpha)), (lambda s: up(s[0], s[1] * alpha, s[2]))
    H = literal_function("H", Hamiltonian_signature(1))
    tests = (
        lambda C: is_compositional_canonical(C, H)(state),
        lambda C: is_time_independent_canonical(C)(state),
        lambda C: is_symplectic(C)(state),
        lambda C: is_symplectic_transform(C)(state),
        lambda C: is_canonical_transform(C)(state),
        lambda C: Poisson_bracket(compose(coordinate, C), compose(momentum, C))(state) - 1,
    )
    for residual in tests:
        assert vanishes(residual(good))
        assert not vanishes(residual(bad))
