// node pack.mjs PYODIDE WHEELS OUT: the runtime of a site. Wheels become archives of bytecode, as this Python compiles it,
// and the memory of a Python that has imported scmpy is kept. Of names that end in .gz some servers unpack the files.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [pyodide, wheels, out] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide();
mkdirSync(out, { recursive: true });
for (const name of ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"])
  copyFileSync(join(pyodide, name), join(out, name));

const archives = { sympy: /^(sympy|mpmath)-/, flint: /^python_flint-/, packages: /./ };
const names = readdirSync(wheels);
for (const [archive, which] of Object.entries(archives)) {
  for (const name of names.filter((name) => which.test(name)))
    python.unpackArchive(Uint8Array.from(readFileSync(join(wheels, names.splice(names.indexOf(name), 1)[0]))).buffer, "zip", {
      extractDir: `/${archive}`,
    });
  python.runPython(`
import compileall, json, shutil, zipfile
from pathlib import Path

root = Path("/${archive}")
for tests in [*root.rglob("tests"), *root.glob("flint/test")]:
    shutil.rmtree(tests)
compileall.compile_dir(root, quiet=2, legacy=True, stripdir=str(root), prependdir="/lib/python3.14/site-packages")
files = [path for path in sorted(root.rglob("*")) if path.is_file() and path.suffix not in (".py", ".pyi", ".pxd", ".pyx")]
with zipfile.ZipFile("/made.zip", "w", zipfile.ZIP_DEFLATED) as archive:
    for path in files:
        archive.write(path, path.relative_to(root))
with open("/made", "wb") as made:
    made.write(json.dumps([[str(path.relative_to(root)), path.stat().st_size] for path in files]).encode() + b"\\n")
    for path in files:
        made.write(path.read_bytes())
`);
  if (archive === "flint") writeFileSync(join(out, "flint.bin"), gzipSync(python.FS.readFile("/made")));
  else writeFileSync(join(out, `${archive}.zip`), python.FS.readFile("/made.zip"));
}

const kept = await loadPyodide({ _makeSnapshot: true });
kept.FS.writeFile("/lib/packages.zip", python.FS.readFile("/made.zip"));
kept.runPython(`
import sys
sys.path.append("/lib/packages.zip")
import gc, scmpy.app.programs
gc.collect()
gc.freeze()
`);
writeFileSync(join(out, "memory.bin"), gzipSync(kept.makeMemorySnapshot()));
