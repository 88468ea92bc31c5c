"use strict";
/* A graph and where the reader stands in it: forward to its data, backward to its gradients. */
(() => {
  const { forward, visit } = authoring.operations;

  class Walked {
    /** @param {Graph} graph */
    constructor({ nodes, backward }) {
      this.nodes = nodes;
      this.backward = backward;
      this.paper = false; // where everything shows
      this.original = nodes.map((node) => node.data);
      const places = nodes.map((_, i) => i);
      const computed = places.filter((i) => nodes[i].op);
      this.filling = [...places.filter((i) => !nodes[i].op), ...computed];
      this.visits = computed.reverse();
      this.filled = 0;
      this.visited = -1; // not seeded; 0: seeded; n: n visits made
    }

    /* The chapter's numbers, and the reader at the beginning. */
    reset() {
      this.nodes.forEach((node, i) => {
        node.data = this.original[i];
      });
      forward(this.nodes);
      this.rewind();
    }

    rewind() {
      this.filled = 0;
      this.visited = -1;
    }

    get ended() {
      return this.phase === (this.backward ? "done" : "ready");
    }

    get phase() {
      if (this.visited === this.visits.length) return "done";
      if (this.visited >= 0) return "backward";
      if (this.filled === this.filling.length) return "ready";
      return this.filled ? "forward" : "idle";
    }

    /**
     * Whether there is a step that way.
     * @param {number} direction 1 forward, -1 backward
     */
    can(direction) {
      if (this.visited >= 0) return direction > 0 || this.visited < this.visits.length;
      return direction > 0 ? this.filled < this.filling.length : this.filled > 0;
    }

    /**
     * Forward: fill one more, or take a visit back. Backward: visit one more, or empty one.
     * @param {number} direction
     */
    step(direction) {
      if (!this.can(direction)) return;
      if (this.visited >= 0) this.visited -= direction;
      else this.filled += direction;
    }

    /** The node of the last step; -1 before the first. */
    get current() {
      if (this.visited > 0) return this.visits[this.visited - 1];
      if (this.visited === 0) return this.nodes.length - 1;
      return this.filled ? this.filling[this.filled - 1] : -1;
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
     * Gradients after so many visits, with holes where nothing has arrived, and the last visit.
     * @param {number} [visits]
     */
    gradients(visits = this.visited) {
      /** @type {number[]} */
      const grads = [];
      /** @type {Gift[]} */
      let gifts = [];
      if (!this.backward || visits < 0) return { grads, gifts };
      grads[this.nodes.length - 1] = 1;
      for (const i of this.visits.slice(0, visits)) gifts = visit(this.nodes, grads, i);
      return { grads, gifts };
    }

    /* What shows now: everything on paper and before the first step, then what is known. */
    get shown() {
      const whole = this.paper || this.phase === "idle";
      const { grads } = this.gradients(whole ? this.visits.length : this.visited);
      const known = new Set(whole ? this.filling : this.filling.slice(0, this.filled));
      return { whole, grads, known };
    }

    /**
     * Whether every user of node i has passed on what it had.
     * @param {number} i
     */
    complete(i) {
      const open = this.visits.slice(Math.max(this.visited, 0));
      return !open.some((user) => this.nodes[user].inputs.includes(i));
    }
  }

  const walked = { Walked };
  if (typeof module === "undefined") authoring.walked = walked;
  else module.exports = walked;
})();
