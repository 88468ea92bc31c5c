/* <book-exercise>: the reader writes an answer, or puts its lines in order, and facts judge it.
   What runs Python is loaded when the reader asks for it. Hints and solution stand in the page. */

const { element, button, define, say } = require("./elements.js");
const { read, write } = require("./kept.js");
const { Lines } = require("./lines.js");
const live = require("./live.js");
const PAUSE = 400; // milliseconds without a change after which an answer is kept

/** Why nothing can run, from the page or from what could not be loaded. */
const refusal = () =>
  live.why() || say("What runs Python could not be loaded. Press again to try once more.");

/**
 * What runs Python, where this page can have it.
 * @returns {Promise<Live>}
 */
async function load() {
  if (live.why()) throw new Error(live.why());
  return /** @type {Promise<Live>} */ (live.load());
}

class Exercise {
  /** @param {HTMLElement} host */
  constructor(host) {
    const { book = "", page = "", exercise = "" } = host.dataset;
    this.host = host;
    this.book = book;
    this.page = page;
    /** @type {Exercised} */
    this.asked = JSON.parse(exercise);
    this.box = /** @type {HTMLElement} */ (host.closest(".exercise"));
    this.solution = /** @type {HTMLDetailsElement} */ (this.box.querySelector(":scope > details"));
    this.says = element("div", { class: "said", role: "status" });
    this.output = element("div", { class: "printed" });
    this.timer = 0;
    this.stopped = false;
    /** @type {Live | undefined} */
    this.live = undefined;
    /** @type {Editor | undefined} */
    this.editor = undefined;
    /** @type {InstanceType<typeof Lines> | undefined} */
    this.lines = undefined;
    this.checking = button(say("Check"), () => this.check(), "primary");
    this.stopping = button(say("Stop"), () => this.stop());
    this.resetting = button(say("Reset"), () => this.reset());
    const tries = this.asked.lines ? say("Put it in order") : say("Try it");
    this.trying = button(tries, () => this.begin(), "primary");
  }

  /** @param {AbortSignal} signal */
  enter(signal) {
    this.host.replaceChildren(element("div", { class: "bar" }, this.trying), this.says);
    document.addEventListener("book-progress", () => this.mark(), { signal });
    this.mark();
  }

  /* Whether it is solved, as the device knows it. */
  mark() {
    const solved = read(this.book).solved[this.page]?.includes(this.asked.id);
    this.box.classList.toggle("solved", Boolean(solved));
  }

  /* What the reader wrote here before, or what everybody begins with. */
  get typed() {
    return read(this.book).typed[this.asked.id];
  }

  async begin() {
    if (this.asked.lines) this.arrange(this.asked.lines);
    else if (!(await this.write())) return;
    const bar = element("div", { class: "bar" }, this.checking, this.stopping, this.resetting);
    this.host.classList.add("live");
    this.host.querySelector(":scope > .bar:has(> .primary)")?.replaceWith(bar);
    this.host.append(this.output);
    this.run(false);
    if (this.editor) this.editor.focus();
    else this.host.querySelector("code")?.focus();
  }

  /* An editor; whether there is one. */
  async write() {
    this.trying.setAttribute("aria-disabled", "true");
    this.tell("", say("The editor is being loaded."));
    const host = element("div", { class: "live-editor" });
    try {
      this.live = await load();
      this.editor = this.live.editor(host, this.typed ?? this.asked.start, {
        label: say("Your answer"),
        onrun: () => this.check(),
        onchange: () => this.keep(),
      });
    } catch {
      this.tell("", refusal());
      return false;
    } finally {
      this.trying.removeAttribute("aria-disabled");
    }
    this.tell("", "");
    this.host.prepend(host);
    return true;
  }

  /** @param {CodeLine[]} lines */
  arrange(lines) {
    const { others = 0, solution = "" } = this.asked;
    const has = { spare: others > 0, indented: /^ /m.test(solution) };
    const change = () => this.keep();
    this.lines = new Lines(lines, has, change, (text) => this.tell("", text));
    if (!this.lines.stand(this.typed ?? "")) this.lines.reset();
    const how = has.indented
      ? say("Drag a line, or choose it and move it with the four arrow keys or the buttons.")
      : say("Drag a line, or choose it and move it with the keys Up and Down or the buttons.");
    this.host.prepend(element("p", { class: "how" }, how), this.lines.list, this.lines.tools);
    this.tell("", "");
  }

  get answer() {
    return this.lines?.code ?? this.editor?.get() ?? "";
  }

  /* Keep the answer on this device, when the reader pauses. */
  keep() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), PAUSE);
  }

  save() {
    clearTimeout(this.timer);
    this.timer = 0;
    const text = this.lines?.standing ?? this.editor?.get() ?? "";
    const state = read(this.book);
    if ((state.typed[this.asked.id] ?? this.asked.start) === text) return;
    write(this.book, { ...state, typed: { ...state.typed, [this.asked.id]: text } });
  }

  reset() {
    this.lines?.reset();
    this.editor?.set(this.asked.start);
    this.editor?.mark(0);
    clearTimeout(this.timer);
    const { [this.asked.id]: _, ...typed } = read(this.book).typed;
    write(this.book, { ...read(this.book), typed });
    this.output.replaceChildren();
    this.tell("", say("As it was at first."));
  }

  /* Under instant navigation the page goes on without it: an answer is kept, its Python ends. */
  leave() {
    if (this.timer) this.save();
    this.editor?.destroy();
    this.live?.leave(this.page);
    this.editor = this.live = this.lines = undefined;
  }

  /** @param {boolean} running */
  run(running) {
    this.host.toggleAttribute("aria-busy", running);
    this.checking.setAttribute("aria-disabled", String(running));
    this.stopping.setAttribute("aria-disabled", String(!running));
  }

  async check() {
    if (this.checking.getAttribute("aria-disabled") === "true") return;
    this.save();
    this.editor?.mark(0);
    this.output.replaceChildren();
    if (this.lines && this.answer === this.asked.solution) return this.solve();
    this.stopped = false;
    this.run(true);
    this.tell("", this.live ? say("It runs.") : say("What runs Python is being loaded."));
    try {
      this.live ??= await load();
    } catch {
      this.run(false);
      const words = this.lines
        ? `${say("These lines are not in the order of the solution.")} ${refusal()}`
        : refusal();
      return this.tell(this.lines ? "wrong" : "", words);
    }
    const { number, checks } = this.asked;
    /** @type {Checked | undefined} */
    let came;
    let why = say("It could not be run.");
    const tell = { onwait: (/** @type {string} */ says) => this.tell("", says) };
    try {
      if (!this.stopped) {
        came = await this.live.check(this.page, number, this.answer, checks, tell);
      }
    } catch (error) {
      why = error instanceof Error ? error.message : why;
    }
    this.run(false);
    if (this.stopped || came?.stopped) return this.tell("", say("Stopped."));
    if (!came || came.died) return this.tell("wrong", came?.died ?? why);
    this.judge(came);
  }

  stop() {
    if (this.stopping.getAttribute("aria-disabled") === "true") return;
    this.stopped = true;
    this.live?.stop(this.page);
  }

  /** @param {Checked} came */
  judge({ printed, raised, line, failed, cut, above }) {
    if (above) {
      this.show("", above.raised);
      return this.tell("wrong", say("A cell above, which this one needs, ends in an error."));
    }
    this.show(printed, raised);
    if (cut) return this.tell("wrong", say("It printed more than a page can hold, and was ended."));
    if (raised) {
      this.editor?.mark(line);
      const where = line
        ? say("It ends in an error in line {n}.", { n: line })
        : say("It ends in an error.");
      return this.tell("wrong", where);
    }
    if (!failed.length) return this.solve();
    const { checks } = this.asked;
    const first = checks.findIndex(({ says }) => failed.some((one) => one.says === says));
    const facts = checks.slice(0, first + 1).map((fact, n) => {
      const sign = element("span", { class: `verdict ${n < first ? "right" : "wrong"}` });
      const says = element("span");
      says.innerHTML = fact.html; // the build's own
      const holds = n < first ? say("Holds:") : say("Does not hold:");
      const word = element("span", { class: "unseen" }, `${holds} `);
      return element("li", { class: "fact" }, sign, word, says);
    });
    const value = failed.find(({ says }) => says === checks[first]?.says)?.value ?? "";
    const words = coded(seen(checks[first]?.needs ?? "", value));
    if (words.length) facts.at(-1)?.append(element("span", { class: "seen" }, ...words));
    this.tell("wrong", say("Not yet."), element("ul", { class: "facts" }, ...facts));
  }

  /**
   * What an answer printed, as text.
   * @param {string} printed
   * @param {string} raised
   */
  show(printed, raised) {
    const text = printed.replace(/\n$/, "");
    if (!text && !raised) return;
    const code = element("code", {}, text + (text && raised ? "\n" : ""));
    if (raised) code.append(element("span", { class: "raised" }, raised));
    const label = { class: "output", role: "group", "aria-label": say("Output of your answer") };
    this.output.append(element("div", label, element("pre", { tabindex: 0 }, code)));
  }

  /* Kept, and the solution stands beside one's own. */
  solve() {
    const compare = element("p", {}, say("Compare it with the solution below."));
    this.tell("right", say("Solved."), compare);
    this.solution.open = true;
    const state = read(this.book);
    const solved = [...new Set(state.solved[this.page]).add(this.asked.id)];
    write(this.book, { ...state, solved: { ...state.solved, [this.page]: solved } });
  }

  /**
   * @param {"right" | "wrong" | ""} sort
   * @param {string} words
   * @param {...Node} more
   */
  tell(sort, words, ...more) {
    const said = sort ? [element("strong", { class: `verdict ${sort}` }, words)] : [words];
    this.says.replaceChildren(...(words ? said : []), ...more);
  }
}

/**
 * What was seen in place of a fact, in words with code between backticks.
 * @param {string} needs what was looked at; "" for the fact as a whole
 * @param {string} value what it is, or the error that came up
 */
function seen(needs, value) {
  const missing = /^NameError: name '(\w+)'/.exec(value);
  if (missing) return say("There is no `{name}` yet.", { name: missing[1] });
  if (/ellipsis/i.test(value)) return say("One `...` is still to be replaced.");
  if (/^[\w.]*(Error|Exception)\b/.test(value))
    return say("Here it ends in `{error}`.", { error: value });
  return needs ? say("Here `{code}` is `{value}`.", { code: needs, value: value || "None" }) : "";
}

/**
 * Words in which code stands between backticks.
 * @param {string} words
 */
function coded(words) {
  const parts = words.split("`");
  if (!words) return [];
  return parts.map((part, n) => (n % 2 ? element("code", {}, part) : new Text(part)));
}

define("book-exercise", Exercise);
