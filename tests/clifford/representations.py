"""Matrices that multiply as the multivectors of an algebra do: what products are compared with."""

import functools

import numpy

_X = numpy.array([[0, 1], [1, 0]])
_Y = numpy.array([[0, -1], [1, 0]])  # its square is -1
_Z = numpy.array([[1, 0], [0, -1]])
_N = numpy.array([[0, 1], [0, 0]])  # its square is 0


@functools.cache
def vectors(algebra):
    """One matrix for each basis vector: they anticommute, and have its square."""
    n = algebra.dimension
    found = []
    for i, square in enumerate(algebra.squares):
        factors = [_Z] * i + [{1: _X, -1: _Y, 0: _N}[square]] + [numpy.eye(2)] * (n - i - 1)
        found.append(functools.reduce(numpy.kron, factors, numpy.eye(1)))
    return found


@functools.cache
def blade_matrix(algebra, blade):
    factors = [vector for i, vector in enumerate(vectors(algebra)) if blade >> i & 1]
    return functools.reduce(numpy.matmul, factors, numpy.eye(2**algebra.dimension))


def matrix_of(m):
    """The matrix of a multivector."""
    size = 2**m.algebra.dimension
    return sum((c * blade_matrix(m.algebra, blade) for blade, c in m.terms.items()), numpy.zeros((size, size)))
