"""DOP853 in C, as one writes it by hand: the peer that the compiled loop is timed against."""

import ctypes
import subprocess

from scmpy.numerics.compile.codegen import c_source
from scmpy.numerics.ode import methods as table

_MAIN = r"""
#define N %(count)d
#define STEPS %(steps)s
#include <float.h>

static double larger(double a, double b) { return a > b ? a : b; }
static double smaller(double a, double b) { return a < b ? a : b; }

static double excess(const double *e, const double *a, const double *b, double tolerance) {
    double total = 0;
    for (int i = 0; i < N; i++) {
        double ratio = e[i] / (tolerance * (1 + larger(fabs(a[i]), fabs(b[i]))));
        total += ratio * ratio;
    }
    return total / N;
}

/* The steps taken from t to end; the state is y, and h the next length, 0 to begin with. */
long integrate(double t, double *y, double end, double tolerance) {
    double k[12][N], z[N], e[N], next[N], h = 0;
    long steps = 0;
    f(y, k[0]);
    while (t != end) {
        double rest = end - t;
        if (h == 0) {
            double zero[N] = {0}, size = sqrt(excess(y, y, y, tolerance)), speed = sqrt(excess(k[0], y, y, tolerance));
            double guess = smaller(size > 1e-5 && speed > 1e-5 ? 0.01 * size / speed : 1e-6, fabs(rest));
            for (int i = 0; i < N; i++) z[i] = y[i] + guess * k[0][i];
            f(z, next);
            for (int i = 0; i < N; i++) e[i] = next[i] - k[0][i];
            double most = larger(speed, sqrt(excess(e, y, zero, tolerance)) / guess);
            h = smaller(smaller(100 * guess, most > 1e-15 ? pow(0.01 / most, 0.125) : larger(1e-6, guess * 1e-3)), rest);
        }
        for (;;) {
            int last = h >= rest * (1 - 1e-12);
            if (last) h = rest;
%(stages)s
            double fifth = excess(e, y, z, tolerance);
%(third)s
            double third = excess(e, y, z, tolerance);
            double error = h * h * fifth * (fifth / (fifth + 0.01 * third + 1e-300));
            double factor = error == 0 ? 5 : smaller(5, larger(0.2, 0.9 * pow(error, -0.0625)));
            if (error <= 1) {
                f(z, k[0]);
                for (int i = 0; i < N; i++) y[i] = z[i];
                t = last ? end : t + h;
                h = h * factor;
                break;
            }
            h *= smaller(factor, 0.9);
        }
        if (++steps > STEPS) return -1;
    }
    return steps;
}

void slopes(double *y, double *into, long count) {  /* many calls, each with the result of the one before */
    for (long j = 0; j < count; j++) {
        f(y, into);
        for (int i = 0; i < N; i++) y[i] += 1e-9 * into[i];
    }
}
"""


def _combination(weights):
    return " + ".join(f"{w!r} * k[{j}][i]" for j, w in enumerate(weights) if w)


def source(graph):
    """The text of the program for a slope."""
    lines = []
    for j, row in enumerate(table.ROWS[1:], 1):
        lines.append(f"for (int i = 0; i < N; i++) z[i] = y[i] + h * ({_combination(row)});")
        lines.append(f"f(z, k[{j}]);")
    lines.append(f"for (int i = 0; i < N; i++) z[i] = y[i] + h * ({_combination(table.WEIGHTS)});")
    lines.append(f"for (int i = 0; i < N; i++) e[i] = {_combination(table.ERROR_5)};")
    stages = "\n".join(f"            {line}" for line in lines)
    third = f"            for (int i = 0; i < N; i++) e[i] = {_combination(table.ERROR_3)};"
    main = _MAIN % {"count": len(graph.outputs), "steps": "1000000000L", "stages": stages, "third": third}
    return c_source(graph).replace("void f(", "static inline void f(") + main


def compiled(graph, folder, flags=("-O3",)):
    """The library that gcc makes of it."""
    text, library = folder / "dop853.c", folder / "dop853.so"
    text.write_text(source(graph))
    subprocess.run(["gcc", *flags, "-shared", "-fPIC", str(text), "-o", str(library), "-lm"], check=True, timeout=300)
    found = ctypes.CDLL(str(library))
    found.integrate.argtypes = [ctypes.c_double, ctypes.c_void_p, ctypes.c_double, ctypes.c_double]
    found.integrate.restype = ctypes.c_long
    found.slopes.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_long]
    return found
