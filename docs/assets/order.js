"use strict";
/* <micrograd-order>: the reader places the order of visits, and sees what it gives. */
(() => {
  const { forward, visit, number, element } = window.micrograd;

  /* Visit the nodes in an order. For each node: the gradient it passed on, and its last one. */
  function simulate(nodes, order) {
    const grads = nodes.map(() => 0);
    grads[nodes.length - 1] = 1;
    const passed = nodes.map(() => null);
    for (const i of order) {
      passed[i] = grads[i];
      visit(nodes, grads, i);
    }
    return { grads, passed };
  }

  /* Two sums of the same contributions differ in their last digit. */
  const same = (a, b) => Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));

  class Order extends HTMLElement {
    connectedCallback() {
      if (this.nodes) return;
      this.nodes = forward(JSON.parse(this.dataset.graph).nodes);
      const placed = this.nodes.map((node, i) => i).filter((i) => this.nodes[i].op || this.nodes[i].label);
      this.first = placed[0];
      this.right = simulate(this.nodes, [...placed].reverse());
      this.order = placed;
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
        event.dataTransfer.setData("text/plain", String(i));
        event.dataTransfer.effectAllowed = "move";
      });
      item.addEventListener("dragover", (event) => event.preventDefault());
      item.addEventListener("drop", (event) => {
        event.preventDefault();
        const dragged = Number(event.dataTransfer.getData("text/plain"));
        if (dragged === i || !this.order.includes(dragged)) return;
        const rest = this.order.filter((j) => j !== dragged);
        rest.splice(at, 0, dragged);
        this.place(rest);
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
    faults({ grads, passed }) {
      const said = [];
      this.order.forEach((i, at) => {
        const late = this.order.slice(at + 1).filter((user) => (this.nodes[user].inputs || []).includes(i));
        const node = this.nodes[i];
        if (!late.length) return;
        const missing = grads[i] - passed[i];
        const users = late.map((user) => this.name(user)).join(" and ");
        if (!node.op) return said.push(`${this.name(i)} was visited before ${users}; it is a leaf and passes nothing on, so nothing was lost there.`);
        const lost = node.inputs
          .map((to, k) => ({ to, amount: missing * node.slopes[k] }))
          .filter(({ to, amount }) => amount && this.order.includes(to))
          .map(({ to, amount }) => `${this.name(to)} lost ${number(amount)} on the path ${late.map((user) => this.name(user)).join("/")} → ${this.name(i)} → ${this.name(to)}`);
        said.push(
          `${this.name(i)} was visited too early: before ${users}. It passed on ${number(passed[i])}; afterwards ${number(missing)} more arrived and was never passed on` +
            (lost.length ? `, so ${lost.join(", and ")}.` : "."),
        );
      });
      return said;
    }

    run() {
      const result = simulate(this.nodes, this.order);
      const got = result.grads[this.first];
      const want = this.right.grads[this.first];
      const wrong = this.order.filter((i) => !same(result.grads[i], this.right.grads[i]));
      const name = this.name(this.first);
      this.dataset.gradient = String(got);
      const verdict = wrong.length
        ? `Wrong order. The gradient of ${name} came out as ${number(got)}; the right one is ${number(want)}.`
        : `Right order. The gradient of ${name} is ${number(got)}.`;
      const others = wrong.filter((i) => i !== this.first).map((i) => `${this.name(i)} has ${number(result.grads[i])} in place of ${number(this.right.grads[i])}`);
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
