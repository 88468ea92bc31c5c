/* <book-write>: the reader writes a step of an engine of their own, whole file in the editor or its
   lines in order, and the step's checks judge it. Hints and the book's version stand in the page. */

const { element, button, bar, why, define, say } = require("./elements.js");
const { today } = require("./kept.js");
const engine = require("./engine.js");
const { Answer, coded } = require("./answer.js");
const SMALL = "(pointer: coarse), (max-width: 44em)"; // where lines in order are the way
const FAILURES = 2; // after which help is offered
const SHORT = 6; // lines that are not folded

/** @extends {Answer<Writing>} */
class Write extends Answer {
  /** @param {HTMLElement} host */
  constructor(host) {
    super(host, host.dataset.write);
    this.failures = 0;
    this.file = ""; // what was judged
    /** @type {Record<string, string>} */
    this.has = {}; // its symbols
    /** @type {Record<string, string>} */
    this.replaced = {}; // what was the reader's, and new in the book's
    this.other = element("div", { class: "other", role: "status" });
    this.room = element("p", { role: "status" });
    this.helping = button(say("One line"), () => this.showLine());
  }

  enter() {
    this.offer();
  }

  /* The two ways: the one that suits the device comes first. */
  offer() {
    const passed = this.asked.to in engine.read().passed;
    const ways = [{ ordering: false, words: passed ? say("Written ✓: open it") : say("Write it") }];
    const order = { ordering: true, words: say("Put its lines in order") };
    if (this.asked.lines.length) ways[matchMedia(SMALL).matches ? "unshift" : "push"](order);
    const made = ways.map(({ ordering, words }, n) =>
      button(words, () => this.begin(ordering), n ? "" : "primary"),
    );
    this.host.replaceChildren(bar(...made), this.says);
  }

  /** What the device knows of it; of a draft, whether another tab has changed it.
      @param {Event} [event] */
  show(event) {
    const state = engine.read();
    this.room.textContent = engine.full();
    this.box.classList.toggle("solved", this.asked.to in state.passed);
    const another = event instanceof CustomEvent && event.detail === "another tab";
    const draft = state.drafts[this.asked.to];
    if (!another || !this.editor || draft === undefined || draft === this.answer) return;
    this.conflict = true;
    this.save();
    this.other.replaceChildren(
      say("This step was changed in another tab. Neither version is lost."),
      " ",
      button(say("Load that one"), () => this.settle(draft)),
      " ",
      button(say("Keep this one"), () => this.settle(this.answer)),
    );
  }

  /** Go on with one of two versions; the other one is kept aside. @param {string} code */
  settle(code) {
    const { drafts } = engine.read();
    const step = this.asked.to;
    const aside = code === this.answer ? (drafts[step] ?? "") : this.answer;
    this.conflict = false;
    engine.write({ drafts: { ...drafts, [step]: code }, aside: { step, code: aside } });
    this.editor?.set(code);
    const change = () => this.settle(aside);
    this.other.replaceChildren(button(say("Change to the other version"), change));
  }

  /** @param {boolean} ordering */
  async begin(ordering) {
    this.leave();
    this.offer();
    const { lines, others, rest } = this.asked;
    if (ordering) {
      this.arrange(lines, { spare: others > 0, indented: true });
      this.says.replaceChildren(...coded(theirs(Object.keys(rest))));
    } else if (!(await this.write((live) => this.first(live), say("Your engine.py")))) return;
    const change = ordering ? say("Write it instead") : say("Put its lines in order instead");
    const changing = button(change, () => this.begin(!ordering));
    this.open(...(lines.length ? [changing] : []), this.helping);
    this.says.before(this.other, this.room);
    this.helped();
    if (ordering) return;
    this.opened = this.answer;
    this.editor?.go(this.place(this.opened.split("\n")));
    this.unasked = true;
    await this.check();
    this.unasked = false;
  }

  /** The line at which the reader goes on: what is left open, or the head of what is to be written.
      @param {string[]} lines */
  place(lines) {
    const heads = this.asked.writes.map((one) => `def ${one.split(".").at(-1)}(`);
    const open = lines.findIndex((line) => line.trim() === "...");
    const head = lines.findIndex((line) => heads.some((one) => line.trim().startsWith(one)));
    return (open < 0 ? head : open) + 1;
  }

  /* The reader's file as it was when it passed the step before; "" for who skipped that. */
  get before() {
    return engine.read().passed[this.asked.from]?.code ?? "";
  }

  /** What stands in the editor at first. @param {Live} live */
  async first(live) {
    const { to } = this.asked;
    const { drafts, passed } = engine.read();
    return drafts[to] ?? passed[to]?.code ?? this.fresh(live);
  }

  /** @param {Live} live */
  async fresh(live) {
    return this.before ? this.merged(live, {}) : this.asked.start;
  }

  /** The reader's file with what is given, and with more texts of symbols.
      @param {Live} live @param {Record<string, string>} more @returns {Promise<string>} */
  async merged(live, more) {
    const { given, stubs, writes, start } = this.asked;
    const code = this.before || start;
    const question = { do: "begin", code, given: { ...given, ...more }, stubs, writes };
    const came = await live.ask(question);
    if (came.died) throw new Error(came.died);
    if (came.code === undefined) throw new SyntaxError(came.raised);
    this.replaced = (this.before && came.replaced) || {};
    return came.code;
  }

  /* The lines as they stand, by the symbols that they define. */
  get ordered() {
    /** @type {Record<string, string>} */
    const found = {};
    let last = "";
    for (const line of this.answer.split("\n")) {
      const name = /^(?:def|class) (\w+)/.exec(line)?.[1];
      const of = (/** @type {string} */ one) => one.split(".").at(-1) === name;
      last = this.asked.writes.find(of) ?? last;
      found[last] = found[last] ? `${found[last]}\n${line}` : line;
    }
    return found;
  }

  known() {
    if (!this.lines || this.answer !== this.asked.composed || this.before) return false;
    this.file = this.asked.solution;
    this.has = {}; // nothing of the reader's own
    return true;
  }

  /** @param {Live} live @param {Tell} tell @returns {Promise<Attempted>} */
  async judged(live, tell) {
    const { judged, checks, trial, solution } = this.asked;
    if (this.lines) {
      try {
        if ("" in this.ordered) throw new SyntaxError(say("The first line has to be a `def`."));
        tell.onwait?.(say("Python is loading…"));
        this.file = await this.merged(live, { ...this.asked.rest, ...this.ordered });
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        const none = { printed: "", line: 0, failed: [], has: {}, parted: null };
        return { ...none, raised: error.message, signature: "SyntaxError" };
      }
    } else this.file = this.answer;
    const judging = { modules: judged, checks, trial, solution };
    const question = { do: "attempt", code: this.file, ...judging };
    return live.ask(question, tell);
  }

  /** @param {Attempted} came */
  judge(came) {
    this.has = came.has;
    this.host.append(this.output);
    super.judge(came);
    if (!came.failed.length && !came.raised && !came.cut) return;
    const [, name] = /cannot import name '(\w+)'/.exec(came.raised) ?? [];
    if (name) {
      const gone = say("The editor holds your whole file, and `{name}` is gone from it.", { name });
      this.says.append(element("p", {}, ...coded(gone)));
    }
    const runs = Object.keys(came.has).length > 0;
    if (came.raised && runs && !(came.own && this.editor)) {
      this.editor?.mark(0);
      this.tell("wrong", say("The lines that try it end in an error."));
    }
    if (came.raised) this.says.append(this.output);
    const told = !this.unasked && this.explain(came);
    const shows = this.unasked || told ? null : came.parted;
    if (shows) this.says.append(element("p", {}, ...coded(parted(shows))));
    if (runs) this.says.append(folded(say("Tried with:"), shows?.tried ?? this.asked.trial));
    if (this.unasked) {
      const place = came.raised || came.cut ? "before" : "replaceWith"; // an error keeps its words
      this.says.firstChild?.[place](...coded(this.beginning), " ");
      const news = Object.values(this.replaced).join("\n");
      if (news) this.says.append(folded(say("The new lines:"), news));
      return;
    }
    this.failures += 1;
    this.helped();
  }

  /** What its author says; where that is nothing, a slip that shows in any engine.
      @param {Attempted} came */
  explain(came) {
    const [set] = /^.*\w *=\+.*/m.exec(this.answer) ?? [];
    if (!set && super.explain(came)) return true;
    const seen = came.failed[0]?.value || came.raised;
    const words = set
      ? say("`{line}` sets; `+=` adds.", { line: set.trim() })
      : /'NoneType'(?! object is not callable)/.test(seen)
        ? say("Is a `return` missing?")
        : "";
    if (words) this.says.append(element("p", {}, ...coded(words)));
    return Boolean(words);
  }

  /** What the reader finds in the file that is not theirs, and what is. */
  get beginning() {
    const { writes, given } = this.asked;
    const lost = Object.keys(this.replaced);
    const more = Object.keys(given).filter((name) => !lost.includes(name));
    const gone = lost.length
      ? say("The book’s {names} replaced yours.", { names: listed(lost) })
      : "";
    const yours = say("You write {names}.", { names: listed(writes) });
    return [theirs(more), gone, yours, say("This does not hold yet:")].filter(Boolean).join(" ");
  }

  /* The button keeps its place when there is no more help. */
  helped() {
    this.helping.hidden = this.failures < FAILURES || this.solution.open;
    this.helping.setAttribute("aria-disabled", String(!this.asked.one || Boolean(this.shown)));
  }

  showLine() {
    this.shown = element("div", { class: "highlight one" });
    const code = element("code");
    code.innerHTML = this.asked.one; // the build's own
    this.shown.append(element("pre", {}, code));
    this.says.after(element("p", {}, say("One line of the book’s:")), this.shown);
    this.helped();
  }

  /* What the reader wrote stands above what the book did. */
  compare() {
    const own = this.asked.writes
      .map((name) => this.has[name])
      .filter(Boolean)
      .join("\n\n");
    const code = element("pre", {}, element("code", {}, own));
    const name = element("span", { class: "filename" }, say("Yours"));
    const yours = element("div", { class: "highlight yours" }, name, code);
    this.solution.querySelector(".yours")?.remove();
    if (own) this.solution.querySelector("summary")?.after(yours);
    this.solution.open = true;
  }

  save() {
    if (!this.editor) return super.save();
    this.rest();
    const { aside, drafts } = engine.read();
    const [{ conflict, answer: code }, { to }] = [this, this.asked];
    const old = conflict ? aside?.step === to && aside.code : drafts[to];
    if (code === (old || this.opened)) return;
    if (conflict) engine.write({ aside: { step: to, code } });
    else engine.write({ drafts: { ...drafts, [to]: code } });
  }

  async forget() {
    if (!this.live || !this.editor) return super.forget();
    try {
      this.opened = await this.fresh(this.live);
    } catch (error) {
      this.tell("", why(error));
      return false;
    }
    this.editor.set(this.opened);
    this.rest(); // what was to be kept is this
    const { [this.asked.to]: _, ...drafts } = engine.read().drafts;
    engine.write({ drafts });
    return true;
  }

  /* What passed is kept, and the book's version stands beside it. */
  solve() {
    const { to } = this.asked;
    const { drafts, passed, on } = engine.read();
    const { [to]: draft, ...others } = drafts;
    const place = Object.keys(this.asked.modules).length - 1;
    const now = { code: this.file, at: today(), place };
    const typed = draft ?? (this.lines && passed[to]?.code); // another that was written stays
    const kept = typed && typed !== this.file ? { ...others, [to]: typed } : others;
    engine.write({ drafts: kept, passed: { ...passed, [to]: now } });
    this.keepSolved();
    const can = engine.abilities(this.file).join(" ");
    const ahead = this.unasked && draft === undefined && !(to in passed);
    const says = ahead
      ? say("You were ahead: your engine does this already. Take it out, and watch what fails.")
      : say("Compare it with the book’s version below.");
    const lines = [say("Your engine: {can}.", { can }), says].map((one) => element("p", {}, one));
    if (on !== "mine") {
      const run = () => {
        engine.write({ on: "mine" });
        lines.at(-1)?.replaceChildren(say("The cells of each page run on your engine now."));
        this.says.focus({ preventScroll: true });
      };
      lines.push(element("p", {}, button(say("Run the cells on it"), run)));
    }
    this.tell("right", say("It holds."), ...lines);
    engine.steps().then(
      (steps) => lines[0].append(" ", engine.written(steps)),
      () => {},
    );
    if (!this.unasked) this.compare();
    this.helped();
  }
}

/** Lines of code below what they are; many are folded. @param {string} words @param {string} lines */
function folded(words, lines) {
  const open = lines.split("\n").length <= SHORT;
  const code = element("pre", {}, element("code", {}, lines));
  return element("details", { class: "tried", open }, element("summary", {}, words), code);
}

/** @param {string[]} names of symbols */
const listed = (names) => names.map((name) => `\`${name.split(".").at(-1)}\``).join(", ");

/** @param {string[]} names of the symbols that the book has put in */
const theirs = (names) =>
  names.length ? say("The book has put in {names}.", { names: listed(names) }) : "";

/** Where an engine and the book's part, in words with code between backticks.
    @param {NonNullable<Attempted["parted"]>} found */
function parted({ what: kind, value, theirs, books }) {
  const what = { data: say("data"), operation: say("operation"), gradient: say("gradient") }[kind];
  const where = { value, what, theirs, books };
  return say(
    "`{value}` is the first that differs: its {what} is `{theirs}`, the book’s `{books}`.",
    where,
  );
}

define("book-write", Write, "engine");
