"use strict";
/* <micrograd-walk>: a graph that the reader steps. The figure inside stands complete until the
   first step. */
(() => {
  const { Walked, Links, words, number, parse, element } = window.micrograd;
  const DOT = "·";
  const PACE = 1100; // milliseconds a step, while it plays
  const CHARACTER = 6.62; // points: the width of one in the figures' font

  /* A row of a box: its name, and its number, which ends where the box ends. */
  function write([name, text] = [], words) {
    if (!text) return;
    const room = text.getAttribute("x") - name.getAttribute("x") - (name.textContent.length + 0.5) * CHARACTER;
    text.textContent = words;
    text.removeAttribute("textLength");
    if (words.length * CHARACTER <= room) return;
    text.setAttribute("textLength", room); // a long one is squeezed
    text.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }

  class Walk extends HTMLElement {
    connectedCallback() {
      if (!this.presets) {
        this.presets = [...this.querySelectorAll(".preset")].map((section) => this.prepare(section));
        this.preset = this.presets[0];
        this.build();
        this.addEventListener("keydown", (event) => this.key(event));
        this.addEventListener("focusin", (event) => this.stop(event.target));
        this.printing = (event) => this.print(event.type === "beforeprint");
        this.show();
      }
      addEventListener("beforeprint", this.printing);
      addEventListener("afterprint", this.printing);
    }

    disconnectedCallback() {
      this.pause();
      removeEventListener("beforeprint", this.printing);
      removeEventListener("afterprint", this.printing);
    }

    get walked() {
      return this.preset.walked;
    }

    build() {
      const button = (text, onclick) => element("button", { type: "button", onclick }, text);
      const stopped = (action) => () => (this.pause(), action());
      this.buttons = {
        forward: button("Step forward", stopped(() => this.step(1))),
        back: button("Step backward", stopped(() => this.step(-1))),
        start: button("Start backward", stopped(() => this.start())),
        reset: button("Reset", stopped(() => this.reset())),
        play: button("Play", () => (this.timer ? this.pause() : this.play())),
      };
      this.phase = element("p", { class: "phase" });
      this.status = element("p", { class: "status", role: "status" });
      this.leaves = element("div", { class: "leaves", role: "group", "aria-label": "Leaf values" });
      this.says = element("p", { class: "edge-says" }); // the edge's own label says it too
      const bar = element("div", { class: "bar", role: "group", "aria-label": "Walk the graph" });
      bar.append(...Object.values(this.buttons));
      if (this.presets.length > 1) {
        const menu = element("select", { onchange: stopped(() => this.choose(menu.selectedIndex)) });
        menu.append(...this.presets.map(({ section }) => element("option", {}, section.dataset.name)));
        bar.prepend(element("label", {}, "Graph ", menu));
      }
      this.prepend(bar, this.phase, this.status);
      this.append(this.leaves, this.says);
      this.classList.add("live");
    }

    /* The parts of a preset's drawing; nodes and edges within reach of keys and fingers. */
    prepare(section) {
      const walked = new Walked(JSON.parse(section.dataset.graph));
      const preset = { section, walked, boxes: [], pending: [], edges: [] };
      const slots = {};
      for (const group of section.querySelectorAll("svg g[data-name]")) {
        const [from, to] = group.dataset.name.split("->");
        const i = parseInt((to || from).slice(1), 10);
        if (to ? !to.endsWith("op") : from.endsWith("op")) {
          preset.pending.push({ i, group }); // an oval, or the arrow to its result
        } else if (to) {
          const input = parseInt(from.slice(1), 10);
          const slot = walked.nodes[i].inputs.indexOf(input, slots[group.dataset.name] ?? 0);
          slots[group.dataset.name] = slot + 1; // a · a has two edges, one for each slot
          preset.edges.push(this.prepareEdge({ preset, user: i, slot, group }));
        } else {
          const rows = (kind) => [...group.querySelectorAll(`text[fill*="--${kind}"]`)];
          preset.boxes[i] = { group, data: rows("data"), grad: rows("grad") };
          group.setAttribute("role", "img");
        }
      }
      const svg = section.querySelector("svg");
      svg.setAttribute("role", "group");
      preset.stops = [...svg.querySelectorAll("[role=button], [role=img]"), ...section.querySelectorAll(".equation")];
      preset.stops.forEach((stop, i) => stop.setAttribute("tabindex", i ? "-1" : "0"));
      new Links(section, walked.nodes);
      return preset;
    }

    prepareEdge(edge) {
      const hit = edge.group.querySelector("path").cloneNode();
      hit.setAttribute("class", "hit");
      edge.group.append(hit);
      edge.group.setAttribute("role", "button");
      for (const type of ["click", "focus"]) {
        edge.group.addEventListener(type, () => {
          this.chosen = edge;
          this.show(null);
        });
      }
      return edge;
    }

    // What the reader does

    key(event) {
      if (event.target.matches("input, select, summary, .scroll") || event.altKey || event.ctrlKey || event.metaKey) return;
      const stops = this.preset.stops;
      const at = stops.indexOf(event.target);
      const turn = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const to = at >= 0 && turn && stops.at((at + turn) % stops.length);
      const direction = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const press = [" ", "Enter"].includes(event.key) && event.target.matches("svg [role=button]");
      if (!to && !direction && !press) return;
      event.preventDefault();
      if (press) event.target.dispatchEvent(new Event("click"));
      if (direction) {
        this.pause();
        this.step(direction);
      }
      if (to) to.focus();
    }

    /* One stop of the drawing is in the order of Tab: the last that had the focus. */
    stop(target) {
      const { stops } = this.preset;
      if (stops.includes(target)) stops.forEach((one) => one.setAttribute("tabindex", one === target ? "0" : "-1"));
    }

    step(direction) {
      const { walked } = this;
      if (!walked.can(direction)) return this.show(words.stuck(walked));
      const undone = direction > 0 === walked.visited >= 0 && words.undone(walked);
      walked.step(direction);
      this.show(undone || undefined);
    }

    start() {
      if (this.walked.phase === "ready") this.walked.visited = 0;
      this.show(this.walked.visited < 0 ? "First fill in all data: choose Step forward." : undefined);
    }

    reset() {
      this.walked.reset();
      this.chosen = null;
      this.leaves.querySelectorAll("input").forEach((input) => input.removeAttribute("aria-invalid"));
      this.show();
    }

    choose(index) {
      this.preset = this.presets[index];
      this.chosen = null;
      this.show();
    }

    play() {
      const { walked } = this;
      if (walked.ended) walked.rewind();
      const tick = () => {
        if (walked.phase === "ready") this.start();
        else this.step(walked.phase === "backward" ? -1 : 1);
        if (walked.ended) this.pause();
      };
      this.timer = setInterval(tick, PACE);
      this.buttons.play.textContent = "Pause";
      tick();
    }

    pause() {
      clearInterval(this.timer);
      this.timer = null;
      if (this.buttons) this.buttons.play.textContent = "Play";
    }

    edit(i, input) {
      this.pause();
      const node = this.walked.nodes[i];
      const value = parse(input.value);
      let fault = Number.isNaN(value) && "needs a number, such as −3 or 0.5";
      const burst = !fault && this.walked.edit(i, value);
      if (burst) fault = `cannot be ${number(value)}: ${burst} would not be a finite number`;
      input.value = number(node.data);
      input.setAttribute("aria-invalid", String(Boolean(fault)));
      this.show(
        fault
          ? `${node.name} ${fault}. It keeps ${number(node.data)}.`
          : `${node.name} is now ${number(value)}. Everything that depends on it follows.`,
      );
    }

    // What the reader sees

    /* Show where the reader stands. Says `said`; nothing new for null; else the last step. */
    show(said) {
      for (const preset of this.presets) {
        preset.section.hidden = preset !== this.preset && !preset.walked.paper;
        if (!preset.section.hidden) this.draw(preset);
      }
      this.showButtons();
      this.showLeaves();
      this.phase.textContent = words.phase(this.walked);
      this.phase.dataset.phase = this.walked.phase;
      if (said !== null) this.status.textContent = said || words.step(this.walked);
      this.says.textContent = this.chosen ? `From ${words.edge(this.walked, this.chosen)}` : "";
    }

    draw(preset) {
      this.drawBoxes(preset);
      this.drawEdges(preset);
      this.drawTable(preset);
    }

    drawBoxes({ walked, boxes, pending }) {
      const { whole, grads, known } = walked.shown;
      const current = whole ? null : walked.current;
      boxes.forEach(({ group, data, grad }, i) => {
        const { name, data: x } = walked.nodes[i];
        const has = known.has(i);
        const graded = grads[i] !== undefined;
        write(data, has ? number(x) : DOT);
        write(grad, graded ? number(grads[i]) : DOT);
        const says = graded ? `, grad ${number(grads[i])}` : "";
        group.setAttribute("aria-label", `${name}: data ${has ? number(x) : "not yet known"}${says}`);
        group.classList.toggle("pending", !has);
        group.classList.toggle("ungraded", !graded);
        group.classList.toggle("visiting", i === current);
        group.classList.toggle("finished", whole || (graded && walked.complete(i)));
      });
      for (const { i, group } of pending) {
        group.classList.toggle("pending", !known.has(i));
        group.classList.toggle("visiting", i === current);
      }
      if (current !== null) this.reveal(boxes[current].group);
    }

    /* Bring a node into the part of a wide figure that shows. */
    reveal(group) {
      const frame = group.closest(".scroll");
      const [seen, box] = [frame.getBoundingClientRect(), group.getBoundingClientRect()];
      const off = box.left + box.width / 2 - (seen.left + seen.width / 2);
      if (frame.scrollWidth > frame.clientWidth) frame.scrollBy({ left: off });
    }

    drawEdges({ walked, edges }) {
      const { known } = walked.shown;
      for (const edge of edges) {
        const { group, user } = edge;
        group.setAttribute("aria-label", words.edge(walked, edge));
        group.setAttribute("aria-pressed", String(edge === this.chosen));
        group.classList.toggle("chosen", edge === this.chosen);
        group.classList.toggle("carrying", walked.visited > 0 && user === walked.current);
        group.classList.toggle("pending", !known.has(user));
      }
    }

    showButtons() {
      const { walked } = this;
      this.buttons.forward.setAttribute("aria-disabled", String(!walked.can(1)));
      this.buttons.back.setAttribute("aria-disabled", String(!walked.can(-1)));
      this.buttons.start.setAttribute("aria-disabled", String(!(walked.backward && walked.phase === "ready")));
      this.buttons.start.hidden = !walked.backward;
    }

    showLeaves() {
      const { preset } = this;
      if (this.leaves.preset !== preset) {
        this.leaves.preset = preset;
        const fields = this.walked.nodes.flatMap((node, i) => {
          if (node.op || !node.label) return [];
          const input = element("input", { type: "text", inputmode: "decimal", size: 7, autocomplete: "off", onchange: () => this.edit(i, input) });
          input.node = node;
          return [element("label", {}, `${node.label} = `, input)];
        });
        this.leaves.replaceChildren(...fields);
      }
      for (const input of this.leaves.querySelectorAll("input")) {
        if (input !== document.activeElement || !input.value) input.value = number(input.node.data);
      }
    }

    /* The table of all numbers, for the leaves as they are. */
    drawTable({ section, walked }) {
      const { nodes, visits, backward } = walked;
      const { grads } = walked.gradients(visits.length);
      section.querySelectorAll(".numbers tbody tr").forEach((row, i) => {
        const { data, inputs, slopes } = nodes[i];
        const [, , dataCell, localCell, gradCell] = row.cells;
        dataCell.textContent = number(data);
        if (!backward) return;
        gradCell.textContent = number(grads[i]);
        if (slopes) localCell.textContent = inputs.map((j, k) => `to ${nodes[j].name}: ${number(slopes[k])}`).join("; ");
      });
    }

    /* On paper every graph is complete. */
    print(now) {
      this.pause();
      this.presets.forEach(({ walked }) => (walked.paper = now));
      this.show(null);
    }
  }

  customElements.define("micrograd-walk", Walk);
})();
