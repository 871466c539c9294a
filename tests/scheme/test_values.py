"""Programs of one line by sections, with the value that they write, or after a semicolon the message of their error.

The core language, and the procedures and forms that R7RS-small and MIT Scheme have beside it.
"""

import copy
import io
import pickle

import pytest

from scmpy.errors import ScmpyError
from scmpy.scheme import Session

from ..grouped import failing
from ..tables import programs

LANGUAGE, LIBRARY = (programs(__file__, name) for name in ("language.txt", "library.txt"))

#: Those that need nothing but the core language and data.
PROGRAMS = [
    line.rsplit(" => ", 1)[0]
    for lines in (
        *LANGUAGE.values(),
        *(LIBRARY[head] for head in ("macros", "loops", "data compared", "derivatives of lists")),
    )
    for line in lines
]


@pytest.mark.parametrize(
    "lines", [*LANGUAGE.values(), *LIBRARY.values()], ids=[*LANGUAGE, *(f"library, {head}" for head in LIBRARY)]
)
def test_values(lines: list[str]) -> None:
    assert lines
    assert failing(check, lines) == {}


def check(line: str) -> None:
    program, answer = line.rsplit(" => ;" if " => ;" in line else " => ", 1)
    session = Session(stdout=io.StringIO())
    try:
        written = session.write_text(session.run(program))
    except ScmpyError as error:
        written = error.message
        assert " => ;" in line
    assert written == answer


@pytest.mark.parametrize("size", ["(/ 1 (expt 10 400))", "(expt 10 400)"])
@pytest.mark.parametrize(
    ("one", "other", "value"), [("1", "(sqrt 2)", 2**0.5 + 1), ("(sin 1)", "(cos 1)", 1.3817732907)]
)
def test_sums_of_constants_beyond_the_floats_keep_their_size(size, one, other, value):
    terms = f"(simplify (+ (* {size} {one} 'x) (* {other} {size} 'x)))"
    found = Session().run(f"(exact->inexact (substitute (/ 1 {size}) 'x {terms}))")
    assert float(found) == pytest.approx(value, rel=1e-9)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
def test_copies_of_lists_are_lists(session, copied):
    assert repr(copied(session.run("'(1 (2 ()) 3)"))) == "(1 (2 ()) 3)"
