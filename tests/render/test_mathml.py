"""Formulas as MathML: well-formed, with the same parts as the TeX that they are made of."""

from xml.dom.minidom import parseString

import pytest

import scmpy as s
from scmpy.render.latex import mathml
from scmpy.units import second

x, t = s.symbols("x t")
theta = s.literal_function("theta")


@pytest.mark.parametrize(
    ("value", "parts"),
    {
        s.sqrt(x) / 3: "<msqrt><mi>x</mi></msqrt>",
        s.symbols("omega^a_1"): "<msubsup><mi>ω</mi><mn>1</mn><mi>a</mi></msubsup>",
        s.symbols("thetadot"): '<mover><mi>θ</mi><mo scriptlevel="0">˙</mo>',
        s.D(s.D(theta))(t): "<msup><mi>D</mi><mn>2</mn></msup><mi>θ</mi>",
        abs(x): "<mi>x</mi>",
        1e-30 * x: "<mo>×</mo><msup><mn>10</mn>",
        s.cos(x) ** 2: '<msup><mo lspace=".17em" rspace=".17em">cos</mo><mn>2</mn></msup>',
        s.symbols("two-words"): "two-words",
        s.literal_function("f")(x) ** 2: '<msup><mrow><mo stretchy="true">(</mo><mi>x</mi>',
        s.symbols("a\\b~c^"): ">a\\b~c^<",
        "two words, and_more": ">&quot;two words, and_more&quot;<",
        3 * second: '<mn>3</mn><mspace width=".17em"/><mi mathvariant="normal">s</mi>',
    }.items(),
)
def test_parts(value, parts):
    text = mathml(s.tex(value))
    parseString(text)
    assert parts in text


def test_tables_and_what_is_not_known():
    for value in (s.up(1, s.down(x, 2)), s.matrix_by_rows([1, x], [2, 3]), s.simplify((x + t + 1) ** 12)):
        text = mathml(s.tex(value))
        parseString(text)
        assert "<mtable" in text
    with s.setting(tex_symbol_substs={"x": r"\mathfrak{a}_<\foo"}):
        parseString(mathml(s.tex(x)))
    for broken in ("\\frac{1", "{", "}", "^", "_{", r"\begin{pmatrix} 1 &", r"\left", "\\", r"\sqrt", r"\\[3"):
        parseString(mathml(broken))
