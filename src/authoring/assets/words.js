"use strict";
/* What a walker says: of a step, of an edge. The build says the same of steps (kinds/words.py). */
(() => {
  const { number } = authoring.numbers;
  const { operation, formula } = authoring.operations;

  /**
   * The sentence of a position: what was filled in, what was multiplied by what, what was added to
   * which gradient.
   * @param {Walked} walked
   * @param {number} at
   */
  function step(walked, at) {
    const { nodes, backward, filling } = walked;
    const phase = walked.phase(at);
    if (phase === "empty") return "Nothing is known yet. Next fills in the first number.";
    if (phase === "finished")
      return `Finished: ${backward ? "every gradient" : "all data"} is known.`;
    if (phase === "backward") return visiting(walked, at);
    const node = nodes[walked.current(at)];
    if (phase === "forward") {
      return filled(walked, at) + (at === filling.length ? " All data is known." : "");
    }
    return `Seed: the gradient of ${node.name} is 1.0, for a value changes as fast as itself.`;
  }

  /**
   * @param {Walked} walked
   * @param {number} at
   */
  function filled(walked, at) {
    const { nodes } = walked;
    const current = walked.current(at);
    const { name, label, op, inputs, data } = nodes[current];
    if (label && !op) return `${name} is given: ${number(data)}.`;
    if (!op) {
      const user = nodes.find((node) => node.inputs.includes(current));
      return `The constant ${number(data)} is given, for ${user?.name}.`;
    }
    const made = operation(op).says(inputs.map((i) => number(nodes[i].data)));
    return `${name}: ${made} = ${number(data)}.`;
  }

  /**
   * @param {Walked} walked
   * @param {number} at
   */
  function visiting(walked, at) {
    const { nodes } = walked;
    const current = walked.current(at);
    const { grads, gifts } = walked.gradients(walked.visited(at));
    const grad = number(grads[current] ?? 0);
    const received = gifts.map(({ to, slope, amount, before }) => {
      const sum = before ? `, added to ${number(before)} makes ${number(before + amount)}` : "";
      return `${nodes[to].name} gets ${grad} × ${number(slope)} = ${number(amount)}${sum}`;
    });
    const passes = received.join("; ") || "it has no inputs and passes nothing on";
    return `Visit ${nodes[current].name}, whose gradient is ${grad}: ${passes}.`;
  }

  /**
   * The local derivative of an edge, as a formula, and as a number once that is known.
   * @param {Walked} walked
   * @param {number} at
   * @param {Place} edge
   */
  function slope(walked, at, { user, slot }) {
    const words = formula(walked.nodes, user, slot);
    const value = walked.nodes[user].slopes[slot];
    const told = !walked.known(at).has(user) || Number(words.replace("−", "-")) === value;
    return `local derivative ${words}${told ? "" : ` = ${number(value)}`}`;
  }

  /**
   * An edge: its ends, its local derivative, and the contribution that it carries or will carry.
   * @param {Walked} walked
   * @param {number} at
   * @param {Place} edge
   */
  function edge(walked, at, { user, slot }) {
    const { nodes, visits } = walked;
    const visited = walked.visited(at);
    const [from, to] = [nodes[nodes[user].inputs[slot]].name, nodes[user].name];
    const says = `From ${from} to ${to}: ${slope(walked, at, { user, slot })}.`;
    if (!walked.backward) return says;
    const grad = walked.gradients(visited).grads[user];
    const by = nodes[user].slopes[slot];
    const done = visits.indexOf(user) < visited;
    if (grad === undefined || !(done || walked.complete(user, visited))) {
      const times = walked.known(at).has(user) ? number(by) : "that";
      return `${says} It will carry the gradient of ${to} times ${times} to ${from}.`;
    }
    const carries = done ? "carries" : "will carry";
    return `${says} It ${carries} ${number(grad)} × ${number(by)} = ${number(grad * by)} to ${from}.`;
  }

  const words = { step, edge };
  if (typeof module === "undefined") authoring.words = words;
  else module.exports = words;
})();
