"""What a function refers to: so a derivative that was compiled is known again without a call, also if made anew.

Two functions of the same code compute the same if what they enclose and name is the same: numbers, texts, expressions,
tuples, lists, arrays, functions of these, and what the library and Python's modules of mathematics define. Of anything
else, an object of the user's, say, nobody knows what it does at the next call. Functions that differ by floats alone
are one family: these floats can be arguments of its code.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from types import BuiltinFunctionType, CellType, CodeType, FunctionType, MethodType, ModuleType, NoneType
from typing import Any

from scmpy.calculus.dual_numbers import ComplexTag, Differential, Tag
from scmpy.generic.functions import Function
from scmpy.generic.tree import TreeNode
from scmpy.pickling import inner_codes
from scmpy.registry import scheme_name_of
from scmpy.symbolic.expression import Expression

MOST_PARTS = 2_000  # of what a function refers to are compared

_VALUES = frozenset((int, bool, str, bytes, complex, Fraction, Decimal, NoneType, range, CodeType))
_MODULES = frozenset("builtins math cmath operator _operator numpy scmpy fractions functools itertools".split())
#: What a function may do with these does not follow from what it refers to.
_UNKNOWN = frozenset(
    "globals locals vars eval exec input open next iter getattr setattr delattr hasattr random id time".split()
)
_ABSENT = object()


class Opaque(Exception):
    """Something is referred to of which it is not known whether it changes."""


class _Same:
    """A value in a key that is equal to itself alone; it lives as long as the key."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.value is self.value


class Dependencies:
    """What a function refers to: a key, equal for functions that differ by floats alone, and these floats."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.floats: list[float] = []
        self._key: list[Any] = []
        self._cells: list[tuple[CellType, Any]] = []
        self._names: list[tuple[dict[str, Any], str, Any]] = []
        self._has_fixed_parts = True  # nothing that is assigned into, such as a list
        self._seen: dict[int, int] = {}
        self._tags: dict[Tag, int] = {}
        self._look(function, True)
        self.key = *self._key, *(self._tags[tag] for tag in sorted(self._tags))
        self.exactly = self.key, tuple(map(float.hex, self.floats))  #: the key of what computes the same

    def are_current(self) -> bool:
        if self._has_fixed_parts:
            return all(cell.cell_contents is x for cell, x in self._cells) and all(
                names.get(name, _ABSENT) is x for names, name, x in self._names
            )
        found = dependencies(self.function)
        return found is not None and found.exactly == self.exactly

    def with_floats(self, numbers: Iterator[Any]) -> Any:
        return _remade(self.function, numbers, {})

    def _identity(self, value: Any) -> None:
        self._key.append(_Same(value))

    def _look(self, value: Any, free: bool) -> None:
        kind = type(value)
        if len(self._key) > MOST_PARTS:
            raise Opaque
        if kind is float and free:
            self._key.append(float)
            self.floats.append(value)
        elif kind is float or kind in _VALUES:
            self._key.append((kind, repr(value) if kind in (float, complex) else value))
        elif isinstance(value, Expression) or scheme_name_of(value) is not None:
            self._identity(value)
        elif kind is FunctionType:
            self._look_into(value, free)
        elif kind is tuple or isinstance(value, TreeNode):
            parts = value if kind is tuple else value._children_()
            self._key.append((kind, len(parts), None if kind is tuple else value._form_()))
            for part in parts:
                self._look(part, free)
        elif kind is Function:
            self._key.append(kind)
            self._look(value.function, free)
        elif kind is Differential:
            self._key.append((kind, self._tag(value.tag), *value.tangents))
            for part in (value.primal, *value.tangents.values()):
                self._look(part, free)
        elif kind is Tag or kind is ComplexTag:
            self._key.append((kind, self._tag(value)))
        elif kind is functools.partial:
            self._key.append((kind, *value.keywords))
            for part in (value.func, value.args, *value.keywords.values()):
                self._look(part, free)
        else:
            self._look_at_rest(value)

    def _tag(self, tag: Tag) -> int:
        """The number of a tag among those seen: what is computed depends on their order alone."""
        return self._tags.setdefault(tag, len(self._tags))

    def _look_at_rest(self, value: Any) -> None:
        kind = type(value)
        if isinstance(value, (list, dict, set)):
            self._has_fixed_parts = False
            self._key.append((kind, len(value)))
            for part in (x for pair in value.items() for x in pair) if isinstance(value, dict) else value:
                self._look(part, False)
        elif kind is MethodType:
            self._look(value.__func__, False)
            self._look(value.__self__, False)
        elif isinstance(value, functools._lru_cache_wrapper):
            self._look(value.__wrapped__, False)
        elif isinstance(value, Function):
            self._look_at_attributes(value)
        elif _home(value).partition(".")[0] in _MODULES:
            self._identity(value)
        elif kind.__module__ == "numpy":
            self._has_fixed_parts = self._has_fixed_parts and kind.__name__ != "ndarray"
            self._look_at_numpy(value)
        else:
            raise Opaque

    def _look_at_numpy(self, value: Any) -> None:
        import numpy

        if isinstance(value, numpy.ufunc):
            self._identity(value)
        elif isinstance(value, (numpy.ndarray, numpy.generic)) and not value.dtype.hasobject:
            self._key.append((value.dtype.str, value.shape, value.tobytes()))
        else:
            raise Opaque

    def _look_at_attributes(self, value: Any) -> None:
        kind = type(value)
        self._key.append(kind)
        slots = [name for base in kind.__mro__ for name in getattr(base, "__slots__", ())]
        for name in (*slots, *getattr(value, "__dict__", ())):
            if name not in ("__weakref__", "__dict__", "_name"):
                self._look(getattr(value, name, None), False)

    def _look_into(self, function: FunctionType, free: bool) -> None:
        if id(function) in self._seen:
            self._key.append(("again", self._seen[id(function)]))
            return
        self._seen[id(function)] = len(self._seen)
        code, names = function.__code__, function.__globals__
        self._key.append(code)
        for cell in function.__closure__ or ():
            try:
                content = cell.cell_contents
            except ValueError:
                raise Opaque from None
            self._cells.append((cell, content))
            self._look(content, free)
        self._look(function.__defaults__, free)
        self._look(tuple((function.__kwdefaults__ or {}).items()), False)
        self._look(function.__dict__.get("__tail__"), False)
        if names.get("__name__", "").partition(".")[0] != "scmpy":
            for name in _names_in(code):
                self._look_up(name, names)

    def _look_up(self, name: str, names: dict[str, Any]) -> None:
        value = names.get(name, _ABSENT)
        self._names.append((names, name, value))
        if value is _ABSENT:
            if name in _UNKNOWN:
                raise Opaque
        elif name.startswith("|"):  # what the compiled Scheme itself needs
            self._identity(value)
        else:
            self._key.append(name)
            self._look(value, False)


def _home(value: Any) -> str:
    """The name of a module, or of that in which a builtin function or a class is defined; "" for anything else."""
    if type(value) is ModuleType:
        return value.__name__
    if type(value) is BuiltinFunctionType:
        return "" if value.__name__ in _UNKNOWN else getattr(value.__self__, "__name__", "")
    return value.__module__ if isinstance(value, type) else ""


@functools.lru_cache(1024)
def _names_in(code: CodeType) -> tuple[str, ...]:
    return tuple(sorted({name for inner in inner_codes(code) for name in inner.co_names}))


def dependencies(function: Callable[..., Any]) -> Dependencies | None:
    """What a function refers to; None where it is not known whether it will be the same at the next call."""
    try:
        return Dependencies(function)
    except Opaque:
        return None


def _remade(value: Any, numbers: Iterator[Any], made: dict[int, Any]) -> Any:
    """The value with the next numbers in place of its floats, in the order in which they are looked at."""
    kind = type(value)
    if kind is float:
        return next(numbers)
    if isinstance(value, Expression) or scheme_name_of(value) is not None:
        return value
    if kind is FunctionType:
        return made[id(value)] if id(value) in made else _with_cells(value, numbers, made)
    if kind is tuple:
        return tuple(_remade(part, numbers, made) for part in value)
    if isinstance(value, TreeNode):
        return value._with_children_([_remade(part, numbers, made) for part in value._children_()])
    if kind is Function:
        return Function(_remade(value.function, numbers, made), value._name, elementwise=value.elementwise)
    if kind is Differential:
        primal = _remade(value.primal, numbers, made)
        return Differential(value.tag, primal, {i: _remade(x, numbers, made) for i, x in value.tangents.items()})
    if kind is functools.partial:
        parts = (_remade(part, numbers, made) for part in (value.func, value.args, *value.keywords.values()))
        return kind(next(parts), *next(parts), **dict(zip(value.keywords, parts, strict=True)))
    return value


def _with_cells(function: FunctionType, numbers: Iterator[Any], made: dict[int, Any]) -> FunctionType:
    cells = tuple(CellType() for _ in function.__closure__ or ())
    new = FunctionType(function.__code__, function.__globals__, function.__name__, None, cells)
    made[id(function)] = new
    for cell, old in zip(cells, function.__closure__ or (), strict=True):
        cell.cell_contents = _remade(old.cell_contents, numbers, made)
    new.__defaults__ = _remade(function.__defaults__, numbers, made)
    new.__kwdefaults__ = function.__kwdefaults__
    new.__dict__.update(function.__dict__)
    return new
