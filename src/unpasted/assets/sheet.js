/* One drawing of a graph, an SVG, and its parts: boxes, edges, results. It shows what it is told. */

const { say } = require("./elements.js");
const { number } = require("./numbers.js");
const { character: CHARACTER } = unpasted.figures;
const FADE = 32; // pixels at an edge of a stage where its drawing goes on
const [THIN, BROAD] = [1.1, 4.4]; // points: an edge that carries nothing, and the largest gradient

/**
 * Write the number of one half of a box, which ends where the box ends. What is too long is
 * squeezed; what is not known leaves the half hollow.
 * @param {SVGGElement} group
 * @param {"data" | "grad"} row
 * @param {string} text
 */
function write(group, row, text) {
  const number = group.querySelector(`[data-part="${row}"]`);
  const grounds = [...group.querySelectorAll(`[data-part="${row}-half"]`)];
  if (!number) return;
  for (const ground of grounds) ground.classList.toggle("hollow", !text);
  const room = Number(number.getAttribute("x")) - Number(grounds.at(-1)?.getAttribute("x")) - 5;
  number.textContent = text;
  number.removeAttribute("textLength");
  if (text.length * CHARACTER <= room) return;
  number.setAttribute("textLength", String(room));
  number.setAttribute("lengthAdjust", "spacingAndGlyphs");
}

/**
 * An edge is as broad as what it carried is large.
 * @param {SVGGElement} group
 * @param {number | undefined} carried
 * @param {number} largest
 */
function carry(group, carried, largest) {
  group.classList.toggle("given", carried !== undefined);
  const broad =
    carried === undefined ? "" : Math.max((BROAD * Math.abs(carried)) / largest || 0, THIN);
  group.style.setProperty("--broad", String(broad));
  const { bare, headed } = group.dataset;
  const way = carried === undefined ? headed : bare;
  if (way) group.querySelector("path")?.setAttribute("d", way);
}

/**
 * What carried a gradient has no head, which would point forward, and goes to where that ended.
 * @param {SVGGElement} group
 */
function lengthen(group) {
  const head = group.querySelector("polygon")?.points[1];
  const way = group.querySelector("path")?.getAttribute("d") ?? "";
  if (head) Object.assign(group.dataset, { headed: way, bare: `${way}L${head.x},${head.y}` });
}

class Sheet {
  /**
   * @param {SVGSVGElement} svg
   * @param {GraphNode[]} nodes
   */
  constructor(svg, nodes) {
    this.svg = svg;
    this.nodes = nodes;
    /** @type {SVGGElement[]} */
    this.boxes = [];
    /** @type {Edge[]} */
    this.edges = [];
    /** @type {Record<number, SVGGElement>} */
    this.ovals = {};
    /** @type {Record<number, SVGGElement>} from ovals to boxes */
    this.arrows = {};
    this.find();
    rove(svg);
  }

  /* Boxes and edges get a role, by which they are within reach. */
  find() {
    /** @type {Record<string, number>} */
    const slots = {};
    /** @type {NodeListOf<SVGGElement>} */
    const groups = this.svg.querySelectorAll("g[data-name]");
    for (const group of groups) {
      const { name = "" } = group.dataset;
      const [from, to] = name.split("->");
      const i = Number.parseInt((to || from).slice(1), 10);
      if (to) lengthen(group);
      if (!to && from.endsWith("op")) {
        this.ovals[i] = group;
      } else if (to && !to.endsWith("op")) {
        this.arrows[i] = group;
      } else if (to) {
        const slot = this.nodes[i].inputs.indexOf(Number(from.slice(1)), slots[name]);
        slots[name] = slot + 1; // a · a has two edges, one for each slot
        const hit = /** @type {Element} */ (group.querySelector("path")?.cloneNode());
        hit.setAttribute("class", "hit"); // what a finger can hit
        group.append(hit);
        group.setAttribute("role", "button");
        this.edges.push({ user: i, slot, group });
      } else {
        this.boxes[i] = group;
        group.setAttribute("role", "img");
      }
    }
  }

  get seen() {
    return this.svg.checkVisibility();
  }

  /**
   * Show what is known.
   * @param {State} state
   * @param {State} [before] whose numbers are shown, while those of `state` are on their way
   */
  show(state, before = state) {
    const { known, grads, current, finished } = state;
    this.boxes.forEach((group, i) => {
      const { name, data } = this.nodes[i];
      const graded = grads[i] !== undefined;
      this.write(i, "data", before.known.has(i) ? data : undefined);
      this.write(i, "grad", before.grads[i]);
      const shown = known.has(i) ? number(data) : say("not yet known");
      const label = told(name, shown, graded ? number(grads[i]) : "");
      group.setAttribute("aria-label", label);
      group.classList.toggle("finished", finished(i));
    });
    for (const groups of [this.boxes, this.ovals, this.arrows]) {
      for (const [i, group] of Object.entries(groups)) {
        group.classList.toggle("pending", !known.has(Number(i)));
        group.classList.toggle("visiting", current.includes(Number(i)));
      }
    }
    for (const [i, group] of Object.entries(this.arrows)) {
      const given = before.given.find(({ user }) => user === Number(i));
      carry(group, given?.upstream, state.largest);
    }
    for (const { user, slot, group } of this.edges) {
      const given = before.given.find((gift) => gift.user === user && gift.slot === slot);
      carry(group, given?.amount, state.largest);
      group.classList.toggle("carrying", state.visiting && current.includes(user));
      group.classList.toggle("pending", !known.has(user));
    }
  }

  /**
   * @param {number} i
   * @param {"data" | "grad"} row
   * @param {Data | undefined} data
   */
  write(i, row, data) {
    write(this.boxes[i], row, data === undefined ? "" : number(data));
  }

  /**
   * @param {number[]} places
   * @param {ScrollBehavior} [behavior]
   */
  reveal(places, behavior) {
    const boxes = places.map((i) => this.boxes[i]);
    reveal(boxes, behavior);
  }
}

/**
 * The boxes and edges of a drawing, of which those that have a role are within reach, are one stop in
 * the order of Tab: the last that had the focus. Up and Down go through them.
 * @param {SVGSVGElement} svg
 */
function rove(svg) {
  const stops = /** @type {SVGElement[]} */ ([...svg.querySelectorAll("g[role]")]);
  const stop = (/** @type {EventTarget | null} */ target) => {
    if (!stops.some((one) => one === target)) return;
    for (const one of stops) one.setAttribute("tabindex", one === target ? "0" : "-1");
  };
  stop(stops[0]);
  svg.setAttribute("role", "group");
  svg.addEventListener("focusin", ({ target }) => stop(target));
  svg.addEventListener("keydown", (event) => {
    const at = stops.indexOf(/** @type {SVGElement} */ (event.target));
    const turn = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (at < 0 || !turn || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    stops[(at + turn + stops.length) % stops.length].focus();
  });
}

/**
 * Bring boxes into the part of their drawing that is on the screen, or the first of them where not all
 * fit. The page itself stays where it is.
 * @param {Element[]} boxes
 * @param {ScrollBehavior} [behavior]
 */
function reveal(boxes, behavior) {
  const frame = boxes[0]?.closest(".scroll");
  if (!frame) return;
  const { left, right, top, bottom } = frame.getBoundingClientRect();
  const head = document.querySelector(".md-header")?.getBoundingClientRect().bottom ?? 0;
  const seen = { left, right, top: Math.max(top, head), bottom: Math.min(bottom, innerHeight) };
  if (seen.bottom - seen.top < boxes[0].getBoundingClientRect().height + 2 * FADE)
    Object.assign(seen, { top, bottom }); // too little of it for a box
  const ends = /** @type {const} */ ([
    ["left", "right"],
    ["top", "bottom"],
  ]);
  const by = { left: 0, top: 0 };
  for (const [start, end] of ends) {
    const all = boxes.map((box) => box.getBoundingClientRect());
    let from = Math.min(...all.map((box) => box[start]));
    let to = Math.max(...all.map((box) => box[end]));
    if (to - from > seen[end] - seen[start]) [from, to] = [all[0][start], all[0][end]];
    if (from < seen[start] + FADE || to > seen[end] - FADE)
      by[start] = (from + to - seen[start] - seen[end]) / 2;
  }
  frame.scrollBy({ ...by, behavior });
}

/**
 * What a box says, to who listens.
 * @param {string} name
 * @param {string} data
 * @param {string} grad nothing where it is not known
 */
function told(name, data, grad) {
  const words = grad
    ? say("{name}: data {data}, grad {grad}", { name, data, grad })
    : say("{name}: data {data}", { name, data });
  return words.replace(/^: /, "");
}

module.exports = { FADE, Sheet, rove, reveal, told };
