/* One drawing of a graph, an SVG, and its parts: boxes, edges, results. It shows what it is told. */

const { say } = require("./elements.js");
const { number } = require("./numbers.js");
const DOT = "·";
const { character: CHARACTER } = unpasted.figures;

/**
 * Write the number of a row of a box, which ends where the box ends. What is too long is
 * squeezed; a sum, which needs the whole row, takes the place of the word before it.
 * @param {SVGGElement} group
 * @param {"data" | "grad"} row
 * @param {string} text
 */
function write(group, row, text) {
  const word = group.querySelector(`[data-part="${row}-word"]`);
  const number = group.querySelector(`[data-part="${row}"]`);
  if (!word || !number) return;
  const width = Number(number.getAttribute("x")) - Number(word.getAttribute("x"));
  const beside = width - (row.length + 0.5) * CHARACTER;
  const wide = text.length * CHARACTER > beside;
  const alone = wide && / [+-] /.test(text);
  const room = alone ? width : beside;
  word.textContent = alone ? "" : row;
  number.textContent = text;
  number.removeAttribute("textLength");
  if (text.length * CHARACTER <= room) return;
  number.setAttribute("textLength", String(room));
  number.setAttribute("lengthAdjust", "spacingAndGlyphs");
}

/**
 * What stands in a gradient's row: what arrives as it is added, then the sum.
 * @param {number} i
 * @param {State} state
 */
function arriving(i, { grads, gifts }) {
  const given = gifts.filter(({ to }) => to === i);
  if (!given.length) return grads[i] === undefined ? DOT : number(grads[i]);
  const terms = given.map(({ amount }) => amount);
  const { before } = given[0];
  const all = (before ? [before, ...terms] : terms).map(number);
  if (all.length === 1) return (all[0].startsWith("-") ? "" : "+") + all[0];
  const [first, ...rest] = all;
  const added = rest.map((x) => (x.startsWith("-") ? `- ${x.slice(1)}` : `+ ${x}`));
  return [first, ...added].join(" ");
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
    /** @type {{ i: number, group: SVGGElement }[]} an oval, or the arrow to its result */
    this.results = [];
    this.find();
    svg.setAttribute("role", "group");
    /** What the arrow keys go through. */
    this.stops = [...svg.querySelectorAll("g[role]")].map((one) => /** @type {SVGElement} */ (one));
    this.stop(this.stops[0]);
    svg.addEventListener("focusin", ({ target }) => this.stop(target));
    svg.addEventListener("keydown", (event) => this.key(event));
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
      if (to ? !to.endsWith("op") : from.endsWith("op")) {
        this.results.push({ i, group });
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
   * One stop is in the order of Tab: the last that had the focus.
   * @param {EventTarget | null} target
   */
  stop(target) {
    if (!this.stops.some((one) => one === target)) return;
    for (const one of this.stops) one.setAttribute("tabindex", one === target ? "0" : "-1");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const at = this.stops.indexOf(/** @type {SVGElement} */ (event.target));
    const turn = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (at < 0 || !turn || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.stops[(at + turn + this.stops.length) % this.stops.length].focus();
  }

  /**
   * Show what is known.
   * @param {State} state
   */
  show(state) {
    const { known, grads, current, finished } = state;
    this.boxes.forEach((group, i) => {
      const { name, data } = this.nodes[i];
      const graded = grads[i] !== undefined;
      write(group, "data", known.has(i) ? number(data) : DOT);
      write(group, "grad", arriving(i, state));
      const now = { name, data: known.has(i) ? number(data) : say("not yet known") };
      const label = graded
        ? say("{name}: data {data}, grad {grad}", { ...now, grad: number(grads[i]) })
        : say("{name}: data {data}", now);
      group.setAttribute("aria-label", label);
      group.classList.toggle("ungraded", !graded);
      group.classList.toggle("finished", finished(i));
    });
    const groups = this.boxes.map((group, i) => ({ i, group }));
    for (const { i, group } of [...groups, ...this.results]) {
      group.classList.toggle("pending", !known.has(i));
      group.classList.toggle("visiting", i === current);
    }
    for (const { user, group } of this.edges) {
      group.classList.toggle("carrying", state.visiting && user === current);
      group.classList.toggle("pending", !known.has(user));
    }
  }

  /**
   * Bring nodes into the part of a wide drawing that shows, and onto the screen.
   * @param {number[]} places
   * @param {number} foot how much of the screen's foot is covered
   */
  reveal(places, foot) {
    if (!places.length) return;
    const all = places.map((i) => this.boxes[i].getBoundingClientRect());
    const frame = this.svg.closest(".scroll");
    if (frame && frame.scrollWidth > frame.clientWidth) {
      const seen = frame.getBoundingClientRect();
      const left = Math.min(...all.map((box) => box.left));
      const right = Math.max(...all.map((box) => box.right));
      const middle = seen.left + seen.width / 2;
      if (left < seen.left || right > seen.right) {
        frame.scrollBy({ left: (left + right) / 2 - middle });
      }
    }
    const head = document.querySelector(".md-header")?.getBoundingClientRect().bottom ?? 0;
    const top = Math.min(...all.map((box) => box.top)) - 8;
    const bottom = Math.max(...all.map((box) => box.bottom)) + 20;
    const room = innerHeight - foot;
    if (top < head) scrollBy({ top: top - head });
    else if (bottom > room) scrollBy({ top: Math.min(bottom - room, top - head) });
  }
}

module.exports = { Sheet };
