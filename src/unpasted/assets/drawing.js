/* A graph as its section of the page shows it at a position: its drawings, the code beside them,
   its steps in words, its table. */

const { all, element } = require("./elements.js");
const { number } = require("./numbers.js");
const { read } = require("./operations.js");
const { Walked } = require("./walked.js");
const { Sheet, still } = require("./sheet.js");
const { Arithmetic } = require("./arithmetic.js");
const { mark } = require("./lit.js");
const { Stage } = require("./stage.js");
const words = require("./words.js");

class Drawing {
  /** @param {HTMLElement} section a preset, or a game */
  constructor(section) {
    this.section = section;
    this.walked = new Walked(read(section.dataset.graph ?? ""));
    const { nodes } = this.walked;
    const svgs = /** @type {NodeListOf<SVGSVGElement>} */ (
      section.querySelectorAll(".drawing svg")
    );
    this.sheets = [...svgs].map((svg) => new Sheet(svg, nodes));
    this.arithmetic = this.sheets.map((sheet) => new Arithmetic(sheet));
    this.stage = new Stage(all(".drawing .scroll", section)[0]);
  }

  /** What is known at a position. @param {number} at @returns {State} */
  state(at) {
    const { walked } = this;
    const visits = walked.visited(at);
    const { grads, gifts, given } = walked.gradients(visits);
    const all = walked.gradients(walked.visits.length).given;
    const visiting = walked.phase(at) === "backward";
    return {
      known: walked.known(at),
      grads,
      gifts: visiting ? gifts : [],
      given,
      largest: Math.max(1, ...all.map(({ amount }) => Math.abs(amount))), // the seed is 1
      current: walked.current(at),
      computed:
        walked.phase(at) === "forward" ? walked.current(at).filter((i) => walked.nodes[i].op) : [],
      visiting,
    };
  }

  /** @param {number} at @param {boolean} moves whether numbers are seen on their way */
  show(at, moves) {
    const state = this.state(at);
    const seen = this.sheets.map((sheet) => sheet.seen); // asked after a change, each costs a layout
    this.sheets.forEach((sheet, n) => {
      const before = seen[n] && moves && !still.matches ? this.state(at - 1) : state;
      const arithmetic = this.arithmetic[n];
      arithmetic.clear();
      sheet.show(state, before);
      for (const edge of sheet.edges) {
        edge.group.setAttribute("aria-label", words.edge(this.walked, at, edge));
      }
      if (before !== state) arithmetic.play(state, () => sheet.show(state));
      else if (seen[n]) arithmetic.rest(state);
    });
    this.shown = this.sheets[seen.indexOf(true)];
    mark(this.section, state.current);
    this.showSteps(at);
    this.showTable();
  }

  /** Another layout may show now. @param {number} at */
  resize(at) {
    if (this.shown !== this.sheets.find((sheet) => sheet.seen)) this.show(at, false);
  }

  /** What an edge does, beside it. @param {number} at @param {Place | null} place */
  callout(at, place) {
    this.sheets.forEach((sheet, n) => {
      for (const edge of sheet.edges) {
        const chosen = edge.user === place?.user && edge.slot === place.slot;
        edge.group.classList.toggle("chosen", chosen);
        edge.group.setAttribute("aria-pressed", String(chosen));
        if (chosen && sheet.seen) {
          this.arithmetic[n].callout(edge, `× ${words.slope(this.walked, at, edge)}`);
        }
      }
      if (!place) this.arithmetic[n].callout();
    });
  }

  /** Tell which edge somebody points at or reaches. @param {(edge: Edge) => void} tell */
  pointed(tell) {
    for (const edge of this.sheets.flatMap(({ edges }) => edges)) {
      edge.group.addEventListener("click", () => tell(edge));
      edge.group.addEventListener("focus", () => tell(edge));
      edge.group.addEventListener("keydown", (event) => {
        if (![" ", "Enter"].includes(event.key)) return;
        event.preventDefault();
        tell(edge);
      });
    }
  }

  /** Draw a position, and bring what a step changed into view, inside the stage: first where it
      lands, then its way, then where it comes from.
      @param {number} at
      @param {boolean} now whether it shows yet
      @param {() => void} [draw] */
  reveal(at, now, draw) {
    const { current, gifts, computed } = this.state(at || 1); // a walk opens where it sets out
    const ends = gifts.map(({ to }) => to);
    const added = gifts
      .filter(({ to, before }) => before || ends.indexOf(to) !== ends.lastIndexOf(to))
      .map(({ to }) => to);
    const places = () => {
      const sheet = this.sheets.find(({ seen }) => seen);
      if (!sheet) return [];
      const from = (/** @type {number} */ i) =>
        computed.includes(i) ? this.walked.nodes[i].inputs : [];
      const lands = gifts.length ? ends : current.flatMap((i) => [i, ...from(i)]);
      const boxes = (/** @type {number[]} */ all) => all.flatMap((i) => sheet.boxes[i] ?? []);
      return [
        ...boxes([...added, ...lands]),
        ...sheet.svg.querySelectorAll(".chip.sum"),
        ...sheet.svg.querySelectorAll(".carrying, .op.visiting, .chip"),
        ...boxes(current),
      ];
    };
    this.stage.follows(places, now, draw);
  }

  /** The steps so far, to be read back. @param {number} at */
  showSteps(at) {
    const list = this.section.querySelector(".steps ol");
    if (!list) return;
    const length = Math.min(at + 1, this.walked.end);
    const said = Array.from({ length }, (_, n) => words.step(this.walked, n));
    list.replaceChildren(...said.map((text) => element("li", {}, text)));
  }

  /* The table of all numbers, for the leaves as they are. */
  showTable() {
    const { nodes, visits, backward } = this.walked;
    const { grads } = this.walked.gradients(visits.length);
    /** @type {NodeListOf<HTMLTableRowElement>} */
    const rows = this.section.querySelectorAll(".values tbody tr");
    rows.forEach((row, i) => {
      const { data, inputs, slopes } = nodes[i];
      const [, , dataCell, slopesCell, gradCell] = row.cells;
      dataCell.textContent = number(data);
      if (!backward) return;
      gradCell.textContent = number(grads[i]);
      const to = inputs.map((j, k) => `to ${nodes[j].name}: ${number(slopes[k])}`);
      if (to.length) slopesCell.textContent = to.join("; ");
    });
  }
}

module.exports = { Drawing };
