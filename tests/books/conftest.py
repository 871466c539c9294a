"""What the tests of the books share: Scheme as a book types it."""

import io

import pytest

from scmpy.scheme import Session


@pytest.fixture
def scheme():
    """A function that evaluates Scheme, in one session, and gives what was printed, spaced by single blanks."""
    out = io.StringIO()
    session = Session(stdout=out)

    def printed(source):
        out.seek(0)
        out.truncate()
        session.run(source)
        return " ".join(out.getvalue().split())

    return printed
