// Runs a Python program under Pyodide with the runtime of a site: node run_python.mjs RUNTIME PROGRAM FILE ...
// The files are put into the folder where the program runs; what it prints is printed.
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { load } from "../../scmpy/app/web/runtime.mjs";

const [runtime, program, ...files] = process.argv.slice(2);
const bytes = (path) => Uint8Array.from(readFileSync(path));
const readNow = (name) => bytes(join(runtime, name)).buffer;
const python = await load(join(runtime, "/"), 984, async (name) => readNow(name), readNow);
for (const path of files) python.FS.writeFile(basename(path), bytes(path));
try {
  python.runPython(readFileSync(program, "utf8"));
} catch (error) {
  console.error(String(error.message ?? error).slice(0, 10000));
  process.exit(1);
}
