"""Bytevectors, which are Python bytearrays."""

from typing import Annotated, Any

from scmpy.errors import DomainError
from scmpy.scheme.data import room_for
from scmpy.scheme.primitives.declare import Index, bad_range, copy_into, part_of, primitive, sub_range, wrong_type


def _is_byte(value: Any) -> bool:
    return type(value) is int and 0 <= value < 256


Byte = Annotated[int, _is_byte]


@primitive("make-bytevector")
def make_bytevector(length: Index, fill: Byte = 0) -> Any:
    """A bytevector of equal bytes.

    Source:  R7RS 6.9
    """
    return bytearray([fill]) * room_for(length, "a bytevector")


@primitive("bytevector")
def bytevector(*items: Byte) -> Any:
    """The bytevector of the arguments.

    Source:  R7RS 6.9
    """
    return bytearray(items)


@primitive("bytevector-length")
def bytevector_length(items: bytearray) -> Any:
    """The number of bytes.

    Source:  R7RS 6.9
    """
    return len(items)


@primitive("bytevector-u8-ref")
def bytevector_ref(items: bytearray, position: Index) -> Any:
    """The byte at a position.

    Source:  R7RS 6.9
    """
    if position >= len(items):
        raise bad_range(position, 2, "bytevector-u8-ref")
    return items[position]


@primitive("bytevector-u8-set!")
def bytevector_set(items: bytearray, position: Index, value: Byte) -> Any:
    """Replace the byte at a position.

    Source:  R7RS 6.9
    """
    if position >= len(items):
        raise bad_range(position, 2, "bytevector-u8-set!")
    items[position] = value


@primitive("bytevector-copy")
def bytevector_copy(items: bytearray, start: Any = None, end: Any = None) -> Any:
    """A new bytevector of the bytes, or of some of them.

    Source:  R7RS 6.9
    """
    return part_of(items, start, end, "bytevector-copy")


@primitive("bytevector-copy!")
def bytevector_copy_to(target: bytearray, at: Index, source: bytearray, start: Any = None, end: Any = None) -> Any:
    """Copy bytes into another bytevector.

    Source:  R7RS 6.9
    """
    copy_into(target, at, part_of(source, start, end, "bytevector-copy!"), "bytevector-copy!")


@primitive("bytevector-fill!")
def bytevector_fill(items: bytearray, value: Byte, start: Any = None, end: Any = None) -> Any:
    """Replace all bytes, or some of them."""
    start, end = sub_range(len(items), start, end, "bytevector-fill!")
    items[start:end] = bytearray([value]) * (end - start)


@primitive("bytevector-append")
def bytevector_append(*parts: bytearray) -> Any:
    """The bytes of all bytevectors.

    Source:  R7RS 6.9
    """
    return bytearray().join(parts)


@primitive("utf8->string")
def utf8_to_string(items: bytearray, start: Any = None, end: Any = None) -> Any:
    """The string that bytes encode.

    Source:  R7RS 6.9
    """
    start, end = sub_range(len(items), start, end, "utf8->string")
    try:
        return items[start:end].decode("utf-8")
    except UnicodeDecodeError as error:
        raise DomainError(f"utf8->string: these bytes are not UTF-8: {error.reason} at {start + error.start}") from None


@primitive("string->utf8")
def string_to_utf8(text: str, start: Any = None, end: Any = None) -> Any:
    """The bytes that encode a string.

    Source:  R7RS 6.9
    """
    start, end = sub_range(len(text), start, end, "string->utf8")
    try:
        return bytearray(text[start:end], "utf-8")
    except UnicodeEncodeError:
        raise wrong_type(text, 1, "string->utf8") from None
