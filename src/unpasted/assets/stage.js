/* A drawing that could not be read if all of it stood on its stage is seen from near, where something
   happens, and as a whole for who asks: it pans, and a small map says where, and pans it. */

const { bar, button, drawn, say } = require("./elements.js");
const { FADE, reveal } = require("./sheet.js");
const LEGIBLE = 0.74; // of its size: its text has 11 pixels then
const DESK = [860, 0.85]; // and 12.5 where the stage is so broad
const LETTER = 6.6; // pixels: one of a name, where all of the drawing shows
const FAR = 0.5; // pixels a point: from there on names would lie on boxes
const TALL = 1.3; // how much higher a stage is on a phone, where all of the drawing shows then
const PHONE = 500; // pixels
const ZOOM = 600; // milliseconds
const MAP = { class: "map room-s room-m room-l room-x", "aria-hidden": "true" };
const NAMES = "text:not([data-part^=data], [data-part^=grad])";
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @typedef {(behavior?: ScrollBehavior) => void} Scroll */

class Stage {
  /** @param {HTMLElement} frame what pans */
  constructor(frame) {
    this.frame = frame;
    this.figure = /** @type {HTMLElement} */ (frame.parentElement);
    this.map = /** @type {SVGSVGElement} */ (drawn("svg", { ...MAP, preserveAspectRatio: "none" }));
    this.pane = drawn("rect", { class: "pane" });
    this.wanted = false; // whether all of it shows whatever happens
    this.scale = 1; // at which all of it shows
    this.least = Infinity; // at which it does by itself, where the walk is
    /** @type {Scroll} to what the walk shows, also when the stage has another width */
    this.aim = () => {};
    this.toggle = button("", () => {
      this.wanted = !this.whole;
      this.least = Infinity;
      this.show(this.wanted);
    });
    this.bar = bar(this.toggle);
    this.room = 0;
    /** @type {Animation | undefined} */
    this.moving = undefined;
    frame.addEventListener("scroll", () => this.follow());
    frame.addEventListener("click", (event) => {
      if (this.whole) this.show(false, (behavior) => this.centre(event, this.graph, behavior));
    });
    frame.addEventListener("focusin", ({ target }) => {
      const box = /** @type {Element} */ (target);
      if (this.whole && box !== frame) this.show(false, (behavior) => reveal([box], behavior));
    });
    for (const type of ["pointerdown", "pointermove"]) {
      this.map.addEventListener(type, (event) => {
        const pointer = /** @type {PointerEvent} */ (event);
        if (!pointer.buttons) return;
        event.preventDefault();
        this.show(false, () => this.centre(pointer, this.map, "instant"));
      });
    }
    new ResizeObserver(() => this.fit(this.figure.clientWidth)).observe(this.figure);
  }

  get drawing() {
    const all = /** @type {NodeListOf<SVGSVGElement>} */ (this.frame.querySelectorAll("svg"));
    return [...all].find((one) => one.checkVisibility());
  }

  get graph() {
    return /** @type {Element} */ (this.drawing?.querySelector("g"));
  }

  get all() {
    return this.wanted || this.scale >= this.least;
  }

  /** Whether all of it shows, too small to be read. */
  get whole() {
    return this.figure.matches(".large.whole");
  }

  /**
   * Whether it is too large is decided once for each width.
   * @param {number} room
   */
  fit(room) {
    const { frame, figure, map, drawing } = this;
    if (room === this.room || !drawing) return;
    this.room = room;
    figure.classList.remove("large", "whole", "far");
    figure.style.removeProperty("--tall");
    map.remove();
    this.bar.remove();
    const [wide, high] = [drawing.width, drawing.height].map(({ baseVal }) => baseVal.value);
    const most = parseFloat(getComputedStyle(frame).maxHeight) || Infinity;
    const fit = (/** @type {number} */ most) => Math.min(frame.clientWidth / wide, most / high);
    const scale = fit(most);
    this.scale = scale;
    const tall = room < PHONE && scale < LEGIBLE && fit(TALL * most) >= LEGIBLE;
    figure.style.setProperty("--tall", tall ? String(TALL) : "1");
    if (scale < (room < DESK[0] ? LEGIBLE : DESK[1]) && !tall) {
      const unit = scale * unpasted.figures.pixels;
      figure.classList.toggle("far", unit < FAR);
      figure.style.setProperty("--unit", String(unit));
      for (const text of this.graph.querySelectorAll(NAMES)) {
        const room = /** @type {SVGGElement} */ (text.parentNode).getBBox().width * unit;
        text.classList.toggle("named", (text.textContent ?? "").length * LETTER < 1.4 * room);
      }
      const copy = drawn("use", { tabindex: -1 }); // nor is there a way by keys into the copy
      const href = `#${this.graph.id}`;
      copy.setAttributeNS("http://www.w3.org/1999/xlink", "xlink:href", href); // Material writes any [href]
      map.replaceChildren(copy, this.pane);
      map.setAttribute("viewBox", drawing.getAttribute("viewBox") ?? "");
      map.classList.toggle("tall", high > wide);
      frame.after(map, this.bar);
      figure.classList.add("large");
      const { width, height } = drawing.getBoundingClientRect();
      figure.style.setProperty("--wide", `${width}px`);
      figure.style.setProperty("--high", `${height}px`);
    }
    figure.classList.toggle("whole", this.all || !map.isConnected);
    this.show(this.all, () => this.aim("instant"));
  }

  /**
   * Show where the walk is; before its first step, all of it, if it can be read, and at its end,
   * unless its numbers would go.
   * @param {Scroll} aim
   * @param {boolean} now or later, once it can be measured
   * @param {"start" | "end" | ""} at
   */
  follows(aim, now, at) {
    this.aim = aim;
    this.least = { start: LEGIBLE, end: FAR / unpasted.figures.pixels, "": Infinity }[at];
    if (now) this.show(this.all, aim);
  }

  /**
   * All of it, or as near as it can be read.
   * @param {boolean} whole
   * @param {Scroll} [scroll] to what is to be seen
   */
  show(whole, scroll = () => {}) {
    const { drawing, graph } = this;
    this.moving?.cancel();
    if (!drawing || whole === this.whole || !this.map.isConnected) scroll();
    else {
      const before = graph.getBoundingClientRect();
      this.figure.classList.toggle("whole", whole);
      scroll("instant");
      const after = graph.getBoundingClientRect();
      const { x, y } = drawing.getBoundingClientRect();
      const by = before.width / after.width;
      const from = `translate(${before.x - x - by * (after.x - x)}px, ${before.y - y - by * (after.y - y)}px)`;
      const timing = { duration: still.matches ? 0 : ZOOM, easing: "ease-in-out" };
      this.moving = drawing.animate({ transform: [`${from} scale(${by})`, "none"] }, timing);
    }
    this.toggle.textContent = whole ? say("Zoom in") : say("Whole graph");
    this.follow();
  }

  /* The drawing fades where it goes on; the pane of its map is what shows of it. */
  follow() {
    if (!this.map.checkVisibility()) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth, scrollHeight } =
      this.frame;
    if (!scrollWidth) return; // the graph doesn't show, though its map would
    const beyond = {
      left: scrollLeft,
      right: scrollWidth - clientWidth - scrollLeft,
      top: scrollTop,
      bottom: scrollHeight - clientHeight - scrollTop,
    };
    for (const [side, hidden] of Object.entries(beyond))
      this.frame.style.setProperty(`--at-${side}`, `${Math.min(hidden, FADE)}px`);
    const { width, height } = this.map.viewBox.baseVal;
    const [x, y] = [width / scrollWidth, height / scrollHeight];
    const pane = {
      x: scrollLeft * x,
      y: scrollTop * y,
      width: clientWidth * x,
      height: clientHeight * y,
    };
    for (const [key, value] of Object.entries(pane)) this.pane.setAttribute(key, String(value));
  }

  /**
   * Scroll to what is pressed.
   * @param {MouseEvent} pressed
   * @param {Element} graph the graph, or its map
   * @param {ScrollBehavior} [behavior]
   */
  centre({ clientX, clientY }, graph, behavior) {
    const { left, top, width, height } = graph.getBoundingClientRect();
    const { frame } = this;
    frame.scrollTo({
      left: ((clientX - left) / width) * frame.scrollWidth - frame.clientWidth / 2,
      top: ((clientY - top) / height) * frame.scrollHeight - frame.clientHeight / 2,
      behavior,
    });
  }
}

module.exports = { Stage };
