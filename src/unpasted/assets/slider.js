/* <figure-slider>: pictures that take turns as the reader drags a parameter, or two. */

const { element, all, drag, define } = require("./elements.js");
const PACE = 350; // milliseconds a picture, while it plays
const REACH = 30; // pixels from the middle of a handle, within which it is taken
const QUIET = 600; // milliseconds after the last move, before the picture is told in words
const TRAIL = 8; // pictures of which something stays when they are left

/** @typedef {{ texts: string[], shows: string[] }} Knob */

class Slider {
  /** @param {HTMLElement} host */
  constructor(host) {
    /** @type {Knob[]} */
    this.knobs = JSON.parse(host.dataset.knobs ?? "[]");
    /** @type {string[]} */
    this.says = JSON.parse(host.dataset.says ?? "[]");
    this.inputs = [...host.querySelectorAll("input")];
    this.shows = [...host.querySelectorAll(".knob-shows")];
    this.titles = [...host.querySelectorAll("svg > title")];
    this.parts = [...host.querySelectorAll("[data-at]")].map((part) => ({
      part,
      at: new Set(part.getAttribute("data-at")?.split(" ").map(Number)),
      stays: Boolean(part.closest(".trail")),
    }));
    /** The pictures that the reader has seen, the last one last. */
    this.seen = "rewound" in host.dataset ? [] : [this.at];
    this.timer = this.teller = 0;
    this.told = element("p", { class: "unseen", role: "status" });
    host.append(this.told);
    this.steps = this.inputs.map((input) => all("[data-by]", input.parentElement ?? input));
    for (const [i, input] of this.inputs.entries()) {
      input.addEventListener("input", () => {
        this.pause();
        this.show();
        this.tell();
      });
      for (const step of this.steps[i]) {
        step.addEventListener("click", () => {
          input.stepUp(Number(step.dataset.by));
          input.dispatchEvent(new Event("input"));
        });
      }
    }
    for (const stop of ["pointerdown", "keydown"]) {
      host.addEventListener(stop, () => this.pause());
    }
    host.querySelector(".play")?.addEventListener("click", () => this.play());
    const box = /** @type {HTMLElement | null} */ (host.querySelector(".scroll"));
    if (box) this.pull(box);
    if ("rewound" in host.dataset) this.rewind();
  }

  /** Say at which values the knobs stand; on paper, at those of the picture printed there.
      @param {boolean} paper */
  print(paper) {
    for (const [i, { value, defaultValue }] of this.inputs.entries())
      this.shows[i].textContent = this.knobs[i].shows[Number(paper ? defaultValue : value)];
  }

  /** The number of the picture at which the knobs stand. */
  get at() {
    return this.inputs.reduce(
      (at, input, i) => at * this.knobs[i].shows.length + Number(input.value),
      0,
    );
  }

  /** Where the knobs stand for a picture. @param {number} picture */
  values(picture) {
    const values = [];
    for (const { shows } of this.knobs.toReversed()) {
      values.unshift(picture % shows.length);
      picture = Math.floor(picture / shows.length);
    }
    return values;
  }

  show() {
    const { at } = this;
    this.seen = [...this.seen.filter((one) => one !== at), at].slice(-1 - TRAIL);
    for (const { part, at: shown, stays } of this.parts) {
      const past = stays && !shown.has(at) && this.seen.some((one) => shown.has(one));
      part.setAttribute("display", shown.has(at) || past ? "inline" : "none");
      part.classList.toggle("past", past);
    }
    this.print(false);
    for (const title of this.titles) title.textContent = this.says[at];
    for (const [i, input] of this.inputs.entries()) {
      input.ariaValueText = this.knobs[i].texts[Number(input.value)];
      for (const step of this.steps[i]) {
        const end = Number(step.dataset.by) < 0 ? input.min : input.max;
        step[input.hidden ? "ariaPressed" : "ariaDisabled"] = String(input.value === end);
      }
    }
  }

  /** Say in words what shows, when the reader has come to rest. */
  tell() {
    clearTimeout(this.teller);
    this.teller = setTimeout(() => {
      this.told.textContent = this.says[this.at];
    }, QUIET);
  }

  /** The picture itself is dragged by its handle, to where another picture has it.
      @param {HTMLElement} box */
  pull(box) {
    const touched = (/** @type {TouchEvent} */ event) => {
      if (this.grip(event.touches[0])) event.preventDefault(); // the page stays
    };
    box.addEventListener("touchstart", touched, { passive: false });
    /** @type {(event: PointerEvent, values: (x: number, y: number) => number[]) => void} */
    const move = ({ clientX, clientY }, values) => {
      const before = this.at;
      for (const [i, value] of values(clientX, clientY).entries())
        this.inputs[i].value = String(value);
      if (this.at !== before) this.inputs[0].dispatchEvent(new Event("input"));
    };
    drag(box, (event) => this.grip(event), move);
  }

  /** What the knobs are as a handle follows a pointer; nothing where it takes hold of none.
      @param {{ clientX: number, clientY: number }} down
      @returns {((x: number, y: number) => number[]) | undefined} */
  grip({ clientX, clientY }) {
    /** @type {Map<number, DOMRect[]>} */
    const handles = new Map(this.says.map((_, picture) => [picture, []]));
    for (const { part, at } of this.parts.filter(({ part }) => part.closest(".handle"))) {
      const mark = part.closest("use") ?? part.querySelector("use");
      const display = part.getAttribute("display");
      part.setAttribute("display", "inline");
      const box = mark?.getBoundingClientRect();
      part.setAttribute("display", display ?? "inline");
      if (box?.width) for (const picture of at) handles.get(picture)?.push(box);
    }
    const away = (/** @type {DOMRect} */ { x, y, width, height }) =>
      Math.hypot(clientX - x - width / 2, clientY - y - height / 2);
    const shown = handles.get(this.at) ?? [];
    const [held] = shown.toSorted((one, other) => away(one) - away(other));
    if (!held || away(held) > REACH) return undefined;
    const [left, top, nth] = [clientX - held.x, clientY - held.y, shown.indexOf(held)];
    return (x, y) => {
      const now = this.inputs.map((input) => Number(input.value));
      const far = (/** @type {[number, DOMRect[]]} */ [picture, boxes]) =>
        Math.hypot(x - left - boxes[nth].x, y - top - boxes[nth].y) +
        this.values(picture).filter((value, i) => value !== now[i]).length; // of equals the nearest
      const [[nearest]] = [...handles].sort((one, other) => far(one) - far(other));
      return this.values(nearest);
    };
  }

  /** To the first value of the first parameter. */
  rewind() {
    this.inputs[0].value = "0";
    this.show();
  }

  /** From the first value of the first parameter to its last. */
  play() {
    this.pause();
    this.rewind();
    const [input] = this.inputs;
    this.timer = setInterval(() => {
      input.stepUp();
      this.show();
      if (input.value === input.max) this.pause();
    }, PACE);
  }

  leave() {
    this.pause();
  }

  pause() {
    clearInterval(this.timer);
  }
}

define("figure-slider", Slider);
