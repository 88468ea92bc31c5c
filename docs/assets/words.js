"use strict";
/* What a walker says: of the phase, of a step, of an edge. */
(() => {
  const { number, formula } = window.micrograd;
  const PHASES = {
    idle: "idle: everything is shown",
    forward: "forward: data is filled in, inputs first",
    ready: "ready: all data is known",
    backward: "backward: gradients are passed on, output first",
    done: "done: every gradient is known",
  };
  const SIGNS = { "+": " + ", "-": " − ", "*": " × ", "/": " / " };

  const phase = (walked) => `Phase ${PHASES[walked.phase]}.`;

  /* The last step: which node, what was multiplied by what, what was added to which gradient. */
  function step(walked) {
    const { nodes, current, visited } = walked;
    if (current === null) return "The finished graph. Step forward to begin with an empty one.";
    if (visited < 0) return filling(nodes, nodes[current]) + (walked.phase === "ready" ? " All data is known." : "");
    const name = (i) => nodes[i].name;
    if (!visited) return `Seed: the gradient of ${name(current)} is 1.0, for a value changes as fast as itself.`;
    const { grads, gifts } = walked.gradients();
    const received = gifts.map(({ to, slope, amount, before }) => {
      const sum = before ? `, added to ${number(before)} makes ${number(before + amount)}` : "";
      return `${name(to)} gets ${number(grads[current])} × ${number(slope)} = ${number(amount)}${sum}`;
    });
    const end = walked.phase === "done" ? " Every gradient is known." : "";
    return `Visit ${name(current)}, whose gradient is ${number(grads[current])}: ${received.join("; ")}.${end}`;
  }

  function filling(nodes, { name, label, op, data, inputs }) {
    if (!op) return label ? `${name} is given: ${number(data)}.` : `The constant ${number(data)} is given.`;
    const parts = inputs.map((i) => number(nodes[i].data));
    if (SIGNS[op]) return `${name}: ${parts.join(SIGNS[op])} = ${number(data)}.`;
    const made = op.startsWith("**") ? `${parts[0]} to the power ${op.slice(2)}` : `${op} of ${parts[0]}`;
    return `${name}: ${made} = ${number(data)}.`;
  }

  /* The local derivative of an edge, as formula and number. */
  function slope({ nodes }, { user, slot }) {
    const words = formula(nodes, user, slot);
    const value = number(nodes[user].slopes[slot]);
    const same = words.replace("−", "-") === value || `${words.replace("−", "-")}.0` === value;
    return `local derivative ${words}${same ? "" : ` = ${value}`}`;
  }

  const ends = ({ nodes }, { user, slot }) => [nodes[nodes[user].inputs[slot]].name, nodes[user].name];

  const label = (walked, edge) => `${ends(walked, edge).join(" to ")}: ${slope(walked, edge)}`;

  /* An edge, and the contribution that it carries or will carry. */
  function edge(walked, { user, slot }) {
    const [from, to] = ends(walked, { user, slot });
    const says = `From ${from} to ${to}: ${slope(walked, { user, slot })}.`;
    if (!walked.backward) return says;
    const grad = walked.shown.grads[user];
    const by = walked.nodes[user].slopes[slot];
    const done = walked.phase === "idle" || walked.visits.indexOf(user) < walked.visited;
    if (grad === undefined || !(done || walked.complete(user))) {
      return `${says} It will carry the gradient of ${to} times ${number(by)} to ${from}.`;
    }
    return `${says} It ${done ? "carries" : "will carry"} ${number(grad)} × ${number(by)} = ${number(grad * by)} to ${from}.`;
  }

  window.micrograd.words = { phase, step, edge, label };
})();
