"""The course's names for numbers, vectors, structures, matrices, operators and series, as a program types them."""

import io

from scmpy.scheme import Session

from ..tables import answers

test_answers = answers(__file__, "values.txt")


def test_series_print() -> None:
    output = io.StringIO()
    Session(stdout=output).run("(series:print exp-series 3)")
    assert output.getvalue() == "1\n1\n1/2\n"
