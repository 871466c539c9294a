"""ref and component of the containers of Scheme: lists, streams and strings."""

from typing import Any

from scmpy.errors import BadIndexError
from scmpy.scheme.data import EmptyList, MutableString, Pair, list_of
from scmpy.scheme.primitives.lists import items_of
from scmpy.scheme.primitives.streams import is_stream_pair, stream_head, stream_tail
from scmpy.scheme.primitives.strings import string_ref
from scmpy.structure.selection import Selectors, place, taken


@taken.register(EmptyList)
@taken.register(Pair)
def _of_list(value: Any, selectors: Selectors) -> tuple[Any, Selectors]:
    """The element of a list or a stream at an index, the list of those in a range."""
    if is_stream_pair(value):
        index = place(selectors[0], None, value)
        if isinstance(index, slice):
            return stream_head(stream_tail(value, index.start), index.stop - index.start), selectors[1:]
        return stream_tail(value, index).car, selectors[1:]
    elements = items_of(value, 1, "ref")
    index = place(selectors[0], len(elements), value)
    part = elements[index]
    return list_of(part) if isinstance(index, slice) else part, selectors[1:]


@taken.register(MutableString)
@taken.register(str)
def _of_string(value: Any, selectors: Selectors) -> tuple[Any, Selectors]:
    """The character at an index, the string of those in a range."""
    if len(selectors) > 1:
        raise BadIndexError("Bad index -- REF: a string has characters, which have no parts")
    text = str(value)
    index = place(selectors[0], len(text), value)
    return text[index] if isinstance(index, slice) else string_ref(text, index), ()
