"""Names of the original: its answers to programs with them, parts of the simplifier, exact->inexact under both names."""

import io
import math
import re
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import pytest

import scmpy as s
from scmpy import assume_bang, forget_assumptions_bang, setting, symbols, tex, unparse, unparse_number, unparse_symbol
from scmpy.errors import DomainError, ScmpyError, WrongTypeError
from scmpy.registry import lookup
from scmpy.scheme import Session
from scmpy.scheme.printer import write_text

from ..tables import answers, evaluated

ANSWERS = """
(easy-simplify '(+ x x)) => (* 2 x)
(poly/coefficients (poly:dense-> '(5 2 0 0 0 3))) => (3 2 5)
""".strip().splitlines()


@pytest.fixture(scope="module")
def session() -> Session:
    made = Session(io.StringIO())
    return made


@pytest.mark.parametrize("line", ANSWERS)
def test_the_original_s_answer(line: str, session: Session) -> None:
    form, _, answer = line.partition(" => ")
    assert session.result_text(session.run(form)) == answer


@pytest.mark.parametrize(
    ("form", "answer"),
    [
        ("(equal? (quaternion 1 2 3 4) (quaternion 1 2 3 4))", True),
        ("(equal? (quaternion 1 2 3 4) (quaternion 1 2 3 5))", False),
        ("(equal? (matrix-by-rows '(1 2) '(3 4)) (matrix-by-rows '(1 2) '(3 4)))", True),
        ("(equal? (matrix-by-rows '(1 2) '(3 4)) (matrix-by-rows '(1 2 3 4)))", False),
        ("(member (quaternion 0 0 0 1) (list 1 (quaternion 0 0 0 1)))", None),
        (
            "(let ((t (make-equal-hash-table))) (hash-table-set! t (quaternion 1 0 0 0) 'one)"
            " (eq? (hash-table-ref t (quaternion 1 0 0 0) list) 'one))",
            True,
        ),
    ],
)
def test_matrices_quaternions_and_polynomials_are_equal_by_their_parts(form: str, answer: bool | None) -> None:
    found = Session().run(form)
    assert found is answer if answer is not None else found is not False


def test_settings_in_python():
    foo = symbols("foo")
    with setting(tex_symbol_substs={"foo": r"\mathcal{F}"}):
        assert tex(foo + 1) == r"1 + \mathcal{F}"
        assert unparse("(* 2 foo_1)") == r"2 \mathcal{F}_{1}"
        with setting(tex_unparse_table={"cross": r" \times ".join}):
            assert unparse("(cross foo b)") == r"\mathcal{F} \times b"
    assert tex(foo + 1) == r"1 + \mathsf{foo}"
    assert unparse_number(-1.5) == "-1.5"
    assert unparse_symbol("thetadot_1") == r"\dot{\theta}_{1}"
    with pytest.raises(WrongTypeError, match="there is no setting happiness"):
        setting(happiness=1)


def test_a_setting_of_python_holds_where_a_program_has_not_set_it():
    with setting(tex_symbol_substs=[("foo", "F")]):
        session = Session()
        assert session.run("(unparse 'foo)") == "F"
        session.run("""(set! tex:symbol-substs '((foo "G")))""")
        assert session.run("(unparse 'foo)") == "G"


def test_assumptions_about_expressions_from_python():
    y = symbols("y")
    try:
        assume_bang((symbols("positive?"), y))
        with pytest.raises(DomainError, match="the expression y is negative"):
            assume_bang((symbols("negative?"), y))
        assert assume_bang((symbols("negative?"), y), "me", lambda: 1) == 1
    finally:
        forget_assumptions_bang()


def test_settings_are_documented():
    for name in ("tex:symbol-substs", "*assumption-tolerance-multiplier*"):
        entry = lookup(name)
        assert entry is not None
        assert "setting(" in entry.doc
        assert f"(set! {name}" in entry.doc


def test_nearest_float():
    assert s.exact_to_inexact(Fraction(1, 4)) == 0.25
    assert s.inexact is s.exact_to_inexact


@pytest.mark.parametrize(
    ("value", "expected"),
    evaluated(__file__, "values.txt", "an exact zero beside floats is a float", globals()),
)
def test_an_exact_zero_beside_floats_is_a_float(value, expected):
    assert str(value()) == expected


@pytest.mark.parametrize("number", [5, 0, Fraction(1, 2), s.symbols("x")], ids=str)
def test_nothing_exact_is_divided_by_an_exact_zero(number):
    with pytest.raises(s.errors.DivisionByZeroError):
        s.div(number, 0)


NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")


class Section(NamedTuple):
    title: str
    tolerance: float
    definitions: list[str]
    calls: list[tuple[str, str]]


def sections() -> list[Section]:
    found: list[Section] = []
    for line in (Path(__file__).parent / "numerical_answers.txt").read_text().splitlines():
        if line.startswith("# "):
            title, _, tolerance = line[2:].partition(" ~ ")
            found.append(Section(title, float(tolerance or 1e-9), [], []))
        elif " => " in line:
            form, _, answer = line.rpartition(" => ")
            found[-1].calls.append((form, answer))
        elif line:
            found[-1].definitions.append(line)
    return found


SECTIONS = sections()


def same(ours: str, theirs: str, tolerance: float) -> bool:
    """The same text, but for numbers that are close to each other, relative to their size or to 1."""
    if NUMBER.sub("#", ours) != NUMBER.sub("#", theirs):
        return False
    pairs = zip(NUMBER.findall(ours), NUMBER.findall(theirs), strict=True)
    return all(math.isclose(float(a), float(b), rel_tol=tolerance, abs_tol=tolerance) for a, b in pairs)


def wrong(session: Session, form: str, answer: str, tolerance: float) -> str:
    """What is wrong with the answer here; an empty text where nothing is."""
    try:
        ours = write_text(session.run(form))
    except ScmpyError as error:
        return "" if answer == "error" else f"{form} => {error}"
    return "" if answer != "error" and same(ours, answer, tolerance) else f"{form} => {ours}, not {answer}"


@pytest.mark.parametrize("section", SECTIONS, ids=[section.title for section in SECTIONS])
def test_the_original_s_answers(section: Section) -> None:
    session = Session(io.StringIO())
    session.run("\n".join(section.definitions))
    found = [wrong(session, form, answer, section.tolerance) for form, answer in section.calls]
    assert not any(found), "\n".join(filter(None, found))


def test_the_comparison_proves_itself() -> None:
    assert sum(len(section.calls) for section in SECTIONS) > 250
    assert wrong(Session(), "(+ 1 1)", "3", 1e-9) and wrong(Session(), "1", "error", 1e-9)
    assert same("#(1. 2.00000000001)", "#(1. 2.)", 1e-9)
    assert not same("(1. 2.)", "#(1. 2.)", 1e-9)
    assert not same("#(1. 2.1)", "#(1. 2.)", 1e-9)
    assert not same("#(1. -2.)", "#(1. 2.)", 1e-9)


test_answers = answers(__file__, "values.txt")


def test_series_print() -> None:
    output = io.StringIO()
    Session(stdout=output).run("(series:print exp-series 3)")
    assert output.getvalue() == "1\n1\n1/2\n"
