"""Every numerical face is compared with an independent library, and has ill-conditioned cases: one table of them all.

The faces are the public names of the modules below. One without a row in the table fails here; a name that computes no
numbers stands in ``WITHOUT_NUMBERS`` with what it does instead.
"""

from __future__ import annotations

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
    of_solving,
    of_special,
    of_statistics,
)
from .table import HARD, LIBRARY, Check

#: What declares the faces: modules of numerics, and of the original's rarer vocabulary.
MODULES = """
numerics.quadrature numerics.roots numerics.minima numerics.special numerics.linear
museum.integrators museum.root_searches museum.roots_of_polynomials museum.extrema museum.descents museum.scanning
museum.lu_factors museum.pseudo_inverses museum.null_spaces museum.vandermonde
museum.elliptic_names
numerics.interpolation museum.chebyshev museum.extrapolation museum.chebyshev_expansions museum.interpolants
museum.moments museum.transforms museum.equation_solver
""".split()

WITHOUT_NUMBERS: dict[str, str] = {
    **dict.fromkeys((":+infinity", ":-infinity"), "a limit of integrals"),
    **dict.fromkeys(
        "make-equation residual-equations substitutions ".split(),
        "a part of an equation or of a solution",
    ),
}


def faces() -> set[str]:
    """The names in Scheme of what the modules declare, but for settings."""
    modules = tuple(f"scmpy.{each}" for each in MODULES)
    return {
        entry.scheme
        for entry in entries()
        if entry.in_scheme and callable(entry.value) and entry.module.startswith(modules)
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
