/* Calls functions of the reader's scripts: a line of JSON in, [file, name, ...arguments], and a line
   out, what came back. The storage is an object that the first of such lines, ["store", …], sets. */

const path = require("node:path");
const assets = path.join(__dirname, "..", "..", "src", "unpasted", "assets");
const kept = new Map();
globalThis.unpasted = { book: "b" };
globalThis.addEventListener = () => {};
globalThis.document = { dispatchEvent: () => {} };
globalThis.localStorage = {
  getItem: (name) => kept.get(name) ?? null,
  setItem: (name, text) => kept.set(name, String(text)),
};
require("node:readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const [file, name, ...args] = JSON.parse(line);
    const start = performance.now();
    let back;
    try {
      if (file === "store") {
        kept.clear();
        if (args[0] !== null) kept.set(name, args[0]);
      } else back = require(path.join(assets, file))[name](...args);
      if (Number.isNaN(back)) back = "NaN";
    } catch (error) {
      back = { raised: String(error.message) };
    }
    const stored = Object.fromEntries(kept);
    console.log(JSON.stringify({ back, stored, took: performance.now() - start }));
  });
