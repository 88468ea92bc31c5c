"use strict";
/* The arithmetic of a graph, as the engine does it. authoring/operations.py is the same table. */
(() => {
  /* Of each operation: its value; its slopes; these as formulas of the inputs' names, of which the
     second list has brackets where a product needs them; and the operation in words. */
  const OPERATIONS = {
    "+": {
      f: (x) => x[0] + x[1],
      slopes: () => [1, 1],
      formulas: () => ["1", "1"],
      says: (x) => `${x[0]} + ${x[1]}`,
    },
    "-": {
      f: (x) => x[0] - x[1],
      slopes: () => [1, -1],
      formulas: () => ["1", "−1"],
      says: (x) => `${x[0]} − ${x[1]}`,
    },
    "*": {
      f: (x) => x[0] * x[1],
      slopes: (x) => [x[1], x[0]],
      formulas: (n) => [n[1], n[0]],
      says: (x) => `${x[0]} × ${x[1]}`,
    },
    "/": {
      f: (x) => x[0] / x[1],
      slopes: (x) => [1 / x[1], -x[0] / x[1] ** 2],
      formulas: (n, b) => [`1 / ${b[1]}`, `−${b[0]} / ${b[1]}²`],
      says: (x) => `${x[0]} / ${x[1]}`,
    },
    neg: { f: (x) => -x[0], slopes: () => [-1], formulas: () => ["−1"], says: (x) => `minus ${x[0]}` },
    tanh: {
      f: (x) => Math.tanh(x[0]),
      slopes: (x, y) => [1 - y * y],
      formulas: (n, b, out) => [`1 − ${out}²`],
      says: (x) => `tanh of ${x[0]}`,
    },
    exp: {
      f: (x) => Math.exp(x[0]),
      slopes: (x, y) => [y],
      formulas: (n, b, out) => [out],
      says: (x) => `exp of ${x[0]}`,
    },
    log: {
      f: (x) => Math.log(x[0]),
      slopes: (x) => [1 / x[0]],
      formulas: (n, b) => [`1 / ${b[0]}`],
      says: (x) => `log of ${x[0]}`,
    },
    relu: {
      f: (x) => Math.max(x[0], 0),
      slopes: (x) => [x[0] > 0 ? 1 : 0],
      formulas: (n) => [`1 if ${n[0]} > 0, else 0`],
      says: (x) => `relu of ${x[0]}`,
    },
  };

  const power = (n) => ({
    f: (x) => x[0] ** n,
    slopes: (x) => [n === 0 ? 0 : n * x[0] ** (n - 1)],
    formulas: (names, b) => [n === 2 ? `2 · ${b[0]}` : `${n} · ${b[0]}^${n - 1}`],
    says: (x) => `${x[0]} to the power ${n}`,
  });

  const operation = (op) => (op.startsWith("**") ? power(Number(op.slice(2))) : OPERATIONS[op]);

  /* Data and local derivatives of every node, inputs before users. */
  function forward(nodes) {
    for (const node of nodes) {
      if (!node.op) continue;
      const x = node.inputs.map((i) => nodes[i].data);
      const known = operation(node.op);
      node.data = known.f(x);
      node.slopes = known.slopes(x, node.data);
    }
    return nodes;
  }

  /* What visiting one node adds to the gradients of its inputs. */
  function visit(nodes, grads, i) {
    return (nodes[i].inputs || []).map((to, k) => {
      const amount = grads[i] * nodes[i].slopes[k];
      const before = grads[to] || 0;
      grads[to] = before + amount;
      return { to, slope: nodes[i].slopes[k], amount, before };
    });
  }

  /* A number as the figures show it: four decimals, or three digits where that says nothing;
     written as Python writes it. */
  function number(x) {
    if (x === 0) return "0.0";
    if (!Number.isFinite(x)) return String(x);
    const size = Math.abs(x);
    if (size < 1e-3 || size >= 1e6) {
      const [digits, exponent] = x.toExponential(2).split("e");
      if (exponent >= -4 && exponent < 0) return String(Number(x.toPrecision(3)));
      return `${Number(digits)}e${exponent[0]}${exponent.slice(1).padStart(2, "0")}`;
    }
    let text = x.toFixed(4);
    const halfway = Math.abs(x * 32) % 2 === 1; // between two decimals: Python takes the even one
    if (halfway && /[13579]$/.test(text)) text = text.slice(0, -1) + (text.at(-1) - 1);
    return text.replace(/(\.\d+?)0+$/, "$1");
  }

  /* A name as a factor: a sum without a name of its own, or a negative number, in brackets. */
  function bracketed({ name, label, op, data }) {
    const loose = op ? op === "neg" || !/^[a-z]/.test(op) : data < 0;
    return loose && !label ? `(${name})` : name;
  }

  /* The local derivative of node i with respect to its input k, as a formula of names. */
  function formula(nodes, i, k) {
    const node = nodes[i];
    const inputs = node.inputs.map((j) => nodes[j]);
    const names = inputs.map(({ name }) => name);
    return operation(node.op).formulas(names, inputs.map(bracketed), bracketed(node))[k];
  }

  /* How the data of node i was made, in numbers. */
  const making = (nodes, i) => operation(nodes[i].op).says(nodes[i].inputs.map((j) => number(nodes[j].data)));

  /* Whether two sums of the same contributions agree: they may differ in their last digits. */
  const same = (a, b, size = Math.max(Math.abs(a), Math.abs(b))) => Math.abs(a - b) <= 1e-9 * size;

  /* What a reader typed as a finite number, or NaN. */
  function parse(text) {
    const plain = text.trim().replace(/[−–]/g, "-").replace(/^\+/, "");
    const fraction = /^(-?\d+(?:\.\d+)?)\s*\/\s*(\d+(?:\.\d+)?)$/.exec(plain);
    if (!fraction && !/^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return NaN;
    const value = fraction ? fraction[1] / fraction[2] : Number(plain);
    return Number.isFinite(value) ? value : NaN;
  }

  /* An element, its attributes, its children. */
  function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
      else if (value !== false) made.setAttribute(key, value === true ? "" : value);
    }
    made.append(...children);
    return made;
  }

  window.micrograd = { forward, visit, number, formula, making, same, parse, element };
})();
