"use strict";
/* <book-progress>: marks links to chapters, in the navigation and where `data-progress` says so;
   leads a link with `data-continue` to where the reader stopped; and at the end of a chapter says
   how far the reader is. */
(() => {
  const { element, button } = authoring.elements;
  const { read, write } = authoring.kept;
  const SITE = authoring.site;
  const UNDO = 10_000; // milliseconds in which what was cleared comes back
  const MARKED = ".md-nav--primary a.md-nav__link, a[data-progress]";

  /** @typedef {{ url: string, title: string, asked: number }} Chapter */

  /**
   * How many questions of a page are answered, of how many; and whether it is finished.
   * @param {ReturnType<typeof read>} state
   * @param {string} page
   */
  function standing({ answered, asked, finished }, page) {
    const ids = asked[page] ?? [];
    const done = ids.filter((id) => answered[page]?.includes(id)).length;
    const all = ids.length > 0 && done === ids.length;
    return { done, count: ids.length, all, marked: finished.includes(page) };
  }

  class BookProgress extends HTMLElement {
    book = "";
    page = "";
    words = element("span", { role: "status" });
    mark = button("", () => this.toggle());
    clearing = button("Clear my progress", () => this.clear());
    undoing = button("Undo", () => this.undo());
    cleared = element("span");
    show = () => {
      this.showMarks();
      this.showContinue();
      if (this.page) this.showPanel();
    };
    undo = () => {};

    connectedCallback() {
      this.book = this.dataset.book ?? "";
      this.page = this.dataset.page ?? "";
      document.addEventListener("book-progress", this.show);
      if (!this.page) return this.show();
      this.undoing.hidden = true;
      const parts = [this.clearing, this.undoing, " ", this.cleared];
      const note = element("p", {}, "All of it is kept on this device only. ", ...parts);
      note.className = "bar clearing";
      const card = this.querySelector(".end-card") ?? this;
      card.append(element("p", { class: "score bar" }, this.words, " ", this.mark), note);
      this.note();
      this.show();
    }

    disconnectedCallback() {
      document.removeEventListener("book-progress", this.show);
    }

    /* Keep that this page was opened, and what it asks now; answers to others do not count. */
    note() {
      /** @type {NodeListOf<HTMLElement>} */
      const questions = document.querySelectorAll("book-question[data-question]");
      const ids = [...questions].map((one) => JSON.parse(one.dataset.question ?? "").id);
      const state = read(this.book);
      const same = String(state.asked[this.page] ?? "") === String(ids);
      if (same && state.last === this.page) return;
      state.asked[this.page] = ids;
      state.last = this.page;
      write(this.book, state);
    }

    showMarks() {
      const state = read(this.book);
      /** @type {NodeListOf<HTMLAnchorElement>} */
      const links = document.querySelectorAll(MARKED);
      for (const link of links) {
        if (link.hash || !link.href.startsWith(SITE)) continue;
        link.querySelector(".progress-mark")?.remove();
        const { done, count, all, marked } = standing(state, link.href.slice(SITE.length));
        if (!marked && !done) continue;
        const [sign, words] =
          marked || all ? ["✓", "finished"] : [`${done}/${count}`, "questions answered"];
        const unseen = element("span", { class: "unseen" }, ` ${words}`);
        link.append(element("span", { class: "progress-mark" }, sign, unseen));
      }
    }

    /* The chapter that was opened last, or the first unfinished one after it. */
    showContinue() {
      const state = read(this.book);
      /** @type {NodeListOf<HTMLAnchorElement>} */
      const links = document.querySelectorAll("a[data-continue]");
      for (const link of links) {
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
        const far = done ? `, ${done} of ${next?.asked}` : "";
        link.textContent = next ? `Continue: ${next.title}${far}` : link.dataset.start;
        link.href = next ? SITE + next.url : link.dataset.to;
      }
    }

    showPanel() {
      const { done, count, all, marked } = standing(read(this.book), this.page);
      const end = marked || all ? " This chapter is finished." : "";
      this.words.textContent = `Questions answered: ${done} of ${count}.${end}`;
      this.mark.textContent = marked ? "Mark as not finished" : "Mark this chapter as finished";
      this.mark.hidden = all;
    }

    toggle() {
      const state = read(this.book);
      const others = state.finished.filter((page) => page !== this.page);
      const marked = others.length < state.finished.length;
      write(this.book, { ...state, finished: marked ? others : [...others, this.page] });
    }

    /* Clears at once; for ten seconds it can be undone. */
    clear() {
      const before = read(this.book);
      const boxes = document.querySelectorAll(".answered");
      const end = () => {
        this.undoing.hidden = true;
        this.clearing.hidden = false;
        this.cleared.textContent = "";
      };
      const timer = setTimeout(end, UNDO);
      this.undo = () => {
        clearTimeout(timer);
        end();
        for (const box of boxes) box.classList.add("answered");
        write(this.book, before);
        this.clearing.focus();
      };
      write(this.book, { ...before, answered: {}, finished: [], last: "" });
      for (const box of boxes) box.classList.remove("answered");
      this.clearing.hidden = true;
      this.undoing.hidden = false;
      this.cleared.textContent = "Cleared, in all chapters.";
      this.undoing.focus();
    }
  }

  customElements.define("book-progress", BookProgress);
})();
