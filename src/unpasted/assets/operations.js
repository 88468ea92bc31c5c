/* The arithmetic of a graph, as the engine does it.

   The build computes with the same table, read as Python (kinds/operations.py). So `f` and `slopes`
   of a row are one expression each, on one line, that both languages read alike. */

/** Of an operation: its value; its slopes; and these as formulas of the inputs' names, of which the
    second list has brackets where a product needs them.
    @typedef {object} Operation
    @property {(x: number[]) => number} f
    @property {(x: number[], y: number) => number[]} slopes
    @property {(names: string[], bracketed: string[], out: string) => string[]} formulas */

/** @type {Record<string, Operation>} */
const OPERATIONS = {
  "+": { f: (x) => x[0] + x[1], slopes: () => [1, 1], formulas: () => ["1", "1"] },
  "-": { f: (x) => x[0] - x[1], slopes: () => [1, -1], formulas: () => ["1", "−1"] },
  "*": { f: (x) => x[0] * x[1], slopes: (x) => [x[1], x[0]], formulas: (n) => [n[1], n[0]] },
  "/": {
    f: (x) => x[0] / x[1],
    slopes: (x) => [1 / x[1], -x[0] / x[1] ** 2],
    formulas: (_, b) => [`1 / ${b[1]}`, `−${b[0]} / ${b[1]}²`],
  },
  neg: { f: (x) => -x[0], slopes: () => [-1], formulas: () => ["−1"] },
  tanh: {
    f: (x) => Math.tanh(x[0]),
    slopes: (_, y) => [1 - y * y],
    formulas: (_, __, out) => [`1 − ${out}²`],
  },
  exp: { f: (x) => Math.exp(x[0]), slopes: (_, y) => [y], formulas: (_, __, out) => [out] },
  log: { f: (x) => Math.log(x[0]), slopes: (x) => [1 / x[0]], formulas: (_, b) => [`1 / ${b[0]}`] },
  relu: {
    f: (x) => Math.max(x[0], 0),
    slopes: (x) => [Number(x[0] > 0)],
    formulas: (n) => [`1 if ${n[0]} > 0, else 0`],
  },
};

/** A power with a constant exponent. @param {number} n @returns {Operation} */
const power = (n) => ({
  f: (x) => x[0] ** n,
  slopes: (x) => [n === 0 ? 0 : n * x[0] ** (n - 1)],
  formulas: (_, b) => [n === 2 ? `2 × ${b[0]}` : `${n} × ${b[0]}^${n - 1}`],
});

/** An operation of a graph that can be computed; `**3` is a power. @param {string} op */
function operation(op) {
  if (!op.startsWith("**")) return OPERATIONS[op];
  const exponent = op.slice(2).replace("True", "1").replace("False", "0"); // as Python writes them
  return power(Number(exponent));
}

/** The graph of a data-graph attribute, with its data and slopes.
    @param {string} text JSON; of a node it may leave out what is empty
    @returns {Graph} */
function read(text) {
  const graph = JSON.parse(text);
  const empty = { label: "", op: "", says: "", line: "", inputs: [], slopes: [] };
  graph.nodes = graph.nodes.map((/** @type {object} */ one) => ({ ...empty, ...one }));
  if (graph.computed) forward(graph.nodes);
  return graph;
}

/** Give every node its data and local derivatives, inputs before users.
    @param {GraphNode[]} nodes */
function forward(nodes) {
  for (const node of nodes) {
    if (!node.op) continue;
    const x = node.inputs.map((i) => Number(nodes[i].data));
    const known = operation(node.op);
    const y = known.f(x);
    node.data = y;
    node.slopes = known.slopes(x, y);
  }
  return nodes;
}

/** Visit node i: add to the gradients of its inputs what it has for them. Where nothing has arrived
    yet, that is 0.0, and its own gradient from then on.
    @param {GraphNode[]} nodes @param {number[]} grads @param {number} i @returns {Gift[]} */
function visit(nodes, grads, i) {
  grads[i] ??= 0;
  const upstream = grads[i];
  return nodes[i].inputs.map((to, slot) => {
    const slope = nodes[i].slopes[slot];
    const amount = upstream * slope;
    const before = grads[to] || 0;
    grads[to] = before + amount;
    return { user: i, slot, to, upstream, slope, amount, before };
  });
}

/** A name as a factor: a sum without a name of its own, or a negative number, in brackets.
    @param {GraphNode} node */
function bracketed({ name, label, op, data }) {
  const loose = op ? op === "neg" || !/^[a-z]/.test(op) : Number(data) < 0;
  return loose && !label ? `(${name})` : name;
}

/** The local derivative of node i with respect to its input k, as a formula of names.
    @param {GraphNode[]} nodes @param {number} i @param {number} k */
function formula(nodes, i, k) {
  const inputs = nodes[i].inputs.map((j) => nodes[j]);
  const names = inputs.map(({ name }) => name);
  const { formulas } = operation(nodes[i].op);
  return formulas(names, inputs.map(bracketed), bracketed(nodes[i]))[k];
}

module.exports = { OPERATIONS, operation, read, forward, visit, formula };
