"use strict";
/* Pointing at or focusing a node lights its line of code and its part of the formula, and the
   other way round. */
(() => {
  class Links {
    /* section: a preset, with its drawing and its formulas; nodes: with the lines that made them. */
    constructor(section, nodes) {
      Object.assign(this, { section, nodes });
      for (const part of section.querySelectorAll("svg .node.value, .formulas [data-node]")) {
        const i = parseInt((part.dataset.node || part.dataset.name).slice(1), 10);
        this.on(part, [i]);
      }
      const made = new Map();
      nodes.forEach(({ line }, i) => line && made.set(line, [...(made.get(line) || []), i]));
      for (const [line, places] of made) {
        for (const code of this.lines(line)) {
          code.tabIndex = -1; // a finger has no pointer to rest: it chooses the line
          this.on(code, places);
        }
      }
    }

    /* A part lights its nodes while it is pointed at or has the focus. */
    on(part, places) {
      for (const type of ["pointerover", "focus", "relight"]) {
        part.addEventListener(type, (event) => {
          if (event.target.closest("[data-node], [data-line], .node") === part) this.light(places);
        });
      }
      for (const type of ["pointerout", "blur"]) part.addEventListener(type, () => this.darken());
    }

    lines(line) {
      return line ? document.querySelectorAll(`.line[data-line="${line}"]`) : [];
    }

    /* What has the focus stays lit when the pointer leaves another part. */
    darken() {
      document.querySelectorAll(".lit").forEach((lit) => lit.classList.remove("lit"));
      document.activeElement?.dispatchEvent(new Event("relight"));
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
