/* What stands written in the box of a question, and changes where it is asked with other numbers:
   values in its words and reasons, lines of its code, its answer, what it prints. */

const { element, all, parts } = require("./elements.js");
const { signed } = require("./numbers.js");

/** A value that no line tears apart at its sign, as the build sets it. @param {string} text */
const together = (text) =>
  text.includes("-") && text.length < 25
    ? element("span", { class: "together" }, signed(text))
    : text;

/** What is read before the answer is opened shows that it is not what it was.
    @param {HTMLElement} part */
const mark = (part) => part.classList.toggle("fresh", !part.closest("details"));

class Written {
  /** @param {HTMLElement} box */
  constructor(box) {
    this.values = all("code.value", box).filter((value) => !value.closest(".answer"));
    const lines = all(".highlight .line", box);
    this.lines = lines.filter((line) => !line.closest(".from-page")); // the review puts code there
    this.answer = all("details > .answer", box)[0];
    this.output = all("details .output code", box)[0];
    this.choices = all(":scope > .choices .option > span", box);
    this.reasons = all("details > .reasons > [data-for]", box);
    const parts = [...this.values, ...this.lines, this.answer, this.output];
    this.first = new Map(parts.filter(Boolean).map((part) => [part, part.innerHTML]));
  }

  /** Write it as the variant has it; without one, as it stands on the page.
      @param {Variation | undefined} variant
      @param {number} right the right choice, where there are choices */
  show(variant, right) {
    for (const [part, html] of this.first) {
      part.innerHTML = html;
      part.classList.remove("fresh");
    }
    for (const [n, text] of Object.entries(variant?.values ?? {})) {
      this.values[Number(n)].replaceChildren(together(text));
      mark(this.values[Number(n)]);
    }
    for (const [n, html] of Object.entries(variant?.lines ?? {})) {
      this.lines[Number(n)].innerHTML = `${html}\n`;
      mark(this.lines[Number(n)]);
    }
    if (variant?.printed !== undefined) this.output.textContent = variant.printed;
    const said = this.answer.querySelector("code.value");
    if (variant?.said && said) said.replaceChildren(together(variant.said));
    if (right >= 0) this.choose(right);
  }

  /** Which choice is right; no reason speaks against it. @param {number} right */
  choose(right) {
    const answer = document.createDocumentFragment();
    answer.append(...this.choices[right].cloneNode(true).childNodes);
    this.answer.replaceChildren(...parts("Right: {answer}", { answer }));
    for (const reason of this.reasons)
      reason.dataset.mute = String(reason.dataset.for === String(right));
  }
}

module.exports = { Written };
