"use strict";
/* <graph-walk>: a graph that the reader steps. The figure inside stands complete until the first
   step. */
(() => {
  const { element, button } = authoring.elements;
  const { number, parse } = authoring.numbers;
  const { Drawing } = authoring.drawing;
  const words = authoring.words;
  const PACE = 1100; // milliseconds a step, while it plays

  class Walker {
    /** @param {HTMLElement} host */
    constructor(host) {
      /** @type {NodeListOf<HTMLElement>} */
      const sections = host.querySelectorAll(".preset");
      this.drawings = [...sections].map((one) => new Drawing(one, (edge) => this.point(edge)));
      this.drawing = this.drawings[0];
      /** @type {Edge | null} */
      this.chosen = null;
      this.timer = 0;

      this.buttons = {
        forward: this.stopping("Step forward", () => this.step(1)),
        back: this.stopping("Step backward", () => this.step(-1)),
        start: this.stopping("Start backward", () => this.start()),
        reset: this.stopping("Reset", () => this.reset()),
        play: button("Play", () => (this.timer ? this.pause() : this.play())),
      };
      this.phase = element("p", { class: "phase" });
      this.status = element("p", { class: "status", role: "status" });
      const group = { class: "leaves", role: "group", "aria-label": "Leaf values" };
      this.leaves = element("div", group);
      this.says = element("p", { class: "edge-says" }); // the edge's own label says it too
      const bar = element("div", { class: "bar", role: "group", "aria-label": "Walk the graph" });
      bar.append(...Object.values(this.buttons));
      if (this.drawings.length > 1) bar.prepend(this.menu());

      host.prepend(bar, this.phase, this.status);
      host.append(this.leaves, this.says);
      host.classList.add("live");
      host.addEventListener("keydown", (event) => this.key(event));
      host.addEventListener("focusin", (event) => this.drawing.stop(event.target));
      this.choose(0);
    }

    /**
     * A button that stops the playing first.
     * @param {string} text
     * @param {() => void} action
     */
    stopping(text, action) {
      return button(text, () => {
        this.pause();
        action();
      });
    }

    menu() {
      const names = this.drawings.map(({ section }) => section.dataset.name ?? "");
      const options = names.map((name) => element("option", {}, name));
      const onchange = () => {
        this.pause();
        this.choose(select.selectedIndex);
      };
      const select = element("select", { onchange }, ...options);
      return element("label", {}, "Graph ", select);
    }

    get walked() {
      return this.drawing.walked;
    }

    // What the reader does

    /** @param {KeyboardEvent} event */
    key(event) {
      const target = /** @type {HTMLElement} */ (event.target);
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (target.matches("input, select, summary, .scroll")) return;
      const { stops } = this.drawing;
      const at = stops.indexOf(target);
      const turn = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
      const to = at >= 0 && turn ? stops.at((at + turn) % stops.length) : null;
      const direction = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      const press = [" ", "Enter"].includes(event.key) && target.matches("svg [role=button]");
      if (!to && !direction && !press) return;
      event.preventDefault();
      if (press) target.dispatchEvent(new Event("click"));
      if (direction) {
        this.pause();
        this.step(direction);
      }
      to?.focus();
    }

    /** @param {Edge} edge */
    point(edge) {
      this.chosen = edge;
      this.show(null);
    }

    /** @param {number} direction 1 forward, -1 backward */
    step(direction) {
      const { walked } = this;
      if (!walked.can(direction)) return this.show(words.stuck(walked));
      const undoes = direction > 0 === walked.visited >= 0;
      const undone = undoes ? words.undone(walked) : "";
      walked.step(direction);
      this.show(undone || words.step(walked));
    }

    start() {
      if (this.walked.phase === "ready") this.walked.visited = 0;
      const early = this.walked.visited < 0;
      this.show(early ? "First fill in all data: choose Step forward." : words.step(this.walked));
    }

    reset() {
      this.walked.reset();
      this.chosen = null;
      for (const input of this.leaves.querySelectorAll("input")) {
        input.removeAttribute("aria-invalid");
      }
      this.show(words.step(this.walked));
    }

    /** @param {number} index */
    choose(index) {
      this.drawing = this.drawings[index];
      this.chosen = null;
      this.leaves.replaceChildren(...this.fields());
      this.show(words.step(this.walked));
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
      this.timer = 0;
      this.buttons.play.textContent = "Play";
    }

    /* A field for each leaf that has a name. */
    fields() {
      return this.walked.nodes.flatMap((node, i) => {
        if (node.op || !node.label) return [];
        const onchange = () => this.edit(i, input);
        const typed = { type: "text", inputmode: "decimal", size: 7, autocomplete: "off" };
        const input = element("input", { ...typed, "data-leaf": i, onchange });
        return [element("label", {}, `${node.label} = `, input)];
      });
    }

    /**
     * @param {number} i
     * @param {HTMLInputElement} input
     */
    edit(i, input) {
      this.pause();
      const node = this.walked.nodes[i];
      const value = parse(input.value);
      const fault = this.fault(i, value);
      input.value = number(node.data);
      input.setAttribute("aria-invalid", String(Boolean(fault)));
      this.show(
        fault
          ? `${node.name} ${fault}. It keeps ${number(node.data)}.`
          : `${node.name} is now ${number(value)}. Everything that depends on it follows.`,
      );
    }

    /**
     * Set a leaf; or say why it cannot be this.
     * @param {number} i
     * @param {number} value
     */
    fault(i, value) {
      if (Number.isNaN(value)) return "needs a number, such as −3 or 0.5";
      const burst = this.walked.edit(i, value);
      return burst && `cannot be ${number(value)}: ${burst} would not be a finite number`;
    }

    // What the reader sees

    /**
     * Show where the reader stands.
     * @param {string | null} said what the walker says of it; null: what it said before
     */
    show(said) {
      const { walked, chosen } = this;
      for (const drawing of this.drawings) {
        drawing.section.hidden = drawing !== this.drawing && !drawing.walked.paper;
        if (!drawing.section.hidden) drawing.show(chosen);
      }
      this.showButtons();
      this.showLeaves();
      this.phase.textContent = words.phase(walked);
      this.phase.dataset.phase = walked.phase;
      if (said !== null) this.status.textContent = said;
      this.says.textContent = chosen ? `From ${words.edge(walked, chosen)}` : "";
    }

    showButtons() {
      const { walked, buttons } = this;
      const starts = walked.backward && walked.phase === "ready";
      buttons.forward.setAttribute("aria-disabled", String(!walked.can(1)));
      buttons.back.setAttribute("aria-disabled", String(!walked.can(-1)));
      buttons.start.setAttribute("aria-disabled", String(!starts));
      buttons.start.hidden = !walked.backward;
    }

    showLeaves() {
      for (const input of this.leaves.querySelectorAll("input")) {
        const { data } = this.walked.nodes[Number(input.dataset.leaf)];
        if (input !== document.activeElement || !input.value) input.value = number(data);
      }
    }

    /**
     * On paper every graph is complete.
     * @param {boolean} now
     */
    print(now) {
      this.pause();
      for (const { walked } of this.drawings) walked.paper = now;
      this.show(null);
    }
  }

  class GraphWalk extends HTMLElement {
    /** @type {Walker | undefined} */
    walker;
    printing = (/** @type {Event} */ { type }) => this.walker?.print(type === "beforeprint");

    connectedCallback() {
      this.walker ??= new Walker(this);
      addEventListener("beforeprint", this.printing);
      addEventListener("afterprint", this.printing);
    }

    disconnectedCallback() {
      this.walker?.pause();
      removeEventListener("beforeprint", this.printing);
      removeEventListener("afterprint", this.printing);
    }
  }

  customElements.define("graph-walk", GraphWalk);
})();
