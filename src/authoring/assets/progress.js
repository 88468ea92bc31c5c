"use strict";
/* <book-progress>: marks the navigation, and at the end of a chapter says how far the reader is. */
(() => {
  const { element, button } = authoring.elements;
  const { read, write } = authoring.kept;
  const SITE = authoring.site;

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
    show = () => {
      this.showMarks();
      if (this.page) this.showPanel();
    };

    connectedCallback() {
      this.book = this.dataset.book ?? "";
      this.page = this.dataset.page ?? "";
      document.addEventListener("book-progress", this.show);
      if (!this.page) return this.show();
      const clear = button("Clear my progress", () => this.clear());
      const bar = element("div", { class: "bar" }, this.mark, clear);
      this.replaceChildren(element("p", {}, this.words), bar);
      this.note();
      this.show();
    }

    disconnectedCallback() {
      document.removeEventListener("book-progress", this.show);
    }

    /* Keep which questions this page asks now; answers to others do not count. */
    note() {
      /** @type {NodeListOf<HTMLElement>} */
      const questions = document.querySelectorAll("book-question[data-question]");
      const ids = [...questions].map((one) => JSON.parse(one.dataset.question ?? "").id);
      const state = read(this.book);
      if (String(state.asked[this.page] ?? "") === String(ids)) return;
      state.asked[this.page] = ids;
      write(this.book, state);
    }

    showMarks() {
      const state = read(this.book);
      /** @type {NodeListOf<HTMLAnchorElement>} */
      const links = document.querySelectorAll(".md-nav--primary a.md-nav__link");
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

    clear() {
      write(this.book, { ...read(this.book), answered: {}, finished: [] });
      for (const box of document.querySelectorAll(".answered")) box.classList.remove("answered");
    }
  }

  customElements.define("book-progress", BookProgress);
})();
