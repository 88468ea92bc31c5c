/* <book-exercise>: the reader writes an answer, or puts its lines in order, and facts judge it.
   Hints and solution stand in the page. */

const { element, button, define, say } = require("./elements.js");
const { read, write } = require("./kept.js");
const { Answer } = require("./answer.js");

class Exercise extends Answer {
  /** @param {HTMLElement} host */
  constructor(host) {
    super(host);
    /** @type {Exercised} */
    this.asked = JSON.parse(host.dataset.exercise ?? "");
    this.checks = this.asked.checks;
    this.told = this.asked.told ?? [];
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
    const { lines, others = 0, solution = "", start } = this.asked;
    if (lines) {
      const has = { spare: others > 0, indented: /^ /m.test(solution) };
      this.arrange(lines, has, this.typed ?? "");
    } else {
      this.trying.setAttribute("aria-disabled", "true");
      const there = await this.write(() => this.typed ?? start, say("Your answer"));
      this.trying.removeAttribute("aria-disabled");
      if (!there) return;
    }
    this.open();
  }

  get answer() {
    return this.lines?.code ?? this.editor?.get() ?? "";
  }

  save() {
    super.save();
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

  known() {
    return Boolean(this.lines) && this.answer === this.asked.solution;
  }

  /**
   * @param {Live} live
   * @param {object} tell
   */
  judged(live, tell) {
    return live.check(this.page, this.asked.number, this.answer, this.checks, tell);
  }

  /** @param {Checked} came */
  judge(came) {
    super.judge(came);
    this.explain(came);
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
}

define("book-exercise", Exercise);
