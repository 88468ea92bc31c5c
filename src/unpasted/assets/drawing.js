/* A graph as its section of the page shows it at a position: its drawings, the code beside them,
   its steps in words, its table. */

const { element } = require("./elements.js");
const { number } = require("./numbers.js");
const { read } = require("./operations.js");
const { Walked } = require("./walked.js");
const { Sheet } = require("./sheet.js");
const { Arithmetic } = require("./arithmetic.js");
const { Links } = require("./links.js");
const words = require("./words.js");

class Drawing {
  /**
   * @param {HTMLElement} section a preset, or a game
   * @param {number[]} [order] of the visits
   */
  constructor(section, order) {
    this.section = section;
    this.walked = new Walked(read(section.dataset.graph ?? ""), order);
    const { nodes } = this.walked;
    const svgs = /** @type {NodeListOf<SVGSVGElement>} */ (
      section.querySelectorAll(".drawing svg")
    );
    this.sheets = [...svgs].map((svg) => new Sheet(svg, nodes));
    this.arithmetic = this.sheets.map((sheet) => new Arithmetic(sheet));
    this.links = new Links(section, nodes);
  }

  /**
   * What is known at a position.
   * @param {number} at
   * @returns {State}
   */
  state(at) {
    const { walked } = this;
    const visits = walked.visited(at);
    const { grads, gifts } = walked.gradients(visits);
    const visiting = walked.phase(at) === "backward";
    const end = at === walked.end;
    return {
      known: walked.known(at),
      grads,
      gifts: visiting ? gifts : [],
      current: walked.current(at),
      visiting,
      finished: (i) => end || (grads[i] !== undefined && walked.complete(i, visits)),
    };
  }

  /**
   * @param {number} at
   * @param {boolean} moves whether what is passed on is seen moving
   */
  show(at, moves) {
    const state = this.state(at);
    this.sheets.forEach((sheet, n) => {
      sheet.show(state);
      for (const edge of sheet.edges) {
        edge.group.setAttribute("aria-label", words.edge(this.walked, at, edge));
      }
      this.arithmetic[n].clear();
      if (state.visiting && sheet.seen) {
        const upstream = state.grads[state.current] ?? 0;
        this.arithmetic[n].visit(state.current, state.gifts, upstream, moves);
      }
    });
    this.links.mark(state.current);
    this.showTable();
  }

  /**
   * Tell which edge somebody points at or reaches.
   * @param {(edge: Edge) => void} tell
   */
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

  /**
   * Bring what a step changed into view.
   * @param {number} at
   * @param {number} foot how much of the screen's foot is covered
   */
  reveal(at, foot) {
    const { current, gifts } = this.state(at);
    const places = current < 0 ? [] : [current, ...gifts.map(({ to }) => to)];
    this.sheets.find((sheet) => sheet.seen)?.reveal(places, foot);
  }

  /**
   * The steps so far, to be read back.
   * @param {number} at
   */
  log(at) {
    const list = this.section.querySelector(".steps ol");
    const last = Math.min(at, this.walked.end - 1);
    const said = Array.from({ length: last }, (_, n) => words.step(this.walked, n + 1));
    list?.replaceChildren(...said.map((text) => element("li", {}, text)));
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
