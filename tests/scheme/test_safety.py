"""A program of Scheme reaches nothing of the machine's: the ways that were tried, by each of which one might.

Every attempt carries a text which, evaluated as Python by whatever library, makes a file; none may.
"""

import functools
import io
import math
import os
import pickle
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from scmpy.errors import NotApplicableError, ScmpyError, UnboundVariableError, WrongTypeError
from scmpy.registry import entries
from scmpy.scheme import Session
from scmpy.scheme.data import list_of
from scmpy.scheme.sandbox import OWN, HostProcedure, sandboxed

pytestmark = pytest.mark.misuse

numpy = pytest.importorskip("numpy")
sympy = pytest.importorskip("sympy")


@pytest.fixture
def text(tmp_path: Path) -> Iterator[str]:
    """Python that makes a file; that nobody evaluates it is checked when the test ends."""
    path = tmp_path / "made"
    yield f"__import__('pathlib').Path('{path.as_posix()}').touch()"
    assert not path.exists(), "the text was evaluated"


def tried(session: Session, form: str, text: str) -> Any:
    """The value of a form, or its error, after every way of showing it has been tried."""
    program = form.replace("TEXT", f'"{text}"').replace("EVIL", f"|{text}|")
    try:
        value = session.run(program)
        session.result_text(value)
        session.result_tex(value)
        session.write_text(value)
        return value
    except ScmpyError as error:
        return error


ATTEMPTS = Path(__file__).with_name("attempts.txt").read_text().splitlines()
FORMS = [line for line in ATTEMPTS if "thing" not in line]
USES = [line for line in ATTEMPTS if "thing" in line]


@pytest.mark.parametrize("form", FORMS)
def test_no_form_evaluates_a_text_of_python(form: str, text: str) -> None:
    session = Session(io.StringIO())
    value = tried(session, form, text)
    assert isinstance(value, ScmpyError) or foreign(value) is None


def foreign(value: Any, depth: int = 0) -> Any:
    """A part of the value that no program should have: one of a class that is neither scmpy's nor plain data."""
    kind = type(value)
    if isinstance(value, (list, tuple)) and depth < 5:
        return next((found for item in value if (found := foreign(item, depth + 1)) is not None), None)
    if kind in OWN or kind.__module__.partition(".")[0] == "scmpy" or sandboxed(value) is value:
        return None
    return value


ARGUMENTS = ("TEXT", "'EVIL", "TEXT TEXT", "'x TEXT", "car TEXT")

#: What would not end, or would end the test.
LEFT_OUT = "exit emergency-exit %exit read read-line read-char read-string peek-char char-ready?".split()


@pytest.mark.slow
def test_no_procedure_evaluates_a_text_or_returns_a_value_of_a_library(text: str) -> None:
    """Every procedure that a program can name, with texts, evil symbols and procedures for its arguments."""
    session = Session(io.StringIO(), time_limit=5)
    names = [name for name in session.names() if session.has(name) and callable(session.lookup(name))]
    assert len(names) > 1500
    leaked = []
    for name in names:
        if name in LEFT_OUT:
            continue
        for arguments in ARGUMENTS:
            value = tried(session, f"(|{name}| {arguments})", text)
            if not isinstance(value, ScmpyError) and foreign(value) is not None:
                leaked.append((name, arguments, type(foreign(value))))
    assert leaked == []


def test_what_converts_out_is_for_python_alone() -> None:
    alone = {entry.scheme for entry in entries() if not entry.in_scheme}
    assert alone == {
        *("to-sympy", "via-sympy", "series->sympy", "elementary-function", "map-orbit", "save-movie", "integral-ball")
    }
    session = Session()
    for name in alone:
        with pytest.raises(UnboundVariableError):
            session.run(name)


# -- what the host hands over ----------------------------------------------------------------------------------------

SHARED: dict[str, Callable[[], Any]] = {
    "symbol": lambda: sympy.Symbol("x"),
    "function": lambda: sympy.Function("f"),
    "elementary": lambda: sympy.sin,
    "lambda": lambda: sympy.Lambda(sympy.Symbol("x"), sympy.Symbol("x") ** 2),
    "applied": lambda: sympy.Function("f")(sympy.Symbol("x")),
    "matrix": lambda: sympy.Matrix([[sympy.Symbol("x")]]),
    "sympify": lambda: sympy.sympify,
    "integrate": lambda: sympy.integrate,
    "partial": lambda: functools.partial(sympy.sympify),
    "method": lambda: sympy.Symbol("x").subs,
    "vectorize": lambda: numpy.vectorize,
    "array": lambda: numpy.array([1.0, 2.0]),
    "list": lambda: [sympy.Symbol("x")],
    "tuple": lambda: (sympy.Function("f"), 1),
    "structure": lambda: __import__("scmpy").up(sympy.Symbol("x"), 1),
    "maker": lambda: lambda *_: sympy.Symbol("x"),
    "maker of lists": lambda: lambda *_: [sympy.Symbol("x")],
    "maker of functions": lambda: lambda *_: sympy.sympify,
}


def _session() -> Session:
    session = Session(io.StringIO(), time_limit=5)
    session.run("(define h2 1)")
    return session


def _defined(form: str, thing: Any) -> None:
    session = _session()
    session.define("thing", thing)
    session.result_text(session.run(form))


def _outer(form: str, thing: Any) -> None:
    session = Session(io.StringIO(), outer={"thing": thing}, time_limit=5)
    session.run("(define h2 1)")
    session.result_text(session.run(form))


def _called_back(form: str, thing: Any) -> None:
    session = _session()
    session.define("host", lambda callback: callback(thing))
    session.run(f"(host (lambda (thing) {form}))")


def _handed(program: str, held: Callable[[Any], Any] = lambda thing: thing) -> Callable[[str, Any], None]:
    """What a procedure of Scheme does with what Python calls it with."""
    return lambda form, thing: _session().run(program.replace("FORM", form))(held(thing))


_IN_ARITHMETIC = "(begin (define + list) (lambda (k) (let ((thing (car (+ k 1)))) FORM)))"
ROADS: dict[str, Callable[[str, Any], None]] = {
    "defined": _defined,
    "outer": _outer,
    "handed": _handed("(lambda (thing) FORM)"),
    "optional": _handed("(lambda (#!optional thing) FORM)"),
    "rest": _handed("(lambda things (let ((thing (car things))) FORM))"),
    "in a vector": _handed("(lambda (v) (let ((thing (vector-ref v 0))) FORM))", lambda x: [x]),
    "in a list": _handed("(lambda (l) (let ((thing (caar l))) FORM))", lambda x: list_of([list_of([x])])),
    "in a table": _handed("(lambda (t) (let ((thing (hash-table-ref t 1 list))) FORM))", lambda x: {1: x}),
    "in an inner procedure": _handed("(let ((g (lambda (thing) (lambda () FORM)))) (lambda (k) ((g k))))"),
    "in a loop": _handed("(lambda (k) (let loop ((i 0) (thing k)) (if (= i 1) FORM (loop (+ i 1) thing))))"),
    "through an assignment": _handed("(lambda (k) (let ((thing #f)) (set! thing k) FORM))"),
    "in arithmetic": _handed("(lambda (k) (let ((thing (+ k k))) FORM))"),
    "after an operation has become another": _handed(_IN_ARITHMETIC),
    "called back": _called_back,
}


@pytest.mark.parametrize(
    ("road", "shared"),
    [
        (road, shared)
        for road in ROADS
        for shared in (SHARED if road == "defined" else ("function", "list", "maker of functions"))
    ],
)
@pytest.mark.slow
def test_no_value_of_a_library_gets_a_text(shared: str, road: str, text: str) -> None:
    made = Path(text.split("'")[3])
    for form in USES:
        program = form.replace("TEXT", f'"{text}"').replace("EVIL", f"|{text}|")
        with suppress(ScmpyError, TypeError):
            ROADS[road](program, SHARED[shared]())
        assert not made.exists(), form


class Maker:
    """A host's own class."""

    def __call__(self) -> Any:
        return sympy.Function("f")


def test_what_a_host_s_own_objects_return_is_admitted(text: str) -> None:
    session = Session()
    session.define("maker", Maker())
    with suppress(ScmpyError):
        session.run(f'(map (maker) (list "{text}"))')


def test_a_procedure_admits_what_python_calls_it_with_and_leaves_the_rest_alone() -> None:
    session = Session()
    first = session.run("(lambda (v) (vector-ref v 0))")
    values = [1, [2, 3]]
    assert first(values) == 1
    assert session.run("(lambda (v) (list v))")(values).car is values
    session.run("(define (total l) (if (null? l) 0 (+ (car l) (total (cdr l)))))")
    assert session.lookup("total")(list_of(range(100))) == 4950


@pytest.mark.parametrize("function", [os.system, eval, exec, open, pickle.loads, __import__, getattr, map, print])
def test_functions_of_python_that_a_host_shares_take_no_text(function: Any, text: str) -> None:
    """A notebook shares whatever it has imported: that is no leave to call it with anything."""
    session = Session(io.StringIO(), outer={"thing": function})
    for form in ("(thing TEXT)", "(thing car)", "(map thing (list TEXT))", "(apply thing (list 'EVIL TEXT))"):
        assert isinstance(tried(session, form, text), (WrongTypeError, NotApplicableError)), form


def test_functions_of_libraries_take_numbers_and_expressions() -> None:
    session = Session(
        outer={"root": math.sqrt, "np-sin": numpy.sin, "integrate": sympy.integrate, "x": sympy.Symbol("x")}
    )
    assert session.run("(root 4)") == 2.0
    assert session.run("(equal? (map root (list 1 4)) (list 1. 2.))")
    assert session.run("(np-sin 0)") == 0
    assert str(session.run("(integrate (* 2 x) x)")) == "(expt x 2)"
    assert str(session.run("((D square) x)")) == "(* 2 x)"


def test_a_host_s_own_functions_are_called_as_they_are() -> None:
    session = Session()
    session.define("shout", lambda text: text.upper())
    session.define("call", lambda f: f(3))
    session.define("adder", lambda a: lambda b: a + b)
    session.define("length", len)
    assert session.run('(shout "a")') == "A"
    assert session.run("(call square)") == 9
    assert session.run("((adder 1) 2)") == 3
    assert session.run('(length "abc")') == 3
    assert session.run("(lambda (f) (f 2))")(lambda x: x + 1) == 3
    assert session.run("(let ((f adder)) (equal? (map (f 1) (list 1 2)) (list 2 3)))")
    assert session.run("(equal? (procedure-arity adder) (cons 1 1))")
    assert str(session.run("((D (lambda (x) (call (lambda (y) (* x y))))) 'x)")) == "3"


def test_procedures_given_to_python_apply_nothing_of_sympy_to_a_text(text: str) -> None:
    session = Session()
    for form in ("(lambda (x) (x TEXT))", "(lambda (x) (let ((y x)) (y TEXT)))", "(lambda (x) (apply x (list TEXT)))"):
        procedure = session.run(form.replace("TEXT", f'"{text}"'))
        for thing in (sympy.Symbol("x"), sympy.Function("f"), sympy.sympify, eval):
            with suppress(ScmpyError, TypeError):
                procedure(thing)


def test_a_host_procedure_is_one_value() -> None:
    session = Session(outer={"f": max})
    assert session.run("(eq? f f)") is True
    assert isinstance(session.run("f"), HostProcedure)
    assert pickle.loads(pickle.dumps(session.run("f"))) == session.run("f")


def test_functions_in_a_multivector_are_admitted_as_those_in_a_tuple() -> None:
    import sympy

    from scmpy import VGA2, make_multivector, quaternion

    for held in (quaternion(sympy.sympify, 0, 0, 0), make_multivector(VGA2, [sympy.sympify, 0], 1)):
        with pytest.raises(WrongTypeError, match="takes numbers and expressions from a program"):
            sandboxed(held)("1+1")
