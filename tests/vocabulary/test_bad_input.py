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
    DepthError,
    InternalError,
    NotApplicableError,
    ScmpyError,
)
from scmpy.generic.numbers import ExactComplex
from scmpy.registry import entries
from scmpy.scheme import Session
from scmpy.structure.matrix import Matrix
from scmpy.structure.tuples import Up, down, up
from scmpy.symbolic.assumptions import assumed

from ..tables import evaluated, refusals

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


test_what_an_error_says = refusals(__file__, "bad input", globals())


def test_calls_that_are_none_of_them():
    scmpy.component()
    scmpy.bisect(scmpy.sin, 3, 4, 1e-09, n_break=2)
    scmpy.D(3)(4)


@pytest.mark.parametrize(
    ("function", "said"),
    evaluated(__file__, "bad_input.txt", "functions that cannot be differentiated", globals()),
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


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("m:make-diagonal", [scmpy.exp_series]), ("express-as", [2, scmpy.exp_series]), ("solve", [x, scmpy.exp_series])],
)
def test_a_series_is_no_list(name, arguments):
    (value,) = (entry.value for entry in entries() if entry.scheme == name)
    with pytest.raises(ScmpyError, match="got a series"):
        value(*arguments)
