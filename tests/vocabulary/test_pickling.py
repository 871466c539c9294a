"""What the library makes is pickled, and is the same in another process; a function in the way is named."""

import ast
import contextlib
import copy
import io
import os
import pickle
import subprocess
import sys
import types
from doctest import DocTestParser
from pathlib import Path

import pytest
import sympy

import scmpy
from scmpy import *
from scmpy.compat.aliases import GenericOperator
from scmpy.errors import PicklingError, UnpicklingError
from scmpy.generic.functions import Function, name_of
from scmpy.pickling import _hollow
from scmpy.registry import entries
from scmpy.scheme import Session

USERS = """
from scmpy import *

system = make_chart("radius angle")
r, theta = system.coordinates()
dr, dtheta = system.form_basis()
plane = dr @ dr + r**2 * (dtheta @ dtheta)

def falling(state):
    t, (x, y), (vx, vy) = state
    return m * (vx**2 + vy**2) / 2 - m * g * y

m, g = symbols("m g")
"""

#: What another process does: it loads functions with arguments, and prints the values, in lines.
CALLER = """
import contextlib, io, pickle, sys
import scmpy
for function, args, keywords in pickle.load(sys.stdin.buffer):
    with contextlib.redirect_stdout(io.StringIO()):
        value = repr(function(*args, **keywords))
    print(value.replace("\\n", " "))
"""


@pytest.fixture(scope="module")
def users(tmp_path_factory):
    """A module of the user's, which other processes find too, and a way to run them."""
    folder = tmp_path_factory.mktemp("users")
    (folder / "falling_bodies.py").write_text(USERS)
    sys.path.insert(0, str(folder))
    import falling_bodies

    yield falling_bodies
    sys.path.remove(str(folder))
    del sys.modules["falling_bodies"]


def elsewhere(program, given=b"", folder=""):
    """What another process prints."""
    paths = os.pathsep.join((str(folder), str(Path(scmpy.__file__).parents[1])))
    environment = {**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": "1"}
    done = subprocess.run([sys.executable, "-c", program], input=given, capture_output=True, env=environment)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode().splitlines()


def values_elsewhere(calls, users=None):
    """The values of calls (a function, its arguments) in another process, as texts."""
    calls = [call if len(call) == 3 else (*call, {}) for call in calls]
    return elsewhere(CALLER, pickle.dumps(calls), Path(users.__file__).parent if users else "")


def calls_of_the_documentation():
    """The functions and arguments of the calls that are the outermost of an example.

    What a program itself makes, functions and generic operators, other processes have by its name if they run it too;
    examples that have run before may have left some in Python's own tables.
    """
    name = "examples_of_the_documentation"
    users = sys.modules[name] = types.ModuleType(name)
    vocabulary: dict = {}
    exec("from scmpy import *", vocabulary)
    docs = list(dict.fromkeys(entry.doc for entry in entries() if entry.doc))
    for doc in docs[::3]:  # some of every module
        vars(users).clear()
        vars(users).update(vocabulary, __name__=name)
        for example in DocTestParser().get_examples(doc):
            with contextlib.suppress(Exception), contextlib.redirect_stdout(io.StringIO()):
                (statement,) = ast.parse(example.source).body
                if not isinstance(statement, ast.Expr):
                    exec(example.source, vars(users))
                elif isinstance(statement.value, ast.Call) and not statement.value.keywords:
                    call = statement.value
                    parts = ast.Tuple([call.func, ast.Tuple(call.args, ast.Load())], ast.Load())
                    expression = ast.fix_missing_locations(ast.Expression(parts))
                    function, args = eval(compile(expression, "<example>", "eval"), vars(users))
                    code = getattr(function, "__code__", None)
                    if (code and code.co_filename.startswith("<")) or isinstance(function, GenericOperator):
                        continue
                    yield example.source.strip(), function, args
    del sys.modules[name]


@pytest.mark.slow
def test_the_calls_of_the_documentation_have_the_same_values_elsewhere():
    """Functions of the user's are left out: there is no module that they could be found in."""
    told, sent, refused = [], [], []
    for source, function, args in calls_of_the_documentation():
        try:
            data = pickle.dumps((function, args, {}))
            value = repr(function(*args))
        except (pickle.PicklingError, AttributeError) as error:
            refused.append((source, str(error)))
        except Exception:
            continue
        else:
            if " at 0x" not in value and "random" not in source and b"examples_of_the_documentation" not in data:
                told.append((source, value.replace("\n", " ")))
                sent.append(data)
    assert len(sent) > 200
    of_the_user = ("<example>", "<string>", "examples_of_the_documentation", "a session of Scheme")
    library = [f"{source}: {why}" for source, why in refused if not any(word in why for word in of_the_user)]
    assert not library, "\n".join(library)
    program = f"data = __import__('sys').stdin.buffer\n{CALLER}".replace(
        "pickle.load(sys.stdin.buffer)", "map(pickle.loads, pickle.load(data))"
    )
    answers = elsewhere(program, pickle.dumps(sent))
    assert [(source, answer) for (source, _), answer in zip(told, answers, strict=True)] == told


x, t = symbols("x t")
q = literal_function("q")


def loaded(value):
    return pickle.loads(pickle.dumps(value))


@pytest.mark.slow
def test_public_functions_are_themselves_when_they_come_back():
    """Also those that Python has no name for."""
    functions = [entry.value for entry in entries() if type(entry.value) is types.FunctionType]
    assert all(loaded(function) is function for function in functions)


@pytest.mark.slow
def test_equations_of_motion_are_evaluated_elsewhere(users):
    equations = Lagrange_equations(users.falling)(up(literal_function("x"), literal_function("y")))
    expected = "(down (* m (((expt D 2) x) t)) (+ (* g m) (* m (((expt D 2) y) t))))"
    assert repr(equations(t)) == expected
    assert values_elsewhere([(equations, (t,)), (D(users.falling), (up(t, up(x, 2), up(3, 4)),))], users) == [
        expected,
        repr(D(users.falling)(up(t, up(x, 2), up(3, 4)))),
    ]


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (D(sin) + 3 * cube, (x,)),
        (Lagrange_equations(L_harmonic(*symbols("m k"))), (q,)),
        (Lagrange_equations(L_harmonic(*symbols("m k")))(q), (t,)),
        (D(L_harmonic(*symbols("m k"))), (up(t, x, 3),)),
        ((D**2 + D) * D, (exp,)),
        (compose(sin, cube, cos), (x,)),
        (exp(t * D)(sin), (x,)),
        (iterated(sin, 3), (x,)),
        (up(sin, cos * D(exp)), (x,)),
        (matrix_by_rows((sin, cos), (exp, D(cube))), (x,)),
        (D(sin_series), (x,)),
        (factor, (x**2 - 1,)),
        (sincos_to_trig, (sin(x) ** 2,)),
        (ruleset(rule("(f (? x))", "(g (? x))")), (literal_function("f")(x),)),
    ],
    ids=lambda value: name_of(value) if callable(value) else str(value)[:40],
)
def test_functions_have_the_same_values(function, arguments):
    expected = repr(function(*arguments))
    assert repr(loaded(function)(*arguments)) == expected
    assert repr(copy.copy(function)(*arguments)) == repr(copy.deepcopy(function)(*arguments)) == expected


def test_a_chart_is_the_same_when_it_comes_back():
    first, second = make_chart("u v"), make_chart("u v")
    assert loaded(first) is first and copy.deepcopy(first) is first
    assert loaded(second) is second is not first
    assert loaded(first.manifold) is first.manifold
    (_, v), (du, dv) = first.coordinates(), first.form_basis()
    metric = (2 + cos(v)) ** 2 * (du @ du) + dv @ dv
    place = first.point(*symbols("u v"))
    assert loaded(place) == place and loaded(place).coordinates(first) == place.coordinates(first)
    assert repr(simplify(Ricci_scalar(loaded(metric), first)(place))) == "(/ (* 2 (cos v)) (+ 2 (cos v)))"
    curved = coordinate_system_at("rectangular", "origin", make_manifold(R_n, 5))
    assert loaded(curved) is curved and loaded(loaded(curved).point(1, 2, 3, 4, 5)).chart is curved


@pytest.mark.slow
def test_a_chart_is_equal_to_that_of_another_process(users):
    """The other process makes the user's charts when it loads the module, before or after it gets values made in it."""
    place = users.system.point(*symbols("radius angle"))
    asked = [
        (Ricci_scalar(users.plane, users.system), (place,)),
        (users.dr, (users.system.vector_basis()[0],)),
        (users.plane, (users.system.vector_basis()[1],) * 2),
        (make_chart("a b").point, (1, 2)),
    ]
    expected = [repr(function(*args)) for function, args in asked]
    assert values_elsewhere(asked, users) == expected
    data = repr(pickle.dumps((users.plane, users.system, place)))
    program = f"""
import pickle
plane, system, place = pickle.loads({data})
from falling_bodies import *
import falling_bodies as own
print(own.system is system, plane(*own.system.vector_basis()[1:] * 2)(place), Ricci_scalar(own.plane, system)(place))
print(pickle.loads(pickle.dumps(system)) is own.system, make_chart("radius angle") is system)
"""
    answers = elsewhere(program, folder=Path(users.__file__).parent)
    assert answers == ["True (expt radius 2) 0", "True False"]


@pytest.mark.slow
def test_families_and_frames_are_the_same_when_they_come_back():
    torus = specify_manifold("torus")
    attach_patch("square", torus)
    assert loaded(torus) is torus is not specify_manifold("torus")
    surface = make_manifold(torus, 2)
    assert loaded(surface) is surface
    start = make_SR_coordinates(the_ether, up(0, 0, 0, 0))
    ship = make_SR_frame("ship", the_ether, up(1, 0, 0), 0.6, start)
    back = loaded(ship)
    assert back == ship and frame_owner(loaded(start)) is the_ether and frame_owner(loaded(up(start))[0]) is the_ether
    event = make_event(up(5, 3, 0, 0))
    assert repr(point(back)(chart(ship)(event))) == repr(point(ship)(loaded(chart(ship)(event))))
    assert ship != make_SR_frame("ship", the_ether, up(1, 0, 0), 0.5, start)
    command = (
        "from scmpy import *; import pickle, sys; f = pickle.load(sys.stdin.buffer); print(chart(f)(point(f)(f.at)))"
    )
    back.at = make_SR_coordinates(back, up(4, 0, 0, 0))
    assert elsewhere(command, pickle.dumps(back)) == ["(up 4. 0. 0. 0.)"]


def test_a_function_in_the_way_is_named():
    def local(state):
        return square(state[2])

    for value, said in (
        (D(lambda x: x**2), rf"^a lambda \(line \d+ of .*{Path(__file__).name}\) cannot be pickled: "),
        (Lagrange_equations(local), r"^the function test_a_function_in_the_way_is_named.<locals>.local \(line "),
        (up(1, lambda x: x), "a lambda"),
        (Session().run("(define (f x) (* x x)) (D f)"), r"^the function f \(line 1 of <input>\) .* of its session"),
        (Session(), "^a session of Scheme cannot be pickled"),
    ):
        with pytest.raises(pickle.PicklingError, match=said) as raised:
            pickle.dumps(value)
        assert isinstance(raised.value, PicklingError)
    assert copy.deepcopy(up(1, local)) == up(1, local) and copy.deepcopy(D(local))(up(1, 2, 3)) == down(0, 0, 6)


class TakingFunctions(pickle.Pickler):
    """An extension of pickle that takes any function, as cloudpickle does."""

    def reducer_override(self, value):
        return (eval, ("lambda x: x**3",)) if getattr(value, "__name__", "") == "<lambda>" else NotImplemented

    def dump(self, value):
        return super().dump(value)


def test_an_extension_of_pickle_gets_functions_of_the_users_as_they_are():
    written = io.BytesIO()
    TakingFunctions(written).dump((D(lambda x: x**3), up(lambda x: x**3)))
    derivative, tuple_of_functions = pickle.loads(written.getvalue())
    assert repr(derivative(x)) == "(* 3 (expt x 2))" and tuple_of_functions(2) == up(8)


def test_what_another_version_has_pickled_is_refused():
    with pytest.raises(UnpicklingError, match="another version of scmpy"):
        _hollow("scmpy.calculus.series", "Series.map.<locals>.no_such", 0)


def test_values_of_sympy_that_remember_tuples():
    for value in (up(x, 2), down(up(x, 1), up(2, 3)), up(up(1, 2), up(3, 4)), up(1, down(2, x))):
        back = loaded(to_sympy(value))
        assert type(back) is type(to_sympy(value)) and back == to_sympy(value) and from_sympy(back) == value
    assert loaded(via_sympy(sympy.integrate))(x**2, x) == simplify(x**3 / 3)


def count_down(n):
    def recursive(k):
        return recursive(k - 1) if k else n

    return recursive


def test_a_function_of_the_librarys_may_enclose_itself(monkeypatch):
    """The place of its code is what counts: here it is looked up in this module."""
    monkeypatch.setitem(count_down.__globals__, "__name__", "scmpy.of_a_test")
    monkeypatch.setitem(sys.modules, "scmpy.of_a_test", sys.modules[count_down.__module__])
    monkeypatch.setattr(
        "scmpy.pickling._codes", lambda module: {"count_down.<locals>.recursive": count_down.__code__.co_consts[1:2]}
    )
    again = loaded(Function(count_down(7)))
    assert (
        again(5) == 7
        and again.function is not count_down
        and again.function.__closure__[1].cell_contents is again.function
    )
