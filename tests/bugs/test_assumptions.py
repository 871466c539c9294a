"""The printed form's assumptions must not enter results: determinants, solutions, tapes."""

import scmpy as s

x, y = s.symbols("x y")
root = s.sqrt(x**2)


def at(value, point):
    return s.substitute(value, x, point)


def test_a_determinant_that_vanishes_only_for_positive_numbers_is_not_singular():
    matrix = s.matrix_by_rows([root, x], [1, 1])
    inverse = s.invert(matrix)
    assert at(inverse.rows[0][0], -2) == s.div(1, 4)


def test_solutions_keep_square_roots_of_squares():
    (solution,) = s.solve_linear(s.matrix_by_rows([root]), s.up(y))
    assert s.substitute(solution, {x: -3, y: 6}) == 2


def test_simplify_keeps_the_assumption():
    assert s.simplify(root) is x


def test_branches_are_taken_at_the_point():
    assert s.D(lambda n: 1 if n == 0 else 2 * n)(0) == 0
    power = lambda x, n: 1 if n == 0 else x * power(x, n - 1)  # noqa: E731
    assert s.equivalent(s.D(power)(x, 3)[0], 3 * x**2).verdict == "equal"


def test_arrays_of_results_are_differentiated():
    numpy = __import__("numpy")
    s.square(numpy.array([1.0]))
    slopes = s.D(lambda v: numpy.array([v, v**2]))(x)
    assert s.equivalent(slopes[1], 2 * x).verdict == "equal"


def test_kinetic_energy_takes_the_right_argument():
    state = s.up(x, s.up(x, y, x), s.up(y, x, y))
    A, B, C = s.symbols("A B C")
    assert s.equivalent(s.T_rigid_body(A, B, C)(state), s.T_body_Euler(A, B, C)(state)).verdict == "equal"
    try:
        s.T_body(A, B, C)(state)
    except s.ScmpyError as error:
        assert "angular velocity" in str(error)
    else:
        raise AssertionError("a state is no angular velocity")


def test_a_differential_is_not_the_expression_that_it_perturbs():
    e = s.sin(x) * x
    assert s.equivalent(s.D(lambda t: s.substitute(e, x, t))(x), s.D(lambda t: s.sin(t) * t)(x)).verdict == "equal"
