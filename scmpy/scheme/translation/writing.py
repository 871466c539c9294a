"""A program written: its forms one after the other, behind the comments about the whole, imports and symbols."""

from __future__ import annotations

import io

from scmpy.scheme import ast as core
from scmpy.scheme.ast import Lambda
from scmpy.scheme.data import Pair
from scmpy.scheme.reader import Source
from scmpy.scheme.session import Session
from scmpy.scheme.translation import python
from scmpy.scheme.translation.body import SHOW, Body
from scmpy.scheme.translation.idioms import IDIOMS
from scmpy.scheme.translation.program import Program
from scmpy.scheme.translation.python import WIDTH, has_blank_line
from scmpy.symbolic.expression import Symbol


def translate(text: str, filename: str = "<input>") -> str:
    """The Python program that does what a Scheme program does.

    >>> print(translate("(define ((L m) v) (* 1/2 m (square v)))  ; kinetic\\n((L 'm) 'v)"), end="")
    from fractions import Fraction
    <BLANKLINE>
    from scmpy import *
    from scmpy.scheme.language import show
    <BLANKLINE>
    m, v = symbols("m v")
    <BLANKLINE>
    <BLANKLINE>
    def L(m):
        return lambda v: Fraction(1, 2) * m * square(v)  # kinetic
    <BLANKLINE>
    <BLANKLINE>
    show(L(m)(v))
    """
    return Session(stdout=io.StringIO()).guarded(lambda: _written(Program(Source(text, filename))))


def _written(program: Program) -> str:
    body = Body(program, program.survey.module, IDIOMS)
    header = _header(program)
    for form, node in program.forms:
        if isinstance(node, core.Define) and isinstance(node.value, Lambda):
            program.lines.separate(2)
        program.lines.before(form.start)
        head = form.datum.car if isinstance(form.datum, Pair) else None
        if isinstance(head, Symbol) and head.name == "define-syntax":
            program.lines.add(python.comment(f"(The macro {form.datum.cdr.car} is written out where it is used.)"))
        else:
            body.statement(node, SHOW)
        program.lines.before(form.end)
        program.lines.adjoining()
    program.lines.before(len(program.source.text))
    lines = program.lines.lines
    while lines and not lines[0]:
        lines.pop(0)
    apart = [""] * (2 if lines and lines[0].startswith("def ") else 1)
    return "\n".join([*header, *_preamble(program), *apart, *lines]).rstrip("\n") + "\n"


def _header(program: Program) -> list[str]:
    """The comments about the whole program: those at the beginning that an empty line separates from the rest."""
    text, comments = program.source.text, program.lines.comments
    first = program.forms[0][0].start if program.forms else len(text)
    leading = [comment for comment in comments if comment.start < first]
    ends = [*(comment.start for comment in leading[1:]), first]
    gaps = [has_blank_line(text[comment.end : end]) for comment, end in zip(leading, ends, strict=False)]
    header: list[str] = []
    while any(gaps):
        header += [python.comment(line) for line in comments.pop(0).lines]
        header += [""] if gaps.pop(0) else []
    return header


def _preamble(program: Program) -> list[str]:
    lines = ["from fractions import Fraction", ""] if program.uses_fractions else []
    lines.append("from scmpy import *")
    if program.names.language:
        names = sorted(program.names.language, key=lambda name: (not name.isupper(), not name[0].isupper(), name))
        lines.append("from scmpy.scheme.language import " + ", ".join(names))
    replaced = sorted(program.survey.assigned - program.survey.definitions.keys())
    for name in replaced:  # a procedure of the library that is assigned
        found = program.library(name, None)
        lines += [f"{program.names.globals[name]} = {found}"] if program.names.globals[name] != found else []
    symbols = list(program.used_symbols)
    lines += [""] if symbols else []
    while symbols:
        count = next(
            n for n in range(len(symbols), 0, -1) if n == 1 or len(_declaration(program, symbols[:n])) <= WIDTH
        )
        lines.append(_declaration(program, symbols[:count]))
        del symbols[:count]
    return lines


def _declaration(program: Program, symbols: list[str]) -> str:
    variables = ", ".join(program.names.symbols[name] for name in symbols)
    return f"{variables} = symbols({python.string(' '.join(symbols)).text})"
