"""Laws of the notations: what is written reads back with the same value, and TeX is always well formed."""

import cmath
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scmpy.render.latex import LINE, tex
from scmpy.render.notation import filled, infix
from scmpy.symbolic.expression import application
from scmpy.symbolic.expression import symbol as name

from .readers import check_tex, value_of, value_of_text


def node(head, *operands):
    return application(name(head), *operands)


atoms = st.sampled_from([*map(name, ("x", "y", "z", "theta", "x_0", "thetadot")), 1, -1, 2, 12, -3])
numbers = st.sampled_from([Fraction(1, 2), Fraction(-3, 7), 0.5, -2.25])


def _larger(inner):
    return st.one_of(
        st.builds(lambda xs: node("+", *xs), st.lists(inner, min_size=1, max_size=4)),
        st.builds(lambda xs: node("*", *xs), st.lists(inner, min_size=1, max_size=4)),
        st.builds(lambda xs: node("-", *xs), st.lists(inner, min_size=1, max_size=3)),
        st.builds(lambda xs: node("/", *xs), st.lists(inner, min_size=1, max_size=3)),
        st.builds(lambda x, n: node("expt", x, n), inner, st.integers(-3, 3) | numbers | atoms),
        st.builds(lambda head, x: node(head, x), st.sampled_from(["sin", "cos", "sqrt", "f", "abs"]), inner),
        st.builds(lambda x, y: node("f", x, y), inner, inner),
    )


trees = st.recursive(atoms | numbers, _larger, max_leaves=10)


def reads_back(tree, write):
    try:
        expected = value_of(tree)
    except (ArithmeticError, ValueError):
        return
    text = write(tree)
    found = value_of_text(text)
    if cmath.isfinite(expected) and abs(expected) < 1e9:
        assert abs(found - expected) <= 1e-6 * (1 + abs(expected)), (text, found, expected)


@given(trees)
def test_infix_reads_back(tree):
    reads_back(tree, infix)


@given(trees)
def test_infix_in_lines_is_the_same(tree):
    text = filled(infix(tree), columns=20)
    assert " ".join(text.split()) == " ".join(infix(tree).split())


@given(trees)
def test_tex_reads_back(tree):
    reads_back(tree, tex)


def test_the_readers_prove_themselves():
    x, y, z = map(name, "xyz")
    with pytest.raises(AssertionError):
        reads_back(node("-", x, node("+", y, z)), lambda _: "x - y + z")
    for wrong in (r"\left(x", "{x", r"\begin{pmatrix} x", "x & y", "x^{2}^{3}"):
        with pytest.raises((AssertionError, IndexError)):
            check_tex(wrong)


words = st.text("abcxyzθ_^0123456789-><#$%&{}~\\' ", min_size=1, max_size=8)


@given(
    st.recursive(
        words.map(name) | trees,
        lambda inner: st.one_of(
            st.builds(
                lambda head, xs: node(head, *xs),
                st.sampled_from(["up", "down", "list", "series"]),
                st.lists(inner, max_size=3),
            ),
            st.builds(lambda head, xs: node(head, *xs), words, st.lists(inner, max_size=3)),
            st.builds(lambda xs: application(node("D", xs[0]), *xs[1:]), st.lists(inner, min_size=2, max_size=3)),
        ),
        max_leaves=8,
    )
)
def test_tex_is_well_formed(tree):
    check_tex(tex(tree))


# --- long texts --------------------------------------------------------------------------------------------------

monomials = [node("*", Fraction(k, 7), node("sin", name(f"x_{k}")), name(f"omega^{k}")) for k in range(1, 300)]


def test_a_sum_of_hundreds_of_terms_is_broken_into_lines():
    text = tex(node("+", *monomials))
    check_tex(text)
    assert text.startswith(r"\begin{aligned}")
    assert all(len(line) <= LINE + 10 for line in text.split(r"\\"))
    assert all(line.startswith((r" & \quad {} + ", r" & \quad {} - ")) for line in text.split(r"\\")[1:])


def test_long_infix_is_broken_into_lines():
    lines = filled(infix(node("+", *monomials))).split("\n")
    assert max(map(len, lines)) <= 79 and min(map(len, lines[:-1])) > 40
    assert all(line.startswith("    + ") for line in lines[1:])


def test_what_cannot_be_broken_stays_whole():
    assert filled("x" * 100) == "x" * 100
    assert filled("x" * 100 + " + y") == "x" * 100 + "\n    + y"


def test_a_long_down_tuple_is_a_column():
    assert tex(node("down", *monomials)).count(r"\\") == len(monomials) - 1
    assert tex(node("down", *monomials[:2])).count("&") == 1


def test_names_that_are_texts_of_expressions_are_shown_as_these():
    assert infix(name("(* D x)")) == "D x"
    assert tex(node("up", name("(+ f (compose g h))"))) == r"\begin{pmatrix} f + g \circ h \end{pmatrix}"
    assert infix(name("(+ f")) == "(+ f"
