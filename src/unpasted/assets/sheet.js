/* One drawing of a graph, an SVG, and its parts: boxes, edges, results. It shows what it is told. */

const { drawn, say } = require("./elements.js");
const { number } = require("./numbers.js");
const { character: CHARACTER } = unpasted.figures;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const FADE = 16; // pixels at an edge of a stage where its drawing goes on
const [THIN, BROAD] = [1.1, 4.4]; // points: an edge that carries nothing, and the largest gradient
const STOUT = 0.35; // of its own length: an edge is no broader
const NOTHING = 1e-12;
const WORD = 33; // points: what is left of a number, if that is a word

/** @typedef {[number, number]} Point */
/** @typedef {{ left: number, right: number, top: number, bottom: number }} Sides */

/** @type {(from: Point, to: Point, part: number) => Point} */
const between = ([x, y], [u, v], part) => [x + (u - x) * part, y + (v - y) * part];
/** @type {(a: Point, b: Point) => number} */
const distance = ([x, y], [u, v]) => Math.hypot(x - u, y - v);
/** From end to end. @type {(way: Point[]) => number} */
const span = (way) => (way.length ? distance(way[0], way[way.length - 1]) : 0);

/** The curves of an arrow from rim to rim, though one end is cut short for a head, and its stroke.
    @param {SVGGElement} group */
function course(group) {
  const curves = group
    .querySelector("path")
    ?.getAttribute("d")
    ?.matchAll(/([-\d.]+),([-\d.]+)/g);
  const way = Array.from(curves ?? [], ([, x, y]) => /** @type {Point} */ ([+x, +y]));
  const head = group.querySelector("polygon");
  if (!head) group.append(drawn("polygon", {}));
  const [a, tip, b] = Array.from(head?.points ?? [], ({ x, y }) => /** @type {Point} */ ([x, y]));
  if (!tip) return way;
  const end = distance(tip, way[0]) < distance(tip, way[way.length - 1]) ? 0 : way.length - 1;
  return way.with(end, between(between(a, b, 0.5), tip, 1.4));
}

/** Draw an arrow that points to where its way begins.
    @param {SVGGElement} group @param {Point[]} way
    @param {number} broad 0 for no head */
function point(group, [a, b, c, d, ...rest], broad) {
  let way = [a, b, c, d];
  const head = Math.min(4 + broad, span([a, b, c, d, ...rest]) / 2);
  for (let t = 0.02; broad && t < 0.9 && distance(a, way[0]) < head; t += 0.02) {
    const [ab, bc, cd] = [between(a, b, t), between(b, c, t), between(c, d, t)];
    const [abc, bcd] = [between(ab, bc, t), between(bc, cd, t)];
    way = [between(abc, bcd, t), bcd, cd, d];
  }
  const [[x, y], ...on] = [...way, ...rest];
  const half = (1 + 0.7 * broad) / distance(a, [x, y]);
  const [u, v] = [(a[1] - y) * half, (x - a[0]) * half];
  const corners = broad ? [a, [x + u, y + v], [x - u, y - v]] : [];
  group.querySelector("polygon")?.setAttribute("points", corners.join(" "));
  group.querySelector("path")?.setAttribute("d", `M${x},${y}C${on.join(" ")}`);
}

/** Where a part of a drawing is in it. @param {Element} one */
const extent = (one) => DOMRect.fromRect(/** @type {SVGGElement} */ (one).getBBox());

/** What is around all of them. @param {Sides[]} all */
function bounds(all) {
  const [x, y] = [Math.min(...all.map(({ left }) => left)), Math.min(...all.map(({ top }) => top))];
  const width = Math.max(...all.map(({ right }) => right)) - x;
  return new DOMRect(x, y, width, Math.max(...all.map(({ bottom }) => bottom)) - y);
}

class Sheet {
  /** @param {SVGSVGElement} svg @param {GraphNode[]} nodes */
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
    /** @type {Map<SVGGElement, Point[]>} */
    this.ways = new Map();
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
      if (to) this.ways.set(group, course(group));
      if (!to && from.endsWith("op")) {
        this.ovals[i] = group;
      } else if (to && !to.endsWith("op")) {
        this.arrows[i] = group;
      } else if (to) {
        const slot = this.nodes[i].inputs.indexOf(Number(from.slice(1)), slots[name]);
        slots[name] = slot + 1; // a · a has two edges, one for each slot
        const [start, ...on] = this.ways.get(group) ?? [];
        const d = `M${start}C${on.join(" ")}`;
        group.append(drawn("path", { class: "hit", d, fill: "none" })); // what a finger can hit
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

  /** Show what is known.
      @param {State} state
      @param {State} [before] whose numbers are shown, while those of `state` are on their way */
  show(state, before = state) {
    const { known, grads, current } = state;
    this.boxes.forEach((group, i) => {
      const { name, data } = this.nodes[i];
      const graded = grads[i] !== undefined;
      this.write(i, "data", before.known.has(i) ? data : undefined);
      this.write(i, "grad", before.grads[i]);
      const shown = known.has(i) ? number(data) : say("not yet known");
      const label = told(name, shown, graded ? number(grads[i]) : "");
      group.setAttribute("aria-label", label);
    });
    for (const groups of [this.boxes, this.ovals, this.arrows]) {
      for (const [i, group] of Object.entries(groups)) {
        group.classList.toggle("pending", !known.has(Number(i)));
        group.classList.toggle("visiting", current.includes(Number(i)));
      }
    }
    for (const [i, group] of Object.entries(this.arrows)) {
      const given = before.given.find(({ user }) => user === Number(i));
      this.carry(group, given?.upstream, state, current.includes(Number(i)), false);
    }
    for (const { user, slot, group } of this.edges) {
      const given = before.given.find((gift) => gift.user === user && gift.slot === slot);
      this.carry(group, given?.amount, state, current.includes(user));
      group.classList.toggle("pending", !known.has(user));
    }
  }

  /** An edge is as broad as what it carried is large, and on the way back it points to its input.
      @param {SVGGElement} group @param {number | undefined} carried @param {State} state
      @param {boolean} current @param {boolean} [headed] */
  carry(group, carried, { visiting, largest }, current, headed = true) {
    const [given, carrying] = [carried !== undefined, visiting && current];
    const size = Math.abs(carried ?? Number.NaN);
    const zero = size < NOTHING;
    const way = this.ways.get(group) ?? [];
    const share = (BROAD - THIN) * (size / largest || 0);
    const broad = Math.max(Math.min(THIN + share, STOUT * span(way)), THIN);
    for (const [name, on] of Object.entries({ given, carrying, zero }))
      group.classList.toggle(name, on);
    group.style.setProperty("--broad", given && !zero ? String(broad) : "");
    if (given || carrying) point(group, way, headed && !zero ? broad : 0);
    else point(group, way.toReversed(), THIN);
  }

  /** Write the number of one half of a box, which ends where the box ends. What is too long is
      squeezed; what is not known leaves the half hollow.
      @param {number} i @param {"data" | "grad"} row @param {Data | undefined} data */
  write(i, row, data) {
    const line = this.boxes[i].querySelector(`[data-part="${row}"]`);
    const ground = this.boxes[i].querySelector(`[data-part="${row}-half"]`);
    if (!line || !ground) return;
    const text = data === undefined ? "" : number(data);
    ground.classList.toggle("hollow", !text);
    const word = this.boxes[i].querySelector(`[data-part="${row}-word"]`) ? WORD : 0;
    const room = Number(line.getAttribute("x")) - Number(ground.getAttribute("x")) - word - 6;
    line.textContent = text;
    if (row === "data") this.boxes[i].classList.toggle("full", text.length * CHARACTER > room - 3);
    line.removeAttribute("textLength");
    if (text.length * CHARACTER <= room) return;
    line.setAttribute("textLength", String(room));
    line.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
}

/** The boxes and edges of a drawing, of which those that have a role are within reach, are one stop
    in the order of Tab: the last that had the focus. Up and Down go through them.
    @param {SVGSVGElement} svg */
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

/** Bring parts into what of their drawing is on the screen, clear of its fade: the first of them, and
    of the others as many as fit. The page itself stays where it is.
    @param {Element[]} parts @param {ScrollBehavior} [behavior] */
function reveal(parts, behavior) {
  const frame = parts[0]?.closest(".scroll");
  if (!frame) return;
  const { left, right, top, bottom } = frame.getBoundingClientRect();
  const head = document.querySelector(".md-header")?.getBoundingClientRect().bottom ?? 0;
  const seen = { left, right, top: Math.max(top, head), bottom: Math.min(bottom, innerHeight) };
  if (seen.bottom - seen.top < parts[0].getBoundingClientRect().height + 2 * FADE)
    Object.assign(seen, { top, bottom }); // too little of it for a box
  const ends = /** @type {const} */ ([
    ["left", "right"],
    ["top", "bottom"],
  ]);
  const by = { left: 0, top: 0 };
  for (const [start, end] of ends) {
    const all = parts.map((part) => part.getBoundingClientRect());
    let [from, to] = [all[0][start], all[0][end]];
    for (const one of all) {
      const [least, most] = [Math.min(from, one[start]), Math.max(to, one[end])];
      if (most - least <= seen[end] - seen[start] - 2 * FADE) [from, to] = [least, most];
    }
    if (from < seen[start] + FADE || to > seen[end] - FADE)
      by[start] = (from + to - seen[start] - seen[end]) / 2;
  }
  frame.scrollBy({ ...by, behavior });
}

/** What a box says, to who listens.
    @param {string} name @param {string} data
    @param {string} grad nothing where it is not known */
function told(name, data, grad) {
  const words = grad
    ? say("{name}: data {data}, grad {grad}", { name, data, grad })
    : say("{name}: data {data}", { name, data });
  return words.replace(/^: /, "");
}

module.exports = { CHARACTER, FADE, Sheet, bounds, extent, rove, reveal, still, told };
