/* <figure-slider>: pictures that take turns as the reader drags a parameter, or two. */

const { element, define, say } = require("./elements.js");
const PACE = 350; // milliseconds a picture, while it plays
const QUIET = 600; // milliseconds after the last move, before the picture is told in words

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
    }));
    this.timer = this.teller = 0;
    /** @type {HTMLButtonElement | null} */
    this.button = null;
    this.told = element("p", { class: "unseen", role: "status" });
    host.append(this.told);
    for (const input of this.inputs) {
      input.addEventListener("input", () => {
        this.pause();
        this.show();
        this.tell();
      });
    }
    for (const stop of ["pointerdown", "keydown"]) {
      host.addEventListener(stop, ({ target }) => {
        if (target !== this.button) this.pause();
      });
    }
    const box = /** @type {HTMLElement | null} */ (host.querySelector(".scroll"));
    if (box) this.pull(box, this.inputs[0]);
    if ("play" in host.dataset) this.playOnce(host);
  }

  /** The number of the picture at which the knobs stand. */
  get at() {
    return this.inputs.reduce(
      (at, input, i) => at * this.knobs[i].shows.length + Number(input.value),
      0,
    );
  }

  show() {
    const { at } = this;
    for (const { part, at: shown } of this.parts) {
      if (shown.has(at)) part.removeAttribute("display");
      else part.setAttribute("display", "none");
    }
    for (const title of this.titles) title.textContent = this.says[at];
    for (const [i, input] of this.inputs.entries()) {
      const { texts, shows } = this.knobs[i];
      input.ariaValueText = texts[Number(input.value)];
      this.shows[i].textContent = shows[Number(input.value)];
    }
  }

  /** Say in words what shows, when the reader has come to rest. */
  tell() {
    clearTimeout(this.teller);
    this.teller = setTimeout(() => {
      this.told.textContent = this.says[this.at];
    }, QUIET);
  }

  /**
   * The picture itself is dragged as the first parameter is: all its values across its width.
   * @param {HTMLElement} box
   * @param {HTMLInputElement} input
   */
  pull(box, input) {
    let from = 0;
    let began = 0;
    box.classList.add("pulled");
    box.addEventListener("pointerdown", (event) => {
      if (event.button || box.scrollWidth > box.clientWidth) return;
      from = event.clientX;
      began = Number(input.value);
      box.setPointerCapture(event.pointerId);
    });
    box.addEventListener("pointermove", (event) => {
      if (!box.hasPointerCapture(event.pointerId)) return;
      const steps = ((event.clientX - from) / box.clientWidth) * Number(input.max);
      const before = input.value;
      input.value = String(Math.round(began + steps));
      if (input.value !== before) input.dispatchEvent(new Event("input"));
    });
  }

  /**
   * From the first value of the first parameter to its last, as soon as it is seen; and again
   * when the reader asks.
   * @param {HTMLElement} host
   */
  playOnce(host) {
    this.button = host.querySelector("button");
    this.button?.addEventListener("click", () => (this.timer ? this.pause() : this.play()));
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    this.rewind();
    const seen = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        seen.disconnect();
        this.play();
      },
      { threshold: 0.6 },
    );
    seen.observe(host);
  }

  rewind() {
    this.inputs[0].value = "0";
    this.show();
  }

  play() {
    const [input] = this.inputs;
    if (input.value !== "0") this.rewind();
    this.timer = setInterval(() => {
      input.stepUp();
      this.show();
      if (input.value === input.max) this.pause();
    }, PACE);
    if (this.button) this.button.textContent = say("Pause");
  }

  leave() {
    this.pause();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    if (this.button) this.button.textContent = say("Play");
  }
}

define("figure-slider", Slider);
