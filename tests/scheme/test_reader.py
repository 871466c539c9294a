"""The reader, the numbers, the printer; printed answers."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scmpy.errors import ScmpyError
from scmpy.scheme import Session, parse_printed
from scmpy.scheme.data import Char, equal, list_of
from scmpy.scheme.printer import write_text
from scmpy.scheme.reader import Source, read_forms
from scmpy.symbolic.expression import symbol

numbers = st.integers() | st.fractions().filter(lambda x: x.denominator > 1) | st.floats(allow_nan=False)
atoms = (
    numbers
    | st.text()
    | st.booleans()
    | st.characters(exclude_categories=["Cs"]).map(Char)
    | st.text(min_size=1).map(symbol)
)
data = st.recursive(atoms, lambda inner: st.lists(inner).map(list_of) | st.lists(inner), max_leaves=10)


def read(text: str) -> object:
    (form,) = read_forms(Source(text, "f"))
    return form.datum


@pytest.mark.slow
@given(data)
def test_what_is_written_is_read_back(datum: object) -> None:
    assert equal(read(write_text(datum)), datum)


@pytest.mark.slow
@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        list(read_forms(Source(text, "f")))
    except ScmpyError as error:
        assert error.location is not None


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("#t #true #f #false", "#t #t #f #f"),
        ("1 -2 +3 1/2 -4/6 .5 -.25 1e3 1e-7 100.", "1 -2 3 1/2 -2/3 .5 -.25 1000. .0000001 100."),
        ("+i 1.5-.5i 1/2+3i +inf.0 -inf.0", "+i 1.5-.5i 1/2+3i +inf.0 -inf.0"),
        ("#xff #b101 #o17 #e1.5 #i1/4", "255 5 15 3/2 .25"),
        ("- + ... 1+ -1+ ->x a.b d/dx", "- + ... 1+ -1+ ->x a.b d/dx"),
        ("|two words| abc|DEF|g || |12| |´| |a]| x[0]", "|two words| abcDEFg || |12| |´| |a]| x[0]"),
        ("'a `(b ,c ,@d)", "(quote a) (quasiquote (b (unquote c) (unquote-splicing d)))"),
        ("#(1 #(2)) (1 . 2) (1 . (2 3))", "#(1 #(2)) (1 . 2) (1 2 3)"),
        ('"a\\nb\\t\\"\\\\" "\\x41;"', '"a\\nb\\t\\"\\\\" "A"'),
        ('"a\r\nb" "a\\\r\n b" "\\r\r\n"', '"a\\nb" "ab" "\\r\\n"'),
        ("#\\a #\\space #\\x41 #\\( #\\x", "#\\a #\\space #\\A #\\( #\\x"),
        ("1 #;2 3 #| 4 #| 5 |# 6 |# 7 ; 8", "1 3 7"),
        ("(1 #;(2 3)) #;#;a b c", "(1) c"),
        ("#!default #!eof", "#!default #!eof"),
    ],
)
def test_read(text: str, written: str) -> None:
    assert " ".join(write_text(form.datum) for form in read_forms(Source(text, "f"))) == written


@pytest.mark.parametrize(
    ("answer", "source"),
    [
        (
            "(+ (* k (x t)) (* m (((expt D 2) x) t)))",
            "(let ((x (literal-function 'x))) (+ (* 'k (x 't)) (* 'm (((expt D 2) x) 't))))",
        ),
        ("(up a (down 1 2))", "(up 'a (down 1 2))"),
        ("#(1/2 (*down* #(x y)))", "(up 1/2 (down 'x 'y))"),
        ("(((partial 1) f) x y)", "(((partial 1) (literal-function 'f (-> (X Real Real) Real))) 'x 'y)"),
    ],
)
def test_parse_printed(session: Session, answer: str, source: str) -> None:
    assert parse_printed(answer) == session.run(source)


def test_parse_printed_evaluates_nothing() -> None:
    assert write_text(parse_printed("(f (error x) (define y 1))")) == "(f (error x) (define y 1))"
    assert list(parse_printed("(1 (g x) 2.5)"))[::2] == [1, 2.5]
    assert list(parse_printed("((f x) (g y))")) == [parse_printed("(f x)"), parse_printed("(g y)")]


@pytest.mark.parametrize("answer", ["", "1 2", "(1", "#[compound-procedure 12 f]", ")"])
def test_unreadable_answers(answer: str) -> None:
    with pytest.raises(ScmpyError):
        parse_printed(answer)


DEEP = 100_000


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("(" * DEEP + ")" * DEEP, 1),
        ("'" * DEEP + "x", 1),
        ("#(" * DEEP + ")" * DEEP, 1),
        ("#|" * DEEP + "|#" * DEEP, 0),
        ("#;" * DEEP + "x " * DEEP, 0),
        ("\ufeff(a)\r\n(b) ; c\r\n", 2),
        ('"' + "a\\n" * 1_000_000 + '"', 1),
        ("|" + "a b" * 1_000_000 + "|", 1),
        ("\x00 \u0301 \U0001f600", 3),
    ],
)
@pytest.mark.slow
def test_depth_length_and_strange_characters(text: str, count: int) -> None:
    assert len(list(read_forms(Source(text, "f")))) == count


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a \ud800", "U+D800 is half of a character"),
        ("(" * DEEP, f"the ( opened at 1:{DEEP} is never closed"),
        ('"' + "a" * 1_000_000, "the string that starts here is not closed"),
        ("|" + "a" * 1_000_000, "the symbol that starts here is not closed"),
        ("(" + "1 " * 2_000_001 + ")", "a form of more than 2000000 data;"),
        (" " * 200_000_001, "a text: more than 200000000 characters;"),
    ],
    ids=["surrogate", "deep", "string", "symbol", "data", "text"],
)
def test_unreadable(text: str, message: str) -> None:
    with pytest.raises(ScmpyError) as caught:
        list(read_forms(Source(text, "f")))
    assert caught.value.message.startswith(message)


@pytest.mark.parametrize("radix", [2, 3, 7, 16, 36])
@pytest.mark.parametrize("number", [0.1, 1 / 3, 5e-324, 2.0**-30, 0.999999999999, 1e22, 123456.789, 255.0])
def test_floats_in_other_radices_are_read_back_as_the_same(number: float, radix: int) -> None:
    whole, _, rest = Session().run(f"(number->string {number!r} {radix})").partition(".")
    assert float(Fraction(int("0" + whole + rest, radix), radix ** len(rest))) == number
