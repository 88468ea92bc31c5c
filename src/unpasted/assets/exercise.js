/* <book-exercise>: the reader writes an answer, or puts its lines in order, and facts judge it.
   Hints and solution stand in the page. */

const { element, button, bar, define, say } = require("./elements.js");
const { read, write } = require("./kept.js");
const { Answer } = require("./answer.js");

/** @extends {Answer<Exercised>} */
class Exercise extends Answer {
  /** @param {HTMLElement} host */
  constructor(host) {
    super(host, host.dataset.exercise);
    const tries = this.asked.lines ? say("Put it in order") : say("Try it");
    this.trying = button(tries, () => this.begin(), "primary");
  }

  enter() {
    this.host.replaceChildren(bar(this.trying), this.says);
  }

  /* Whether it is solved, as the device knows it. */
  show() {
    const solved = read().solved[this.page]?.includes(this.asked.id);
    this.box.classList.toggle("solved", Boolean(solved));
  }

  async begin() {
    const { lines, others = 0, solution = "", start } = this.asked;
    if (lines) {
      this.arrange(lines, { spare: others > 0, indented: /^ /m.test(solution) });
    } else if (!(await this.write(() => this.typed ?? start, say("Your answer")))) return;
    this.open();
  }

  forget() {
    this.editor?.set(this.asked.start);
    const done = super.forget();
    this.rest(); // what was to be kept is this
    const { [this.asked.id]: _, ...typed } = read().typed;
    write({ typed });
    return done;
  }

  known() {
    return Boolean(this.lines) && this.answer === this.asked.solution;
  }

  /** @param {Live} live @param {Tell} tell */
  judged(live, tell) {
    return live.check(this.asked.number, this.answer, this.asked.checks, tell);
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
    this.keepSolved();
  }
}

define("book-exercise", Exercise, "progress");
