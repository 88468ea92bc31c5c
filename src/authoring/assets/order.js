"use strict";
/* <visit-order>: the reader places the order of visits, and sees what it gives. */
(() => {
  const { element, button } = authoring.elements;
  const { number, same } = authoring.numbers;
  const { read, visit } = authoring.operations;

  /**
   * Visit the nodes in an order. For each node: the gradient it passed on, its last one, and the
   * sizes of its contributions, by which rounding is judged.
   * @param {GraphNode[]} nodes
   * @param {number[]} order
   */
  function simulate(nodes, order) {
    const grads = nodes.map(() => 0);
    grads[nodes.length - 1] = 1;
    const sizes = [...grads];
    /** @type {number[]} */
    const passed = [];
    for (const i of order) {
      passed[i] = grads[i];
      for (const { to, amount } of visit(nodes, grads, i)) sizes[to] += Math.abs(amount);
    }
    return { grads, passed, sizes };
  }

  class Game {
    /** @param {HTMLElement} host */
    constructor(host) {
      this.nodes = read(host.dataset.graph ?? "").nodes;
      this.placed = this.nodes.flatMap(({ op, label }, i) => (op || label ? [i] : []));
      this.order = this.placed;
      this.right = simulate(this.nodes, this.placed.toReversed());
      this.dragged = -1;
      this.list = element("ol", {
        class: "placing",
        "aria-label": "Order of visits, first on top",
      });
      this.status = element("div", { class: "status", role: "status" });
      const run = button("Run this order", () => this.run());
      const reset = button("Reset", () => this.place(this.placed));
      host.append(this.list, element("div", { class: "bar" }, run, reset), this.status);
      host.append(...host.querySelectorAll(".numbers"));
      host.classList.add("live");
      this.place(this.placed);
    }

    /** @param {number} i */
    name(i) {
      return this.nodes[i].name;
    }

    /**
     * Show an order.
     * @param {number[]} order
     */
    place(order) {
      this.order = order;
      this.status.replaceChildren();
      this.list.replaceChildren(...order.map((i, at) => this.item(i, at)));
    }

    /**
     * @param {number} i
     * @param {number} at its place
     */
    item(i, at) {
      const up = this.mover(i, -1, at > 0);
      const down = this.mover(i, 1, at < this.order.length - 1);
      const item = element(
        "li",
        { draggable: "true" },
        element("span", {}, this.name(i)),
        up,
        down,
      );
      item.addEventListener("dragstart", ({ dataTransfer }) => {
        this.dragged = i; // nothing but a node of this game is placed in it
        if (!dataTransfer) return;
        dataTransfer.setData("text/plain", this.name(i)); // Firefox drags nothing without
        dataTransfer.effectAllowed = "move";
      });
      item.addEventListener("dragend", () => {
        this.dragged = -1;
      });
      item.addEventListener("dragover", (event) => {
        if (this.dragged >= 0) event.preventDefault();
      });
      item.addEventListener("drop", (event) => {
        if (this.dragged < 0) return;
        event.preventDefault();
        const others = this.order.filter((j) => j !== this.dragged);
        if (this.dragged !== i) this.place(others.toSpliced(at, 0, this.dragged));
      });
      item.addEventListener("keydown", (event) => {
        const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
        if (!by) return;
        event.preventDefault();
        this.move(i, by);
      });
      return item;
    }

    /**
     * A button that moves a node.
     * @param {number} i
     * @param {number} by
     * @param {boolean} can
     */
    mover(i, by, can) {
      const made = button(by < 0 ? "↑" : "↓", () => this.move(i, by));
      made.dataset.by = String(by);
      made.setAttribute("aria-label", `Move ${this.name(i)} ${by < 0 ? "up" : "down"}`);
      made.setAttribute("aria-disabled", String(!can));
      return made;
    }

    /**
     * Move a node by one place; the focus stays with it.
     * @param {number} i
     * @param {number} by
     */
    move(i, by) {
      const at = this.order.indexOf(i);
      if (at + by < 0 || at + by >= this.order.length) return;
      this.place(this.order.with(at, this.order[at + by]).with(at + by, i));
      const item = this.list.children[at + by];
      /** @type {NodeListOf<HTMLElement>} */
      const buttons = item.querySelectorAll("button:not([aria-disabled=true])");
      const same = [...buttons].find((one) => one.dataset.by === String(by));
      (same ?? buttons[0]).focus();
      this.status.textContent = `${this.name(i)} is now number ${at + by + 1}.`;
    }

    // What an order gives

    run() {
      const result = simulate(this.nodes, this.order);
      const { right, placed } = this;
      const found = (/** @type {number} */ i) => number(result.grads[i]);
      const wanted = (/** @type {number} */ i) => number(right.grads[i]);
      const wrong = this.order.filter(
        (i) => !same(result.grads[i], right.grads[i], right.sizes[i]),
      );
      const told = wrong.includes(placed[0]) ? placed[0] : (wrong[0] ?? placed[0]);
      const verdict = wrong.length
        ? `Wrong order. The gradient of ${this.name(told)} came out as ${found(told)}; the right one is ${wanted(told)}.`
        : `Right order. The gradient of ${this.name(told)} is ${found(told)}.`;
      const others = wrong
        .filter((i) => i !== told)
        .map((i) => `${this.name(i)} has ${found(i)} in place of ${wanted(i)}`);
      const lines = this.faults(result);
      if (others.length) lines.push(`Also: ${others.join("; ")}.`);
      this.status.replaceChildren(
        element("p", { class: wrong.length ? "wrong" : "right" }, verdict),
        element("ul", {}, ...lines.map((line) => element("li", {}, line))),
      );
    }

    /**
     * What went wrong: who passed on too little, along which arrow, and how much was lost.
     * @param {ReturnType<typeof simulate>} result
     */
    faults(result) {
      return this.order.flatMap((i, at) => {
        const late = this.order
          .slice(at + 1)
          .filter((user) => this.nodes[user].inputs.includes(i))
          .map((user) => this.name(user));
        return late.length ? [this.fault(i, late, result)] : [];
      });
    }

    /**
     * @param {number} i who was visited too early
     * @param {string[]} late the names of those who should have come before
     * @param {ReturnType<typeof simulate>} result
     */
    fault(i, late, { grads, passed, sizes }) {
      const { name, op, inputs, slopes } = this.nodes[i];
      const users = late.join(" and ");
      if (!op) {
        return `${name} was visited before ${users}; it is a leaf and passes nothing on, so nothing was lost there.`;
      }
      const early = `${name} was visited too early: before ${users}. It passed on ${number(passed[i])}; afterwards`;
      if (same(grads[i], passed[i], sizes[i])) {
        return `${early} nothing more arrived, so nothing was lost.`;
      }
      const missing = grads[i] - passed[i];
      const lost = inputs
        .map((to, k) => ({ to, amount: missing * slopes[k] }))
        .filter(({ to, amount }) => amount && this.order.includes(to))
        .map(({ to, amount }) => {
          const path = `${late.join("/")} → ${name} → ${this.name(to)}`;
          return `${this.name(to)} lost ${number(amount)} on the path ${path}`;
        });
      const so = lost.length ? `, so ${lost.join(", and ")}` : "";
      return `${early} ${number(missing)} more arrived and was never passed on${so}.`;
    }
  }

  class VisitOrder extends HTMLElement {
    /** @type {Game | undefined} */
    game;

    connectedCallback() {
      this.game ??= new Game(this);
    }
  }

  customElements.define("visit-order", VisitOrder);
})();
