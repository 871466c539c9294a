// What on a page some people cannot read or name: texts of too little contrast (WCAG 2, 1.4.3: 4.5, or 3 if large) and
// controls without a name. Runs in the page.
export function faults() {
  const color = (text) => [...text.match(/[\d.]+/g).map(Number), 1].slice(0, 4);
  const over = ([r, g, b, a], under) => [r, g, b].map((part, i) => part * a + under[i] * (1 - a));
  const linear = (part) => (part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const grounds = new Map([[null, [255, 255, 255]]]);
  function ground(node) {
    if (!grounds.has(node)) grounds.set(node, over(color(getComputedStyle(node).backgroundColor), ground(node.parentElement)));
    return grounds.get(node);
  }
  const found = new Set();

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode.parentElement;
    const style = getComputedStyle(node);
    if (!texts.currentNode.textContent.trim() || node.closest("script, style") || !node.checkVisibility({ visibilityProperty: true })) continue;
    const below = ground(node);
    const [dark, light] = [luminance(below), luminance(over(color(style.color), below))].sort((a, b) => a - b);
    const size = parseFloat(style.fontSize);
    const ratio = (light + 0.05) / (dark + 0.05);
    if (ratio < (size >= 24 || (size >= 18.6 && style.fontWeight >= 700) ? 3 : 4.5))
      found.add(`contrast ${ratio.toFixed(1)} of <${node.tagName.toLowerCase()} class="${node.className}">`);
  }
  for (const control of document.querySelectorAll("input:not([type=hidden]), select, textarea, button, a[href], iframe")) {
    const name = control.ariaLabel || control.title || control.textContent.trim() || control.labels?.[0]?.textContent.trim() || control.placeholder;
    if (!name && !control.querySelector("img[alt], svg") && control.checkVisibility()) found.add(`no name: ${control.outerHTML.slice(0, 80)}`);
  }
  return [...found];
}
