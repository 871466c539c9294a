"""The laws of particular types: duality of structures, determinants, norms, derivations, exponentials; see laws.txt."""

import scmpy as s

from ..tables import public_names, sections
from . import generators as gen
from .bundles import Law


def _at_minus(series):
    return s.series_generate(lambda n: (-1) ** n * series[n])


def _square(a, b, c, d, t):
    return s.matrix_by_rows([a(t), b(t)], [c(t), d(t)])


def _of_tuple(h):
    return lambda q: h(q[0], q[1])


def _map(h, q):
    return s.up(h(q[0], q[1]), q[0] * q[1])


def _asin_and_acos(u):
    return s.asin(1 / (1 + u)) + s.acos(1 / (1 + u))


NAMES = {**public_names(), **globals(), **{name: getattr(gen, name) for name in ("F", "X", "Y", "f", "multiplication")}}


def law_of(row):
    """A law: its title, the sorts of the values, their names, and the two sides."""
    title, sorts, names, sides = row.split(" | ")
    return Law(title, sorts, eval(f"lambda {names}: ({sides.replace(' == ', ', ')})", NAMES))


FAMILIES = {title: [*map(law_of, rows)] for title, rows in sections(__file__, "laws.txt").items()}
