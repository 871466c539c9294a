"""Scheme text on one line and in several."""

import pytest

from scmpy.errors import LimitError
from scmpy.render.scheme import atom_text, pretty_text, scheme_text

RIGID = (
    "(down (+ (* -1 B (omega^b t) (omega^c t)) (* C (omega^b t) (omega^c t)) (* A ((D omega^a) t)))"
    " (* 1/2 m (expt v 2)))"
)


@pytest.mark.parametrize("text", ["x", "1/2", "(f)", "((f x) y)", "(((expt D 2) x) t)", RIGID])
def test_one_line(tree, text):
    assert scheme_text(tree(text)) == text
    assert " ".join(pretty_text(tree(text), 20).split()) == text


def test_what_fits_stays_on_its_line(tree):
    text = "(+ (* 1/2 m (expt v 2)) (* -1 m g y))"
    assert pretty_text(tree(text), len(text)) == text
    assert pretty_text(tree(text), len(text) - 1) == "(+ (* 1/2 m (expt v 2))\n   (* -1 m g y))"


def test_operands_stand_beside_the_operator_or_below_it(tree):
    assert pretty_text(tree(RIGID)).splitlines() == [
        "(down",
        " (+ (* -1 B (omega^b t) (omega^c t))",
        "    (* C (omega^b t) (omega^c t))",
        "    (* A ((D omega^a) t)))",
        " (* 1/2 m (expt v 2)))",
    ]


@pytest.mark.parametrize("columns", range(25, 100))
def test_lines_are_no_longer_than_they_may(tree, columns):
    assert max(map(len, pretty_text(tree(RIGID), columns).splitlines())) <= columns


def test_depth_and_sharing(deep, doubled):
    assert scheme_text(deep) == "(sin " * 10_000 + "x" + ")" * 10_000
    assert "".join(pretty_text(deep).split()) == scheme_text(deep).replace(" ", "")
    for printer in (scheme_text, pretty_text):
        with pytest.raises(LimitError, match="most-characters"):
            printer(doubled)


def test_truth_values():
    assert (atom_text(True), atom_text(False)) == ("#t", "#f")
