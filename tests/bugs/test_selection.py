"""ref and component select by chains of indices and ranges, of everything that has parts."""

import pytest

from scmpy import column_matrix, component, down, literal_function, matrix_by_rows, ref, symbols, up
from scmpy.errors import BadIndexError
from scmpy.scheme import Session


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("(ref '(a b c d) 1)", "b"),
        ("(ref '(a b c d) '(1 3))", "(b c)"),
        ("(ref '(a (b c) d) 1 -1)", "c"),
        ('(ref "hello" 1)', "#\\e"),
        ('(ref "hello" \'(1 3))', '"el"'),
        ("(ref (vector 1 2 3 4) '(1 3))", "(up 2 3)"),
        ("(ref (up 1 2 3 4) '(1 -1))", "(up 2 3 4)"),
        ("(ref (up 1 2 3 4) '(1 3) 0)", "2"),
        ("((component '(1 3)) (down 1 2 3 4))", "(down 2 3)"),
        ("(ref (column-matrix 1 2 3) 1)", "2"),
        ("(ref (row-matrix 1 2 3) -1)", "3"),
        ("(ref (column-matrix 1 2 3) '(1 3))", "(matrix-by-rows (list 2) (list 3))"),
        ("(ref (matrix-by-rows '(1 2 3) '(4 5 6)) 1 2)", "6"),
        ("(ref (matrix-by-rows '(1 2 3) '(4 5 6)) '(0 2) '(1 3))", "(matrix-by-rows (list 2 3) (list 5 6))"),
        ("(ref (quaternion 1 2 3 4) '(1 4))", "(up 2 3 4)"),
        ("(((component 1 0) (lambda (x) (up x (up (* 2 x) x)))) 3)", "6"),
        ("((ref (lambda (x) (up x (up (* 2 x) x))) 1 0) 3)", "6"),
        ("(((ref D 1 0) (lambda (x) (up x (up (* x x) x)))) 'x)", "(* 2 x)"),
        ("(operator? (ref D 0))", "#t"),
        ("(ref (cons-stream 1 (cons-stream 2 '())) 1)", "2"),
        ("(ref exp-series 3)", "1/6"),
        ("(size (matrix-by-rows '(1 2 3) '(4 5 6)))", "6"),
        ('(size "abc")', "3"),
        ("(size exp-series)", "#f"),
    ],
)
def test_in_scheme(text, printed):
    session = Session()
    assert " ".join(session.result_text(session.run(text)).split()) == printed


def test_a_function_keeps_every_index():
    f = literal_function("f", "(-> Real (UP Real (DOWN Real Real)))")
    t = symbols("t")
    assert ref(lambda x: f(x), 1, 0)(t) == f(t)[1][0]
    assert component(1, 0)(lambda x: f(x))(t) == f(t)[1][0]


@pytest.mark.parametrize(
    ("value", "selectors"),
    [
        (up(1, 2), (2,)),
        (up(1, 2), ((1, 3),)),
        (up(1, 2), ((1, 0),)),
        (up(1, 2), (True,)),
        (up(1, 2), (1.0,)),
        (down(1, 2), ((0, 1, 2),)),
        (matrix_by_rows([1, 2], [3, 4]), (2, 0)),
        (column_matrix(1, 2), (2,)),
    ],
)
def test_what_is_no_part_is_refused(value, selectors):
    with pytest.raises(BadIndexError):
        ref(value, *selectors)


def test_component_refuses_at_once():
    with pytest.raises(BadIndexError):
        component("a")
