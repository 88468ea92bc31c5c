/* <visit-order>: the reader places the order of visits, and sees it played out in the figure. */

const { element, button, define, say } = require("./elements.js");
const { number, same } = require("./numbers.js");
const { visit } = require("./operations.js");
const { Timeline } = require("./timeline.js");
const { Drawing } = require("./drawing.js");
const { Places } = require("./places.js");
const words = require("./words.js");
const PACE = 2200; // milliseconds a visit, while it plays

/** Visit the nodes in an order. For each node: the gradient it passed on, its last one, and the
    sizes of its contributions, by which rounding is judged.
    @param {GraphNode[]} nodes @param {number[]} order */
function simulate(nodes, order) {
  const grads = nodes.map(() => 0);
  grads[nodes.length - 1] = 1;
  const sizes = [...grads];
  /** @type {number[]} */
  const passed = [];
  for (const i of order) {
    passed[i] = grads[i];
    for (const { to, amount } of visit(nodes, grads, i)) sizes[to] += Math.abs(Number(amount));
  }
  return { grads, passed, sizes };
}

class Game {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.drawing = new Drawing(host);
    this.nodes = this.drawing.walked.nodes;
    const placed = this.nodes.flatMap(({ op, label }, i) => (op || label ? [i] : []));
    this.told = placed[0]; // whose gradient the verdict is about
    this.right = simulate(this.nodes, placed.toReversed());
    this.result = this.right;
    /** What that gradient has come out as, so far. @type {Set<string>} */
    this.ends = new Set();
    this.order = placed;
    /** The nodes that the reader picked in the drawing, for an order from its beginning.
        @type {number[]} */
    this.picked = [];
    this.timeline = new Timeline(host, {
      label: say("Play the order out"),
      pace: PACE,
      show: (at, by) => this.show(at, by),
      says: (at) => this.says(at),
      plays: say("Run this order"),
    });
    this.outcome = element("div", { class: "outcome", tabindex: 0 });
    this.places = new Places(
      (i) => this.name(i),
      (order) => this.begin(order),
      (text) => this.timeline.say(text),
      say("Order of visits, first on top"),
    );
    this.list = this.places.list;
    for (const { boxes } of this.drawing.sheets) {
      for (const i of placed) boxes[i].addEventListener("click", () => this.pick(i));
    }
    const judge = button(say("Result"), () => {
      this.timeline.pause();
      this.timeline.go(this.timeline.end);
    });
    this.timeline.bar.append(judge);
    host.querySelector(".beside")?.append(this.list, this.timeline.status);
    host.querySelector(".stage")?.append(this.timeline.element, this.outcome);
    this.drawing.pointed((edge) => {
      this.drawing.callout(this.at(this.timeline.at), edge);
      this.timeline.say(words.edge(this.drawing.walked, this.at(this.timeline.at), edge));
    });
    host.classList.add("live");
    this.places.place(placed);
  }

  leave() {
    this.timeline.pause();
  }

  /** @param {number} i */
  name(i) {
    return this.nodes[i].name;
  }

  /** Place a node behind those picked before; once all are, it begins another order.
      @param {number} i */
  pick(i) {
    if (this.picked.length === this.order.length) this.picked = [];
    if (!this.picked.includes(i)) this.picked = [...this.picked, i];
    this.places.place([...new Set([...this.picked, ...this.order])]);
    this.places.tell(i);
  }

  /** @param {number[]} order */
  begin(order) {
    if (this.picked.some((i, n) => order[n] !== i)) this.picked = [];
    this.order = order;
    this.drawing.walked.visits = order.map((i) => [i]);
    this.result = simulate(this.nodes, order);
    this.timeline.begin([["backward", order.length + 1]], 0);
  }

  /** A position of the drawing: at the beginning of the game all data is known, and the seed.
      @param {number} at */
  at(at) {
    return this.drawing.walked.filling.length + at;
  }

  /** @param {number} at @param {number} by */
  show(at, by) {
    this.drawing.show(this.at(at), by > 0);
    this.outcome.replaceChildren();
    const drawn = this.drawing.arithmetic[this.drawing.sheets.findIndex(({ seen }) => seen)];
    const ended = at === this.timeline.end;
    if (at) this.picked = [];
    for (const [n, i] of this.picked.entries()) drawn?.label(i, `${n + 1}.`, "place");
    const wrong = ended ? this.wrong() : [];
    this.timeline.status.classList.toggle("right", ended && !wrong.length);
    this.timeline.status.classList.toggle("wrong", wrong.length > 0);
    for (const { boxes } of this.drawing.sheets)
      for (const [i, box] of Object.entries(boxes))
        box.classList.toggle("wrong", wrong.includes(Number(i)));
    if (ended) {
      for (const i of wrong) drawn?.label(i, say("right: {x}", { x: number(this.right.grads[i]) }));
      const lines = this.faults().map((line) => element("li", {}, line));
      if (lines.length) this.outcome.append(element("ul", {}, ...lines));
      const detail = this.order.map((i) => this.name(i)); // for a book's own elements
      this.host.dispatchEvent(new CustomEvent("ordered", { bubbles: true, detail }));
      this.ends.add(number(this.result.grads[this.told]));
      const so = { name: this.name(this.told), list: [...this.ends].join(", ") };
      if (this.ends.size > 1)
        this.outcome.append(element("p", {}, say("So far, {name} has ended with: {list}.", so)));
    } else {
      for (const share of this.lost(at)) drawn?.lose(share, share.amount, by > 0);
    }
    [...this.list.children].forEach((item, n) => {
      item.classList.toggle("now", n === at - 1);
    });
    if (by) this.drawing.reveal(this.at(at), true);
  }

  /** The shares that arrive with a visit where nobody passes them on any more.
      @param {number} at */
  lost(at) {
    if (at === 0) return [];
    const { walked } = this.drawing;
    const earlier = this.order.slice(0, at - 1);
    return walked.gradients(at).gifts.flatMap(({ to, amount }) => {
      if (!earlier.includes(to)) return [];
      return this.shares(to, Number(amount));
    });
  }

  /** What a node has for each of its inputs that counts, of a part of its gradient.
      @param {number} user @param {number} part */
  shares(user, part) {
    const { inputs, slopes } = this.nodes[user];
    const all = inputs.map((input, slot) => {
      return { user, slot, input, amount: part * Number(slopes[slot]) };
    });
    return all.filter(({ input, amount }) => amount && this.order.includes(input));
  }

  // What is said

  /** @param {number} at */
  says(at) {
    if (at === 0) {
      return say(
        "All data is known, and the gradient of {name} is 1.0. Place the visits, then run them.",
        { name: this.name(this.nodes.length - 1) },
      );
    }
    if (at === this.timeline.end) return this.verdict();
    const lost = this.lost(at).map(
      ({ user, input, amount }) =>
        ` ${this.name(user)} was visited already: ${this.name(input)} loses ${number(amount)}.`,
    );
    return words.step(this.drawing.walked, this.at(at)) + lost.join("");
  }

  /* The nodes whose gradient is not the right one. */
  wrong() {
    const { grads } = this.result;
    return this.order.filter((i) => !same(grads[i], this.right.grads[i], this.right.sizes[i]));
  }

  verdict() {
    const wrong = this.wrong();
    const told = wrong.includes(this.told) ? this.told : (wrong[0] ?? this.told);
    const [name, found] = [this.name(told), number(this.result.grads[told])];
    if (!wrong.length)
      return say("✓ Right order. The gradient of {name} is {found}.", { name, found });
    return say(
      "✗ Wrong order. The gradient of {name} came out as {found}; the right one is {wanted}. The reasons are below.",
      { name, found, wanted: number(this.right.grads[told]) },
    );
  }

  /* What went wrong: who passed on too little, along which arrow, and how much was lost. */
  faults() {
    const early = this.order.flatMap((i, at) => {
      const late = this.order
        .slice(at + 1)
        .filter((user) => this.nodes[user].inputs.includes(i))
        .map((user) => this.name(user));
      return late.length ? [this.fault(i, late)] : [];
    });
    const others = this.wrong()
      .map((i) => [i, this.result.grads[i], this.right.grads[i]])
      .map(([i, is, be]) => ({ name: this.name(i), is: number(is), be: number(be) }))
      .map((one) => say("{name} has {is} in place of {be}", one));
    return others.length > 1
      ? [...early, say("In all: {list}.", { list: others.join("; ") })]
      : early;
  }

  /** @param {number} i who was visited too early
      @param {string[]} late the names of those who should have come before */
  fault(i, late) {
    const { grads, passed, sizes } = this.result;
    const { name, op } = this.nodes[i];
    const users = late.join(` ${say("and")} `);
    if (!op) {
      return say(
        "{name} was visited before {users}; it is a leaf and passes nothing on, so nothing was lost there.",
        { name, users },
      );
    }
    const early = { name, users, passed: number(passed[i]) };
    if (same(grads[i], passed[i], sizes[i])) {
      return say(
        "{name} was visited too early: before {users}. It passed on {passed}; afterwards nothing more arrived, so nothing was lost.",
        early,
      );
    }
    const missing = grads[i] - passed[i];
    const lost = this.shares(i, missing).map(({ input, amount }) => {
      const path = [late.join("/"), name, this.name(input)].join("\u00a0→\u00a0");
      const share = { name: this.name(input), amount: number(amount), path };
      return say("{name} lost {amount} on the path {path}", share);
    });
    const so = lost.length ? say(", so {losses}", { losses: lost.join(`, ${say("and")} `) }) : "";
    return say(
      "{name} was visited too early: before {users}. It passed on {passed}; afterwards {missing} more arrived and was never passed on{so}.",
      { ...early, missing: number(missing), so },
    );
  }
}

define("visit-order", Game);
