/* <book-progress>: marks links to chapters, in the navigation and where `data-progress` says so;
   leads a link with `data-continue` to where the reader stopped; and at the end of a chapter says
   how far the reader is. */

const { element, button, all, define, say } = require("./elements.js");
const { read, write, met, due, today } = require("./kept.js");
const MARKED = ".md-nav--primary a.md-nav__link, a[data-progress]";

/** @typedef {{ url: string, title: string, asked: number }} Chapter */

/** @returns {string} the id of a question or exercise, of its data */
const idOf = (data = "") => JSON.parse(data).id;

/** @param {string} selector */
const linksOf = (selector) => /** @type {HTMLAnchorElement[]} */ (all(selector));

/** What stands beside a link, in place of what stood there; nothing where there is no sign.
    @param {HTMLElement} link @param {string} sign
    @param {string} [words] to who listens */
function mark(link, sign, words = "") {
  link.querySelector(".progress-mark")?.remove();
  const unseen = words && element("span", { class: "unseen" }, ` ${words}`);
  if (sign) link.append(element("span", { class: "progress-mark" }, sign, unseen));
  fill(".card-number", link, sign);
}

/** What comes back to chapters' boxes: it stands in their lower halves.
    @param {string} boxes @param {ParentNode} inside @param {string} sign */
function fill(boxes, inside, sign) {
  for (const box of all(boxes, inside)) box.dataset.done = sign;
}

/** How many questions of a page are answered, of how many; and whether it is finished.
    @param {Kept} state @param {string} page */
function standing({ answered, asked, finished }, page) {
  const ids = asked[page] ?? [];
  const done = ids.filter((id) => answered[page]?.includes(id)).length;
  const all = ids.length > 0 && done === ids.length;
  const marked = finished.includes(page);
  const sign = marked || all ? "✓" : done ? `${done}/${ids.length}` : "";
  return { done, count: ids.length, all, marked, sign };
}

class Progress {
  words = element("span", { role: "status" });
  mark = button("", () => this.toggle());
  /** @param {HTMLElement} host */
  constructor(host) {
    this.page = host.dataset.page ?? "";
    if (!this.page) return;
    const card = host.querySelector(".end-card") ?? host;
    card.append(element("p", { class: "score bar" }, this.words, " ", this.mark));
    this.note();
  }

  show() {
    const state = read();
    this.showAnswered(state);
    this.showMarks(state);
    this.showDue(state);
    this.showContinue(state);
    if (this.page) this.showPanel(state);
  }

  /* Keep that this page was opened, and what it asks now; answers to others do not count. */
  note() {
    const asked = all("book-question[data-question]").map((one) => one.dataset.question ?? "{}");
    const ids = asked.map(idOf);
    const apart = asked.filter((one) => JSON.parse(one).review === false).map(idOf);
    const state = read();
    const { page: last } = this;
    const known = [state.asked[last] ?? "", state.apart[last] ?? ""];
    if (String(known) === String([ids, apart]) && state.last === last) return;
    const lists = {
      asked: { ...state.asked, [last]: ids },
      apart: { ...state.apart, [last]: apart },
    };
    write({ ...lists, last });
  }

  /** In a review a question stands as if it had never been answered. @param {Kept} state */
  showAnswered({ answered }) {
    for (const one of all("book-question:not(book-review *)")) {
      const id = idOf(one.dataset.question);
      const done = answered[one.dataset.page ?? ""]?.includes(id) === true;
      one.closest(".predict")?.classList.toggle("answered", done);
    }
  }

  /** How many questions come back today, beside a link that asks for it. @param {Kept} state */
  showDue(state) {
    const n = due(met(state, Object.keys(state.asked)), today()).length;
    for (const link of all("a[data-due]")) mark(link, n ? say("{n} due", { n }) : "");
  }

  /** @param {Kept} state */
  showMarks(state) {
    for (const link of linksOf(MARKED)) {
      if (link.hash || !link.href.startsWith(unpasted.root)) continue;
      const { all, marked, sign } = standing(state, link.href.slice(unpasted.root.length));
      mark(link, sign, marked || all ? say("finished") : say("questions answered"));
    }
  }

  /** The chapter that was opened last, or the first unfinished one after it. @param {Kept} state */
  showContinue(state) {
    for (const link of linksOf("a[data-continue]")) {
      /** @type {Chapter[]} */
      const chapters = JSON.parse(link.dataset.continue || "[]");
      link.dataset.start ??= link.textContent ?? "";
      link.dataset.to ??= link.href;
      const last = chapters.findIndex(({ url }) => url === state.last);
      const open = chapters.slice(Math.max(last, 0)).find(({ url }) => {
        const { all, marked } = standing(state, url);
        return !all && !marked;
      });
      const next = last < 0 ? undefined : open;
      const done = next ? standing(state, next.url).done : 0;
      const where = { title: next?.title ?? "", n: done, all: next?.asked ?? 0 };
      const words = done
        ? say("Continue: {title}, {n} of {all}", where)
        : say("Continue: {title}", { title: where.title });
      link.textContent = next ? words : link.dataset.start;
      link.href = next ? unpasted.root + next.url : link.dataset.to;
    }
  }

  /** @param {Kept} state */
  showPanel(state) {
    const { done, count, all, marked, sign } = standing(state, this.page);
    fill(".chapter-number", document, sign);
    const says = [
      say("Questions answered: {n} of {all}.", { n: done, all: count }),
      this.exercises(state),
      marked || all ? say("This chapter is finished.") : "",
    ];
    this.words.textContent = says.filter(Boolean).join("\n");
    this.mark.textContent = marked
      ? say("Mark as not finished")
      : say("Mark this chapter as finished");
    this.mark.hidden = all;
  }

  /** How many exercises of this page are solved, of those that judge an answer.
      @param {Kept} state */
  exercises({ solved }) {
    const exercises = all("book-exercise[data-exercise], book-write[data-write]");
    const ids = exercises.map((one) => idOf(one.dataset.exercise ?? one.dataset.write));
    if (!ids.length) return "";
    const done = ids.filter((id) => solved[this.page]?.includes(id)).length;
    return say("Checked exercises solved: {n} of {all}.", { n: done, all: ids.length });
  }

  toggle() {
    const { finished } = read();
    const others = finished.filter((page) => page !== this.page);
    write({ finished: others.length < finished.length ? others : [...others, this.page] });
  }
}

define("book-progress", Progress, "progress");
