"""Tensor calculus by the formulas of textbooks: components in coordinates, derivatives by differences of many digits.

Nothing here is shared with the library: tensors are arrays, functions of lists of mpmath numbers.

Source: Misner, Thorne, Wheeler, Gravitation; Wald, General Relativity
"""

from functools import reduce
from itertools import permutations, product
from math import factorial

import numpy
from mpmath import det, inverse, matrix, mpf, sqrt

DIGITS = 60
STEP = mpf(10) ** -12
sums = numpy.einsum


def derivatives(f, q):
    """The derivatives by every coordinate, the first index."""

    def moved(i, step):
        return numpy.array(f([x + step * (i == j) for j, x in enumerate(q)]), object)

    return numpy.array([(moved(i, STEP) - moved(i, -STEP)) / (2 * STEP) for i in range(len(q))], object)


def built(n, rank, f):
    """The tensor with the components f(i, j, ...)."""
    return numpy.array([f(*indices) for indices in product(range(n), repeat=rank)], object).reshape((n,) * rank)


def applied(tensor, *vectors):
    """The value of a tensor on vectors (and covectors)."""
    return reduce(lambda part, vector: numpy.tensordot(vector, part, 1), vectors, numpy.array(tensor, object))


def inverted(rows):
    found = inverse(matrix(rows))
    return built(found.rows, 2, lambda i, j: found[i, j])


def volume(g):
    return sqrt(abs(det(matrix(g))))


def lowered_christoffel(g, q):
    """Gamma_ijk, of which k is that of the vector."""
    d = derivatives(g, q)
    return (d + sums("jik->ijk", d) - sums("kij->ijk", d)) / 2


def christoffel(g, q):
    """Gamma^k_ij as [i][j][k]."""
    return lowered_christoffel(g, q) @ inverted(g(q))


def riemann(gamma, q):
    """R^i_jkl = d_k Gamma^i_lj - d_l Gamma^i_kj + Gamma^i_km Gamma^m_lj - Gamma^i_lm Gamma^m_kj."""
    G, d = gamma(q), derivatives(gamma, q)
    half = sums("klji->ijkl", d) + sums("kmi,ljm->ijkl", G, G)
    return half - sums("ijkl->ijlk", half)


def ricci(R):
    return sums("kikj->ij", R)


def schouten(g, ricci):
    n, g = len(g), numpy.array(g, object)
    return (ricci - (inverted(g) * ricci).sum() / (2 * (n - 1)) * g) / (n - 2)


def weyl(g, R):
    """W_ijkl of the curvature R^i_jkl."""
    g, P = numpy.array(g, object), schouten(g, ricci(R))
    part = sums("ik,jl->ijkl", g, P) + sums("ik,jl->ijkl", P, g)
    return sums("im,mjkl->ijkl", g, R) - part + sums("ijkl->ijlk", part)


def raised(T, g):
    """A tensor with all its indices above."""
    for slot in range(T.ndim):
        T = numpy.moveaxis(numpy.tensordot(inverted(g), T, (1, slot)), 0, slot)
    return T


def moved_along(tensor, kinds, X, q, turning):
    """X^m d_m T, with a term for every index: turning[p, i] multiplies T^p, or with a minus T_p."""
    T = numpy.array(tensor(q), object)
    total = numpy.tensordot(X(q), derivatives(tensor, q), 1)
    for slot, kind in enumerate(kinds):
        term = numpy.tensordot(turning.T if kind == "u" else -turning, T, (1, slot))
        total = total + numpy.moveaxis(term, 0, slot)
    return total


def covariant(tensor, kinds, gamma, X, q):
    """nabla_X T; ``kinds`` has a u for an upper, a d for a lower index."""
    return moved_along(tensor, kinds, X, q, numpy.tensordot(X(q), gamma(q), 1))


def lie(tensor, kinds, X, q):
    """The Lie derivative along X."""
    return moved_along(tensor, kinds, X, q, -derivatives(X, q))


def sign(indices):
    pairs = [(i, j) for k, i in enumerate(indices) for j in indices[k + 1 :]]
    return 0 if len(set(indices)) < len(indices) else (-1) ** sum(i > j for i, j in pairs)


def exterior(form, rank, q):
    d = derivatives(form, q)
    return sum((-1) ** a * numpy.moveaxis(d, 0, a) for a in range(rank + 1))


def wedge(v, p, w, r):
    whole = numpy.multiply.outer(v, w)
    return sum(sign(s) * whole.transpose(s) for s in permutations(range(p + r))) / (factorial(p) * factorial(r))


def star(form, p, g):
    """(* w)_J = 1/p! sqrt|g| w^K epsilon_IJ."""
    n = len(g)
    epsilon = built(n, n, lambda *K: sign(K))
    return volume(g) / factorial(p) * numpy.tensordot(raised(numpy.array(form, object), g), epsilon, p)


def divergence(g, X, q):
    return derivatives(lambda q: [volume(g(q)) * x for x in X(q)], q).trace() / volume(g(q))
