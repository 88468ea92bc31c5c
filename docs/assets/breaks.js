/* <break-line>: a line of the engine to choose, one of three changes to it, and the checks that notice.
   The page's cell prints what each change came to; a table below it, closed, says the same. */

customElements.whenDefined("book-progress").then(() => {
  const { element, button } = unpasted.elements;

  /** @typedef {{ line: string, becomes: [string, string[], string][] }} Broken */

  /** A line, with what it does not share with another marked.
      @param {string} text @param {string} other */
  const marked = (text, other) => {
    const [own, its] = [text, other].map((one) => one.match(/\w+|\W/g) ?? []);
    const least = Math.min(own.length, its.length);
    let [start, end] = [0, 0];
    while (start < least && own[start] === its[start]) start++;
    while (end < least - start && own.at(-1 - end) === its.at(-1 - end)) end++;
    const to = Math.max(own.length - end, start + 1); // of what is missing the next
    const mark = element("b", {}, own.slice(start, to).join(""));
    return element("code", {}, own.slice(0, start).join(""), mark, own.slice(to).join(""));
  };

  class BreakLine extends HTMLElement {
    /** @type {Broken[]} */
    broken = JSON.parse(this.dataset.lines ?? "[]");
    checks = (this.dataset.checks ?? "").split(" ");
    at = 0;
    /** @type {Set<string>} */
    tried = new Set();
    row = element("div", { class: "lights", "aria-hidden": "true" }); // the status says it whole
    says = element("p", { class: "status", role: "status" });

    connectedCallback() {
      if (this.says.isConnected) return;
      const [lines, changes] = ["A line", "What it becomes"].map((label) =>
        element("div", { class: "bar", role: "group", "aria-label": label }),
      );
      this.lines = this.broken.map(({ line }, n) => this.button(lines, line, () => this.choose(n)));
      this.changes = [0, 1, 2].map((k) => this.button(changes, "", () => this.change(k)));
      this.lights = this.checks.map((name) => element("span", {}, name));
      this.row.append(...this.lights);
      this.append(lines, element("div", {}, changes, this.row, this.says));
      this.choose(0);
      this.say("Choose a line, then what it becomes.");
    }

    /**
     * @param {HTMLElement} group
     * @param {string} text
     * @param {() => void} does
     */
    button(group, text, does) {
      const made = button("", does);
      made.append(marked(text, text), element("small"));
      group.append(made);
      return made;
    }

    /** @param {number} n */
    choose(n) {
      this.at = n;
      const { line, becomes } = this.broken[n];
      for (const [k, button] of (this.changes ?? []).entries())
        button.firstElementChild?.replaceWith(marked(becomes[k][0], line));
      this.show(-1);
      this.say(`In place of ${line}: three changes.`);
    }

    /** @param {number} k */
    change(k) {
      const [, reds, why] = this.broken[this.at].becomes[k];
      this.tried.add(`${this.at}.${k}`);
      this.show(k);
      const every = this.broken.flatMap(({ becomes }, n) => becomes.map((_, one) => [n, one]));
      const none = every.filter(([n, one]) => !this.broken[n].becomes[one][1].length);
      const found = none.filter(([n, one]) => this.tried.has(`${n}.${one}`));
      const notice = reds.length === 1 ? `${reds[0]} alone notices` : `${reds.join(", ")} notice`;
      const told = reds.length ? `${notice}.` : `Nothing notices. ${why}`;
      const all = found.length === none.length ? " That’s all of them." : "";
      const tally = `Unnoticed: ${found.length} of ${none.length}.${all}`;
      this.say(`${told} Tried: ${this.tried.size} of ${every.length}. ${tally}`);
    }

    /** The checks that notice a change, and how many of each line's changes were tried.
        @param {number} k -1 for none yet */
    show(k) {
      const reds = this.broken[this.at].becomes[k]?.[1] ?? [];
      this.row.classList.toggle("empty", k >= 0 && !reds.length);
      for (const light of this.lights ?? [])
        light.classList.toggle("red", reds.includes(light.textContent ?? ""));
      for (const [n, button] of (this.lines ?? []).entries()) {
        button.ariaPressed = String(n === this.at);
        this.mark(button, [0, 1, 2].map((one) => this.sign(n, one)).join(""));
      }
      for (const [n, button] of (this.changes ?? []).entries()) {
        button.ariaPressed = String(n === k);
        this.mark(button, this.sign(this.at, n));
      }
    }

    /** What is known of a change.
        @param {number} n @param {number} k */
    sign(n, k) {
      if (!this.tried.has(`${n}.${k}`)) return "·";
      return this.broken[n].becomes[k][1].length ? "×" : "○";
    }

    /** @param {HTMLElement} button @param {string} signs */
    mark(button, signs) {
      const small = /** @type {HTMLElement} */ (button.lastElementChild);
      small.textContent = signs.replace(/^·+$/, "");
      const [red, none] = ["×", "○"].map((sign) => signs.split(sign).length - 1);
      const tried = red + none ? `; tried, noticed: ${red}, not noticed: ${none}` : "";
      button.ariaLabel = `${button.firstElementChild?.textContent}${tried}`;
    }

    /** @param {string} words */
    say(words) {
      this.says.textContent = words;
    }
  }

  customElements.define("break-line", BreakLine);
});
