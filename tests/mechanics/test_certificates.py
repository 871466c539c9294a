"""The check of certificates: what is false is refused, whoever says it and by whatever evidence."""

import ast
import dataclasses
from pathlib import Path

import pytest

import scmpy as s
from scmpy import D, check_certificate, equivalent_equations
from scmpy.errors import LimitError
from scmpy.mechanics.equations import certificate as checked
from scmpy.mechanics.equations import local_series

t, k, m = s.symbols("t k m")
x, y, p = s.literal_functions("x y p")
at, v, a = x(t), D(x)(t), (D**2)(x)(t)

#: Pairs of systems with the true verdict.
TRUE = {
    "multiple": ([a + k * at], [2 * a + 2 * k * at], "equal"),
    "divisor": ([a + k / m * at], [m * a + k * at], "equal"),
    "order": ([v - p(t), D(p)(t) + at], [a + at], "equal"),
    "factor": ([a + at], [v * (a + at)], "equal except"),
    "square": ([v**2 - at**2], [v - at], "implied"),
    "rate": ([v - at], [a - v], "implies"),
    "sign": ([a + at], [a - at], "different"),
    "size": ([a + at], [a + abs(at)], "different"),
    "time": ([v - t], [v + t], "different"),
    "parameter": ([k * v], [v], "equal except"),
    "work": ([D(p)(t) - at, v], [v], "equal"),
    "own unknown": ([p(t) - at, D(p)(t)], [v - 1], "different"),
    "relation": ([at**2 + y(t) ** 2 - 1, v - y(t)], [at * v + y(t) * D(y)(t), v - y(t)], "implies"),
    "algebraic": ([at - s.sin(t)], [(at - s.sin(t)) * (at - t)], "implies"),
    "constant factor": ([y(t) * v, D(y)(t)], [v, D(y)(t)], "implied"),
    "constants": ([at - (p(t) + y(t) * t) * s.exp(t), D(p)(t), D(y)(t)], [a - 2 * v + at], "equal"),
    "inverse": ([s.asin(at) - t], [at - s.sin(t)], "implies"),
    "root": ([s.sqrt(at**2) - v], [at - v], "different"),
    "roots": ([s.sqrt(at) * s.sqrt(y(t)) - 1], [at * y(t) - 1], "equal"),
    "damped": ([a + 2 * v + at], [p(t) - s.exp(t) * (v + at), D(p)(t)], "equal"),
    "signs": ([abs(at - y(t)) - abs(at) - abs(y(t))], [abs(at * y(t)) + at * y(t)], "equal"),
}
VERDICTS = ("equal", "equal except", "implies", "implied", "different")


def is_refused(answer):
    try:
        return not check_certificate(answer)
    except LimitError as error:
        return "not checked: " in str(error)


@pytest.fixture(scope="module")
def answers():
    return {name: equivalent_equations(first, second) for name, (first, second, _) in TRUE.items()}


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_stands(name, answers):
    assert answers[name].verdict == TRUE[name][2]
    assert check_certificate(answers[name]) is True


@pytest.mark.parametrize("name", TRUE)
@pytest.mark.slow
def test_no_other_verdict_stands(name, answers):
    """With the evidence as it is, without what it says to fail, with the contrary, and with nothing of it."""
    answer = answers[name]
    evidence = answer.evidence
    fine = tuple(leaf for leaf in evidence.solved if leaf.implied)
    turned = tuple(leaf._replace(implied=not leaf.implied) for leaf in evidence.solved)
    for verdict in VERDICTS:
        if verdict == answer.verdict:
            continue
        for solved in dict.fromkeys((evidence.solved, fine, turned, ())):
            exceptions = answer.exceptions if verdict == "equal except" else ()
            changed = evidence._replace(solved=solved)
            changed = dataclasses.replace(answer, verdict=verdict, exceptions=exceptions, evidence=changed)
            assert is_refused(changed), (verdict, solved)


@pytest.mark.slow
def test_own_unknowns_that_are_not_given_are_not_guessed():
    """At an instant polar coordinates are there for all motions: only along a motion is it seen that they turn."""
    (r, r1), (th, th1) = ((f(t), D(f)(t)) for f in s.literal_functions("r theta"))
    polar, turning = (at - r * s.cos(th), p(t) - r * s.sin(th), r1, th1 - 1), (v + p(t), D(p)(t) - at)
    answer = equivalent_equations([*polar], [*turning])
    assert (answer.verdict, check_certificate(answer)) == ("equal", True)
    first, second = turning
    for factors in ((v - 1, 1), (1, v - 1), (first, second**2 * (at - 2))):
        larger = tuple(f * e for f, e in zip(factors, turning, strict=True))
        evidence = answer.evidence._replace(systems=(polar, larger))
        assert is_refused(dataclasses.replace(answer, evidence=evidence)), factors


@pytest.mark.slow
def test_own_unknowns_are_followed_as_far_as_their_equations_reach():
    """An angle is there for all that moves on a circle: that it turns as a pendulum is seen in its second rates."""
    th, ty, gravity = s.literal_function("theta"), y(t), s.symbols("g", positive=True)
    angle = [at - s.sin(th(t)), ty + s.cos(th(t)), (D**2)(th)(t) - gravity * s.sin(th(t))]
    answer = equivalent_equations(angle, [a * ty - at * ((D**2)(y)(t) + gravity), at**2 + ty**2 - 1])
    assert answer.verdict == "different" and is_refused(dataclasses.replace(answer, verdict="implied"))


def test_sizes_of_zero_are_looked_at():
    """That of y has no series where y vanishes, but a value: x = 2 solves the product, and not the sum of sizes."""
    answer = equivalent_equations([abs(at) + abs(y(t))], [at, y(t)])
    assert answer.verdict == "equal" and check_certificate(answer)
    for systems in (((abs(at) + abs(y(t)),), (at * (at - 2), y(t))), ((abs(at) + abs(y(t)) + at**3 / 50,), (at, y(t)))):
        assert not check_certificate(dataclasses.replace(answer, evidence=answer.evidence._replace(systems=systems)))


def test_what_a_factor_leaves_free_is_no_own_unknown():
    """Where x = 0 the product vanishes for any y. Roots of x and of -x are there for x = 0 alone: that is told."""
    disk, roots = s.log(1 - at**2 - y(t) ** 2), s.sqrt(at) + s.sqrt(-at) + y(t)
    forged = ((disk, (disk,), (at, (v + at) * y(t))), (roots, (roots * (at - y(t) - 1),), (at, y(t))))
    for true, *systems in forged:
        answer = equivalent_equations([true], [at, y(t)])
        evidence = answer.evidence._replace(systems=tuple(systems))
        assert answer.verdict == "equal" and is_refused(dataclasses.replace(answer, evidence=evidence))


def test_an_own_unknown_that_is_large_is_one():
    """Where t is small x = 1/t is large: all motions of the second are then some of the first."""
    answer = equivalent_equations([(D**2)(y)(t) + y(t)], [p(t) - D(y)(t), D(p)(t) - y(t)])
    systems = ((((D**2)(y)(t) + y(t)) * (t * at - 1),), answer.evidence.systems[1])
    assert answer.verdict == "different"
    assert is_refused(dataclasses.replace(answer, evidence=answer.evidence._replace(systems=systems)))


#: What a system gains or loses where values are large or small alone.
ELSEWHERE = {
    "a root": (0, lambda e: e * (at - 40)),
    "a curve": (0, lambda e: e * (at**2 + v**2 - 10000)),
    "a cubic": (0, lambda e: abs(e) + at**3 / 50),
    "a half-plane": (1, lambda e: e + abs(at - 20) + at - 20),
    "the middle": (1, lambda e: e + abs(abs(at) - s.div(1, 200)) - abs(at) + s.div(1, 200)),
}


@pytest.mark.parametrize("name", ELSEWHERE)
def test_large_and_small_values_are_looked_at(name):
    place, other = ELSEWHERE[name]
    answer = equivalent_equations([v - p(t), D(p)(t) + at], [a + at])
    systems = list(answer.evidence.systems)
    systems[place] = (*systems[place][1:], other(systems[place][0]))
    evidence = answer.evidence._replace(systems=tuple(systems))
    assert not check_certificate(dataclasses.replace(answer, evidence=evidence))


def test_one_direction_with_exceptions_is_none():
    answer = equivalent_equations([v**2 + at**2 - 1], [a + at])
    assert answer.verdict == "different" and answer.exceptions and check_certificate(answer)
    assert not check_certificate(dataclasses.replace(answer, verdict="implies"))


#: Other systems in the place of the first or of the second one, of which the verdict is false.
@pytest.mark.parametrize("name", TRUE)
@pytest.mark.parametrize(
    ("place", "other"),
    [
        (0, lambda e: e + 1),
        (1, lambda e: e * (v - 1)),
        (0, lambda e: e + (t - 1) * at),
        (1, lambda e: D(lambda t: x(t) ** 3)(t) + e),
        (0, lambda e: e**2 + 1),
    ],
)
def test_evidence_for_other_systems_is_refused(name, other, place, answers):
    answer = answers[name]
    systems = list(answer.evidence.systems)
    systems[place] = tuple(map(other, systems[place]))
    true = equivalent_equations(list(systems[0]), list(systems[1])).verdict
    if true not in (answer.verdict, "undecided"):
        assert is_refused(dataclasses.replace(answer, evidence=answer.evidence._replace(systems=tuple(systems))))


def test_wrong_solved_forms_are_refused(answers):
    for name in ("multiple", "order", "rate", "sign"):
        answer = answers[name]
        for i, leaf in enumerate(answer.evidence.solved):
            (f, order, value), *rest = leaf.rules
            for wrong in (
                leaf._replace(rules=((f, order, value + at), *rest)),
                leaf._replace(rules=((f, order, -value + 1), *rest)),
                leaf._replace(system=1 - leaf.system, rules=((f, order, value * 2 + 1), *rest)),
            ):
                solved = (*answer.evidence.solved[:i], wrong, *answer.evidence.solved[i + 1 :])
                assert is_refused(dataclasses.replace(answer, evidence=answer.evidence._replace(solved=solved)))


@pytest.mark.parametrize("equation", [a + k * s.sin(at), a + k])
def test_motions_where_a_coefficient_vanishes_are_sought(equation):
    """Rest at x = 3 solves the equation times x - 3, and not the equation: Newton's method seldom meets that."""
    answer = equivalent_equations([equation], [2 * equation])
    evidence = answer.evidence._replace(systems=((equation,), ((at - 3) * equation,)), multiplier=None, converse=None)
    assert is_refused(dataclasses.replace(answer, evidence=evidence))


def test_what_fails_far_from_zero_is_seen_to_fail():
    answer = equivalent_equations([abs(at) - at, at - (100 - t)], [at - (100 - t)])
    assert answer.verdict == "implies" and check_certificate(answer) is True
    answer = equivalent_equations([s.asin(at) - t / 10], [at - s.sin(t / 10)])
    assert answer.verdict == "implies" and check_certificate(answer) is True
    assert "comes to 0" not in answer.certificate  # asin(sin(t / 10)) - t / 10 is zero on an interval alone


def test_an_instant_is_no_witness():
    """Where t = 0 a coefficient of t vanishes: no solution lives there."""
    answer = equivalent_equations([v - at], [v + at])
    leaf = answer.evidence.solved[0]._replace(rules=(), constants=((t, 0),))
    systems = ((t * v,), (v,))
    evidence = answer.evidence._replace(systems=systems, solved=(leaf,))
    assert is_refused(dataclasses.replace(answer, verdict="implied", evidence=evidence))


@pytest.mark.slow
def test_exceptional_sets_that_are_none_are_refused(answers):
    for name in ("factor", "parameter"):
        answer = answers[name]
        (exception,) = answer.exceptions
        for where in ((at**2 + 1,), (at - 7,), (k - 7,)):
            for needed in (True, False):
                wrong = (dataclasses.replace(exception, where=where, needed=needed),)
                assert is_refused(dataclasses.replace(answer, exceptions=wrong))


def test_wrong_multipliers_are_refused(answers):
    evidence = answers["multiple"].evidence
    for changed in (evidence._replace(multiplier=((1,),)), evidence._replace(converse=((at,),))):
        assert is_refused(dataclasses.replace(answers["multiple"], evidence=changed))


def test_what_is_not_checked_is_told():
    even = s.literal_function("V", even=True)
    answer = equivalent_equations([a + D(even)(at)], [2 * a + 2 * D(even)(at)])
    with pytest.raises(s.ScmpyError, match=r"check-certificate: not checked: the multiplier"):
        check_certificate(answer)
    undefined = equivalent_equations([s.sqrt(at - 1) * s.sqrt(-1 - at)], [at**2 + 1])  # zero times a root of -2 is none
    assert undefined.verdict == "equal" and is_refused(undefined)


def test_the_check_shares_nothing_with_the_prover():
    """Of what finds answers it imports nothing, and no module that it imports is one of comparisons or decisions."""
    allowed = {"scmpy.mechanics.equations.local_series"}
    for module in (checked, local_series):
        tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
        typing = [node for node in tree.body if isinstance(node, ast.If)]
        hidden = {id(inner) for node in typing for inner in ast.walk(node)}
        names = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and id(node) not in hidden}
        names |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
        proving = [x for x in names if x and (".equations" in x or ".decision" in x or "solutions" in x)]
        assert set(proving) <= allowed
        assert not any(
            x and x.startswith(("scmpy.calculus", "scmpy.structure", "scmpy.symbolic.simplify")) for x in names
        )
