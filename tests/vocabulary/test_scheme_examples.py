"""The examples that help shows at the Scheme prompt: translated from those in Python, they give the same values."""

import ast
import contextlib
import io
import re
import sys
from collections.abc import Callable, Iterator
from doctest import DocTestParser
from typing import Any

import pytest

import scmpy
from scmpy.registry import Entry, documentation, entries
from scmpy.scheme import Session
from scmpy.scheme.documentation import Example, Exchange, dialogue, scheme_examples, statements, translated_examples
from scmpy.scheme.sandbox import evaluate

#: What gives Scheme the list of the terms of a polynomial, and Python the polynomial.
TERMS = frozenset("sparse-interpolate univariate-interpolate interpolate-skeleton expand-poly".split())

LAYERS = ("generic", "symbolic", "structure", "calculus", "numerics", "units", "geometry", "mechanics", "plot")


def documented(layer: str) -> dict[str, Entry]:
    """The entries of a layer, one for each documentation."""
    chosen = (entry for entry in entries() if entry.in_scheme and entry.module.startswith(f"scmpy.{layer}."))
    chosen = (entry for entry in chosen if entry.scheme not in TERMS)
    return {entry.doc: entry for entry in chosen}


def text(session: Session, value: Any) -> str:
    """What is shown of a value: a tuple of Python's is a list, a dotted pair too; objects are told by their kinds.

    Names are texts in Python, symbols in Scheme.
    """
    shown = session.result_text(value).replace(" . ", " ").replace('"', "")
    return re.sub(r"(#\[[\w-]+) \d+", r"\1", shown)


def differences(doc: str, module: str = "scmpy") -> Iterator[str]:
    """What the examples give in the two languages, where that is not the same.

    What no name of Python's documents may use what its module has.
    """
    session, names = Session(stdout=io.StringIO()), {**vars(sys.modules[module])}
    names.update((name, getattr(scmpy, name)) for name in scmpy.__all__)
    names["round"] = lambda x, digits: x  # which is left out in Scheme
    waiting = translated_examples(doc)
    for source in (example.source for example in DocTestParser().get_examples(doc) if example.exc_msg is None):
        for statement in statements(source):
            here, waiting = split(waiting, ast.unparse(statement))
            expected = run(statement, names)
            for example in here:
                value = session.run(example.form)
                shown = isinstance(statement, ast.Expr) and not example.is_definition
                if shown and text(session, value) != text(session, expected):
                    yield f"{example.form} is {text(session, value)}, in Python {text(session, expected)}"
    assert not waiting


def split(examples: list[Example], python: str) -> tuple[list[Example], list[Example]]:
    """Those that a statement of Python has become, and the others."""
    count = next((n for n, example in enumerate(examples) if example.python != python), len(examples))
    return examples[:count], examples[count:]


def run(statement: ast.stmt, names: dict[str, Any]) -> Any:
    with contextlib.redirect_stdout(io.StringIO()):
        if isinstance(statement, ast.Expr):
            return eval(ast.unparse(statement), names)
        exec(ast.unparse(statement), names)


def in_one_evaluation(work: Callable[[], Any]) -> Any:
    """Do the work where sessions need no thread for each evaluation."""
    return evaluate(work, None, None)


@pytest.mark.slow
@pytest.mark.parametrize("layer", LAYERS)
def test_both_languages_give_the_same(layer: str) -> None:
    found = in_one_evaluation(
        lambda: [
            f"{entry.scheme}: {line}"
            for doc, entry in documented(layer).items()
            for line in differences(doc, entry.module)
        ]
    )
    assert not found, "\n".join(found)


def test_the_comparison_proves_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    doc = ">>> quotient(-7, 2)\n"
    assert list(differences(doc)) == []
    monkeypatch.setattr(scmpy, "quotient", lambda x, y: x // y)
    assert list(differences(doc)) == ["(quotient -7 2) is -3, in Python -4"]


#: What only Python can give an argument.
PYTHONS_OWN = {"from-sympy", "poly:new-variables", "S^n-type"}


@pytest.mark.slow
def test_every_documentation_has_examples_in_scheme() -> None:
    without = {entry.scheme for entry in entries() if entry.in_scheme and entry.doc and not scheme_examples(entry.doc)}
    assert without == PYTHONS_OWN


def unlike(exchanges: list[Exchange]) -> Iterator[str]:
    """The exchanges that a session answers otherwise: floating-point numbers are told to 8 digits."""
    stream = io.StringIO()
    session = Session(stdout=stream)
    for exchange in exchanges:
        value = session.run(exchange.form)
        found = (stream.getvalue() + session.result_text(value)).split()
        stream.seek(0)
        stream.truncate()
        if exchange.answer is not None and not same_words(found, exchange.answer.split()):
            yield f"{exchange.form} is {' '.join(found)}, and not {exchange.answer}"


def same_words(found: list[str], expected: list[str]) -> bool:
    """Equal words, or numbers that agree to 8 digits between the same parentheses."""

    def same(a: str, b: str) -> bool:
        numbers = [re.findall(r"-?[\d.]+(?:e-?\d+)?", word) for word in (a, b)]
        kept = [re.sub(r"-?[\d.]+(?:e-?\d+)?", "#", word) for word in (a, b)]
        return a == b or (
            "." in a + b
            and kept[0] == kept[1]
            and [*map(float, numbers[0])] == pytest.approx([*map(float, numbers[1])], 1e-8, 1e-8)
        )

    return len(found) == len(expected) and all(map(same, found, expected))


@pytest.mark.slow
def test_dialogues_are_what_the_prompt_says() -> None:
    docs = {entry.doc: entry.scheme for entry in entries() if dialogue(entry.doc)}
    found = in_one_evaluation(
        lambda: [f"{name}: {line}" for doc, name in docs.items() for line in unlike(dialogue(doc))]
    )
    assert not found, "\n".join(found)
    assert len(docs) > 150


def test_wrong_dialogues_are_found() -> None:
    assert list(unlike([Exchange("(+ 1 2)", "4")])) == ["(+ 1 2) is 3, and not 4"]
    assert list(unlike([Exchange("(up 1. 2)", "(up 1.000001 2)")])) and list(unlike([Exchange("(list 1.5)", "(1.4)")]))
    assert not list(unlike([Exchange("(list 1.0000000001 'a)", "(1. a)"), Exchange("(sin 1.)", None)]))


@pytest.mark.parametrize(
    ("python", "scheme"),
    [
        ("x, y = symbols('x y')\nx + y + 2", ["(+ 'x 'y 2)"]),
        ("def f(s):\n    t, (x, y), v = s\n    return x * v\nf(up(0, up(1, 2), 3))", ["(define (f s) (let ((t (ref s 0)) (x (ref (ref s 1) 0)) (y (ref (ref s 1) 1)) (v (ref s 2))) (* x v)))", "(f (up 0 (up 1 2) 3))"]),
        ("d_dx, d_dy = R2_rect.vector_basis('x y')\nx, y = R2_rect.coordinates('x y')\nd_dx(x)(R2_rect.point(1, 2))", ["(define-coordinates (up x y) R2-rect)", "((d/dx x) ((point R2-rect) (up 1 2)))"]),
        ("q = up(*literal_functions('a b'))\nq(*symbols('t'))", ["(define q (up (literal-function 'a) (literal-function 'b)))", "(q 't)"]),
        ("f = thing.method()\nf(2)\nD(sin)(0)", ["((D sin) 0)"]),  # what is lost loses what mentions it
        ("_ = thing.method()\nD(sin)(0)", []),  # and what is done for its effect all that follows
        ("1 / 2", []),
        ("simplify(2, careful=True)", []),
        ("substitute(x, 1, 2)", [])
    ],
)  # fmt: skip
def test_translation(python: str, scheme: list[str]) -> None:
    lines = "".join((f">>> {line}\n" if line[0] != " " else f"... {line}\n") for line in python.splitlines())
    assert [example.form for example in scheme_examples(lines)] == scheme


def test_help_shows_them_with_their_answers() -> None:
    stream = io.StringIO()
    session = Session(stdout=stream)
    session.run("(define square 3) (help cube) (help Lagrange-equations) (help numerator)")
    shown = stream.getvalue()
    assert "\n(cube -2)\n; => -8\n" in shown
    assert (
        "(((Lagrange-equations L-harmonic) (literal-function 'x)) 't)\n; => (+ (* k (x t)) (* m (((expt D 2) x) t)))"
        in shown
    )
    assert ">>>" not in shown and "`" not in shown and max(map(len, shown.splitlines())) < 121


def test_no_documentation_has_marks_for_printers() -> None:
    roles = re.compile(r":[a-z]+:`")
    assert not [entry.scheme for entry in entries() if roles.search(entry.doc)]
    assert not [name for name in scmpy.__all__ if roles.search(documentation(getattr(scmpy, name)))]
