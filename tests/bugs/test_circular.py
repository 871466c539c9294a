"""A vector that contains itself is no value of the algebra: every operation says so, at once."""

import pytest

import scmpy as s
from scmpy.errors import ScmpyError


def circular():
    """A vector that is its own last component."""
    loop = [1]
    loop.append(loop)
    return loop


OPERATIONS = {
    "+": lambda v: s.add(v, v),
    "*": lambda v: s.mul(v, 2),
    "square": s.square,
    "negate": s.negate,
    "equivalent": lambda v: s.equivalent(v, circular()),
    "equivalent to a number": lambda v: s.equivalent(v, 1),
    "a number equivalent": lambda v: s.equivalent(1, v),
    "equivalent equations": lambda v: s.equivalent_equations(v, v),
    "equality": lambda v: s.up(v) == s.up(circular()),
    "print": lambda v: repr(s.up(v)),
    "pp": s.pp,
    "TeX": s.tex,
    "infix": s.infix,
    "graph": s.graphviz,
    "factor": s.factor,
    "variables": s.variables_in,
    "SymPy": s.to_sympy,
    "D": lambda v: s.D(lambda q: s.square(q))(v),
    "D of what returns it": lambda v: s.D(lambda x: v)(3),
    "inside a structure": lambda v: s.up(v) + s.up(v),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_refused(name):
    with pytest.raises(ScmpyError, match="which contains itself"):
        OPERATIONS[name](circular())


def test_a_part_that_occurs_twice_is_no_circle():
    part = [1, 2]
    assert s.add([part, part], [part, part]) == s.up(s.up(2, 4), s.up(2, 4))
