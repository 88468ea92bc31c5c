/* A graph, and what is known of it at each position of its timeline: the leaves at 0, then what is
   computed from them; then the seed; then gradients, visit by visit; at the end, everything. A step is a
   node, or a layer of them. */

const { forward, visit } = require("./operations.js");

class Walked {
  /** @param {Graph} graph */
  constructor({ nodes, filling, visits, backward, computed }) {
    this.nodes = nodes;
    this.leaves = filling[0];
    this.filling = filling;
    this.visits = visits;
    this.backward = backward;
    this.computed = computed;
    this.original = nodes.map((node) => node.data);
  }

  /** The phases of the timeline, and how many steps each has; the last step ends it. */
  get phases() {
    /** @type {[string, number][]} */
    const phases = [["forward", this.filling.length - 1]];
    if (this.backward) phases.push(["seed", 1], ["backward", this.visits.length]);
    phases[phases.length - 1][1] += 1;
    return phases;
  }

  get end() {
    return this.phases.reduce((sum, [, steps]) => sum + steps, 0);
  }

  /** The phase of a position. @param {number} at */
  phase(at) {
    if (at === 0) return "given";
    if (at === this.end) return "finished";
    if (at < this.filling.length) return "forward";
    return at === this.filling.length ? "seed" : "backward";
  }

  /** How many visits are made at a position; -1 before the seed. @param {number} at */
  visited(at) {
    return Math.min(at - this.filling.length, this.visits.length);
  }

  /** The nodes of the step that leads to a position; none at both ends. @param {number} at */
  current(at) {
    const phase = this.phase(at);
    if (phase === "forward") return this.filling[at];
    if (phase === "seed") return [this.nodes.length - 1];
    return phase === "backward" ? this.visits[this.visited(at) - 1] : [];
  }

  /** The chapter's numbers. */
  reset() {
    this.nodes.forEach((node, i) => {
      node.data = this.original[i];
    });
    if (this.computed) forward(this.nodes);
  }

  /** Take the reader's numbers from a graph, for leaves of the same name that began as the same
      number.
      @param {Walked} other */
  adopt(other) {
    if (other === this || !this.computed || !other.computed) return;
    for (const i of this.leaves) {
      const { label } = this.nodes[i];
      const twin = other.leaves.find((n) => label && other.nodes[n].label === label);
      if (twin !== undefined && other.original[twin] === this.original[i]) {
        this.edit(i, Number(other.nodes[twin].data));
      }
    }
  }

  /** Set a leaf. Returns what would not be finite then, if anything, and changes nothing.
      @param {number} i @param {number} value */
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

  /** The nodes whose data is known at a position. @param {number} at */
  known(at) {
    return new Set(this.filling.slice(0, at + 1).flat());
  }

  /** Gradients after so many steps backward, with holes where nothing has arrived and nobody asked;
      what the last step gave, and what all of them gave.
      @param {number} visits */
  gradients(visits) {
    /** @type {number[]} */
    const grads = [];
    /** @type {Gift[]} */
    let gifts = [];
    /** @type {Gift[]} */
    const given = [];
    if (!this.backward || visits < 0) return { grads, gifts, given };
    grads[this.nodes.length - 1] = 1;
    for (const group of this.visits.slice(0, visits)) {
      gifts = group.flatMap((i) => visit(this.nodes, grads, i));
      given.push(...gifts);
    }
    return { grads, gifts, given };
  }

  /** Whether every user of node i has passed on what it had, after so many steps backward.
      @param {number} i @param {number} visits */
  complete(i, visits) {
    const open = this.visits.slice(Math.max(visits, 0)).flat();
    return !open.some((user) => this.nodes[user].inputs.includes(i));
  }
}

module.exports = { Walked };
