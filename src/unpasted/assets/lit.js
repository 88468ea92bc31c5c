/* What speaks of one value lights together: its box in a figure, the line of code that made it, its
   terms there, and its name in the text around; and an edge with its term. Each of them lights all,
   while it is pointed at or has the focus, and for a while after it was tapped. */

const { all } = require("./elements.js");
const WHILE = 4000; // milliseconds that what was tapped stays lit
const DRAWN = "svg :is(.node.value, .edge)";
const NAMES =
  ":is(p, li, td, dd, figcaption) code:not(pre code, [role]), math mi, .highlight:not(.made) .n";
const PARTS = `${DRAWN}, [data-nodes], ${NAMES}`;
const PRESSED = "a, button, summary, label, [contenteditable]";

/** @typedef {HTMLElement | SVGElement} Part */

/** @type {Record<"focus" | "pointer" | "tap", Part | null>} */
const chosen = { focus: null, pointer: null, tap: null };
let timer = 0;

/** @param {Element} box */
const labelOf = (box) => box.querySelector("[data-part=label]")?.textContent?.trim() ?? "";

/** The names in a text: of `d.grad = f.data` they are d and f. @param {Element} part */
function namesIn(part) {
  /** @type {string[]} */
  const found = part.textContent?.match(/(?<![\w.])[^\W\d]\w*/g) ?? [];
  return found;
}

/** The boxes of a figure that bear one of the names in a text.
    @param {Element} figure @param {Element} part */
function boxes(figure, part) {
  const names = namesIn(part);
  return all("svg .node.value", figure).filter((box) => names.includes(labelOf(box)));
}

/** How far a part is from a height of the screen; infinitely, where it does not show there.
    @param {Element} part @param {number} y */
function distance(part, y) {
  const { top, bottom, width } = part.getBoundingClientRect();
  const shows = bottom > 0 && top < innerHeight && width > 1 && part.checkVisibility();
  return shows ? Math.max(top - y, y - bottom, 0) : Infinity;
}

/** The nearest figure on the screen that has a box for a name. @param {Element} name */
function nearest(name) {
  const { top, bottom } = name.getBoundingClientRect();
  const far = (/** @type {Element} */ figure) => distance(figure, (top + bottom) / 2);
  return all("figure.drawing")
    .filter((figure) => far(figure) < Infinity && boxes(figure, name).length)
    .sort((one, other) => far(one) - far(other))[0];
}

/** @param {string[]} nodes */
const together = (nodes) =>
  nodes.flatMap((node) => [`svg [data-name="${node}"]`, `[data-nodes~="${node}"]`]);

/** @param {string} from @param {string} to */
const edge = (from, to) => [
  `svg [data-name="${from}->${to}op"]`,
  `[data-nodes="${to}"] > [data-nodes="${from}"]`,
];

/** The figure that a part belongs to, and what lights there with it.
    @param {Part} part @returns {[Element | null | undefined, string[]]} */
function meant(part) {
  const { name = "", nodes } = part.dataset;
  const own = part.closest(".preset, visit-order") ?? part.closest("figure.drawing");
  const [from, to] = name.split(/->|op/);
  if (to) return [own, [...edge(from, to), `.line[data-nodes~="${to}"]`]];
  if (name) return [own, together([name])];
  if (nodes) {
    const equation = /** @type {HTMLElement | null} */ (part.parentElement)?.dataset.nodes;
    const [first] = nodes.split(" ");
    return [own, [...together(nodes.split(" ")), ...(equation ? edge(first, equation) : [])]];
  }
  const figure = nearest(part);
  const found = figure ? boxes(figure, part) : [];
  const scope = figure?.closest(".preset, visit-order") ?? figure;
  return [scope, together(found.map((box) => box.dataset.name ?? ""))];
}

/** @param {Part} part */
function light(part) {
  const [figure, same] = meant(part);
  if (!figure || !same.length) return;
  const lit = all(same.join(), figure);
  const labels = lit.filter((one) => one.matches(".node")).map(labelOf);
  const named = all(NAMES).filter((one) => namesIn(one).some((name) => labels.includes(name)));
  const near = named.filter(
    (one) => distance(one, 0) < Infinity && figure.contains(nearest(one) ?? null),
  );
  for (const one of [...lit, ...near]) one.classList.add("lit");
}

/** @param {keyof typeof chosen} how @param {EventTarget | null} target */
function choose(how, target) {
  const part = target instanceof Element ? /** @type {Part?} */ (target.closest(PARTS)) : null;
  if (part === chosen[how]) return;
  chosen[how] = part;
  for (const one of document.querySelectorAll(".lit")) one.classList.remove("lit");
  for (const one of new Set(Object.values(chosen))) if (one?.isConnected) light(one);
}

/* What a mouse has dragged has the focus too, and does not stay lit for it. */
document.addEventListener("focusin", ({ target }) => {
  const seen = target instanceof Element && target.matches(":focus-visible");
  choose("focus", seen ? target : null);
});
document.addEventListener("focusout", () => choose("focus", null));
document.addEventListener("pointerover", ({ pointerType, target }) => {
  if (pointerType === "mouse") choose("pointer", target);
});
document.documentElement.addEventListener("pointerleave", () => choose("pointer", null));
document.addEventListener("pointerup", ({ pointerType, target }) => {
  if (pointerType === "mouse") return;
  clearTimeout(timer);
  const pressed = target instanceof Element && target.closest(PRESSED);
  choose("tap", pressed ? null : target);
  timer = setTimeout(() => choose("tap", null), WHILE);
});

/** The lines and the equations that made the nodes of a step are marked.
    @param {Element} section a preset, or a game
    @param {number[]} places */
function mark(section, places) {
  const made = new Set(places.map((i) => `n${i}`));
  for (const part of all(".line[data-nodes], .equation", section)) {
    const now = part.dataset.nodes?.split(" ").some((node) => made.has(node));
    part.classList.toggle("now", now);
  }
}

module.exports = { mark };
