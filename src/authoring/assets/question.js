"use strict";
/* <book-question>: makes the question around it answerable and says what it thinks.
   Question, answer and reasons stand in the page already; without this script they unfold. */
(() => {
  const { element } = authoring.elements;
  const { parse } = authoring.numbers;
  const { read, write } = authoring.kept;

  /** @typedef {{ right?: boolean, malformed?: string, reason?: string }} Verdict */

  class Question {
    /** @param {HTMLElement} host */
    constructor(host) {
      const { book = "", page = "", question = "" } = host.dataset;
      this.book = book;
      this.page = page;
      /** @type {Asked} */
      this.asked = JSON.parse(question);
      this.box = /** @type {HTMLElement} */ (host.closest(".predict"));
      this.details = /** @type {HTMLDetailsElement} */ (host.closest("details"));
      const reasons = this.details.querySelectorAll(":scope > .reasons > li");
      this.reasons = [...reasons].map((li) => li.innerHTML);
      this.says = element("div", { class: "verdict", role: "status" });
      this.form = element("form", { class: "answering", novalidate: true });
      this.form.addEventListener("submit", (event) => {
        event.preventDefault();
        this.tell(this.judge());
      });
      this.judge = this.fields();
      this.form.append(element("button", { type: "submit" }, "Check"), this.says);
      this.details.before(this.form);
      const answered = read(book).answered[page]?.includes(this.asked.id);
      if (answered) this.box.classList.add("answered");
    }

    /* What there is to fill in; returns what makes a verdict of it. */
    fields() {
      if (this.asked.kind === "choice") return this.choice(this.asked);
      if (this.asked.kind === "gradients") return this.gradients(this.asked);
      return this.number(this.asked);
    }

    /** @param {number} [size] */
    field(size = 12) {
      return element("input", { type: "text", inputmode: "decimal", size, autocomplete: "off" });
    }

    /**
     * @param {AskedNumber} asked
     * @returns {() => Verdict}
     */
    number(asked) {
      const input = this.field();
      this.form.append(element("label", {}, "Your answer ", input), " ");
      return () => this.judgeNumber(input, [asked, ...asked.wrong]);
    }

    /**
     * @param {AskedChoice} asked
     * @returns {() => Verdict}
     */
    choice(asked) {
      const list = /** @type {HTMLElement} */ (this.box.querySelector(":scope > .choices"));
      const options = [...list.children].map((li) => {
        const words = element("span");
        words.innerHTML = li.innerHTML;
        const radio = element("input", { type: "radio", name: "answer" });
        return { radio, label: element("label", { class: "option" }, radio, words) };
      });
      list.hidden = true;
      const labels = options.map(({ label }) => label);
      const legend = element("legend", {}, "Choose one");
      this.form.append(element("fieldset", {}, legend, ...labels));
      return () => {
        const chosen = options.findIndex(({ radio }) => radio.checked);
        if (chosen < 0) return { malformed: "Choose one of the answers first." };
        return { right: chosen === asked.right, reason: this.reasons[chosen] };
      };
    }

    /**
     * @param {AskedGradients} asked
     * @returns {() => Verdict}
     */
    gradients({ gradients }) {
      const cells = gradients.map((judged) => {
        const name = /[ ^−]/.test(judged.name) ? `(${judged.name})` : judged.name;
        const input = this.field(7);
        return { judged, input, label: element("label", {}, `${name}.grad = `, input) };
      });
      this.form.append(element("div", { class: "leaves" }, ...cells.map(({ label }) => label)));
      return () => {
        const verdicts = cells.map(({ judged, input }) => this.judgeNumber(input, [judged]));
        const names = (/** @type {(verdict: Verdict) => unknown} */ test) =>
          gradients.flatMap(({ name }, i) => (test(verdicts[i]) ? [name] : [])).join(", ");
        const malformed = names((verdict) => verdict.malformed);
        if (malformed) return { malformed: `A number is missing for ${malformed}.` };
        const wrong = names((verdict) => !verdict.right);
        return { right: !wrong, reason: wrong && `Not yet right: the gradient of ${wrong}.` };
      };
    }

    /**
     * Of the right number and the typical wrong ones the nearest is meant.
     * @param {HTMLInputElement} input
     * @param {Judged[]} known the right one first
     * @returns {Verdict}
     */
    judgeNumber(input, known) {
      const value = parse(input.value);
      const malformed = Number.isNaN(value);
      input.setAttribute("aria-invalid", String(malformed));
      if (malformed) return { malformed: "Type a number, such as −4, 0.5 or 1e-3." };
      const off = known.map(({ answer }) => Math.abs(value - answer));
      const nearest = off.indexOf(Math.min(...off));
      const meant = off[nearest] <= known[nearest].tolerance * (1 + 1e-9);
      if (!meant) return { right: false };
      return { right: nearest === 0, reason: this.reasons[nearest - 1] };
    }

    /** @param {Verdict} verdict */
    tell({ right, malformed, reason }) {
      const wrong = reason ? "Not quite." : "Not quite. Look again, or open the answer.";
      const word = malformed ?? (right ? "Right." : wrong);
      this.says.className = `verdict ${malformed ? "malformed" : right ? "right" : "wrong"}`;
      this.says.replaceChildren(element("strong", {}, word));
      if (reason) {
        const why = element("span");
        why.innerHTML = ` ${reason}`;
        this.says.append(why);
      }
      if (right) this.keep();
    }

    /* A right answer opens the explanation, and is kept. */
    keep() {
      this.details.open = true;
      this.box.classList.add("answered");
      const state = read(this.book);
      const answered = new Set(state.answered[this.page]).add(this.asked.id);
      state.answered[this.page] = [...answered];
      write(this.book, state);
    }
  }

  class BookQuestion extends HTMLElement {
    /** @type {Question | undefined} */
    question;

    connectedCallback() {
      this.question ??= new Question(this);
    }
  }

  customElements.define("book-question", BookQuestion);
})();
