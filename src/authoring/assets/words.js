"use strict";
/* What a walker says: of the phase, of a step, of an edge. */
(() => {
  const { number, formula, making } = window.micrograd;
  const PHASES = {
    idle: "idle: everything is shown",
    forward: "forward: data is filled in, inputs first",
    ready: "ready: all data is known",
    backward: "backward: gradients are passed on, output first",
    done: "done: every gradient is known",
  };

  const phase = (walked) => `Phase ${PHASES[walked.phase]}.`;

  /* The last step: which node, what was multiplied by what, what was added to which gradient. */
  function step(walked) {
    const { current, visited } = walked;
    if (current === null) return "The finished graph. Step forward to begin with an empty one.";
    if (visited < 0) return filling(walked);
    return visited ? visiting(walked) : `Seed: the gradient of ${walked.nodes[current].name} is 1.0, for a value changes as fast as itself.`;
  }

  function filling({ nodes, current, phase }) {
    const { name, label, op, data } = nodes[current];
    if (label && !op) return `${name} is given: ${number(data)}.`;
    const user = nodes.find(({ inputs }) => inputs?.includes(current));
    if (!op) return `The constant ${number(data)} is given, for ${user.name}.`;
    const end = phase === "ready" ? " All data is known." : "";
    return `${name}: ${making(nodes, current)} = ${number(data)}.${end}`;
  }

  function visiting(walked) {
    const { nodes, current, phase } = walked;
    const { grads, gifts } = walked.gradients();
    const received = gifts.map(({ to, slope, amount, before }) => {
      const sum = before ? `, added to ${number(before)} makes ${number(before + amount)}` : "";
      return `${nodes[to].name} gets ${number(grads[current])} × ${number(slope)} = ${number(amount)}${sum}`;
    });
    const end = phase === "done" ? " Every gradient is known." : "";
    return `Visit ${nodes[current].name}, whose gradient is ${number(grads[current])}: ${received.join("; ")}.${end}`;
  }

  /* The last step, as it is taken back. */
  function undone({ nodes, current, visited }) {
    const what = visited < 0 ? `the data of ${nodes[current].name}` : visited ? `the visit to ${nodes[current].name}` : "the seed";
    return `Taken back: ${what}.`;
  }

  /* Why there is no step that way. */
  function stuck({ phase, backward }) {
    if (phase === "idle") return "Nothing to take back. Step forward to begin with an empty graph.";
    if (phase === "done") return "Every gradient is known.";
    return backward ? "All data is known. Choose Start backward to go on." : "All data is known.";
  }

  /* The local derivative of an edge, as a formula, and as a number once that is known. */
  function slope({ nodes, shown }, { user, slot }) {
    const words = formula(nodes, user, slot);
    const value = nodes[user].slopes[slot];
    const told = !shown.known.has(user) || Number(words.replace("−", "-")) === value;
    return `local derivative ${words}${told ? "" : ` = ${number(value)}`}`;
  }

  /* An edge: its ends, its local derivative, and the contribution that it carries or will carry. */
  function edge(walked, { user, slot }) {
    const { nodes, visits, visited, shown } = walked;
    const [from, to] = [nodes[nodes[user].inputs[slot]].name, nodes[user].name];
    const says = `${from} to ${to}: ${slope(walked, { user, slot })}.`;
    if (!walked.backward) return says;
    const grad = shown.grads[user];
    const by = nodes[user].slopes[slot];
    const done = shown.whole || visits.indexOf(user) < visited;
    if (grad === undefined || !(done || walked.complete(user))) {
      return `${says} It will carry the gradient of ${to} times ${shown.known.has(user) ? number(by) : "that"} to ${from}.`;
    }
    return `${says} It ${done ? "carries" : "will carry"} ${number(grad)} × ${number(by)} = ${number(grad * by)} to ${from}.`;
  }

  window.micrograd.words = { phase, step, undone, stuck, edge };
})();
