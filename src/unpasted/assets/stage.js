/* A drawing that could not be read if all of it stood on its stage is seen from near, where something
   happens, and as a whole for who asks: it pans, and a small map says where, and pans it. */

const { all, bar, button, drawn, say } = require("./elements.js");
const { FADE, bounds, extent, reveal, still } = require("./sheet.js");
const LEGIBLE = 0.75; // of its size: its text has 11 pixels then
const DESK = [860, 0.85]; // and 12.5 where the stage is so broad
const LETTER = 6.6; // pixels: one of a name, where all of the drawing shows
const FAR = 0.45; // pixels a point: from there on names would lie on boxes
const TALL = 1.3; // how much higher a stage is on a phone, where not all of the drawing would show
const MOST = 64; // pixels: by so much a stage may be lower, to end between rows
const PHONE = 500; // pixels
const OPEN = 720; // pixels: a phone's stage where numbers are dragged, and nothing is below to press
const ZOOM = 600; // milliseconds
const MAP = { class: "map room-s room-m room-l room-x", "aria-hidden": "true" };
const NAMES = "text:not([data-part^=data], [data-part^=grad])";

class Stage {
  /** @param {HTMLElement} frame what pans */
  constructor(frame) {
    this.frame = frame;
    this.figure = /** @type {HTMLElement} */ (frame.parentElement);
    this.map = /** @type {SVGSVGElement} */ (drawn("svg", { ...MAP, preserveAspectRatio: "none" }));
    this.pane = drawn("rect", { class: "pane" });
    /** @type {Map<string, DOMRect>} where each box is on it */
    this.spots = new Map();
    this.wanted = false; // whether all of it shows whatever happens
    this.begun = false; // before anything happens all of it shows, if its names can be read
    /** @type {() => Element[]} what the walk shows, the first first where not all fits */
    this.places = () => [];
    const turn = () => {
      this.wanted = !this.whole;
      this.show(this.wanted);
    };
    this.toggle = button("", turn);
    this.bar = bar(this.toggle);
    this.room = 0;
    /** @type {Animation | undefined} */
    this.moving = undefined;
    frame.addEventListener("scroll", () => this.follow());
    frame.addEventListener("click", (event) => this.whole && this.press(event, this.graph));
    frame.addEventListener("focusin", ({ target }) => {
      const { name } = /** @type {SVGElement} */ (target).dataset;
      if (!this.whole || !name) return;
      this.approach(name);
      this.named(name).focus({ preventScroll: true });
    });
    for (const type of /** @type {const} */ (["pointerdown", "pointermove"])) {
      this.map.addEventListener(type, (event) => {
        if (!event.buttons) return;
        event.preventDefault();
        this.press(event, this.pane);
      });
    }
    new ResizeObserver(() => this.fit(this.figure.clientWidth)).observe(this.figure);
  }

  get drawing() {
    const shown = all("svg", this.frame).find((one) => one.checkVisibility());
    return /** @type {SVGSVGElement | undefined} */ (/** @type {Element | undefined} */ (shown));
  }

  get graph() {
    return /** @type {SVGGraphicsElement} */ (this.drawing?.querySelector("g"));
  }

  /** @param {string} [name] */
  named(name) {
    return /** @type {SVGElement} */ (this.graph.querySelector(`[data-name="${name}"]`));
  }

  /** Whether all of it shows, too small to be read. */
  get whole() {
    return this.figure.matches(".large.whole");
  }

  /** The box that is next to where somebody presses is seen from near.
      @param {MouseEvent} event @param {SVGGraphicsElement} within all of the drawing, or its map */
  press({ clientX, clientY }, within) {
    const at = new DOMPoint(clientX, clientY).matrixTransform(within.getScreenCTM()?.inverse());
    const far = ({ x, y, width, height } = new DOMRect()) =>
      Math.hypot(x + width / 2 - at.x, y + height / 2 - at.y);
    const [[name]] = [...this.spots].sort(([, a], [, b]) => far(a) - far(b));
    this.approach(name);
  }

  /** @param {string} [name] */
  approach(name) {
    this.show(false, () => reveal([this.named(name)], "instant"));
  }

  /** Whether it is too large is decided once for each width. @param {number} room */
  fit(room) {
    const { frame, figure, map, drawing } = this;
    if (room === this.room || !drawing) return;
    this.room = room;
    figure.classList.remove("large", "whole", "far", "upright");
    for (const one of ["--tall", "--trim"]) figure.style.removeProperty(one);
    drawing.style.width = "";
    map.remove();
    this.bar.remove();
    const most = parseFloat(getComputedStyle(frame).maxHeight) || Infinity;
    const fit = (/** @type {number} */ most, { width, height } = drawing) =>
      Math.min(room / width.baseVal.value, most / height.baseVal.value);
    const open = figure.closest("[data-live]") ? OPEN / most : TALL;
    const tall = room < PHONE && fit(most) < LEGIBLE ? open : 1;
    figure.style.setProperty("--tall", String(tall));
    if (fit(tall * most) < (room < DESK[0] ? LEGIBLE : DESK[1])) {
      frame.after(this.bar, map);
      figure.classList.add("large");
      const { width, height } = drawing.getBoundingClientRect();
      figure.style.setProperty("--wide", `${width}px`);
      figure.style.setProperty("--high", `${height}px`);
      figure.classList.toggle("upright", height > width);
      figure.classList.add("whole"); // in which its unit is measured
      this.chart();
      const unit = this.graph.getScreenCTM()?.a ?? 1; // its bar has taken of its stage
      figure.classList.toggle("far", unit < FAR);
      figure.style.setProperty("--unit", String(unit));
      for (const text of this.graph.querySelectorAll(NAMES)) {
        const room = /** @type {SVGGElement} */ (text.parentNode).getBBox().width * unit;
        text.classList.toggle("named", (text.textContent ?? "").length * LETTER < 1.4 * room);
      }
    }
    const opens = !this.begun && figure.matches('[data-from="start"] :not(.far)');
    const whole = this.wanted || opens;
    figure.classList.toggle("whole", whole || !map.isConnected);
    this.show(whole, () => reveal(this.places(), "instant"));
    this.trim();
  }

  /* The stage ends below a row of what shows first, and not in the midst of one. */
  trim() {
    const { frame, figure, graph } = this;
    if (!this.map.isConnected || this.whole) return;
    const { left, right, bottom } = frame.getBoundingClientRect();
    const all = [...graph.querySelectorAll(".node")].map((one) => one.getBoundingClientRect());
    const rows = all
      .filter((one) => one.left < right && one.right > left && one.top < bottom)
      .sort((one, other) => other.bottom - one.bottom);
    let end = bottom;
    for (const one of rows) if (one.bottom > end - FADE / 2) end = Math.min(end, one.top);
    if (bottom - end < MOST) figure.style.setProperty("--trim", `${bottom - end}px`);
  }

  /* The map is a copy of the drawing. */
  chart() {
    const { drawing, graph, map, pane } = this;
    const copy = drawn("use", { tabindex: -1 }); // nor is there a way by keys into the copy
    const href = `#${graph.id}`;
    copy.setAttributeNS("http://www.w3.org/1999/xlink", "xlink:href", href); // Material writes any [href]
    map.replaceChildren(copy, pane);
    map.setAttribute("viewBox", drawing?.getAttribute("viewBox") ?? "");
    pane.setAttribute("transform", graph.getAttribute("transform") ?? "");
    this.spots = new Map(all(".value", graph).map((box) => [box.dataset.name ?? "", extent(box)]));
  }

  /** Show where the walk is.
      @param {() => Element[]} places
      @param {boolean} now or later, once it can be measured
      @param {() => void} [draw] what is to be seen there */
  follows(places, now, draw) {
    this.places = places;
    this.begun = now;
    if (now) this.show(this.wanted, undefined, draw);
    else draw?.();
  }

  /** All of it, or as near as it can be read.
      @param {boolean} whole
      @param {(behavior?: ScrollBehavior) => void} [scroll] to what is to be seen
      @param {() => void} [draw] what is to be seen, once all or a part of it shows */
  show(whole, scroll = (behavior) => reveal(this.places(), behavior), draw = () => {}) {
    const { drawing, graph } = this;
    this.moving?.cancel();
    if (!drawing || !this.map.isConnected) {
      draw();
      scroll();
    } else {
      const before = graph.getBoundingClientRect();
      drawing.style.width = "";
      this.figure.classList.toggle("whole", whole);
      draw();
      if (!whole) this.near();
      const by = before.width / graph.getBoundingClientRect().width;
      const zooms = Math.abs(by - 1) > 0.01;
      scroll(zooms ? "instant" : undefined);
      const after = graph.getBoundingClientRect();
      const { x, y } = drawing.getBoundingClientRect();
      const from = `translate(${before.x - x - by * (after.x - x)}px, ${before.y - y - by * (after.y - y)}px)`;
      const timing = { duration: still.matches ? 0 : ZOOM, easing: "ease-in-out" };
      const stops = { transform: [`${from} scale(${by})`, "none"] };
      if (zooms) this.moving = drawing.animate(stops, timing);
    }
    this.toggle.textContent = whole ? say("Zoom in") : say("Whole graph");
    this.follow();
  }

  /* As large as it is drawn; smaller, if so more of what a step changes shows at once. */
  near() {
    const { drawing, frame } = this;
    const all = this.places().map((place) => place.getBoundingClientRect());
    if (!drawing) return;
    const drawn = drawing.getBoundingClientRect().width;
    for (; all.length; all.pop()) {
      const { width, height } = bounds(all);
      const [across, down] = [frame.clientWidth - 2 * FADE, frame.clientHeight - 2 * FADE];
      const by = drawn * Math.min(1, across / width, down / height);
      if (by < LEGIBLE * drawing.width.baseVal.value) continue;
      drawing.style.width = `${by}px`;
      return;
    }
  }

  /* The drawing fades where it goes on; the pane of its map is around the boxes that show. */
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
    const { left, right, top, bottom } = this.frame.getBoundingClientRect();
    const shown = [...this.spots].flatMap(([name, spot]) => {
      const { x, y, width, height } = this.named(name).getBoundingClientRect();
      const [across, down] = [x + width / 2, y + height / 2];
      return across > left && across < right && down > top && down < bottom ? spot : [];
    });
    if (!shown.length) return;
    const around = bounds(shown);
    for (const key of /** @type {const} */ (["x", "y", "width", "height"]))
      this.pane.setAttribute(key, String(around[key]));
  }
}

module.exports = { Stage };
