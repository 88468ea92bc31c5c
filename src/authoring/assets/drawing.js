"use strict";
/* The drawing of a graph and the table below it: they show what is known where the reader stands. */
(() => {
  const { number } = authoring.numbers;
  const { read } = authoring.operations;
  const { Walked } = authoring.walked;
  const { Links } = authoring.links;
  const words = authoring.words;
  const DOT = "·";
  const CHARACTER = 6.62; // points: the width of one in the figures' font

  /**
   * Write the number of a row of a box, which ends where the box ends.
   * @param {SVGGElement} group
   * @param {"data" | "grad"} row
   * @param {string} text
   */
  function write(group, row, text) {
    const word = group.querySelector(`[data-part="${row}-word"]`);
    const number = group.querySelector(`[data-part="${row}"]`);
    if (!word?.textContent || !number) return;
    const width = Number(number.getAttribute("x")) - Number(word.getAttribute("x"));
    const room = width - (word.textContent.length + 0.5) * CHARACTER;
    number.textContent = text;
    number.removeAttribute("textLength");
    if (text.length * CHARACTER <= room) return;
    number.setAttribute("textLength", String(room)); // a long one is squeezed
    number.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }

  class Drawing {
    /**
     * @param {HTMLElement} section a preset: its drawing, its formulas, its table
     * @param {(edge: Edge) => void} choose what happens when the reader chooses an edge
     */
    constructor(section, choose) {
      this.section = section;
      this.walked = new Walked(read(section.dataset.graph ?? ""));
      /** @type {SVGGElement[]} */
      this.boxes = [];
      /** @type {Edge[]} */
      this.edges = [];
      /** @type {{ i: number, group: SVGGElement }[]} an oval, or the arrow to its result */
      this.results = [];
      this.find(choose);
      /** @type {NodeListOf<SVGElement | HTMLElement>} */
      const stops = section.querySelectorAll("svg g[role], .equation");
      this.stops = [...stops]; // what the arrow keys go through
      this.stop(this.stops[0]);
      section.querySelector("svg")?.setAttribute("role", "group");
      new Links(section, this.walked.nodes);
    }

    /**
     * The parts of the drawing: boxes and edges get a role, by which they are within reach.
     * @param {(edge: Edge) => void} choose
     */
    find(choose) {
      /** @type {Record<string, number>} */
      const slots = {};
      /** @type {NodeListOf<SVGGElement>} */
      const groups = this.section.querySelectorAll("svg g[data-name]");
      for (const group of groups) {
        const { name = "" } = group.dataset;
        const [from, to] = name.split("->");
        const i = Number.parseInt((to || from).slice(1), 10);
        if (to ? !to.endsWith("op") : from.endsWith("op")) {
          this.results.push({ i, group });
        } else if (to) {
          const input = Number(from.slice(1));
          const slot = this.walked.nodes[i].inputs.indexOf(input, slots[name]);
          slots[name] = slot + 1; // a · a has two edges, one for each slot
          this.edges.push(this.reachable({ user: i, slot, group }, choose));
        } else {
          this.boxes[i] = group;
          group.setAttribute("role", "img");
        }
      }
    }

    /**
     * An edge that a finger can hit.
     * @param {Edge} edge
     * @param {(edge: Edge) => void} choose
     */
    reachable(edge, choose) {
      const hit = /** @type {Element} */ (edge.group.querySelector("path")?.cloneNode());
      hit.setAttribute("class", "hit");
      edge.group.append(hit);
      edge.group.setAttribute("role", "button");
      for (const type of ["click", "focus"]) edge.group.addEventListener(type, () => choose(edge));
      return edge;
    }

    /**
     * One stop is in the order of Tab: the last that had the focus.
     * @param {EventTarget | null} target
     */
    stop(target) {
      if (!this.stops.some((one) => one === target)) return;
      for (const one of this.stops) one.setAttribute("tabindex", one === target ? "0" : "-1");
    }

    /**
     * Show what is known now.
     * @param {Edge | null} chosen
     */
    show(chosen) {
      this.showBoxes();
      this.showEdges(chosen);
      this.showTable();
    }

    showBoxes() {
      const { nodes, shown, current, backward } = this.walked;
      const { whole, grads, known } = shown;
      const visiting = whole ? -1 : current;
      this.boxes.forEach((group, i) => {
        const { name, data } = nodes[i];
        const has = known.has(i);
        const graded = grads[i] !== undefined;
        write(group, "data", has ? number(data) : DOT);
        write(group, "grad", graded ? number(grads[i]) : DOT);
        const says = `data ${has ? number(data) : "not yet known"}`;
        const more = graded ? `, grad ${number(grads[i])}` : "";
        group.setAttribute("aria-label", `${name}: ${says}${more}`);
        group.classList.toggle("ungraded", backward && !graded);
        group.classList.toggle("finished", whole || (graded && this.walked.complete(i)));
      });
      const groups = this.boxes.map((group, i) => ({ i, group }));
      for (const { i, group } of [...groups, ...this.results]) {
        group.classList.toggle("pending", !known.has(i));
        group.classList.toggle("visiting", i === visiting);
      }
      if (visiting >= 0) this.reveal(this.boxes[visiting]);
    }

    /**
     * Bring a node into the part of a wide figure that shows.
     * @param {SVGGElement} group
     */
    reveal(group) {
      const frame = group.closest(".scroll");
      if (!frame || frame.scrollWidth <= frame.clientWidth) return;
      const [seen, box] = [frame.getBoundingClientRect(), group.getBoundingClientRect()];
      frame.scrollBy({ left: box.left + box.width / 2 - (seen.left + seen.width / 2) });
    }

    /** @param {Edge | null} chosen */
    showEdges(chosen) {
      const { walked } = this;
      const { known } = walked.shown;
      for (const edge of this.edges) {
        const { group, user } = edge;
        group.setAttribute("aria-label", words.edge(walked, edge));
        group.setAttribute("aria-pressed", String(edge === chosen));
        group.classList.toggle("chosen", edge === chosen);
        group.classList.toggle("carrying", walked.visited > 0 && user === walked.current);
        group.classList.toggle("pending", !known.has(user));
      }
    }

    /* The table of all numbers, for the leaves as they are. */
    showTable() {
      const { nodes, visits, backward } = this.walked;
      const { grads } = this.walked.gradients(visits.length);
      /** @type {NodeListOf<HTMLTableRowElement>} */
      const rows = this.section.querySelectorAll(".numbers tbody tr");
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

  const drawing = { Drawing };
  if (typeof module === "undefined") authoring.drawing = drawing;
  else module.exports = drawing;
})();
