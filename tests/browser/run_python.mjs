// Runs a Python program under Pyodide with the wheels of a folder: node run_python.mjs WHEELS PROGRAM FILE ...
// The files are put into the folder where the program runs; what it prints is printed.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { loadPyodide } from "pyodide";
import { guardStack } from "../../scmpy/app/web/runtime.mjs";

const [wheels, program, ...files] = process.argv.slice(2);
const bytes = (path) => Uint8Array.from(readFileSync(path));
const python = await loadPyodide();
guardStack(python, 984);
for (const name of readdirSync(wheels)) python.unpackArchive(bytes(join(wheels, name)).buffer, "wheel");
for (const path of files) python.FS.writeFile(basename(path), bytes(path));
try {
  python.runPython(readFileSync(program, "utf8"));
} catch (error) {
  console.error(String(error.message ?? error).slice(0, 10000));
  process.exit(1);
}
