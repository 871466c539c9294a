"""How many of the original's names have a meaning here: the names are data, the numbers are known.

A name of :data:`OUTSIDE` has none by intention, for the reason that stands with it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from scmpy.errors import ScmpyError
from scmpy.scheme import Session

#: What means something only inside MIT Scheme, or as a part of the original's implementation.
OUTSIDE = {
    "start-preserving-case! with-case-preserved start-canonicalizing-symbols!": "symbols keep their case always",
    "shunting-yard tokenize analyze-tokens parse-structure infix": "steps of infix-string->combination",
    "diff-memoize diff-memoize-1arg diff-memoize-2arg": "derivatives remember what they need of themselves",
    "interpolate-random": "a step of sparse-interpolate",
    "gcd-Dp actual-factors pcf:->factors": "steps of the original's factoriser",
    "2d-show-expression 2d:unparse-table 2d:symbol-substs": "set-display! chooses formulas, settings their symbols",
    "with-underflow->zero": "floating-point numbers underflow to zero anyway",
    "compile-opaque make-opaque make-transparent gjs/cselim text/cselim expression/cselim": "the original's compiler",
    "server-start client-connect": "a network server",
    "*literal-reconstruction* with-literal-reconstruction-enabled": "a printer of the original's",
}

#: The names without a meaning, by area; those of 12 and 13 are numerical methods, units, graphics and compilation.
MISSING = {1: 20, 2: 14, 3: 0, 4: 2, 5: 9, 6: 2, 7: 11, 8: 1, 9: 2, 10: 18, 11: 1, 12: 320, 13: 67}


def names() -> dict[str, int]:
    """The names with their areas."""
    area, found = 0, {}
    for line in (Path(__file__).parent / "original_names.txt").read_text().splitlines():
        if line.startswith("#"):
            area = int(word) if (word := line.split()[1]).isdigit() else area
        elif line:
            found[line] = area
    return found


NAMES = names()
SESSION = Session()


def is_bound(name: str) -> bool:
    """Is this a variable of a new session, or a syntactic keyword?"""
    try:
        SESSION.run(name)
    except ScmpyError as error:
        return "Unbound variable" not in str(error)
    return True


@pytest.mark.parametrize("area", sorted(set(NAMES.values())))
def test_the_number_of_missing_names_is_known(area: int) -> None:
    outside = {name for group in OUTSIDE for name in group.split()}
    missing = [name for name, its in NAMES.items() if its == area and name not in outside and not is_bound(name)]
    assert len(missing) == MISSING[area], " ".join(missing)


def test_names_outside_have_no_meaning_here() -> None:
    assert not [name for group in OUTSIDE for name in group.split() if is_bound(name)]


def test_the_check_proves_itself() -> None:
    assert len(NAMES) > 1950
    assert is_bound("Lagrange-equations")
    assert is_bound("define")
    assert not is_bound("no-such-name")
