"""The line editor of the REPL, on prompt_toolkit, an extra: several lines, colours, brackets, completion, history."""

from __future__ import annotations

import pathlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from prompt_toolkit import PromptSession
from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import is_searching
from prompt_toolkit.formatted_text import StyleAndTextTuples, split_lines
from prompt_toolkit.history import FileHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout.processors import HighlightMatchingBracketProcessor
from prompt_toolkit.lexers import Lexer
from prompt_toolkit.search import accept_search
from prompt_toolkit.styles import Style

from scmpy.scheme import Session
from scmpy.scheme.documentation import completions, is_complete, summary
from scmpy.scheme.reader import indentation, parse_number, tokens

STYLE = Style.from_dict(
    {
        "prompt": "ansigreen bold",
        "keyword": "ansimagenta bold",
        "known": "ansiblue",
        "number": "ansicyan",
        "string": "ansiyellow",
        "character": "ansiyellow",
        "comment": "ansibrightblack italic",
        "block": "ansibrightblack italic",
        "matching-bracket.cursor": "bold underline",
        "matching-bracket.other": "bold underline",
    }
)


def editor(session: Session, history: pathlib.Path | None, continuation: str, **options: Any) -> PromptSession[str]:
    """A prompt for one input at a time, which may be of several lines; ``options`` are PromptSession's."""
    return PromptSession(
        multiline=True,
        prompt_continuation=[("class:prompt", continuation)],
        key_bindings=_key_bindings(),
        lexer=SchemeLexer(session),
        style=STYLE,
        completer=SchemeCompleter(session),
        complete_while_typing=False,
        auto_suggest=AutoSuggestFromHistory(),
        history=History(history) if history is not None else None,
        input_processors=[HighlightMatchingBracketProcessor(chars="()")],
        **options,
    )


class History(FileHistory):
    """Inputs of earlier runs. Where the file cannot be written, they last as long as the process."""

    def __init__(self, path: pathlib.Path) -> None:
        with suppress(OSError):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        super().__init__(str(path))

    def load_history_strings(self) -> Iterable[str]:
        with suppress(OSError):
            yield from super().load_history_strings()

    def store_string(self, string: str) -> None:
        with suppress(OSError):
            super().store_string(string)


def _key_bindings() -> KeyBindings:
    bindings = KeyBindings()

    @bindings.add("enter")
    def submit(event: KeyPressEvent) -> None:
        """Hand in what is complete, typed or found by a search; go to the next line of what is not."""
        if is_searching():
            accept_search()
        buffer = event.current_buffer
        if is_complete(buffer.text):
            buffer.validate_and_handle()
        else:
            new_line(event)

    @bindings.add("escape", "enter")
    def new_line(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        buffer.insert_text("\n" + " " * indentation(buffer.document.text_before_cursor))

    @bindings.add("tab")
    def complete_or_indent(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        before = buffer.document.current_line_before_cursor
        if before.strip():
            buffer.complete_next() if buffer.complete_state else buffer.start_completion(insert_common_part=True)
            return
        buffer.delete_before_cursor(len(before))
        buffer.insert_text(" " * indentation(buffer.document.text_before_cursor[:-1]))

    return bindings


class SchemeCompleter(Completer):
    def __init__(self, session: Session) -> None:
        self.session = session

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        word, names = completions(self.session, document.text_before_cursor)
        for name in names:
            yield Completion(name, -len(word), display_meta=summary(name, self.session))


class SchemeLexer(Lexer):
    """Colours by kind of token, and the names that the session knows."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def lex_document(self, document: Document) -> Callable[[int], StyleAndTextTuples]:
        text = document.text
        fragments = [(self._style(kind, text[start:end]), text[start:end]) for kind, start, end in tokens(text)]
        lines = list(split_lines(fragments))
        return lambda number: lines[number] if number < len(lines) else []

    def _style(self, kind: str, word: str) -> str:
        if kind != "atom":
            return f"class:{kind}"
        if word in self.session.scope.keywords:
            return "class:keyword"
        if self.session.has(word):
            return "class:known"
        return "class:number" if word[0] in "+-.#0123456789" and parse_number(word) is not None else ""
