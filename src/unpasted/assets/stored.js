/* What a book stores on a device, by name; nothing of it is ever lost to another version. */

/** @param {unknown} found */
const isObject = (found) => Object.prototype.toString.call(found) === "[object Object]";

/**
 * The object that is stored by a name, if one is.
 * @param {string} name
 * @returns {any}
 */
function stored(name) {
  try {
    const found = JSON.parse(localStorage.getItem(name) ?? "null");
    return isObject(found) ? found : undefined;
  } catch {} // no storage, or something else in our place
}

/**
 * Store something by a name. Throws where there is no storage.
 * @param {string} name
 * @param {object} state
 * @param {boolean} [lost] whether it lacks something of what stands there: that is kept beside it
 */
function store(name, state, lost = false) {
  const before = localStorage.getItem(name);
  if (before && (lost || !stored(name))) localStorage.setItem(`${name}:found`, before);
  localStorage.setItem(name, JSON.stringify(state));
}

/* What each book stores by one name; in memory where the device takes nothing. Whoever is told of a
   change hears whether another tab made it. */
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
   * What stands in the storage, whatever it is.
   * @param {string} book
   */
  stored(book) {
    return stored(`${book}:${this.name}`);
  }

  /**
   * @param {string} book
   * @returns {any}
   */
  read(book) {
    return this.unkept.get(book) ?? this.stored(book);
  }

  /**
   * Keep it, and let the page know.
   * @param {string} book
   * @param {object} state
   * @param {boolean} lost whether it lacks something of what stands there
   */
  write(book, state, lost) {
    try {
      store(`${book}:${this.name}`, state, lost);
      this.unkept.delete(book);
    } catch {
      this.unkept.set(book, state); // private browsing: it lasts as long as the page
    }
    this.changed();
  }
}

module.exports = { isObject, stored, store, Store };
