"""A defect of the library's does not look like a misuse of the user's: the tests see it as it is."""

import pytest

from scmpy.boundary import entry_point
from scmpy.errors import InternalError, WrongTypeError
from scmpy.scheme import Session

#: A function whose frames count as the library's.
GUARDED = {}
exec(
    "def shape(x): return x.shape\ndef forgotten(x): return nowhere + x\ndef never(x): assert False\n"
    "def lost(x): return {}.get(x).shape\ndef mistaken(x): return {} + 1",
    {"__name__": "scmpy.planted"},
    GUARDED,
)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("shape", WrongTypeError),
        ("lost", AttributeError),
        ("mistaken", TypeError),
        ("forgotten", NameError),
        ("never", AssertionError),
    ],
)
def test_what_the_library_raises_is_seen_as_it_is(name, kind):
    with pytest.raises(kind):
        entry_point(GUARDED[name], name)(3)


@pytest.mark.misuse
@pytest.mark.parametrize(
    ("name", "kind"), [("shape", WrongTypeError), ("forgotten", InternalError), ("never", InternalError)]
)
def test_what_users_see_of_it(name, kind):
    with pytest.raises(kind, match=r"shape does not apply to the number 3|a defect of scmpy; please report it"):
        entry_point(GUARDED[name], name)(3)


def test_in_sessions_too():
    session = Session()
    session.define("planted", GUARDED["forgotten"])
    with pytest.raises(NameError):
        session.run("(planted 3)")


@pytest.mark.misuse
def test_in_sessions_users_are_told_of_a_defect():
    session = Session()
    session.define("planted", GUARDED["forgotten"])
    with pytest.raises(InternalError, match="NameError"):
        session.run("(planted 3)")
