"""Laws of settings: what is set holds where it was set, and nowhere else; what cannot be set is refused by name."""

import asyncio
import contextvars
import math
import re
import threading
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scmpy
from scmpy import cos, equivalent, exp_series, setting, simplify, sin, sqrt, square, symbols, up
from scmpy.errors import LimitError, WrongTypeError
from scmpy.generic.settings import AMOUNT, COUNT, LIMIT, SETTINGS, SWITCH, VARIABLES, Limit
from scmpy.registry import load_all, lookup
from scmpy.scheme import Session
from scmpy.symbolic.assumptions import SWITCHES, Policy

x, y = symbols("x y")
VALUES = {
    SWITCH: st.booleans(),
    COUNT: st.integers(1, 10**30),
    AMOUNT: st.integers(0) | st.fractions(0) | st.floats(0),
    LIMIT: st.just(False) | st.integers(1) | st.fractions(Fraction(1, 9)),
}
PLAIN = sorted(name for name, each in SETTINGS.items() if each.kind in VALUES and not isinstance(each, Limit))
assignments = st.dictionaries(st.sampled_from(PLAIN), st.none(), max_size=4).flatmap(
    lambda names: st.fixed_dictionaries({name: VALUES[SETTINGS[name].kind] for name in names})
)


def state():
    """What holds of every setting."""
    load_all()
    return {name: each.value for name, each in SETTINGS.items()}


def apart(work):
    """What is set from now on ends with the test."""
    return contextvars.copy_context().run(work)


@given(st.lists(assignments, max_size=4), st.booleans())
def test_blocks_nest_and_restore(blocks, fails):
    """Inside, the innermost block holds; outside, what held before, also after an error."""
    before = state()

    def enter(rest, expected):
        assert state() == expected
        if not rest:
            if fails:
                raise KeyError
            return
        try:
            with setting(**rest[0]):
                enter(rest[1:], {**expected, **rest[0]})
        finally:
            assert state() == expected

    if fails:
        with pytest.raises(KeyError):
            enter(blocks, before)
    else:
        enter(blocks, before)
    assert state() == before


@given(assignments, assignments)
def test_what_is_set_from_now_on_ends_with_the_block_around_it(outer, inner):
    before = state()
    with setting(**outer):
        setting(**inner)
        assert state() == {**before, **outer, **inner}
    assert state() == before


@given(assignments)
def test_the_switches_of_a_policy_are_the_settings(given):
    with setting(**given):
        switches = vars(Policy().switches)
        assert switches == {name: state()[name] for name in SWITCHES}
        assert Policy().switches is Policy().switches, "made once for as long as they hold"


def test_threads_are_separate():
    seen = []
    with setting(sqrt_expt_simplify=False):
        thread = threading.Thread(target=lambda: (seen.append(simplify(sqrt(x**2))), setting(factoring=True)))
        thread.start()
        thread.join()
        assert SETTINGS["factoring"].value is False
    assert seen == [x]


def test_tasks_are_separate():
    async def task(limit, turn, other):
        setting(work_limit_multiplier=limit)
        turn.set()
        await other.wait()
        return SETTINGS["work_limit_multiplier"].value

    async def both():
        one, two = asyncio.Event(), asyncio.Event()
        return await asyncio.gather(task(1, one, two), task(2, two, one))

    assert asyncio.run(both()) == [1, 2]
    assert SETTINGS["work_limit_multiplier"].value == 1


def test_a_block_may_end_in_another_context():
    """A generator that a task leaves for another to finish."""

    def block():
        with setting(factoring=True):
            yield SETTINGS["factoring"].value

    generator = block()
    assert apart(lambda: next(generator))
    assert apart(lambda: list(generator)) == []


@pytest.mark.parametrize("form", ["(set! {} {})", "(define {} {})", "(begin (define (f v) (set! {} v)) (f {}))"])
def test_sessions_are_separate(form):
    before = state()
    one, other = Session(), Session()
    one.run(form.format("*work-limit-multiplier*", 7))
    other.run(form.format("*work-limit-multiplier*", 8))
    assert [session.run("*work-limit-multiplier*") for session in (one, other, Session())] == [7, 8, 1]
    other.run("(sqrt-expt-simplify #f)")
    assert one.run("(simplify (sqrt (square 'x)))") == simplify(sqrt(x**2)) == x
    assert state() == before


def test_a_session_sees_what_python_has_set_until_it_sets_it_itself():
    session = Session()
    session.define("e", x**2 + 2 * x * y + y**2)
    with setting(factoring=True, sqrt_expt_simplify=False):
        assert session.run("*factoring*") is True
        assert session.result_text(session.run("e")) == "(expt (+ x y) 2)"
        assert session.result_text(session.run("(sqrt (square 'x))")) == "(sqrt (expt x 2))"
        session.run("(set! *factoring* #f)")
        assert session.result_text(session.run("e")) == "(+ (expt x 2) (* 2 x y) (expt y 2))"
        assert SETTINGS["factoring"].value is True
    assert session.result_text(session.run("(sqrt (square 'x))")) == "x"
    with setting(factoring=True):
        assert session.run("*factoring*") is False, "it stays as the session has set it"


def test_fluid_let_leaves_a_setting_as_it_was():
    session = Session()
    for value in (False, True):
        with setting(factoring=value):
            for end in ("*factoring*", "(car '())", "(error 'no)"):
                program = f"(fluid-let ((*factoring* {'#f' if value else '#t'})) {end})"
                if end == "*factoring*":
                    assert session.run(program) is not value
                else:
                    with pytest.raises(scmpy.ScmpyError):
                        session.run(program)
                assert session.run("*factoring*") is value
    assert session.run("*factoring*") is False, "nor does the session hold it from then on"


def test_what_a_call_is_given_goes_before_what_the_session_has_set():
    session = Session()
    session.run("""(set! tex:symbol-substs '((foo "G")))""")
    assert session.run("""(unparse 'foo '((foo "F")))""") == "F"
    assert session.run("(unparse 'foo)") == "G"
    session.run("(set! *factoring* #t)")
    assert str(session.run("(simplify (+ (expt 'x 2) 'x) '*factoring* #f)")) == "(+ (expt x 2) x)"


def test_define_of_a_session_sets_too():
    session = Session()
    session.define("*work-limit-multiplier*", 5)
    assert session.run("*work-limit-multiplier*") == 5


@pytest.mark.parametrize(
    ("one", "other"),
    [((x + 1) ** 2500, (x + 1) ** 1250 * (x + 1) ** 1250), (sin(x) ** 5002, (1 - cos(x) ** 2) ** 2501)],
)
def test_what_a_comparison_may_cost_is_told_and_set(one, other):
    answer = equivalent(one, other)
    assert answer.verdict == "undecided" and "work_limit_multiplier" in str(answer)
    with setting(work_limit_multiplier=4):
        assert equivalent(one, other)
    assert equivalent(one, other).verdict == "undecided"


@pytest.mark.parametrize("name", SETTINGS)
def test_wrong_values_are_refused_by_name(name):
    before = state()
    wrong = SETTINGS[name]
    for value in ("?", -1, math.nan, x):
        with pytest.raises(WrongTypeError, match=f"^{re.escape(wrong.scheme)} is "):
            setting(**{name: value})
    if name in SWITCHES and not wrong.variable:
        with pytest.raises(WrongTypeError, match=f"{re.escape(wrong.scheme)} is switched on by #t"):
            apart(lambda: getattr(scmpy, name)(0))
    assert state() == before


def test_one_wrong_value_sets_nothing():
    before = state()
    with pytest.raises(WrongTypeError, match="work-limit-multiplier"):
        setting(factoring=True, work_limit_multiplier=-1)
    assert state() == before


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: setting(factorin=True), r'there is no setting factorin \(did you mean "factoring"\?\); settings'),
        (lambda: setting(sqrt_exp_simplify=True), r'did you mean "sqrt_expt_simplify'),
        (lambda: simplify(x, half_angle_simplfy=True), r'did you mean "half_angle_simplify'),
        (
            lambda: Session().run("(simplify 'x 'sqrt-exp-simplify #t)"),
            r'no switch sqrt-exp-simplify \(did you mean "sqrt',
        ),
    ],
)
def test_unknown_names_are_refused_with_the_nearest(call, message):
    before = state()
    with pytest.raises(WrongTypeError, match=message):
        call()
    assert state() == before


@pytest.mark.parametrize("name", [name for name, each in SETTINGS.items() if not isinstance(each, Limit)])
def test_documentation(name):
    """It says how the setting is set (tests/vocabulary demands an example, and runs it)."""
    declared = SETTINGS[name]
    entry = lookup(declared.scheme)
    assert f"setting({name}=value)" in entry.doc
    assert ("(set! " if declared.variable else "(") + f"{declared.scheme} value)" in entry.doc
    assert (VARIABLES.get(declared.scheme) is declared) == declared.variable


def test_a_limit_names_the_setting_that_allows_more():
    with setting(expansion_memory=1_000):
        with pytest.raises(LimitError, match=r"\*expansion-memory\* \(in Python expansion_memory\) allows more"):
            simplify((x + y) ** 400)
        with setting(expansion_memory=10**6):
            assert len(simplify((x + y) ** 400).operands) == 401
    with pytest.raises(LimitError, match=r"more than 2000 degrees; the setting \*work-limit-multiplier\*"):
        scmpy.factor(x**2003 - x)
    with setting(work_limit_multiplier=2), pytest.raises(LimitError, match="more than 4000 degrees"):
        scmpy.factor(x**5000 - 2 * x**3 - 5)


@pytest.mark.parametrize(
    ("limit", "smaller", "work"),
    [
        ("most_terms", 10, lambda: exp_series[11]),
        ("most_integer_bits", 100, lambda: scmpy.expt(10, 100)),
        ("most_components", 3, lambda: up(1, 2, 3, 4)),
        ("most_structure_factors", 3, lambda: scmpy.expt(up(x, y), 4)),
        ("most_digits", 5, lambda: scmpy.integral_ball(square, 0, 1, 6)),
    ],
)
def test_what_stops_at_a_limit_names_the_setting(limit, smaller, work):
    message = rf"more than {smaller} \w+; the setting {limit.replace('_', '-')} \(in Python {limit}\) allows more"
    with setting(**{limit: smaller}):
        with pytest.raises(LimitError, match=message):
            work()
        with setting(**{limit: 10**6}):
            work()
    work()


def test_limits_in_scheme():
    session = Session()
    with pytest.raises(LimitError, match="more than 20 factors; the setting most-structure-factors"):
        session.run("(expt (up 'x) 21)")
    assert str(session.run("(setting! 'most-structure-factors 21) (simplify (ref (expt (up 'x) 21) 0 0))"))
    with pytest.raises(WrongTypeError, match="most-structure-factors is a positive whole number"):
        session.run("(setting! 'most-structure-factors 0)")
    with pytest.raises(WrongTypeError, match='did you mean "most'):
        session.run("(setting! 'most-structure-factor 5)")
    assert SETTINGS["most_structure_factors"].value == 20


def test_settings_are_listed(capsys):
    with setting(factoring=True):
        scmpy.settings()
    lines = capsys.readouterr().out.splitlines()
    listed = {line.split()[0]: line.split()[1] for line in lines if line[0] == " "}
    assert listed == {each.python: listed[each.python] for each in SETTINGS.values()}
    assert listed["factoring"] == "True"
    assert listed["most_terms"] == "100000"
    assert [line for line in lines if line[0] != " "] == ["Variables:", "Switches and amounts:", "Bounds:"]
    Session().run('(settings "factoring")')
    assert capsys.readouterr().out.startswith("Variables:\n  *factoring*  #f  ")
    Session().run("(help factoring)")
    assert "Scheme:  (set! *factoring* value)" in capsys.readouterr().out
    Session().run('(settings "no such thing")')
    assert capsys.readouterr().out == "Nothing matches no such thing\n"


def test_a_session_may_set_its_limits():
    session = Session()
    session.define("e", (x + y) ** 400)
    with pytest.raises(LimitError, match="expansion-memory"):
        session.run("(fluid-let ((*expansion-memory* 1000)) (simplify e))")
    assert session.run("(simplify e)") == simplify((x + y) ** 400)
