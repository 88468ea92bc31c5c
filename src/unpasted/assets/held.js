/* <book-held>: what a question holds back until it is answered, or its answer is shown. A link, the
   contents, a search and find-in-page open it too, and leave the question unanswered. */

const { element, button, define, say } = require("./elements.js");
const { read, write, added } = require("./kept.js");
const TRIES = 2; // wrong answers that open it: what the first is told is of use before it opens
const IN_A_ROW = 3; // answers that were only shown, after which nothing need be held back

class Held {
  wrong = 0;

  /** @param {HTMLElement} host */
  constructor(host) {
    this.inside = /** @type {HTMLElement} */ (host.querySelector(":scope > .held"));
    this.box = /** @type {HTMLElement} */ (document.getElementById(host.dataset.for ?? ""));
    const question = /** @type {HTMLElement} */ (this.box.querySelector("book-question"));
    const { page = "", question: asked = "{}" } = question.dataset;
    this.page = page;
    this.id = JSON.parse(asked).id;
    this.details = /** @type {HTMLDetailsElement} */ (this.box.querySelector(":scope > details"));
    this.waits = /** @type {HTMLElement} */ (host.querySelector(":scope > .held-back"));
    const hidden = { class: "held-back", hidden: true };
    const always = button(say("Stop holding back"), () => write({ always: true, row: 0 }));
    this.offer = element("p", hidden, say("Three answers opened without a guess."), " ", always);
    const again = button(say("Hold back again"), () => write({ always: false, row: 0 }));
    this.freed = element("p", hidden, say("Nothing is held back."), " ", again);
    this.waits.after(this.offer, this.freed);
  }

  /** @param {AbortSignal} signal */
  enter(signal) {
    const answer = (/** @type {CustomEvent<boolean>} */ event) => this.answered(event.detail);
    this.box.addEventListener("book-answer", /** @type {EventListener} */ (answer), { signal });
    this.details.addEventListener("toggle", () => this.revealed(), { signal });
    this.inside.addEventListener("beforematch", () => this.open(), { signal });
    addEventListener("hashchange", () => this.reach(), { signal });
    this.reach();
  }

  show() {
    const { shown, always, row } = read();
    const open = always || shown[this.page]?.includes(this.id);
    this.waits.hidden = Boolean(open);
    this.offer.hidden = always || !open || row < IN_A_ROW;
    this.freed.hidden = !always;
    if (open) this.inside.removeAttribute("hidden");
    else this.inside.setAttribute("hidden", "until-found");
  }

  /** The verdict comes before what it uncovers. @param {boolean} right */
  answered(right) {
    this.wrong += Number(!right);
    if (!right && this.wrong < TRIES) {
      this.waits.textContent = say("There is more if you try once more, or choose “Show me”.");
      return;
    }
    const first = !this.inside.hidden ? undefined : this.box.querySelector(".said");
    this.open(0);
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  }

  /* Its answer was opened; a right one opens it too, and by then nothing is held back. */
  revealed() {
    const state = read();
    if (this.details.open && !state.shown[this.page]?.includes(this.id)) this.open(state.row + 1);
  }

  /** What is opened stays open. @param {number} [row] how many answers in a row were only shown */
  open(row) {
    const state = added(read(), "shown", this.page, this.id);
    write({ ...state, row: row ?? state.row });
  }

  /* A link leads to something in it, or a search found a word in it. */
  reach() {
    const to = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const words = new URLSearchParams(location.search).get("h")?.toLowerCase().split(/\s+/) ?? [];
    const text = this.inside.textContent?.toLowerCase() ?? "";
    if (to && this.inside.contains(to)) {
      this.open();
      to.scrollIntoView();
    } else if (words.some((word) => word && text.includes(word))) this.open();
  }
}

define("book-held", Held, "progress");
