/* What books store on a device by one name: `book:name`. Nothing of it is ever lost to another
   version; where the device takes nothing, it lasts as long as the page. */

/** @param {unknown} found */
const isObject = (found) => Object.prototype.toString.call(found) === "[object Object]";

/* Whoever listens to `book-name` hears of each change, and whether another tab made it. */
class Store {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
    /** @type {Map<string, object>} */
    this.unkept = new Map();
    addEventListener("storage", ({ key }) => {
      if (key === null || key.endsWith(`:${name}`)) this.changed("another tab");
    });
  }

  /** @param {string} [by] */
  changed(by) {
    document.dispatchEvent(new CustomEvent(`book-${this.name}`, { detail: by }));
  }

  /**
   * The object that stands in the storage, if one does.
   * @param {string} book
   * @returns {any}
   */
  stored(book) {
    try {
      const found = JSON.parse(localStorage.getItem(`${book}:${this.name}`) ?? "null");
      return isObject(found) ? found : undefined;
    } catch {} // no storage, or something else in our place
  }

  /** @param {string} book */
  read(book) {
    return this.unkept.get(book) ?? this.stored(book);
  }

  /**
   * Keep it, and let the page know.
   * @param {string} book
   * @param {object} state
   * @param {boolean} [lost] whether it lacks something of what stands there: that is kept beside it
   */
  write(book, state, lost = false) {
    const key = `${book}:${this.name}`;
    try {
      const before = localStorage.getItem(key);
      if (before && (lost || !this.stored(book))) localStorage.setItem(`${key}:found`, before);
      localStorage.setItem(key, JSON.stringify(state));
      this.unkept.delete(book);
    } catch {
      this.unkept.set(book, state);
    }
    this.changed();
  }
}

module.exports = { isObject, Store };
