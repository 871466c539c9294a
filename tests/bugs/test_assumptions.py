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
