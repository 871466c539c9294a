"""Settings, limits, what one session has set, counts and lengths within limits."""

from __future__ import annotations

import inspect
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from fractions import Fraction
from operator import index
from typing import Any, Generic, NamedTuple, TypeVar

from scmpy.boundary import checks
from scmpy.errors import CALLED, LimitError, Location, WrongTypeError, describe, did_you_mean, shown_text
from scmpy.generic.types import Formula, Value
from scmpy.registry import found, load_all, load_setting, public, python_name, register

# --- settings --------------------------------------------------------------------------------------------------------
# Settings: everything that a user may set, in one table, and what holds at the moment.
#
# A setting is a variable of the original, for ``set!``, ``define`` and ``fluid-let`` (``*factoring*``), or a procedure
# that sets it (``(sqrt-expt-simplify #f)``); either holds from then on in the session. In Python
# ``setting(name=value)`` sets it from now on or, in a ``with`` statement, for the block, in the thread or task that
# says so. ``simplify`` takes its switches as arguments too, for that call.
#
# What holds is one mapping in a context variable, which is never changed but replaced by another: reading a setting is
# two lookups, and what is made of several is made once for as long as they hold (:func:`derived`). A session starts
# each evaluation with what holds in Python where it runs, and in it what its programs have set.
#
# A bound of a computation that more time or memory can buy is a setting too, a :class:`Limit`; what stops
# at one names it. Limits have no variables: ``(setting! 'most-terms 200000)`` sets one in Scheme. All settings
# are listed by ``settings``.
#
# Other things are no settings: assumptions are facts about expressions, which are forgotten and asked for as such; how
# a session shows its results and its random numbers are state that belongs to the session and that nothing else reads.

T = TypeVar("T")


class Snapshot(dict[str, Any]):
    """What has been set: the values of settings by their Python names. It is not changed: others are made of it."""

    __slots__ = ("derived",)

    def __init__(self, *given: Mapping[str, Any]) -> None:
        for values in given:
            self.update(values)
        self.derived: dict[Any, Any] = {}


_current: ContextVar[Snapshot] = ContextVar("settings", default=Snapshot())  # noqa: B039 (never changed)


def derived(make: Callable[[], T]) -> T:
    """What a function makes of the settings of the moment, made once for as long as they hold.

    >>> derived(list) is derived(list)
    True
    """
    memory = _current.get().derived
    found = memory.get(make)
    if found is None:
        found = memory[make] = make()
    return found


class Kind(NamedTuple):
    accepts: Callable[[Any], bool]
    expected: str


def _is_amount(value: Any) -> bool:
    return isinstance(value, (int, float, Fraction)) and not isinstance(value, bool) and value >= 0


SWITCH = Kind(lambda value: isinstance(value, bool), "switched on by #t (True), off by #f (False)")
COUNT = Kind(lambda value: type(value) is int and value > 0, "a positive whole number")
AMOUNT = Kind(_is_amount, "a number that is not negative")
LIMIT = Kind(lambda value: value is False or (_is_amount(value) and value > 0), "#f or a positive number")


class Table(dict[str, "Setting"]):
    """Settings by name. One whose module nobody has asked for yet is found by its name, and not gone through."""

    def __contains__(self, name: object) -> bool:
        if not dict.__contains__(self, name) and isinstance(name, str):
            load_setting(name)
        return dict.__contains__(self, name)

    def __missing__(self, name: str) -> Setting:
        if name in self:
            return self[name]
        raise KeyError(name)


#: The table, by Python names.
SETTINGS = Table()

#: Those that are variables in Scheme, by their names there.
VARIABLES = Table()


@dataclass(eq=False)
class Setting:
    """One setting: its name in Scheme, its default, which values it may have, what it does, and an example of that.

    The name in Python follows from that in Scheme unless it is given. One that is no ``variable`` is set by a
    procedure of its name, in Scheme and in Python.
    """

    scheme: str
    default: Any
    kind: Kind
    meaning: str
    example: str
    python: str = ""
    variable: bool = True

    def __post_init__(self) -> None:
        self.python = self.python or python_name(self.scheme.strip("*"))
        SETTINGS[self.python] = self
        self._declare()

    def _declare(self) -> None:
        if self.variable:
            VARIABLES[self.scheme] = self
            register(self.scheme, self.default, python=None, module=__name__, doc=self._documentation("set! "))
        else:
            register(self.scheme, self._procedure(), python=self.python)

    def _documentation(self, verb: str = "") -> str:
        example = "\n    ".join(inspect.cleandoc(self.example).splitlines())
        return (
            f"{self.meaning}\n\n"
            f"    Scheme:  ({verb}{self.scheme} value)\n"
            f"    Python:  setting({self.python}=value), for a block: with setting({self.python}=value): ...\n"
            f"    Values:  {self.kind.expected}; {self.default!r} unless it is set\n"
            f"    {example}\n"
        )

    def _procedure(self) -> Callable[[Any], None]:
        def toggle(on: bool) -> None:
            self.set(on)

        toggle.__doc__ = self._documentation()
        return toggle

    def checked(self, value: Any) -> Any:
        if not self.kind.accepts(value):
            raise WrongTypeError(f"{self.scheme} is {self.kind.expected}, got {describe(value)}")
        return value

    @property
    def value(self) -> Any:
        values = _current.get()
        return self.checked(values[self.python]) if self.python in values else self.default

    @property
    def held(self) -> Any:
        """What was set last in this session or block, even if it is no value that the setting may have."""
        return _current.get().get(self.python, self.default)

    def set(self, value: Any) -> None:
        _assign(self, self.checked(value))

    @property
    def advice(self) -> str:
        return f"the setting {self.scheme} (in Python {self.python}) allows more"


class Limit(Setting):
    """How much of something is done at most: a setting that the error of what exceeds it names.

    What is counted is the last word of its name, unless it is given.

    >>> letters = Limit("most-letters", 20, "Letters of a word.")
    >>> letters.check(20, "word")
    20
    >>> letters.check(10**30, "word")
    Traceback (most recent call last):
        ...
    scmpy.errors.LimitError: word: more than 20 letters; the setting most-letters (in Python most_letters) allows more
    >>> del SETTINGS["most_letters"]
    """

    def __init__(self, scheme: str, default: int, meaning: str, things: str = "") -> None:
        super().__init__(scheme, default, COUNT, meaning, "", variable=False)
        self.things = things or scheme.rpartition("-")[2]

    def _declare(self) -> None:
        pass

    @property
    def value(self) -> int:
        return _current.get().get(self.python, self.default)  # type: ignore[no-any-return]

    def check(self, number: int, operation: str = CALLED, things: str = "", each: int = 1) -> int:
        """The number of things, each of which counts for so many of what is limited, if it is not above the limit."""
        # as value: small jobs come here a hundred times
        if number * each > _current.get().get(self.python, self.default):
            raise self.refusal(f"{operation}:", things, each=each)
        return number

    def refusal(self, what: str, things: str = "", location: Location | None = None, each: int = 1) -> LimitError:
        most = self.value // each
        return LimitError(f"{what} more than {most} {things or self.things}; {self.advice}", location=location)


def _assign(target: Setting, value: Any) -> None:
    _current.set(Snapshot(_current.get(), {target.python: value}))


def assign_variable(name: str, value: Any) -> None:
    """What an assignment to a variable of Scheme does; a wrong value is refused where it is read."""
    _assign(VARIABLES[name], value)


def checked_settings(values: Mapping[str, Any], among: Mapping[str, Setting], missing: str) -> dict[str, Any]:
    """The values by Python names, each checked; settings are named as in Scheme or Python.

    >>> checked_settings({"gcd": 1}, {}, "there is no setting")
    Traceback (most recent call last):
        ...
    scmpy.errors.WrongTypeError: there is no setting gcd; there are none
    """
    found = {}
    for name, value in values.items():
        spelled = python_name(name.strip("*"))
        declared = next((each for each in among.values() if name == each.scheme or spelled == each.python), None)
        if declared is None:
            hint = did_you_mean(name, among if name.isidentifier() else (each.scheme for each in among.values()))
            those = "settings() lists them" if among is SETTINGS else f"there are {', '.join(among) or 'none'}"
            raise WrongTypeError(f"{missing} {name}{hint}; {those}")
        found[declared.python] = declared.checked(value)
    return found


class setting:
    """Set settings from now on, or in a ``with`` statement for the block, which also undoes what is set inside of it.

    Scheme:  (set! *factoring* #t), (fluid-let ((*factoring* #t)) ...), (sqrt-expt-simplify #f)
    Raises:  WrongTypeError for a name that is no setting's, and for a value that it cannot have; then nothing is set

    >>> from scmpy import *
    >>> x = symbols("x")
    >>> with setting(factoring=True):
    ...     simplify(x**2 + x)
    (* x (+ 1 x))
    >>> with setting(factorin=True):
    ...     simplify(x**2 + x)
    Traceback (most recent call last):
        ...
    scmpy.errors.WrongTypeError: there is no setting factorin (did you mean "factoring"?); settings() lists them
    """

    def __init__(self, /, *unnamed: Any, **values: Any) -> None:
        if unnamed:
            raise WrongTypeError("setting expects settings by name, as in setting(assumption_tolerance_multiplier=10)")
        if not all(name in SETTINGS for name in values):
            load_all()
        given = checked_settings(values, SETTINGS, "there is no setting")
        self._before = _current.get()
        _current.set(Snapshot(self._before, given))

    def __enter__(self) -> None:
        return None

    def __exit__(self, *error: object) -> None:
        _current.set(self._before)


@public("setting!", python=None)
def set_setting(name: str, value: Value) -> None:
    """Set a setting by its name, a symbol: also one that is no variable.

    Scheme:  (setting! 'most-terms 200000)
    Raises:  WrongTypeError for a name that is no setting's, and for a value that it cannot have
    >>> with setting():
    ...     set_setting("most-structure-factors", 30)
    ...     settings("structure-factors")
    Bounds:
      most_structure_factors  30  Power of a structure: a factor that does not contract multiplies its size.

    1 ]=> (setting! 'most-structure-factors 30)
    """
    setting(**{str(name): value})


@public("settings")
def settings(text: Formula = "") -> None:
    """Print all settings, their values of the moment and what they do; or those in which a text or a name is found.

    They are called by their names in the language of the prompt. The bounds of computations come last.

    Scheme:  (settings), (settings 'terms)
    >>> settings("most-terms")
    Bounds:
      most_terms  100000  Terms of what is expanded or divided, and of series.
    """
    text = text if isinstance(text, str) else shown_text(text)
    load_all()
    names = {each.scheme: each for each in SETTINGS.values()}
    among = [
        names[name] for name, _ in found(text, ((name, each.python, each.meaning) for name, each in names.items()))
    ]
    language = "python" if shown_text(True) == "True" else "scheme"
    for title, holds in _GROUPS.items():
        rows = [(getattr(each, language), shown_text(each.held), each.meaning) for each in among if holds(each)]
        if rows:
            print(f"{title}:")
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for name, value, line in rows:
            print(f"  {name:<{widths[0]}}  {value:>{widths[1]}}  {line}")
    if not among:
        print(f"Nothing matches {text}")


_GROUPS: dict[str, Callable[[Setting], bool]] = {
    "Variables": lambda each: each.variable,
    "Switches and amounts": lambda each: not each.variable and not isinstance(each, Limit),
    "Bounds": lambda each: isinstance(each, Limit),
}


class Leaving:
    """The end of an evaluation: what is to be done then.

    It is not done where an interrupt came before there was anything to leave, and what would have been entered is
    thrown away, perhaps in another context.
    """

    def __init__(self, leave: Callable[[], object]) -> None:
        self.leave = leave

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not GeneratorExit:
            self.leave()


class SessionSettings:
    """What the programs of one session have set: it holds there, over what holds where the session runs.

    >>> import scmpy
    >>> session, limit = SessionSettings(), VARIABLES["*work-limit-multiplier*"]
    >>> with session.holding() as variables:
    ...     limit.set(5)
    >>> with session.holding():
    ...     inside = limit.value
    >>> inside, limit.value, variables["*work-limit-multiplier*"]
    (5, 1, 1)
    """

    def __init__(self) -> None:
        self._own: dict[str, Any] = {}

    @contextmanager
    def holding(self) -> Iterator[dict[str, Any]]:
        """An evaluation, with the variables at its start. What it sets otherwise than outside the session keeps."""
        outside = _current.get()
        start = Snapshot(outside, self._own)
        _current.set(start)

        def leave() -> None:
            inside = _current.get()
            _current.set(outside)
            self._own = {
                name: value
                for name, value in inside.items()
                if name in self._own or value is not outside.get(name, SETTINGS[name].default)
            }

        with Leaving(leave):
            yield {name: start.get(variable.python, variable.default) for name, variable in VARIABLES.items()}


# --- session tables --------------------------------------------------------------------------------------------------
# Tables that programs change: what a session puts into one holds in that session alone.
#
# A table has what the library and Python have put into it, for everybody, and over that what the session that is
# evaluating has put there. What a session makes itself is no one else's: a table of its own it changes as it is, so
# that what it made keeps what belongs to it when it is used from Python.

K = TypeVar("K")
V = TypeVar("V")


class SessionTables:
    __slots__ = ("__weakref__", "_own")

    def __init__(self) -> None:
        self._own: dict[Any, Any] = {}

    def of(self, table: SessionDict[Any, Any]) -> Any:
        return self._own.get(id(table), (None, None))[1]

    def made(self, table: SessionDict[Any, Any]) -> Any:
        return self._own.setdefault(id(table), (table, table.make()))[1]


class temporarily(Generic[V]):
    """While a block runs, a context variable has another value.

    No generator: an interrupt may come where a block ends, and a generator that it leaves behind would be closed by
    whoever collects it, in a context that is not its own.
    """

    __slots__ = ("_token", "_value", "_variable")

    def __init__(self, variable: ContextVar[V], value: V) -> None:
        self._variable, self._value = variable, value

    def __enter__(self) -> None:
        self._token = self._variable.set(self._value)

    def __exit__(self, *_: object) -> None:
        self._variable.reset(self._token)


#: The tables of the session that is evaluating.
session_tables: ContextVar[SessionTables | None] = ContextVar("session tables", default=None)


class SessionDict(MutableMapping[K, V]):
    """A mapping whose changes in a session are the session's.

    >>> table = SessionDict({"a": 1})
    >>> token = session_tables.set(SessionTables())
    >>> table["a"], table["b"] = 2, 3
    >>> inside = dict(table)
    >>> session_tables.reset(token)
    >>> inside, dict(table)
    ({'a': 2, 'b': 3}, {'a': 1})
    """

    def __init__(self, given: Any = (), make: Callable[[], Any] = dict) -> None:
        self.make = make
        self.shared: MutableMapping[K, V] = make()
        self.shared.update(given)
        made_in = session_tables.get()
        self._home = None if made_in is None else weakref.ref(made_in)

    def __reduce__(self) -> Any:
        return SessionDict, (dict(self), self.make)

    def _session(self) -> SessionTables | None:
        session = session_tables.get()
        return None if session is None or (self._home is not None and self._home() is session) else session

    @property
    def owner(self) -> object:
        return self._session() or self

    @property
    def mine(self) -> MutableMapping[K, V]:
        session = self._session()
        return self.shared if session is None else session.made(self)  # type: ignore[no-any-return]

    @property
    def layers(self) -> tuple[MutableMapping[K, V], ...]:
        session = self._session()
        own = None if session is None else session.of(self)
        return (self.shared,) if own is None else (own, self.shared)

    def __getitem__(self, key: K) -> V:
        for layer in self.layers:
            if key in layer:
                return layer[key]
        raise KeyError(key)

    def __setitem__(self, key: K, value: V) -> None:
        self.mine[key] = value

    def __delitem__(self, key: K) -> None:
        del self.mine[key]

    def __iter__(self) -> Iterator[K]:
        *own, shared = self.layers
        yield from shared
        for layer in own:
            yield from (key for key in layer if key not in shared)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    __hash__ = object.__hash__


# --- arguments -------------------------------------------------------------------------------------------------------
# What operations ask of their arguments: lists, counts, and numbers within a stated limit.
#
# What is beyond a limit is told in one form (:class:`Limit`). There are few of them, by what is counted; where a thing
# takes more time or memory than others, it counts for several.

MOST_COMPONENTS = Limit("most-components", 10_000_000, "Components of a structure, a list, a vector or an array.")
MOST_TERMS = Limit("most-terms", 100_000, "Terms of what is expanded or divided, and of series.")
MOST_FACTORS = Limit("most-factors", 10_000_000, "Factors of a power or a factorial, repetitions of a function.")
MOST_DERIVATIVES = Limit("most-derivatives", 1_000, "Derivatives of a function; those by D count five times.")
MOST_DIGITS = Limit(
    "most-digits",
    1_000_000,
    "Digits of an enclosure; those of a trajectory count a hundred times, those of a number that is read ten times.",
)
MOST_PARTS = Limit(
    "most-parts",
    1_000_000,
    "Parts of an expression that is written out or evaluated; typeset they count twice, simplified five times.",
)


def count(value: Any, operation: str = CALLED, least: int = 0) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise WrongTypeError(f"{operation} expects an integer from {least or 'zero'}, got {describe(value)}")
    return value


@checks("int | None")
def _optional_integer(value: Any, operation: str) -> int | None:
    """A whole number, or nothing: None, in Scheme #f."""
    if value is None or value is False:
        return None
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        nothing = "None" if shown_text(None) == "None" else shown_text(False)
        raise WrongTypeError(f"{operation} expects an integer or {nothing}, got {describe(value)}")
    return index(value)


@checks("bool | None")
def _optional_boolean(value: Any, operation: str) -> bool | None:
    if value is not None and not isinstance(value, bool):
        raise WrongTypeError(f"{operation} expects True, False or None, got {describe(value)}")
    return value


def length(value: Any, operation: str, most: Limit = MOST_COMPONENTS, things: str = "", each: int = 1) -> int:
    """The value, checked to be a number of things that can be made.

    >>> length(10**30, "list:generate")
    Traceback (most recent call last):
        ...
    scmpy.errors.LimitError: list:generate: more than 10000000 components; the setting most-components \
(in Python most_components) allows more
    """
    return most.check(count(value, operation), operation, things, each)


def items(value: Any, operation: str = CALLED) -> tuple[Any, ...]:
    """The elements of a list, a vector, a tuple or an array; those of one axis of numbers are Python's numbers."""
    if isinstance(value, str) or not isinstance(value, Iterable) or getattr(value, "endless", False):
        raise WrongTypeError(f"{operation} expects a list, got {describe(value)}")
    return tuple(value.tolist() if getattr(value, "ndim", 0) == 1 else value)  # type: ignore[attr-defined]


def check_callable(value: Any, operation: str = CALLED, wanted: str = "a function") -> Callable[..., Any]:
    if not callable(value):
        raise WrongTypeError(f"{operation} expects {wanted}, got {describe(value)}")
    return value


def instances(kind: type[T], wanted: str) -> Callable[..., T]:
    """The check that a value is of a type, in words."""

    def check(value: Any, operation: str = CALLED) -> T:
        if not isinstance(value, kind):
            raise WrongTypeError(f"{operation} expects {wanted}, got {describe(value)}")
        return value

    return check
