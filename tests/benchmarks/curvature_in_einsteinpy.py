"""Seconds that einsteinpy takes for Ricci's tensor and Kretschmann's invariant of a metric, and the invariant, as JSON."""

import json
import sys
import time

import sympy
from einsteinpy.symbolic import MetricTensor, RicciTensor, RiemannCurvatureTensor

names, components = json.loads(sys.argv[1])
start = time.perf_counter()
metric = MetricTensor(sympy.Matrix(len(names), len(names), components).tolist(), sympy.symbols(names))
RicciTensor.from_metric(metric).simplify()
riemann = RiemannCurvatureTensor.from_metric(metric)
lower, upper = (sympy.flatten(riemann.change_config(config, metric).tensor()) for config in ("llll", "uuuu"))
square = sympy.simplify(sum(x * y for x, y in zip(lower, upper, strict=True)))
print(json.dumps([time.perf_counter() - start, str(square)]))
