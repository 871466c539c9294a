"""How many of the original's names have a meaning here: the names are data, the numbers are known.

One of scmpy/compat/dropped.txt has none by intention, and its error says what to use instead.
"""

from pathlib import Path

import pytest

import scmpy
from scmpy.errors import ScmpyError, UnboundVariableError
from scmpy.registry import not_carried_over
from scmpy.scheme import Session

#: The names without a meaning, by area; those of 12 and 13 are numerical methods, units and compilation.
MISSING = dict.fromkeys(range(1, 14), 0)


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
def test_no_more_names_are_missing_than_are_known(area: int) -> None:
    missing = [n for n, its in NAMES.items() if its == area and not not_carried_over(n) and not is_bound(n)]
    assert len(missing) <= MISSING[area], " ".join(missing)


def dropped() -> list[str]:
    """The names that are not carried over."""
    lines = (Path(scmpy.__file__).parent / "compat" / "dropped.txt").read_text(encoding="utf-8").splitlines()
    return [name for line in lines for name in line.partition("\t")[0].split()]


def test_names_that_are_not_carried_over_have_no_meaning_here() -> None:
    names = dropped()
    assert len(names) == len(set(names)) > 500
    assert not set(SESSION.names()) & set(names)


@pytest.mark.parametrize("form", ["(bs-advancer 3)", "bs-advancer", "(define (f) (bs-advancer 3)) (f)"])
def test_their_error_says_what_to_use_instead(form: str) -> None:
    with pytest.raises(UnboundVariableError, match="internal of the original that is not carried"):
        Session().run(form)


def test_their_error_says_it_in_python() -> None:
    for take in (
        "scmpy.bs_advancer",
        "exec('from scmpy import bs_advancer')",
        "exec('from scmpy import D, bs_advancer')",
    ):
        with pytest.raises(
            (AttributeError, ImportError),
            match="bs-advancer is an internal of the original that is not carried over; state-adv",
        ):
            eval(take)
    assert not hasattr(scmpy, "bs_advancer")


def test_the_check_proves_itself() -> None:
    assert len(NAMES) > 1950
    assert is_bound("Lagrange-equations")
    assert is_bound("define")
    assert not is_bound("no-such-name")
