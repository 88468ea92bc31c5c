/* The cells of a page and the Python that runs them: what the page's own scripts talk to.

   Each page has a worker of its own. Another one waits, warm, for the moment when one is stopped:
   that is how Stop works at once, whatever a cell is doing. */

import { editor } from "./editor.js";

/* See assets/types.d.ts for Live, which a Page is to them, a Cell, a Run and Tell. */

const { say } = globalThis.unpasted.elements;
const { outcome, withoutAsserts } = globalThis.unpasted.live;
const HERE = new URL(".", import.meta.url);
const PATIENCE = 4; // seconds that the cells above may take to run anew, before each run
const SPARE_AFTER = 2000; // milliseconds: a Python that starts, and its first runs, have the machine for themselves

/** Python in a worker. Whatever is asked of it while it is dead is answered by why. */
class Python {
  constructor() {
    this.running = false; // whether it has started
    const code = `import ${JSON.stringify(new URL("worker.js", HERE).href)};`;
    const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    /* From a blob, a worker has the policy of its page: it reaches no other host. */
    this.worker = new Worker(url, { type: "module", name: "cells" });
    this.asked = 0;
    this.died = "";
    /** @type {((error: Error) => void) | undefined} */
    this.fail = undefined;
    /** @type {((text: string) => void) | undefined} */
    this.onprinted = undefined;
    /** @type {{resolve: (text: string) => void, reject: (error: Error) => void} | undefined} */
    this.waiting = undefined;
    this.ready = new Promise((resolve, reject) => {
      this.fail = reject;
      this.worker.onmessage = ({ data }) => {
        if (data.ready) {
          URL.revokeObjectURL(url);
          this.running = true;
          resolve(this);
        } else if (data.died) {
          const why = String(data.died).slice(0, 300).replace(/\.?$/, ".");
          this.end(
            this.running ? say("Python ended: {why}", { why }) : say("Python could not be started: {why}", { why }),
          );
        } else if (data.told === this.asked) this.onprinted?.(String(data.text));
        else if (data.answer === this.asked) {
          this.waiting?.resolve(String(data.text));
          this.waiting = undefined;
        }
      };
      this.worker.onerror = (event) => {
        event.preventDefault();
        const why = event.message || say("its files are not there");
        this.end(say("Python could not be started: {why}", { why }));
      };
    });
    this.ready.catch(() => {});
  }

  /** @param {object} question @returns {Promise<any>} rejects where it was ended */
  async ask(question) {
    await this.ready;
    if (this.died) throw new Error(this.died);
    this.asked += 1;
    const message = JSON.stringify(question);
    this.worker.postMessage({ ask: this.asked, message });
    const text = await new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
    });
    return JSON.parse(text);
  }

  /** @param {string} why */
  end(why) {
    this.died ||= why;
    this.worker.terminate();
    this.fail?.(new Error(this.died));
    this.waiting?.reject(new Error(this.died));
    this.waiting = undefined;
  }
}

/** @type {Python | undefined} */
let spare;

function warm() {
  if (!spare || spare.died) spare = new Python();
}

const nothing = {
  printed: "", raised: "", line: 0, trace: [], value: "", missing: "", drawn: null, cut: false,
  first: [], skipped: [], again: false, seconds: 0, failed: [],
};

/** Stands for what is half done: after it, variables are not those that the cells would give. */
const UNCLEAN = { number: Number.POSITIVE_INFINITY, code: "", seconds: 0 };

/** One page: its cells, their code as the reader has it, what ran in its Python, and on whose
    engine: `mine` is by the name of a module the reader's text of it. */
class Page {
  editor = editor;

  /** @param {string} url relative to the site */
  constructor(url) {
    this.url = url;
    /** @type {Map<number, string>} */
    this.edited = new Map();
    /** @type {Record<string, string>} */
    this.mine = {};
    /** @type {{number: number, code: string, seconds: number}[]} */
    this.ran = [];
    /** @type {Python | undefined} */
    this.python = undefined;
    /** @type {Promise<unknown>} */
    this.turn = Promise.resolve();
    this.stops = 0;
    this.halted = false;
    /** @type {Promise<Cell[]>} */
    this.cells = fetch(new URL(`cells/${url.replace(/\.html$/, ".json")}`, HERE)).then(
      async (answer) => {
        const { ok, status } = answer;
        if (!ok) throw new Error(say("The code of this page is not there ({status}).", { status }));
        return (await answer.json()).cells;
      },
    );
    this.cells.catch(() => {});
  }

  /** A cell's code as it is run. Asserts that do not show hold the book's own numbers: they are
      left out as soon as the reader has changed something that they may be about.
      @param {Cell} cell */
  code(cell) {
    const own = Object.keys(this.mine).length || [...this.edited.keys()].some((n) => n < cell.number);
    return this.edited.get(cell.number) ?? (own ? withoutAsserts(cell) : cell.code);
  }

  /** Its Python, with a page opened in it. */
  async opened() {
    if (this.python && !this.python.died) return this.python;
    warm(); // it is, or starts only now
    const python = /** @type {Python} */ (spare);
    spare = undefined;
    this.python = python;
    this.ran = [];
    await python.ask({ do: "open", mine: this.mine });
    setTimeout(() => pages.has(this.url) && warm(), SPARE_AFTER);
    return python;
  }

  /** Whatever is asked of a page is done one after the other.
      @template T @param {() => Promise<T>} action @returns {Promise<T>} */
  inTurn(action) {
    const done = this.turn.then(action);
    this.turn = done.catch(() => {});
    return done;
  }

  /** Run those cells above a number that some code needs, as far as their variables are not there.
      @param {number} number @param {string} code @param {Tell} tell
      @returns {Promise<Partial<Run>>} */
  async runAbove(number, code, tell) {
    const python = await this.opened();
    const above = (await this.cells).filter((cell) => cell.number < number && !cell.still);
    const codes = above.map((cell) => [cell.number, this.code(cell)]);
    /** @type {number[]} */
    const numbers = above.length ? await python.ask({ do: "needs", cells: codes, code }) : [];
    const needed = above.filter((cell) => numbers.includes(cell.number));
    const has = (/** @type {Cell | undefined} */ cell) =>
      this.ran.some((one) => one.number === cell?.number && one.code === this.code(cell));
    const missing = needed.filter((cell) => !has(cell));
    const next = missing[0]?.number ?? number;
    const clean = this.ran.every(
      (one) => one.number < next && has(above.find((cell) => cell.number === one.number)),
    );
    const costs = this.ran.reduce((sum, one) => sum + (one.number < number ? one.seconds : 0), 0);
    if (!missing.length && !clean && costs > PATIENCE) return { first: [], skipped: [], again: true };
    if (!clean) {
      await python.ask({ do: "renew" });
      this.ran = [];
    }
    const todo = clean ? missing : needed;
    const first = [];
    const skipped = [];
    for (const [at, cell] of todo.entries()) {
      const now = { n: at + 1, all: todo.length };
      tell.onwait?.(say("Running the cells above first: {n} of {all}…", now));
      const came = await this.runOne(cell.number, this.code(cell));
      if (failed(came, cell)) {
        /* While all is as in the book, those below may do without it: it needs NumPy, say. */
        if (above.every((one) => this.code(one) === one.code)) skipped.push(cell.number);
        else {
          this.ran.push(UNCLEAN);
          return { first, skipped, again: false, above: { ...came, number: cell.number } };
        }
      }
      first.push(cell.number);
    }
    return { first, skipped, again: false };
  }

  /** @param {number} number @param {string} code @param {Tell} [tell]
      @returns {Promise<Partial<Run>>} */
  async runOne(number, code, { curve, onturn } = {}) {
    const python = await this.opened();
    const start = performance.now();
    this.halted = false;
    const begun = curve ? { do: "train", number, code, curve } : { do: "run", number, code };
    let came = await python.ask(begun);
    onturn?.(came.curve);
    while (came.more && !this.halted) {
      came = await python.ask({ do: "turn" });
      onturn?.(came.curve);
    }
    const seconds = (performance.now() - start) / 1000;
    this.ran = this.ran.filter((one) => one.number !== number && one !== UNCLEAN);
    this.ran.push({ number, code, seconds });
    this.ran.sort((one, other) => one.number - other.number);
    return { ...came, seconds };
  }

  /** What an action gives, or that it was stopped or its Python died.
      @template T @param {() => Promise<T>} action
      @returns {Promise<T | {stopped: true} | {died: string}>} */
  async guarded(action) {
    const stops = this.stops;
    try {
      return await action();
    } catch (error) {
      if (this.stops > stops) return { stopped: true };
      const says = error instanceof Error ? error.message : String(error);
      if (!this.python?.died) throw error;
      this.python = undefined;
      return { died: says };
    }
  }

  /** What an action comes to, after the cells that its code needs, in its turn.
      @param {number} number its place: cells above have smaller ones
      @param {string} code @param {Tell} tell @param {(python: Python) => Promise<object>} action
      @returns {Promise<any>} a Run */
  afterAbove(number, code, tell, action) {
    return this.inTurn(async () => {
      const came = await this.guarded(async () => {
        if (!this.python?.running) tell.onwait?.(say("Python is loading…"));
        const how = await this.runAbove(number, code, tell);
        if (how.above) return how;
        tell.onwait?.(say("Running…"));
        return { ...(await action(await this.opened())), ...how };
      });
      return { ...nothing, ...came };
    });
  }

  /** Have Python ready; what was asked for is not waited for. */
  prepare() {
    return this.inTurn(() => this.guarded(() => this.opened()));
  }

  /** What the reader has made of a cell, or undefined for the book's own code. */
  edit(number, code) {
    if (code === undefined) this.edited.delete(number);
    else this.edited.set(number, code);
  }

  /** Run a cell, after the cells above it that have not run or were changed. */
  run(number, code, tell = {}) {
    return this.afterAbove(number, code, tell, async (python) => {
      python.onprinted = tell.onprinted;
      try {
        const cell = (await this.cells).find((other) => other.number === number);
        const one = await this.runOne(number, cell?.code === code ? this.code(cell) : code, tell);
        if (failed(one, cell)) this.ran.push(UNCLEAN);
        return one;
      } finally {
        python.onprinted = undefined;
      }
    });
  }

  /** Check an answer on a copy of the variables of the cells above a number. */
  check(number, code, checks, tell = {}) {
    const all = [code, ...checks.flatMap(({ expression, needs = "" }) => [expression, needs])];
    const question = { do: "check", code, checks };
    return this.afterAbove(number, all.join("\n"), tell, (python) => python.ask(question));
  }

  /** Ask what needs none of its cells, in its turn: see inside.py. */
  ask(question, tell = {}) {
    return this.afterAbove(Number.NEGATIVE_INFINITY, "", tell, (python) => python.ask(question));
  }

  /** From now on run on these modules of the reader's, or on the book's. */
  on(mine) {
    if (JSON.stringify(this.mine) === JSON.stringify(mine)) return;
    this.stop();
    this.mine = mine;
  }

  /** Stop whatever runs, at once. */
  stop() {
    this.stops += 1;
    if (!this.python) return;
    this.python.end(say("It was stopped."));
    this.python = undefined;
    warm();
  }

  /** Let the loop that runs end after the turn that it is at; variables stay as they are. */
  halt() {
    this.halted = true;
  }

  /** Let the next run begin without variables. */
  renew() {
    this.ran = [UNCLEAN];
  }

  /** End its Python: the page was left. */
  leave() {
    this.stop();
    pages.delete(this.url);
  }
}

/** Whether a cell came to an error that is not its lesson.
    @param {Partial<Run>} came @param {Cell | undefined} cell */
function failed(came, cell) {
  return came.cut || (came.raised !== "" && outcome(came) !== cell?.printed);
}

/** @type {Map<string, Page>} */
const pages = new Map();

/** @param {string} url of a page, relative to the site */
export function pageOf(url) {
  const known = pages.get(url) ?? new Page(url);
  pages.set(url, known);
  return known;
}

/** What draws, for when a cell does. */
export const drawing = () => import("./drawing.js");
