/* <book-review>: the questions that come back today, one at a time, taken out of the pages that
   ask them; and what is kept, saved to a file, loaded from one, cleared, at the end or where the
   page has an element with `data-kept`.
   A page is fetched when its question is due, and not before; the first, if nothing was answered. */

const { element, button, bar, why, loading, save, all, define, say } = require("./elements.js");
const { forget } = require("./stored.js");
const { read, write, after, today, between, met, due, exported, imported } = require("./kept.js");
const LARGEST = 2_000_000; // bytes of a file of progress

/** @typedef {{ url: string, title: string }} Chapter */

/** The questions of a page, by their ids, and whether it could be fetched.
    @type {Map<string, Promise<Map<string, HTMLElement>>>} */
const fetched = new Map();

/** @param {string} page @returns {Promise<Map<string, HTMLElement>>} */
function questionsOf(page) {
  const known = fetched.get(page) ?? fetchQuestions(page);
  fetched.set(page, known);
  known.catch(() => fetched.delete(page));
  return known;
}

/** @param {string} page */
async function fetchQuestions(page) {
  const answer = await fetch(unpasted.root + page);
  if (!answer.ok) throw new Error(say("the server says {status}", { status: answer.status }));
  const whole = new DOMParser().parseFromString(await answer.text(), "text/html");
  const boxes = all(".predict", whole);
  for (const box of boxes) addContext(box, whole);
  const name = (/** @type {HTMLElement} */ box) => box.id.replace("question-", "");
  return new Map(
    boxes.map((box) => [name(box), at(document.adoptNode(box), unpasted.root + page)]),
  );
}

/** Put below a question's words the code of the cells that bind the names in it, closed if it is
    long: drawings bind names, too.
    @param {HTMLElement} box @param {Document} page */
function addContext(box, page) {
  const needs = box.querySelector("book-question")?.getAttribute("data-needs")?.split(" ") ?? [];
  const codes = needs.flatMap(
    (n) => page.querySelector(`.cell[data-job="${n}"] .highlight`)?.cloneNode(true) ?? [],
  );
  if (!codes.length) return;
  const summary = element("summary", {}, say("Code from its page"));
  const kept = element("details", { class: "code" }, summary, ...codes);
  kept.toggleAttribute("open", all(".line", kept).length <= 24);
  box.querySelector(":scope > :not(p)")?.before(element("div", { class: "from-page" }, kept));
}

/** A box whose links lead where they lead on its own page.
    @param {HTMLElement} box @param {string} page */
function at(box, page) {
  for (const name of ["href", "src"]) {
    for (const one of box.querySelectorAll(`:not(svg *)[${name}]`)) {
      one.setAttribute(name, new URL(one.getAttribute(name) ?? "", page).href);
    }
  }
  box.removeAttribute("id"); // the link above it leads to the one on the page
  return box;
}

/** How many of some answers were right, in words and as a bar.
    @param {string} says @param {{ all: number, n: number }} bet */
function tallied(says, { all, n }) {
  const part = element("span", { style: `--part: ${n / all}`, "aria-hidden": "true" });
  return [element("span", {}, says), part];
}

class Review {
  /** @type {Due | undefined} The question that is asked. */
  asked;
  answered = false; // here, or its answer was opened
  early = false; // it isn't due: the reader wants one anyway
  state = element("p", { class: "review-state", role: "status" });
  place = element("div", { class: "review-question" });
  next = button(say("Next question"), () => this.ask(true), "primary");
  going = element("div", { class: "bar", hidden: true }, this.next);
  anyway = button(say("Ask me one anyway"), () => this.ask(true, true));
  idle = element("div", { class: "bar", hidden: true }, this.anyway);
  loaded = element("span", { role: "status" });
  sure = element("input", { type: "checkbox" });
  bet = bar(element("label", {}, this.sure, " ", say("I’m sure")));
  tally = element("div", { class: "review-tally", role: "status" });
  wrong = element("p", { class: "review-wrong", role: "alert" });
  /** @type {HTMLElement[]} What is of use once something is kept. */
  keeping = [];

  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    /** @type {Chapter[]} */
    this.chapters = JSON.parse(host.dataset.chapters ?? "[]");
    host.addEventListener("book-answer", (event) => {
      this.done(/** @type {CustomEvent} */ (event).detail);
    });
    this.place.addEventListener("toggle", (event) => this.opened(event), true);
    host.replaceChildren(this.state, this.place, this.idle, this.tally);
    (document.querySelector("[data-kept]") ?? host).append(this.files());
  }

  /* Somewhere something was answered, loaded or cleared. */
  show() {
    const { page, id } = this.asked ?? {};
    const asked = this.due().some((one) => one.page === page && one.id === id);
    if (this.answered || this.early || asked) this.tell();
    else this.ask();
  }

  /** @returns {Due[]} */
  met() {
    const pages = this.chapters.map(({ url }) => url);
    return met(read(), pages);
  }

  due() {
    return due(this.met(), today());
  }

  /** Ask what is due first, or any one early.
      @param {boolean} [focus] whether the reader asked for it
      @param {boolean} [early] */
  async ask(focus = false, early = false) {
    this.host.ariaBusy = "true";
    await this.choose(focus, early);
    this.host.ariaBusy = "false";
  }

  /** @param {boolean} focus @param {boolean} early */
  async choose(focus, early) {
    const before = this.asked?.page;
    const all = early ? this.met().sort(() => Math.random() - 0.5) : this.due();
    const next = all.find(({ page }) => page !== before) ?? all[0];
    this.asked = next;
    this.early = early;
    this.answered = false;
    this.tell();
    if (!next) {
      this.place.replaceChildren();
      this.host.append(this.tally);
      return this.begin();
    }
    if (location.protocol === "file:") return this.link(all);
    try {
      const box = (await questionsOf(next.page)).get(next.id);
      if (this.asked !== next) return; // meanwhile something else is asked
      if (box) this.put(next, box, focus);
      else await this.forget(next);
    } catch (error) {
      if (this.asked === next) this.sorry(next, error);
    }
  }

  /* Who has answered nothing yet is asked the first question of the first chapter. */
  async begin() {
    if (this.met().length || location.protocol === "file:") return;
    const page = this.chapters[0]?.url ?? "";
    const found = await questionsOf(page).catch(() => new Map());
    const [id, box] =
      [...found].find(([, one]) => !one.querySelector(`[data-question*='"review": false']`)) ?? [];
    if (!box || this.asked || this.met().length) return;
    this.asked = { page, id, box: 0, due: today(), right: false, variant: -1 };
    this.early = true;
    this.put(this.asked, box, false);
    this.state.textContent = this.said([], 0); // and of a file, what was said of it
  }

  /** @param {Due} asked @param {HTMLElement} found @param {boolean} focus */
  put(asked, found, focus) {
    const box = /** @type {HTMLElement} */ (found.cloneNode(true));
    this.place.replaceChildren(this.from(asked), box);
    /** @type {any} */
    const question = box.querySelector("book-question");
    question.made.again(asked.variant + 1);
    this.sure.checked = false;
    question.prepend(this.bet);
    question.append(this.going, this.tally); // right under the verdict
    box.classList.remove("answered");
    for (const one of box.querySelectorAll(".fresh")) one.classList.remove("fresh");
    if (!focus) return;
    this.place.tabIndex = -1;
    this.place.focus({ preventScroll: true });
    const { top } = this.state.getBoundingClientRect();
    if (top < 0 || top > innerHeight / 2) this.state.scrollIntoView({ block: "center" });
  }

  /** Where a question is asked, with a link. @param {Due} asked */
  from({ page, id }) {
    const title = this.chapters.find(({ url }) => url === page)?.title ?? page;
    const link = element("a", { href: `${unpasted.root}${page}#question-${id}` }, title);
    return element("p", { class: "review-from" }, say("From chapter"), " ", link);
  }

  /** From a disk no page can be fetched. @param {Due[]} all */
  link(all) {
    const says = say(
      "From a disk this page cannot fetch the questions. They wait on their own pages:",
    );
    const list = all.map((one) => element("li", {}, ...this.from(one).childNodes));
    this.place.replaceChildren(element("p", {}, says), element("ul", {}, ...list));
  }

  /** The page does not ask it any more. @param {Due} gone */
  async forget({ page }) {
    const ids = [...(await questionsOf(page)).keys()];
    this.asked = undefined;
    write({ asked: { ...read().asked, [page]: ids } }); // and with that, ask
  }

  /** @param {Due} asked @param {unknown} error */
  sorry(asked, error) {
    const says = say("The question could not be fetched ({why}).", { why: why(error) });
    const again = bar(button(say("Try again"), () => this.ask(true)));
    this.place.replaceChildren(this.from(asked), element("p", { role: "alert" }, says), again);
  }

  /** Answered here: it stays until the reader goes on. @param {boolean} right */
  done(right) {
    if (!this.answered) {
      const { bets } = read();
      const how = this.sure.checked ? "sure" : "not sure";
      const { all, n } = bets[how] ?? { all: 0, n: 0 };
      this.answered = true;
      write({ bets: { ...bets, [how]: { all: all + 1, n: n + Number(right) } } });
    }
    this.place.querySelector("[type=submit]")?.classList.remove("primary"); // now it's to go on
    this.tell();
  }

  /** An answer that is opened before one was given counts as missed. @param {Event} event */
  opened({ target }) {
    const details = /** @type {HTMLDetailsElement} */ (target);
    if (!details.matches(".predict > details") || !details.open || this.answered) return;
    if (!this.asked) return;
    this.answered = true;
    const { page, id, variant } = this.asked;
    write(after(read(), { page, id, variant, right: false, on: today() }));
  }

  /* What is due, and what comes when. */
  tell() {
    const all = this.met();
    const left = due(all, today());
    this.going.hidden = !this.answered;
    const asks = Boolean(this.asked) || left.length > 0 || location.protocol === "file:";
    this.idle.hidden = asks || !all.length;
    this.next.textContent = left.length ? say("Next question") : say("Finish");
    this.state.textContent = this.said(all, left.length);
    this.loaded.textContent = this.wrong.textContent = "";
    const { answered, finished, review, solved, typed, bets } = read();
    const kept = [answered, finished, review, solved, typed, bets].flatMap(Object.values);
    const { sure, "not sure": unsure } = bets;
    this.tally.replaceChildren(
      ...(sure ? tallied(say("sure: {n} of {all} right", sure), sure) : []),
      ...(unsure ? tallied(say("not sure: {n} of {all} right", unsure), unsure) : []),
    );
    for (const one of this.keeping) one.hidden = !kept.length;
  }

  /** @param {Due[]} all @param {number} left */
  said(all, left) {
    if (!all.length) {
      if (this.asked)
        return say(
          "Nothing to review yet, so here is a first question. Tomorrow it comes back here.",
        );
      return say(
        "Nothing to review yet. Answer a question in a chapter, and tomorrow it comes back here.",
      );
    }
    const lang = document.documentElement.lang || "en";
    const days = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });
    const soon = all.map((one) => Math.max(0, between(today(), one.due)) || 0); // kept without a day: now
    const waits = soon.sort((a, b) => a - b);
    const [first, ...later] = [...new Set(waits)].map((wait) => {
      return { when: days.format(wait, "day"), n: waits.filter((one) => one === wait).length };
    });
    const counted = { ...first, all: all.length };
    const then = later.slice(0, 3).map(({ when, n }) => `${when} ${n}`);
    const says = left
      ? [say("Questions due today: {n} of {all}.", counted)]
      : [
          this.answered ? say("Nothing more is due today.") : say("Nothing is due today."),
          say("Questions that come back {when}: {n} of {all}.", counted),
        ];
    if (then.length) says.push(say("Then {days}.", { days: then.join(", ") }));
    return says.join(" ");
  }

  /* Save, load, clear. */
  files() {
    const name = `${unpasted.book}-progress.json`;
    const saving = button(say("Save to a file"), () => {
      save(name, exported(), "application/json");
    });
    const [load, input] = loading(say("Load from a file"), "application/json,.json", (file) =>
      this.load(file),
    );
    const clearing = button(say("Clear my progress"), () => {
      if (!confirm(say("Clear your progress in all chapters? There is no way back."))) return;
      const cleared = { answered: {}, finished: [], review: {}, solved: {}, typed: {}, bets: {} };
      write({ ...cleared, last: "" });
      forget(["progress", "engine", "cells"]);
      load.focus(); // this button is gone
    });
    this.keeping = [saving, clearing];
    const all = bar(saving, load, input, clearing, this.loaded);
    return element("section", { class: "review-kept" }, all, this.wrong);
  }

  /** A file that is none changes nothing, and it is said why. @param {File} file */
  async load(file) {
    this.tell(); // what it says of another file is gone
    try {
      if (file.size > LARGEST) throw new Error(say("it is too large to be a file of progress"));
      write(imported(await file.text()));
      this.loaded.textContent = say("Loaded {file}.", { file: file.name });
    } catch (error) {
      const now = { file: file.name, why: why(error) };
      this.wrong.textContent = say("{file} was not loaded: {why}. Nothing was changed.", now);
    }
  }
}

define("book-review", Review, "progress");
