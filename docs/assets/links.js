"use strict";
/* Pointing at or focusing a node lights its line of code and its part of the formula, and the
   other way round. */
(() => {
  class Links {
    /* section: a preset, with its drawing and its formulas; nodes: with the lines that made them. */
    constructor(section, nodes) {
      Object.assign(this, { section, nodes });
      for (const part of section.querySelectorAll("svg .node[data-name], .formulas [data-node]")) {
        const i = parseInt((part.dataset.node || part.dataset.name).slice(1), 10);
        if (part.dataset.name?.endsWith("op")) continue;
        this.on(part, ["pointerover", "focus"], ["pointerout", "blur"], [i]);
      }
      const made = new Map();
      nodes.forEach(({ line }, i) => line && made.set(line, [...(made.get(line) || []), i]));
      for (const [line, places] of made) {
        for (const code of this.lines(line)) this.on(code, ["pointerenter"], ["pointerleave"], places);
      }
    }

    on(part, enter, leave, places) {
      for (const type of enter) {
        part.addEventListener(type, (event) => (event.stopPropagation(), this.light(places)));
      }
      for (const type of leave) part.addEventListener(type, () => this.darken());
    }

    lines(line) {
      return line ? document.querySelectorAll(`.line[data-line="${line}"]`) : [];
    }

    darken() {
      document.querySelectorAll(".lit").forEach((lit) => lit.classList.remove("lit"));
    }

    light(places) {
      for (const i of places) {
        const parts = this.section.querySelectorAll(`svg [data-name="n${i}"], .formulas [data-node="n${i}"]`);
        for (const part of [...parts, ...this.lines(this.nodes[i].line)]) part.classList.add("lit");
      }
    }
  }

  window.micrograd.Links = Links;
})();
