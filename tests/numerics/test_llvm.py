"""Machine code by LLVM does what Python's code does: the same bits, and where Python raises it gives nothing."""

import ctypes
import gc
import math
import random
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import scmpy as s
from scmpy.errors import ScmpyError, WrongTypeError
from scmpy.generic.elementary import RECORDS
from scmpy.numerics.compile import llvm as machine
from scmpy.numerics.compile.codegen import python_function
from scmpy.numerics.compile.compiled_function import CompiledFunction
from scmpy.numerics.compile.ir import Operation, StraightLineProgram, VirtualRegister
from scmpy.scheme.data import memory_in_use

pytest.importorskip("llvmlite")

from scmpy.numerics.compile.codegen import llvm_array_function, llvm_function
from scmpy.numerics.compile.llvm import DOUBLE, WHOLE, Writer, module, number

from .systems import double_pendulum

FUNCTIONS = {name for name, record in RECORDS.items() if record.code.llvm and record.arity == 1}
POINTS = (-2.5, -1.0, -0.3, -0.0, 0.0, 0.3, 0.75, 1.0, 1.5, 40.0, 800.0, math.inf, math.nan)


def outcome(code, values):
    """What code gives, None where it raises; a result that is not finite is none either."""
    try:
        found = code(values)
    except (ValueError, ArithmeticError):
        return None
    return found if all(map(math.isfinite, found)) else None


def close(x, y):
    if x is None or y is None:
        return x is y
    return all(a == b or abs(a - b) <= 1e-15 * abs(b) for a, b in zip(x, y, strict=True))


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_functions(name):
    graph = StraightLineProgram(1, [Operation(name, (VirtualRegister(0),))], [VirtualRegister(1)])
    ours, theirs = llvm_function(graph), python_function(graph)
    for x in POINTS:
        assert close(outcome(ours, [x]), outcome(theirs, [x])), x


@pytest.mark.parametrize("name", ["+", "-", "*", "/", "atan2", "power"])
def test_operations(name):
    graph = StraightLineProgram(2, [Operation(name, (VirtualRegister(0), VirtualRegister(1)))], [VirtualRegister(2)])
    ours, theirs = llvm_function(graph), python_function(graph)
    for x in POINTS:
        for y in POINTS:
            assert close(outcome(ours, [x, y]), outcome(theirs, [x, y])), (x, y)


def drawn(seed, inputs=3, length=25):
    """A schedule at random: of all operations, of inputs, earlier results and floats."""
    draw = random.Random(seed)
    operations = []
    for i in range(length):
        often = "+ - * / negate atan2 sin cos atan tanh abs".split()
        name = draw.choice([*sorted(FUNCTIONS), "power"] if draw.random() < 0.1 else often)
        count = 1 if name in FUNCTIONS or name == "negate" else 2
        slots = [VirtualRegister(draw.randrange(inputs + i)) for _ in range(count)]
        operands = tuple(draw.uniform(-2, 2) if draw.random() < 0.2 else x for x in slots)
        operations.append(Operation(name, operands))
    return StraightLineProgram(inputs, operations, [VirtualRegister(inputs + length - 1 - i) for i in range(5)] + [1.5])


@pytest.mark.parametrize("seed", range(12))
def test_schedules_at_random(seed):
    """The same bits, and nothing where Python's code raises: also where what is infinite would vanish later."""
    graph = drawn(seed)
    ours, theirs = llvm_function(graph), python_function(graph)
    draw = random.Random(seed)
    for _ in range(50):
        values = [draw.uniform(-1.5, 1.5) for _ in range(3)]
        expected, found = outcome(theirs, values), outcome(ours, values)
        if expected is None:
            assert found is None
        elif found is not None:  # what nothing uses is not in the code of Python's, and may be infinite
            assert close(found, expected)


def test_what_is_infinite_does_not_vanish():
    f = s.compile_function(lambda x: s.atan(1 / x), 0.5, target="llvm")
    assert f(0.5) == math.atan(2)
    with pytest.raises(ZeroDivisionError):
        f(0.0)
    assert s.compile_function(lambda x: s.sqrt(x) ** 2, 2.0, target="llvm")(-9.0) == -9, "the procedure is asked"


_STEPS = [("+", 0, 1), ("sin", 3), ("/", 4, 2), ("exp", 5), ("atan2", 1, 6), ("*", 7, 7)]
TAME = StraightLineProgram(
    3,
    [Operation(name, tuple(map(VirtualRegister, slots))) for name, *slots in _STEPS],
    [VirtualRegister(8), VirtualRegister(4), VirtualRegister(2), 1.5],
)


def test_arrays():
    one, many = python_function(TAME), llvm_array_function(TAME)
    x, y = np.linspace(0.2, 0.9, 7), np.linspace(-0.5, 0.5, 4)[:, None]
    found = many([x, y, 0.25])
    assert all(a.shape == (4, 7) for a in found)
    for i in range(4):
        for j in range(7):
            assert [a[i, j] for a in found] == pytest.approx(one([x[j], y[i, 0], 0.25]), rel=1e-15)


def test_arrays_of_other_layouts():
    f = s.compile_function(lambda x, y: s.up(x * y, x - y), 1.0, 2.0, target="llvm")
    x = np.arange(24.0).reshape(4, 6)
    for view in (x[::2, ::3], x.T[1:3, :2], x[:2, :2].astype(np.float32), x[:2, :2].astype(int)):
        assert np.array_equal(f(view, 3)[0], view * 3.0)
        assert np.array_equal(f(view, view)[1], np.zeros((2, 2)))
    assert f(np.zeros((0, 3)), 1.0)[0].shape == (0, 3)
    assert f(np.array(2.0), 3.0)[0] == 6
    big = np.linspace(0, 1, 200_001)
    assert np.array_equal(f(big, 2.0)[0], 2 * big)


def test_arrays_with_one_bad_element():
    """The procedure is asked, whose answer or error it is."""
    f = s.compile_function(lambda x: s.sqrt(x), 1.0, target="llvm")
    found = f(np.array([4.0, -4.0]))
    assert np.array_equal(found, s.sqrt(np.array([4.0, -4.0])))


@pytest.mark.slow
def test_targets_agree_on_a_state_derivative():
    derivative = s.Lagrangian_to_state_derivative(double_pendulum)
    place = s.up(0.0, s.up(0.5, -0.3), s.up(0.1, 0.2))
    fast = s.compile_function(derivative, place, target="llvm")
    assert isinstance(fast, CompiledFunction)
    plain = s.compile_function(derivative, place, target="python")
    assert str(fast(place)) == str(plain(place))
    assert str(fast.jacobian(place)) == str(plain.jacobian(place))
    batch = s.up(0.0, s.up(np.linspace(0, 1, 5), -0.3), s.up(0.1, 0.2))
    for x, y in zip(fast(batch)[2], plain(batch)[2], strict=True):
        assert np.allclose(x, y, rtol=1e-14, atol=0)


def test_functions_that_llvm_does_not_have():
    other = next(name for name, record in RECORDS.items() if not record.code.llvm)
    with pytest.raises(WrongTypeError, match=f"has {other}, which LLVM"):
        llvm_function(StraightLineProgram(1, [Operation(other, (VirtualRegister(0),))], [VirtualRegister(1)]))


def test_unknown_targets(monkeypatch):
    with pytest.raises(WrongTypeError, match="python or llvm"):
        s.compile_function(s.sin, 1.0, target="fortran")
    monkeypatch.setattr(machine, "is_available", lambda: False)
    with pytest.raises(ScmpyError, match="fast"):
        s.compile_function(s.sin, 1.0, target="llvm")
    assert s.compile_function(s.sin, 1.0)(np.array([1.0]))[0] == math.sin(1)


def test_threads():
    code, values = llvm_function(TAME), [0.3, 0.4, 0.5]
    expected, found = code(values), []
    threads = [threading.Thread(target=lambda: found.extend(code(values) for _ in range(500))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(x == expected for x in found) and len(found) == 2000


def test_values_are_not_decided_by_when_code_is_written():
    writer = Writer("f", ["x"])
    x = writer.arguments[0][0]
    with pytest.raises(TypeError, match=r"Writer\.when"):
        max(x, 1.0)


def test_control():
    """Loops, conditions, variables: the sum of the odd numbers below n that are no multiples of 5."""
    import ctypes

    writer = Writer("total", [(WHOLE, "n"), (DOUBLE, "five")], DOUBLE)
    n, five = writer.arguments
    total = writer.variable(0.0)
    with writer.each(n) as i:
        x = writer.real(i)
        half = writer.call("llvm.floor", x / 2) * 2
        rest = x - writer.call("llvm.floor", x / five) * five
        with writer.when(~half.equals(x) & (rest > 0.0)):
            total.set(total() + x)
    text = module((writer, writer.finished(total())))
    prototype = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_int64, ctypes.c_double)
    code = machine.loaded(("test", text), "total", prototype, lambda: text)
    assert code.call(100, 5.0) == sum(i for i in range(1, 100, 2) if i % 5)


@pytest.mark.parametrize("x", [0.0, -0.0, 1 / 3, -1e-310, math.inf, math.nan, 1.7976931348623157e308])
def test_numbers_are_written_with_all_bits(x):
    graph = StraightLineProgram(0, [], [x])
    assert outcome(llvm_function(graph), []) == (
        pytest.approx([x], abs=0) if math.isfinite(x) else None
    ) or not math.isfinite(x)
    assert number(1.0) == "0x3FF0000000000000"


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is told elsewhere by other means")
def test_code_that_nobody_has_is_freed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kilobytes that stay for each code: made (57 where passes or constants stay), and loaded (8 where linkers do)."""
    monkeypatch.setenv("SCMPY_CACHE", "off")

    def grown(use: Callable[[int], Any], count: int) -> float:
        def uses(numbers: range) -> int:
            for i in numbers:
                use(i)
            gc.collect()
            return memory_in_use()

        before = uses(range(count))
        return (uses(range(count, 2 * count)) - before) / count / 1e3

    def text(i: int) -> str:
        return f"define double @f(double %x) {{ %y = fmul double %x, {i}.0 ret double %y }}"

    prototype, code = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double), machine.machine().object_code(text(3))
    assert grown(lambda i: machine.machine().object_code(text(i)), 200) < 20
    assert grown(lambda i: machine.Loaded(code, "f", prototype).call(2.0), 1024) < 4
