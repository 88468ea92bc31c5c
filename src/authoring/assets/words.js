"use strict";
/* What a walker says: of the phase, of a step, of an edge. */
(() => {
  const { number } = authoring.numbers;
  const { operation, formula } = authoring.operations;
  const PHASES = {
    idle: "idle: everything is shown",
    forward: "forward: data is filled in, inputs first",
    ready: "ready: all data is known",
    backward: "backward: gradients are passed on, output first",
    done: "done: every gradient is known",
  };

  /**
   * The phase.
   * @param {Walked} walked
   */
  const phase = (walked) => `Phase ${PHASES[walked.phase]}.`;

  /**
   * The last step: which node, what was multiplied by what, what was added to which gradient.
   * @param {Walked} walked
   */
  function step(walked) {
    const { nodes, current, visited } = walked;
    if (current < 0) return "The finished graph. Step forward to begin with an empty one.";
    if (visited < 0) return filling(walked);
    if (visited > 0) return visiting(walked);
    return `Seed: the gradient of ${nodes[current].name} is 1.0, for a value changes as fast as itself.`;
  }

  /** @param {Walked} walked */
  function filling({ nodes, current, phase }) {
    const { name, label, op, inputs, data } = nodes[current];
    if (label && !op) return `${name} is given: ${number(data)}.`;
    if (!op) {
      const user = nodes.find((node) => node.inputs.includes(current));
      return `The constant ${number(data)} is given, for ${user?.name}.`;
    }
    const made = operation(op).says(inputs.map((i) => number(nodes[i].data)));
    const end = phase === "ready" ? " All data is known." : "";
    return `${name}: ${made} = ${number(data)}.${end}`;
  }

  /** @param {Walked} walked */
  function visiting(walked) {
    const { nodes, current, phase } = walked;
    const { grads, gifts } = walked.gradients();
    const grad = number(grads[current]);
    const received = gifts.map(({ to, slope, amount, before }) => {
      const sum = before ? `, added to ${number(before)} makes ${number(before + amount)}` : "";
      return `${nodes[to].name} gets ${grad} × ${number(slope)} = ${number(amount)}${sum}`;
    });
    const end = phase === "done" ? " Every gradient is known." : "";
    return `Visit ${nodes[current].name}, whose gradient is ${grad}: ${received.join("; ")}.${end}`;
  }

  /**
   * The last step, as it is taken back.
   * @param {Walked} walked
   */
  function undone({ nodes, current, visited }) {
    const { name } = nodes[current];
    if (visited < 0) return `Taken back: the data of ${name}.`;
    return `Taken back: ${visited ? `the visit to ${name}` : "the seed"}.`;
  }

  /**
   * Why there is no step that way.
   * @param {Walked} walked
   */
  function stuck({ phase, backward }) {
    if (phase === "idle") return "Nothing to take back. Step forward to begin with an empty graph.";
    if (phase === "done") return "Every gradient is known.";
    return `All data is known.${backward ? " Choose Start backward to go on." : ""}`;
  }

  /**
   * The local derivative of an edge, as a formula, and as a number once that is known.
   * @param {Walked} walked
   * @param {number} user
   * @param {number} slot
   */
  function slope({ nodes, shown }, user, slot) {
    const words = formula(nodes, user, slot);
    const value = nodes[user].slopes[slot];
    const told = !shown.known.has(user) || Number(words.replace("−", "-")) === value;
    return `local derivative ${words}${told ? "" : ` = ${number(value)}`}`;
  }

  /**
   * An edge: its ends, its local derivative, and the contribution that it carries or will carry.
   * @param {Walked} walked
   * @param {Edge} edge
   */
  function edge(walked, { user, slot }) {
    const { nodes, visits, visited, shown } = walked;
    const [from, to] = [nodes[nodes[user].inputs[slot]].name, nodes[user].name];
    const says = `${from} to ${to}: ${slope(walked, user, slot)}.`;
    if (!walked.backward) return says;
    const grad = shown.grads[user];
    const by = nodes[user].slopes[slot];
    const done = shown.whole || visits.indexOf(user) < visited;
    if (grad === undefined || !(done || walked.complete(user))) {
      const times = shown.known.has(user) ? number(by) : "that";
      return `${says} It will carry the gradient of ${to} times ${times} to ${from}.`;
    }
    const carries = done ? "carries" : "will carry";
    return `${says} It ${carries} ${number(grad)} × ${number(by)} = ${number(grad * by)} to ${from}.`;
  }

  const words = { phase, step, undone, stuck, edge };
  if (typeof module === "undefined") authoring.words = words;
  else module.exports = words;
})();
