"""scmpy: the MIT mechanics system for Python.

Generic arithmetic, ``D`` and ``partial``, up and down structures, literal functions, vector fields and their
structure constants, and on them Lagrange's and Poincaré's equations. Everything public is in the registry and
comes with ``from scmpy import *``; the course's Scheme runs in :class:`scmpy.scheme.Session`.

>>> from scmpy import *
>>> t = symbols("t")
>>> (D**2)(sin)(t)
(* -1 (sin t))
"""

from __future__ import annotations

import gc
from importlib import import_module
from typing import Any

from scmpy.errors import ScmpyError
from scmpy.generic.settings import setting
from scmpy.registry import apropos, python_bindings
from scmpy.symbolic.assuming import assuming
from scmpy.symbolic.switches import switching
from scmpy.version import __version__ as __version__

_collecting = gc.isenabled()
gc.disable()  # what modules make when they are loaded is no garbage

for _module in (
    "generic.numbers",
    "generic.pointwise",
    "generic.constants",
    "generic.arrays",
    "generic.complex",
    "generic.modular",
    "generic.combinatorics",
    "generic.continued_fractions",
    "generic.closeness",
    "generic.extension",
    "generic.functionals",
    "generic.memory",
    "symbolic.arithmetic",
    "symbolic.exact_angles",
    "symbolic.assuming",
    "symbolic.bases",
    "symbolic.parts",
    "symbolic.real_numbers",
    "symbolic.constructors",
    "symbolic.simplify",
    "symbolic.algebra.divisors",
    "symbolic.decision.equivalence",
    "symbolic.rewriting.rule_sets",
    "symbolic.rewriting.match_names",
    "symbolic.rewriting.strategies",
    "symbolic.algebra.normal_forms",
    "symbolic.algebra.shortest",
    "symbolic.heuristic_numbers",
    "symbolic.algebra.poisson",
    "symbolic.algebra.identities",
    "symbolic.algebra.polynomial_names",
    "symbolic.algebra.polynomial_parts",
    "symbolic.algebra.roots_in_closed_form",
    "symbolic.algebra.gcd",
    "symbolic.algebra.groebner",
    "symbolic.algebra.analyzer",
    "symbolic.algebra.rational_functions",
    "symbolic.sympy_bridge",
    "symbolic.printing",
    "symbolic.suppression",
    "symbolic.unparsing",
    "symbolic.memory",
    "symbolic.sharing",
    "symbolic.typed_names",
    "structure.arithmetic",
    "structure.matrix",
    "structure.tensor",
    "structure.literal",
    "structure.quaternion",
    "structure.quaternion_parts",
    "structure.quaternion_functions",
    "structure.identities",
    "structure.vectors",
    "structure.eigen",
    "structure.parts",
    "structure.matrix_parts",
    "structure.two_tensor",
    "structure.matrix_formulas",
    "structure.contraction",
    "structure.spin",
    "structure.literal_values",
    "structure.function_types",
    "structure.typed_names",
    "structure.sympy_values",
    "calculus.differential",
    "calculus.derivative",
    "calculus.own_functions",
    "calculus.series",
    "calculus.operator_parts",
    "calculus.comparison",
    "calculus.series_functions",
    "calculus.series_parts",
    "calculus.richardson",
    "calculus.differential_parts",
    "calculus.typed_names",
    "calculus.value_types",
    "calculus.sympy_series",
    "clifford.construction",
    "units",
    "clifford.products",
    "clifford.involutions",
    "clifford.exponential",
    "clifford.comparison",
    "clifford.models",
    "numerics.compile.function",
    "numerics.ensembles.ensemble",
    "numerics.flow.fixed_points",
    "numerics.flow.invariant_curves",
    "numerics.flow.lyapunov",
    "numerics.flow.manifolds",
    "numerics.flow.points",
    "numerics.flow.rotation",
    "numerics.flow.shooting",
    "numerics.flow.variational",
    "numerics.approximation.chebyshev",
    "numerics.approximation.extrapolation",
    "numerics.approximation.interpolation",
    "numerics.approximation.piecewise",
    "numerics.linear.gram_schmidt",
    "numerics.linear.integer_relations",
    "numerics.linear.singular",
    "numerics.linear.systems",
    "numerics.linear.singular_values",
    "numerics.linear.null_space",
    "numerics.linear.vandermonde",
    "numerics.minima.one_variable",
    "numerics.minima.points",
    "numerics.minima.scanning",
    "numerics.minima.simplex",
    "numerics.minima.variable_metric",
    "numerics.ode.advancers",
    "numerics.ode.advancing",
    "numerics.ode.basic_steps",
    "numerics.ode.measures",
    "numerics.ode.evolution",
    "numerics.ode.events",
    "numerics.ode.trajectory",
    "numerics.ode.sections",
    "numerics.quadrature.definite_integral",
    "numerics.quadrature.integrators",
    "numerics.roots.bracketed",
    "numerics.roots.certified",
    "numerics.roots.polynomial",
    "numerics.roots.searches",
    "numerics.signals.transforms",
    "numerics.signals.filters",
    "numerics.signals.functions",
    "numerics.signals.shapes",
    "numerics.signals.signals",
    "numerics.special.bessel",
    "numerics.special.elliptic",
    "numerics.statistics.moments",
    "numerics.statistics.clusters",
    "numerics.statistics.measures",
    "mechanics",
    "mechanics.equations.compare",
    "mechanics.equations.evidence",
    "mechanics.equations.transcripts",
    "geometry",
    "plot",
):
    import_module(f"scmpy.{_module}")

gc.freeze()
gc.unfreeze()  # it is old now, without having been looked through
if _collecting:
    gc.enable()

from scmpy.numerics.ode.trajectory import Trajectory  # noqa: E402  its load is for programs

globals().update(python_bindings())

__all__ = ["ScmpyError", "Trajectory", "apropos", "assuming", "setting", "switching", *python_bindings()]


def __getattr__(name: str) -> Any:
    """``scmpy.parse_printed`` loads the Scheme reader when it is first used."""
    if name == "parse_printed":
        from scmpy.scheme import parse_printed

        return parse_printed
    raise AttributeError(f"module 'scmpy' has no attribute {name!r}")


def load_ipython_extension(shell: Any) -> None:
    """``%load_ext scmpy``: cells of Scheme in a notebook of Python."""
    from scmpy.app.magics import load

    load(shell)
