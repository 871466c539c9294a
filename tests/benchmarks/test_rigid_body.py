"""The rigid body's Lagrange equations: derived, simplified and printed, and SymPy doing the same job.

Every round uses symbols and functions with names of its own, so that no cache answers. No wall time is asserted;
``extra_info`` holds the first call, the median and the ratio to SymPy in the same run.
"""

from __future__ import annotations

import itertools
import time

import pytest

import scmpy as s

fresh = itertools.count()


def scmpy_job(n: int) -> str:
    """The equations of a free rigid body in Euler angles, as text."""
    A, B, C, t = s.symbols(f"A{n} B{n} C{n} t{n}")
    q = s.up(*s.literal_functions(f"theta{n} phi{n} psi{n}"))
    return str(s.Lagrange_equations(s.T_body_Euler(A, B, C))(q)(t))


def sympy_job(n: int) -> str:
    """The same with SymPy's Lagrangian mechanics and its simplify."""
    import sympy
    from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols

    A, B, C = sympy.symbols(f"A{n} B{n} C{n}")
    q = dynamicsymbols(f"theta{n} phi{n} psi{n}")
    time_ = dynamicsymbols._t
    (theta, _, psi), (theta_dot, phi_dot, psi_dot) = q, (x.diff(time_) for x in q)
    omega_a = sympy.sin(theta) * sympy.sin(psi) * phi_dot + sympy.cos(psi) * theta_dot
    omega_b = sympy.sin(theta) * sympy.cos(psi) * phi_dot - sympy.sin(psi) * theta_dot
    omega_c = sympy.cos(theta) * phi_dot + psi_dot
    L = (A * omega_a**2 + B * omega_b**2 + C * omega_c**2) / 2
    equations = LagrangesMethod(L, q).form_lagranges_equations()
    return str(sympy.simplify(equations))


def seconds(job, n: int) -> float:
    """The duration of one call."""
    start = time.perf_counter()
    job(n)
    return time.perf_counter() - start


@pytest.fixture(scope="module")
def sympy_seconds(thorough) -> float | None:
    """SymPy's time, once: it takes seconds."""
    if not thorough:
        return None
    import sympy.physics.mechanics  # noqa: F401  (importing is not part of the job)

    return seconds(sympy_job, next(fresh))


def test_lagrange_equations_of_the_rigid_body(benchmark, sympy_seconds):
    first = seconds(scmpy_job, next(fresh))
    text = benchmark.pedantic(scmpy_job, setup=lambda: ((next(fresh),), {}), rounds=20, warmup_rounds=2)
    assert text.startswith("(down ")
    assert text.count("(expt D 2)") >= 9
    benchmark.extra_info["first call (s)"] = first
    if sympy_seconds is not None:
        median = benchmark.stats.stats.median
        benchmark.extra_info["median (s)"] = median
        benchmark.extra_info["SymPy (s)"] = sympy_seconds
        benchmark.extra_info["times faster than SymPy"] = sympy_seconds / median


@pytest.mark.parametrize("step", ["derive", "simplify", "print"])
def test_steps(benchmark, step):
    """Where the time goes."""

    def derived():
        n = next(fresh)
        A, B, C, t = s.symbols(f"A{n} B{n} C{n} t{n}")
        q = s.up(*s.literal_functions(f"theta{n} phi{n} psi{n}"))
        return s.Lagrange_equations(s.T_body_Euler(A, B, C))(q), t

    def prepared():
        residual, t = derived()
        if step == "derive":
            return (residual, t), {}
        value = residual(t)
        return (value if step == "simplify" else s.simplify(value),), {}

    job = {"derive": lambda residual, t: residual(t), "simplify": s.simplify, "print": str}[step]
    assert benchmark.pedantic(job, setup=prepared, rounds=20, warmup_rounds=2)
