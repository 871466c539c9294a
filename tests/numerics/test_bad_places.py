"""Where a numerical method has no answer, its error has the numbers: places, values, the rows of a matrix."""

import pytest

from scmpy.errors import ScmpyError
from scmpy.scheme import Session

from ..tables import rows

SESSION = Session()


@pytest.mark.parametrize("row", rows(__file__, "bad_places.txt"))
def test_errors_have_the_numbers(row):
    program, numbers = row.split(" => ")
    with pytest.raises(ScmpyError) as caught:
        SESSION.run(program)
    for number in numbers.split():
        assert number in caught.value.message
