"""Multivectors against other programs: clifford by numbers, galgebra by symbols."""

import random
import subprocess
import sys
from importlib.util import find_spec

import numpy
import pytest

from scmpy import geometric_algebra, make_multivector

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.slow
@pytest.mark.parametrize("signature", [(3, 0, 0), (3, 0, 1), (1, 3, 0), (4, 1, 0)], ids=str)
def test_against_clifford(signature):
    clifford = pytest.importorskip("clifford")
    algebra, source = geometric_algebra(*signature), random.Random(1)
    layout, _ = clifford.Cl(sig=list(algebra.squares))
    for _ in range(3):
        numbers = [[source.uniform(-1, 1) for _ in algebra.blades] for _ in range(2)]
        (a, b), (A, B) = (
            [make_multivector(algebra, x) for x in numbers],
            [clifford.MultiVector(layout, numpy.array(x)) for x in numbers],
        )
        for ours, theirs in ((a * b, A * B), (a ^ b, A ^ B), (~a, ~A), (a + b, A + B), (a * ~b * a, A * ~B * A)):
            values = [ours.terms.get(blade, 0.0) for blade in algebra.blades]
            assert numpy.allclose(values, theirs.value, atol=1e-14)


#: A program of its own, because galgebra changes how SymPy prints.
WITH_GALGEBRA = """
import galgebra.ga
import scmpy

space = galgebra.ga.Ga("e*1|2|3", g=[1, 1, -1])
algebra = scmpy.geometric_algebra(2, 1)
a, b = (scmpy.literal_multivector(name, algebra) for name in "ab")


def theirs(m):
    total = 0
    for blade, c in m.terms.items():
        element = space.mv(1)
        for i, vector in enumerate(space.mv()):
            if blade >> i & 1:
                element = element * vector
        total = total + scmpy.to_sympy(c) * element
    return total


for ours, other in ((a * b, theirs(a) * theirs(b)), (a ^ b, theirs(a) ^ theirs(b)), (~a, theirs(a).rev())):
    assert (theirs(ours) - other).simplify() == 0
print("the same")
"""


@pytest.mark.slow
def test_against_galgebra():
    if find_spec("galgebra") is None:
        pytest.skip("galgebra is not installed")
    found = subprocess.run([sys.executable, "-c", WITH_GALGEBRA], capture_output=True, text=True, check=False)
    assert found.stdout == "the same\n", found.stderr
