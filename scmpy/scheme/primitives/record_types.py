"""Records: the procedures that define-record-type defines."""

from collections.abc import Callable, Sequence
from typing import Any

from scmpy.errors import ArityError, wrong_number
from scmpy.scheme.data import Record, RecordType
from scmpy.scheme.primitives.base import wrong_type


def record_type(name: str, fields: Sequence[str]) -> RecordType:
    """A new type; its instances print under its name without angle brackets.

    >>> record_type("<point>", ("x", "y")).name
    'point'
    """
    return RecordType(name.strip("<>") if len(name) > 2 else name, tuple(fields))


def constructor(type_: RecordType, names: Sequence[str], name: str) -> Callable[..., Record]:
    """Makes an instance from the values of some fields."""
    places = [type_.fields.index(field) for field in names]
    count = len(type_.fields)

    def construct(*values: Any) -> Record:
        if len(values) != len(places):
            taken = len(places)
            error = wrong_number(f"The procedure #[compiled-procedure {name}]", len(values), taken, taken)
            raise ArityError(f"{error}.")
        fields: list[Any] = [False] * count
        for place, value in zip(places, values, strict=True):
            fields[place] = value
        return Record(type_, fields)

    construct.__name__ = name
    return construct


def predicate(type_: RecordType) -> Callable[[Any], bool]:
    """Is a value an instance?"""
    return lambda value: isinstance(value, Record) and value.type is type_


def accessor(type_: RecordType, place: int, name: str) -> Callable[[Any], Any]:
    """The value of a field."""

    def access(record: Any) -> Any:
        if not isinstance(record, Record) or record.type is not type_:
            raise wrong_type(record, 1, name)
        return record.values[place]

    access.__name__ = name
    return access


def modifier(type_: RecordType, place: int, name: str) -> Callable[[Any, Any], None]:
    """Replaces the value of a field."""

    def modify(record: Any, value: Any) -> None:
        if not isinstance(record, Record) or record.type is not type_:
            raise wrong_type(record, 1, name)
        record.values[place] = value

    modify.__name__ = name
    return modify


def copier(type_: RecordType, name: str) -> Callable[[Any], Record]:
    """Makes another instance with the same values."""

    def copy(record: Any) -> Record:
        if not isinstance(record, Record) or record.type is not type_:
            raise wrong_type(record, 1, name)
        return Record(type_, list(record.values))

    copy.__name__ = name
    return copy
