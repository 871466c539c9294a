// The worker of a page: Python with scmpy, and a page's sessions in it. Answers {id, ...} to each {id, ask, ...}.
import { load } from "./runtime.mjs";

const folder = new URL(new URL(self.location).searchParams.get("runtime"), self.location).href;
const read = (name) => fetch(folder + name).then((answer) => answer.arrayBuffer());

function readNow(name) {
  const asked = new XMLHttpRequest();
  asked.open("GET", folder + name, false);
  asked.responseType = "arraybuffer";
  asked.send();
  return asked.response;
}

async function start() {
  const suspends = "Suspending" in WebAssembly; // then calls run on a stack of their own, as large as that of a page
  const python = await load(folder, suspends ? 984 : 480, read, readNow);
  const page = python.runPython("from scmpy.app.programs import Page; Page()");
  const call = (method) => (suspends ? (...given) => page[method].callPromising(...given) : page[method]);
  return { python, run: call("run"), complete: call("complete") };
}

const started = start();
let interrupts; // where a page writes that a run is to be stopped
started.then(
  ({ python }) => {
    postMessage({ ready: true });
    setTimeout(() => {
      python.setInterruptBuffer(); // what is asked meanwhile waits, and may be stopped then
      python.runPython("import flint");
      python.setInterruptBuffer(interrupts);
    }, 100); // what was asked before has its answer first
  },
  (error) => postMessage({ fatal: String(error) }),
);

self.onmessage = async ({ data }) => {
  try {
    const { python, run, complete } = await started;
    if (data.buffer) python.setInterruptBuffer((interrupts = data.buffer));
    else if (data.ask === "run") postMessage({ id: data.id, shown: JSON.parse(await run(data.language, data.text, data.name)) });
    else if (data.ask === "complete") postMessage({ id: data.id, names: JSON.parse(await complete(data.text)) });
  } catch (error) {
    postMessage({ id: data.id, fatal: String(error) });
  }
};
