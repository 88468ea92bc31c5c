/* How the scripts make elements, how these are dragged, and what they say. */

/** An element, its attributes, its children. An attribute `onclick` is what happens on a click.
    @template {keyof HTMLElementTagNameMap} Tag @param {Tag} tag
    @param {Record<string, string | number | boolean | ((event: Event) => void)>} [attributes]
    @param {...(Node | string)} children */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key.slice(2), value);
    else if (value !== false) made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...children);
  return made;
}

/** An element of a drawing.
    @param {string} tag @param {Record<string, string | number>} [attributes]
    @param {...(Node | string)} children */
function drawn(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return /** @type {SVGGraphicsElement} */ (made);
}

/** A button and what it does.
    @param {string} text @param {() => void} onclick
    @param {string} [kind] "primary" for what is meant to be pressed next */
const button = (text, onclick, kind = "") =>
  element("button", { type: "button", class: kind, onclick }, text);

/** Buttons, and what belongs to them, in a row. @param {...(Node | string)} children */
const bar = (...children) => element("div", { class: "bar" }, ...children);

/** Why something failed. @param {unknown} error */
const why = (error) => (error instanceof Error ? error.message : String(error));

/** A button that asks for a file, and the field that does.
    @param {string} text @param {string} accept @param {(file: File) => void} load */
function loading(text, accept, load) {
  const onchange = () => {
    const file = input.files?.[0];
    input.value = ""; // the same file may be loaded again
    if (file) load(file);
  };
  const input = element("input", { type: "file", accept, hidden: true, tabindex: -1, onchange });
  return [button(text, () => input.click()), input];
}

/** Save a text as a file. @param {string} name @param {string} text @param {string} type */
function save(name, text, type) {
  const href = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/** All elements that a selector finds. @param {string} selector @param {ParentNode} [inside] */
const all = (selector, inside = document) =>
  /** @type {HTMLElement[]} */ ([...inside.querySelectorAll(selector)]);

/** Let a pointer take hold of an element, and drag it until it lets go.
    @template Hold @param {GlobalEventHandlers & Element} grip
    @param {(event: PointerEvent) => Hold | undefined} take nothing where it takes no hold
    @param {(event: PointerEvent, hold: Hold) => void} move
    @param {(hold: Hold) => void} [drop] */
function drag(grip, take, move, drop) {
  /** @type {Hold | undefined} */
  let hold;
  let by = -1; // the pointer that holds it
  grip.addEventListener("pointerdown", (event) => {
    if (event.button || grip.hasPointerCapture(by)) return; // a second finger takes nothing
    hold = take(event);
    by = event.pointerId;
    if (hold !== undefined) grip.setPointerCapture(by);
  });
  grip.addEventListener("pointermove", (event) => {
    if (hold !== undefined && event.pointerId === by) move(event, hold);
  });
  grip.addEventListener("lostpointercapture", (event) => {
    if (event.pointerId !== by) return;
    if (hold !== undefined) drop?.(hold);
    hold = undefined;
  });
}

/** Make elements of a name work: each by an object of its own, which is told when it enters a page,
    with a signal that it leaves it, and then that it did; and, if it asks, when it is printed, and no
    more. Where it shows what a store keeps, it does so then, and after each change.
    @param {string} name @param {new (host: HTMLElement) => any} Made
    @param {string} [kept] the name of that store */
function define(name, Made, kept) {
  class Defined extends HTMLElement {
    /** @type {any} */
    made;

    connectedCallback() {
      this.made ??= new Made(this);
      this.left = new AbortController();
      const { signal } = this.left;
      this.made.enter?.(signal);
      for (const type of this.made.print ? ["beforeprint", "afterprint"] : [])
        addEventListener(type, () => this.made.print(type === "beforeprint"), { signal });
      if (!kept) return;
      document.addEventListener(`book-${kept}`, (event) => this.made.show(event), { signal });
      this.made.show();
    }

    disconnectedCallback() {
      this.left?.abort();
      this.made.leave?.();
    }
  }
  customElements.define(name, Defined);
}

/** A text of the interface, cut where its values stand, with them in place.
    @template {Node | string | number} Part
    @param {string} text the English, as interface.txt lists it
    @param {Record<string, Part>} [values] by their names in braces
    @returns {(Part | string)[]} */
const parts = (text, values = {}) =>
  (unpasted.texts[text] ?? text).split(/\{(\w+)\}/).map((part, n) => (n % 2 ? values[part] : part));

/** A text of the interface, with its values in place.
    @param {string} text the English, as interface.txt lists it
    @param {Record<string, string | number>} [values] by their names in braces */
const say = (text, values) => parts(text, values).join("");

module.exports = { element, drawn, button, bar, why, loading, save, all, drag, define, parts, say };
