"""The shape and the sign of what the procedures of mechanics answer, as the original and the books have them."""

import pytest

from scmpy.scheme import Session
from scmpy.scheme.printer import parse_printed
from scmpy.symbolic.decision.equivalence import equivalent

from ..tables import programs


def shape(value):
    """Tuples and matrices without their entries."""
    text = str(value).replace("(", " ( ").replace(")", " ) ").split()
    return [word for word in text if word in ("up", "down", "matrix-by-rows", "list")]


@pytest.mark.parametrize("row", programs(__file__, "shapes.txt")[""])
def test_answers_of_the_original(row):
    program, answer = row.rsplit(" => ", 1)
    session = Session()
    value = session.run(program)
    assert shape(session.result_text(value)) == shape(answer)
    assert equivalent(value, parse_printed(answer)).verdict == "equal"
