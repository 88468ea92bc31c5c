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

module.exports = { isObject, stored, store };
