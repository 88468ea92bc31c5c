/* One line of time: Back, Next, Play, Reset, and a scrubber. Next goes on and Back takes back,
   wherever it stands; so do the keys Right and Left. */

const { element, button, bar, say } = require("./elements.js");
const FEW = 30; // steps, each of which has a tick

/** What a timeline is of.
    @typedef {object} Course
    @property {string} label what it steps, for who cannot see it
    @property {number} pace milliseconds a step, while it plays
    @property {(at: number, by: number) => void} show show a position; `by`: how it was reached, by
      steps forward or backward, 0 by a jump
    @property {(at: number) => string} says the sentence of a position
    @property {() => void} [reset] what to put back before it stands at its beginning
    @property {string} [plays] what the button to play it says, where that is the one to press */

class Timeline {
  /** @param {HTMLElement} host in which Right and Left step, but where they mean something else
      @param {Course} course */
  constructor(host, course) {
    this.course = course;
    this.at = 0;
    this.end = 0;
    this.timer = 0;
    this.plays = course.plays ?? say("Play");
    this.buttons = {
      back: this.stepping("‹", say("Back"), -1),
      next: this.stepping("›", say("Next"), 1),
      play: button(this.plays, () => (this.timer ? this.pause() : this.play())),
    };
    this.bar = bar(...Object.values(this.buttons));
    if (course.reset) this.bar.append(button(say("Reset"), () => this.reset(), "quiet"));
    this.range = element("input", { type: "range", min: 0, "aria-label": say("Step") });
    this.range.addEventListener("input", () => {
      this.pause();
      this.go(Number(this.range.value));
    });
    this.phases = element("div", { class: "phases", "aria-hidden": "true" });
    this.status = element("p", { class: "status", role: "status" });
    this.track = element("div", { class: "track" }, this.range, this.phases);
    const group = { class: "timeline", role: "group", "aria-label": course.label };
    this.told = element("div", { class: "told" }, this.status);
    this.element = element("div", group, this.told, this.track, this.bar);
    host.addEventListener("keydown", (event) => {
      const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      const target = /** @type {HTMLElement} */ (event.target);
      if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
      if (target.matches("input, select, summary, .scroll:not(:has([role=button]))")) return;
      event.preventDefault();
      this.step(by);
    });
  }

  /** A button with an arrow. @param {string} arrow @param {string} name @param {number} by */
  stepping(arrow, name, by) {
    const made = button("", () => this.step(by));
    const sign = element("span", { "aria-hidden": "true" }, arrow);
    made.append(...(by < 0 ? [sign, ` ${name}`] : [`${name} `, sign]));
    return made;
  }

  /** Begin a course: its phases, and how many steps each has.
      @param {[string, number][]} phases @param {number} at */
  begin(phases, at) {
    this.pause();
    this.end = phases.reduce((sum, [, steps]) => sum + steps, 0);
    this.range.max = String(this.end);
    this.track.classList.toggle("ticked", this.end <= FEW);
    this.track.style.setProperty("--last", String(this.end));
    /** @type {Record<string, string>} */
    const names = { forward: say("forward"), seed: say("seed"), backward: say("backward") };
    const marks = phases.map(([name, steps]) =>
      element("span", { "data-phase": name, style: `flex-grow: ${steps}` }, names[name]),
    );
    this.phases.replaceChildren(...marks);
    this.go(at);
  }

  /** What plays ends. @param {number} by 1 or -1 */
  step(by) {
    this.pause();
    this.go(this.at + by, by);
  }

  /** @param {number} at @param {number} [by] how it is reached */
  go(at, by = 0) {
    const { back, next, play } = this.buttons;
    this.at = Math.min(Math.max(at, 0), this.end);
    this.range.value = String(this.at);
    back.setAttribute("aria-disabled", String(this.at === 0));
    next.setAttribute("aria-disabled", String(this.at === this.end));
    const plays = Boolean(this.course.plays);
    next.classList.toggle("primary", !plays && this.at < this.end);
    play.classList.toggle("primary", plays);
    this.course.show(this.at, by);
    const said = this.course.says(this.at);
    this.range.setAttribute("aria-valuetext", said);
    this.say(said);
  }

  /** @param {string} text */
  say(text) {
    if (this.status.textContent !== text) this.status.textContent = text;
    this.status.scrollTop = 0;
  }

  play() {
    if (this.at === this.end) this.go(0);
    const tick = () => {
      this.go(this.at + 1, 1);
      if (this.at === this.end) this.pause();
    };
    this.timer = setInterval(tick, this.course.pace);
    this.buttons.play.textContent = say("Pause");
    tick();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.buttons.play.textContent = this.plays;
  }

  reset() {
    this.pause();
    this.course.reset?.();
    this.go(0);
  }
}

module.exports = { Timeline };
