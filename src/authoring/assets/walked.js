"use strict";
/* A graph and where the reader stands in it: forward to its data, backward to its gradients. */
(() => {
  const { forward, visit } = window.micrograd;

  class Walked {
    /* nodes: inputs before users; backward: whether the engine has rules to pass gradients on. */
    constructor({ nodes, backward }) {
      Object.assign(this, { nodes, backward, paper: false });
      this.original = nodes.map((node) => node.data);
      const places = nodes.map((_, i) => i);
      const computed = places.filter((i) => nodes[i].op);
      this.filling = [...places.filter((i) => !nodes[i].op), ...computed];
      this.visits = computed.reverse();
      this.reset();
    }

    /* The chapter's numbers, and the reader at the beginning. */
    reset() {
      this.nodes.forEach((node, i) => (node.data = this.original[i]));
      forward(this.nodes);
      this.rewind();
    }

    rewind() {
      this.filled = 0;
      this.visited = -1; // -1: not seeded; 0: seeded; n: n visits made
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

    /* Whether there is a step forward (1) or backward (-1). */
    can(direction) {
      if (this.visited >= 0) return direction > 0 || this.visited < this.visits.length;
      return direction > 0 ? this.filled < this.filling.length : this.filled > 0;
    }

    /* Forward: fill one more, or take a visit back. Backward: visit one more, or empty one. */
    step(direction) {
      if (!this.can(direction)) return;
      if (this.visited >= 0) this.visited -= direction;
      else this.filled += direction;
    }

    /* The node of the last step, or null. */
    get current() {
      if (this.visited >= 0) return this.visited ? this.visits[this.visited - 1] : this.nodes.length - 1;
      return this.filled ? this.filling[this.filled - 1] : null;
    }

    /* Set a leaf. Returns what would not be finite then, if anything, and changes nothing. */
    edit(i, value) {
      const old = this.nodes[i].data;
      this.nodes[i].data = value;
      const faults = forward(this.nodes).map(({ name, data, slopes = [] }) => {
        if (!Number.isFinite(data)) return name;
        return slopes.every(Number.isFinite) ? null : `the slope of ${name}`;
      });
      const burst = faults.find(Boolean);
      if (burst) {
        this.nodes[i].data = old;
        forward(this.nodes);
      }
      return burst;
    }

    /* Gradients after so many visits, undefined where nothing has arrived, and the last visit. */
    gradients(visits = this.visited) {
      const grads = [];
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
      return { whole, grads, known: new Set(whole ? this.filling : this.filling.slice(0, this.filled)) };
    }

    /* Whether every user of node i has passed on what it had. */
    complete(i) {
      const open = this.visits.slice(Math.max(this.visited, 0));
      return !open.some((user) => this.nodes[user].inputs.includes(i));
    }
  }

  window.micrograd.Walked = Walked;
})();
