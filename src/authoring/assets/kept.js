"use strict";
/* What the reader has answered and finished, kept on this device only and sent nowhere. */
(() => {
  /**
   * Of one book: for each page the ids of the questions that were answered, and of those that it
   * asks; the pages that were marked as finished; and the one that was opened last.
   * @typedef {object} Kept
   * @property {Record<string, string[]>} answered
   * @property {Record<string, string[]>} asked
   * @property {string[]} finished
   * @property {string} last
   */

  /** @type {Map<string, Kept>} Stands in for the storage where it keeps nothing. */
  const unkept = new Map();

  /** @param {string} book */
  const key = (book) => `${book}:progress`;

  /**
   * Lists of ids by page; what is no list of a page counts as none.
   * @param {unknown} found
   * @returns {Record<string, string[]>}
   */
  function lists(found) {
    if (found?.constructor !== Object) return {};
    return Object.fromEntries(Object.entries(found).filter(([, ids]) => Array.isArray(ids)));
  }

  /**
   * What is kept of a book.
   * @param {string} book
   * @returns {Kept}
   */
  function read(book) {
    /** @type {any} */
    let found = unkept.get(book);
    try {
      found ??= JSON.parse(localStorage.getItem(key(book)) ?? "null");
    } catch {} // no storage, or something else in our place
    const finished = Array.isArray(found?.finished) ? found.finished : [];
    const last = typeof found?.last === "string" ? found.last : "";
    return { answered: lists(found?.answered), asked: lists(found?.asked), finished, last };
  }

  /**
   * Keep it, and let the page know.
   * @param {string} book
   * @param {Kept} state
   */
  function write(book, state) {
    try {
      localStorage.setItem(key(book), JSON.stringify(state));
      unkept.delete(book);
    } catch {
      unkept.set(book, state); // private browsing: progress lasts as long as the page
    }
    document.dispatchEvent(new Event("book-progress"));
  }

  const kept = { read, write };
  if (typeof module === "undefined") authoring.kept = kept;
  else module.exports = kept;
})();
