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
  head.textContent = `@page { @top-center { content: ${JSON.stringify(document.title)} } }`;
  document.head.prepend(head);
  if (away.length) return;
  for (const code of all(".highlight code"))
    for (const line of seams(code)) line.classList.add("seam");
  for (const block of all(".flanked")) if (fits(block)) block.classList.add("fits");
  for (const article of document.querySelectorAll("article")) {
    const section = answersOf(article);
    if (section.childElementCount > 1) article.append(section);
    addresses(article);
  }
}

/** The lines behind which a listing may be cut, with four or more on either side: empty ones, and the
    last of a block. @param {Element} code */
function seams(code) {
  const lines = all(".line", code);
  const texts = lines.map((line) => (line.textContent ?? "").trimEnd());
  return lines.slice(3, -4).filter((_, n) => {
    const [own, next] = texts.slice(n + 3, n + 5);
    return !own || (depth(next) < depth(own) && BEGINS.test(next));
  });
}

/** @param {string} line */
const depth = (line) => line.search(/\S/);

/** Whether a small graph has room beside its code on paper.
    @param {HTMLElement} block */
function fits(block) {
  const drawn = Number.parseInt(block.style.getPropertyValue("--drawn"), 10); // pixels
  const lines = all(".highlight .line", block);
  return drawn < 400 && lines.every((line) => (line.textContent ?? "").trimEnd().length < 43);
}

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
    section.append(element("div", {}, element("h3", {}, number), " ", ...nodes.filter(isRead)));
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
  for (const one of all(".seam, .fits")) one.classList.remove("seam", "fits");
  for (const own of document.querySelectorAll("article > .answers, a > .address")) own.remove();
}

addEventListener("beforeprint", before);
addEventListener("afterprint", after);
