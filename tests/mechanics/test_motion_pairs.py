"""Pairs of equations of motion from textbooks: all of the right ones are proved, all of the wrong ones refused."""

import pytest

from scmpy import equivalent_equations

from . import motions


@pytest.mark.parametrize("name", motions.PROBLEMS)
@pytest.mark.slow
def test_pairs(name):
    for first, second, change, right in motions.pairs(name):
        answer = equivalent_equations(first, second, change)
        if right:
            assert answer.verdict == "equal", answer
        else:
            assert answer.verdict in ("different", "implies", "implied"), answer


def test_the_table_is_large():
    kinds = [right for name in motions.PROBLEMS for *_, right in motions.pairs(name)]
    assert kinds.count(True) >= 80 and kinds.count(False) >= 80
