// Programs on a page become cells: edited where they stand, run by Shift+Enter in a worker with scmpy.
const here = new URL(".", import.meta.url);
const runtime = new URL("../runtime/", here).href;

class Runtime {
  start() {
    if (this.worker) return;
    this.asked = new Map();
    this.worker = new Worker(new URL(`worker.mjs?runtime=${encodeURIComponent(runtime)}`, here), { type: "module" });
    this.worker.onmessage = ({ data }) => this.told(data);
    this.worker.onerror = (event) => this.told({ fatal: event.message ?? "the worker could not be started" });
    this.buffer = self.crossOriginIsolated ? new Uint8Array(new SharedArrayBuffer(1)) : null;
    if (this.buffer) this.worker.postMessage({ buffer: this.buffer });
    say("Python is being loaded …");
  }

  told(data) {
    if (data.ready) say("");
    else if (data.fatal) this.end(`the session has ended, and starts afresh: ${data.fatal}`);
    else {
      this.asked.get(data.id)(data);
      this.asked.delete(data.id);
    }
  }

  // The answer to a question; if the session ends before, {ended: why}.
  ask(question) {
    this.start();
    const id = (this.last = (this.last ?? 0) + 1);
    return new Promise((answer) => {
      this.asked.set(id, answer);
      this.worker.postMessage({ id, ...question });
    });
  }

  stop() {
    if (this.buffer) this.buffer[0] = 2; // as Ctrl-C does
    else this.end("stopped; the session starts afresh");
  }

  end(why) {
    this.worker?.terminate();
    this.worker = null;
    say("");
    const waiting = [...this.asked.values()];
    this.asked.clear();
    cells.forEach((cell) => (cell.done = false));
    waiting.forEach((answer) => answer({ ended: why }));
  }
}

const session = new Runtime();
const cells = [];
const status = document.createElement("div");
status.className = "cell-status";
status.setAttribute("role", "status");
const say = (text) => (status.textContent = text);

const made = (tag, name, text = "") => Object.assign(document.createElement(tag), { className: name, textContent: text });

// A result: typeset if it is a formula, its text beneath; a click shows the one or the other.
function result({ text, formula, error }) {
  if (error) return made("pre", "cell-error", error);
  const plain = made("pre", "cell-text", text);
  if (!formula) return plain;
  const both = made("details", "cell-result");
  const first = made("summary", "");
  first.title = "as text";
  first.innerHTML = formula; // MathML
  both.append(first, plain);
  return both;
}

class Cell {
  constructor(block, language) {
    this.language = language;
    this.code = block.querySelector("pre");
    this.code.contentEditable = "plaintext-only";
    this.code.spellcheck = false;
    this.code.setAttribute("role", "textbox");
    this.code.setAttribute("aria-multiline", "true");
    this.code.setAttribute("aria-label", `${language} program; Shift+Enter runs it`);
    this.output = made("div", "cell-output");
    this.output.setAttribute("aria-live", "polite");
    this.button = made("button", "cell-run", "Run");
    this.button.type = "button";
    this.button.title = "Shift+Enter";
    this.button.onclick = () => (this.running ? session.stop() : runUpTo(this));
    this.code.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && event.shiftKey) {
        event.preventDefault();
        runUpTo(this);
      }
    });
    this.code.addEventListener("focus", () => session.start());
    this.code.addEventListener("input", () => (this.done = false));
    block.classList.add("cell");
    block.append(this.button);
    block.after(this.output);
    this.recorded = recordedAfter(this.output);
  }

  async run() {
    this.running = true;
    this.button.textContent = "Stop";
    const name = `cell ${cells.indexOf(this) + 1}`;
    const answer = await session.ask({ ask: "run", language: this.language, text: this.code.textContent, name });
    this.running = false;
    this.button.textContent = "Run";
    const shown = answer.ended ? [{ error: answer.ended }] : answer.shown;
    this.failed = shown.some((part) => part.error);
    this.done = !answer.ended;
    this.recorded?.remove();
    this.output.replaceChildren(...shown.map(result));
    return !this.failed;
  }
}

// The answer that the page records, typeset.
function recordedAfter(output) {
  const text = output.nextElementSibling;
  if (!text?.matches(".highlight-text")) return null;
  const after = text.nextElementSibling;
  const formula = after?.matches("script[type='application/mathml+xml']") ? after.textContent.trim() : "";
  if (formula) after.remove();
  const recorded = made("div", "cell-output");
  recorded.append(result({ text: text.textContent.trimEnd(), formula }));
  text.replaceWith(recorded);
  return recorded;
}

// A cell needs what those before it define.
async function runUpTo(cell) {
  for (const each of cells.filter((other) => other.language === cell.language)) {
    if (each === cell) return each.run();
    if (!each.done && !(await each.run())) return false;
  }
}

function choice(scheme, python) {
  const bar = made("div", "cell-choice");
  const show = (chosen) => {
    scheme.hidden = chosen === "Python";
    python.hidden = chosen === "Scheme";
    for (const button of bar.children) button.setAttribute("aria-pressed", button.textContent === chosen);
    scheme.parentElement.classList.toggle("side-by-side", chosen === "Both");
  };
  for (const name of ["Scheme", "Python", "Both"]) {
    const button = made("button", "", name);
    button.type = "button";
    button.onclick = () => show(name);
    bar.append(button);
  }
  scheme.before(bar);
  show("Scheme");
}

function prompt(place) {
  const log = made("div", "prompt-log");
  const line = made("textarea", "prompt-line");
  const names = made("div", "prompt-names");
  const past = [];
  let at = 0;
  log.setAttribute("aria-live", "polite");
  line.setAttribute("aria-label", "a form of Scheme; Enter evaluates it, Tab completes a name");
  line.rows = 3;
  line.spellcheck = false;
  line.placeholder = "(((Lagrange-equations (L-harmonic 'm 'k)) (literal-function 'x)) 't)";
  const balance = (text) => [...text].reduce((depth, letter) => depth + (letter === "(") - (letter === ")"), 0);
  const evaluate = async () => {
    const text = line.value.trim();
    if (!text) return;
    past.push(text);
    at = past.length;
    line.value = names.textContent = "";
    const stop = made("button", "cell-run", "Stop");
    stop.onclick = () => session.stop();
    log.append(made("pre", "prompt-form", `1 ]=> ${text}`), stop);
    const answer = await session.ask({ ask: "run", language: "scheme", text, name: "<input>" });
    stop.replaceWith(...(answer.ended ? [{ error: answer.ended }] : answer.shown).map(result));
    if (document.activeElement === document.body) line.focus(); // the button to stop is gone
    line.scrollIntoView({ block: "nearest" });
  };
  line.addEventListener("keydown", async (event) => {
    const one = !line.value.includes("\n");
    if (event.key === "Enter" && (event.shiftKey || balance(line.value) <= 0)) {
      event.preventDefault();
      await evaluate();
    } else if ((event.key === "ArrowUp" && one && at > 0) || (event.key === "ArrowDown" && one && at < past.length)) {
      event.preventDefault();
      at += event.key === "ArrowUp" ? -1 : 1;
      line.value = past[at] ?? "";
    } else if (event.key === "Tab" && !event.shiftKey && line.value) {
      event.preventDefault();
      const before = line.value.slice(0, line.selectionStart);
      const word = before.match(/[^\s()'`,]*$/)[0];
      const found = (await session.ask({ ask: "complete", text: before })).names ?? [];
      if (!line.value.startsWith(before)) return; // it was handed in meanwhile
      let common = found[0] ?? word;
      while (!found.every((name) => name.startsWith(common))) common = common.slice(0, -1);
      if (common.length >= word.length) line.setRangeText(common, before.length - word.length, before.length, "end");
      names.textContent = found.length > 1 ? found.join("  ") : "";
    }
  });
  place.replaceChildren(log, line, names);
  line.focus();
  session.start();
}

// Names of the reference, of any signs, which the search for words does not find.
async function finder(place, asked = "") {
  const table = await (await fetch(new URL("names.json", here))).json();
  const box = made("input", "finder");
  box.type = "search";
  box.placeholder = "a name, such as -> or D, or words";
  box.setAttribute("aria-label", "find a name");
  box.value = asked;
  const list = made("ul", "finder-found");
  const show = () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    const whole = box.value.toLowerCase().trim();
    const ways = [(name) => name === box.value, (name) => name.toLowerCase() === whole, (name) => name.toLowerCase().startsWith(words[0]),
      (name) => name.toLowerCase().includes(words[0]), (name, said) => said.toLowerCase().includes(whole), () => true];
    const rank = ([name, , said]) => ways.findIndex((way) => way(name, said));
    const found = words.length ? table.filter((row) => words.every((word) => row.join(" ").toLowerCase().includes(word))) : [];
    list.replaceChildren(
      ...found.sort((a, b) => rank(a) - rank(b)).slice(0, 30).map(([name, page, meaning]) => {
        const link = Object.assign(made("a", "", name), { href: new URL(`../${page}`, here) });
        const item = made("li", "");
        item.append(link, ` ${meaning.split("\n")[0]}`);
        return item;
      }),
    );
    if (words.length && !found.length && !asked) {
      const search = new URL(`../search.html?q=${encodeURIComponent(box.value)}`, here);
      list.append(Object.assign(made("a", "", "search the text of all pages"), { href: search }));
    }
  };
  box.addEventListener("input", show);
  place.replaceChildren(...(asked ? [] : [box]), list);
  if (asked) show();
}

for (const block of document.querySelectorAll(".highlight-scheme, .highlight-python"))
  cells.push(new Cell(block, block.matches(".highlight-python") ? "python" : "scheme"));
const [scheme, python] = ["scheme-version", "python-version"].map((name) => document.querySelector(`.${name}`));
if (scheme && python) choice(scheme, python);
document.body.append(status);
const line = document.getElementById("scheme-prompt");
if (line) prompt(line);
const find = document.getElementById("find-names");
if (find) finder(find);
const results = document.getElementById("search-results"); // of words; names stand before them
const asked = new URLSearchParams(location.search).get("q");
if (results && asked) {
  results.before(made("div", ""));
  finder(results.previousElementSibling, asked);
}
for (const title of document.querySelectorAll("svg title")) title.classList.add("nohighlight"); // Sphinx draws around them
globalThis.scmpyCells = { cells, runUpTo };
