"""A whole program: its forms, expanded and surveyed, and what the parts of a translation share."""

from __future__ import annotations

import re
from typing import Any

from scmpy.errors import ScmpyError
from scmpy.scheme import language
from scmpy.scheme.analysis import analyse
from scmpy.scheme.core import Lambda, Node, Variable
from scmpy.scheme.expander import SPECIAL_FORMS, Expander
from scmpy.scheme.primitives.base import PRIMITIVES
from scmpy.scheme.reader import Form, read_forms
from scmpy.scheme.source import Source
from scmpy.scheme.syntax import Scope, Syntax
from scmpy.scheme.translation import python
from scmpy.scheme.translation.effects import Effects
from scmpy.scheme.translation.lines import Lines
from scmpy.scheme.translation.operand_kinds import Kinds
from scmpy.scheme.translation.python_names import Names, library_name
from scmpy.scheme.translation.survey import Function, Survey, descendants, settle_loops

#: What belongs to a session and has no meaning in a Python program.
_SESSION_ONLY = {"eval", "load", "set-display!", "apropos"}
_OPERATOR = re.compile(r"\(\s*([^\s()]+)")
_CHANGES_LISTS = set(
    """set-car! set-cdr! list-set! append! reverse! append-reverse! except-last-pair! filter! remove! delete! sort!
    del-assq! del-assv! del-assoc! list-copy""".split()
)


class Program:
    """What the parts of a translation share."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.lines = Lines(source)
        scope = Scope(None, dict(SPECIAL_FORMS))
        self.forms: list[tuple[Form, Node]] = []
        for form in read_forms(source):
            node = Expander.of_form(form, scope).expand(Syntax(form.datum, (form.start, form.end)), scope)
            analyse(node)
            settle_loops(node)
            self.forms.append((form, node))
        nodes = [node for _, node in self.forms]
        self.survey = Survey(nodes)
        self.names = Names(self.survey)
        self.kinds = Kinds(self.survey, nodes)
        self.effects = Effects(self.survey, self.kinds)
        self.pure: dict[Node, bool] = {}
        self.used_symbols: dict[str, None] = {}
        self.uses_fractions = False
        self.changes_lists = bool(_CHANGES_LISTS & self.survey.referenced)

    def failure(self, node: Node | None, message: str) -> ScmpyError:
        """The error that a form cannot be translated."""
        place = None if node is None or node.span is None else self.source.location(node.span[0])
        return ScmpyError(f"translate: {message}", location=place)

    def untranslatable(self, node: Node) -> ScmpyError:
        """The error for a form that Python has no way to write."""
        start = node.span[0] if node.span else 0
        form = _OPERATOR.match(self.source.text, start)
        return self.failure(node, f"{form[1] if form else 'this form'} has no translation to Python")

    # -- names of the library ------------------------------------------------------------------------------------

    def library(self, name: str, node: Node | None) -> str:
        """How a procedure that the program does not define is referred to."""
        found = library_name(name)
        if found is not None:
            return found
        if name in _SESSION_ONLY:
            raise self.failure(node, f"{name} needs a session, and has no place in a Python program")
        if name in PRIMITIVES:
            spelled = language.language_name(name)
            if spelled is not None:
                return self.names.from_language(spelled)
        try:
            language.from_scheme(name)
        except NameError as error:
            raise self.failure(node, str(error)) from None
        return f"{self.names.from_language('from_scheme')}({python.string(name).text})"

    def implementation(self, value: Any, node: Node) -> str:
        """The name of a procedure of the implementation, which the expander put into the program."""
        for name in language.__all__:
            if getattr(language, name) is value:
                return self.names.from_language(name)
        for scheme, procedure in PRIMITIVES.items():
            spelled = language.language_name(scheme)
            if procedure is value and spelled is not None:
                return self.names.from_language(spelled)
        raise self.untranslatable(node)

    # -- functions -----------------------------------------------------------------------------------------------

    def is_captured(self, variable: Variable, within: Lambda) -> bool:
        """Does a procedure inside this one refer to the variable?"""
        inner = [node for node in descendants([within.body]) if isinstance(node, Lambda)]
        return any(variable in self.survey.functions[node].outer for node in inner if node in self.survey.functions)

    def fits_loop(self, each: Lambda) -> bool:
        """Can the body of a procedure stand in a loop: does no procedure inside it keep a variable of it?"""
        return not any(self.is_captured(variable, each) for variable in self.survey.functions[each].bound)

    def adopt(self, node: Lambda, function: Function) -> dict[Variable, str]:
        """What belongs to a procedure that is written in place belongs to the function around it; the new names."""
        inner = self.survey.functions[node]
        function.sets |= inner.sets
        for variable in inner.bound:
            self.survey.owner[variable] = function
            self.names.locals[variable] = self.names.fresh(function, self.names.locals[variable])
        return self.names.locals
