// node visit.mjs FOLDER PAGE ...: opens pages of a site in Chromium; with --run every cell is run, --pictures DIR shows.
// Prints for each page what went wrong, and for cells what they showed, as JSON.
import { createServer } from "node:http";
import { existsSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";

const options = process.argv.slice(2);
const flag = (name) => options.includes(name) && options.splice(options.indexOf(name), 1).length === 1;
const run = flag("--run");
const pictures = options.includes("--pictures") ? options.splice(options.indexOf("--pictures"), 2)[1] : null;
const [folder, ...pages] = options;
const kinds = { ".html": "text/html", ".mjs": "text/javascript", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".wasm": "application/wasm", ".png": "image/png", ".svg": "image/svg+xml" };
const server = createServer((request, answer) => {
  const path = join(folder, decodeURIComponent(new URL(request.url, "http://x").pathname));
  if (path.endsWith("favicon.ico")) return answer.writeHead(204).end();
  if (!existsSync(path)) return answer.writeHead(404).end();
  answer.writeHead(200, { "Content-Type": kinds[extname(path)] ?? "application/octet-stream" }).end(readFileSync(path));
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const home = `http://127.0.0.1:${server.address().port}/`;
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags });
const found = {};
for (const name of pages) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const report = (found[name] = { problems: [], cells: [] });
  page.on("console", (message) => message.type() === "error" && report.problems.push(message.text()));
  page.on("pageerror", (error) => report.problems.push(String(error)));
  page.on("request", (request) => /^(http:\/\/127|data:|blob:)/.test(request.url()) || report.problems.push(`asks ${request.url()}`));
  page.on("response", (response) => response.status() >= 400 && report.problems.push(`lacks ${response.url()}`));
  await page.goto(home + name, { waitUntil: "load" });
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (width > 0) report.problems.push(`wider than the window by ${width}`);
  if (run)
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
  if (pictures)
    for (const colorScheme of ["light", "dark"])
      for (const size of [1280, 390]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width: size, height: 900 });
        await page.screenshot({ path: join(pictures, `${name.replaceAll("/", "-")}-${size}-${colorScheme}.png`) });
      }
  await page.close();
}
await browser.close();
server.close();
console.log(JSON.stringify(found));
