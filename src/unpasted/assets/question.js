/* <book-question>: makes the question around it answerable and says what it thinks.
   Question, answer and reasons stand in the page already; without this script they unfold. */

const { element, button, all, define, say } = require("./elements.js");
const { numeric } = require("./fields.js");
const { number, parse, parted, rounds, signed } = require("./numbers.js");
const { read, write, after, today } = require("./kept.js");
const { still } = require("./sheet.js");
const { Written } = require("./variants.js");

const LANDING = 600; // milliseconds, for a number that comes into its box

/** What is thought of an answer. `yours` is the answer in the reader's own writing, `reason` is
    words or what stands in the page.
    @typedef {{ right?: boolean, malformed?: string, yours?: Node[], reason?: Node | string }}
      Verdict */

/** @param {string} text */
const code = (text) => element("code", {}, text);

/** @param {Element} one */
const copied = (one) => [...one.childNodes].map((node) => node.cloneNode(true));

class Question {
  /** @type {HTMLElement[] | undefined} choices, or lines */
  items;
  /** @type {HTMLInputElement[] | undefined} theirs */
  radios;

  /** @param {HTMLElement} host */
  constructor(host) {
    const { page = "", question = "" } = host.dataset;
    this.host = host;
    this.page = page;
    /** @type {Asked} */
    this.first = JSON.parse(question);
    this.asked = this.first;
    this.variants = ("variants" in this.first && this.first.variants) || [];
    this.variant = 0;
    this.box = /** @type {HTMLElement} */ (host.closest(".predict"));
    this.details = /** @type {HTMLDetailsElement} */ (this.box.querySelector(":scope > details"));
    this.says = element("div", { class: "said", role: "status", tabindex: -1 });
    const another = button(say("Another one like it"), () => this.another());
    this.more = element("div", { class: "more", hidden: true }, another);
    const id = `form-${this.first.id}`;
    this.form = element("form", { class: "answering", novalidate: true, id });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.tell(this.judge());
    });
    this.shuffled = false;
    /** @type {Node[]} What stands in one row with the button. */
    this.beside = [];
    this.judge = this.build();
    this.written = this.variants.length ? new Written(this.box) : undefined;
    host.replaceChildren(this.form);
    if (!host.closest("book-review")) this.remember();
  }

  /** @returns {HTMLInputElement[]} what there is to fill in, or to choose */
  get inputs() {
    const all = /** @type {HTMLInputElement[]} */ ([...this.form.elements]);
    return all.filter((one) => one.localName === "input");
  }

  /* What the reader typed and chose comes back with the page: as it is, without a new verdict. */
  remember() {
    const { inputs } = this;
    const { id } = this.first;
    const were = read().typed[id]?.split("\n") ?? [];
    for (const [n, one] of were.length === inputs.length ? inputs.entries() : []) {
      if (one.type === "radio") one.checked = were[n] === "on";
      else one.value = were[n];
      if (one.value && this.asked.kind === "gradients") one.dispatchEvent(new Event("change"));
    }
    this.box.addEventListener("change", () => {
      if (this.variant) return;
      const are = this.inputs.map((one) => (one.type !== "radio" || one.checked ? one.value : ""));
      write({ typed: { ...read().typed, [id]: are.join("\n") } });
    });
  }

  /* The form, empty; returns what makes a verdict of it. */
  build() {
    this.beside = [];
    this.form.replaceChildren();
    this.says.replaceChildren();
    this.more.hidden = true;
    const judge = this.fields();
    const check = element("button", { type: "submit", class: "primary" }, say("Check"));
    const row = element("div", { class: "check" }, ...this.beside, check);
    this.form.append(row, this.says);
    if (this.variants.length) this.form.append(this.more);
    return judge;
  }

  /** Ask it with other numbers: in its words, its code, its answer and its reasons.
      @param {number} variant 0 is what stands on the page */
  ask(variant) {
    if (!this.written) return;
    this.variant = variant % (this.variants.length + 1);
    const with_ = this.variants[this.variant - 1];
    this.asked = /** @type {Asked} */ ({ ...this.first, ...with_ });
    this.written.show(with_, "right" in this.asked ? this.asked.right : -1);
    this.details.open = false;
    this.judge = this.build();
  }

  /** Ask it in a review: with other numbers, its choices in another order.
      @param {number} variant */
  again(variant) {
    this.shuffled = true;
    if (this.written) this.ask(variant);
    else this.judge = this.build();
  }

  /* The next variant. What was pressed stays where it is on the screen, unless the question that
     is to be read is not on it. */
  another() {
    const top = this.form.getBoundingClientRect().top;
    this.ask(this.variant + 1);
    this.says.append(say("The same question, with other numbers: they are marked."));
    scrollBy({ top: this.form.getBoundingClientRect().top - top, behavior: "instant" });
    if (this.box.getBoundingClientRect().top < 0) this.box.scrollIntoView();
    this.box.tabIndex = -1;
    this.box.focus({ preventScroll: true });
  }

  /* What there is to fill in; returns what makes a verdict of it. */
  fields() {
    if (this.asked.kind === "gradients") return this.gradients(this.asked);
    if (this.asked.kind === "number") return this.number(this.asked);
    return this.options(this.asked);
  }

  /** The reason against a wrong answer, where the page has one. @param {number} number */
  reason(number) {
    const known = `:scope > .reasons > [data-for="${number}"] > .reason`;
    const found = this.details.querySelector(known);
    return found ? element("span", {}, ...copied(found)) : undefined;
  }

  /** @param {AskedNumber} asked @returns {() => Verdict} */
  number(asked) {
    const { input, sign } = numeric({ size: 12 });
    this.beside.push(element("label", {}, say("Your answer"), " ", input), ...sign);
    return () => this.judgeNumber(input, [asked, ...asked.wrong]);
  }

  /** One of several choices, or lines, in the order of the page. What stands there becomes something
      to choose from: arrows go from one to the next, as in any such group.
      @param {AskedChoice | AskedLine} asked @returns {() => Verdict} */
  options(asked) {
    const lines = asked.kind === "line";
    const within = `:scope > ${lines ? ".listing" : ".choices"}`;
    const shown = /** @type {HTMLElement} */ (this.box.querySelector(within));
    shown.role = "radiogroup";
    shown.ariaLabel = lines ? say("Choose the line") : say("Choose one");
    this.items ??= lines ? asked.lines.map((n) => all(".line", shown)[n]) : all("li", shown);
    this.radios ??= this.items.map((item) => {
      const radio = element("input", { type: "radio", name: "answer", form: this.form.id });
      const words = element("span", {}, ...item.childNodes);
      item.role = "none";
      item.append(element("label", { class: "option" }, radio, words));
      return radio;
    });
    for (const radio of this.radios) radio.checked = false;
    for (const one of this.shuffled && !lines ? this.items : [])
      shown.insertBefore(one, shown.children[Math.floor(Math.random() * shown.children.length)]);
    return () => this.judgeOption(asked, this.radios?.findIndex((radio) => radio.checked) ?? -1);
  }

  /** @param {AskedChoice | AskedLine} asked @param {number} at which is chosen, or -1
      @returns {Verdict} */
  judgeOption({ kind, right }, at) {
    const words = this.radios?.[at]?.nextElementSibling;
    const lines = kind === "line";
    if (!words)
      return {
        malformed: lines ? say("Choose a line first.") : say("Choose one of the answers first."),
      };
    if (at === right) return { right: true };
    if (!lines) {
      const yours = [new Text("“"), ...copied(words), new Text("”")];
      return { yours, reason: this.reason(at) };
    }
    const yours = [code(words.textContent?.trim() ?? ""), new Text(".")];
    const sound = say("That line may stay: fix another one, and the program is right.");
    return { yours, reason: this.reason(at) ?? sound };
  }

  /** Each is judged as its field is left, and all with the button. Enter goes on to the next that is
      empty.
      @param {AskedGradients} asked @returns {() => Verdict} */
  gradients({ id, gradients }) {
    const told = element("span", { class: "unseen", role: "status" });
    const cells = gradients.map((judged, n) => {
      const seen = signed(judged.name); // as in the graph
      const name = /[ ^−]/.test(seen) ? `(${seen})` : seen;
      const mark = element("span", { class: "mark", id: `${id}-${n}` });
      const { input, sign } = numeric({ size: 12, "aria-describedby": mark.id });
      const label = element("label", {}, element("span", {}, `${name}.grad =`), " ", input);
      const look = () => {
        const verdict = this.judgeNumber(input, [judged]);
        const [sort, word] = verdict.right
          ? ["right", say("right")]
          : ["wrong", verdict.malformed ? say("no number") : say("wrong")];
        mark.className = `mark ${sort}`;
        const unseen = element("span", { class: "unseen" }, ` ${word}`);
        mark.replaceChildren(sort === "right" ? "✓" : "✗", unseen);
        this.fill(judged, verdict.right === true);
        return { ...verdict, told: `${name}.grad: ${word}` };
      };
      input.addEventListener("change", () => {
        told.textContent = look().told;
      });
      input.addEventListener("keydown", (event) => {
        const next = cells.find(({ input: { value } }) => !value.trim());
        if (event.key !== "Enter" || !next) return;
        event.preventDefault();
        next.input.focus();
      });
      return { input, look, cell: element("div", {}, label, ...sign, mark) };
    });
    this.form.append(element("div", { class: "fields" }, ...cells.map(({ cell }) => cell)), told);
    return () => {
      const verdicts = cells.map(({ look }) => look());
      const missing = gradients.filter((_, n) => verdicts[n].malformed);
      const names = missing.map(({ name }) => name).join(", ");
      if (names) return { malformed: say("A number is missing for {names}.", { names }) };
      const right = verdicts.filter((verdict) => verdict.right).length;
      if (right === verdicts.length) return { right: true };
      const counted = { n: right, all: verdicts.length };
      return { reason: say("Right so far: {n} of {all}. The rest are marked.", counted) };
    };
  }

  /** Write a gradient that was found into its box, or take it out again.
      @param {AskedGradient} asked @param {boolean} found */
  fill({ node, name, answer }, found) {
    const text = found ? number(answer) : "";
    for (const box of all(`.drawing [data-name="${node}"]`, this.box)) {
      const [line, ground] = ["grad", "grad-half"].map((part) =>
        box.querySelector(`[data-part="${part}"]`),
      );
      const title = box.closest("svg")?.querySelector("title");
      const says = ` ${name}.grad: ${number(answer)}.`;
      if (!line || !ground || !title || line.textContent?.trim() === text) continue;
      line.textContent = text;
      ground.setAttribute("fill", found ? "var(--grad-tint)" : "none");
      for (const one of still.matches ? [] : [line, ground])
        one.animate({ opacity: [0, 1] }, LANDING);
      const others = title.textContent?.replace(says, "") ?? "";
      title.textContent = found ? others + says : others;
    }
  }

  /** Of the right number and the typical wrong ones the nearest is meant.
      @param {HTMLInputElement} input
      @param {Judged[]} known the right one first
      @returns {Verdict} */
  judgeNumber(input, known) {
    const value = parse(input.value);
    const malformed = Number.isNaN(value);
    if (malformed) {
      input.setAttribute("aria-invalid", "true");
      return { malformed: say("Type a number, such as −4, 0.5 or 1e-3.") };
    }
    const off = known.map(({ answer }) => Math.abs(value - answer));
    const nearest = off.indexOf(Math.min(...off));
    const meant = off[nearest] <= known[nearest].tolerance * (1 + 1e-9);
    const right = meant ? nearest === 0 : rounds(input.value, known[0]);
    input.setAttribute("aria-invalid", String(!right));
    /** @type {Node[]} */
    const yours = [code(input.value.trim())];
    const readAs = say(", which was read as {value}.", { value });
    yours.push(new Text(parted(input.value) ? readAs : "."));
    return { right, yours, reason: meant ? this.reason(nearest - 1) : undefined };
  }

  /** @param {Verdict} verdict */
  tell({ right, malformed, yours, reason }) {
    const word = malformed ?? (right ? say("Right.") : say("Not quite."));
    const sort = malformed ? "malformed" : right ? "right" : "wrong";
    const said = [element("strong", { class: `verdict ${sort}` }, word)];
    if (yours) said.push(element("span", { class: "yours" }, say("You answered"), " ", ...yours));
    const more = reason ?? (sort === "wrong" ? say("Look again, or open the answer.") : "");
    if (more) said.push(element("p", {}, more));
    this.says.replaceChildren(...said.flatMap((one) => [one, " "]));
    if (malformed) return;
    this.more.hidden = false;
    if (right) this.explain();
    this.keep(right === true);
  }

  /* A right answer opens the explanation, which then comes first. */
  explain() {
    const why = this.details.querySelector(":scope > .why");
    if (why) this.details.querySelector("summary")?.after(why);
    this.details.open = true;
    this.box.classList.add("answered");
  }

  /** Tell who asked that it was answered, and keep how. @param {boolean} right */
  keep(right) {
    const { page, variant } = this;
    const answer = { page, id: this.asked.id, right, variant, on: today() };
    this.host.dispatchEvent(new CustomEvent("book-answer", { bubbles: true, detail: right }));
    write(after(read(), answer));
  }
}

define("book-question", Question);
