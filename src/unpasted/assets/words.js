/* What a walker says: of a step, of an edge. The build says the same of steps (kinds/words.py). */

const { say } = require("./elements.js");
const { number, said, signed } = require("./numbers.js");
const { formula } = require("./operations.js");

const LINE = 36; // characters: an equation that is longer breaks, before a sign

/** No equation breaks that has room on a line.
    @param {string} text */
const whole = (text) =>
  signed(text).replace(/\S+(?: [=×+−/] \S+)+/g, (all) =>
    all.replace(/ (\S) /g, `${all.length > LINE ? " " : "\u00a0"}$1\u00a0`),
  );

/** The sentence of a position: what was filled in, what was multiplied by what, what was added to
    which gradient.
    @param {Walked} walked @param {number} at */
function step(walked, at) {
  const { nodes, backward, filling } = walked;
  const phase = walked.phase(at);
  if (phase === "finished")
    return backward
      ? say("Finished: every gradient is known.")
      : say("Finished: all data is known.");
  const current = phase === "given" ? walked.leaves : walked.current(at);
  if (phase === "backward") {
    const { grads, gifts } = walked.gradients(walked.visited(at));
    if (current.length > 1) return whole(together(nodes, current.length, gifts));
    return whole(visiting(nodes, current[0], grads, gifts));
  }
  if (phase !== "seed") {
    const all = at === filling.length - 1 ? ` ${say("All data is known.")}` : "";
    const given = current.filter((i) => !nodes[i].op);
    const rest = given.length > 1 ? current.filter((i) => nodes[i].op) : current;
    const made = rest.map((i) => filled(nodes, i));
    if (rest.length < current.length) {
      const leaves = given.map((i) => {
        const { label, name, data } = nodes[i];
        return label
          ? `${name} = ${said(data)}`
          : say("the {data} of {name}", { data: said(data), name: user(nodes, i) });
      });
      made.unshift(say("Given: {leaves}.", { leaves: leaves.join(", ") }));
    }
    return whole(made.join(" ")) + all;
  }
  const { name } = nodes[current[0]];
  return say("Seed: the gradient of {name} is 1.0, because a value changes as fast as itself.", {
    name,
  });
}

/** What a constant is first used for. @param {GraphNode[]} nodes @param {number} constant */
function user(nodes, constant) {
  return nodes.find((one) => one.inputs.includes(constant))?.name ?? "";
}

/** @param {GraphNode[]} nodes @param {number} current */
function filled(nodes, current) {
  const node = nodes[current];
  const { name, label, op, says, inputs, data } = node;
  if (label && !op) return say("{name} is given: {data}.", { name, data: said(data) });
  if (!op) {
    const given = { data: said(data), name: user(nodes, current) };
    return say("The constant {data} is given, for {name}.", given);
  }
  const made = says.replace(/\{(\d)\}/g, (_, k) => said(nodes[inputs[k]].data));
  return `${name}: ${made} = ${said(data)}.`;
}

/** @param {GraphNode[]} nodes @param {number} current @param {number[]} grads
    @param {Gift[]} gifts of this visit, and perhaps of others */
function visiting(nodes, current, grads, gifts) {
  const own = gifts.filter(({ user }) => user === current);
  const grad = number(grads[current]);
  const received = own.map(({ to, slope, amount, before }) => {
    const share = `${grad} × ${number(slope)} = ${number(amount)}`;
    const got = { name: nodes[to].name, share };
    if (!before) return say("{name} gets {share}", got);
    const sum = { before: number(before), sum: number(before + amount) };
    return say("{name} gets {share}, added to {before} makes {sum}", { ...got, ...sum });
  });
  const passes = received.join("; ") || say("it has no inputs and passes nothing on");
  const visit = { name: nodes[current].name, grad, passes };
  return say("Visit {name}, whose gradient is {grad}: {passes}.", visit);
}

/** Several visits at once: what each input gets from all of them.
    @param {GraphNode[]} nodes @param {number} count @param {Gift[]} gifts */
function together(nodes, count, gifts) {
  const received = [...new Set(gifts.map(({ to }) => to))].map((to) => {
    const own = gifts.filter((gift) => gift.to === to);
    const [{ before }] = own;
    const parts = own.map(({ amount }) => number(amount)).join(" + ");
    const sum = number(own.reduce((total, { amount }) => total + amount, before));
    const got = { name: nodes[to].name, share: parts, before: number(before), sum };
    if (before) return say("{name} gets {share}, added to {before} makes {sum}", got);
    return say("{name} gets {share}", { ...got, share: own[1] ? `${parts} = ${sum}` : parts });
  });
  return say("{count} visits: {passes}.", { count: String(count), passes: received.join("; ") });
}

/** The local derivative of an edge, as a formula, and as a number once that is known.
    @param {Walked} walked @param {number} at @param {Place} edge */
function slope(walked, at, { user, slot }) {
  const value = walked.nodes[user].slopes[slot];
  if (!walked.computed) return number(value);
  const words = formula(walked.nodes, user, slot);
  const told = !walked.known(at).has(user) || Number(words.replace("−", "-")) === value;
  return told ? words : `${words} = ${number(value)}`;
}

/** An edge: its ends, its local derivative, and the contribution that it carries or will carry.
    @param {Walked} walked @param {number} at @param {Place} edge */
function edge(walked, at, { user, slot }) {
  const { nodes, visits } = walked;
  const visited = walked.visited(at);
  const [from, to] = [nodes[nodes[user].inputs[slot]].name, nodes[user].name];
  const local = {
    from,
    to,
    derivative: say("local derivative {slope}", { slope: slope(walked, at, { user, slot }) }),
  };
  const told = say("From {from} to {to}: {derivative}.", local);
  if (!walked.backward) return told;
  const grad = walked.gradients(visited).grads[user];
  const by = nodes[user].slopes[slot];
  const done = visits.slice(0, Math.max(visited, 0)).flat().includes(user);
  if (grad === undefined || !(done || walked.complete(user, visited))) {
    const times = walked.known(at).has(user) ? number(by) : say("that");
    const share = { to, times, from };
    return `${told} ${say("It will carry the gradient of {to} times {times} to {from}.", share)}`;
  }
  const amount = number(grad * by);
  const share = { share: `${number(grad)} × ${number(by)} = ${amount}`, from };
  const carries = done
    ? say("It carries {share} to {from}.", share)
    : say("It will carry {share} to {from}.", share);
  return `${told} ${carries}`;
}

module.exports = { step, edge, slope, whole };
