"""Functions that are made in functions, as pickle takes them: the place of the code, and what it encloses.

Most values of the library hold functions that were made in others, as ``Lagrange_equations(L)`` holds one that holds L.
pickle takes a function by its name, and these have none. But their code is a constant in a module of the library's, at
the same place in every process: it is written as that place, with the contents of its cells. A function of the user's
is pickle's own affair; where pickle would refuse it, the error says which function stands in the way. What extends
pickle, as cloudpickle does, is given functions of the user's as they are.
"""

from __future__ import annotations

import functools
import itertools
import pickle
import sys
import threading
import weakref
from collections import defaultdict
from collections.abc import Callable, Iterator
from importlib import import_module
from types import CellType, CodeType, FunctionType
from typing import Any, TypeVar

from scmpy.errors import PicklingError, UnpicklingError

T = TypeVar("T")

#: The type of the functions that remember their values.
_Cached: Any = functools._lru_cache_wrapper


class Portable:
    """Mixin: the functions among what a value is made of are pickled, whatever made them. A value is its own copy."""

    __slots__ = ()

    def __reduce_ex__(self, protocol: Any) -> Any:
        return portable(super().__reduce_ex__(protocol))

    def __copy__(self: T) -> T:
        return self


def portable(value: Any) -> Any:
    """The value with a stand-in for each function that pickle does not find by name, in tuples, lists and dicts too."""
    if type(value) is FunctionType:
        return value if _is_found(value) else _StandIn.of(value)
    if isinstance(value, _Cached):
        return value if _is_found(value) else _StandIn.of(value)
    if type(value) is dict:
        return {key: portable(part) for key, part in value.items()}
    if type(value) in (tuple, list):
        return type(value)(map(portable, value))
    if isinstance(value, tuple) and hasattr(value, "_make"):
        return type(value)._make(map(portable, value))
    return value


def _is_found(function: Any) -> bool:
    found: Any = sys.modules.get(function.__module__)
    for name in function.__qualname__.split("."):
        found = getattr(found, name, None)
    return found is function


class Individuals:
    """Values that are told apart though they are made alike: the n-th of a key is the same in every process.

    >>> charts, make = Individuals(), type("Chart", (), {})
    >>> first, second = charts.made("x y", make), charts.made("x y", make)
    >>> charts.at("x y", 0, make) is first, second is first
    (True, False)
    """

    def __init__(self) -> None:
        self._counts: defaultdict[Any, Iterator[int]] = defaultdict(itertools.count)
        self._known: weakref.WeakValueDictionary[Any, Any] = weakref.WeakValueDictionary()
        self._lock = threading.RLock()

    def made(self, key: Any, make: Callable[[], Any]) -> Any:
        """The next value of a key; it knows its place. What was unpickled before it would have been made is it."""
        return self.at(key, next(self._counts[key]), make)

    def at(self, key: Any, number: int, make: Callable[[], Any]) -> Any:
        """The value of a key with this number, made if there is none."""
        with self._lock:
            value = self._known.get((key, number))
            if value is None:
                value = self._known[key, number] = make()
                value.place = key, number
            return value


def unless_known(value: Any, state: dict[str, Any]) -> None:
    """Give a value that has just been made without attributes those that it was pickled with."""
    if "name" not in vars(value):
        vars(value).update(state)


class _StandIn:
    """What is pickled for a function; there is one at a time, so that what holds the function twice writes it once."""

    __slots__ = ("__weakref__", "function")

    _known: weakref.WeakValueDictionary[int, _StandIn] = weakref.WeakValueDictionary()

    def __init__(self, function: Any) -> None:
        self.function = function

    @classmethod
    def of(cls, function: Any) -> _StandIn:
        return cls._known.setdefault(id(function), cls(function))

    def __deepcopy__(self, memo: Any) -> Any:
        return self.function

    def __reduce_ex__(self, protocol: Any) -> Any:
        function = self.function
        if isinstance(function, _Cached):
            return _cached, (function.cache_parameters()["maxsize"], portable(function.__wrapped__))
        if function.__globals__.get("__name__", "").partition(".")[0] == "scmpy":
            return _hollow, _place(function), _contents(function), None, None, _fill
        if _is_extended():
            return _itself, (function,)
        raise _in_the_way(function)


def _in_the_way(function: FunctionType) -> PicklingError:
    code = function.__code__
    what = "a lambda" if code.co_name == "<lambda>" else f"the function {function.__qualname__}"
    if "__name__" in function.__globals__:
        why = "another process finds a function by its name in a module: define it by def, outside of other functions"
    else:
        why = "a procedure of Scheme is part of its session, which no other process has"
    return PicklingError(f"{what} (line {code.co_firstlineno} of {code.co_filename}) cannot be pickled: {why}")


def _itself(function: Any) -> Any:
    return function


def _cached(size: int | None, function: Any) -> Any:
    return functools.lru_cache(size)(function)


def _is_extended() -> bool:
    """Is pickling done by somebody's extension of pickle, which may know how to take any function?"""
    frame = sys._getframe()
    while frame.f_back is not None:
        frame = frame.f_back
        pickler = frame.f_locals.get("self") if frame.f_code.co_name in ("dump", "save") else None
        if isinstance(pickler, (pickle.Pickler, pickle._Pickler)):  # type: ignore[attr-defined]
            return type(pickler) not in (pickle.Pickler, pickle._Pickler)  # type: ignore[attr-defined]
    return False


@functools.cache
def _codes(module: str) -> dict[str, list[CodeType]]:
    loader: Any = import_module(module).__loader__
    found = defaultdict(list)
    for code in inner_codes(loader.get_code(module)):
        found[code.co_qualname].append(code)
    return found


def inner_codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from inner_codes(inner)


def _place(function: FunctionType) -> tuple[str, str, int]:
    module, code = function.__globals__["__name__"], function.__code__
    try:
        return module, code.co_qualname, _codes(module)[code.co_qualname].index(code)
    except ValueError:
        raise PicklingError(f"{code.co_qualname} is not in {module} as it is written now") from None


#: What a function has besides its code and its globals.
_ATTRIBUTES = ("__name__", "__qualname__", "__module__", "__doc__", "__defaults__", "__kwdefaults__", "__dict__")


def _contents(function: FunctionType) -> Any:
    cells = [_content(cell) for cell in function.__closure__ or ()]
    return portable((cells, {name: getattr(function, name) for name in _ATTRIBUTES}))


def _content(cell: CellType) -> tuple[Any, ...]:
    try:
        return (cell.cell_contents,)
    except ValueError:
        return ()


def _hollow(module: str, name: str, number: int) -> FunctionType:
    codes = _codes(module)[name]
    if number >= len(codes):
        raise UnpicklingError(f"{module} has no {name} that was pickled, by another version of scmpy")
    code = codes[number]
    return FunctionType(code, vars(import_module(module)), closure=tuple(CellType() for _ in code.co_freevars))


def _fill(function: FunctionType, contents: Any) -> None:
    cells, attributes = contents
    closure = function.__closure__ or ()
    if len(closure) != len(cells):
        raise UnpicklingError(f"{function.__qualname__} was pickled by another version of scmpy")
    for cell, content in zip(closure, cells, strict=True):
        if content:
            (cell.cell_contents,) = content
    for name, value in attributes.items():
        setattr(function, name, value)
