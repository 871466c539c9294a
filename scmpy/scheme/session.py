"""A session: a global environment in which Scheme is evaluated."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from types import FunctionType
from typing import Any, NoReturn, TextIO, TypeVar

from scmpy.deep_stack import release_frames
from scmpy.errors import PicklingError, WrongTypeError, describe, teller, writer
from scmpy.generic.functions import values
from scmpy.generic.settings import VARIABLES, Leaving, SessionSettings, SessionTables, assign_variable, session_tables
from scmpy.registry import scheme_bindings, scheme_names, scheme_value
from scmpy.render.latex import tex
from scmpy.scheme.ast import Scope, Syntax
from scmpy.scheme.compiler import compile_form
from scmpy.scheme.data import Defined, half_of_memory
from scmpy.scheme.diagnostics import add_hint, as_scheme_error
from scmpy.scheme.expander import SPECIAL_FORMS, Expander
from scmpy.scheme.primitives.declare import PRIMITIVES, primitive
from scmpy.scheme.primitives.numbers import INTEGRATED, RANDOM_STATE, RandomState, integrated_key
from scmpy.scheme.primitives.ports import Port, StandardOutput, current_port
from scmpy.scheme.printer import ObjectNumbers, object_numbers, write_text
from scmpy.scheme.reader import Form, Source, read_forms
from scmpy.scheme.results import DISPLAYS, as_table, shown_expression
from scmpy.scheme.sandbox import (
    HELPERS,
    OF_SESSION,
    SESSION,
    HostNames,
    admitting,
    current_session,
    evaluate,
    global_name,
    is_scheme_procedure,
    load_file,
    outside,
    sandboxed,
)
from scmpy.symbolic.assumptions import Facts, assumed
from scmpy.symbolic.expression import Expression, Symbol

T = TypeVar("T")


def _permissions(given: Any) -> frozenset[str]:
    names = list(given) if isinstance(given, Iterable) and not isinstance(given, str) else [given]
    if any(name not in ("load", "files") for name in names):
        raise WrongTypeError(
            f'a session has the permissions "load" and "files", or some of them; got {describe(given)}'
        )
    return frozenset(names)


_INTEGRATED = {integrated_key(name): procedure for name, procedure in INTEGRATED.items()}


class Session:
    """Evaluates Scheme: definitions last from one run to the next.

    ``stdout`` gets what the program prints. ``permissions`` may hold "load", for ``load``, and "files", for all that
    programs do with files; files below the folders ``load_from`` may be loaded in any case. ``outer`` is a mapping in
    which variables are looked up that have no value in the session. ``display`` says how results are shown: as "scheme"
    text, in "unicode" or in "tex". An evaluation that takes longer than ``time_limit`` seconds, or more than
    ``memory_limit`` bytes of memory (half of the machine's, unless given), ends in a LimitError; a single step of
    arithmetic is finished first.

    >>> session = Session()
    >>> session.run("(define (double x) (* 2 x)) (double 21)")
    42
    """

    def __init__(
        self,
        stdout: TextIO | None = None,
        *,
        permissions: Iterable[str] = (),
        load_from: Iterable[str] = (),
        outer: Mapping[str, Any] | None = None,
        time_limit: float | None = None,
        memory_limit: int | None = None,
    ) -> None:
        self.permissions = _permissions(permissions)
        self.load_from = tuple(map(os.path.realpath, load_from))
        self.time_limit = time_limit
        self.memory_limit = half_of_memory() if memory_limit is None else memory_limit
        self.outer = HostNames({} if outer is None else outer, self._arriving)
        self.display = "scheme"
        bindings = scheme_bindings()
        for name in PRIMITIVES.names() & bindings.keys():
            del bindings[name]
        self.globals: dict[str, Any] = {
            **bindings,
            **PRIMITIVES,
            **HELPERS,
            **_INTEGRATED,
            SESSION: self,
            "__builtins__": self.outer,  # where Python looks for what is not among the globals
        }
        self.globals[OF_SESSION] = self.globals
        self.globals[RANDOM_STATE] = RandomState()
        self.scope = Scope(None, dict(SPECIAL_FORMS))
        self._port = Port(StandardOutput() if stdout is None else stdout)
        self._numbers = ObjectNumbers()
        self.covered: dict[str, Any] = {}  # values of names that install-coordinates has taken
        self._given_up: set[str] = set()
        self.directory = ""  # which names of files are relative to, if it is not the process's
        self.loading: tuple[str, ...] = ()  # files, each by the one before
        self.loaded = ""  # what reload loads again
        self._assumed: Mapping[Expression, Facts] = {}
        self._told: set[str] = set()  # warnings
        self._settings = SessionSettings()
        self._tables = SessionTables()

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise PicklingError("a session of Scheme cannot be pickled, nor its procedures; the values that it gives can")

    def another(self, stdout: TextIO) -> "Session":
        """A new session, in which nothing has been defined."""
        return Session(stdout)

    # -- evaluation --------------------------------------------------------------------------------------------

    def run(self, source: str, filename: str = "<input>") -> Any:
        """Evaluate the forms of a text one after the other; the value of the last."""
        if not isinstance(source, str):
            raise WrongTypeError(f"Session.run expects the text of a program, got {describe(source)}")
        return self._guarded(lambda: self.run_here(source, filename))

    def load(self, filename: str) -> Any:
        """Evaluate the forms of a file; the value of the last. The caller needs no permission."""
        return self._guarded(lambda: load_file(self, filename))

    def begins(self, filename: str) -> None:
        """The program of this file is evaluated next: its folder is one to load from, if there are any such."""
        self.loading = (filename,)
        self.may_load_beside(filename)

    def may_load_beside(self, filename: str) -> None:
        """Let files of the folder of this one be loaded, in a session that has folders to load from."""
        if self.load_from:
            self.load_from += (os.path.realpath(os.path.dirname(filename)),)

    def run_here(self, source: str, filename: str) -> Any:
        """What ``run`` does, as part of an evaluation that is going on."""
        value = None
        for form in read_forms(Source(source, filename)):
            value = self._evaluate(form)
        return value

    def forms(self, source: str, filename: str = "<input>") -> Iterator[Form]:
        """The forms of a text, with their places; nothing is evaluated."""
        return read_forms(Source(source, filename))

    def evaluate(self, form: Form) -> Any:
        return self._guarded(lambda: self._evaluate(form))

    def _evaluate(self, form: Form) -> Any:
        expander = Expander.of_form(form, self.scope)
        node = expander.expand(Syntax(form.datum, (form.start, form.end)), self.scope)
        code = compile_form(node, form.source, self._is_primitive, self._is_bound)
        return FunctionType(code, self.globals)()

    def evaluate_datum(self, datum: Any) -> Any:
        """The value of a datum: what ``eval`` does."""
        return self._evaluate(Form(datum, 0, 0, Source("", "<eval>", datum), {}))

    def _arriving(self, key: str) -> Any:
        """The value of a name of the course that had not been loaded when the session began; KeyError for others."""
        if key in self._given_up:
            raise KeyError(key)
        value = PRIMITIVES[key] if key in PRIMITIVES else scheme_value(key)
        self.globals[key] = value = VARIABLES[key].held if key in VARIABLES else value
        return value

    def own(self, name: str) -> Any:
        """The value of a global variable of the session's own; None if it has none."""
        key = global_name(name)
        with suppress(KeyError):
            return self.globals[key] if key in self.globals else self._arriving(key)
        return None

    def _is_primitive(self, name: str) -> bool:
        value = self.own(name)
        return value is not None and not is_scheme_procedure(value) and not hasattr(value, "__tail__")

    def _is_bound(self, name: str) -> bool:
        """Has this a value, and no symbol, which may be applied or not?"""
        return not isinstance(self.own(name), (Symbol, type(None)))

    def _guarded(self, work: Callable[[], T]) -> T:
        """Do the work as an evaluation of this session; every failure becomes a ScmpyError.

        One inside another evaluation of the session is part of it.
        """

        def safe() -> T:
            with nullcontext() if current_session.get(None) is self else self._entered():
                try:
                    return work()
                except Exception as error:
                    found = as_scheme_error(error)
                    add_hint(found, self)
                    release_frames(error)
            found.__traceback__ = None  # it would keep every frame of a deep recursion
            raise found

        return evaluate(safe, self.time_limit, self.memory_limit)

    def _redefined(self, name: str) -> Any:
        value = self.globals.get(global_name(name))
        return value if is_scheme_procedure(value) else None

    @contextmanager
    def _entered(self) -> Iterator[None]:
        """What belongs to this session holds: its port, what it has assumed and set."""
        tokens = (
            (current_session, current_session.set(self)),
            (outside, outside.set(False)),
            (current_port, current_port.set(self._port)),
            (object_numbers, object_numbers.set(self._numbers)),
            (assumed, assumed.set(self._assumed)),
            (teller, teller.set(self._warned)),
            (writer, writer.set(write_text)),
            (session_tables, session_tables.set(self._tables)),
            (values, values.set(self._redefined)),
        )

        def leave() -> None:
            self._assumed = assumed.get()
            for variable, token in tokens:
                variable.reset(token)  # type: ignore[arg-type]

        with Leaving(leave), self._settings.holding() as variables:
            self.globals.update(variables)
            yield

    def warn(self, message: str) -> None:
        """Print a warning of the host's, once in a session."""
        self._guarded(lambda: self._warned(message))

    def _warned(self, message: str) -> None:
        if message not in self._told:
            self._told.add(message)
            PRIMITIVES["warn"](message)

    # -- results and names -------------------------------------------------------------------------------------

    def result_text(self, value: Any) -> str:
        """What the REPL prints for a value; nothing for unspecified values and definitions."""
        if value is None or isinstance(value, Defined):
            return ""
        return self._guarded(lambda: as_table(value) or DISPLAYS[self.display](value))

    def result_tex(self, value: Any) -> str | None:
        """The simplified value in TeX; None for a list and for what is no expression."""

        def typeset() -> str | None:
            expression = shown_expression(value)
            return None if expression is None else tex(expression)

        return self._guarded(typeset)

    def write_text(self, value: Any) -> str:
        """The plain value, as ``write`` prints it."""
        return self._guarded(lambda: write_text(value))

    def define(self, name: str, value: Any) -> None:
        """Bind a global variable to what stands for a value of Python's in Scheme; if it is a setting, set it.

        A function of Python's is called as it is, unless it is a library's: SymPy's and numpy's take no text.
        """
        self.bind(name, sandboxed(value, deliberately=True))

    def bind(self, name: str, value: Any) -> None:
        """Bind a global variable to a value of a program's; if it is a setting, set it."""
        if name in VARIABLES:
            self._guarded(lambda: assign_variable(name, value))
        self.scope.keywords.pop(name, None)
        self.globals[global_name(name)] = value
        if name in INTEGRATED:
            self.globals[integrated_key(name)] = admitting(value)

    @property
    def keywords(self) -> dict[str, Any]:
        return self.scope.keywords

    def lookup(self, name: str) -> Any:
        """The value of a global variable; KeyError if it has none."""
        key = global_name(name)
        return self.globals[key] if key in self.globals else self.outer[key]

    def give_up(self, name: str) -> None:
        """Have no global variable of this name any more, so that it is looked up in the outer variables."""
        self._given_up.add(global_name(name))
        self.globals.pop(global_name(name), None)

    def has(self, name: str) -> bool:
        return global_name(name) in self.globals or global_name(name) in self.outer

    def names(self) -> list[str]:
        variables = (key for key in (*self.globals, *self.outer) if key[:1] not in ("|", "_"))
        return sorted({*self.scope.keywords, *variables, *scheme_names(), *PRIMITIVES.names()})


@primitive("set-display!")
def set_display(style: Symbol) -> Any:
    """Show results as 'scheme text, in 'unicode or in 'tex."""
    if style.name not in DISPLAYS:
        raise WrongTypeError(f"set-display! expects one of the symbols {', '.join(DISPLAYS)}, got {style.name}")
    current_session.get().display = style.name
