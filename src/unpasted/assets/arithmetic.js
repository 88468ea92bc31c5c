/* The arithmetic of a visit, drawn: the local derivative stands on each edge, and what it makes of
   the gradient slides along the edge and comes to rest at the foot of the box that gets it. */

const { number, factor } = require("./numbers.js");
const SVG = "http://www.w3.org/2000/svg";
const { character: CHARACTER } = unpasted.figures;
const HEIGHT = 15;
const SLIDE = 700; // milliseconds
const still = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 */
function draw(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/**
 * A text on paper of its own, whose middle is the origin.
 * @param {string} text
 * @param {string} kind
 */
function chip(text, kind) {
  const width = (text.length + 1) * CHARACTER;
  const frame = { x: -width / 2, y: -HEIGHT / 2, width, height: HEIGHT, rx: HEIGHT / 2 };
  const words = draw("text", { "text-anchor": "middle", y: 3.6 }, text);
  return draw("g", { class: `chip ${kind}`, "aria-hidden": "true" }, draw("rect", frame), words);
}

/**
 * Points of an edge, from the operation to the input.
 * @param {Edge} edge
 */
function course({ group }) {
  const path = /** @type {SVGPathElement} */ (group.querySelector("path:not(.hit)"));
  const length = path.getTotalLength();
  return [1, 0.75, 0.5, 0.25, 0].map((part) => path.getPointAtLength(part * length));
}

/** @param {{ x: number, y: number }} point */
const at = ({ x, y }) => `translate(${x}px, ${y}px)`;

class Arithmetic {
  /** @param {Sheet} sheet */
  constructor(sheet) {
    this.sheet = sheet;
    this.layer = draw("g", { class: "arithmetic" });
    (sheet.svg.querySelector("g") ?? sheet.svg).append(this.layer);
  }

  clear() {
    this.layer.replaceChildren();
  }

  /**
   * Draw a visit.
   * @param {number} user who is visited
   * @param {Gift[]} gifts
   * @param {Data} upstream its gradient
   * @param {boolean} moves whether the chips slide
   */
  visit(user, gifts, upstream, moves) {
    const edges = this.sheet.edges.filter((edge) => edge.user === user);
    /** @type {Record<number, number>} */
    const landed = {};
    for (const edge of edges) {
      const { to, slope } = gifts[edge.slot];
      landed[to] = (landed[to] ?? 0) + 1;
      const made = chip(`${number(upstream)} × ${factor(slope)}`, "gift");
      const rest = this.foot(to, landed[to] - 1);
      this.put(made, rest);
      if (moves && !still.matches) {
        const stops = [...course(edge), rest].map((point) => ({ transform: at(point) }));
        made.animate(stops, { duration: SLIDE, easing: "ease-in-out" });
      }
    }
    this.slopes(edges); // over the chips
  }

  /**
   * A share that arrived too late to be passed on falls off its edge.
   * @param {number} user
   * @param {number} slot
   * @param {Data} amount
   * @param {boolean} moves
   */
  lose(user, slot, amount, moves) {
    const edge = this.sheet.edges.find((one) => one.user === user && one.slot === slot);
    if (!edge) return;
    const from = course(edge)[2];
    const rest = { x: from.x, y: from.y + 2 * HEIGHT };
    const made = chip(`lost ${number(amount)}`, "lost");
    this.put(made, rest);
    if (!moves || still.matches) return;
    const stops = [from, from, rest].map((point) => ({ transform: at(point) }));
    made.animate(stops, { duration: 2 * SLIDE, easing: "ease-in" });
  }

  /**
   * Words at the foot of a box.
   * @param {number} i
   * @param {string} text
   */
  label(i, text) {
    this.put(chip(text, "lost"), this.foot(i, 0));
  }

  /**
   * Each edge's local derivative beside it, away from the other edges.
   * @param {Edge[]} edges
   */
  slopes(edges) {
    const courses = edges.map(course);
    const middles = courses.map((points) => points[1]); // nearer to the operation
    const x = middles.reduce((sum, point) => sum + point.x, 0) / edges.length;
    const y = middles.reduce((sum, point) => sum + point.y, 0) / edges.length;
    edges.forEach(({ user, slot }, n) => {
      const text = factor(this.sheet.nodes[user].slopes[slot]);
      const [from, , to] = courses[n];
      const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
      const across = { x: -(to.y - from.y) / length, y: (to.x - from.x) / length };
      const away = across.x * (middles[n].x - x) + across.y * (middles[n].y - y);
      const side = away || across.x - across.y; // one edge alone: to the right of it, or above
      const far = Math.abs(across.x) * (text.length * 3.1 + 4) + Math.abs(across.y) * 9;
      const by = side < 0 ? -far : far;
      const place = { x: middles[n].x + across.x * by, y: middles[n].y + across.y * by + 3.5 };
      const attributes = { class: "slope", "text-anchor": "middle", "aria-hidden": "true" };
      this.put(draw("text", attributes, text), place);
    });
  }

  /**
   * @param {Element} made
   * @param {{ x: number, y: number }} point
   */
  put(made, point) {
    /** @type {SVGElement} */ (made).style.transform = at(point);
    this.layer.append(made);
  }

  /**
   * Where the nth chip rests that comes to a box.
   * @param {number} i
   * @param {number} nth
   */
  foot(i, nth) {
    const { x, y, width, height } = this.sheet.boxes[i].getBBox();
    return { x: x + width / 2, y: y + height + 2 + nth * (HEIGHT + 1) };
  }
}

module.exports = { Arithmetic };
