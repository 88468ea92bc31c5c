/* Lines of code that the reader puts in order and indents: by dragging, by buttons for the line
   that is chosen, by the arrow keys. Lines below the rule, where there is one, are left out. */

const { element, button, bar, say } = require("./elements.js");
const { Places } = require("./places.js");
const BLANKS = "    ";
const STEP = 28; // pixels to the side that mean one step of indentation
const DEEPEST = 4;

class Lines extends Places {
  /** @param {CodeLine[]} lines in the order in which they stand at first
      @param {{ spare: boolean, indented: boolean }} has whether some lines do not belong
      @param {() => void} changed @param {(text: string) => void} tell */
  constructor(lines, has, changed, tell) {
    super((i) => lines[i].code, changed, tell, say("Lines of code, first on top"));
    this.lines = lines;
    this.has = has;
    this.levels = lines.map(() => 0);
    this.chosen = -1;
    this.list.classList.add("lines", "highlight");
    this.movers = this.ways.map(({ sign }, n) =>
      button(sign, () => this.ways[n].can && this.ways[n].go()),
    );
    this.tools = bar(...this.movers);
  }

  /* The order in which nothing was moved yet: all lines in use. */
  reset() {
    this.levels = this.lines.map(({ level = 0 }) => level);
    this.chosen = -1;
    const all = this.lines.map((_, i) => i);
    this.place(this.has.spare ? [...all, all.length] : all);
  }

  /* How it stands, as text that `stand` reads again. */
  get standing() {
    return this.order.map((i) => `${i}:${this.levels[i] ?? 0}`).join(" ");
  }

  /** @param {string} text @returns {boolean} whether these lines can stand so */
  stand(text) {
    const pairs = text.split(" ").map((pair) => pair.split(":").map(Number));
    const order = pairs.map(([i]) => i);
    const count = this.lines.length + Number(this.has.spare);
    if (order.toSorted((a, b) => a - b).some((i, at) => i !== at) || order.length !== count) {
      return false;
    }
    for (const [i, level] of pairs) if (this.lines[i]) this.levels[i] = level;
    this.place(order);
    return true;
  }

  /* The code that the lines make. */
  get code() {
    const end = this.has.spare ? this.order.indexOf(this.lines.length) : this.order.length;
    const used = this.order.slice(0, end);
    return used.map((i) => BLANKS.repeat(this.levels[i]) + this.lines[i].code).join("\n");
  }

  /** @param {number[]} order */
  place(order) {
    super.place(order);
    this.show();
  }

  /** @param {number} i @param {number} at */
  item(i, at) {
    if (i < this.lines.length) return super.item(i, at);
    return element("li", { class: "spare" }, say("Lines below do not belong"));
  }

  /** @param {number} i @param {number} at */
  parts(i, at) {
    const level = this.levels[i];
    const where = { n: at + 1, line: this.name(i) };
    const label = level
      ? level > 1
        ? say("Line {n}, indented {level} times: {line}", { ...where, level })
        : say("Line {n}, indented 1 time: {line}", where)
      : say("Line {n}: {line}", where);
    const made = element("code", {
      role: "button",
      tabindex: 0,
      "aria-label": label,
      style: `--level: ${level}`,
      onfocus: () => this.choose(i),
      onclick: () => this.choose(i),
      onkeydown: (event) => {
        const { key } = /** @type {KeyboardEvent} */ (event);
        const by = { ArrowLeft: -1, ArrowRight: 1, Enter: 0, " ": 0 }[key];
        if (by === undefined) return;
        event.preventDefault();
        this.choose(i);
        if (by && this.has.indented) this.indent(i, by);
      },
    });
    made.innerHTML = this.lines[i].html; // the build's own
    return [made];
  }

  /** @param {number} i */
  choose(i) {
    this.chosen = i;
    this.show();
  }

  /* Which line is chosen, and which way it can go. */
  show() {
    for (const [at, item] of [...this.list.children].entries()) {
      const chosen = String(this.order[at] === this.chosen);
      item.querySelector("code")?.setAttribute("aria-pressed", chosen);
    }
    for (const [n, { says, can }] of this.ways.entries()) {
      this.movers[n].setAttribute("aria-label", says);
      this.movers[n].setAttribute("aria-disabled", String(!can));
    }
  }

  /* The ways that the chosen line may be moved, and whether it can. */
  get ways() {
    const at = this.order.indexOf(this.chosen);
    const level = this.levels[this.chosen];
    const line = at < 0 ? say("the chosen line") : this.name(this.chosen);
    const moved = (/** @type {number} */ by) => () => this.move(this.chosen, by);
    const indented = (/** @type {number} */ by) => () => this.indent(this.chosen, by);
    const below = at >= 0 && at < this.order.length - 1;
    const ways = [
      { sign: "↑", says: say("Move {line} up", { line }), can: at > 0, go: moved(-1) },
      { sign: "↓", says: say("Move {line} down", { line }), can: below, go: moved(1) },
      { sign: "←", says: say("Indent {line} less", { line }), can: level > 0, go: indented(-1) },
      {
        sign: "→",
        says: say("Indent {line} more", { line }),
        can: level < DEEPEST,
        go: indented(1),
      },
    ];
    return this.has.indented ? ways : ways.slice(0, 2);
  }

  /** @param {number} i @param {number} by */
  indent(i, by) {
    const level = Math.min(Math.max(this.levels[i] + by, 0), DEEPEST);
    if (level === this.levels[i]) return;
    const held = this.list.contains(document.activeElement);
    this.levels[i] = level;
    this.place(this.order);
    if (held) this.hold(i);
    const now = { line: this.name(i), n: level * BLANKS.length };
    this.say(say("{line} is now indented by {n} blanks.", now));
  }

  /** @param {number} i */
  hold(i) {
    this.list.children[this.order.indexOf(i)].querySelector("code")?.focus();
  }

  /** @param {PointerEvent} event */
  take(event) {
    super.take(event);
    if (this.taken) this.choose(this.taken.i);
  }

  /** @param {number} by pixels to the side @param {number} i */
  steps(by, i) {
    if (!this.has.indented) return 0;
    const level = this.levels[i];
    return Math.min(Math.max(Math.round(by / STEP), -level), DEEPEST - level);
  }

  /** @param {PointerEvent} event */
  drag(event) {
    super.drag(event);
    if (!this.taken) return;
    const { i, item, x } = this.taken;
    item.style.translate = `${this.steps(event.clientX - x, i) * STEP}px`;
  }

  /** @param {PointerEvent} event */
  drop(event) {
    if (!this.taken) return;
    const { i, x } = this.taken;
    this.levels[i] += this.steps(event.clientX - x, i);
    super.drop(event);
    this.hold(i);
  }
}

module.exports = { Lines };
