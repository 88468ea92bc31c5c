"use strict";
/* The arithmetic of a graph, as the engine does it. authoring/operations.py is the same table. */
(() => {
  const two = (f, slopes, words) => ({ f, slopes, words });
  const OPERATIONS = {
    "+": two((x) => x[0] + x[1], () => [1, 1], () => ["1", "1"]),
    "-": two((x) => x[0] - x[1], () => [1, -1], () => ["1", "−1"]),
    "*": two((x) => x[0] * x[1], (x) => [x[1], x[0]], (n) => [n[1], n[0]]),
    "/": two(
      (x) => x[0] / x[1],
      (x) => [1 / x[1], -x[0] / x[1] ** 2],
      (n) => [`1 / ${n[1]}`, `−${n[0]} / ${n[1]}²`],
    ),
    neg: two((x) => -x[0], () => [-1], () => ["−1"]),
    tanh: two((x) => Math.tanh(x[0]), (x, y) => [1 - y * y], (n, out) => [`1 − ${out}²`]),
    exp: two((x) => Math.exp(x[0]), (x, y) => [y], (n, out) => [out]),
    log: two((x) => Math.log(x[0]), (x) => [1 / x[0]], (n) => [`1 / ${n[0]}`]),
    relu: two(
      (x) => Math.max(x[0], 0),
      (x) => [x[0] > 0 ? 1 : 0],
      (n) => [`1 if ${n[0]} > 0, else 0`],
    ),
  };

  const power = (n) =>
    two(
      (x) => x[0] ** n,
      (x) => [n === 0 ? 0 : n * x[0] ** (n - 1)],
      (names) => [`${number(n)} · ${names[0]}^${number(n - 1)}`],
    );

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

  const formula = (nodes, i, k) => {
    const node = nodes[i];
    return operation(node.op).words(node.inputs.map((j) => nodes[j].name), node.name)[k];
  };

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

  window.micrograd = { forward, visit, number, formula, parse, element };
})();
