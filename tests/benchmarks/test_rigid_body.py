"""The rigid body's Lagrange equations: where the time goes; test_derivations has SymPy doing the same job.

Every round uses symbols and functions with names of its own, so that no cache answers. No wall time is asserted.
"""

from __future__ import annotations

import itertools

import pytest

import scmpy as s

fresh = itertools.count()


@pytest.mark.parametrize("step", ["derive", "simplify", "print", "all"])
def test_steps(benchmark, step):
    def derived():
        n = next(fresh)
        A, B, C, t = s.symbols(f"A{n} B{n} C{n} t{n}")
        q = s.up(*s.literal_functions(f"theta{n} phi{n} psi{n}"))
        return s.Lagrange_equations(s.T_body_Euler(A, B, C))(q), t

    def prepared():
        if step == "all":
            return (), {}
        residual, t = derived()
        if step == "derive":
            return (residual, t), {}
        value = residual(t)
        return (value if step == "simplify" else s.simplify(value),), {}

    def whole():
        residual, t = derived()
        return str(s.simplify(residual(t)))

    job = {"derive": lambda residual, t: residual(t), "simplify": s.simplify, "print": str, "all": whole}[step]
    result = benchmark.pedantic(job, setup=prepared, rounds=20, warmup_rounds=2)
    assert str(result).count("(expt D 2)") >= 9
