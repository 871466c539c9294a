"""Functional Differential Geometry: its programs, typed in one session a section, show what the book shows."""

import io

import pytest

from scmpy.scheme import Session

from ..tables import sections

PROGRAMS = sections(__file__, "fdg.txt")


@pytest.mark.parametrize("section", PROGRAMS)
def test_programs_of_the_book(section):
    output, typed = io.StringIO(), ""
    session = Session(stdout=output)
    for line in PROGRAMS[section]:
        program, is_asked, answer = line.rpartition(" => ")
        if not is_asked:
            typed += f"{line}\n"
            continue
        session.run(typed)
        shown = session.result_text(session.run(program))
        assert " ".join((output.getvalue() or shown).split()) == answer, program
        typed = ""
        output.seek(0), output.truncate()
