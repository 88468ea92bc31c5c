/* Pointing at or focusing a node lights the line of code that made it and its part of the formula
   beside the drawing, and the other way round. */

const { all } = require("./elements.js");

/** @typedef {HTMLElement | SVGElement} Part */

class Links {
  /**
   * @param {HTMLElement} section a preset, with its drawings, its code and its formulas
   * @param {GraphNode[]} nodes
   */
  constructor(section, nodes) {
    this.section = section;
    this.nodes = nodes;
    for (const part of all("svg .node.value, .formulas [data-node]", section)) {
      if (part.matches(".equation")) part.tabIndex = -1; // a finger has no pointer to rest
      const name = part.dataset.node ?? part.dataset.name ?? "";
      this.on(part, [Number(name.slice(1))]);
    }
    for (const line of all(".made [data-line]", section)) {
      const made = nodes.flatMap((node, i) => (String(node.line) === line.dataset.line ? [i] : []));
      line.tabIndex = -1;
      this.on(line, made);
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

  /* What has the focus stays lit when the pointer leaves another part. */
  darken() {
    for (const lit of this.section.querySelectorAll(".lit")) lit.classList.remove("lit");
    const focused = document.activeElement;
    if (this.section.contains(focused)) focused?.dispatchEvent(new Event("relight"));
  }

  /** @param {number[]} places */
  light(places) {
    for (const i of places) {
      const line = `.made [data-line="${this.nodes[i].line}"]`;
      const same = `svg [data-name="n${i}"], .formulas [data-node="n${i}"], ${line}`;
      for (const part of this.section.querySelectorAll(same)) part.classList.add("lit");
    }
  }

  /**
   * The lines that made the nodes of a step are marked.
   * @param {number[]} places
   */
  mark(places) {
    const lines = places.map((i) => String(this.nodes[i].line));
    for (const line of all(".made [data-line]", this.section)) {
      line.classList.toggle("now", lines.includes(line.dataset.line ?? ""));
    }
  }
}

module.exports = { Links };
