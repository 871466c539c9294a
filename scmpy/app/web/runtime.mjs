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

const packages = "/lib/python3.14/site-packages";

// Puts a runtime's archives, got by `read`, where Python finds them. SymPy stays packed: few programs ask for it.
export async function install(python, read) {
  const [flint, scmpy, sympy] = ["flint.zip", "packages.zip", "sympy.zip"].map(read);
  python.unpackArchive(await flint, "zip", { extractDir: packages });
  const linked = linkFlint(python._module);
  python.unpackArchive(await scmpy, "zip", { extractDir: packages });
  python.FS.writeFile("/lib/sympy.zip", new Uint8Array(await sympy));
  python.runPython(`import sys; sys.path.append("/lib/sympy.zip"); import scmpy.scheme`);
  await linked;
}

// When Python imports python-flint, the linker copies the thousands of names of the common libraries for each of forty
// modules, and looks through all names after each. Linked here, with those names as everybody's, it takes a quarter of the time.
async function linkFlint({ FS, LDSO, loadDynamicLibrary, reportUndefinedSymbols }) {
  const link = (path, global) =>
    loadDynamicLibrary(path, { loadAsync: true, nodelete: true, allowUndefined: true, global }, {});
  for (const name of ["libgmp.so", "libmpfr.so", "libflint.so"]) {
    const path = `${packages}/python_flint.libs/${name}`;
    await link(path, true);
    const library = LDSO.loadedLibsByName[path];
    library.exports = {};
    LDSO.loadedLibsByName[name] = library;
  }
  const parts = (folder) =>
    FS.readdir(folder).flatMap((name) => (name.endsWith(".so") ? [`${folder}/${name}`] : name.includes(".") ? [] : parts(`${folder}/${name}`)));
  await Promise.all(parts(`${packages}/flint`).map((path) => link(path, false)));
  reportUndefinedSymbols();
}
