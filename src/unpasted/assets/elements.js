"use strict";
/* How the scripts make elements. The first script: it makes the name that they share. */
(() => {
  /**
   * An element, its attributes, its children. An attribute `onclick` is what happens on a click.
   * @template {keyof HTMLElementTagNameMap} Tag
   * @param {Tag} tag
   * @param {Record<string, string | number | boolean | ((event: Event) => void)>} [attributes]
   * @param {...(Node | string)} children
   */
  function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) {
      if (typeof value === "function") made.addEventListener(key.slice(2), value);
      else if (value !== false) made.setAttribute(key, value === true ? "" : String(value));
    }
    made.append(...children);
    return made;
  }

  /**
   * A button and what it does.
   * @param {string} text
   * @param {() => void} onclick
   */
  const button = (text, onclick) => element("button", { type: "button", onclick }, text);

  const elements = { element, button };
  if (typeof module === "undefined") globalThis.unpasted = /** @type {Authoring} */ ({ elements });
  else module.exports = elements;
})();
