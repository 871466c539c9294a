"""What a program changes holds in its session: no other session sees it, nor does Python."""

import gc
import io
import pickle
import threading
from contextvars import copy_context
from pathlib import Path

import pytest

import scmpy as s
from scmpy.errors import ScmpyError
from scmpy.registry import entries
from scmpy.scheme import Session
from scmpy.scheme.sandbox import current_session

#: A change that a program makes, and a form whose answer it changes.
CHANGES = {
    name: tuple(change.split(" => "))
    for name, change in (
        line.split(": ", 1) for line in Path(__file__).with_name("changes.txt").read_text("utf-8").splitlines()
    )
}

#: Those that leave the answer as it is.
UNSEEN = {"random numbers"}


def answer(session: Session, form: str) -> str:
    try:
        return session.result_text(session.run(form))
    except ScmpyError as error:
        return f"{type(error).__name__}"


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_holds_in_its_session_alone(change: str) -> None:
    program, form = CHANGES[change]
    other, mine = Session(io.StringIO()), Session(io.StringIO())
    before = answer(other, form)
    mine.run(program)
    changed = answer(mine, form)
    assert changed != before or change in UNSEEN
    assert answer(other, form) == before
    assert answer(Session(io.StringIO()), form) == before
    gc.collect()  # what was changed does not hang on the symbols of the program
    assert answer(mine, form) == changed


def test_every_procedure_that_changes_something_is_looked_at() -> None:
    """The names of the course that say so, but for those that change what they are given."""
    changing = {e.scheme for e in entries() if e.scheme.endswith("!") or e.scheme.partition("-")[0] in VERBS}
    looked_at = {name for name in changing if any(f"({name} " in program for program, _ in CHANGES.values())}
    assert changing - looked_at == NOTHING_OF_OTHERS


VERBS = {"assign", "addto", "install", "attach", "add", "declare", "register", "set", "enable", "disable", "specify"}

#: What makes a value, changes nothing, or is an assumption or a setting like another.
NOTHING_OF_OTHERS = {
    "add-assumption!",
    "add-v/cs",
    "add-velocities",
    "claim!",
    "forget-assumptions!",
    "specify-manifold",
}


def test_python_sees_nothing_of_a_session_s_changes() -> None:
    x, y = s.symbols("x y")
    session = Session(io.StringIO())
    for program, _ in CHANGES.values():
        session.run(program)
    assert str(s.square(x)) == "(expt x 2)"
    assert str(x + y) == "(+ x y)" and s.cube(3) == 27
    assert str(s.symbolic_operator("sin")(x)) == "(sin x)"
    assert str(s.R3_cyl.prototype) == "(up x0 x1 x2)"
    assert "mine" not in map(str, s.patch_names(s.R2))


def test_what_python_adds_is_everybody_s() -> None:
    operator = s.make_generic_operator(1, "sessions-apart")
    s.assign_operation(operator, lambda text: text + "!", lambda value: isinstance(value, str))
    assert Session().run('((get-operator-record \'sessions-apart) "a")') == "a!"
    session = Session()
    session.run("(assign-operation 'sessions-apart (lambda (x) 'mine) symbol?)")
    assert str(session.run("((get-operator-record 'sessions-apart) 'x)")) == "mine"
    assert operator("a") == "a!"


def test_an_operator_of_a_session_keeps_its_handlers_in_python() -> None:
    session = Session()
    area = session.run(
        "(define area (make-generic-operator 1 'own-area)) (assign-operation area (lambda (x) (* 2 x)) number?) area"
    )
    assert area(3) == 6


def test_a_chart_of_a_session_keeps_its_names_in_python() -> None:
    session = Session()
    session.run("(define-coordinates (up p q) R2-rect)")
    family = session.run("(define torus (specify-manifold 'torus)) (attach-patch 'all torus) torus")
    assert [str(name) for name in s.patch_names(s.make_manifold(family, 2))] == ["all"]


def test_random_numbers_of_sessions_do_not_depend_on_each_other() -> None:
    sessions = [Session() for _ in range(3)]
    assert len({id(each.lookup("*random-state*")) for each in sessions}) == 3


def test_an_operation_is_as_quick_as_before_when_the_session_is_gone() -> None:
    session = Session()
    session.run("(assign-operation '+ (lambda (x y) 'mine) string? string?)")
    x = s.symbols("x")
    assert str(x + 1) == "(+ 1 x)" and (type(x), int) not in s.add._cache
    del session
    import gc

    gc.collect()
    assert str(x + 1) == "(+ 1 x)" and (type(x), int) in s.add._cache


def test_sessions_in_threads_are_apart() -> None:
    answers: dict[int, str] = {}
    ready = threading.Barrier(4)

    def work(k: int) -> None:
        session = Session()
        session.run(f"(assign-operation '+ (lambda (x y) 'mine{k}) symbol? symbol?)")
        ready.wait()
        answers[k] = str(session.run("(+ 'x 'y)"))

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {k: f"mine{k}" for k in range(4)}


def test_tables_are_pickled_with_what_they_hold() -> None:
    from scmpy.generic.settings import SessionDict as Table

    assert dict(pickle.loads(pickle.dumps(Table({"a": 1})))) == {"a": 1}


def test_an_evaluation_that_an_interrupt_kept_from_beginning_changes_no_other_context():
    """Its beginning may then be collected where the variables have values of another evaluation."""
    session, other = Session(), Session()
    session.run("(define x 1)")
    beginning = session._entered()
    copy_context().run(beginning.__enter__)
    seen = []

    def elsewhere():
        with other._entered():
            beginning.gen.close()
            seen.append(current_session.get())

    copy_context().run(elsewhere)
    assert seen == [other]
    assert session.run("x") == 1
