"""``(help name)`` and ``(apropos "text")``: what a session's names mean, from the registry and the definitions."""

import inspect
import io
import re
from collections.abc import Iterable, Iterator
from doctest import DocTestParser
from typing import Any

from scmpy import registry
from scmpy.errors import ScmpyError, did_you_mean
from scmpy.registry import Entry, documentation
from scmpy.render.scheme_text import pretty_text
from scmpy.scheme import core
from scmpy.scheme.core import Node
from scmpy.scheme.dialogues import without_dialogue
from scmpy.scheme.expander import Expander, SpecialForm, special
from scmpy.scheme.hints import MEANINGS
from scmpy.scheme.primitives.base import PRIMITIVES, primitive, wrong_type
from scmpy.scheme.primitives.output import current_port
from scmpy.scheme.printer import write_text
from scmpy.scheme.procedure_source import datum_tree
from scmpy.scheme.reader import read_forms
from scmpy.scheme.runtime import Evaluator, current_session, is_scheme_procedure
from scmpy.scheme.source import Source
from scmpy.scheme.syntax import Scope, Syntax, is_identifier, name_of
from scmpy.symbolic.expression import Symbol, symbol

INTRODUCTION = """\
(help Lagrange-equations)   what a name means
(help "Lagrange")           the names that have this in them
(apropos "Hamilton")        the names that have this in them, then those described by it
(set-display! 'unicode)     results as formulas; 'tex for TeX, 'scheme for Scheme
"""


def summary(name: str, session: Evaluator) -> str:
    """What a name means, in a line: the first of its documentation, or how a procedure is called."""
    return _doc(name, session).partition("\n")[0] or _call(name, session)


def help_text(name: str, session: Evaluator) -> str:
    """What a name means: how it is called, its name in Python, its documentation. ScmpyError for an unknown name.

    A setting may be asked for without its stars.
    """
    if name not in session.keywords and _value(name, session) is _NOTHING:
        starred = f"*{name}*"
        if _value(starred, session) is not _NOTHING:
            return help_text(starred, session)
        near = MEANINGS.get(name.lower())
        hint = f" (did you mean {near}?)" if near else did_you_mean(name, session.names())
        raise ScmpyError(f"help: nothing is named {name}{hint}")
    entry, doc = _entry(name, session), _doc(name, session)
    call = "" if "Scheme: " in doc else _call(name, session)
    if not call and not doc:
        doc = f"Its value is {write_text(_value(name, session))}."
    python = f"    in Python: {entry.python}" if entry is not None and entry.python else ""
    examples = doc if ">>> " in doc or "1 ]=> " in doc or entry is None else entry.doc
    parts = [f"{call or name}{python}", _prose(doc), _examples(examples, session)]
    return "\n\n".join(filter(None, parts)) + "\n"


def _prose(doc: str) -> str:
    """A documentation without its examples and without marks for printers."""
    text = "".join(part for part in DocTestParser().parse(without_dialogue(doc)) if isinstance(part, str))
    return re.sub(r"``(.+?)``", r"\1", text, flags=re.DOTALL).strip()


def _examples(doc: str, session: Evaluator) -> str:
    """The examples of a documentation, in Scheme, with what a session of their own answers; pictures are not shown."""
    from scmpy.plot.figure import collecting
    from scmpy.scheme.examples import scheme_examples

    stream = io.StringIO()
    apart = session.another(stream)
    apart.display = session.display
    lines = []
    for example in scheme_examples(doc):
        with collecting():
            value = apart.run(example.form)
        lines.append(_laid_out(example.form))
        if not example.is_definition:
            answer = stream.getvalue() + apart.result_text(value)
            lines += [("; => " if number == 0 else ";    ") + line for number, line in enumerate(answer.splitlines())]
        stream.seek(0)
        stream.truncate()
    return "\n".join(lines)


def _laid_out(form: str) -> str:
    """A form in lines of 79 columns; what is quoted with an apostrophe stays so."""
    if len(form) < 80:
        return form
    [read] = read_forms(Source(form, "<example>"))
    return pretty_text(datum_tree(read.datum))


def matching(text: str, session: Evaluator, in_documentation: bool = True) -> list[tuple[str, str]]:
    """The names that a text is found in, or in their documentation, with their summaries, the best first."""
    described = ((name, "", _described(name, session) if in_documentation else "") for name in session.names())
    return [(name, summary(name, session)) for name, _ in registry.found(text, described)]


def _described(name: str, session: Evaluator) -> str:
    entry = _entry(name, session)
    return _doc(name, session) if entry is None else entry.described


_NOTHING = object()


def _value(name: str, session: Evaluator) -> Any:
    try:
        return session.lookup(name)
    except KeyError:
        return _NOTHING


def _entry(name: str, session: Evaluator) -> Entry | None:
    """The registry's entry, if the session's variable still is what it declares, or what Scheme puts in its place."""
    entry, value = registry.lookup(name), _value(name, session)
    if entry is None or entry.scheme != name:
        return None
    return entry if value is entry.value or (name in PRIMITIVES and value is PRIMITIVES[name]) else None


def _doc(name: str, session: Evaluator) -> str:
    keyword = session.keywords.get(name)
    if keyword is not None:
        return inspect.cleandoc(documentation(keyword.expand)) if isinstance(keyword, SpecialForm) else "A macro."
    entry, value = _entry(name, session), _value(name, session)
    return inspect.cleandoc(entry.doc if entry is not None and entry.value is value else documentation(value))


def _call(name: str, session: Evaluator) -> str:
    """How a procedure is called, as a form; nothing for what is no procedure."""
    value = _value(name, session)
    try:
        parameters = inspect.signature(value).parameters.values() if callable(value) else None
    except (TypeError, ValueError):
        return ""
    return "" if parameters is None else f"({' '.join([name, *_operands(value, parameters)])})"


def _operands(procedure: Any, parameters: Iterable[inspect.Parameter]) -> Iterator[str]:
    names = procedure.__code__.co_consts[-1].names if is_scheme_procedure(procedure) else {}
    for parameter in parameters:
        name = names.get(parameter.name, parameter.name.replace("_", "-"))
        if parameter.kind is parameter.VAR_POSITIONAL:
            yield f"{name} ..."
        elif parameter.kind is not parameter.KEYWORD_ONLY and parameter.kind is not parameter.VAR_KEYWORD:
            yield name if parameter.default is parameter.empty else f"[{name}]"


def _table(rows: list[tuple[str, str]]) -> str:
    width = max((len(name) for name, _ in rows if len(name) <= _WIDEST), default=0)
    return "".join(f"{name:<{width}}  {line}".rstrip() + "\n" for name, line in rows)


_WIDEST = 30  # of the names that the lines are aligned to


# -- in Scheme ----------------------------------------------------------------------------------------------------


@special("help")
def help_form(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(help name), (help "part of a name") or (help): print what is known of names."""
    nodes: list[Node] = []
    for datum, span in expander.parts(form, 1, 2)[1:]:
        if is_identifier(datum):
            nodes.append(core.Const(span, symbol(name_of(datum))))
        else:
            nodes.append(expander.expand(Syntax(datum, span), scope))
    return expander.call(form.span, print_help, *nodes)


def print_help(topic: Any = None) -> None:
    """Print what a name means, or which names have a text in them."""
    session = current_session.get()
    if topic is None:
        text = INTRODUCTION
    elif isinstance(topic, str) and (rows := matching(topic, session, in_documentation=False)):
        text = help_text(topic, session) if topic in dict(rows) else _table(rows)
    elif isinstance(topic, (str, Symbol)):
        text = help_text(topic if isinstance(topic, str) else topic.name, session)
    else:
        text = help_text(registry.scheme_name_of(topic) or write_text(topic), session)
    current_port.get().write(text)


@primitive("apropos")
def apropos(text: Any) -> Any:
    """Print the names that have a text in them, else in their documentation, the best first."""
    wanted = text.name if isinstance(text, Symbol) else text
    if not isinstance(wanted, str):
        raise wrong_type(text, 1, "apropos")
    current_port.get().write(_table(matching(wanted, current_session.get())) or f";Nothing matches {wanted}\n")
