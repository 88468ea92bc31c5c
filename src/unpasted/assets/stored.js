/* What the book stores on a device by one name: `book:name`. Nothing of it is ever lost to another
   version; where the device takes nothing, it lasts as long as the page. */

/** @param {unknown} found */
const isObject = (found) => Object.prototype.toString.call(found) === "[object Object]";

/** What is sound of what was found by name.
    @param {any} found @param {(one: any) => boolean} isSound */
const soundOf = (found, isSound) =>
  Object.fromEntries(Object.entries(isObject(found) ? found : {}).filter(([, x]) => isSound(x)));

/** Whoever listens to `book-name` hears of each change, and whether another tab made it.
    @template {object} State */
class Store {
  /** @type {State | undefined} what the device did not take */
  unkept;

  /** @param {string} name
      @param {(found: any) => State} sound what can be read of an object that was found; the rest
        counts as none */
  constructor(name, sound) {
    this.name = name;
    this.key = `${unpasted.book}:${name}`;
    this.sound = sound;
    addEventListener("storage", ({ key }) => {
      if (key === null || key === this.key) this.changed("another tab");
    });
  }

  /** @param {string} [by] */
  changed(by) {
    document.dispatchEvent(new CustomEvent(`book-${this.name}`, { detail: by }));
  }

  /** The object that stands in the storage, if one does. @returns {any} */
  stored() {
    try {
      const found = JSON.parse(localStorage.getItem(this.key) ?? "null");
      return isObject(found) ? found : undefined;
    } catch {} // no storage, or something else in our place
  }

  read() {
    return this.unkept ?? this.sound(this.stored() ?? {});
  }

  /** Whether something of an object cannot be read. @param {object} found */
  isDamaged(found) {
    const whole = { ...this.sound({}), ...found };
    return JSON.stringify(whole) !== JSON.stringify({ ...whole, ...this.sound(found) });
  }

  /** Keep a change, and let the page know. What it says nothing of stays, for another version too;
      what cannot be read is kept beside it.
      @param {Partial<State>} change */
  write(change) {
    const { key } = this;
    const state = { ...this.read(), ...change };
    try {
      const before = localStorage.getItem(key);
      const found = this.stored();
      if (before && (!found || this.isDamaged(found))) localStorage.setItem(`${key}:found`, before);
      localStorage.setItem(key, JSON.stringify({ ...found, ...state }));
      this.unkept = undefined;
    } catch {
      this.unkept = state;
    }
    this.changed();
  }
}

/** Remove what a book's own elements store on this device. @param {string[]} but names that stay */
function forget(but) {
  const ours = `${unpasted.book}:`;
  try {
    for (const key of Object.keys(localStorage)) {
      const [name] = key.slice(ours.length).split(":");
      if (key.startsWith(ours) && !but.includes(name)) localStorage.removeItem(key);
    }
  } catch {} // then nothing is stored
}

module.exports = { isObject, soundOf, forget, Store };
