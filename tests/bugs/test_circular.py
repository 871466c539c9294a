"""A vector that contains itself is no value of the algebra: every operation says so, at once."""

import scmpy as s

from ..tables import refusals


def circular():
    """A vector that is its own last component."""
    loop = [1]
    loop.append(loop)
    return loop


test_what_contains_itself_is_refused = refusals(__file__, "circular", globals())


def test_a_part_that_occurs_twice_is_no_circle():
    part = [1, 2]
    assert s.add([part, part], [part, part]) == s.up(s.up(2, 4), s.up(2, 4))
