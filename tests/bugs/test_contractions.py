"""Operations that contract by position: what does not contract is refused, what is nested is taken as a linear map."""

import pytest

from scmpy.errors import DivisionByZeroError, ScmpyError
from scmpy.scheme import Session


@pytest.fixture(scope="module")
def answer():
    session = Session()
    session.run("""
        (define s (up 't (up 'x 'y) (down 'px 'py)))
        (define (C s) (up (* 2 (ref s 0)) (up (* 'a (ref s 1 0)) (+ (ref s 0) (ref s 1 1)))
                          (down (ref s 2 0) (* 'b (ref s 2 1)))))
        (define M (matrix-by-rows '(1 2) '(3 4)))""")
    return lambda text: session.result_text(session.run(text))


@pytest.mark.parametrize(
    "text",
    [
        "(solve-linear-right (up 'a 'b) (down (up 1 2) (up 3 4)))",
        "(solve-linear-right (down 'a 'b) (up (down 1 2) (down 3 4)))",
        "(s:solve-linear-right (up 'a 'b) (down (up 1 2) (up 3 4)))",
        "(solve-linear-left (down (up 1 2) (up 3 4)) (down 'a 'b))",
        "(solve-linear-left (up (down 1 2) (down 3 4)) (up 'a 'b))",
        "(solve-linear-left M (down 'a 'b))",
        "(solve-linear-right (up 'a 'b) M)",
        "(* M (down 'a 'b))",
        "(* (up 'a 'b) M)",
        "(dot-product (up 1 2) (down 3 4))",
        "(dot-product (row-matrix 1 2) (column-matrix 3 4))",
        "(cross-product (up 1 2 3) (down 3 4 5))",
        "(cross-product (row-matrix 1 2 3) (column-matrix 3 4 5))",
        "(s:inverse (up 0 0) (down (up 1 2) (up 3 4)) (up 0 0))",
        "(s:transpose (up 0 0) (down (up 1 2) (up 3 4)) (up 0 0))",
        "(determinant (down (up (up 1 2) (up 3 4)) (up (up 5 6) (up 7 8))))",
        "(invert (up 1 2))",
    ],
)
def test_what_does_not_contract_is_refused(answer, text):
    with pytest.raises(ScmpyError):
        answer(text)


def test_momenta_that_are_ups_pair_by_components(answer):
    transformed = "(ref ((F->CT p->r) (up 't (up 'r 'phi) ({} 'p_r 'p_phi))) 2 {})"
    for i in range(2):
        assert answer(transformed.format("up", i)) == answer(transformed.format("down", i))
    session = Session()
    with pytest.raises(DivisionByZeroError, match="F->CT"):
        session.run("((F->CT (lambda (s) (up (ref s 1 0) (ref s 1 0)))) (up 't (up 'r 'phi) (down 'p_r 'p_phi)))")


@pytest.mark.parametrize(
    ("M", "b"),
    [
        ("(down (up 'a 'b) (up 'c 'd))", "(down 'x 'y)"),
        ("(down (down 'a 'b) (down 'c 'd))", "(down 'x 'y)"),
        ("(up (down 'a 'b) (down 'c 'd))", "(up 'x 'y)"),
        ("(up (up 'a 'b) (up 'c 'd))", "(up 'x 'y)"),
        ("(matrix-by-rows '(a b) '(c d))", "(down 'x 'y)"),
        ("((D C) s)", "(compatible-shape s)"),
        ("'m", "(up 'x 'y)"),
        ("(quaternion 1 'a 'b 2)", "(quaternion 'x 0 1 2)"),
    ],
)
def test_the_solution_on_the_right_solves(answer, M, b):
    assert set(answer(f"(let ((b {b})) (- (* (solve-linear-right b {M}) {M}) b))")) <= set("(updownqaterni 0)\n")


@pytest.mark.parametrize(
    ("M", "b"),
    [
        ("(down (up 'a 'b) (up 'c 'd))", "(up 'x 'y)"),
        ("(down (down 'a 'b) (down 'c 'd))", "(down 'x 'y)"),
        ("(up (down 'a 'b) (down 'c 'd))", "(down 'x 'y)"),
        ("(up (up 'a 'b) (up 'c 'd))", "(up 'x 'y)"),
        ("(matrix-by-rows '(a b) '(c d))", "(up 'x 'y)"),
        ("((D C) s)", "s"),
        ("'m", "(up 'x 'y)"),
    ],
)
def test_the_solution_on_the_left_solves(answer, M, b):
    assert set(answer(f"(- (* {M} (solve-linear-left {M} {b})) {b})")) <= set("(updown 0)\n")
    assert set(answer(f"(- (* {M} (/ {b} {M})) {b})")) <= set("(updown 0)\n")


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("(solve-linear-right 3 (down (up 1 2) (up 3 4)))", "(down (up -6 3) (up 9/2 -3/2))"),
        ("(solve-linear-left (down (up 1 2) (up 3 4)) 3)", "(down (up -6 3) (up 9/2 -3/2))"),
        ("(solve-linear M (down 'a 'b))", "(down (+ (* -2 a) (* 3/2 b)) (+ a (* -1/2 b)))"),
        ("(/ (down 'a 'b) M)", "(down (+ (* -2 a) (* 3/2 b)) (+ a (* -1/2 b)))"),
        ("(m:solve M (down 'a 'b))", "(down (+ (* -2 a) (* 3/2 b)) (+ a (* -1/2 b)))"),
        ("(/ (row-matrix 'a 'b) M)", "(matrix-by-rows (list (+ (* -2 a) (* 3/2 b)) (+ a (* -1/2 b))))"),
        ("(* M (/ (column-matrix 'a 'b) M))", "(matrix-by-rows (list a) (list b))"),
        (
            "(structure->matrix (up (down 'a 'b) (down 'c 'd) (down 'e 'f)))",
            "(matrix-by-rows (list a b) (list c d) (list e f))",
        ),
        ("(structure->matrix (down (down 'a 'b) (down 'c 'd)))", "(matrix-by-rows (list a b) (list c d))"),
        ("(structure->matrix (up (up 'a 'b) (up 'c 'd)))", "(matrix-by-rows (list a c) (list b d))"),
        ("(structure->matrix (down (up 'a 'b) (up 'c 'd)))", "(matrix-by-rows (list a c) (list b d))"),
        ("(submatrix (up (down 'a 'b) (down 'c 'd)) 0 1 0 2)", "(matrix-by-rows (list a b))"),
        ("(trace (down (up (up 1 2) (up 3 4)) (up (up 5 6) (up 7 8))))", "(up 8 10)"),
        ("(trace ((D C) s))", "(+ 4 a b)"),
        ("(determinant ((D C) s))", "(* 2 a b)"),
        ("(- (* (invert ((D C) s)) (* ((D C) s) s)) s)", "(up 0 (up 0 0) (down 0 0))"),
        ("(dot-product (column-matrix 'a 'b) (column-matrix 'c 'd))", "(+ (* a c) (* b d))"),
        ("(dot-product (row-matrix 'a 'b) (row-matrix 'c 'd))", "(+ (* a c) (* b d))"),
        ("(cross-product (row-matrix 1 0 0) (row-matrix 0 1 0))", "(matrix-by-rows (list 0 0 1))"),
        ("(cross-product (column-matrix 1 0 0) (column-matrix 0 1 0))", "(matrix-by-rows (list 0) (list 0) (list 1))"),
        ("((Rx 'a) (down 'x 'y 'z))", "(up x (+ (* y (cos a)) (* -1 z (sin a))) (+ (* y (sin a)) (* z (cos a))))"),
        ("((Rz 'a) (down 1 0 0))", "(up (cos a) (sin a) 0)"),
        ("((rotate-y 'a) (up 'x 0 0))", "(up (* x (cos a)) 0 (* -1 x (sin a)))"),
        (
            "((rotate-x 'a) (down 'x 0 0))",
            "(down (down (up x 0 0) (up 0 (* x (cos a)) (* x (sin a))) (up 0 (* -1 x (sin a)) (* x (cos a))))"
            " (down (up 0 0 0) (up 0 0 0) (up 0 0 0)) (down (up 0 0 0) (up 0 0 0) (up 0 0 0)))",
        ),
        ("(commutator M (matrix-by-rows '(0 1) '(1 0)))", "(matrix-by-rows (list -1 -3) (list 3 1))"),
        ("(commutator (quaternion 0 1 0 0) (quaternion 0 0 1 0))", "(quaternion 0 0 0 2)"),
        ("(anticommutator (quaternion 0 1 0 0) (quaternion 0 0 1 0))", "(quaternion 0 0 0 0)"),
    ],
)
def test_linear_maps(answer, text, printed):
    assert " ".join(answer(text).split()) == printed
