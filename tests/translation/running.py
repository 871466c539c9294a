"""A Scheme program and its translation, run side by side."""

import contextlib
import io
import warnings

from scmpy.app.programs import Output, new_session, print_form
from scmpy.scheme.primitives.ports import Port, StandardOutput, current_port
from scmpy.scheme.printer import ObjectNumbers, object_numbers
from scmpy.scheme.translation import translate


def scheme_prints(text: str) -> str:
    stream = io.StringIO()
    output = Output(stream)
    session = new_session(output)
    for form in session.forms(text, "program.scm"):
        print_form(session, form, output)
    return stream.getvalue()


def python_prints(program: str) -> str:
    """What the program prints when it is run by itself."""
    port = current_port.set(Port(StandardOutput()))
    numbers = object_numbers.set(ObjectNumbers())
    try:
        with contextlib.redirect_stdout(io.StringIO()) as stream, warnings.catch_warnings():
            warnings.simplefilter("error")
            exec(compile(program, "program.py", "exec"), {"__name__": "__main__"})
        return stream.getvalue()
    finally:
        object_numbers.reset(numbers)
        current_port.reset(port)


def same_output(text: str) -> str:
    """The translation of a program, after a check that both print the same."""
    program = translate(text, "program.scm")
    assert python_prints(program).split() == scheme_prints(text).split(), program
    return program
