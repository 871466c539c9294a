"""Every numerical face is compared with an independent library, and has ill-conditioned cases: one table of them all.

The faces are the public names of the modules below. One without a row in the table fails here; a name that computes no
numbers stands in ``WITHOUT_NUMBERS`` with what it does instead.
"""

import pytest

from scmpy.registry import entries, scheme_entry
from scmpy.scheme import Session

from . import (  # noqa: F401  their checks are entered
    of_approximation,
    of_linear,
    of_minima,
    of_quadrature,
    of_roots,
    of_signals,
    of_special,
    of_statistics,
)
from .table import HARD, LIBRARY, Check

#: What declares the faces: modules of numerics; of the original's rarer vocabulary these names.
MODULES = """
numerics.quadrature numerics.certified numerics.roots numerics.optimize numerics.linear
numerics.special_functions numerics.gamma_functions
""".split()
RARER = set(
    """
    Carlson-elliptic-1 Carlson-elliptic-2 average-deviation bisect-1 bisect-2 bisect-fp bracket-max bracket-min
    brent-max brent-min cheb-root-list chebyshev-polynomial elliptic-integrals evaluate-improper-integral
    false-position-search fft golden-section-max golden-section-min ifft kurtosis legendre-polynomial lu-decompose
    lu-invert mean newton-with-false-position-search sample-standard-deviation sample-variance skewness
    standard-deviation svd svd-invert svd-solve-linear-system v:mean v:standard-deviation v:variance variance
    """.split()
)

WITHOUT_NUMBERS: dict[str, str] = {
    **dict.fromkeys((":+infinity", ":-infinity"), "a limit of integrals"),
}


def faces() -> set[str]:
    """The names in Scheme of what the modules declare, but for settings."""
    modules = tuple(f"scmpy.{each}" for each in MODULES)
    return {
        entry.scheme
        for entry in entries()
        if entry.in_scheme and callable(entry.value) and (entry.module.startswith(modules) or entry.scheme in RARER)
    }


CHECKS = [
    pytest.param(name, check, id=f"{name}-{check.__name__}")
    for table in (LIBRARY, HARD)
    for name, checks in table.items()
    for check in checks
]


@pytest.mark.parametrize(("name", "check"), CHECKS)
def test_face(name: str, check: Check) -> None:
    entry = scheme_entry(name)
    check(entry.value if entry else Session().run(name))


def test_every_face_has_a_row() -> None:
    names = {name for name in faces() if name not in WITHOUT_NUMBERS}
    assert sorted(names - set(LIBRARY)) == []
    assert sorted(names - set(HARD)) == []
