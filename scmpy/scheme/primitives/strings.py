"""Strings and symbols, and the orders of strings and characters.

Strings are Python's, which cannot be changed in place; those of ``make-string``, ``string``, ``list->string`` and
``string-copy`` can.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Callable
from typing import Any

from scmpy.scheme.data import DEFAULT, Char, MutableString, Pair, list_of, room_for
from scmpy.scheme.primitives.declare import (
    PRIMITIVES,
    Index,
    Integer,
    Items,
    Vector,
    bad_range,
    index,
    items_of,
    named,
    part_of,
    primitive,
    primitives,
    sub_range,
    within,
    wrong_type,
)
from scmpy.scheme.printer import write_text
from scmpy.scheme.reader import parse_number
from scmpy.symbolic.expression import Symbol, symbol, uninterned

SPACE = Char(" ")


@primitive("string", source="R7RS 6.7")
def string(*parts: Any) -> Any:
    """The displayed arguments in one string."""
    return MutableString("".join(write_text(part, display=True) for part in parts))


@primitive("string-ref", source="R7RS 6.7")
def string_ref(text: str, position: Index) -> Any:
    """The character at a position."""
    return Char(text[within(text, position, "string-ref")])


@primitive("string-set!", source="R7RS 6.7")
def string_set(text: MutableString, position: Index, character: Char) -> Any:
    """Replace the character at a position of a string made by make-string, string, list->string or string-copy."""
    within(text.text, position, "string-set!")
    text.text = text.text[:position] + character.value + text.text[position + 1 :]


@primitive("string-fill!", source="R7RS 6.7")
def string_fill(text: MutableString, character: Char, start: Any = None, end: Any = None) -> Any:
    """Replace all characters, or some of them."""
    start, end = sub_range(len(text.text), start, end, "string-fill!")
    text.text = text.text[:start] + character.value * (end - start) + text.text[end:]


@primitive("string-copy!", source="R7RS 6.7")
def string_copy_to(target: MutableString, at: Index, source: str, start: Any = None, end: Any = None) -> Any:
    """Copy characters into another string; the position after them."""
    start, end = sub_range(len(source), start, end, "string-copy!")
    stop = at + end - start
    if stop > len(target.text):
        raise bad_range(at, 2, "string-copy!")
    target.text = target.text[:at] + source[start:end] + target.text[stop:]
    return stop


@primitive("string-copy", source="R7RS 6.7")
def string_copy(text: str, start: Any = None, end: Any = None) -> Any:
    """The characters from start up to end."""
    return MutableString(part_of(text, start, end, "string-copy"))


@primitive("string-append", source="R7RS 6.7")
def string_append(*texts: str) -> Any:
    """All strings in one."""
    room_for(sum(map(len, texts)), "a string")
    return "".join(texts)


@primitive("string-append*")
def string_append_star(first: Any, *more: Any) -> Any:
    """All strings in one; the last argument is a list of strings."""
    *texts, last = (first, *more)
    return PRIMITIVES["string-append"](*texts, *items_of(last, len(texts) + 1, "string-append*"))


@primitive("string-join")
def string_join(texts: Items, separator: str = " ") -> Any:
    """The strings of a list with a separator between them."""
    return separator.join(PRIMITIVES["string-append"](text) for text in texts)


def _keywords(given: tuple[Any, ...], known: dict[str, Any], name: str) -> list[Any]:
    """The values of keyword arguments, symbols followed by values, in the order in which they are known."""
    values = dict(known)
    if len(given) % 2:
        raise wrong_type(given[-1], len(given), name)
    for place, (key, value) in enumerate(zip(given[::2], given[1::2], strict=True)):
        if not isinstance(key, Symbol) or key.name not in known:
            raise wrong_type(key, 2 * place + 1, name)
        values[key.name] = value
    return list(values.values())


@primitive("string-splitter", source="MIT Strings")
def string_splitter(*keywords: Any) -> Any:
    """A procedure that gives the list of the parts of a string; keywords: delimiter (white space), allow-runs? (#t).

    1 ]=> ((string-splitter) " a b c ")
    ;Value: ("a" "b" "c")
    1 ]=> ((string-splitter 'delimiter #\\, 'allow-runs? #f) "a,,c")
    ;Value: ("a" "" "c")
    """
    delimiter, allow_runs = _keywords(keywords, {"delimiter": str.isspace, "allow-runs?": True}, "string-splitter")
    if not isinstance(delimiter, Char) and not callable(delimiter):
        raise wrong_type(delimiter, keywords.index(symbol("delimiter")) + 2, "string-splitter")

    def ends(character: str) -> bool:
        if delimiter is str.isspace:
            return character.isspace()
        return delimiter.value == character if isinstance(delimiter, Char) else delimiter(Char(character)) is not False

    @named("string-splitter")
    def split(text: str, start: Any = None, end: Any = None) -> Any:
        parts = [""]
        for character in part_of(text, start, end, "string-splitter"):
            if ends(character):
                parts.append("")
            else:
                parts[-1] += character
        return list_of([part for part in parts if part or allow_runs is False])

    return split


def _joined_by(name: str, keywords: tuple[Any, ...]) -> Callable[[list[Any]], str]:
    append = PRIMITIVES["string-append"]
    given = _keywords(keywords, {"infix": "", "prefix": "", "suffix": ""}, name)
    infix, prefix, suffix = map(append, given)
    return lambda texts: infix.join(append(prefix, text, suffix) for text in texts)


@primitive("string-joiner", source="MIT Strings")
def string_joiner(*keywords: Any) -> Any:
    """A procedure that joins strings; keywords: infix, prefix, suffix."""
    join = _joined_by("string-joiner", keywords)

    @named("string-joiner")
    def joined(*texts: str) -> Any:
        return join(list(texts))

    return joined


@primitive("string-joiner*", source="MIT Strings")
def string_joiner_star(*keywords: Any) -> Any:
    """A procedure that joins the strings of a list; keywords: infix, prefix, suffix."""
    join = _joined_by("string-joiner*", keywords)

    @named("string-joiner*")
    def joined(texts: Items) -> Any:
        return join(texts)

    return joined


@primitive("string-builder", source="MIT Strings")
def string_builder(_options: Any = None) -> Any:
    """A procedure that collects characters and strings; without an argument, or with 'result, it gives the string."""
    parts: list[str] = []

    @named("string-builder")
    def build(part: Any = DEFAULT) -> Any:
        if part is DEFAULT or part is symbol("result"):
            return MutableString("".join(parts))
        if part is symbol("reset!"):
            parts.clear()
            return None
        if not isinstance(part, (Char, str, MutableString)):
            raise wrong_type(part, 1, "string-builder")
        parts.append(part.value if isinstance(part, Char) else str(part))
        return None

    return build


primitives(
    "MIT Strings",
    ("string-head", (str, Index), "The first characters.", lambda text, end: part_of(text, 0, end, "string-head", 1)),
    ("string-tail", (str, Index), "All but the first characters.", lambda x, n: part_of(x, n, None, "string-tail")),
    ("string-null?", str, "Is this the empty string?", lambda text: not text),
    ("string-prefix?", (str, str), "Does the text start so?", lambda prefix, text: text.startswith(prefix)),
    ("string-suffix?", (str, str), "Does the text end so?", lambda suffix, text: text.endswith(suffix)),
    (
        "string-prefix-ci?",
        (str, str),
        "Does the second string begin with the first, in any case?",
        lambda a, text: text.casefold().startswith(a.casefold()),
    ),
    (
        "string-suffix-ci?",
        (str, str),
        "Does the second string end with the first, in any case?",
        lambda a, text: text.casefold().endswith(a.casefold()),
    ),
    ("string-lower-case?", str, "Are its letters in lower case?", lambda text: text.islower()),
    ("string-upper-case?", str, "Are its letters in upper case?", lambda text: text.isupper()),
    (
        "string-titlecase",
        str,
        "The string with words that begin in upper case, in lower case otherwise.",
        lambda x: re.sub(r"\w[\w']*", lambda m: m[0].capitalize(), x),
    ),
    (
        "string->nfc",
        str,
        "The string with composed characters, Unicode's form C.",
        lambda text: unicodedata.normalize("NFC", text),
    ),
    (
        "string->nfd",
        str,
        "The string with decomposed characters, Unicode's form D.",
        lambda text: unicodedata.normalize("NFD", text),
    ),
    ("substring?", (str, str), "Does the text contain this?", lambda pattern, text: pattern in text),
    ("string*", Items, "The displayed elements of a list in one string.", lambda parts: string(*parts)),
    ("string-reverse", str, "The characters in reverse.", lambda text: text[::-1]),
    ("string-trim", str, "Without white space at the ends.", lambda text: text.strip()),
    ("string-trim-left", str, "Without white space at the start.", lambda text: text.lstrip()),
    ("string-trim-right", str, "Without white space at the end.", lambda text: text.rstrip()),
    (
        "string-find-first-index",
        (Any, str),
        "As string-index.",
        lambda holds, text: PRIMITIVES["string-index"](text, holds),
    ),
    (
        "string-find-last-index",
        (Any, str),
        "As string-rindex.",
        lambda holds, text: PRIMITIVES["string-rindex"](text, holds),
    ),
)
primitives(
    "R7RS 6.7",
    ("list->string", Items, "The characters in a string.", lambda items: MutableString(_joined(items, "list->string"))),
    (
        "make-string",
        (Index, Char),
        "A string of equal characters.",
        lambda n, x=SPACE: MutableString(x.value * room_for(n, "a string")),
    ),
    ("string-length", str, "The number of characters.", lambda text: len(text)),
    ("string-upcase", str, "In upper case.", lambda text: text.upper()),
    ("string-downcase", str, "In lower case.", lambda text: text.lower()),
    ("string-foldcase", str, "In the case in which string-ci=? compares.", lambda text: text.casefold()),
    (
        "substring",
        (str, Index),
        "The characters from start up to end.",
        lambda x, a, end=None: part_of(x, a, end, "substring"),
    ),
)


@primitive("char-set", "char-set-adjoin", "char-set-predicate", source="MIT Characters")
def char_set(*elements: Any) -> Any:
    """The set of these characters, of those of strings and sets, of code points and of ranges (first . end)."""
    codes: set[int] = set()
    for place, element in enumerate(elements, 1):
        if isinstance(element, (Char, str, MutableString)):
            codes.update(map(ord, element.value if isinstance(element, Char) else str(element)))
        elif index(element):
            codes.add(element)
        elif isinstance(element, Pair) and index(element.car) and index(element.cdr):
            codes.update(_EVERY[element.car : element.cdr])
        elif callable(element):
            codes |= _codes(element)
        else:
            raise wrong_type(element, place, "char-set")
    return _set_of(codes)


_EVERY = range(0x110000)


def _set_of(codes: set[int]) -> Any:
    def is_in_set(character: Any) -> Any:
        return isinstance(character, Char) and ord(character.value) in codes

    is_in_set.__name__, is_in_set.codes = "char-set", codes  # type: ignore[attr-defined]
    return is_in_set


def _codes(characters: Any) -> set[int]:
    """Those of a set, of a predicate of characters, of a string."""
    if not callable(characters):
        characters = char_set(characters)
    known: set[int] | None = getattr(characters, "codes", None)
    return {code for code in _EVERY if characters(Char(chr(code))) is not False} if known is None else known


def _members(characters: Any) -> list[Char]:
    return [Char(chr(code)) for code in sorted(_codes(characters))]


primitives(
    "MIT Characters",
    ("char-set-union", (), "The characters that any set has.", lambda *sets: _set_of(set().union(*map(_codes, sets)))),
    (
        "char-set-intersection",
        (),
        "The characters that all sets have.",
        lambda *sets: _set_of(set(_EVERY).intersection(*map(_codes, sets))),
    ),
    (
        "char-set-difference",
        (),
        "The characters of the first set that no other has.",
        lambda x, *more: _set_of(_codes(x).difference(*map(_codes, more))),
    ),
    (
        "char-set-invert char-set-complement",
        (),
        "All characters that the set does not have.",
        lambda one: _set_of(set(_EVERY) - _codes(one)),
    ),
    (
        "char-set->list char-set-members",
        (),
        "The characters of the set, in the order of their codes.",
        lambda one: list_of(_members(one)),
    ),
    ("char->string", Char, "The string of one character.", lambda character: character.value),
    ("char-ascii?", Char, "Is this a character of ASCII?", lambda character: character.value.isascii()),
    ("char-in-set?", Char, "Is the character in this set?", lambda character, characters: characters(character)),
    ("char-set-contains?", (), "Has the set this character?", lambda characters, character: characters(character)),
    ("char-set-size", (), "The number of characters in the set.", lambda one: len(_codes(one))),
    (
        "char-set->string",
        (),
        "The string of the characters of the set.",
        lambda one: "".join(character.value for character in _members(one)),
    ),
    (
        "char-set=?",
        (),
        "Have the sets the same characters?",
        lambda one, *more: all(_codes(one) == _codes(other) for other in more),
    ),
)


_INDEX = ("string-index", "string-find-next-char", "string-find-next-char-in-set", "string-search-char")


@primitive(*_INDEX, source="MIT Strings")
def string_index(text: str, wanted: Any) -> Any:
    """The position of the first such character (or of the first in a set, or that satisfies a predicate), or #f."""
    holds = wanted if callable(wanted) else char_set(wanted)
    return next((place for place, character in enumerate(text) if holds(Char(character)) is not False), False)


@primitive("string-rindex", "string-find-previous-char", source="MIT Strings")
def string_rindex(text: str, wanted: Any) -> Any:
    """The position of the last such character (or of the last that satisfies a predicate), or #f."""
    found = string_index(text[::-1], wanted)
    return found if found is False else len(text) - 1 - found


@primitive("string-any")
def string_any(predicate: Any, text: str, *more: str) -> Any:
    """The first value of the predicate at characters that is not #f."""
    values = (predicate(*map(Char, characters)) for characters in zip(text, *more, strict=False))
    return next((value for value in values if value is not False), False)


@primitive("string-every")
def string_every(predicate: Any, text: str, *more: str) -> Any:
    """The last value of the predicate at characters if none is #f."""
    value: Any = True
    for characters in zip(text, *more, strict=False):
        if (value := predicate(*map(Char, characters))) is False:
            return False
    return value


@primitive("burst-string", source="MIT Strings")
def burst_string(text: str, delimiter: Char, allow_runs: Any = False) -> Any:
    """The list of the parts between delimiters; runs of them may count as one."""
    parts = text.split(delimiter.value)
    return list_of([part for part in parts if part or allow_runs is False])


@primitive("string-search-forward", source="MIT Strings")
def string_search_forward(pattern: str, text: str, start: Index = 0) -> Any:
    """The position of the first occurrence, or #f."""
    found = text.find(pattern, start)
    return found if found >= 0 else False


@primitive("string-search-backward", source="MIT Strings")
def string_search_backward(pattern: str, text: str, end: Index) -> Any:
    """The position after the last occurrence before end, or #f."""
    found = text.rfind(pattern, 0, end)
    return found + len(pattern) if found >= 0 else False


@primitive("string-search-all", source="MIT Strings")
def string_search_all(pattern: str, text: str) -> Any:
    """The positions of all occurrences."""
    return list_of([i for i in range(len(text) - len(pattern) + 1) if text.startswith(pattern, i)])


@primitive("string-pad-left", source="MIT Strings")
def string_pad_left(text: str, length: Index, fill: Char = SPACE) -> Any:
    """Of this length: padded, or cut, on the left."""
    return text[max(len(text) - length, 0) :].rjust(room_for(length, "a string"), fill.value)


@primitive("string-pad-right", source="MIT Strings")
def string_pad_right(text: str, length: Index, fill: Char = SPACE) -> Any:
    """Of this length: padded, or cut, on the right."""
    return text[:length].ljust(room_for(length, "a string"), fill.value)


@primitive("string-padder", source="MIT Strings")
def string_padder(*keywords: Any) -> Any:
    """A procedure of a string and a length; keywords: where (leading, trailing), fill-with (a space), clip? (#t)."""
    known = {"where": symbol("leading"), "fill-with": SPACE, "clip?": True}
    where, fill, clip = _keywords(keywords, known, "string-padder")
    if where not in _PADDED or not isinstance(fill, Char):
        wrong = where if where not in _PADDED else fill
        raise wrong_type(wrong, keywords.index(wrong) + 1, "string-padder")

    @named("string-padder")
    def pad(text: str, length: Index) -> Any:
        return _PADDED[where](text, max(length, len(text)) if clip is False else length, fill)

    return pad


_PADDED = {symbol("leading"): string_pad_left, symbol("trailing"): string_pad_right}


@primitive("string->list", source="R7RS 6.7")
def string_to_list(text: str, start: Any = None, end: Any = None) -> Any:
    """The list of the characters."""
    return list_of([Char(character) for character in part_of(text, start, end, "string->list")])


def _joined(characters: list[Any], name: str) -> str:
    for character in characters:
        if not isinstance(character, Char):
            raise wrong_type(character, 1, name)
    return "".join(character.value for character in characters)


@primitive("string->vector", source="R7RS 6.8")
def string_to_vector(text: str, start: Any = None, end: Any = None) -> Any:
    """The vector of the characters from start up to end."""
    return [Char(character) for character in part_of(text, start, end, "string->vector")]


@primitive("vector->string", source="R7RS 6.8")
def vector_to_string(characters: Vector, start: Any = None, end: Any = None) -> Any:
    """The string of the characters from start up to end."""
    return _joined(part_of(characters, start, end, "vector->string"), "vector->string")


@primitive("string-for-each", source="R7RS 6.10")
def string_for_each(procedure: Any, text: str, *more: str) -> Any:
    """Apply the procedure to each character."""
    for characters in zip(text, *more, strict=False):
        procedure(*map(Char, characters))
    return True


@primitive("string-map", source="R7RS 6.10")
def string_map(procedure: Any, text: str, *more: str) -> Any:
    """The string of the procedure's values."""
    return _joined([procedure(*map(Char, characters)) for characters in zip(text, *more, strict=False)], "string-map")


@primitive("string-count")
def string_count(text: str, wanted: Any) -> Any:
    """How many characters satisfy a predicate, or are this one."""
    matches = (lambda c: c == wanted) if isinstance(wanted, Char) else (lambda c: wanted(c) is not False)
    return sum(matches(Char(character)) for character in text)


primitives(
    "R7RS 6.5",
    ("symbol->string", Symbol, "The name of a symbol.", lambda name: name.name),
    ("string->symbol intern", str, "The symbol of this name.", lambda name: symbol(name)),
    ("string->uninterned-symbol", str, "A symbol of this name that is no other.", lambda name: uninterned(name)),
)


@primitive("symbol")
def symbol_of(*parts: Any) -> Any:
    """The symbol whose name is the texts of these values, as display writes them, one after the other."""
    return symbol("".join(write_text(part, display=True) for part in parts))


primitives(
    "MIT Miscellaneous Datatypes",
    ("symbol-append", Symbol, "The symbol of the names in one.", lambda *names: symbol("".join(x.name for x in names))),
    (
        "symbol<?",
        Symbol,
        "Are the names in increasing order?",
        lambda *given: all(a.name < b.name for a, b in itertools.pairwise(given)),
    ),
)


@primitive("string->number", source="R7RS 6.2")
def string_to_number(text: str, radix: Index = 10) -> Any:
    """The number that a string writes, or #f."""
    number = parse_number(text, radix)
    return False if number is None else number


_ORDERS: dict[str, Callable[[Any, Any], bool]] = {
    "=?": lambda a, b: a == b,
    "<?": lambda a, b: a < b,
    ">?": lambda a, b: a > b,
    "<=?": lambda a, b: a <= b,
    ">=?": lambda a, b: a >= b,
}


def _comparisons(suffix: str, order: Callable[[Any, Any], bool]) -> None:
    def strings(*texts: str) -> Any:
        return all(order(a, b) for a, b in itertools.pairwise(texts))

    def strings_folded(*texts: str) -> Any:
        return strings(*(text.casefold() for text in texts))

    def characters(*found: Char) -> Any:
        return strings(*(character.value for character in found))

    def characters_folded(*found: Char) -> Any:
        return strings(*(character.value.casefold() for character in found))

    for name, procedure, what, source in (
        ("string", strings, "strings", "R7RS 6.7"),
        ("string-ci", strings_folded, "strings, whatever their case,", "R7RS 6.7"),
        ("char", characters, "characters", "R7RS 6.6"),
        ("char-ci", characters_folded, "characters, whatever their case,", "R7RS 6.6"),
    ):
        doc = f"Are the {what} in the order {suffix[:-1]}, from each to the next?"
        primitive(name + suffix, doc=doc, source=source)(procedure)


for _suffix, _order in _ORDERS.items():
    _comparisons(_suffix, _order)


# --- characters ------------------------------------------------------------------------------------------------------


@primitive("integer->char", source="R7RS 6.6")
def integer_to_char(code: Index) -> Any:
    """The character of a code point."""
    if code > 0x10FFFF or 0xD800 <= code < 0xE000:
        raise bad_range(code, 1, "integer->char")
    return Char(chr(code))


def _alone(text: str, otherwise: Char) -> Char:
    return Char(text) if len(text) == 1 else otherwise


primitives(
    "R7RS 6.6",
    ("char->integer char-code", Char, "The code point.", lambda character: ord(character.value)),
    ("char-upcase", Char, "In upper case.", lambda char: _alone(char.value.upper(), char)),
    ("char-downcase", Char, "In lower case.", lambda char: _alone(char.value.lower(), char)),
    ("char-foldcase", Char, "In the case in which char-ci=? compares.", lambda c: _alone(c.value.casefold(), c)),
    ("digit-value", Char, "The value of a decimal digit, or #f.", lambda c: unicodedata.decimal(c.value, False)),
    ("char-alphabetic?", Char, "Is this a character that is alphabetic?", lambda char: char.value.isalpha()),
    ("char-numeric?", Char, "Is this a character that is numeric?", lambda char: char.value.isdecimal()),
    ("char-whitespace?", Char, "Is this a character that is whitespace?", lambda char: char.value.isspace()),
    ("char-upper-case?", Char, "Is this a character that is upper-case?", lambda char: char.value.isupper()),
    ("char-lower-case?", Char, "Is this a character that is lower-case?", lambda char: char.value.islower()),
    ("char-alphanumeric?", Char, "Is this a character that is alphanumeric?", lambda char: char.value.isalnum()),
)
for _name in "alphabetic numeric whitespace upper-case lower-case alphanumeric".split():
    PRIMITIVES[f"char-set:{_name}"] = PRIMITIVES[f"char-{_name}?"]


@primitive("char->digit", source="MIT Characters")
def char_to_digit(character: Char, radix: Index = 10) -> Any:
    """The value of a digit, or #f."""
    value = "0123456789abcdefghijklmnopqrstuvwxyz".find(character.value.lower())
    return value if 0 <= value < radix else False


@primitive("digit->char", source="MIT Characters")
def digit_to_char(value: Integer, radix: Index = 10) -> Any:
    """The digit of a value, or #f."""
    return Char("0123456789abcdefghijklmnopqrstuvwxyz"[value]) if 0 <= value < min(radix, 36) else False
