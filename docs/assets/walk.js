"use strict";
/* <micrograd-walk>: a graph that the reader steps, forward to its data and backward to its
   gradients. The figure inside stands complete until the first step. */
(() => {
  const { forward, visit, number, formula, parse, element } = window.micrograd;
  const PHASES = {
    idle: "idle: everything is shown",
    forward: "forward: data is filled in, inputs first",
    ready: "ready: all data is known",
    backward: "backward: gradients are passed on, output first",
    done: "done: every gradient is known",
  };
  const DOT = "·";

  /* One preset: its nodes, its drawing, and where the reader stands in it. */
  class Preset {
    constructor(section) {
      this.section = section;
      this.name = section.dataset.name;
      Object.assign(this, JSON.parse(section.dataset.graph));
      this.original = this.nodes.map((node) => node.data);
      const inner = this.nodes.map((node, i) => i);
      this.filling = inner.filter((i) => !this.nodes[i].op).concat(inner.filter((i) => this.nodes[i].op));
      this.visits = inner.filter((i) => this.nodes[i].op).reverse();
      this.reset();
    }

    reset() {
      this.nodes.forEach((node, i) => (node.data = this.original[i]));
      forward(this.nodes);
      this.filled = 0;
      this.visited = -1; // -1: not seeded; 0: seeded; n: n visits made
    }

    get phase() {
      if (this.visited === this.visits.length) return "done";
      if (this.visited >= 0) return "backward";
      if (this.filled === this.filling.length) return "ready";
      return this.filled ? "forward" : "idle";
    }

    /* Gradients after so many visits, undefined where nothing has arrived, and the last visit. */
    gradients(visits = this.visited) {
      const grads = [];
      let gifts = [];
      if (!this.backward) return { grads, gifts };
      if (visits >= 0) grads[this.nodes.length - 1] = 1;
      for (const i of this.visits.slice(0, Math.max(visits, 0))) gifts = visit(this.nodes, grads, i);
      return { grads, gifts };
    }

    /* Whether every user of node i has passed on what it had. */
    complete(i) {
      const open = this.visits.slice(Math.max(this.visited, 0));
      return !open.some((user) => this.nodes[user].inputs.includes(i));
    }
  }

  class Walk extends HTMLElement {
    connectedCallback() {
      if (this.presets) return;
      this.presets = [...this.querySelectorAll(".preset")].map((section) => new Preset(section));
      this.preset = this.presets[0];
      this.build();
      this.presets.forEach((preset) => this.prepare(preset));
      this.show();
      this.addEventListener("keydown", (event) => this.key(event));
      this.printing = (event) => this.print(event.type === "beforeprint");
      addEventListener("beforeprint", this.printing);
      addEventListener("afterprint", this.printing);
    }

    disconnectedCallback() {
      this.pause();
      removeEventListener("beforeprint", this.printing);
      removeEventListener("afterprint", this.printing);
    }

    build() {
      const button = (text, action) =>
        element("button", { type: "button", onclick: () => this.act(text, action) }, text);
      this.buttons = {
        forward: button("Step forward", () => this.step(1)),
        back: button("Step backward", () => this.step(-1)),
        start: button("Start backward", () => this.start()),
        reset: button("Reset", () => this.reset()),
        play: button("Play", () => this.play()),
      };
      this.phaseLabel = element("p", { class: "phase" });
      this.status = element("p", { class: "status", role: "status" });
      this.leaves = element("div", { class: "leaves", role: "group", "aria-label": "Leaf values" });
      this.edgeLabel = element("p", { class: "edge-says", "aria-live": "polite" });
      const bar = element("div", { class: "bar", role: "group", "aria-label": "Walk the graph" });
      bar.append(...Object.values(this.buttons));
      if (this.presets.length > 1) {
        const menu = element("select", { onchange: () => this.choose(menu.selectedIndex) });
        menu.append(...this.presets.map((preset) => element("option", {}, preset.name)));
        bar.prepend(element("label", {}, "Graph ", menu));
      }
      this.prepend(bar, this.phaseLabel, this.status);
      this.append(this.leaves, this.edgeLabel);
      this.classList.add("live");
    }

    /* Find the parts of the drawing; make nodes and edges reachable by key and by finger. */
    prepare(preset) {
      const svg = preset.section.querySelector("svg");
      svg.setAttribute("role", "group");
      const count = {};
      preset.parts = preset.nodes.map(() => ({}));
      preset.edges = [];
      for (const group of svg.querySelectorAll("g[data-name]")) {
        const [from, to] = group.dataset.name.split("->");
        if (to === undefined) {
          const i = parseInt(from.slice(1), 10);
          if (from.endsWith("op")) preset.parts[i].op = group;
          else this.prepareNode(preset, i, group);
        } else if (to.endsWith("op")) {
          const user = parseInt(to.slice(1), 10);
          const input = parseInt(from.slice(1), 10);
          const seen = (count[group.dataset.name] = (count[group.dataset.name] ?? -1) + 1);
          const slots = preset.nodes[user].inputs.map((i, k) => (i === input ? k : -1));
          this.prepareEdge(preset, user, slots.filter((k) => k >= 0)[seen], group);
        } else {
          preset.parts[parseInt(to.slice(1), 10)].arrow = group;
        }
      }
      const stops = [...svg.querySelectorAll("[role=button], [role=img]")];
      stops.forEach((stop, i) => stop.setAttribute("tabindex", i ? "-1" : "0"));
      preset.stops = stops;
      for (const part of preset.section.querySelectorAll(".formulas [data-node]")) {
        this.link(part, preset, parseInt(part.dataset.node.slice(1), 10));
      }
    }

    prepareNode(preset, i, group) {
      const rows = (kind) =>
        [...group.querySelectorAll("text")].filter((text) => (text.getAttribute("fill") || "").includes(kind));
      Object.assign(preset.parts[i], { box: group, data: rows("--data")[1], grad: rows("--grad")[1] });
      group.setAttribute("role", "img");
      this.link(group, preset, i);
      this.linkLine(preset, i);
    }

    prepareEdge(preset, user, slot, group) {
      const hit = group.querySelector("path").cloneNode();
      hit.setAttribute("class", "hit");
      group.append(hit);
      group.setAttribute("role", "button");
      const edge = { user, slot, group };
      preset.edges.push(edge);
      const choose = () => this.chooseEdge(preset, edge);
      group.addEventListener("click", choose);
      group.addEventListener("focus", choose);
    }

    /* Pointing at a node, at its line of code or at its part of the formula lights all three. */
    link(part, preset, i) {
      for (const type of ["pointerover", "focus"]) {
        part.addEventListener(type, (event) => (event.stopPropagation(), this.light(preset, i)));
      }
      for (const type of ["pointerout", "blur"]) {
        part.addEventListener(type, () => this.light(preset, null));
      }
    }

    lines(node) {
      return node.line ? document.querySelectorAll(`.line[data-line="${node.line}"]`) : [];
    }

    linkLine(preset, i) {
      const node = preset.nodes[i];
      if (!node.label && node.op === undefined) return;
      for (const line of this.lines(node)) {
        line.addEventListener("pointerenter", () => this.light(preset, i, true));
        line.addEventListener("pointerleave", () => this.light(preset, null));
      }
    }

    light(preset, i, more = false) {
      if (!more) document.querySelectorAll(".lit").forEach((lit) => lit.classList.remove("lit"));
      if (i === null) return;
      preset.parts[i].box.classList.add("lit");
      preset.section.querySelectorAll(`.formulas [data-node="n${i}"]`).forEach((part) => part.classList.add("lit"));
      this.lines(preset.nodes[i]).forEach((line) => line.classList.add("lit"));
    }

    // What the reader does

    act(text, action) {
      if (text !== "Play") this.pause();
      action();
    }

    key(event) {
      if (event.target.matches("input, select") || event.altKey || event.ctrlKey || event.metaKey) return;
      const moves = { ArrowRight: () => this.step(1), ArrowLeft: () => this.step(-1) };
      if (moves[event.key]) {
        event.preventDefault();
        this.act("step", moves[event.key]);
      }
      const at = this.preset.stops.indexOf(event.target);
      if (at < 0) return;
      const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
      if (to !== undefined) {
        event.preventDefault();
        const next = this.preset.stops[(to + this.preset.stops.length) % this.preset.stops.length];
        event.target.setAttribute("tabindex", "-1");
        next.setAttribute("tabindex", "0");
        next.focus();
      }
      if ((event.key === "Enter" || event.key === " ") && event.target.matches("[role=button]")) {
        event.preventDefault();
        event.target.dispatchEvent(new Event("click"));
      }
    }

    /* To the right: fill one more, or take a visit back. To the left: visit, or take back. */
    step(direction) {
      const p = this.preset;
      if (p.visited >= 0) {
        p.visited = Math.min(p.visited - direction, p.visits.length);
      } else if (direction > 0 && p.phase === "ready") {
        return this.show(p.backward ? "All data is known. Choose Start backward to go on." : undefined);
      } else {
        p.filled = Math.max(0, p.filled + direction);
      }
      this.show();
    }

    start() {
      if (this.preset.phase === "ready") this.preset.visited = 0;
      else if (this.preset.visited < 0) return this.show("First fill in all data: choose Step forward.");
      this.show();
    }

    reset() {
      this.preset.reset();
      this.chosen = null;
      this.leaves.querySelectorAll("input").forEach((input) => input.removeAttribute("aria-invalid"));
      this.show();
    }

    choose(index) {
      this.pause();
      this.preset = this.presets[index];
      this.chosen = null;
      this.show();
    }

    play() {
      if (this.timer) return this.pause();
      if (this.preset.phase === "done") this.preset.reset();
      const tick = () => {
        const { phase, backward } = this.preset;
        if (phase === "ready" && backward) this.start();
        else this.step(phase === "backward" ? -1 : 1);
        if (this.preset.phase === "done" || (this.preset.phase === "ready" && !backward)) this.pause();
      };
      this.timer = setInterval(tick, 1100);
      this.buttons.play.textContent = "Pause";
      tick();
    }

    pause() {
      clearInterval(this.timer);
      this.timer = null;
      if (this.buttons) this.buttons.play.textContent = "Play";
    }

    edit(i, input) {
      const node = this.preset.nodes[i];
      const value = parse(input.value);
      const old = node.data;
      let fault = Number.isNaN(value) ? "needs a number, such as −3 or 0.5" : "";
      if (!fault) {
        node.data = value;
        forward(this.preset.nodes);
        const burst = this.preset.nodes.find((n) => ![n.data, ...(n.slopes || [])].every(Number.isFinite));
        if (burst) fault = `cannot be ${number(value)}: ${burst.name} would not be a finite number`;
      }
      if (fault) {
        node.data = old;
        forward(this.preset.nodes);
      }
      input.value = number(node.data);
      input.setAttribute("aria-invalid", String(Boolean(fault)));
      this.show(fault ? `${node.name} ${fault}. It keeps ${number(old)}.` : `${node.name} is now ${number(value)}. Everything that depends on it follows.`);
    }

    chooseEdge(preset, edge) {
      this.chosen = edge;
      this.show(null);
    }

    // What the reader sees

    show(said) {
      const p = this.preset;
      this.presets.forEach((preset) => (preset.section.hidden = preset !== p));
      const { grads, gifts } = p.gradients();
      const whole = p.phase === "idle";
      const full = whole ? p.gradients(p.visits.length).grads : grads;
      const known = new Set(whole ? p.filling : p.filling.slice(0, p.filled));
      const visiting = p.visited > 0 ? p.visits[p.visited - 1] : p.visited === 0 ? p.nodes.length - 1 : null;
      const filling = p.visited < 0 && p.filled && !whole ? p.filling[p.filled - 1] : null;
      p.nodes.forEach((node, i) => {
        const { box, op, arrow, data, grad } = p.parts[i];
        const has = known.has(i);
        if (data) data.textContent = has ? number(node.data) : DOT;
        if (grad) grad.textContent = full[i] === undefined ? DOT : number(full[i]);
        const state = {
          pending: !has,
          ungraded: full[i] === undefined,
          visiting: i === visiting || i === filling,
          finished: whole || (full[i] !== undefined && p.complete(i)),
        };
        for (const [name, on] of Object.entries(state)) box.classList.toggle(name, on);
        [op, arrow].forEach((part) => part && part.classList.toggle("pending", !has));
        if (op) op.classList.toggle("visiting", state.visiting);
        const says = full[i] === undefined ? "" : `, grad ${number(full[i])}`;
        box.setAttribute("aria-label", `${node.name}: data ${has ? number(node.data) : "not yet known"}${says}`);
      });
      for (const edge of p.edges) {
        const { from, to, text } = this.describe(edge, full);
        edge.group.setAttribute("aria-label", `${from} to ${to}: ${text}`);
        edge.group.classList.toggle("chosen", edge === this.chosen);
        edge.group.setAttribute("aria-pressed", String(edge === this.chosen));
        edge.group.classList.toggle("carrying", p.visited > 0 && edge.user === visiting);
        edge.group.classList.toggle("pending", !known.has(edge.user));
      }
      this.phaseLabel.textContent = `Phase ${PHASES[p.phase]}.`;
      this.phaseLabel.dataset.phase = p.phase;
      if (said !== null) this.status.textContent = said || this.sentence(p, grads, gifts, visiting, filling);
      this.edgeLabel.textContent = this.chosen ? this.edgeSentence(this.chosen, full) : "";
      const able = {
        forward: p.visited >= 0 || p.filled < p.filling.length,
        back: p.visited >= 0 ? p.visited < p.visits.length : p.filled > 0,
        start: p.backward && p.phase === "ready",
        reset: true,
        play: true,
      };
      for (const [name, on] of Object.entries(able)) this.buttons[name].setAttribute("aria-disabled", String(!on));
      this.buttons.start.hidden = !p.backward;
      this.showLeaves();
      this.showTable();
    }

    /* The table of all numbers, for the leaves as they are. */
    showTable() {
      const p = this.preset;
      const { grads } = p.gradients(p.visits.length);
      p.section.querySelectorAll(".numbers tbody tr").forEach((row, i) => {
        const { data, inputs, slopes } = p.nodes[i];
        const [, , dataCell, localCell, gradCell] = row.cells;
        dataCell.textContent = number(data);
        if (!p.backward) return;
        gradCell.textContent = number(grads[i]);
        if (slopes) localCell.textContent = inputs.map((j, k) => `to ${p.nodes[j].name}: ${number(slopes[k])}`).join("; ");
      });
    }

    showLeaves() {
      const p = this.preset;
      if (this.leaves.dataset.preset !== p.name) {
        this.leaves.dataset.preset = p.name;
        const inputs = p.nodes.flatMap((node, i) => {
          if (node.op || !node.label) return [];
          const input = element("input", { type: "text", inputmode: "decimal", size: 7, autocomplete: "off", onchange: () => this.edit(i, input) });
          input.node = node;
          return [element("label", {}, `${node.label} = `, input)];
        });
        this.leaves.replaceChildren(...inputs);
      }
      for (const input of this.leaves.querySelectorAll("input")) {
        if (input !== document.activeElement || !input.value) input.value = number(input.node.data);
      }
    }

    sentence(p, grads, gifts, visiting, filling) {
      const name = (i) => p.nodes[i].name;
      if (p.phase === "idle") return "The finished graph. Step forward to begin with an empty one.";
      if (filling !== null) return this.fillSentence(p, filling) + (p.phase === "ready" ? " All data is known." : "");
      if (p.visited === 0) return `Seed: the gradient of ${name(visiting)} is 1.0, for a value changes as fast as itself.`;
      const received = gifts.map(({ to, slope, amount, before }) => {
        const sum = before ? `, added to ${number(before)} makes ${number(before + amount)}` : "";
        return `${name(to)} gets ${number(grads[visiting])} × ${number(slope)} = ${number(amount)}${sum}`;
      });
      const end = p.phase === "done" ? " Every gradient is known." : "";
      return `Visit ${name(visiting)}, whose gradient is ${number(grads[visiting])}: ${received.join("; ")}.${end}`;
    }

    fillSentence(p, i) {
      const node = p.nodes[i];
      if (!node.op) return node.label ? `${node.name} is given: ${number(node.data)}.` : `The constant ${number(node.data)} is given.`;
      const parts = node.inputs.map((j) => number(p.nodes[j].data));
      const signs = { "+": " + ", "-": " − ", "*": " × ", "/": " / " };
      const made = signs[node.op] ? parts.join(signs[node.op]) : node.op.startsWith("**") ? `${parts[0]} to the power ${node.op.slice(2)}` : `${node.op} of ${parts[0]}`;
      return `${node.name}: ${made} = ${number(node.data)}.`;
    }

    describe(edge, grads) {
      const { nodes } = this.presetOf(edge);
      const user = nodes[edge.user];
      const input = nodes[user.inputs[edge.slot]];
      const slope = user.slopes[edge.slot];
      const words = formula(nodes, edge.user, edge.slot);
      const value = number(slope);
      const text = `local derivative ${words}${words.replace("−", "-") === value || `${words}.0` === value ? "" : ` = ${value}`}`;
      return { from: input.name, to: user.name, text, slope, grad: grads[edge.user] };
    }

    edgeSentence(edge, grads) {
      const { from, to, text, slope, grad } = this.describe(edge, grads);
      const p = this.presetOf(edge);
      const done = p.phase === "idle" || p.visits.indexOf(edge.user) < p.visited;
      const carries = grad !== undefined && (done || p.complete(edge.user))
        ? `It ${done ? "carries" : "will carry"} ${number(grad)} × ${number(slope)} = ${number(grad * slope)} to ${from}.`
        : `It will carry the gradient of ${to} times ${number(slope)} to ${from}.`;
      return p.backward ? `From ${from} to ${to}: ${text}. ${carries}` : `From ${from} to ${to}: ${text}.`;
    }

    presetOf(edge) {
      return this.presets.find((preset) => preset.edges.includes(edge));
    }

    /* On paper the figure is complete. */
    print(now) {
      if (now) {
        this.kept = [this.preset.filled, this.preset.visited];
        [this.preset.filled, this.preset.visited] = [0, -1];
      } else {
        [this.preset.filled, this.preset.visited] = this.kept;
      }
      this.show();
    }
  }

  customElements.define("micrograd-walk", Walk);
})();
