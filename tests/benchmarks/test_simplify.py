"""simplify on the golden cases of algebra, against SymPy's simplify on the same expressions in the same run."""

import itertools
import json
import math
import time
from pathlib import Path

import pytest

import scmpy as s
from scmpy.scheme import Session
from scmpy.symbolic.expression import Application, Symbol, subexpressions

CASES = Path(__file__).parents[1] / "golden" / "simp.jsonl"
fresh = itertools.count()


def expressions(every: int) -> list[Application]:
    """The unsimplified values of some of the cases that are single expressions in plain symbols."""
    found = []
    for line in CASES.read_text(encoding="utf-8").splitlines()[::every]:
        case = json.loads(line)
        if not case.get("defs"):
            value = Session().run(case["expr"])
            if isinstance(value, Application) and not value.constant:
                found.append(value)
    return found


def renamed(expression: Application) -> Application:
    """The expression with symbols that never occurred before."""
    heads = {node.operator for node in subexpressions(expression) if isinstance(node, Application)}
    names = {node for node in subexpressions(expression) if isinstance(node, Symbol)} - heads
    suffix = next(fresh)
    return s.substitute(expression, {name: s.symbols(f"{name.name}_{suffix}") for name in names})


def seconds(function, argument) -> float:
    start = time.perf_counter()
    function(argument)
    return time.perf_counter() - start


def test_golden_cases_against_sympy(benchmark, thorough):
    """The geometric mean of the ratios of the times, each expression once with SymPy, three times here."""
    sympy = pytest.importorskip("sympy")
    every = 1 if thorough else 24
    sample = expressions(every)
    benchmark.pedantic(lambda: [s.simplify(renamed(e)) for e in sample], rounds=3, warmup_rounds=1)
    ratios = []
    for expression in sample:
        ours = sorted(seconds(s.simplify, renamed(expression)) for _ in range(3))[1]
        ratios.append(seconds(sympy.simplify, s.to_sympy(renamed(expression))) / ours)
    benchmark.extra_info["expressions"] = len(sample)
    benchmark.extra_info["times faster than SymPy (geometric mean)"] = math.exp(
        sum(map(math.log, ratios)) / len(ratios)
    )
    assert ratios
