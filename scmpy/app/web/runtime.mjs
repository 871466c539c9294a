// What a page's worker and Node share.

// Python guards the stack of the WebAssembly machine's memory, but not JavaScript's own, of so many kilobytes, which
// calls use up ten times as fast: Python is told of a stack so small that the other one holds.
export function guardStack(python, kilobytes) {
  python.runPython(`
import ctypes

def guard(size, api=ctypes.pythonapi):
    api.emscripten_stack_get_base.restype = ctypes.c_uint32
    api.PyThreadState_Get.restype = ctypes.c_void_p
    base = api.emscripten_stack_get_base()
    api.PyUnstable_ThreadState_SetStackProtection(
        ctypes.c_void_p(api.PyThreadState_Get()), ctypes.c_void_p(base - size), ctypes.c_size_t(size)
    )

guard(${100 * kilobytes})
del guard
`);
}
