"use strict";
/* Pointing at or focusing a node lights its line of code and its part of the formula, and the
   other way round. */
(() => {
  /** @typedef {HTMLElement | SVGElement} Part */

  class Links {
    /**
     * @param {HTMLElement} section a preset, with its drawing and its formulas
     * @param {GraphNode[]} nodes
     */
    constructor(section, nodes) {
      this.section = section;
      this.nodes = nodes;
      /** @type {NodeListOf<Part>} */
      const parts = section.querySelectorAll("svg .node.value, .formulas [data-node]");
      for (const part of parts) {
        const name = part.dataset.node ?? part.dataset.name ?? "";
        this.on(part, [Number(name.slice(1))]);
      }
      for (const line of new Set(nodes.map((node) => node.line).filter(Boolean))) {
        const made = nodes.flatMap((node, i) => (node.line === line ? [i] : []));
        for (const code of this.lines(line)) {
          code.tabIndex = -1; // a finger has no pointer to rest: it chooses the line
          this.on(code, made);
        }
      }
    }

    /**
     * A part lights its nodes while it is pointed at or has the focus.
     * @param {Part} part
     * @param {number[]} places
     */
    on(part, places) {
      for (const type of ["pointerover", "focus", "relight"]) {
        part.addEventListener(type, ({ target }) => {
          const nearest = /** @type {Part} */ (target).closest("[data-node], [data-line], .node");
          if (nearest === part) this.light(places);
        });
      }
      for (const type of ["pointerout", "blur"]) part.addEventListener(type, () => this.darken());
    }

    /**
     * @param {number} line
     * @returns {Iterable<HTMLElement>}
     */
    lines(line) {
      return line ? document.querySelectorAll(`.line[data-line="${line}"]`) : [];
    }

    /* What has the focus stays lit when the pointer leaves another part. */
    darken() {
      for (const lit of document.querySelectorAll(".lit")) lit.classList.remove("lit");
      document.activeElement?.dispatchEvent(new Event("relight"));
    }

    /** @param {number[]} places */
    light(places) {
      for (const i of places) {
        const same = `svg [data-name="n${i}"], .formulas [data-node="n${i}"]`;
        const parts = [...this.section.querySelectorAll(same), ...this.lines(this.nodes[i].line)];
        for (const part of parts) part.classList.add("lit");
      }
    }
  }

  const links = { Links };
  if (typeof module === "undefined") authoring.links = links;
  else module.exports = links;
})();
