"""A session: a global environment in which Scheme is evaluated, whatever a course file calls it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from fractions import Fraction
from types import FunctionType
from typing import Annotated, Any, NoReturn, TextIO, TypeVar

from scmpy.deep_stack import release_frames
from scmpy.errors import PicklingError, ScmpyError, UnboundVariableError, WrongTypeError, describe, teller, writer
from scmpy.generic.functions import values
from scmpy.generic.settings import VARIABLES, Leaving, SessionSettings, SessionTables, assign_variable, session_tables
from scmpy.generic.types import finite_part
from scmpy.registry import scheme_names, scheme_value
from scmpy.render.latex import tex
from scmpy.scheme import data, sandbox
from scmpy.scheme.ast import Scope, Syntax
from scmpy.scheme.compiler import Evaluation, compile_form, known_code, runs_as_it_stands
from scmpy.scheme.diagnostics import add_hint, as_scheme_error
from scmpy.scheme.expander import SPECIAL_FORMS, Expander
from scmpy.scheme.primitives.containers import HashTable
from scmpy.scheme.primitives.control import Continuation
from scmpy.scheme.primitives.declare import PRIMITIVES, primitive, primitives
from scmpy.scheme.primitives.numbers import INTEGRATED, RANDOM_STATE, RandomState, integrated_key
from scmpy.scheme.primitives.ports import InputPort, Port, StandardOutput, current_port
from scmpy.scheme.printer import DISPLAYS, ObjectNumbers, as_table, object_numbers, shown_expression, write_text
from scmpy.scheme.reader import Form, Source, read_forms
from scmpy.scheme.sandbox import current_session, evaluate
from scmpy.structure.tuples import Structure
from scmpy.symbolic.assumptions import Facts, assumed
from scmpy.symbolic.expression import Expression, Symbol, symbol

# --- environments ----------------------------------------------------------------------------------------------------


for _name in (
    "system-global-environment",
    "user-initial-environment",
    "scmutils-base-environment",
    "generic-environment",
    "user-generic-environment",
    "numerical-environment",
    "symbolic-environment",
    "rule-environment",
    "unit-environment",
):
    PRIMITIVES[_name] = data.ENVIRONMENT


Environment = Annotated[Any, lambda value: value is data.ENVIRONMENT]


primitives("MIT Environments", ("environment?", (), "Is this an environment?", lambda value: value is data.ENVIRONMENT))
primitives(
    "R7RS 6.12",
    ("nearest-repl/environment interaction-environment", (), "The session's environment.", lambda: data.ENVIRONMENT),
    (
        "environment scheme-report-environment null-environment ->environment",
        (),
        "The environment of libraries, of a report, or of a package of MIT Scheme's: there is one, and it has all.",
        lambda *_libraries: data.ENVIRONMENT,
    ),
)


@primitive("ge", "go-to-environment")
def go_to_environment(_environment: Environment) -> Any:
    """Evaluate in this environment from now on: there is one."""


@primitive("eval", source="R7RS 6.12")
def eval_(datum: Any, _environment: Environment = data.ENVIRONMENT) -> Any:
    """The value of a datum as an expression."""
    return current_session.get().evaluate_datum(datum)


@primitive("environment-bound?", source="MIT Environments")
def is_bound(_environment: Environment, name: Symbol) -> Any:
    """Is this the name of a variable, with or without a value, or of a special form?"""
    session = current_session.get()
    is_unassigned = sandbox.global_name(name.name) in session.outer.unassigned
    return is_unassigned or name.name in session.keywords or session.has(name.name)


def _checked_name(environment: Any, name: Symbol) -> str:
    if not is_bound(environment, name):
        raise UnboundVariableError(f"Unbound variable: {name.name}")
    if name.name in current_session.get().keywords:
        raise ScmpyError(f"Variable reference to a syntactic keyword: {name.name}")
    return name.name


@primitive("environment-assigned?", source="MIT Environments")
def is_assigned(environment: Environment, name: Symbol) -> Any:
    """Does a variable have a value?"""
    return current_session.get().has(_checked_name(environment, name))


@primitive("environment-bound-names", source="MIT Environments")
def environment_bound_names(_environment: Environment) -> Any:
    """The list of the variables and special forms, in the order of the alphabet."""
    return data.list_of(map(symbol, current_session.get().names()))


@primitive("environment-lookup", source="MIT Environments")
def environment_lookup(environment: Environment, name: Symbol) -> Any:
    """The value of a variable."""
    return current_session.get().lookup(_checked_name(environment, name))


@primitive("environment-assign!", source="MIT Environments")
def environment_assign(environment: Environment, name: Symbol, value: Any) -> Any:
    """Give a variable another value."""
    current_session.get().bind(_checked_name(environment, name), sandbox.sandboxed(value))


@primitive("environment-define", source="MIT Environments")
def environment_define(_environment: Environment, name: Symbol, value: Any) -> Any:
    """Define a variable."""
    current_session.get().bind(name.name, sandbox.sandboxed(value))


@primitive("load")
def load(filename: str, _environment: Any = None) -> Any:
    """Evaluate the forms of a file, if the session may load it; the value of the last.

    A relative name is relative to the working directory, or else to the file that loads it; ".scm" may be left out.

    Source:  R7RS 6.14
    """
    sandbox.permitted("load", "load")
    return sandbox.load_file(current_session.get(), filename, _allowed_folders())


def _allowed_folders() -> tuple[str, ...] | None:
    session = current_session.get()
    return None if session.permissions & {"load", "files"} else session.load_from


@primitive("pwd", source="MIT Scheme")
def working_directory() -> str:
    """The working directory, which names of files are relative to."""
    sandbox.permitted("load", "pwd")
    return os.path.join(os.path.abspath(current_session.get().directory), "")


@primitive("cd", source="MIT Scheme")
def change_working_directory(folder: str) -> str:
    """Go to another folder, from which the session may load files: names of files are relative to it then."""
    sandbox.permitted("load", "cd")
    sandbox.change_directory(current_session.get(), folder, _allowed_folders())
    return working_directory()


@primitive("with-working-directory-pathname", source="MIT Scheme")
def with_working_directory(folder: str, thunk: Any) -> Any:
    """The value of the thunk, with another working directory until it returns."""
    session = current_session.get()
    usual = session.directory
    try:
        change_working_directory(folder)
        return thunk()
    finally:
        session.directory = usual


@primitive("current-load-pathname", source="MIT Scheme")
def current_load_pathname() -> str:
    """The file that is being loaded, or the program that is run."""
    sandbox.permitted("load", "current-load-pathname")
    loading = current_session.get().loading
    if not loading:
        raise ScmpyError("current-load-pathname: no file is being loaded")
    return os.path.abspath(loading[-1])


@primitive("directory-pathname", source="MIT Scheme")
def directory_pathname(filename: str) -> str:
    """The folder of a file, as it stands in its name: (directory-pathname "parts/b.scm") is "parts/"."""
    folder, _ = os.path.split(filename)
    return os.path.join(folder, "") if folder else ""


for _name, _procedure in (("working-directory-pathname", "pwd"), ("set-working-directory-pathname!", "cd")):
    PRIMITIVES[_name] = PRIMITIVES[_procedure]


@primitive("reload")
def reload() -> Any:
    """Evaluate the file that was last loaded, as it is now; definitions that it has no more stay."""
    sandbox.permitted("load", "reload")
    return sandbox.reload_file(current_session.get())


@primitive("with-limited-time")
def with_limited_time(seconds: int | float | Fraction, thunk: Any) -> Any:
    """The value of the thunk, or #f if it takes longer than so many seconds."""
    try:
        return sandbox.evaluate_apart(thunk, float(seconds))
    except data.TimeLimitError:
        return False


# --- types -----------------------------------------------------------------------------------------------------------


@primitive("vector?", source="R7RS 6.8")
def is_vector(value: Any) -> Any:
    """Is this a vector? One that simplify made is a list, as ``pair?`` says."""
    return isinstance(value, (list, Structure)) and not data.is_simplified(value)


def _predicate(names: str, noun: str, source: str, *types: type) -> None:
    @primitive(*names.split(), doc=f"Is this {noun}?", source=source)
    def is_of_type(value: Any) -> Any:
        return isinstance(value, types)


_predicate("boolean?", "#t or #f", "R7RS 6.3", bool)


@primitive("symbol?", source="R7RS 6.5")
def is_symbol(value: Any) -> Any:
    """Is this a symbol, or one that a derivative is being taken by?"""
    return isinstance(finite_part(value) if hasattr(value, "primal") else value, Symbol)


_predicate("char?", "a character", "R7RS 6.6", data.Char)
_predicate("string?", "a string", "R7RS 6.7", str, data.MutableString)
_predicate("bytevector?", "a bytevector", "R7RS 6.9", bytearray)
_predicate("hash-table?", "a hash table", "SRFI 69", HashTable)
_predicate("promise?", "a promise", "R7RS 4.2.5", data.Promise)
_predicate("continuation?", "what call/cc gives", "MIT Procedures", Continuation)
_predicate("port?", "a port", "R7RS 6.13", Port, InputPort)
_predicate("input-port?", "a port to read from", "R7RS 6.13", InputPort)
_predicate("output-port?", "a port to print to", "R7RS 6.13", Port)
_predicate("condition? error? error-object?", "a condition", "R7RS 6.11", ScmpyError)
_predicate("file-error?", "the condition of a file that could not be read or written", "R7RS 6.11", sandbox.FileError)
_predicate("read-error?", "the condition of a text that is no datum", "R7RS 6.11", SyntaxError)


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
        self.memory_limit = data.half_of_memory() if memory_limit is None else memory_limit
        self.outer = sandbox.HostNames({} if outer is None else outer, self._arriving)
        self.display = "scheme"
        self.globals: dict[str, Any] = {  # names of the course arrive when they are asked for
            **sandbox.HELPERS,
            **_INTEGRATED,
            sandbox.SESSION: self,
            "__builtins__": self.outer,  # where Python looks for what is not among the globals
        }
        self.globals[sandbox.OF_SESSION] = self.globals
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

    def another(self, stdout: TextIO) -> Session:
        """A new session, in which nothing has been defined."""
        return Session(stdout)

    # -- evaluation --------------------------------------------------------------------------------------------

    def run(self, source: str, filename: str = "<input>") -> Any:
        """Evaluate the forms of a text one after the other; the value of the last."""
        if not isinstance(source, str):
            raise WrongTypeError(f"Session.run expects the text of a program, got {describe(source)}")
        return self.guarded(lambda: self.run_here(source, filename))

    def load(self, filename: str) -> Any:
        """Evaluate the forms of a file; the value of the last. The caller needs no permission."""
        return self.guarded(lambda: sandbox.load_file(self, filename))

    def begins(self, filename: str) -> None:
        """The program of this file is evaluated next: its folder is one to load from, if there are any such."""
        self.loading = (filename,)
        self.may_load_beside(filename)

    def may_load_beside(self, filename: str) -> None:
        """Let files of this one's collection be loaded, in a session that has folders to load from."""
        if self.load_from:
            self.load_from += (sandbox.collection_of(os.path.dirname(filename)),)

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
        return self.guarded(lambda: self._evaluate(form))

    def _evaluate(self, form: Form) -> Any:
        code = known_code(form, self)
        if code is None:
            node = Expander(form).expand(Syntax(form.datum, (form.start, form.end)), self.scope)
            if runs_as_it_stands(node):
                return Evaluation(form.source, self).value(node, (form.start, form.end))
            code = compile_form(node, form, self)
        return FunctionType(code, self.globals)()

    def evaluate_datum(self, datum: Any) -> Any:
        """The value of a datum: what ``eval`` does."""
        return self._evaluate(Form(datum, 0, 0, Source("", "<eval>", datum), {}))

    @staticmethod
    def of_course(key: str) -> Any:
        """The value that a name has in the course; KeyError for others."""
        return PRIMITIVES[key] if key in PRIMITIVES else scheme_value(key)

    def _arriving(self, key: str) -> Any:
        """The value of a name of the course that nobody has asked for in the session; KeyError for others."""
        if key in self._given_up:
            raise KeyError(key)
        value = self.of_course(key)
        self.globals[key] = value = VARIABLES[key].held if key in VARIABLES else value
        return value

    def own(self, name: str) -> Any:
        """The value of a global variable of the session's own; None if it has none."""
        key = sandbox.global_name(name)
        if key in self.globals:
            return self.globals[key]
        with suppress(KeyError):
            return self._arriving(key)
        return None

    def is_primitive(self, name: str) -> bool:
        """Has this a procedure as its value that needs no trampoline?"""
        value = self.own(name)
        return value is not None and not sandbox.is_scheme_procedure(value) and not hasattr(value, "__tail__")

    def is_bound(self, name: str) -> bool:
        """Has this a value, and no symbol, which may be applied or not?"""
        return not isinstance(self.own(name), (Symbol, type(None)))

    def guarded(self, work: Callable[[], T]) -> T:
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
        value = self.globals.get(sandbox.global_name(name))
        return value if sandbox.is_scheme_procedure(value) else None

    @contextmanager
    def _entered(self) -> Iterator[None]:
        """What belongs to this session holds: its port, what it has assumed and set."""
        tokens = (
            (current_session, current_session.set(self)),
            (sandbox.outside, sandbox.outside.set(False)),
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
        self.guarded(lambda: self._warned(message))

    def _warned(self, message: str) -> None:
        if message not in self._told:
            self._told.add(message)
            PRIMITIVES["warn"](message)

    # -- results and names -------------------------------------------------------------------------------------

    def result_text(self, value: Any) -> str:
        """What the REPL prints for a value; nothing for unspecified values and definitions."""
        if value is None or isinstance(value, data.Defined):
            return ""
        return self.guarded(lambda: as_table(value) or DISPLAYS[self.display](value))

    def result_tex(self, value: Any) -> str | None:
        """The simplified value in TeX; None for a list and for what is no expression."""

        def typeset() -> str | None:
            expression = shown_expression(value)
            return None if expression is None else tex(expression)

        return self.guarded(typeset)

    def write_text(self, value: Any) -> str:
        """The plain value, as ``write`` prints it."""
        return self.guarded(lambda: write_text(value))

    def define(self, name: str, value: Any) -> None:
        """Bind a global variable to what stands for a value of Python's in Scheme; if it is a setting, set it.

        A function of Python's is called as it is, unless it is a library's: SymPy's and numpy's take no text.
        """
        self.bind(name, sandbox.sandboxed(value, deliberately=True))

    def bind(self, name: str, value: Any) -> None:
        """Bind a global variable to a value of a program's; if it is a setting, set it."""
        if name in VARIABLES:
            self.guarded(lambda: assign_variable(name, value))
        self.scope.keywords.pop(name, None)
        self.globals[sandbox.global_name(name)] = value
        if name in INTEGRATED:
            self.globals[integrated_key(name)] = sandbox.admitting(value)

    @property
    def keywords(self) -> dict[str, Any]:
        return self.scope.keywords

    def lookup(self, name: str) -> Any:
        """The value of a global variable; KeyError if it has none."""
        key = sandbox.global_name(name)
        return self.globals[key] if key in self.globals else self.outer[key]

    def give_up(self, name: str) -> None:
        """Have no global variable of this name any more, so that it is looked up in the outer variables."""
        self._given_up.add(sandbox.global_name(name))
        self.globals.pop(sandbox.global_name(name), None)

    def unassign(self, name: str) -> None:
        """Have a global variable of this name, without a value."""
        self.give_up(name)
        self.outer.unassigned.add(sandbox.global_name(name))

    def has(self, name: str) -> bool:
        """Does a global variable have a value?"""
        with suppress(KeyError, UnboundVariableError):
            self.lookup(name)
            return True
        return False

    def names(self) -> list[str]:
        variables = (key for key in (*self.globals, *self.outer) if key[:1] not in ("|", "_"))
        return sorted({*self.scope.keywords, *variables, *scheme_names(), *PRIMITIVES.names()})


@primitive("set-display!")
def set_display(style: Symbol) -> Any:
    """Show results as 'scheme text, in 'unicode or in 'tex."""
    if style.name not in DISPLAYS:
        raise WrongTypeError(f"set-display! expects one of the symbols {', '.join(DISPLAYS)}, got {style.name}")
    current_session.get().display = style.name
