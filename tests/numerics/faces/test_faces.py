"""Every numerical face is compared with an independent library, and has ill-conditioned cases: one table of them all.

The faces are the public names of the modules below. One without a row in the table fails here; a name that computes no
numbers stands in ``WITHOUT_NUMBERS`` with what it does instead.
"""

from __future__ import annotations

import pytest

from scmpy.registry import entries, scheme_entry
from scmpy.scheme import Session

from . import of_minima, of_quadrature, of_roots, of_special  # noqa: F401  their checks are entered as they are read
from .table import HARD, LIBRARY, Check

MODULES = ("numerics.quadrature", "numerics.roots", "numerics.minima", "numerics.special")

WITHOUT_NUMBERS: dict[str, str] = {
    "vector->parameters": "puts numbers into a shape",
    ":+infinity": "a limit of integrals",
    ":-infinity": "a limit of integrals",
}


def faces() -> set[str]:
    """The names in Scheme of what the modules declare."""
    modules = tuple(f"scmpy.{each}" for each in MODULES)
    return {entry.scheme for entry in entries() if entry.module.startswith(modules) and entry.in_scheme}


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
