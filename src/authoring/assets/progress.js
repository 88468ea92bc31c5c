"use strict";
/* What the reader has answered and finished, kept on this device only and sent nowhere. */
(() => {
  const { element } = window.micrograd;
  const KEY = "micrograd-book";
  let kept = null; // stands in for the storage where it keeps nothing

  function load() {
    let found = kept;
    try {
      found ||= JSON.parse(localStorage.getItem(KEY));
    } catch {} // no storage, or something else in our place
    const part = (name) => (found?.[name]?.constructor === Object ? found[name] : {});
    return { answers: part("answers"), chapters: part("chapters"), totals: part("totals") };
  }

  function save(state) {
    try {
      localStorage.setItem(KEY, JSON.stringify(state));
      kept = null;
    } catch {
      kept = state; // private browsing: progress lasts as long as the page
    }
    refresh();
  }

  const answers = (state, page) => Object.keys(state.answers).filter((id) => id.startsWith(`${page}#`)).length;
  const answeredAll = (state, page) => state.totals[page] > 0 && answers(state, page) >= state.totals[page];
  const finished = (state, page) => state.chapters[page] || answeredAll(state, page);

  function refresh() {
    const state = load();
    for (const link of document.querySelectorAll(".md-nav--primary a.md-nav__link")) {
      const page = (/chapters\/[^/]+$/.exec(link.pathname) || [])[0];
      if (!page || link.hash) continue;
      link.querySelector(".progress-mark")?.remove();
      const done = finished(state, page);
      const some = answers(state, page);
      if (!done && !some) continue;
      const [sign, words] = done ? ["✓", "finished"] : [`${some}/${state.totals[page]}`, "questions answered"];
      link.append(element("span", { class: "progress-mark" }, sign, element("span", { class: "unseen" }, ` ${words}`)));
    }
    document.querySelectorAll("micrograd-progress").forEach((one) => one.show?.(state));
  }

  class Progress extends HTMLElement {
    connectedCallback() {
      const { page, questions } = this.dataset;
      this.words = element("span", { role: "status" });
      this.mark = element("button", { type: "button", onclick: () => this.toggle() });
      const clear = element("button", { type: "button", onclick: () => this.clear() }, "Clear my progress");
      this.replaceChildren(element("p", {}, this.words), element("div", { class: "bar" }, ...(page ? [this.mark] : []), clear));
      const state = load();
      if (page && state.totals[page] !== Number(questions)) {
        state.totals[page] = Number(questions);
        save(state);
      } else refresh();
    }

    show(state) {
      const { page, questions } = this.dataset;
      if (!page) {
        const pages = Object.keys({ ...state.totals, ...state.chapters }).filter((one) => finished(state, one));
        this.words.textContent = pages.length ? `Chapters finished: ${pages.length}.` : "Your progress is kept on this device only.";
        return;
      }
      const done = finished(state, page);
      this.words.textContent = `Questions answered: ${answers(state, page)} of ${questions}.${done ? " This chapter is finished." : ""}`;
      this.mark.textContent = state.chapters[page] ? "Mark as not finished" : "Mark this chapter as finished";
      this.mark.hidden = answeredAll(state, page);
    }

    toggle() {
      const state = load();
      const { page } = this.dataset;
      if (state.chapters[page]) delete state.chapters[page];
      else state.chapters[page] = true;
      save(state);
    }

    clear() {
      const { totals } = load();
      save({ answers: {}, chapters: {}, totals });
      document.querySelectorAll(".answered").forEach((box) => box.classList.remove("answered"));
    }
  }

  window.micrograd.progress = {
    answered: (id) => Boolean(load().answers[id]),
    answer(id) {
      const state = load();
      state.answers[id] = true;
      save(state);
    },
  };
  customElements.define("micrograd-progress", Progress);
  refresh();
  window.document$?.subscribe(refresh); // Material's instant navigation
})();
