/* A change of all that is kept: done at once, said, and undone for a while. */

const { element, button, say } = require("./elements.js");
const { read, write } = require("./kept.js");
const UNDO = 10_000; // milliseconds in which what was kept before comes back

/**
 * Go on with another button, which stands where the one before it stood, whatever went above.
 * @param {HTMLButtonElement} next
 * @param {number} top
 */
function reach(next, top) {
  next.focus({ preventScroll: true });
  scrollBy({ top: next.getBoundingClientRect().top - top, behavior: "instant" });
}

class Undoing {
  /** @param {string} book */
  constructor(book) {
    this.book = book;
    this.undoing = button(say("Undo"), () => this.undo());
    this.undoing.hidden = true;
    this.said = element("span", { role: "status" });
    this.undo = () => {};
    this.timer = 0;
  }

  /**
   * Keep something else. The button that did it makes room for the one that undoes it.
   * @param {Kept} state
   * @param {string} words
   * @param {HTMLButtonElement} by
   */
  change(state, words, by) {
    this.end();
    const before = read(this.book);
    this.end = () => {
      clearTimeout(this.timer);
      this.undoing.hidden = true;
      by.hidden = false;
      this.said.textContent = "";
    };
    this.undo = () => {
      const top = this.undoing.getBoundingClientRect().top;
      this.end();
      write(this.book, before);
      reach(by, top);
    };
    this.timer = setTimeout(() => this.end(), UNDO);
    const top = by.getBoundingClientRect().top;
    write(this.book, state);
    by.hidden = true;
    this.undoing.hidden = false;
    this.said.textContent = words;
    reach(this.undoing, top);
  }

  end() {}

  /** @param {HTMLButtonElement} by */
  clear(by) {
    const cleared = { answered: {}, finished: [], last: "", review: {}, solved: {}, typed: {} };
    this.change({ ...read(this.book), ...cleared }, say("Cleared, in all chapters."), by);
  }
}

module.exports = { Undoing };
