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
    "start-canonicalizing-symbols!": "symbols keep their case always",
    "shunting-yard tokenize analyze-tokens parse-structure infix": "steps of infix-string->combination",
    "diff-memoize diff-memoize-1arg diff-memoize-2arg": "derivatives remember what they need of themselves",
    "interpolate-random": "a step of sparse-interpolate",
    "gcd-Dp actual-factors pcf:->factors": "steps of the original's factoriser",
    "2d-show-expression 2d:unparse-table 2d:symbol-substs": "set-display! chooses formulas, settings their symbols",
    "compile-opaque make-opaque make-transparent expression/cselim": "the original's compiler",
    "server-start client-connect": "a network server",
    "extend-top-level-environment": "makes environments; a session has one, and others are other sessions",
    "*literal-reconstruction* with-literal-reconstruction-enabled": "a printer of the original's",
    "->quad quad:+ quad:- quad:* quad:/ quad:sqrt quad:sin quad:cos quad:atan quad:pi": (
        "floating-point numbers of two words, pairs there; here rationals are exact and balls have any precision"
    ),
    "numerical-expression numerical-expression-canonicalizer heuristic-number-canonicalizer incremental-simplifier "
    "canonicalize-numbers": "hooks of the constructor of expressions, #f there; with-incremental-simplifier is one here",
    "abstract-vector abstract-up abstract-down abstract-matrix": (
        "types with almost no operations there (the product of such a matrix and such a tuple is refused)"
    ),
    "ham:simplify": "gives back its argument in the original; divide-out-terms-simplify divides term by term",
    "simplify-coeff-functions?": "components are as they are computed; simplify simplifies them",
    "pendulum-integration": "pendulum-advance by numerical integration, which state-advancer is",
    "make-interval interval+ interval- interval* interval/ interval-invert Farey geometric oe-simplify "
    "clean-differentials with-state with-dynamic-state ->istate local->istate H-state->istate istate->local on-jet "
    "Lagrange-operator flatten-state unflatten-L-state unflatten-H-state clebsch-gordon dual-canonical? F1-flip "
    "F2-identity": "in files that no system of the original loads",
    "affine-reduce partial-solve ->dimensionless": (
        "in files that no system of the original loads; solve and solve-incremental solve equations"
    ),
    "poly/->dense poly/->sparse poly/dense? poly/sparse? poly/type poly/termlist poly/make poly/scale-1 dense->sparse "
    "sparse->dense map-poly-terms *dense-break-even* poly/dense/adjoin poly/dense/coefficient poly/dense/coefficients "
    "poly/dense/degree poly/dense/except-leading-term poly/dense/identity poly/dense/leading-coefficient "
    "poly/dense/lowest-order poly/dense/one poly/dense/principal-reverse poly/dense/trailing-coefficient "
    "poly/dense/zero poly/dense/zero? poly/sparse/adjoin poly/sparse/coefficient poly/sparse/coefficients "
    "poly/sparse/degree poly/sparse/except-leading-term poly/sparse/identity poly/sparse/leading-coefficient "
    "poly/sparse/lowest-order poly/sparse/one poly/sparse/principal-reverse poly/sparse/trailing-coefficient "
    "poly/sparse/zero poly/sparse/zero?": "the two representations of a polynomial there; there is one here",
    "base/abs base/add base/div base/equal? base/expt base/gcd base/mul base/negate base/negative? base/one base/one? "
    "base/sub base/zero base/zero? base?": "arithmetic of coefficients, which are numbers",
    "*gcd-hit* *gcd-memoizer-enabled* *gcd-miss* *heuristic-sparse-gcd-bad-decision* *heuristic-sparse-gcd-lose* "
    "*heuristic-sparse-gcd-trials* *heuristic-sparse-gcd-win* *interpolate-primes-stream* *sgcd-tuning* *sgcd-wallp* "
    "*ugcd-testing* *ugcd-wallp* collins-wallp? euclid-wallp? hash-args-vector make-interpolation-args n-random-primes "
    "prime-numbers-vector reset-interpolation-args! skip-initial-primes unordered-pair-equal? unordered-poly-hash "
    "poly/gcd/euclid poly/gcd/sparse poly/content-maker poly/primitive-part-maker poly/hh poly/horner-helper "
    "sparse-base-content sparse-content sparse-gcd-test sparse-gcd-wrapper sparse-monomial-gcd "
    "sparse-multivariate-gcd-helper sparse-univariate-constant sparse-univariate-normalize sparse-univariate-one "
    "sparse-univariate-primitive-part sparse-univariate-pseudo-remainder sparse-univariate-scale": (
        "counters, tables and steps of the original's gcd; python-flint's is used here"
    ),
    "gear-integrator": "what gear-stepper-generator runs, from a history of states",
    "vector-Gragg": "a step of bulirsch-stoer-lisptran, not bound in the original's system as loaded",
    "*INTEGRATE-N*": "the length of a table of the original's quadrature",
    "*time-tolerance* *first-step-scale*": "motions reach the times that are asked for, and find their first steps",
    "*compiler-simplifier*": "code is made of what is computed, as it is; compile-parametric takes a simplifier",
    "nelder-wallp?": "prints the simplexes of the original's method",
    "compile-expression": "MIT Scheme's compiler of syntax",
    "procedure->ratfun": "in no file of the original that is known",
    "prefix->infix jsify-system-derivative": "a writer of C and JavaScript; c-source writes what is compiled",
    "resistor capacitor inductor make-z-matrix cascade npn-currents diode-current current-sticks->B": (
        "electrical engineering, in files that no system of the original loads"
    ),
    "pcf:operator-table pcf:operators-known": "tables of the original's conversion from expressions",
}

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
    outside = {name for group in OUTSIDE for name in group.split()}
    missing = [name for name, its in NAMES.items() if its == area and name not in outside and not is_bound(name)]
    assert len(missing) <= MISSING[area], " ".join(missing)


@pytest.mark.slow
def test_names_outside_have_no_meaning_here() -> None:
    assert not [name for group in OUTSIDE for name in group.split() if is_bound(name)]


def test_the_check_proves_itself() -> None:
    assert len(NAMES) > 1950
    assert is_bound("Lagrange-equations")
    assert is_bound("define")
    assert not is_bound("no-such-name")
