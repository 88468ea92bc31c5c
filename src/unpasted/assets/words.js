"use strict";
/* What a walker says: of a step, of an edge. The build says the same of steps (kinds/words.py). */
(() => {
  const { number, said, added, factor, passed } = unpasted.numbers;
  const { formula } = unpasted.operations;

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
    const node = nodes[current];
    const { name, label, op, says, inputs, data } = node;
    if (label && !op) return `${name} is given: ${said(data)}.`;
    if (!op) {
      const user = nodes.find((one) => one.inputs.includes(current));
      return `The constant ${said(data)} is given, for ${user?.name}.`;
    }
    const made = says.replace(/\{(\d)\}/g, (_, k) => said(nodes[inputs[k]].data));
    return `${name}: ${made} = ${said(data)}.`;
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
      const sum = before
        ? `, added to ${number(before)} makes ${number(added(before, amount))}`
        : "";
      return `${nodes[to].name} gets ${grad} × ${factor(slope)} = ${number(amount)}${sum}`;
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
    const value = walked.nodes[user].slopes[slot];
    if (!walked.computed) return `local derivative ${number(value)}`;
    const words = formula(walked.nodes, user, slot);
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
    const told = `From ${from} to ${to}: ${slope(walked, at, { user, slot })}.`;
    if (!walked.backward) return told;
    const grad = walked.gradients(visited).grads[user];
    const by = nodes[user].slopes[slot];
    const done = visits.indexOf(user) < visited;
    if (grad === undefined || !(done || walked.complete(user, visited))) {
      const times = walked.known(at).has(user) ? factor(by) : "that";
      return `${told} It will carry the gradient of ${to} times ${times} to ${from}.`;
    }
    const carries = done ? "carries" : "will carry";
    const amount = number(passed(grad, by, nodes[nodes[user].inputs[slot]].data));
    return `${told} It ${carries} ${number(grad)} × ${factor(by)} = ${amount} to ${from}.`;
  }

  const words = { step, edge };
  if (typeof module === "undefined") unpasted.words = words;
  else module.exports = words;
})();
