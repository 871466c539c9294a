"""TeX and infix: (Scheme, infix, TeX), where TeX is shown without the size marks of its brackets."""

import pytest

from scmpy.errors import LimitError
from scmpy.render.latex import tex
from scmpy.render.notation import infix

from ..tables import rows

CASES = [row.split(" => ") for row in rows(__file__, "notation.txt")]


@pytest.mark.parametrize("scheme, in_infix, in_tex", CASES)
def test_notation(tree, scheme, in_infix, in_tex):
    assert infix(tree(scheme)) == in_infix
    assert tex(tree(scheme)).replace(r"\left", "").replace(r"\right", "") == in_tex


def test_infix_has_one_reading():
    texts = [in_infix for _, in_infix, _ in CASES]
    assert len(set(texts)) == len(texts)


def test_the_lecture(tree):
    r"""The free rigid body: -B \omega^b(t) \omega^c(t) + C \omega^b(t) \omega^c(t) + A D\omega^a(t), in brackets."""
    residual = "(down (+ (* -1 B (omega^b t) (omega^c t)) (* C (omega^b t) (omega^c t)) (* A ((D omega^a) t))))"
    assert tex(tree(residual)) == (
        r"\begin{bmatrix} -B \omega^{b}\left(t\right) \omega^{c}\left(t\right)"
        r" + C \omega^{b}\left(t\right) \omega^{c}\left(t\right) + A D\omega^{a}\left(t\right) \end{bmatrix}"
    )


def test_complex_numbers():
    assert (infix(2 - 1j), infix(2j), tex(-1j)) == ("2.0 - 1.0 i", "2.0 i", "-1. i")


def test_floats_in_tex_are_those_of_the_prompt():
    assert list(map(tex, (435.0, 0.5, -0.25, 1e22, 1.5e-17))) == [
        "435.", ".5", "-.25", r"1 \times 10^{22}", r"1.5 \times 10^{-17}",
    ]  # fmt: skip


@pytest.mark.slow
def test_depth_and_sharing(deep, doubled):
    assert infix(deep) == "sin(" * 10_000 + "x" + ")" * 10_000
    assert tex(deep).count(r"\sin") == 10_000
    for printer in (infix, tex):
        with pytest.raises(LimitError, match="most-characters"):
            printer(doubled)
