"""Styles: the keywords that go to matplotlib, and what is said where it does not take one of them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import TracebackType
from typing import Any

from scmpy.errors import CALLED, ScmpyError, WrongTypeError, nearest_names

#: What matplotlib says of a keyword that it does not know, of a function or of the properties of an artist.
_UNKNOWN = re.compile(r"(\w+)\.(\w+)\(\) got an unexpected keyword argument '(\w+)'")


@contextmanager
def styles(style: Mapping[str, Any], draw: Callable[..., Any] | None = None) -> Iterator[None]:
    """Let what matplotlib raises of a style be an error that names the keyword, and the nearest that there are.

    These are matplotlib's, and those of the function that draws.

    >>> from scmpy import frame, plot_line
    >>> plot_line(frame(), 0, 0, 1, 1, colour="red")
    Traceback (most recent call last):
        ...
    scmpy.errors.WrongTypeError: plot-line gives matplotlib a style "colour", which it does not know; there is "color"
    """
    try:
        yield
    except (AttributeError, TypeError, ValueError) as error:
        if isinstance(error, ScmpyError) or not style or not _is_of_matplotlib(error.__traceback__):
            raise
        raise _refused(error, style, draw) from None


def _is_of_matplotlib(traceback: TracebackType | None) -> bool:
    """Was this raised in matplotlib, at the end?"""
    module = ""
    while traceback is not None:
        module = str(traceback.tb_frame.f_globals.get("__name__", ""))
        traceback = traceback.tb_next
    return module.partition(".")[0] in ("matplotlib", "mpl_toolkits")


def _refused(error: Exception, style: Mapping[str, Any], draw: Callable[..., Any] | None) -> ScmpyError:
    if unknown := _UNKNOWN.search(str(error)):
        owner, method, keyword = unknown.groups()
        near = nearest_names(keyword, {*_options(draw), *_known(owner, method)})
        text = f'a style "{keyword}", which it does not know' + (f"; there is {near}" if near else "")
    else:
        given = ", ".join(f"{name}={value!r:.40}" for name, value in style.items())
        text = f"styles that it does not take, {given}: {error}"
    return WrongTypeError(f"{CALLED} gives matplotlib {text}")


def _options(draw: Callable[..., Any] | None) -> Iterable[str]:
    """The names of the keywords of a function."""
    if draw is None:
        return ()
    kinds = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return (name for name, one in inspect.signature(draw).parameters.items() if one.kind in kinds)


def _known(owner: str, method: str) -> Iterable[str]:
    """The names of the properties of a kind of artists, or of the keywords of a method, of matplotlib's."""
    from matplotlib.artist import Artist, ArtistInspector
    from matplotlib.axes import Axes

    if method != "set":
        kind = next((one for one in (Axes, *_kinds(Artist)) if one.__name__ == owner), None)
        return _options(getattr(kind, method, None))
    found = next((one for one in _kinds(Artist) if one.__name__ == owner), Artist)
    inspector: Any = ArtistInspector(found)
    return [*inspector.get_setters(), *(alias for all_ in inspector.aliasd.values() for alias in all_)]


def _kinds(kind: Any) -> Iterator[Any]:
    """A class and those derived from it."""
    yield kind
    for derived in kind.__subclasses__():
        yield from _kinds(derived)
