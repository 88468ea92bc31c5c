/* A graph, and what is known of it at each position of its timeline: nothing at 0, then data,
   inputs first; then the seed; then gradients, visit by visit; at the end, everything. */

const { forward, visit } = require("./operations.js");

class Walked {
  /**
   * @param {Graph} graph
   * @param {number[]} [order] of the visits, where it is not reverse topological order
   */
  constructor({ nodes, leaves, backward, computed }, order) {
    this.nodes = nodes;
    this.leaves = leaves;
    this.backward = backward;
    this.computed = computed;
    this.original = nodes.map((node) => node.data);
    const made = nodes.flatMap(({ op }, i) => (op ? [i] : []));
    this.filling = [...leaves, ...made];
    this.visits = order ?? made.toReversed();
  }

  /** The phases of the timeline, and how many steps each has; the last step ends it. */
  get phases() {
    /** @type {[string, number][]} */
    const phases = [["forward", this.filling.length]];
    if (this.backward) phases.push(["seed", 1], ["backward", this.visits.length]);
    phases[phases.length - 1][1] += 1;
    return phases;
  }

  get end() {
    return this.phases.reduce((sum, [, steps]) => sum + steps, 0);
  }

  /**
   * The phase of a position.
   * @param {number} at
   */
  phase(at) {
    if (at === 0) return "empty";
    if (at === this.end) return "finished";
    if (at <= this.filling.length) return "forward";
    return at === this.filling.length + 1 ? "seed" : "backward";
  }

  /**
   * How many visits are made at a position; -1 before the seed.
   * @param {number} at
   */
  visited(at) {
    return Math.min(at - this.filling.length - 1, this.visits.length);
  }

  /**
   * The node of the step that leads to a position; -1 at both ends.
   * @param {number} at
   */
  current(at) {
    const phase = this.phase(at);
    if (phase === "forward") return this.filling[at - 1];
    if (phase === "seed") return this.nodes.length - 1;
    return phase === "backward" ? this.visits[this.visited(at) - 1] : -1;
  }

  /** The chapter's numbers. */
  reset() {
    this.nodes.forEach((node, i) => {
      node.data = this.original[i];
    });
    if (this.computed) forward(this.nodes);
  }

  /**
   * Set a leaf. Returns what would not be finite then, if anything, and changes nothing.
   * @param {number} i
   * @param {number} value
   */
  edit(i, value) {
    const old = this.nodes[i].data;
    this.nodes[i].data = value;
    const faults = forward(this.nodes).map(({ name, data, slopes }) => {
      if (!Number.isFinite(data)) return name;
      return slopes.every(Number.isFinite) ? "" : `the slope of ${name}`;
    });
    const burst = faults.find(Boolean);
    if (burst) {
      this.nodes[i].data = old;
      forward(this.nodes);
    }
    return burst;
  }

  /**
   * The nodes whose data is known at a position.
   * @param {number} at
   */
  known(at) {
    return new Set(this.filling.slice(0, at));
  }

  /**
   * Gradients after so many visits, with holes where nothing has arrived, and what the last visit
   * gave.
   * @param {number} visits
   */
  gradients(visits) {
    /** @type {Data[]} */
    const grads = [];
    /** @type {Gift[]} */
    let gifts = [];
    if (!this.backward || visits < 0) return { grads, gifts };
    grads[this.nodes.length - 1] = 1;
    for (const i of this.visits.slice(0, visits)) gifts = visit(this.nodes, grads, i);
    return { grads, gifts };
  }

  /**
   * Whether every user of node i has passed on what it had, after so many visits.
   * @param {number} i
   * @param {number} visits
   */
  complete(i, visits) {
    const open = this.visits.slice(Math.max(visits, 0));
    return !open.some((user) => this.nodes[user].inputs.includes(i));
  }
}

module.exports = { Walked };
