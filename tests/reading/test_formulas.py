"""Formulas in infix text and in LaTeX: what they are read as, by which rule, and where they are refused."""

import time
from pathlib import Path
from random import Random

import pytest

from scmpy import (
    equations,
    equations_from_tex,
    equations_from_text,
    equivalent,
    expression_from_tex,
    expression_from_text,
    parse_printed,
)
from scmpy.errors import ScmpyError, SyntaxError_

HERE = Path(__file__).parent

#: Texts, and what they are read as.
EXPRESSIONS = [line.split("  =>  ") for line in (HERE / "expressions.txt").read_text("utf-8").splitlines()]
EQUATIONS = [part.split("  =>  ") for part in (HERE / "equations.txt").read_text("utf-8").rstrip().split("\n\n")]


@pytest.mark.parametrize("text, printed", EXPRESSIONS)
def test_expressions(text, printed):
    read = expression_from_tex if "\\" in text else expression_from_text
    assert equivalent(read(text), parse_printed(printed))


@pytest.mark.parametrize("text, printed", EQUATIONS)
def test_equations(text, printed):
    read = equations_from_tex if "\\" in text else equations_from_text
    (residual,) = read(text)
    assert equivalent(residual, parse_printed(printed))


def test_indices_run_over_the_coordinates_of_the_reference():
    reference = equations_from_text("m x_1'' = 0, m x_2'' = 0")
    found = equations_from_tex(r"m \ddot x_i = -k_i \sum_j x_j", reference=reference)
    assert equivalent(found[1], parse_printed("(+ (* m (((expt D 2) x_2) t)) (* k_2 (+ (x_1 t) (x_2 t))))"))
    assert len(found) == 2


def test_either_sign_is_another_reading():
    found = equations_from_tex(r"\dot x = \pm a")
    ((other,),) = found.alternatives
    assert equivalent(found[0], parse_printed("(- ((D x) t) a)"))
    assert equivalent(other, parse_printed("(+ ((D x) t) a)"))


REFUSED = {
    "d(m k)/dt = F": (1, 9),
    r"\dot x = \sum_j k_j": (1, 10),
    "x'' + = 3": (1, 7),
    "θ'' = -(g/l sin θ": (1, 8),
    "x = 1\ny = 2 @": (2, 7),
    "sin": (1, 1),
    "": (1, 1),
    "1/0": (1, 3),
    "1 + max(x, y)": (1, 5),
    r"\partial x": (1, 1),
    "log_1 x": (1, 1),
    r"\input{a} = 0": (1, 1),
    r"\frac{a": (1, 6),
    r"a \begin{tabular}": (1, 3),
    r"\overset{!}{=} \underbrace{- k x": (1, 27),
    "∂x/∂u ∂u/∂x = 1": (1, 1),
    "(" * 10_000: (1, 81),
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_refused_is_shown(text):
    read = expression_from_tex if "\\" in text else equations_from_text if "=" in text else expression_from_text
    with pytest.raises(SyntaxError_) as caught:
        read(text)
    assert caught.value.location is not None
    assert len(str(caught.value)) < 500 and ("^" in str(caught.value)) == bool(text)
    assert (caught.value.location.line, caught.value.location.column) == REFUSED[text] or len(text) > 100


def test_terms_are_where_they_stand():
    (one,) = equations_from_text("x'' = 0,\n  m y'' - k y = -m g", reference=None).equations[1:]
    assert [term.text for term in one.terms] == ["m y''", "- k y", "-m g"]
    assert [(term.line, term.column) for term in one.terms] == [(2, 3), (2, 9), (2, 17)]
    assert equivalent(sum(term.value for term in one.terms), one.residual)


def test_the_reference_says_what_names_mean():
    reference = equations_from_text("mg r'' = V'(r) x1", parameters="mg")
    again = equations_from_text("mg r'' - V'(r) x_1 = 0", reference=reference)
    assert equivalent(again[0], reference[0])
    assert again.reading.parameters == ("mg", "x1") and again.reading.functions == ("V",)


@pytest.mark.parametrize("given", ["x_1, λ", "x₁ lambda", ["x_1", r"\lambda"]])
@pytest.mark.parametrize("text", ["m x₁'' = λ x₁", r"m \ddot x_1 = \lambda x_1"])
def test_declared_names_are_read_as_those_of_a_text(text, given):
    assert equations(text, given).reading.parameters == ("m",)


def test_other_readings():
    found = equations_from_text("a x''/b c = V(x + 1)")
    assert len(found.reading.choices) == 2
    others = [[*other] for other in found.alternatives]
    assert any(
        equivalent(x, parse_printed("(- (/ (* a (((expt D 2) x) t)) (* b c)) (* V (+ 1 (x t))))")) for (x,) in others
    )


@pytest.mark.parametrize("given", [3, ["a", 3]])
def test_what_is_no_text_or_name(given):
    with pytest.raises(ScmpyError):
        equations_from_text("x'' = 0", coordinates=given)
    with pytest.raises(ScmpyError):
        equations_from_text(given)


FOREIGN = [*"∮漢😀\0{}()[]|^_'\"$&@;=<√∂½²₁↑\\\n"]
FOREIGN += r"\input{a} \write18{ls} __import__('os') \frac \left( \right) \begin{align} \end{cases}".split()
FOREIGN += r"d/dt ^2 1/0 \dot{ _{ x^99999 const".split()
NESTED = [
    part.replace("~", " ")
    for part in r"( [ \frac{ \dot{ sin~ √ | - 2^ \left( f( d/dt~ a/ D \begin{pmatrix} \matrix{".split()
]


def mutant(random):
    """A text cut, doubled, with foreign parts, or with 10,000 characters of nesting in it."""
    text, _ = random.choice([*EQUATIONS, *EXPRESSIONS])
    for _ in range(random.randint(1, 4)):
        i, j = sorted(random.randrange(len(text) + 1) for _ in range(2))
        nested = random.choice(NESTED)
        cut = text[:i] + text[j:]
        doubled = text[:j] + text[i:j] + text[j:]
        foreign = text[:i] + random.choice(FOREIGN) + text[i:]
        deep = text[:i] + nested * (random.choice([60, 10_000 // len(nested)])) + text[i:]
        text = random.choice([cut, doubled, foreign, foreign, foreign, deep] if len(text) < 1000 else [cut, foreign])
    return text


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_every_text_is_read_or_refused_at_a_place(seed):
    random = Random(seed)
    for _ in range(6):
        text = mutant(random)
        began = time.process_time()
        try:
            equations(text)
        except SyntaxError_ as error:
            assert error.location is not None
        assert time.process_time() - began < 5, text[:200]
