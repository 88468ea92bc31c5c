/* Numbers in a drawing that the reader drags sideways, or taps and types. */

const { element, drawn, drag, say } = require("./elements.js");
const { numeric } = require("./fields.js");
const { number, parse } = require("./numbers.js");
const PIXELS = 6; // a step of the number
const NEAR = 4; // pixels: less is a tap
const GHOST = 1000; // milliseconds for which the old value stays

/** By how much a number changes at a time: by 0.1 up to 10, by 1 up to 100. @param {number} x */
const grain = (x) => 10 ** (Math.ceil(Math.log10(Math.max(Math.abs(x), 2))) - 2);

class Dragged {
  /** @param {SVGGElement} box @param {() => number} read @param {(value: number) => void} set */
  constructor(box, read, set) {
    this.box = box;
    this.read = read;
    this.set = set;
    this.start = { x: 0, value: 0, moved: false };
    box.classList.add("draggable");
    const ground = box.querySelector('[data-part="data-half"]');
    const [x, y, height] = ["x", "y", "height"].map((key) => Number(ground?.getAttribute(key)));
    const thumb = drawn("circle", { r: 5 });
    const arrows = drawn("path", { d: "M-1-2-3 0-1 2zM1-2 3 0 1 2z" });
    const transform = `translate(${x} ${y + height / 2})`;
    box.append(drawn("g", { class: "knob", transform }, thumb, arrows));
    const take = (/** @type {PointerEvent} */ { clientX: x }) =>
      (this.start = { x, value: this.read(), moved: false });
    const drop = () => this.start.moved && this.fade();
    drag(box, take, (event) => this.move(event), drop);
    const tap = (/** @type {Event} */ event) => {
      if (this.start.moved)
        event.stopImmediatePropagation(); // the end of a drag is no click
      else this.type(); // not before: a finger's click would go to what stands there by then
    };
    box.addEventListener("click", tap, { capture: true });
  }

  /** @param {PointerEvent} event */
  move({ clientX }) {
    const { x, value } = this.start;
    const by = clientX - x;
    if (Math.abs(by) < NEAR && !this.start.moved) return;
    if (!this.start.moved) this.ghost(value);
    this.start.moved = true;
    const [steps, unit] = [Math.trunc(by / PIXELS), grain(value)];
    const round = Math.round(value / unit + steps) * unit; // from 6.8814 the reader gets to 6
    this.set(steps ? Number(round.toFixed(6)) : value);
  }

  /** The old value stays above the new one for a while. @param {number} value */
  ghost(value) {
    const text = this.box.querySelector('[data-part="data"]');
    if (!text) return;
    this.box.querySelector(".ghost")?.remove();
    const ghost = /** @type {SVGTextElement} */ (text.cloneNode());
    ghost.removeAttribute("data-part");
    ghost.setAttribute("class", "ghost");
    ghost.setAttribute("y", String(Number(text.getAttribute("y")) - 32));
    ghost.setAttribute("aria-hidden", "true");
    ghost.textContent = number(value);
    this.box.append(ghost);
  }

  fade() {
    const ghost = this.box.querySelector(".ghost");
    setTimeout(() => ghost?.remove(), GHOST);
  }

  /* A field in place of the number. */
  type() {
    const frame = this.box.closest(".scroll");
    if (!frame) return;
    const [seen, box] = [frame.getBoundingClientRect(), this.box.getBoundingClientRect()];
    const left = box.left - seen.left + frame.scrollLeft;
    const top = box.top - seen.top + box.height / 4;
    const name = this.box.getAttribute("aria-label")?.split(":")[0] ?? "";
    const before = this.read();
    let open = true; // to remove what has the focus is to leave it
    const close = (/** @type {boolean} */ keep) => {
      if (!open) return;
      open = false;
      const value = parse(input.value);
      place.remove();
      if (!keep || value === before || input.value === number(before)) return;
      this.ghost(before);
      this.set(value);
      this.fade();
    };
    const { input, sign } = numeric({
      class: "typed",
      style: `width: ${box.width}px`,
      "aria-label": say("The data of {name}", { name }),
      onblur: () => close(true),
      onkeydown: (event) => {
        const { key } = /** @type {KeyboardEvent} */ (event);
        if (["Enter", "Escape"].includes(key)) close(key === "Enter");
        event.stopPropagation();
      },
    });
    input.value = number(before);
    const place = element("div", { class: "typing", style: `top: ${top}px` }, input, ...sign);
    frame.append(place);
    const end = frame.scrollLeft + frame.clientWidth - place.offsetWidth;
    place.style.left = `${Math.max(0, Math.min(left, end))}px`;
    input.focus({ preventScroll: true });
    input.select();
  }
}

module.exports = { Dragged };
