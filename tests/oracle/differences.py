"""Tensor calculus by the formulas of textbooks: components in coordinates, derivatives by differences of many digits.

Nothing here is shared with the library: tensors are nested lists, functions of lists of mpmath numbers.

Source: Misner, Thorne, Wheeler, Gravitation; Wald, General Relativity
"""

from itertools import permutations, product

from mpmath import det, fsum, inverse, matrix, mp, mpf, sqrt

DIGITS = 60
STEP = mpf(10) ** -12


def combined(f, *tensors):
    """A function of numbers of the corresponding components."""
    if isinstance(tensors[0], list):
        return [combined(f, *parts) for parts in zip(*tensors, strict=True)]
    return f(*tensors)


def derivatives(f, q):
    """The derivatives by every coordinate, the first index."""

    def moved(i, step):
        return f([x + step * (i == j) for j, x in enumerate(q)])

    return [combined(lambda x, y: (x - y) / (2 * STEP), moved(i, STEP), moved(i, -STEP)) for i in range(len(q))]


def entry(tensor, indices):
    for i in indices:
        tensor = tensor[i]
    return tensor


def built(n, rank, f, indices=()):
    """The tensor with the components f(i, j, ...)."""
    return [built(n, rank - 1, f, (*indices, i)) for i in range(n)] if rank else f(*indices)


def applied(tensor, *vectors):
    """The value of a tensor on vectors (and covectors)."""
    return (
        fsum(c * applied(part, *vectors[1:]) for c, part in zip(vectors[0], tensor, strict=True)) if vectors else tensor
    )


def inverted(rows):
    found = inverse(matrix(rows))
    return built(len(rows), 2, lambda i, j: found[i, j])


def volume(g):
    return sqrt(abs(det(matrix(g))))


def christoffel(g, q):
    """Gamma^k_ij as [i][j][k]."""
    n, upper, d = len(q), inverted(g(q)), derivatives(g, q)

    def symbol(i, j, k):
        return fsum(upper[k][m] * (d[i][m][j] + d[j][m][i] - d[m][i][j]) for m in range(n)) / 2

    return built(n, 3, symbol)


def riemann(gamma, q):
    """R^i_jkl = d_k Gamma^i_lj - d_l Gamma^i_kj + Gamma^i_km Gamma^m_lj - Gamma^i_lm Gamma^m_kj."""
    n, G, d = len(q), gamma(q), derivatives(gamma, q)

    def component(i, j, k, h):
        turned = fsum(G[k][m][i] * G[h][j][m] - G[h][m][i] * G[k][j][m] for m in range(n))
        return d[k][h][j][i] - d[h][k][j][i] + turned

    return built(n, 4, component)


def ricci(R):
    n = len(R)
    return built(n, 2, lambda j, h: fsum(R[i][j][i][h] for i in range(n)))


def moved_along(tensor, kinds, X, q, turning):
    """X^m d_m T, with a term for every index: turning(T index p, index i) multiplies T^p, or with a minus T_p."""
    n, T, x, d = len(q), tensor(q), X(q), derivatives(tensor, q)

    def component(*indices):
        total = fsum(x[m] * entry(d[m], indices) for m in range(n))
        for slot, (kind, i) in enumerate(zip(kinds, indices, strict=True)):
            for p in range(n):
                factor = turning(p, i) if kind == "u" else -turning(i, p)
                total += factor * entry(T, (*indices[:slot], p, *indices[slot + 1 :]))
        return total

    return built(n, len(kinds), component)


def covariant(tensor, kinds, gamma, X, q):
    """nabla_X T; ``kinds`` has a u for an upper, a d for a lower index."""
    G, x = gamma(q), X(q)
    return moved_along(tensor, kinds, X, q, lambda p, i: fsum(c * row[p][i] for c, row in zip(x, G, strict=True)))


def lie(tensor, kinds, X, q):
    """The Lie derivative along X."""
    dX = derivatives(X, q)
    return moved_along(tensor, kinds, X, q, lambda p, i: -dX[p][i])


def sign(indices):
    pairs = [(i, j) for k, i in enumerate(indices) for j in indices[k + 1 :]]
    return 0 if len(set(indices)) < len(indices) else (-1) ** sum(i > j for i, j in pairs)


def exterior(form, rank, q):
    d = derivatives(form, q)
    return built(
        len(q), rank + 1, lambda *K: fsum((-1) ** a * entry(d[i], K[:a] + K[a + 1 :]) for a, i in enumerate(K))
    )


def wedge(v, p, w, r, n):
    def component(*K):
        deals = ((s, [K[i] for i in s]) for s in permutations(range(p + r)))
        total = fsum(sign(s) * entry(v, J[:p]) * entry(w, J[p:]) for s, J in deals)
        return total / (mp.factorial(p) * mp.factorial(r))

    return built(n, p + r, component)


def star(form, p, g):
    """(* w)_J = 1/p! sqrt|g| w^K epsilon_IJ."""
    n, upper = len(g), inverted(g)

    def raised(K):
        terms = product(range(n), repeat=p)
        return fsum(mp.fprod(upper[i][j] for i, j in zip(K, J, strict=True)) * entry(form, J) for J in terms)

    values = {K: raised(K) for K in permutations(range(n), p)}
    scale = volume(g) / mp.factorial(p)
    return built(n, n - p, lambda *J: scale * fsum(x * sign(K + J) for K, x in values.items()))


def divergence(g, X, q):
    flux = derivatives(lambda q: [volume(g(q)) * x for x in X(q)], q)
    return fsum(flux[i][i] for i in range(len(q))) / volume(g(q))
