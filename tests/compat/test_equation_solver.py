"""Systems solved by substitution: values and justifications, choices of roots, contradictions, what is left."""

import pytest

import scmpy
from scmpy import make_equation, setting, solve_incremental, substitutions, symbols
from scmpy.errors import LimitError, WrongTypeError
from scmpy.scheme import Session
from scmpy.scheme.printer import write_text

A, B = symbols("A B")
x, y, z, a = symbols("x y z a")

TRIANGULAR = ("(+ x y z 1)", "A"), ("(+ x y 2)", "B"), ("(+ x 1)", "C")
NONLINEAR = ("(- 3 (+ x y))", "A"), ("(- 5 (- x y))", "B"), ("(- 3 (+ (* (sqrt x) z) (square y)))", "C")
QUADRATIC = (
    ("(+ (* (- x (* 2 y)) (expt z 2)) (* 2 z) 1)", "C"),
    ("(+ (* 3 x) y -7)", "A"),
    ("(+ (* 3 x) (- y) -5)", "B"),
)


def solved(equations, unknowns):
    made = " ".join(f"(make-equation '{residual} '({name}))" for residual, name in equations)
    return write_text(Session().run(f"(solve-incremental (list {made}) '({unknowns}))"))


@pytest.mark.parametrize(
    ("equations", "unknowns", "expected"),
    [
        (TRIANGULAR, "x y z", "(() () (((= z 1) (A B C)) ((= y -1) (B C)) ((= x -1) (C))) ())"),
        (TRIANGULAR[::-1], "z y x", "(() () (((= z 1) (A B C)) ((= y -1) (B C)) ((= x -1) (C))) ())"),
        (NONLINEAR, "x y z", "(() () (((= z 1) (C B A)) ((= y -1) (B A)) ((= x 4) (B A))) ())"),
        (QUADRATIC, "z x y", "(() () (((= z -1/2) (C B A)) ((= y 1) (B A)) ((= x 2) (B A))) ())"),
        (
            (("(+ (* (+ a b) (- a c)) c)", "A"), ("(- 3 (- a b))", "B")),
            "a b c",
            "(() (b) (((= c (/ (+ 9 (* 2 (expt b 2)) (* 9 b)) (+ 2 (* 2 b)))) (A B)) ((= a (+ 3 b)) (B))) ())",
        ),
        ((("(- a b)", "A"),), "x", "(() (x) () (((+ a (* -1 b)) (A) (a b))))"),
    ],
)
def test_values_come_with_their_justifications(equations, unknowns, expected):
    assert solved(equations, unknowns) == expected


def test_each_root_has_a_hypothesis_and_all_are_found():
    roots = []

    def collect(solution, more):
        roots.append({s[0][1]: s[0][2] for s in substitutions(solution)})
        return more()

    equations = [make_equation(x**2 - 4, [A]), make_equation(x * y - 6, [B])]
    assert solve_incremental(equations, [x, y], collect, lambda: "no more") == "no more"
    assert roots == [{x: 2, y: 3}, {x: -2, y: -3}]


def test_what_squaring_has_added_is_no_root():
    found = solve_incremental([make_equation(scmpy.sqrt(x) + 1, [A])], [x])
    assert str(found[0]) == "contradictions"


def test_a_value_where_an_equation_is_infinite_is_no_solution():
    found = solve_incremental([make_equation(x * y, [A]), make_equation(1 / y - x, [B])], [y, x])
    assert str(found[0]) == "contradictions"


def test_contradictions_are_named():
    found = solve_incremental([make_equation(x + y, [A]), make_equation(x + y - 1, [B])], [x, y])
    assert [str(part) for part in (found[0], found[1][1])] == ["contradictions", "(B, A)"]


def test_a_search_is_bounded():
    unknowns = symbols("x0 x1 x2 x3 x4 x5")
    squares = [make_equation(u**2 - 2) for u in unknowns]
    with setting(most_terms=2_000), pytest.raises(LimitError, match="more than 20 substitutions"):
        solve_incremental([*squares, make_equation(sum(unknowns) - 100)], unknowns)


@pytest.mark.parametrize("wrong", [3, [3], ["ab"], [(x, (), (), ())]])
def test_what_is_no_equation_is_refused(wrong):
    with pytest.raises(WrongTypeError, match="solve-incremental"):
        solve_incremental(wrong, [x])


def test_equations_and_residuals_are_solved_together():
    both = scmpy.solve_equations([make_equation(x + y - 4, [A]), x - y], [x, y])
    assert write_text(substitutions(both)) == "(((= y 2) (eq:1 A)) ((= x 2) (eq:1 A)))"
    found = Session().run("(substitutions (solve-equations '((+ (f t) (* -1 a)) (- x a)) '(a x)))")
    assert write_text(found) == "(((= x (f t)) (eq:1 eq:0)) ((= a (f t)) (eq:0)))"
