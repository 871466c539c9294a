"""The harness proves itself: wrong laws are caught, on every kind of value."""

import pytest

from scmpy.calculus.dual_numbers import finite_part
from scmpy.calculus.jet import Taylor

from ..tables import rows
from . import generators as gen
from . import kinds as k
from .bundles import Kind, Law, is_caught
from .families import NAMES, law_of

TRIGONOMETRY = Kind("trigonometry", {"a": gen.symbols})

KINDS = {**vars(k), "TRIGONOMETRY": TRIGONOMETRY}
NAMES |= {"Taylor": Taylor, "finite_part": finite_part}


def cases(row):
    kinds, _, law = row.partition(" | ")
    return [(kind, law_of(law)) for kind in eval(f"[{kinds}]", KINDS)]


WRONG = [case for row in rows(__file__, "wrong_laws.txt") for case in cases(row)]


@pytest.mark.parametrize(("kind", "law"), [pytest.param(*case, id=f"{case[0].name}: {case[1].name}") for case in WRONG])
def test_wrong_law_is_caught(kind, law):
    assert is_caught(law, kind)


def test_a_true_law_is_not_reported():
    assert not is_caught(Law("+ commutes", "aa", lambda a, b: (a + b, b + a)), k.NUMBERS)
