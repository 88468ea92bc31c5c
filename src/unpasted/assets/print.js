/* On paper answers and the addresses of links stand at a page's end, its title on each sheet, and
   listings are cut where a part of them ends. On the screen, and without this script, each answer
   stands where it is asked. */

const { element, all, say } = require("./elements.js");
/** @typedef {{ box: HTMLElement, details: HTMLElement, nodes: ChildNode[] }} Moved */
/** @type {Moved[]} */
let away = [];
/* The first line of a statement: `else` and its like belong to the one above. */
const BEGINS = /^\s*(?!(elif|else|except|finally)\b)\w/;
const head = element("style");

/** @param {ChildNode} node */
const isRead = (node) =>
  !(node instanceof Element && (node.matches("summary, book-question") || isSaid(node)));

/** Whether an output repeats the number that the answer says. @param {Element} node */
const isSaid = (node) =>
  node.matches(".output") &&
  node.textContent?.trim().replace("-", "−") ===
    node.parentElement?.querySelector(".answer > .value")?.textContent.replace("-", "−");

function before() {
  head.textContent = `@page { @top-center { content: ${JSON.stringify(document.title)} } }
    @page :first { @top-center { content: none } }`;
  document.head.prepend(head);
  if (away.length) return;
  for (const code of all(".highlight code"))
    for (const line of seams(code)) line.classList.add("seam");
  for (const [mark, selector, has] of MARKS)
    for (const one of all(selector)) one.classList.toggle(mark, has(one));
  for (const article of document.querySelectorAll("article")) {
    const section = answersOf(article);
    if (section.childElementCount > 1) article.append(section);
    addresses(article);
  }
}

/** The lines behind which a listing may be cut, five or more above and three below: empty ones,
    the last of a block, and, where those are far away, others that a statement follows; what follows
    is no line alone. @param {Element} code */
function seams(code) {
  const lines = all(".line", code);
  const texts = lines.map(textOf);
  /** @param {(own: string, next: string) => boolean} may */
  const where = (may) =>
    [...texts.keys()].slice(4, -3).filter((n) => texts[n + 2] && may(texts[n], texts[n + 1]));
  const best = where((own, next) => !own || (depth(next) < depth(own) && BEGINS.test(next)));
  const far = (/** @type {number} */ n) => best.every((one) => Math.abs(one - n) > 3);
  const other = where((own, next) => depth(next) === depth(own) && BEGINS.test(next)).filter(far);
  return [...best, ...other].map((n) => lines[n]);
}

/** What a line says, without the sign of a difference. @param {Element} line */
const textOf = (line) =>
  (line.textContent ?? "").slice(line.querySelector(".sign") ? 2 : 0).trimEnd();

/** @param {string} line */
const depth = (line) => line.search(/\S/);

/** Whether a small graph has room beside its code on paper.
    @param {HTMLElement} block */
function fits(block) {
  const drawn = Number.parseInt(block.style.getPropertyValue("--drawn"), 10); // pixels
  const lines = all(".highlight .line", block);
  return drawn < 400 && lines.every((line) => (line.textContent ?? "").trimEnd().length < 43);
}

/** Whether an output is not to be cut. @param {Element} output */
const isShort = ({ textContent }) => textContent.trim().split("\n").length < 20;

/** Whether a graph takes a third of a sheet, or more, and has letters that can be smaller: those of one
    as high as a sheet already are. @param {HTMLElement} svg */
function isHigh(svg) {
  const [, height] = svg.getAttribute("height")?.match(/^(\d+)pt$/) ?? [];
  return Number(height) > 300 && Number(height) < 650;
}

/** Whether a graph is so broad that a sheet makes its letters smaller than 6 points.
    @param {HTMLElement} svg */
const isBroad = (svg) => Number.parseInt(svg.style.getPropertyValue("--drawn"), 10) > 1000; // pixels

/** Whether a note answers what its summary asks, or solves the exercise above it.
    @param {HTMLElement} note */
const tells = (note) =>
  note.previousElementSibling?.matches(".exercise") ||
  note.querySelector("summary")?.textContent.trim().endsWith("?") === true;

/** Whether a text may stand at a sheet's foot without the code below it: it has two lines, or more,
    and does not announce what follows. @param {HTMLElement} text */
const isLong = ({ textContent }) => textContent.length > 130 && !textContent.trim().endsWith(":");

/** @param {Element} article */
function answersOf(article) {
  const section = element("section", { class: "answers" }, element("h2", {}, say("Answers")));
  /** @type {Record<string, number>} */
  const count = { Question: 0, Exercise: 0 };
  for (const box of all(".predict, .exercise", article)) {
    const details = /** @type {HTMLElement | null} */ (box.querySelector(":scope > details"));
    if (!details) continue;
    const kind = box.matches(".predict") ? "Question" : "Exercise";
    count[kind] += 1;
    const n = count[kind];
    const number = kind === "Question" ? say("Question {n}", { n }) : say("Exercise {n}", { n });
    const nodes = [...details.childNodes];
    box.dataset.number = number;
    const heading = element("h3", {}, element("span", {}, number));
    section.append(element("div", {}, heading, " ", ...nodes.filter(isRead)));
    away.push({ box, details, nodes });
  }
  return section;
}

/** @param {Element} article */
function addresses(article) {
  const list = element("ol");
  const world = `a[href^="https:"]:not([href^="${location.origin}"], .on-screen *)`;
  for (const link of all(world, article)) {
    list.append(element("li", {}, link.getAttribute("href") ?? ""));
    link.append(element("sup", { class: "address" }, String(list.childElementCount)));
  }
  if (!list.firstChild) return;
  const own =
    article.querySelector(":scope > .answers") ?? element("section", { class: "answers" });
  own.append(element("h2", {}, say("Links")), list);
  article.append(own);
}

function after() {
  for (const { box, details, nodes } of away) {
    delete box.dataset.number;
    details.append(...nodes);
  }
  away = [];
  for (const [mark, selector] of [["seam", ".line"], ...MARKS])
    for (const one of all(selector)) one.classList.remove(mark);
  for (const own of document.querySelectorAll("article > .answers, a > .address")) own.remove();
}

/** What is marked for paper: by which class, of what, and when.
    @type {[string, string, (one: HTMLElement) => boolean][]} */
const MARKS = [
  ["fits", ".flanked", fits],
  ["short", ".output", isShort],
  ["high", ".drawing svg", isHigh],
  ["tall", ".drawing svg.room-l", isBroad],
  ["tells", "article > details.note", tells],
  ["open", ".reasons .named", ({ textContent }) => !/[.:?!…]$/.test(textContent)],
  ["long", "article > p", isLong],
];

addEventListener("beforeprint", before);
addEventListener("afterprint", after);
