/* What the book stores on a device by one name: `book:name`. Nothing of it is ever lost to another
   version; where the device takes nothing, it lasts as long as the page. */

/** @param {unknown} found */
const isObject = (found) => Object.prototype.toString.call(found) === "[object Object]";

/* Whoever listens to `book-name` hears of each change, and whether another tab made it. */
class Store {
  /** @type {object | undefined} what the device did not take */
  unkept;

  /** @param {string} name */
  constructor(name) {
    this.name = name;
    this.key = `${unpasted.book}:${name}`;
    addEventListener("storage", ({ key }) => {
      if (key === null || key === this.key) this.changed("another tab");
    });
  }

  /** @param {string} [by] */
  changed(by) {
    document.dispatchEvent(new CustomEvent(`book-${this.name}`, { detail: by }));
  }

  /**
   * The object that stands in the storage, if one does.
   * @returns {any}
   */
  stored() {
    try {
      const found = JSON.parse(localStorage.getItem(this.key) ?? "null");
      return isObject(found) ? found : undefined;
    } catch {} // no storage, or something else in our place
  }

  /** @returns {any} */
  read() {
    return this.unkept ?? this.stored();
  }

  /**
   * Keep it, and let the page know.
   * @param {object} state
   * @param {boolean} [lost] whether it lacks something of what stands there: that is kept beside it
   */
  write(state, lost = false) {
    const { key } = this;
    try {
      const before = localStorage.getItem(key);
      if (before && (lost || !this.stored())) localStorage.setItem(`${key}:found`, before);
      localStorage.setItem(key, JSON.stringify(state));
      this.unkept = undefined;
    } catch {
      this.unkept = state;
    }
    this.changed();
  }
}

module.exports = { isObject, Store };
