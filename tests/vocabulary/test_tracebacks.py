"""What a user is shown of an error: the own lines alone, and what to do about it."""

import os
import subprocess
import sys
from fractions import Fraction

import pytest

from scmpy import D, Lagrange_equations, literal_function, sin, symbols, trajectory, up, via_sympy
from scmpy.errors import BadIndexError, DifferentiationError, InternalError, ScmpyError, trim
from scmpy.scheme import Session

from ..tables import refusals

m, t = symbols("m t")
x = literal_function("x")

PROGRAM = """
import math, sys, sympy
from scmpy import *
m, t = symbols("m t")
for mistake in (
    lambda q, v: v[1],
    lambda q, v: math.sin(m),
    lambda q, v: math.cos(q),
    lambda q, v: sin(q, v),
    lambda q, v: up(q, v)[2],
    lambda q, v: "a" + v,
    lambda q, v: sympy.sin(q),
):
    try:
        Lagrange_equations(compose(lambda s: mistake(s[1], s[2])))(literal_function("x"))(t)
    except Exception:
        sys.excepthook(*sys.exc_info())
"""


def shown(*options):
    return subprocess.run([sys.executable, *options, "-c", PROGRAM], capture_output=True, text=True, check=True).stderr


@pytest.mark.slow
def test_a_traceback_ends_at_the_line_of_the_user():
    text = shown()
    files = [line.split(",")[0] for line in text.splitlines() if line.startswith("  File")]
    assert files == ['  File "<string>"'] * 3 * 7
    assert "another exception" not in text and "direct cause" not in text


@pytest.mark.slow
def test_in_the_development_mode_it_is_whole():
    assert "boundary.py" in shown("-X", "dev")


def of(body):
    """A Lagrangian with a mistake."""

    def L(local):
        t, q, v = local
        return body(local, t, q, v)

    return L


@pytest.mark.parametrize(
    ("body", "advice"),
    [
        (lambda local, t, q, v: v[1], "v is a differential of the expression ((D x) t)"),
        (lambda local, t, q, v: (lambda a, b: a)(*v), "a scalar has no components"),
        (lambda local, t, q, v: len(q), "a scalar has no components"),
        (lambda local, t, q, v: v(t), "values at one time"),
        (lambda local, t, q, v: v.x, "taken by an index"),
        (lambda local, t, q, v: (lambda: 3)(t), None),
        (lambda local, t, q, v: {}["a"], None),
    ],
)
def test_python_s_own_errors_have_a_note_if_they_are_of_the_library_s_values(body, advice):
    with pytest.raises((TypeError, AttributeError, KeyError)) as caught:
        Lagrange_equations(of(body))(x)(t)
    notes = getattr(caught.value, "__notes__", [])
    assert len(notes) == (advice is not None)
    assert advice is None or advice in notes[0]


def test_a_state_that_is_unpacked_wrongly():
    def L(local):
        _t, v = local
        return v

    with pytest.raises(ValueError, match="too many values") as caught:
        Lagrange_equations(L)(x)(t)
    assert caught.value.__notes__ == [
        "a state (up t q v) has three components, and q has one for every coordinate; here local is up(3)"
    ]


def test_functions_of_sympy_tell_the_differential_once():
    import sympy

    with pytest.raises(DifferentiationError, match=r"^D: a differential of the expression t is"):
        D(lambda x: D(lambda y: sympy.sin(y) * x)(x))(t)


NOTEBOOK = """
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance(colors="nocolor")
shell.run_cell("from scmpy import *")
shell.run_cell("up(1, 2)[3]")
"""

OWN_ERRORS = """
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance(colors="nocolor")
shell.run_cell("from scmpy import *")
shell.run_cell("def L(s): return undefined(s)\\nLagrange_equations(L)(literal_function('q'))(symbols('t'))")
shell.run_cell("D(lambda x: x.foo)(3)")
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "shown", "left_out"),
    [
        (NOTEBOOK, ("1 up(1, 2)[3]", "REF 3: up(2) has components 0 to 1"), "structure.py"),
        (OWN_ERRORS, ("name 'undefined' is not defined", "has no attribute 'foo'"), "boundary.py"),
    ],
)
def test_ipython_shows_the_lines_of_the_user_without_the_library(tmp_path, program, shown, left_out):
    environment = {**os.environ, "IPYTHONDIR": str(tmp_path)}
    text = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment).stdout
    assert all(line in text for line in shown) and left_out not in text and "hidden" not in text


def test_a_defect_of_the_library_is_shown_whole():
    def raised(kind):
        try:
            raise kind("x")
        except ScmpyError as error:
            return error

    error = raised(InternalError)
    before = error.__traceback__
    trim(error)
    assert error.__traceback__ is before


def test_what_the_user_raised_on_the_way_stays():
    with pytest.raises(BadIndexError) as caught:
        try:
            raise KeyError("own")
        except KeyError:
            up(1, 2)[5]
    trim(caught.value)
    assert isinstance(caught.value.__context__, KeyError)


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("(sin #f)", "sin does not apply to the boolean #f"),
        ("(expt #t 1/2)", "expt does not apply to the boolean #t and the number 1/2"),
        ('(sin "a")', 'sin does not apply to the string "a" (a symbol is made by a quote)'),
        ("(sin (if #f #f))", "sin does not apply to an unspecific value"),
        ("(sin (list 1/2 #f))", "sin does not apply to the list (1/2 #f)"),
    ],
)
def test_values_are_told_in_scheme_at_a_prompt_of_scheme(program, message):
    with pytest.raises(ScmpyError) as caught:
        Session().run(program)
    assert caught.value.message.partition(";")[0] == message


def test_fractions_are_told_as_quotients():
    half, exact = Fraction(1, 2), Session().run("1/2+3/4i")
    with pytest.raises(ScmpyError, match=r"the tuple \(1/2, \[1/2\], 1/2\+3/4i\)"):
        sin((half, [half], exact))


def test_an_error_that_came_from_itself_is_trimmed():
    """``raise error from error``, or two that came from one another, had no end."""
    first, second = ScmpyError("first"), ValueError("second")
    first.__cause__ = first
    trim(first)
    first.__cause__, second.__cause__ = second, first
    first.__context__, second.__context__ = second, first
    for error in (first, second):
        trim(error)
    with pytest.raises(ScmpyError) as failed:
        trajectory(lambda state: up(1, Fraction(1, 2) / (state[1] - 1) + up(1, 2)), up(0, 3.0), 1)
    assert failed.value.__cause__ is not failed.value
    with pytest.raises(ScmpyError) as failed:
        trajectory(lambda state: state[1], up(0, 3.0), 1)
    assert failed.value.__cause__ is not failed.value
    with pytest.raises(ScmpyError) as failed:
        via_sympy(lambda e: sin(None))(m)
    assert failed.value.__cause__ is not failed.value


test_what_is_refused = refusals(__file__, "tracebacks", globals())
