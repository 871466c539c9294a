"""What decides by numbers is compiled for the way that it takes, and again for every other way that is met."""

import ctypes
import io
import math
import random
import shutil
import subprocess
import warnings
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import numpy as np
import pytest

import scmpy as s
from scmpy.errors import IntegrationError, ScmpyError, ScmpyWarning, WrongTypeError
from scmpy.numerics.compile import codegen as targets
from scmpy.numerics.compile import codegen as variants
from scmpy.numerics.compile.compiled_function import CompiledFunction
from scmpy.numerics.ode.ivp import InitialValueProblem
from scmpy.scheme import Session
from scmpy.structure.tuples import leaves

from ..tables import evaluated, refusals

COMPILED = {
    "=": "(if (= x 0) 1 2)",
    "<": "(if (< x 0) 1 (* 2 x))",
    "negative?": "(if (negative? x) 1 x)",
    "number?": "(if (number? x) 1 2)",
    "integer?": "(if (integer? x) 1 2)",
    "exact?": "(if (exact? x) 1 2)",
    "zero?": "(if (zero? x) 1 2)",
    "case": "(case x ((0) 1) (else 2))",
    "max": "(max x 0)",
    "abs": "(abs x)",
    "floor": "(+ x (floor x) (exact-round x))",
    "cond": "(cond ((< x 0) (- x)) ((> x 1) (* x x)) (else (sqrt x)))",
    "and, or": "(if (and (> x 0) (or (< x 1) (> x 2))) 1 2)",
    "a loop": "(do ((i 0 (+ i 1))) ((> i x) i))",
    "a named let": "(let loop ((i 0) (sum 0.)) (if (> i x) sum (loop (+ i 1) (+ sum (* x i)))))",
    "inside a derivative": "((D (lambda (y) (if (= y 0) y (* y y)))) x)",
    "where errors are caught": "(call/cc (lambda (k) (with-exception-handler (lambda (e) (k 5)) (lambda () (if (< x 1) 3 4)))))",
}
AS_IT_IS = {
    "equal? to a zero, whose sign counts": "(if (equal? x 0.) 1 2)",
    "eqv? of the other side": "(if (eqv? 0. x) 1 2)",
    "a loop of many turns": "(let loop ((y x)) (if (> y 100.) y (loop (+ y .1))))",
    "text": "(string-length (number->string x))",
}


def compiled_in_scheme(body):
    out = io.StringIO()
    session = Session(stdout=out)
    session.run(f"(define (f x) {body}) (define g (compile-function f 2.5))")
    return session, out.getvalue()


@pytest.mark.parametrize("body", COMPILED.values(), ids=COMPILED)
def test_decisions_of_scheme(body):
    session, said = compiled_in_scheme(body)
    assert said == ""
    for x in ("0.", "2.5", "-1.5", "0.5", "-0.", "1", "7/2"):
        assert session.run(f"(= (f (exact->inexact {x})) (g {x}))"), x


@pytest.mark.parametrize("body", AS_IT_IS.values(), ids=AS_IT_IS)
def test_what_asks_for_the_number_itself_runs_as_it_is(body):
    session, said = compiled_in_scheme(body)
    assert "an argument" in said and " at <input>:1; it is not compiled" in said
    for x in ("0.", "2.5", "-1.5", "-0."):
        assert session.run(f"(equal? (f {x}) (g {x}))")


IN_PYTHON = [
    lambda x: 1 if x == 0 else 2,
    lambda x: 1 if x != 0 else 2,
    lambda x: 1 if x else 2,
    lambda x: 1 if x > 0 else x,
    lambda x: abs(x) * x,
    lambda x: max(x, 0, -2 * x) + min(1, x),
    lambda x: x + round(x) + math.floor(x) + math.ceil(x) + int(x) + math.trunc(x),
    lambda x: x // 1 + x % 0.75 + 5 // (x + 3) + 5 % (x + 3),
    lambda x: [1, 2][x > 0],
    lambda x: sum(x * i for i in range(int(x))),
    lambda x: 1 if s.sqrt(2) * x > s.sqrt(2) else 2,
    lambda x: 1 if 0 <= x <= 1 else x,
    lambda x: x if x in (0.5, 2.0) else -x,
    lambda x: np.where(x > 0, x, -x)[()],
    lambda x: s.sqrt(x) if x > 0 else s.sqrt(-x),
]


@pytest.mark.parametrize("f", IN_PYTHON)
def test_decisions_in_python(f):
    compiled = s.compile_function(f, 0.5)
    assert isinstance(compiled, CompiledFunction)
    for x in (-1.0, 0.0, 2.0, 0.5, -0.25, 1.5, 1.0, -2.5, 0.5):
        assert compiled(x) == pytest.approx(f(x), rel=1e-15, abs=1e-300), x
    assert len(compiled.variants.known) <= variants.MOST_VARIANTS


@pytest.mark.parametrize("f", [lambda x: math.sin(x), lambda x: round(x, 2), lambda x: 1 if x > 0 or float(x) else 2])
def test_functions_of_floats_alone_run_as_they_are(f):
    with pytest.warns(ScmpyWarning, match=r"(needs|by the value of) an argument .*at .*test_decisions.py:"):
        compiled = s.compile_function(f, -0.5)
    assert [compiled(x) for x in (-1.0, 0.0, 2.0)] == [f(x) for x in (-1.0, 0.0, 2.0)]


def test_a_way_that_cannot_be_compiled_is_told_once():
    compiled = s.compile_function(lambda x: x if x > 0 else math.sin(x), 0.5)
    with pytest.warns(ScmpyWarning, match="there it is not compiled") as told:
        assert [compiled(x) for x in (-1.0, 2.0, -2.0)] == [math.sin(-1), 2, math.sin(-2)]
    assert len(told) == 1


def test_only_so_many_ways_are_compiled():
    f = lambda x: math.floor(x) * x  # noqa: E731
    compiled = s.compile_function(f, 0.5)
    with pytest.warns(ScmpyWarning, match="more than 32 ways"):
        assert [compiled(x + 0.25) for x in range(60)] == [f(x + 0.25) for x in range(60)]
    assert len(compiled.variants.known) == variants.MOST_VARIANTS


def test_derivatives_take_the_same_way():
    f = lambda state: s.square(state[1]) if state[0] < 0 else s.cube(state[1])  # noqa: E731
    jacobian = s.compile_function(f, s.up(1.0, 2.0)).jacobian
    assert jacobian(s.up(1.0, 2.0))[1] == 12
    assert jacobian(s.up(-1.0, 2.0))[1] == 4


def test_arrays_take_all_ways():
    f = lambda x, k: k * x if x > 1 else s.sin(x) if x > 0 else s.up(1, 0) * s.down(x, x)  # noqa: E731
    xs = np.linspace(-3, 3, 50).reshape(5, 10)
    compiled = s.compile_function(f, 0.5, 2.0)
    found = compiled(xs, 3)
    assert found.shape == (5, 10)
    assert found.ravel().tolist() == [float(f(x, 3)) for x in xs.ravel().tolist()]
    roots = s.compile_function(lambda x: s.sqrt(x) if x < 1 else x, 0.5)(np.array([-4.0, 0.25, 3.0]))
    assert roots.tolist() == [2j, 0.5, 3]
    special = s.compile_function(lambda x: s.Airy_Ai(x) if x < 1 else s.up(s.log1p(x), x)[0], 0.5)
    assert special(np.array([0.5, 3.0])).tolist() == [s.Airy_Ai(0.5), s.log1p(3.0)]
    assert "[0.0, 0.0]" in s.compile_function(lambda x: s.up(x if x > 0 else 0, 0 * s.sqrt(-3.0)), 0.5).python_source


def random_program(seed):
    """A program of two numbers that branches at random."""

    def f(a, b):
        draw = random.Random(seed)
        values = [a, b, 1, s.div(1, 2), 0.25]
        for _ in range(8):
            x, y = draw.choice(values), draw.choice(values)
            kind = draw.randrange(9)
            if kind < 4:
                values.append((x + y, x * y, x - y, s.sin(x))[kind])
            elif kind == 4:
                values.append(x if x < y else 2 * y)
            elif kind == 5:
                values.append(max(x, y) if draw.random() < 0.5 else min(x, y))
            elif kind == 6:
                values.append(abs(x))
            elif kind == 7:
                values.append(s.floor(2 * x) + (1 if x == y else 0))
            else:
                values.append(x**2 if x >= 0 else x * y)
        return values[-1] + values[-2]

    return f


@pytest.mark.parametrize("seed", range(40))
def test_random_programs_by_value(seed):
    f, draw = random_program(seed), random.Random(seed)
    compiled = s.compile_function(f, 0.3, -0.7)
    assert isinstance(compiled, CompiledFunction)
    points = [(draw.uniform(-3, 3), draw.choice([draw.uniform(-3, 3), draw.randint(-4, 4) / 2])) for _ in range(12)]
    expected = [float(f(a, b)) for a, b in points]
    assert [float(compiled(a, b)) for a, b in points] == pytest.approx(expected, rel=1e-12, abs=1e-12)
    whole = np.broadcast_to(compiled(*np.array(points).T), len(points))
    assert whole.astype(float).tolist() == pytest.approx(expected, rel=1e-12, abs=1e-12)


def test_threads_share_the_variants():
    compiled = s.compile_function(lambda x: math.floor(x) * x + 0.0, 0.5)
    points = [(7 * i) % 20 + 0.25 for i in range(600)]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(compiled, points)) == [math.floor(x) * x for x in points]


def test_the_text_says_where_it_holds():
    compiled = s.compile_function(lambda x: -x if x < 0 else x, 0.5)
    assert "if (x0 < 0.0)" in compiled.c_source and compiled.c_source.count("return 0;") == 2
    assert compiled.code([1.0]) == [1.0]
    assert compiled.code([-1.0]) is None


def test_unknowns_of_two_traces_do_not_mix():
    inner = lambda x: lambda y: s.compile_function(lambda z: z * x + y, 0.5)(2.0)  # noqa: E731
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        compiled = s.compile_function(lambda x, y: inner(x)(y), 0.25, 3.0)
    assert compiled(1.0, 5.0) == 7


# --- parameters --------------------------------------------------------------------------------------------------


def test_numbers_of_parameters_are_arguments_of_the_code():
    make = lambda m, at, names: lambda x: m * x + at[0] * at[1][0] + len(names)  # noqa: E731
    names = ("a", "b")
    f = s.compile_function(make, 1.0, parameters=(2, s.up(3.0, [s.div(1, 2)]), names))
    assert f(5.0) == 13.5
    assert f.schedule.inputs == 4
    g = f.with_parameters(4, s.up(1.0, [2]), names)
    assert g(1.0) == 8 and g.code is f.code
    assert f.with_parameters(4, s.up(1.0, [2]), ("a",))(1.0) == 7, "what is no number is kept"


@pytest.mark.parametrize(
    ("make", "first", "second"),
    evaluated(__file__, "decisions.txt", "parameters that decide what the graph is", globals()),
)
def test_parameters_that_decide_what_the_graph_is(make, first, second):
    f = s.compile_function(make, 1.5, parameters=[first])
    assert isinstance(f, CompiledFunction)
    g = f.with_parameters(second)
    for k, made in ((first, f), (second, g), (first, f)):
        assert made(0.7) == pytest.approx(make(k)(0.7), rel=1e-14)
        derivative = (made(0.7 + 1e-6) - made(0.7 - 1e-6)) / 2e-6
        assert made.jacobian(0.7) == pytest.approx(derivative, rel=1e-8, abs=1e-8)


def test_exact_parameters_of_scheme():
    session = Session()
    session.run("(define ((f n) x) (if (zero? n) x (* x ((f (- n 1)) x))))")
    compiled = s.compile_function(session.run("f"), 2.0, parameters=[3])
    assert compiled(2.0) == 16
    assert compiled.with_parameters(5)(2.0) == 64


def test_other_parameters_do_not_compile_again(monkeypatch):
    made = []
    original = targets._executed
    monkeypatch.setattr(targets, "_executed", lambda *given: made.append(1) or original(*given))
    targets._remembered.cache_clear()

    def oscillator(m, k):
        return s.Lagrangian_to_state_derivative(s.L_harmonic(m, k))

    ends = [s.state_advancer(oscillator, 1.0, k)(s.up(0, 1, 0), 1.0)[1] for k in (4.0, 9.0, 16, s.div(25, 4))]
    assert ends == pytest.approx([math.cos(w) for w in (2, 3, 4, 2.5)])
    count = len(made)
    s.evolve(oscillator, 2.0, 7.0)(s.up(0, 1, 0), lambda state: None, 0.5, 1.0)
    assert len(made) == count <= 4


# --- in integrations ---------------------------------------------------------------------------------------------


def relay(k):
    """A force of k towards the middle, on either side: parabolas, whose period is 4 sqrt(2 x / k)."""
    return lambda state: s.up(1, state[2], -k if state[1] > 0 else k)


@pytest.mark.parametrize("method", ["dop853", "bulirsch-stoer", "qcrk4"])
def test_a_slope_that_jumps_costs_no_accuracy(method):
    with s.setting(ode_integration_method=method):
        end = s.state_advancer(relay, 2.0)(s.up(0, 1, 0), 20)
    assert list(end) == pytest.approx([20, 1, 0], abs=1e-9), "after five periods"


@pytest.mark.parametrize("method", ["dop853", "bulirsch-stoer", "qcrk4", "taylor", "rodas5p", "radau", "bdf", "lsoda"])
@pytest.mark.parametrize("tolerance", [1e-6, 1e-8, 1e-10])
def test_a_motion_that_begins_where_its_force_jumps(method, tolerance):
    """Of period 4; differences of the force jump there."""
    end = s.state_advancer(relay, 1.0)(s.up(0.0, 0.0, 1.0), 7.0, tolerance, method=method)
    assert list(end) == pytest.approx([7, -0.5, 0], abs=200 * tolerance)


@pytest.mark.parametrize("method", ["stormer-verlet", "implicit-midpoint", "gauss-legendre-4", "runge-kutta-4"])
def test_steps_of_one_length_end_where_a_decision_turns(method):
    """Of parabolas these methods have no error, whatever the steps are that a turn is in."""
    for step in (0.3, 0.0171):
        end = s.state_advancer(relay, 2.0)(s.up(0, 1, 0), 20, None, method, step)
        assert list(end) == pytest.approx([20, 1, 0], abs=1e-12)
        motion = s.trajectory(relay(2.0), s.up(0, 1, 0), 4, None, method, step)
        assert {1.0, 3.0} <= {round(t, 12) for t in motion.times}
        assert motion(0.98)[1] == pytest.approx(1 - 0.98**2, abs=1e-12)
        assert motion(3.1)[1] == pytest.approx(1 - 0.9**2, abs=1e-12)


@pytest.mark.parametrize(("method", "order"), [("stormer-verlet", 2), ("runge-kutta-4", 4), ("gauss-legendre-6", 6)])
def test_the_order_of_steps_of_one_length_is_kept_where_a_force_jumps(method, order):
    """A stiff spring below zero, after free fall: half a period of free fall is the square root of 2."""

    def bouncing(state):
        return s.up(1.0, state[2], -1.0 - (100 * state[1] if state[1] < 0 else 0))

    contact = (math.pi + 2 * math.atan(1 / (10 * math.sqrt(2)))) / 10
    period = 2 * math.sqrt(2) + contact

    def error(step):
        end = s.state_advancer(lambda: bouncing)(s.up(0.0, 1.0, 0.0), 2 * period, None, method, step)
        return math.hypot(end[1] - 1, end[2])

    errors = [error(0.01 / 2**k) for k in range(3)]
    assert errors[-1] < errors[0] / 2 ** (1.5 * order) or errors[-1] < 1e-11
    with s.setting(ode_target="python"):
        assert error(0.01) == pytest.approx(errors[0])


def test_a_force_without_a_value_on_the_other_side():
    """On the way beyond the turn the square root has none; the step that ends there does without."""

    def derivative(state):
        return s.up(1.0, -s.sqrt(state[1]) if state[1] > 0.25 else -0.5)

    end = s.state_advancer(lambda: derivative)(s.up(0.0, 1.0), 3.0, None, "runge-kutta-4", 0.11)
    assert end[1] == pytest.approx(-0.75, abs=1e-5)


def test_a_jump_in_time():
    end = s.state_advancer(lambda: lambda x: s.up(1, 1 if x[0] < 1 else 2))(s.up(0, 0), 2, 1e-6)
    assert end[1] == pytest.approx(3, abs=1e-12)


@pytest.mark.parametrize(
    ("rate", "exact"),
    [
        (lambda t: s.floor(t), 780),
        (lambda t: t // 2, 380),
        (lambda t: t % 1, 20),
        (lambda t: s.floor(t + 0.5), 800),
        (lambda t: s.ceiling(t) - s.truncate(t), 40),
    ],
)
def test_roundings_jump_at_their_time(rate, exact):
    """Over forty units of time, in each of which there is a jump: more ways than are kept."""
    end = s.state_advancer(lambda: lambda x: s.up(1, rate(x[0])))(s.up(0.0, 0.0), 40.0)
    assert end[1] == pytest.approx(exact, abs=1e-10)


def test_states_inside_the_steps_around_a_jump():
    motion = s.trajectory(relay(2.0), s.up(0, 1, 0), 4)
    t = np.linspace(0, 4, 101)
    exact = np.select([t < 1, t < 3], [1 - t**2, (t - 2) ** 2 - 1], 1 - (t - 4) ** 2)
    assert np.allclose(motion(t)[1], exact, atol=1e-10)


SLIDING = {
    "later": (lambda x: s.up(1, -1 if x[1] > 0 else 1), s.up(0.0, 1.0), [1.0, 0.0]),
    "from the start": (lambda x: s.up(1, -1 if x[1] > 0 else 1), s.up(0.0, 0.0), [0.0, 0.0]),
    "beside zero": (lambda x: s.up(1, x[2], -x[1] - (1 if x[2] > 0.5 else -1)), s.up(0.0, 0.0, 0.5), [0.0, 0.0, 0.5]),
    "at another scale": (lambda x: s.up(1, (-1 if x[1] > 1e20 else 1) * 1e30), s.up(0.0, 1e20), [0.0, 1e20]),
}


@pytest.mark.parametrize(("f", "start", "end"), SLIDING.values(), ids=SLIDING)
@pytest.mark.parametrize("method", ["dop853", "taylor"])
def test_a_solution_that_slides_along_a_decision_ends(f, start, end, method):
    with pytest.raises(IntegrationError, match=r"both ways lead back.*terminal=True") as failed:
        s.state_advancer(lambda: f)(start, 3, 1e-9, method=method)
    assert [failed.value.time, *failed.value.state[1:]] == pytest.approx(end, abs=1e-9)


def test_a_derivative_that_disagrees_on_the_way_is_found():
    """At the first and at the last state it agrees with its code."""

    def derivative(state):
        between = isinstance(state[0], float) and 0.01 < state[0] < 0.99
        return s.up(1, -2 * state[1] if between else -state[1])

    with pytest.raises(ScmpyError, match="its code gives"):
        s.state_advancer(lambda: derivative)(s.up(0.0, 1.0), 1.0, 1e-13)


def test_a_value_that_the_code_alone_has_is_reported_with_its_place():
    """What is multiplied by zero is not in the code."""
    with pytest.raises(WrongTypeError, match="expects real numbers") as failed:
        s.state_advancer(lambda: lambda x: s.up(1, s.log(x[1]) * 0 - 1.0))(s.up(0.0, 1.0), 5.0)
    assert failed.value.time == failed.value.state[0] > 1
    assert failed.value.state[1] < 0


def chain(n):
    """Masses beside each other, each with a wall on one side: their state is kept in memory."""

    def derivative(state):
        _, q, p = state
        forces = (
            a - 2 * x + b - (20 * x if x < 0 else 0) for a, x, b in zip((0, *q[:-1]), q, (*q[1:], 0), strict=True)
        )
        return s.up(1, p, s.up(*forces))

    return derivative


TURNING = {
    "a relay": (relay(2.0), s.up(0.0, 1.0, 0.3)),
    "a staircase": (lambda x: s.up(1, x[2], 0.1 * s.floor(x[0] + x[1]) - x[1]), s.up(0.0, 1.0, 0.3)),
    "a chain": (chain(8), s.up(0.0, s.up(*(math.sin(i) for i in range(8))), s.up(*[0.0] * 8))),
    "a root": (lambda x: s.up(1, -s.sqrt(x[1]) - 0.1 if x[1] > 0.25 else -0.5), s.up(0.0, 1.0)),
}


@pytest.mark.parametrize("name", TURNING)
@pytest.mark.slow
def test_machine_code_turns_as_the_driver_does(name):
    """The same steps, the same bits; to where it turns as well, without a step by Python."""
    pytest.importorskip("llvmlite")
    derivative, start = TURNING[name]
    found = []
    for target in ("python", "llvm"):
        with s.setting(ode_target=target):
            solution = InitialValueProblem(derivative, "a test").solution(start, 1e-10)
            states = [solution.advance(t) for t in (0.7, 2.5, 2.5, 0.2)]
            steps = [step[:4] for step in solution.to(3.0)]
            found.append((states, steps, solution.count, solution.length, list(solution.rates), solution.turned))
            assert solution.spent == solution.count * (100 if target == "python" else 1)
    assert found[0] == found[1]


TEXTS = {
    "a step": lambda x: 1 if x > 0.3 else 0,
    "a constant beside it": lambda x: s.up(7, -x if x < 0 else s.sqrt(x)),
    "nested": lambda x: s.log(x) if x > 1 else (s.sqrt(x) if x > 0 else (2 if x > -1 else x * x)),
    "two by two": lambda x: (1 if x > 0.1 else 2) * x + (3 if x * x > 0.5 else s.sqrt(0.5 - x * x)),
    "no value somewhere": lambda x: s.log(x) if x > 1 else s.div(1, 0) if x > 0.9 else x,
    "no value before a decision": lambda x: (s.div(1, 0) if x < 1 else x) if x > 0.3 else -x,
    "beyond whole floats": lambda x: 1 if x < 2**53 + 1 else 0,
    "nothing decided": lambda x: s.up(3, s.sin(x)),
}


@pytest.mark.parametrize("function", TEXTS.values(), ids=TEXTS)
def test_texts_have_all_outputs_and_all_ways(function, tmp_path):
    compiled = s.compile_function(function, 0.2)
    names = dict(vars(math))
    exec(compiled.python_source, names)
    texts = [names["f"]]
    if shutil.which("cc"):
        (tmp_path / "f.c").write_text(compiled.c_source)
        files = "-o", tmp_path / "f.so", tmp_path / "f.c"
        subprocess.run(["cc", "-Wall", "-Werror", "-shared", "-fPIC", *files, "-lm"], check=True)
        code = ctypes.CDLL(str(tmp_path / "f.so")).f

        def in_c(x):
            y = (ctypes.c_double * 2)(math.nan, math.nan)
            has_value = code((ctypes.c_double * 1)(*x), y)
            return list(y) if has_value or "void" in compiled.c_source else None

        texts.append(in_c)
    for x in (-2.5, -0.9, 0.0, 0.2, 0.4, 0.8, 0.95, 1.7, 2.0**53, 2.0**53 + 2):
        try:
            wanted = leaves(s.up(function(x)))
        except s.ScmpyError:
            assert [text([x]) for text in texts] == [None] * len(texts)
            continue
        for text in texts:
            assert text([x])[: len(wanted)] == pytest.approx(wanted, rel=1e-14)


def test_exact_numbers_that_are_no_floats_decide_as_they_are():
    big = 2**53
    for f in (
        lambda x: 1 if x < big + 1 else 0,
        lambda x: 1 if x <= big + 1 else 0,
        lambda x: 1 if big + 1 < x else 0,
        lambda x: 1 if big + 1 <= x else 0,
        lambda x: 1 if x == big + 1 else 0,
        lambda x: 1 if x < Fraction(1, 3) else 0,
        lambda x: 1 if x <= -Fraction(1, 3) else 0,
    ):
        compiled = s.compile_function(f, 0.5)
        places = [big, big + 1, big + 2, float(big), float(big + 2), 1 / 3, Fraction(1, 3), -1 / 3, Fraction(-1, 3)]
        assert [compiled(x) for x in places] == [f(x) for x in places]
        floats = [x for x in places if type(x) is float]
        assert compiled(np.array(floats)).tolist() == [f(x) for x in floats]


# --- narrow features -------------------------------------------------------------------------------------------------


def kicked(size, place, width):
    return lambda state: s.up(1.0, state[2], -state[1] + size * s.exp(-(((state[0] - place) / width) ** 2)))


def struck(width):
    """By 1/cosh^2, whose divisor has no float at the start."""
    return lambda x: s.up(1.0, x[2], -x[1] + 1 / (2 * width * s.square(s.cosh((x[0] - 3.3) / width))))


def after_a_kick(size, place, width, end=10.0):
    return s.state_advancer(kicked, size, place, width)(s.up(0.0, 0.0, 0.0), end, 1e-10)


@pytest.mark.slow
@pytest.mark.parametrize("width", [1e-2, 1e-5])
@pytest.mark.parametrize("method", ["dop853", "bulirsch-stoer", "qcrk4", "taylor", "rodas5p", "lsoda"])
def test_kicks_by_the_time_alone_are_met_however_narrow(method, width):
    """A kick of the impulse 1 leaves sin(t - 3.3) behind, times exp(-width^2/4)."""
    with s.setting(ode_integration_method=method):
        after = after_a_kick(1 / (math.sqrt(math.pi) * width), 3.3, width)
        if method not in ("taylor", "rodas5p"):  # of what is infinite on the way there is no series
            last = s.state_advancer(struck, width)(s.up(0.0, 0.0, 0.0), 10.0, 1e-10)
            assert np.allclose(list(last)[1:], [math.sin(6.7), math.cos(6.7)], rtol=0, atol=2e-4)
    expected = np.array([math.sin(6.7), math.cos(6.7)]) * math.exp(-(width**2) / 4)
    assert np.allclose(list(after)[1:], expected, rtol=0, atol=1e-6)


@pytest.mark.slow
def test_derivatives_of_motions_that_are_kicked():
    width = 1e-2
    impulse = 100 * math.sqrt(math.pi) * width * math.exp(-(width**2) / 4)
    by = [
        (lambda size: after_a_kick(size, 3.3, width), 100.0, impulse * math.sin(6.7) / 100),
        (lambda place: after_a_kick(100.0, place, width), 3.3, -impulse * math.cos(6.7)),
        (lambda end: after_a_kick(100.0, 3.3, width, end), 10.0, impulse * math.cos(6.7)),
    ]
    for f, at, expected in by:
        assert s.D(lambda x, f=f: f(x)[1])(at) == pytest.approx(expected, rel=1e-7)


@pytest.mark.slow
def test_ensembles_and_maps_once_a_period_meet_kicks():
    sizes, width = np.array([1.0, 2.0, 3.0]), 1e-2
    start = s.up(0.0, np.zeros(3), np.zeros(3))
    found = s.ensemble(kicked, start, 10.0, parameters=[sizes, 3.3, width]).states
    after = width * math.sqrt(math.pi) * math.exp(-(width**2) / 4) * sizes
    assert np.allclose(found[1], after * math.sin(6.7), rtol=1e-6)


test_what_is_refused = refusals(__file__, "decisions", globals())
