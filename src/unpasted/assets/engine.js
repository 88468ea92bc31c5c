/* The reader's own engine: one Python file, kept on this device and sent nowhere. Each step whose
   checks it passed keeps the file as it was then; pages run one of those, never the draft. */

const { element, parts, say } = require("./elements.js");
const { today } = require("./kept.js");
const { isObject, Store } = require("./stored.js");

/** @type {Own} */
const NONE = { version: 1, drafts: {}, passed: {}, on: "book", ran: {} };
const TAIL = "\n\n# What follows runs the checks: python engine.py\n";
const SIGNS = /** @type {Record<string, string>} */ ({
  __add__: "+",
  __sub__: "−",
  __mul__: "×",
  __truediv__: "÷",
  __pow__: "**",
});

/** What is kept of the reader's engine, where it is what this version keeps.
    @param {any} found @returns {Own} */
function sound(found) {
  const { version, drafts = {}, passed, ran } = found;
  const isSound =
    version === 1 &&
    [drafts, passed, ran].every(isObject) &&
    Object.values(drafts).every((code) => typeof code === "string") &&
    Object.values(passed).every((/** @type {any} */ one) => typeof one?.code === "string");
  return isSound ? { ...NONE, ...found } : NONE;
}

const own = new Store("engine", sound);
const read = () => own.read();
const write = (/** @type {Partial<Own>} */ change) => own.write(change);

/* Whoever leaves is asked first, while the device has no room for what they wrote. */
addEventListener("beforeunload", (event) => {
  if (own.unkept) event.preventDefault();
});

/** Whether something else stands in its place. */
const strange = () => own.isDamaged(own.stored() ?? {});

/** What to say where the device takes no more; or nothing. */
const full = () =>
  own.unkept
    ? say("This device has no room to keep your engine: save it as a file before you leave.")
    : "";

/** The file that passed last, in the order of steps. @param {Own} state */
function latest({ passed }) {
  const all = Object.entries(passed).sort(([, a], [, b]) => b.place - a.place);
  const [step, one] = all[0] ?? [];
  return one && { step: String(step), ...one };
}

/** What a file can do, as one writes it: + × tanh backward(). @param {string} code */
function abilities(code) {
  const parts = code.split(/^(?=\S)/m); // each class and each function by itself
  const found = parts.flatMap((part) => [
    ...part.matchAll(part.startsWith("class ") ? /^(?: {1,4}|\t)def (\w+)/gm : /^def (\w+)/g),
  ]);
  return [...new Set(found.map(([, name]) => ability(name)).filter(Boolean))];
}

/** How many of the steps that readers write are written. @param {Step[]} steps */
function written(steps) {
  const { passed } = read();
  const theirs = steps.filter(({ page }) => page);
  const n = theirs.filter(({ name }) => passed[name]).length;
  return say("Steps written: {n} of {all}.", { n, all: theirs.length });
}

/** @param {string} name of a symbol, or of a method */
function ability(name) {
  const short = name.split(".").at(-1) ?? "";
  return SIGNS[short] ?? (/^_|^class |^import |^from /.test(short) ? "" : `${short}()`);
}

/** @type {Promise<Step[]> | undefined} */
let table;

/** The steps of the engine, and which page has the reader write each. */
function steps() {
  table ??= fetch(`${unpasted.root}assets/unpasted/live/steps.json`).then(async (answer) => {
    if (!answer.ok) throw new Error(say("The table of steps is not there."));
    return (await answer.json()).steps;
  });
  table.catch(() => {
    table = undefined;
  });
  return table;
}

/** What a page runs on: by the name of a module, the reader's text of it. A step is the file as it
    was when it passed that step; the finished engine is the last that passed, or in a chapter about
    a step that step's.
    @param {Own} state @param {Step[]} steps
    @param {string[]} modules those that the page's cells import */
function chosen(state, steps, modules) {
  /** @type {Record<string, string>} */
  const mine = {};
  const last = steps.at(-1);
  const used = steps.filter((step) => step !== last && modules.includes(step.module));
  const missing = used.filter((step) => step.page && !state.passed[step.name]);
  for (const { name, module } of used) {
    if (state.passed[name]) mine[module] = state.passed[name].code;
  }
  const after = used.at(-1);
  const known = steps.map((step) => step.module);
  const others = modules.some((name) => name === last?.module || !known.includes(name));
  const whole = after ? state.passed[after.name] : latest(state);
  if (last && others && whole) mine[last.module] = whole.code;
  return { mine, missing: others && !whole && last ? [...missing, last] : missing };
}

/** Where this page's cells run, as its <book-engine> says it. */
async function mine() {
  const modules = document.querySelector("book-engine")?.getAttribute("data-modules");
  const state = read();
  if (state.on !== "mine" || !modules || !latest(state)) return {};
  return chosen(state, await steps(), modules.split(" ")).mine;
}

/** What a file holds that is taken home: the engine, and its checks.
    @param {string} code
    @param {Step[]} steps those that it passed */
function exported(code, steps) {
  const tried = steps.map(({ trial, checks }) => {
    return [trial, checks.map(({ expression, says }) => [expression, says])];
  });
  return `${code.trimEnd()}\n${TAIL}
if __name__ == "__main__":
    TRIED = ${JSON.stringify(tried, null, 2)}
    for trial, facts in TRIED:
        names = {**globals()}
        try:
            exec(trial, names)
        except ModuleNotFoundError as error:
            print(f"{error}: what needs it is left out")
        for fact, says in facts:
            try:
                holds = eval(fact, names)
            except NameError:
                print("left out:     ", says)
            else:
                print("holds:        " if holds else "does not hold:", says)
`;
}

/** @param {string} text of such a file, or of any other */
const imported = (text) => `${text.replace(/\r\n?/g, "\n").split(TAIL)[0].trimEnd()}\n`;

/* What a cell came to on the reader's engine: what that lacks, and who adds it; what it trained. */
document.addEventListener("book-ran", async (event) => {
  const cell = event.target;
  const { lacks, trained } = /** @type {CustomEvent} */ (event).detail;
  if (!Object.keys(await mine()).length) return;
  if (trained) write({ ran: { ...read().ran, [trained]: today() } });
  if (!lacks || !(cell instanceof HTMLElement)) return;
  const name = element("code", {}, ability(lacks) || lacks);
  const adds = (await steps()).find((step) => step.page && step.adds.includes(lacks));
  const page = adds && element("a", { href: unpasted.root + adds.page }, adds.title);
  const words = page
    ? parts("Your engine has no {name} yet: you write it in “{page}”.", { name, page })
    : parts("Your engine has no {name} yet.", { name });
  cell.querySelector(".status")?.append(" ", ...words);
});

module.exports = {
  read,
  write,
  full,
  strange,
  latest,
  ability,
  abilities,
  steps,
  written,
  chosen,
  mine,
  exported,
  imported,
};
