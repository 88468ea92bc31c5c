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

class Stage {
  /** @param {HTMLElement} frame what pans */
  constructor(frame) {
    this.frame = frame;
    this.figure = /** @type {HTMLElement} */ (frame.parentElement);
    this.map = /** @type {SVGSVGElement} */ (drawn("svg", { ...MAP, preserveAspectRatio: "none" }));
    this.pane = drawn("rect", { class: "pane" });
    this.wanted = false; // whether all of it shows whatever happens
    this.scale = 1; // at which all of it shows
    /** @type {"start" | "end" | ""} where the walk is */
    this.at = "";
    /** @type {() => Element[]} what the walk shows, the first first where not all fits */
    this.places = () => [];
    this.toggle = button("", () => {
      this.wanted = !this.whole;
      this.at = "";
      this.show(this.wanted);
    });
    this.bar = bar(this.toggle);
    this.room = 0;
    /** @type {Animation | undefined} */
    this.moving = undefined;
    frame.addEventListener("scroll", () => this.follow());
    frame.addEventListener("click", ({ clientX, clientY }) => {
      if (!this.whole) return;
      const far = (/** @type {Element} */ box) => {
        const { x, y, width, height } = box.getBoundingClientRect();
        return Math.hypot(x + width / 2 - clientX, y + height / 2 - clientY);
      };
      const [first] = [...this.graph.querySelectorAll(".node")].sort((a, b) => far(a) - far(b));
      this.show(false, (behavior) => reveal([this.twin(first)], behavior));
    });
    frame.addEventListener("focusin", ({ target }) => {
      const box = /** @type {SVGElement} */ (target);
      if (!this.whole || target === frame) return;
      this.show(false, (behavior) => reveal([this.twin(box)], behavior));
      this.twin(box).focus({ preventScroll: true });
    });
    for (const type of ["pointerdown", "pointermove"]) {
      this.map.addEventListener(type, (event) => {
        const { buttons, clientX, clientY } = /** @type {PointerEvent} */ (event);
        if (!buttons) return;
        event.preventDefault();
        const { x, y, width, height } = this.map.getBoundingClientRect();
        const left = ((clientX - x) / width) * frame.scrollWidth - frame.clientWidth / 2;
        const top = ((clientY - y) / height) * frame.scrollHeight - frame.clientHeight / 2;
        this.show(false, () => frame.scrollTo({ left, top, behavior: "instant" }));
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

  /** A part of another drawing in the one that shows. @param {Element} part */
  twin(part) {
    const name = part.getAttribute("data-name");
    return /** @type {SVGElement} */ (this.graph.querySelector(`[data-name="${name}"]`) ?? part);
  }

  get all() {
    const start = this.room < PHONE ? Infinity : 0;
    const least = { start, end: FAR / unpasted.figures.pixels, "": Infinity }[this.at];
    return this.wanted || this.scale >= least;
  }

  /** Whether all of it shows, too small to be read. */
  get whole() {
    return this.figure.matches(".large.whole");
  }

  /** Whether it is too large is decided once for each width. @param {number} room */
  fit(room) {
    const { frame, figure, map, drawing } = this;
    if (room === this.room || !drawing) return;
    this.room = room;
    figure.classList.remove("large", "whole", "far");
    figure.style.removeProperty("--tall");
    map.remove();
    this.bar.remove();
    const most = parseFloat(getComputedStyle(frame).maxHeight) || Infinity;
    const fit = (/** @type {number} */ most, { width, height } = this.drawing ?? drawing) =>
      Math.min(frame.clientWidth / width.baseVal.value, most / height.baseVal.value);
    const scale = fit(most);
    this.scale = scale;
    const tall = room < PHONE && scale < LEGIBLE && fit(TALL * most) >= LEGIBLE;
    figure.style.setProperty("--tall", tall ? String(TALL) : "1");
    if (scale < (room < DESK[0] ? LEGIBLE : DESK[1]) && !tall) {
      const copy = drawn("use", { tabindex: -1 }); // nor is there a way by keys into the copy
      const href = `#${this.graph.id}`;
      copy.setAttributeNS("http://www.w3.org/1999/xlink", "xlink:href", href); // Material writes any [href]
      map.replaceChildren(copy, this.pane);
      map.setAttribute("viewBox", drawing.getAttribute("viewBox") ?? "");
      map.classList.toggle("tall", drawing.height.baseVal.value > drawing.width.baseVal.value);
      frame.after(this.bar, map);
      figure.classList.add("large");
      const { width, height } = drawing.getBoundingClientRect();
      figure.style.setProperty("--wide", `${width}px`);
      figure.style.setProperty("--high", `${height}px`);
      figure.classList.add("whole"); // in which another drawing may show
      const unit = fit(most) * unpasted.figures.pixels;
      figure.classList.toggle("far", unit < FAR);
      figure.style.setProperty("--unit", String(unit));
      for (const text of this.graph.querySelectorAll(NAMES)) {
        const room = /** @type {SVGGElement} */ (text.parentNode).getBBox().width * unit;
        text.classList.toggle("named", (text.textContent ?? "").length * LETTER < 1.4 * room);
      }
    }
    figure.classList.toggle("whole", this.all || !map.isConnected);
    this.show(this.all, () => reveal(this.places(), "instant"));
  }

  /** Show where the walk is; before its first step all of it, but on a phone its first leaves; at
      its end all of it, unless its numbers would go.
      @param {() => Element[]} places
      @param {boolean} now or later, once it can be measured
      @param {"start" | "end" | ""} at */
  follows(places, now, at) {
    this.places = places;
    this.at = at;
    if (now) this.show(this.all);
  }

  /** All of it, or as near as it can be read.
      @param {boolean} whole
      @param {(behavior?: ScrollBehavior) => void} [scroll] to what is to be seen */
  show(whole, scroll = (behavior) => reveal(this.places(), behavior)) {
    const { drawing, graph } = this;
    this.moving?.cancel();
    if (!drawing || !this.map.isConnected) scroll();
    else {
      const before = graph.getBoundingClientRect();
      drawing.style.width = "";
      this.figure.classList.toggle("whole", whole);
      if (!whole) this.near();
      const now = this.graph;
      const by = before.width / now.getBoundingClientRect().width;
      const zooms = Math.abs(by - 1) > 0.01;
      scroll(zooms ? "instant" : undefined);
      const after = now.getBoundingClientRect();
      const { x, y } = /** @type {SVGSVGElement} */ (this.drawing).getBoundingClientRect();
      const from = `translate(${before.x - x - by * (after.x - x)}px, ${before.y - y - by * (after.y - y)}px)`;
      const timing = { duration: still.matches ? 0 : ZOOM, easing: "ease-in-out" };
      const stops = { transform: [`${from} scale(${by})`, "none"] };
      if (zooms) this.moving = this.drawing?.animate(stops, timing);
    }
    this.toggle.textContent = whole ? say("Zoom in") : say("Whole graph");
    this.follow();
  }

  /* As large as it is drawn; smaller, if so all that a step changes shows at once. */
  near() {
    const { drawing, frame } = this;
    const all = this.places().map((place) => place.getBoundingClientRect());
    if (!drawing || !all.length) return;
    const part = (/** @type {number} */ room, /** @type {number[]} */ ends) =>
      (room - FADE) / (Math.max(...ends) - Math.min(...ends));
    const x = all.flatMap(({ left, right }) => [left, right]);
    const y = all.flatMap(({ top, bottom }) => [top, bottom]);
    const { width } = drawing.getBoundingClientRect();
    const by = width * Math.min(part(frame.clientWidth, x), part(frame.clientHeight, y));
    if (by < width && by >= LEGIBLE * drawing.width.baseVal.value) drawing.style.width = `${by}px`;
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
}

module.exports = { Stage };
