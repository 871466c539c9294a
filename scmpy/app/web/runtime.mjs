// Python with scmpy, of the files that pack.mjs makes: for a page's worker, and for Node.

const packages = "/lib/python3.14/site-packages";
const unpacked = (bytes) => new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();

// The interpreter of a folder, which has imported scmpy; its stack may have so many kilobytes. Files of the folder are
// given by `read`, which promises them, and `readNow`. What takes long is begun at once: the memory that the machine
// takes over is unpacked while the machine itself is made.
export async function load(folder, kilobytes, read, readNow) {
  const packed = read("memory.bin");
  const [flint, archive] = [read("flint.bin").then(unpacked), read("packages.zip")];
  const [{ loadPyodide }, { default: create }] = await Promise.all([import(`${folder}pyodide.mjs`), import(`${folder}pyodide.asm.mjs`)]);
  const bytes = await packed;
  const whole = unpacked(bytes);
  const memory = new Uint8Array(new DataView(bytes).getUint32(bytes.byteLength - 4, true)); // gzip ends in the length
  async function createPyodideModule(settings) {
    const module = await create(settings);
    module._malloc(memory.length); // the machine's memory grows to what it becomes
    memory.set(new Uint8Array(await whole));
    return module;
  }
  const python = await loadPyodide({ indexURL: folder, _loadSnapshot: memory, createPyodideModule });
  guardStack(python._module, kilobytes);
  python.FS.writeFile("/lib/packages.zip", new Uint8Array(await archive));
  await linkFlint(python, await flint);
  python.runPython(`
import random, sys
from importlib.machinery import PathFinder

class Later:
    """Finds SymPy, whose archive is got when a program asks for it: few do."""
    def __init__(self, get):
        self.get = get
    def find_spec(self, name, path=None, target=None):
        if name in ("sympy", "mpmath"):
            sys.meta_path.remove(self)
            self.get()
            sys.path.append("/lib/sympy.zip")
            return PathFinder.find_spec(name)

random.seed()
lambda get: sys.meta_path.append(Later(get))`)(() => python.FS.writeFile("/lib/sympy.zip", new Uint8Array(readNow("sympy.zip"))));
  return python;
}

// Python guards the stack of the WebAssembly machine's memory, but not JavaScript's own, of so many kilobytes, which
// calls use up ten times as fast: Python is told of a stack so small that the other one holds.
function guardStack(machine, kilobytes) {
  const base = machine._emscripten_stack_get_base();
  const size = 100 * kilobytes;
  machine._PyUnstable_ThreadState_SetStackProtection(machine._PyThreadState_Get(), base - size, size);
}

// When Python imports python-flint, the linker copies the thousands of names of the common libraries for each of forty
// modules, and looks through all names after each. Linked here, with those names as everybody's, it takes a quarter of
// the time. The files: a line with their names and lengths, then one after the other.
async function linkFlint({ FS, _module: { LDSO, loadDynamicLibrary, reportUndefinedSymbols } }, files) {
  const start = new Uint8Array(files).indexOf(10);
  let at = start + 1;
  const modules = [];
  for (const [name, length] of JSON.parse(new TextDecoder().decode(files.slice(0, start)))) {
    const path = `${packages}/${name}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, new Uint8Array(files, at, length), { canOwn: true });
    at += length;
    if (/^flint.*\.so$/.test(name)) modules.push(path);
  }
  const link = (path, global) =>
    loadDynamicLibrary(path, { loadAsync: true, nodelete: true, allowUndefined: true, global }, {});
  for (const name of ["libgmp.so", "libmpfr.so", "libflint.so"]) {
    const path = `${packages}/python_flint.libs/${name}`;
    await link(path, true);
    const library = LDSO.loadedLibsByName[path];
    library.exports = {};
    LDSO.loadedLibsByName[name] = library;
  }
  await Promise.all(modules.map((path) => link(path, false)));
  reportUndefinedSymbols();
}
