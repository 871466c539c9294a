// node visit.mjs HOME PAGE ...: opens pages of a site in Chromium; with --run every cell is run, --pictures DIR shows.
// Prints for each page what went wrong, and for cells what they showed, as JSON.
import { join } from "node:path";
import { chromium } from "playwright-core";
import { faults } from "./accessibility.mjs";

const options = process.argv.slice(2);
const flag = (name) => options.includes(name) && options.splice(options.indexOf(name), 1).length === 1;
const run = flag("--run");
const pictures = options.includes("--pictures") ? options.splice(options.indexOf("--pictures"), 2)[1] : null;
const [home, ...pages] = options;
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: flags });
const context = await browser.newContext(); // pages of one reader: what the browser keeps of one, the next has
const found = {};
const idle = []; // pages of which one is opened after the other: so no process is started for each

async function visit(name) {
  const page = idle.pop() ?? (await context.newPage());
  page.removeAllListeners();
  await page.setViewportSize({ width: 1280, height: 900 });
  const report = (found[name] = { problems: [], cells: [] });
  page.on("console", (message) => message.type() === "error" && report.problems.push(message.text()));
  page.on("pageerror", (error) => report.problems.push(String(error)));
  page.on("request", (request) => /^(http:\/\/127|data:|blob:)/.test(request.url()) || report.problems.push(`asks ${request.url()}`));
  page.on("response", (response) => response.status() >= 400 && report.problems.push(`lacks ${response.url()}`));
  await page.goto(home + name, { waitUntil: "load" });
  for (const colorScheme of ["dark", "light"]) {
    await page.emulateMedia({ colorScheme });
    report.problems.push(...(await page.evaluate(faults)).map((fault) => `${fault} (${colorScheme})`));
  }
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) report.problems.push(`wider than a window of ${width} by ${over}`);
  }
  if (run) {
    page.on("request", (request) => request.url().endsWith("sympy.zip") && report.problems.push("gets SymPy, which no lesson needs"));
    for (const key of ["Tab", "Enter"]) await page.keyboard.press(key); // "skip to content"
    const [first] = await page.$$(".cell pre");
    for (let i = 0; i < 20 && !(await first.evaluate((code) => code === document.activeElement)); i++) await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Enter");
    if (!(await page.evaluate(() => scmpyCells.cells[0].running))) report.problems.push("the keyboard runs no cell");
    report.cells = await page.evaluate(async () => {
      const { cells, runUpTo } = globalThis.scmpyCells;
      const results = [];
      for (const cell of cells.filter(({ language }) => language === "scheme")) {
        const text = (place) => [...(place?.querySelectorAll("pre") ?? [])].map((pre) => pre.textContent).join("\n");
        const recorded = text(cell.recorded);
        await runUpTo(cell);
        results.push({ recorded, shown: text(cell.output), failed: cell.failed });
      }
      return results;
    });
  }
  if (name === "prompt.html") {
    const idle = () => page.waitForFunction(() => !document.querySelector(".cell-status").textContent && !document.querySelector(".cell-run"));
    const enter = (text) => page.keyboard.type(text).then(() => page.keyboard.press("Enter"));
    await idle();
    await enter("(let loop () (loop))");
    await page.click(".cell-run");
    await idle();
    await enter("(* 6 7)"); // the prompt has the focus again
    await idle();
    const [stopped, answered] = await page.evaluate(() => [...document.querySelectorAll(".prompt-log > :not(.prompt-form)")].map((part) => part.textContent));
    if (!stopped.includes("Quit") || answered !== "4242") report.problems.push(`the prompt shows ${stopped} and ${answered}`);
  }
  if (name.includes("?q="))
    report.found = await page.locator(".finder-found a, .search li a").first().waitFor().then(() => page.locator(".finder-found a, .search li a").allTextContents());
  if (pictures)
    for (const colorScheme of ["light", "dark"])
      for (const size of [1280, 390]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width: size, height: 900 });
        await page.screenshot({ path: join(pictures, `${name.replaceAll("/", "-")}-${size}-${colorScheme}.png`) });
      }
  idle.push(page);
}

const next = async () => {
  while (pages.length) await visit(pages.shift());
};
await Promise.all([next(), next()]);
await browser.close();
console.log(JSON.stringify(found));
