/* What cells draw: DOT becomes SVG, in the page's colours and rooms as the build's figures are.
   See kinds/svg.py and colours.py, whose work this does again where the reader is. */

import { instance } from "@viz-js/viz";
import DOMPurify from "dompurify";

const ASIDE = 9; // points between an arrow from above and a name; as in kinds/svg.py
/* A box without a name stands in a row with those that have one; as in kinds/drawing.py. */
const NAMELESS = /(?<=cellpadding="0">)(?=\s*<tr><td port="box")/g;
const ROW = '<tr><td height="14"></td></tr>';
const LONGEST = 100_000; // characters of DOT: the page itself lays it out, and stands still then
const { rooms: ROOMS, smallest: SMALLEST, least: LEAST } = unpasted.figures;
const { pixels: PIXELS, character: CHARACTER } = unpasted.figures;
const { drawn: shape, say } = globalThis.unpasted.elements;
const { signed } = globalThis.unpasted.numbers;
/* Graphviz knows how broad these are; the book's fonts are as broad, within a hundredth. */
const MEASURED = { "DejaVu Sans Mono": "Courier", "DejaVu Sans": "Helvetica" };
const SAFE = {
  USE_PROFILES: { svg: true },
  FORBID_TAGS: ["a", "animate", "filter", "foreignObject", "image", "script", "style", "use"],
  FORBID_ATTR: ["href", "xlink:href"],
  ADD_ATTR: ["data-name"],
};

let drawings = 0;
/** @type {ReturnType<typeof instance> | undefined} */
let renderer;

/** The drawings of a graph, one for each room of the page that it does not fit alike.
    @param {string} dot
    @param {Record<string, string>} palette colours of the book's own, by what they mean
    @param {string} alt
    @returns {Promise<SVGSVGElement[]>} rejects with a sentence where it cannot be drawn */
export async function drawn(dot, palette, alt) {
  if (dot.length > LONGEST) throw new Error(say("This graph is too large to be drawn in the page."));
  renderer ??= instance();
  const viz = await renderer;
  const colours = ofThePage(palette);
  const name = `live-figure-${++drawings}`;
  const draw = (/** @type {string} */ layout, /** @type {number} */ number) => {
    const own = number ? `${name}-${number}` : name;
    return graph(viz, withLayout(dot, own, layout), colours, Boolean(layout));
  };
  const first = draw("", 0);
  const fits = (/** @type {SVGSVGElement} */ svg, /** @type {number} */ room, least = SMALLEST) =>
    width(svg) * least <= room;
  const found = new Map([[first, /** @type {string[]} */ ([])]]);
  const below = fits(first, ROOMS.s) ? first : draw("\tgraph [rankdir=TB nodesep=0.12]\n", 1);
  const narrowest = width(below) < width(first) ? below : first;
  for (const [room, wide] of Object.entries(ROOMS)) {
    const best = fits(first, wide, room === "m" ? LEAST : SMALLEST) ? first : narrowest;
    found.set(best, [...(found.get(best) ?? []), `room-${room}`]);
  }
  const shown = [...found].filter(([, rooms]) => rooms.length);
  for (const [number, [svg, rooms]] of shown.entries()) {
    svg.setAttribute("class", rooms.join(" "));
    svg.style.minWidth = `${Math.round(width(svg) * LEAST)}px`;
    const id = `${name}-${number}-title`;
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-labelledby", id);
    svg.prepend(shape("title", { id }, alt));
  }
  return shown.map(([svg]) => svg);
}

/** What a drawing tells, whatever its layout: each part's name and texts.
    @param {Element | null} svg */
export function content(svg) {
  const parts = [...(svg?.querySelectorAll("g[data-name]") ?? [])].map((part) => {
    const texts = [...part.querySelectorAll("text")].map((text) => text.textContent);
    return [part.getAttribute("data-name"), ...texts].join(" ");
  });
  return parts.sort().join("\n");
}

/** @param {string} dot @param {string} name @param {string} layout */
function withLayout(dot, name, layout) {
  const head = /^\s*(?:strict\s+)?(?:di)?graph\b[^{]*\{/im.exec(dot);
  if (!head) throw new Error(say("This is no graph that can be drawn."));
  const at = head.index + head[0].length;
  const end = dot.lastIndexOf("}");
  let body = dot.slice(at, end);
  for (const [own, measured] of Object.entries(MEASURED)) {
    body = body.replaceAll(`fontname="${own}"`, `fontname="${measured}"`);
  }
  if (layout) {
    body = body.replace(NAMELESS, ROW);
    body = body.replace(/\btailport="box:e"/g, "").replace(/\bheadport=box\b/g, 'headport="box:n"');
    const made = new Set(Array.from(body.matchAll(/-> (\w+)/g), ([, head]) => head)); // in a column
    const weighed = (/** @type {string} */ all, /** @type {string} */ tail) =>
      made.has(tail) ? `${all}weight=9 ` : all;
    body = body.replace(/^\s*(\w+)(?::\S+)? -> \w+(?::\S+)? \[/gm, weighed);
  }
  const own = `\n\tgraph [id="${name}" bgcolor=transparent]`;
  return `${dot.slice(0, at)}${own}${body}${layout}}`;
}

/** @param {Awaited<ReturnType<typeof instance>>} viz @param {string} dot
    @param {Map<string, string>} colours @param {boolean} upright */
function graph(viz, dot, colours, upright) {
  const result = viz.render(dot, { format: "svg" });
  if (result.status !== "success") {
    renderer = undefined;
    const says = result.errors[0]?.message ?? "it gave no reason";
    throw new Error(say("Graphviz cannot draw this: {why}", { why: says }));
  }
  const text = result.output.slice(result.output.indexOf("<svg"));
  const read = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  for (const group of read.querySelectorAll("g")) {
    const title = [...group.children].find((one) => one.tagName === "title");
    if (!title) continue;
    group.setAttribute("data-name", title.textContent?.trim().replaceAll(/:(?:box|e|n|[ns]w)(?=:|->|$)/g, "") ?? "");
    title.remove();
  }
  for (const text of read.querySelectorAll("text")) text.textContent = signed(text.textContent ?? "");
  for (const value of read.querySelectorAll(".value")) {
    join(value);
    if (upright) standAside(value);
  }
  for (const part of read.querySelectorAll("*")) recolour(part, colours);
  const clean = DOMPurify.sanitize(new XMLSerializer().serializeToString(read), {
    ...SAFE,
    RETURN_DOM_FRAGMENT: true,
  });
  const svg = clean.querySelector("svg");
  if (!svg?.querySelector("text, .node")) throw new Error(say("The graph is empty."));
  return svg;
}

/** Rows of a box, and the line between them, are as broad as its frame, and lie below it; two cells
    of a row are one.
    @param {Element} value */
function join(value) {
  const cells = [...value.querySelectorAll(":scope > polygon")];
  const lines = cells.filter((cell) => cell.getAttribute("stroke") !== "none");
  const [[left, right], ends] = sides(lines[lines.length - 1]);
  for (const cell of cells.filter((cell) => cell !== lines[lines.length - 1])) {
    const [top, foot] = sides(cell)[1].map((y) => ends.find((end) => Math.abs(end - y) < 2) ?? y);
    const points = `${left},${top} ${right},${top} ${right},${foot} ${left},${foot}`;
    if (value.querySelector(`[points="${points}"]`)) cell.remove();
    cell.setAttribute("points", points);
  }
  value.append(...lines.filter((line) => line.parentNode));
}

/** A name gives way to the arrow that comes to its box from above. @param {Element} value */
function standAside(value) {
  const name = value.querySelector(":scope > text[font-weight]");
  const [[left, right]] = sides(value.querySelector(":scope > polygon:last-of-type") ?? undefined);
  const most = (left + right) / 2 - ASIDE - CHARACTER * (name?.textContent ?? "").length;
  name?.setAttribute("x", String(value.matches(".leaf") ? left + 1 : Math.min(left + 1, most)));
}

/** The least and the most of a polygon, across and down. @param {Element | undefined} shape */
function sides(shape) {
  const points = (shape?.getAttribute("points") ?? "").split(" ").map((at) => at.split(",").map(Number));
  return [0, 1].map((k) => [Math.min, Math.max].map((end) => end(...points.map((at) => at[k]))));
}

/** @param {Element} part @param {Map<string, string>} colours */
function recolour(part, colours) {
  for (const key of ["fill", "stroke", "stop-color"]) {
    const written = part.getAttribute(key);
    const own = colours.get(written === "black" ? "#000000" : (written ?? ""));
    if (own) part.setAttribute(key, own);
  }
  const font = part.getAttribute("font-family");
  for (const [own, measured] of Object.entries(MEASURED)) {
    if (font?.startsWith(measured)) part.setAttribute("font-family", own);
  }
}

/** For each colour of a drawing, what the page's style sheet calls it.
    @param {Record<string, string>} palette */
function ofThePage(palette) {
  const known = new Map(Object.entries(unpasted.figures.colours));
  for (const [role, colour] of Object.entries(palette)) {
    if (!/^[a-z-]+$/.test(role)) continue;
    known.set(colour.toLowerCase(), role === "ink" ? "currentColor" : `var(--${role})`);
  }
  return known;
}

/** @param {SVGSVGElement} svg */
function width(svg) {
  return Number.parseFloat(svg.getAttribute("width") ?? "0") * PIXELS;
}
