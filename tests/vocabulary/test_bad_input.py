"""Whatever a public procedure is called with, it returns a value or raises an error of scmpy's."""

import contextlib
import contextvars
import copy
import io
import math
import pickle
import random
import warnings

import numpy
import pytest
import sympy

import scmpy
from scmpy.errors import (
    CALLED,
    ArityError,
    BadIndexError,
    DepthError,
    DifferentiationError,
    DivisionByZeroError,
    InternalError,
    LimitError,
    NotApplicableError,
    ScmpyError,
    StructureError,
    SyntaxError_,
    WrongTypeError,
)
from scmpy.generic.numbers import ExactComplex
from scmpy.registry import entries
from scmpy.scheme import Session
from scmpy.structure.matrix import Matrix
from scmpy.structure.tuples import Up, down, up
from scmpy.symbolic.assumptions import assumed

pytestmark = pytest.mark.misuse

x, y = scmpy.symbols("x y")
f = scmpy.literal_function("f")

ODD_VALUES = (
    *(None, "s", True, {"a": 1}, (1, 2), [1, 2]),
    *(math.nan, math.inf, -0.0, 0, 1, 2, -3, 10**400, 2.5, ExactComplex(1, 2)),
    *(x, x + 1, sympy.Symbol("y") + 1, numpy.array([1.0, 2.0])),
    *(up(), up(1, 2, 3), up(1, down(2, x)), down(up(1, 2), up(3, 4)), Matrix([]), Matrix([(1, 2), (3, 4)])),
    *(lambda u: u, scmpy.sin, scmpy.D, scmpy.literal_function("f"), scmpy.exp_series, scmpy.quaternion(1, 2, 3, 4)),
)


def outcome(procedure, arguments):
    """The error of a call, if it raises one that is not scmpy's."""
    try:
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            context = contextvars.copy_context()  # what it may switch or assume ends with it
            context.run(assumed.set, {})
            context.run(procedure, *arguments)
    except InternalError as error:
        return error
    except ScmpyError as error:
        return error if error.message.startswith(CALLED) else None  # the guard has put the operation's name there
    except Exception as error:
        return error
    return None


@pytest.mark.slow
def test_every_public_procedure_takes_anything():
    choose = random.Random(20)
    failures = []
    for entry in entries():
        if not callable(entry.value):
            continue
        for number in (0, 1, 1, 2, 2, 3, 4):
            arguments = [choose.choice(ODD_VALUES) for _ in range(number)]
            error = outcome(entry.value, arguments)
            if error is not None:
                failures.append(f"({entry.scheme} {arguments}): {type(error).__name__}: {error}")
    assert not failures, "\n".join(failures)


def test_the_check_proves_itself():
    assert isinstance(outcome(lambda value: value.shape, (3,)), AttributeError)


@pytest.mark.parametrize(
    ("call", "error", "said"),
    [
        (
            lambda: scmpy.iterated(1, 2, 3),
            ArityError,
            "iterated has been called with 3 arguments; it requires exactly 2",
        ),
        (lambda: scmpy.component(), None, ""),
        (lambda: scmpy.infix(x, 2.5), WrongTypeError, "->infix expects an integer or None, got the number 2.5"),
        (lambda: scmpy.definite_integral(scmpy.sin, 0, 1, 1e-9, "a"), WrongTypeError, "expects True, False or None"),
        (lambda: scmpy.bisect(scmpy.sin, 3, 4, 1e-9, n_break=2.5), WrongTypeError, "bisect expects an integer or None"),
        (lambda: scmpy.bisect(scmpy.sin, 3, 4, 1e-9, n_break=2), None, ""),
        (lambda: scmpy.zbrent(scmpy.sin, 3, 4, limit=2.5), WrongTypeError, "zbrent expects an integer from zero"),
        (lambda: scmpy.stirling_first_kind(3, math.nan), WrongTypeError, "expects an integer from zero"),
        (lambda: scmpy.apropos(), ArityError, "apropos has been called with 0 arguments; it requires exactly 1"),
        (lambda: scmpy.parse_printed("x", 2), ArityError, "parse_printed has been called with 2 arguments"),
        (lambda: scmpy.Trajectory(), ArityError, "Trajectory has been called with 0 arguments"),
        (lambda: scmpy.literal_up(), ArityError, "literal-up has been called with 0 arguments"),
        (lambda: (scmpy.sin + 1)(1, 2), ArityError, "sin has been called with 2 arguments"),
        (lambda: scmpy.m_num_rows(2.5), WrongTypeError, "m:num-rows does not apply to the number 2.5"),
        (lambda: scmpy.Euler_to_M(3), WrongTypeError, "Euler->M expected an up or down tuple, got the number 3"),
        (lambda: scmpy.structure_to_prototype(up(1, 2), up(3)), WrongTypeError, "structure->prototype expects a name"),
        (lambda: scmpy.symbolic_operator([1, 2]), WrongTypeError, "symbolic-operator expects a name"),
        (lambda: scmpy.D(3)(4), None, ""),
        (lambda: scmpy.D("s"), DifferentiationError, "D expects a function"),
        (lambda: 1 / Matrix([(1, 2), (2, 4)]), DivisionByZeroError, "singular"),
        (lambda: scmpy.invert(Matrix([(x, x), (x, x)])), DivisionByZeroError, "singular"),
        (lambda: x / 0, DivisionByZeroError, "/"),
        (lambda: scmpy.expt(0, -1), DivisionByZeroError, "expt"),
        (lambda: up(1, 2) + down(1, 2), StructureError, "up(2) and down(2)"),
        (lambda: Matrix([(1, 2)]) * Matrix([(1, 2)]), StructureError, "1 by 2"),
        (lambda: scmpy.ref(up(1, 2), 1.5), BadIndexError, "1.5"),
        (lambda: up(1, 2)[2], BadIndexError, "0 to 1"),
        (lambda: scmpy.s_generate(10**400, "up", abs), LimitError, "components"),
        (lambda: up(1, 2) ** 10**400, LimitError, "expt"),
        (lambda: scmpy.mul(2.5, 10**400), LimitError, "too large"),
        (lambda: scmpy.permutations(scmpy.exp_series), WrongTypeError, "permutations expects a list"),
        (lambda: scmpy.mod_make(1, 2) + "s", ScmpyError, ""),
        (lambda: scmpy.quaternion(1, 2, 3, 4)[4], BadIndexError, "the components 0 to 3"),
        (
            lambda: scmpy.quaternion(1, "a", 3, 4),
            WrongTypeError,
            "four numbers, expressions or functions, got the string 'a'",
        ),
        (lambda: scmpy.exp_series[10**9], LimitError, "more than 100000 terms"),
        (lambda: repr(scmpy.series_generate("abc".index)), WrongTypeError, "series does not apply"),
        (lambda: scmpy.series_generate([]), WrongTypeError, "series:generate expects a function"),
        (lambda: Matrix([(1, 2)])[()], BadIndexError, "1 by 2 matrix"),
        (lambda: up(1, 2)[object()], BadIndexError, "an object of type object"),
        (lambda: numpy.asarray(up(1, up(2, 3))), StructureError, "differ in shape"),
        (lambda: float(scmpy.asin(3)), WrongTypeError, "is not real"),
        (lambda: int(x), WrongTypeError, "cannot be an integer"),
        (lambda: f(None), StructureError, "f expects (-> Real Real), got an unspecific value (None in Python)"),
        (lambda: scmpy.literal_function("f", "(-> Real"), SyntaxError_, "still open"),
        (lambda: scmpy.literal_function("f", "(UP Real)"), WrongTypeError, "the type of a function"),
        (lambda: scmpy.literal_function("f", "(-> Foo Real)"), WrongTypeError, "got the expression Foo"),
        (lambda: scmpy.literal_function(""), WrongTypeError, "expects a name"),
        (lambda: scmpy.Lagrange_equations(3), WrongTypeError, "expects a Lagrangian"),
        (lambda: scmpy.Lagrange_equations(lambda a, b: a)(f)(x), ArityError, "of one argument, the state"),
        (lambda: scmpy.Lagrange_equations(lambda s: s[2])(lambda: 1)(x), ArityError, "one argument, the time"),
        (lambda: scmpy.s_generate(3, len, abs), WrongTypeError, "the function len"),
        (lambda: scmpy.mod_make(1, lambda u: u), WrongTypeError, "a function without a name"),
    ],
)
def test_what_an_error_says(call, error, said):
    if error is None:
        call()
        return
    with pytest.raises(error) as caught:
        call()
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (lambda t: "s", "the string 's'"),
        (lambda t: {"a": t}, "a dict of 1"),
        (lambda t: None, "None"),
        (lambda t: (t for _ in "a"), "an object of type generator"),
        (math.sin, "use scmpy's"),
        (lambda t: sympy.sin(t), "use scmpy's"),
        (lambda t: float(t), "use scmpy's"),
        (lambda t: [1, 2][t], "use scmpy's"),
        (lambda t: t // 2, "use scmpy's"),
        (lambda t: numpy.sin(numpy.array([t, 1])), "use scmpy's"),
        (lambda t: numpy.linalg.inv(numpy.array([[t]])), "use scmpy's"),
        (lambda a, b: a, "needs more arguments"),
        (lambda: 1, "takes 0 arguments"),
    ],
)
@pytest.mark.parametrize("point", [1.5, x])
def test_functions_that_cannot_be_differentiated(function, said, point):
    with pytest.raises(ScmpyError) as caught:
        scmpy.D(function)(point)
    assert said in str(caught.value) and "0x" not in str(caught.value)


def test_functions_of_others_that_can_be_differentiated():
    assert scmpy.D(sympy.sin)(x) == scmpy.cos(x) and scmpy.D(numpy.sin)(x) == scmpy.cos(x)
    assert scmpy.D(sympy.Lambda(sympy.Symbol("u"), sympy.Symbol("u") ** 3))(2) == 12
    assert scmpy.D(lambda t: sympy.Symbol("y") * t)(1.0) == y
    assert list(scmpy.D(lambda t: numpy.sin(numpy.array([t, t + y])))(x)) == [scmpy.cos(x), scmpy.cos(x + y)]
    assert scmpy.D(lambda t: scmpy.quaternion(t, 1, t, 2))(x) == scmpy.quaternion(1, 0, 1, 0)


def test_a_recursion_without_end_is_an_error():
    def endless(t):
        return endless(t) + 1

    with pytest.raises(DepthError):
        scmpy.D(endless)(1)


def test_an_error_of_the_user_s_own_function_passes_through():
    def broken(value):
        return {}[value]

    with pytest.raises(KeyError):
        scmpy.D(broken)(1)
    with pytest.raises(KeyError):
        scmpy.iterated(broken, 2)(1)
    with pytest.raises(ZeroDivisionError) as caught:
        scmpy.s_map(lambda value: value // 0, up(1))
    assert not isinstance(caught.value, ScmpyError)


def test_a_number_is_no_function_but_counts_as_a_constant_one():
    with pytest.raises(NotApplicableError):
        Session().run("(3 4)")
    assert (scmpy.sin + 3)(0) == 3
    assert up(scmpy.sin, 3)(0) == up(0, 3)


DEPTH = 10_000


def nested(leaf, depth=DEPTH):
    value = leaf
    for _ in range(depth):
        value = Up((value,))
    return value


@pytest.fixture(scope="module")
def deep():
    """sin sin ... sin x"""
    value = x
    for _ in range(DEPTH):
        value = scmpy.sin(value)
    return value


@pytest.mark.slow
def test_deep_expressions_work(deep):
    assert pickle.loads(pickle.dumps(deep)) is deep
    assert copy.copy(deep) is deep
    assert copy.deepcopy(deep) is deep
    assert scmpy.substitute(scmpy.substitute(deep, x, y), y, x) is deep
    assert scmpy.expression_walker({"sin": lambda value: value, "x": 7})(deep) == 7
    assert repr(deep).count("sin") == DEPTH
    slope = scmpy.D(lambda value: scmpy.substitute(deep, x, value))(y)
    assert scmpy.substitute(slope, y, 0) == 1


@pytest.mark.slow
def test_deep_structures_are_compared_copied_and_flattened():
    value = nested(x)
    assert value == nested(x)
    assert value != nested(y)
    assert hash(value) == hash(nested(x))
    assert copy.deepcopy(value) == value
    assert pickle.loads(pickle.dumps(value)) == value
    assert scmpy.ultra_flatten(value) == (x,)


def test_no_array_has_so_many_dimensions():
    with pytest.raises(DepthError):
        numpy.asarray(nested(1))


@pytest.mark.parametrize("given", [3, "s", scmpy.exp_series])
def test_functions_of_batches_check_their_arguments(given):
    with pytest.raises(ScmpyError, match="expects a quaternion"):
        scmpy.quaternion_to_angle_axis(given)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("m:make-diagonal", [scmpy.exp_series]), ("express-as", [2, scmpy.exp_series]), ("solve", [x, scmpy.exp_series])],
)
def test_a_series_is_no_list(name, arguments):
    (value,) = (entry.value for entry in entries() if entry.scheme == name)
    with pytest.raises(ScmpyError, match="got a series"):
        value(*arguments)
