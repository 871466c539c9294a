"""Compiled functions as text in JavaScript: the values in Node are those of Python."""

import json
import math
import shutil
import subprocess

import pytest

import scmpy as s
from scmpy.errors import WrongTypeError
from scmpy.generic.elementary import RECORDS
from scmpy.numerics.compile.codegen import Specializations, javascript_source, python_function
from scmpy.numerics.compile.ir import StraightLineProgram, straight_line_program
from scmpy.structure.tuples import leaves
from scmpy.symbolic.expression import symbols

from ..golden.test_golden import CASES, answer
from .test_compiled_loop import SYSTEMS
from .test_decisions import TEXTS

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node")

PROGRAM = """
const jobs = JSON.parse(require("fs").readFileSync(0, "utf8"));
const plain = (k, v) => typeof v === "number" && !Number.isFinite(v) ? String(v) : v;
console.log(JSON.stringify(jobs.map(([text, points]) => points.map(eval(`(() => {${text}; return (x) => f(x); })()`))), plain));
"""


def in_node(jobs):
    """The values of functions at places: of (text, places) each a list of lists, or None."""
    run = subprocess.run(["node", "-e", PROGRAM], input=json.dumps(jobs), capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


def close(got, wanted):
    return got and [*map(float, got)] == pytest.approx(wanted, rel=1e-13, abs=1e-13, nan_ok=True)


def test_texts_have_all_outputs_and_all_ways():
    points = [[x] for x in (-2.5, -0.9, 0.0, 0.2, 0.4, 0.8, 0.95, 1.7, 2.0**53, 2.0**53 + 2)]
    found = in_node([(s.compile_function(f, 0.2).javascript_source, points) for f in TEXTS.values()])
    for function, values in zip(TEXTS.values(), found, strict=True):
        for [x], value in zip(points, values, strict=True):
            try:
                wanted = leaves(s.up(function(x)))
            except s.ScmpyError:
                wanted = None
            assert value == wanted or close(value, wanted)


def test_elementary_functions():
    x, y = symbols("x y")
    jobs, wanted = [], []
    for record in RECORDS.values():
        if record.code.c and record.real:
            grid = (-2.5, -1.5, -0.5, -0.3, 0.0, 0.3, 0.5, 1.0, 1.5, 2.5, 700.0)
            places = [[a] for a in grid] if record.arity == 1 else [[a, b] for a in grid for b in grid if a or b]
            known = []
            for place in places:
                try:
                    known.append((place, [float(record.real(*place))]))
                except (ArithmeticError, ValueError):
                    continue
            graph = straight_line_program([x, y][: record.arity], [record.operation(*[x, y][: record.arity])])
            jobs.append((javascript_source(graph), [place for place, _ in known]))
            wanted.append([value for _, value in known])
    assert len(jobs) > 20
    for job, found, values in zip(jobs, in_node(jobs), wanted, strict=True):
        for place, a, b in zip(job[1], found, values, strict=True):
            assert close(a, b), (job[0], place)


def test_what_javascript_does_not_have_is_told():
    with pytest.raises(WrongTypeError, match="Airy-Ai"):
        _ = s.compile_function(s.Airy_Ai, 0.5).javascript_source


def test_parameters_are_arguments_and_no_number_is_lost():
    text = s.compile_function(lambda k: lambda x: k * x**-2.5, 1.0, parameters=[2.0]).javascript_source
    infinite = javascript_source(StraightLineProgram(1, [], [math.inf, -math.inf]))
    found = in_node([(text, [[1.0, 3.0], [4.0, 2.0]]), (infinite, [[0]])])
    assert found == [[[3], [2 / 32]], [["Infinity", "-Infinity"]]]


def test_right_hand_sides():
    places = [start for _, _, start in SYSTEMS.values()]
    graphs = [straight_line_program(inputs, outputs) for inputs, outputs, _ in SYSTEMS.values()]
    found = in_node([(javascript_source(g), [p]) for g, p in zip(graphs, places, strict=True)])
    for graph, place, [value] in zip(graphs, places, found, strict=True):
        assert close(value, python_function(graph)(place))


@pytest.mark.slow
def test_all_right_hand_sides_of_the_golden_cases(monkeypatch):
    """What the original's cases integrate, as code of the first variant, at the place that it was compiled for."""
    made, init = [], Specializations.__init__

    def remembering(self, function, place, *rest, **more):
        init(self, function, place, *rest, **more)
        made.append((self.known[0], [float(x) for x in leaves(place)]))

    monkeypatch.setattr(Specializations, "__init__", remembering)
    words = ("state-advancer", "evolve", "state-derivative")
    for case in CASES:
        if any(word in case.get("defs", "") + case["expr"] for word in words) and "error" not in case:
            answer(case)
    jobs, wanted = [], []
    for variant, place in made:
        try:
            jobs.append((javascript_source(variant.complete), [place]))
            wanted.append(variant.complete_code(place))
        except WrongTypeError as error:
            assert "this target does not have" in error.message
    assert len(jobs) > 5
    for job, [value], known in zip(jobs, in_node(jobs), wanted, strict=True):
        assert close(value, known), job
