"use strict";
/* On paper the answers stand at the end, under the numbers of their questions. On the screen, and
   without this script, each stands where it is asked. */
(() => {
  const { element } = authoring.elements;
  /** @typedef {{ box: HTMLElement, details: HTMLElement, moved: ChildNode[] }} Moved */
  /** @type {Moved[]} */
  let away = [];

  /* What of an answer is read: all but its button and the element that judges. */
  const read = (/** @type {HTMLElement} */ details) =>
    [...details.childNodes].filter(
      (node) => !(node instanceof Element && node.matches("summary, book-question")),
    );

  function before() {
    /** @type {NodeListOf<HTMLElement>} */
    const boxes = document.querySelectorAll("article :is(.predict, .exercise)");
    if (away.length || !boxes.length) return;
    const section = element("section", { class: "answers" }, element("h2", {}, "Answers"));
    /** @type {Record<string, number>} */
    const count = { Question: 0, Exercise: 0 };
    for (const box of boxes) {
      const details = /** @type {HTMLElement | null} */ (box.querySelector(":scope > details"));
      if (!details) continue;
      const kind = box.matches(".predict") ? "Question" : "Exercise";
      count[kind] += 1;
      const number = `${kind} ${count[kind]}`;
      const moved = read(details);
      box.dataset.number = number;
      section.append(element("h3", {}, number), ...moved);
      away.push({ box, details, moved });
    }
    document.querySelector("article")?.append(section);
  }

  function after() {
    for (const { box, details, moved } of away) {
      delete box.dataset.number;
      const judge = details.querySelector(":scope > book-question");
      for (const node of moved) {
        if (judge) judge.before(node);
        else details.append(node);
      }
    }
    away = [];
    document.querySelector("article > .answers")?.remove();
  }

  addEventListener("beforeprint", before);
  addEventListener("afterprint", after);
})();
