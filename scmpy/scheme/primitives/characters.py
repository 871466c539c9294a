"""Characters."""

import unicodedata
from collections.abc import Callable
from typing import Any

from scmpy.scheme.data import Char
from scmpy.scheme.primitives.base import (
    Index,
    Integer,
    bad_range,
    primitive,
)


@primitive("char->integer")
def char_to_integer(character: Char) -> Any:
    """The code point.

    Source:  R7RS 6.6
    """
    return ord(character.value)


@primitive("integer->char")
def integer_to_char(code: Index) -> Any:
    """The character of a code point.

    Source:  R7RS 6.6
    """
    if code > 0x10FFFF or 0xD800 <= code < 0xE000:
        raise bad_range(code, 1, "integer->char")
    return Char(chr(code))


def _case(name: str, doc: str, changed: Callable[[str], str]) -> None:
    @primitive(name, doc=doc, source="R7RS 6.6")
    def in_case(character: Char) -> Any:
        found = changed(character.value)
        return Char(found) if len(found) == 1 else character


_case("char-upcase", "In upper case.", str.upper)
_case("char-downcase", "In lower case.", str.lower)
_case("char-foldcase", "In the case in which char-ci=? compares.", str.casefold)


@primitive("char-ascii?")
def is_char_ascii(character: Char) -> Any:
    """Is this a character of ASCII?

    Source:  MIT/GNU Scheme Reference, Characters
    """
    return character.value.isascii()


@primitive("digit-value")
def digit_value(character: Char) -> Any:
    """The value of a decimal digit of any script, or #f.

    Source:  R7RS 6.6
    """
    return unicodedata.decimal(character.value, False)


@primitive("char->digit")
def char_to_digit(character: Char, radix: Index = 10) -> Any:
    """The value of a digit, or #f.

    Source:  MIT/GNU Scheme Reference, Characters
    """
    value = "0123456789abcdefghijklmnopqrstuvwxyz".find(character.value.lower())
    return value if 0 <= value < radix else False


@primitive("digit->char")
def digit_to_char(value: Integer, radix: Index = 10) -> Any:
    """The digit of a value, or #f.

    Source:  MIT/GNU Scheme Reference, Characters
    """
    return Char("0123456789abcdefghijklmnopqrstuvwxyz"[value]) if 0 <= value < min(radix, 36) else False


@primitive("char->string")
def char_to_string(character: Char) -> Any:
    """The string of one character."""
    return character.value


def _character_test(name: str, test: Callable[[str], bool]) -> None:
    @primitive(name, doc=f"Is this a character that is {name[5:-1]}?", source="R7RS 6.6")
    def is_such(character: Char) -> Any:
        return test(character.value)


for _name, _test in {
    "char-alphabetic?": str.isalpha,
    "char-numeric?": str.isdecimal,
    "char-whitespace?": str.isspace,
    "char-upper-case?": str.isupper,
    "char-lower-case?": str.islower,
    "char-alphanumeric?": str.isalnum,
}.items():
    _character_test(_name, _test)
