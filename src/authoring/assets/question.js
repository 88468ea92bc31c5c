"use strict";
/* <micrograd-question>: makes the question around it answerable and says what it thinks.
   Question, answer and reasons stand in the page already; without this script they unfold. */
(() => {
  const { parse, element } = window.micrograd;

  class Question extends HTMLElement {
    connectedCallback() {
      if (this.box) return;
      this.box = this.closest(".predict");
      this.details = this.closest("details");
      this.asked = JSON.parse(this.dataset.question);
      this.reasons = [...this.details.querySelectorAll(":scope > .reasons > li")].map((li) => li.innerHTML);
      this.says = element("div", { class: "verdict", role: "status" });
      this.form = element("form", { class: "answering", novalidate: true, onsubmit: (event) => this.submit(event) });
      this[this.asked.kind]();
      this.form.append(element("button", { type: "submit" }, "Check"), this.says);
      this.details.before(this.form);
      if (window.micrograd.progress.answered(this.asked.id)) this.box.classList.add("answered");
    }

    field(name, size = 12) {
      return element("input", { type: "text", inputmode: "decimal", name, size, autocomplete: "off" });
    }

    // The three kinds of question: what to fill in, and what to make of it

    number() {
      this.form.append(element("label", {}, "Your answer ", this.field("answer")), " ");
      this.judge = () => this.judgeNumber(this.form.elements.answer, this.asked);
    }

    choice() {
      const list = this.box.querySelector(":scope > .choices");
      const options = [...list.children].map((li, i) => {
        const words = element("span");
        words.innerHTML = li.innerHTML;
        return element("label", { class: "option" }, element("input", { type: "radio", name: "answer", value: i }), words);
      });
      list.hidden = true;
      this.form.append(element("fieldset", {}, element("legend", {}, "Choose one"), ...options));
      this.judge = () => {
        if (this.form.elements.answer.value === "") return { malformed: "Choose one of the answers first." };
        const chosen = Number(this.form.elements.answer.value);
        return { right: chosen === this.asked.right, reason: this.reasons[chosen] };
      };
    }

    gradients() {
      const cells = this.asked.gradients.map(({ name }, i) => element("label", {}, `${/[ ^−]/.test(name) ? `(${name})` : name}.grad = `, this.field(`grad${i}`, 7)));
      this.form.append(element("div", { class: "leaves" }, ...cells));
      this.judge = () => {
        const verdicts = this.asked.gradients.map((asked, i) => this.judgeNumber(this.form.elements[`grad${i}`], asked));
        const names = (test) => this.asked.gradients.filter((_, i) => test(verdicts[i])).map(({ name }) => name).join(", ");
        const malformed = names((verdict) => verdict.malformed);
        if (malformed) return { malformed: `A number is missing for ${malformed}.` };
        const wrong = names((verdict) => !verdict.right);
        return { right: !wrong, reason: wrong && `Not yet right: the gradient of ${wrong}.` };
      };
    }

    judgeNumber(input, { answer, tolerance, wrong = [] }) {
      const value = parse(input.value);
      const malformed = Number.isNaN(value);
      input.setAttribute("aria-invalid", String(malformed));
      if (malformed) return { malformed: "Type a number, such as −4, 0.5 or 1e-3." };
      const known = [{ answer, tolerance }, ...wrong];
      const off = known.map((one) => Math.abs(value - one.answer));
      const nearest = off.indexOf(Math.min(...off));
      const meant = off[nearest] <= known[nearest].tolerance * (1 + 1e-9);
      return { right: meant && !nearest, reason: meant && this.reasons[nearest - 1] };
    }

    submit(event) {
      event.preventDefault();
      const { right, malformed, reason } = this.judge();
      const word = malformed ? malformed : right ? "Right." : reason ? "Not quite." : "Not quite. Look again, or open the answer.";
      this.says.className = `verdict ${malformed ? "malformed" : right ? "right" : "wrong"}`;
      this.says.replaceChildren(element("strong", {}, word));
      if (!malformed && reason) {
        const why = element("span");
        why.innerHTML = ` ${reason}`;
        this.says.append(why);
      }
      if (!right) return;
      this.details.open = true;
      this.box.classList.add("answered");
      window.micrograd.progress.answer(this.asked.id);
    }
  }

  customElements.define("micrograd-question", Question);
})();
