"use strict";
/* <micrograd-order>: the reader places the order of visits, and sees what it gives. */
(() => {
  const { forward, visit, number, same, element } = window.micrograd;

  /* Visit the nodes in an order. For each node: the gradient it passed on, its last one, and the
     sizes of its contributions, by which rounding is judged. */
  function simulate(nodes, order) {
    const grads = nodes.map(() => 0);
    grads[nodes.length - 1] = 1;
    const sizes = [...grads];
    const passed = [];
    for (const i of order) {
      passed[i] = grads[i];
      for (const { to, amount } of visit(nodes, grads, i)) sizes[to] += Math.abs(amount);
    }
    return { grads, passed, sizes };
  }

  class Order extends HTMLElement {
    connectedCallback() {
      if (this.nodes) return;
      this.nodes = forward(JSON.parse(this.dataset.graph).nodes);
      const placed = this.nodes.map((node, i) => i).filter((i) => this.nodes[i].op || this.nodes[i].label);
      this.first = placed[0];
      this.right = simulate(this.nodes, [...placed].reverse());
      this.order = placed;
      this.dragged = null;
      this.list = element("ol", { class: "placing", "aria-label": "Order of visits, first on top" });
      this.status = element("div", { class: "status", role: "status" });
      const run = element("button", { type: "button", onclick: () => this.run() }, "Run this order");
      const reset = element("button", { type: "button", onclick: () => this.place([...placed]) }, "Reset");
      this.append(this.list, element("div", { class: "bar" }, run, reset), this.status);
      this.append(this.querySelector(".numbers"));
      this.classList.add("live");
      this.place([...placed]);
    }

    name(i) {
      return this.nodes[i].name;
    }

    /* Show an order; keep the focus with the node that moved. */
    place(order, moved = null, button = null) {
      this.order = order;
      this.status.replaceChildren();
      this.list.replaceChildren(...order.map((i, at) => this.item(i, at)));
      if (moved === null) return;
      const item = this.list.children[order.indexOf(moved)];
      const wanted = item.querySelector(`[data-move="${button}"]:not([aria-disabled=true])`);
      (wanted || item.querySelector("button:not([aria-disabled=true])")).focus();
      this.status.textContent = `${this.name(moved)} is now number ${order.indexOf(moved) + 1}.`;
    }

    item(i, at) {
      const move = (by, word, sign) =>
        element(
          "button",
          {
            type: "button",
            "data-move": word,
            "aria-label": `Move ${this.name(i)} ${word}`,
            "aria-disabled": String(at + by < 0 || at + by >= this.order.length),
            onclick: () => this.move(i, by, word),
          },
          sign,
        );
      const item = element("li", { draggable: "true" }, element("span", {}, this.name(i)), move(-1, "up", "↑"), move(1, "down", "↓"));
      item.addEventListener("dragstart", (event) => {
        this.dragged = i; // nothing but a node of this game is placed in it
        event.dataTransfer.setData("text/plain", this.name(i)); // Firefox drags nothing without
        event.dataTransfer.effectAllowed = "move";
      });
      item.addEventListener("dragend", () => (this.dragged = null));
      item.addEventListener("dragover", (event) => this.dragged === null || event.preventDefault());
      item.addEventListener("drop", (event) => {
        if (this.dragged === null) return;
        event.preventDefault();
        const rest = this.order.filter((j) => j !== this.dragged);
        rest.splice(at, 0, this.dragged);
        if (this.dragged !== i) this.place(rest);
      });
      item.addEventListener("keydown", (event) => {
        const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (!by) return;
        event.preventDefault();
        this.move(i, by, by < 0 ? "up" : "down");
      });
      return item;
    }

    move(i, by, word) {
      const at = this.order.indexOf(i);
      if (at + by < 0 || at + by >= this.order.length) return;
      const order = [...this.order];
      [order[at], order[at + by]] = [order[at + by], order[at]];
      this.place(order, i, word);
    }

    /* What went wrong: who passed on too little, along which arrow, and how much was lost. */
    faults(result) {
      return this.order.flatMap((i, at) => {
        const late = this.order.slice(at + 1).filter((user) => (this.nodes[user].inputs || []).includes(i));
        return late.length ? [this.fault(i, late.map((user) => this.name(user)), result)] : [];
      });
    }

    fault(i, late, { grads, passed, sizes }) {
      const node = this.nodes[i];
      const name = this.name(i);
      const users = late.join(" and ");
      if (!node.op) return `${name} was visited before ${users}; it is a leaf and passes nothing on, so nothing was lost there.`;
      const early = `${name} was visited too early: before ${users}. It passed on ${number(passed[i])}; afterwards`;
      if (same(grads[i], passed[i], sizes[i])) return `${early} nothing more arrived, so nothing was lost.`;
      const missing = grads[i] - passed[i];
      const lost = node.inputs
        .map((to, k) => ({ to, amount: missing * node.slopes[k] }))
        .filter(({ to, amount }) => amount && this.order.includes(to))
        .map(({ to, amount }) => `${this.name(to)} lost ${number(amount)} on the path ${late.join("/")} → ${name} → ${this.name(to)}`);
      return `${early} ${number(missing)} more arrived and was never passed on${lost.length ? `, so ${lost.join(", and ")}` : ""}.`;
    }

    run() {
      const result = simulate(this.nodes, this.order);
      const gradient = ({ grads }, i) => number(grads[i]);
      const wrong = this.order.filter((i) => !same(result.grads[i], this.right.grads[i], this.right.sizes[i]));
      const told = wrong.includes(this.first) ? this.first : (wrong[0] ?? this.first);
      const verdict = wrong.length
        ? `Wrong order. The gradient of ${this.name(told)} came out as ${gradient(result, told)}; the right one is ${gradient(this.right, told)}.`
        : `Right order. The gradient of ${this.name(told)} is ${gradient(result, told)}.`;
      const others = wrong
        .filter((i) => i !== told)
        .map((i) => `${this.name(i)} has ${gradient(result, i)} in place of ${gradient(this.right, i)}`);
      const lines = this.faults(result);
      if (others.length) lines.push(`Also: ${others.join("; ")}.`);
      this.status.replaceChildren(
        element("p", { class: wrong.length ? "wrong" : "right" }, verdict),
        element("ul", {}, ...lines.map((line) => element("li", {}, line))),
      );
    }
  }

  customElements.define("micrograd-order", Order);
})();
