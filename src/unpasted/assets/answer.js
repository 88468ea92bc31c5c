/* An answer in Python: an editor or lines to put in order, its buttons, and what the facts say of
   it. What runs Python is loaded when the reader asks for it. */

const { element, button, bar, why, all, say } = require("./elements.js");
const kept = require("./kept.js");
const { Lines } = require("./lines.js");
const live = require("./live.js");
const PAUSE = 400; // milliseconds without a change after which an answer is kept

/** Who extends it says what an answer comes to (`judged`) and what a right one means (`solve`).
    @template {{ id: string, start: string, checks: Fact[], told: Told[] }} Asked */
class Answer {
  timer = 0;
  stopped = false;
  unasked = false; // whether it is judged only to show what does not hold yet
  again = false; // whether another check was asked for meanwhile

  /** @param {HTMLElement} host @param {string} [asked] JSON */
  constructor(host, asked = "") {
    /** @type {Asked} */
    this.asked = JSON.parse(asked);
    this.host = host;
    this.page = host.dataset.page ?? "";
    this.box = /** @type {HTMLElement} */ (host.closest(".exercise"));
    this.solution = /** @type {HTMLDetailsElement} */ (this.box.querySelector(":scope > details"));
    this.says = element("div", { class: "said", role: "status", tabindex: -1 });
    this.output = element("div", { class: "printed" });
    this.checking = button(say("Check"), () => this.check(), "primary");
    this.stopping = button(say("Stop"), () => this.stop());
    this.resetting = button(say("Reset"), () => this.reset());
    addEventListener("pagehide", () => this.saveNow());
  }

  /** What the reader works with, in place of the buttons that ask for it.
      @param {...Node} more buttons */
  open(...more) {
    const made = bar(this.checking, this.stopping, this.resetting, ...more);
    this.host.classList.add("live");
    this.host.querySelector(":scope > .bar:has(> .primary)")?.replaceWith(made);
    this.says.before(made);
    this.host.append(this.output);
    this.run(false);
    if (this.editor) this.editor.focus();
    else this.host.querySelector("code")?.focus();
  }

  /** Put an editor at the top; whether there is one.
      @param {(live: Live) => string | Promise<string>} text what stands in it
      @param {string} label */
  async write(text, label) {
    this.tell("", say("The editor is being loaded."));
    const asking = all(".bar > button", this.host);
    for (const one of asking) one.ariaDisabled = "true";
    const host = element("div", { class: "live-editor" });
    try {
      this.live = await live.begun();
      this.editor = this.live.editor(host, await text(this.live), {
        label,
        onrun: () => this.check(),
        onchange: () => this.keep(),
      });
    } catch (error) {
      for (const one of asking) one.ariaDisabled = null;
      this.tell("", why(error));
      return false;
    }
    this.live.prepare();
    this.tell("", "");
    this.host.prepend(host);
    return true;
  }

  /** Put lines to be ordered at the top.
      @param {CodeLine[]} lines @param {{ spare: boolean, indented: boolean }} has */
  arrange(lines, has) {
    const tell = (/** @type {string} */ text) => this.tell("", text);
    this.lines = new Lines(lines, has, () => this.keep(), tell);
    if (!this.lines.stand(this.typed ?? "")) this.lines.reset();
    const how = has.indented
      ? say("Drag a line, or choose it and move it with the four arrow keys or the buttons.")
      : say("Drag a line, or choose it and move it with the keys Up and Down or the buttons.");
    this.host.prepend(element("p", { class: "how" }, how), this.lines.list, this.lines.tools);
    this.tell("", "");
  }

  /* Keep the answer on this device, when the reader pauses. */
  keep() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), PAUSE);
  }

  save() {
    this.rest();
    const { asked, standing } = this;
    if (standing === (this.typed ?? asked.start)) return;
    kept.write({ typed: { ...kept.read().typed, [asked.id]: standing } });
  }

  /* Nothing waits to be kept. */
  rest() {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  /* What the reader wrote here before; of lines, how they stood. */
  get typed() {
    return kept.read().typed[this.asked.id];
  }

  /* An answer as it is kept. */
  get standing() {
    return this.lines?.standing ?? this.answer;
  }

  /* What the reader has written, or put together. */
  get answer() {
    return this.lines?.code ?? this.editor?.get() ?? "";
  }

  /* Whoever leaves in the middle of a pause loses nothing. */
  saveNow() {
    if (this.timer) this.save();
  }

  /* Under instant navigation the page goes on without it: an answer is kept, its Python ends. */
  leave() {
    this.saveNow();
    this.editor?.destroy();
    this.live?.leave();
    this.editor = this.live = this.lines = undefined;
  }

  /** @param {boolean} running */
  run(running) {
    this.host.toggleAttribute("aria-busy", running);
    this.checking.setAttribute("aria-disabled", String(running));
    this.stopping.setAttribute("aria-disabled", String(!running));
  }

  /** @returns {Promise<void>} */
  async check() {
    this.again = this.checking.getAttribute("aria-disabled") === "true";
    if (this.again) return;
    const asked = this.answer;
    this.save();
    this.editor?.mark(0);
    this.output.replaceChildren();
    if (this.known()) {
      this.solve();
      return this.reach();
    }
    this.stopped = false;
    this.run(true);
    this.tell("", say("Python is loading…"));
    try {
      this.live = await live.begun();
    } catch (error) {
      this.run(false);
      if (!this.lines) return this.tell("", why(error));
      const wrong = say("These lines are not in the order of the solution.");
      return this.tell("wrong", `${wrong} ${why(error)}`);
    }
    let came;
    let failed = "";
    const tell = { onwait: (/** @type {string} */ says) => this.tell("", says) };
    try {
      if (!this.stopped) came = await this.judged(this.live, tell);
    } catch (error) {
      failed = why(error);
    }
    this.run(false);
    if (this.stopped || came?.stopped) return this.tell("", say("Stopped."));
    if (this.again || (this.unasked && this.answer !== asked)) {
      this.tell("", "");
      if (!this.again) return;
      this.unasked = false;
      return this.check();
    }
    if (!came || came.died) this.tell("wrong", came?.died ?? failed);
    else this.judge(came);
    this.reach();
  }

  /* Who asked for it goes on from the verdict; who reads elsewhere by now stays there. */
  reach() {
    const { activeElement: at } = document;
    if (this.unasked || !this.host.contains(at)) return;
    if (at === this.checking) this.says.focus({ preventScroll: true });
    const { top, bottom } = this.host.getBoundingClientRect();
    if (top < innerHeight && bottom > 0) this.says.scrollIntoView({ block: "nearest" });
  }

  /** Whether an answer is right before anything runs. */
  known() {
    return false;
  }

  solve() {}

  keepSolved() {
    kept.write(kept.added(kept.read(), "solved", this.page, this.asked.id));
  }

  /* Back to the beginning, and from there to what stood here before. */
  async reset() {
    const before = this.standing;
    if (!(await this.forget())) return;
    const undo = () => {
      this.stand(before);
      this.tell("", say("As it was before."));
      this.says.focus({ preventScroll: true });
    };
    this.editor?.mark(0);
    this.output.replaceChildren();
    this.tell("", say("As it was at first."), " ", button(say("Undo"), undo));
  }

  /** Put an answer in the place of the one that stands. @param {string} text */
  stand(text) {
    this.lines?.stand(text);
    this.editor?.set(text);
    this.save();
  }

  /** What it begins with stands again, and what was kept is forgotten; whether that went well.
      @returns {boolean | Promise<boolean>} */
  forget() {
    this.lines?.reset();
    return true;
  }

  /** @param {Live} live @param {Tell} tell @returns {Promise<Checked>} */
  async judged(live, tell) {
    throw new Error(`${live} ${tell}`);
  }

  stop() {
    if (this.stopping.getAttribute("aria-disabled") === "true") return;
    this.stopped = true;
    this.live?.stop();
  }

  /** @param {Checked} came */
  judge({ printed, raised, line, failed, cut, above }) {
    if (above) {
      this.showOutput("", above.raised);
      return this.tell("wrong", say("A cell above, which this one needs, ends in an error."));
    }
    const flat = this.lines?.has.indented && !this.lines.levels.some(Boolean);
    if (flat && raised)
      return this.tell(
        "wrong",
        say("Nothing is indented yet: move the lines of a block to the right."),
      );
    this.showOutput(printed, raised);
    if (cut) return this.tell("wrong", say("It printed more than a page can hold, and was ended."));
    if (raised) {
      this.editor?.mark(line);
      const where = line
        ? say("It ends in an error in line {n}.", { n: line })
        : say("It ends in an error.");
      return this.tell("wrong", where);
    }
    if (!failed.length) return this.solve();
    this.tell("wrong", say("Not yet."), this.facts(failed));
  }

  /** Say what its author says of an answer that failed in this way; whether there is something.
      @param {Checked} came */
  explain(came) {
    const known =
      came.signature && this.asked.told.find(({ signature }) => signature === came.signature);
    if (!known) return false;
    const words = element("p");
    words.innerHTML = known.html; // the build's own
    this.says.append(words);
    return true;
  }

  /** The facts up to the first that does not hold, and what was seen in its place.
      @param {{ says: string, value: string }[]} failed */
  facts(failed) {
    const { checks } = this.asked;
    const first = checks.findIndex(({ says }) => failed.some((one) => one.says === says));
    const facts = checks.slice(0, first + 1).map(({ html }, n) => {
      const says = element("span");
      says.innerHTML = html; // the build's own
      return fact(n < first, says);
    });
    const value = failed.find(({ says }) => says === checks[first]?.says)?.value ?? "";
    const words = coded(seen(checks[first]?.needs ?? "", value));
    if (words.length) facts.at(-1)?.append(element("span", { class: "seen" }, ...words));
    return element("ul", { class: "facts" }, ...facts);
  }

  /** What an answer printed, as text. @param {string} printed @param {string} raised */
  showOutput(printed, raised) {
    const text = printed.replace(/\n$/, "");
    if (!text && !raised) return;
    const code = element("code", {}, text + (text && raised ? "\n" : ""));
    if (raised) code.append(element("span", { class: "raised" }, raised));
    const label = { class: "output", role: "group", "aria-label": say("Output of your answer") };
    this.output.append(element("div", label, element("pre", {}, code)));
  }

  /** @param {"right" | "wrong" | ""} sort @param {string} words @param {...(Node | string)} more */
  tell(sort, words, ...more) {
    const said = sort ? [element("strong", { class: `verdict ${sort}` }, words)] : [words];
    this.says.replaceChildren(...(words ? said : []), ...more);
  }
}

/** A line that says whether something holds.
    @param {boolean} holds @param {...(Node | string)} says */
function fact(holds, ...says) {
  const sign = element("span", { class: `verdict ${holds ? "right" : "wrong"}` });
  const word = `${holds ? say("Holds:") : say("Does not hold:")} `;
  const unseen = element("span", { class: "unseen" }, word);
  return element("li", { class: "fact" }, sign, unseen, ...says);
}

/** What was seen in place of a fact, in words with code between backticks.
    @param {string} needs what was looked at; "" for the fact as a whole
    @param {string} value what it is, or the error that came up */
function seen(needs, value) {
  const missing = /^NameError: name '(\w+)'/.exec(value);
  if (missing) return say("There is no `{name}` yet.", { name: missing[1] });
  if (/ellipsis/i.test(value)) return say("One `...` is still to be replaced.");
  if (/^[\w.]*(Error|Exception)\b/.test(value))
    return say("Here it ends in `{error}`.", { error: value });
  return needs ? say("Here `{code}` is `{value}`.", { code: needs, value: value || "None" }) : "";
}

/** Words in which code stands between backticks. @param {string} words */
function coded(words) {
  const parts = words.split("`");
  if (!words) return [];
  return parts.map((part, n) => (n % 2 ? element("code", {}, part) : new Text(part)));
}

module.exports = { Answer, coded, fact };
