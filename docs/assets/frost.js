/* <frost-machine>: the reader turns three numbers, by a line or by knobs, or lets it learn.
   src/micrograd/frost.py writes all of its markup, whole without this script, and a record of
   learning on the engine; tests hold the arithmetic here to that record. */

(() => {
  const HERE = /** @type {HTMLScriptElement} */ (document.currentScript).src;
  const PACE = 30; // milliseconds a step, while it learns
  const STEEPEST = 2; // of a line that is dragged: the surer the machine, the less it can learn
  const SMALL = 0.01; // a nudge
  const INSET = 18; // pixels of the drawing: the handle's distance from each edge
  const LONGEST = 0.8; // the gradient whose arrow is as long as a knob's half
  /** @type {Record<string, number>} */
  const KEYS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 1, ArrowDown: -1 };
  const NAMES = ["w1", "w2", "b"];

  /** @typedef {{ evenings: number[][], labels: number[], start: number[], rate: number,
      steps: number, trace: number[][], field: number[], full: number, sure: number,
      clear: number, near: number, widths: number[], goal?: number, first?: boolean }} Facts */

  /** Three weights, and the loss over all evenings with its gradient. */
  class Machine {
    /** @param {Facts} facts */
    constructor(facts) {
      this.facts = facts;
      this.weights = [...facts.start];
    }

    /** @param {number[]} evening */
    sum([dusk, clouds]) {
      const [w1, w2, b] = this.weights;
      return w1 * dusk + w2 * clouds + b;
    }

    /** The places of the evenings about which it is wrong. */
    get wrong() {
      const { evenings, labels } = this.facts;
      const places = evenings.map((_, n) => n);
      return places.filter((n) => this.sum(evenings[n]) > 0 !== labels[n] > 0);
    }

    get right() {
      return this.facts.labels.length - this.wrong.length;
    }

    /** The square by which it misses each evening's label. */
    get misses() {
      const { evenings, labels } = this.facts;
      return evenings.map((one, n) => (Math.tanh(this.sum(one)) - labels[n]) ** 2);
    }

    get loss() {
      const { misses } = this;
      return misses.reduce((total, miss) => total + miss, 0) / misses.length;
    }

    /** The derivative of the loss by each weight. */
    get gradient() {
      const { evenings, labels } = this.facts;
      const gradient = [0, 0, 0];
      for (const [n, [dusk, clouds]] of evenings.entries()) {
        const o = Math.tanh(this.sum([dusk, clouds]));
        const slope = ((2 * (o - labels[n])) / labels.length) * (1 - o * o);
        for (const [k, input] of [dusk, clouds, 1].entries()) gradient[k] += slope * input;
      }
      return gradient;
    }

    step() {
      const { gradient } = this;
      this.weights = this.weights.map((weight, k) => weight - this.facts.rate * gradient[k]);
    }
  }

  /** The line as it lies in the drawing, whose pixels grow downward. */
  class Field {
    /** @param {number[]} field left, top, width, height; the evenings at its edges */
    constructor(field) {
      const [left, top, wide, high, west, east, low, high1] = field;
      this.x = { low: left, size: wide, per: wide / (east - west), zero: 0 };
      this.y = { low: top, size: high, per: -high / (high1 - low), zero: 0 };
      this.x.zero = left - west * this.x.per;
      this.y.zero = top - high1 * this.y.per;
    }

    /**
     * The sum of the machine as a * x + c * y + d, in pixels.
     * @param {number[]} weights
     */
    plane([w1, w2, b]) {
      const [a, c] = [w1 / this.x.per, w2 / this.y.per];
      return { a, c, d: b - a * this.x.zero - c * this.y.zero, norm: Math.hypot(a, c) || 1e-9 };
    }

    /**
     * The weights of a line through a point, as steep as asked, with frost where it was.
     * @param {number[]} point
     * @param {number[]} across where frost is, in pixels
     * @param {number} steep
     */
    weights([x, y], [a, c], steep) {
      const raw = [a * this.x.per, c * this.y.per];
      const by = steep / Math.hypot(...raw);
      const [w1, w2] = raw.map((one) => one * by);
      const at = [(x - this.x.zero) / this.x.per, (y - this.y.zero) / this.y.per];
      return [w1, w2, -w1 * at[0] - w2 * at[1]];
    }

    /**
     * The point of the line that is next to a point.
     * @param {ReturnType<Field["plane"]>} plane
     * @param {number[]} point
     */
    foot({ a, c, d, norm }, [x, y]) {
      const away = (a * x + c * y + d) / norm;
      return [x - (away * a) / norm, y - (away * c) / norm];
    }

    get middle() {
      return [this.x.low + this.x.size / 2, this.y.low + this.y.size / 2];
    }

    get corners() {
      const { x, y } = this;
      return [x.low, x.low + x.size].flatMap((at) => [y.low, y.low + y.size].map((to) => [at, to]));
    }

    /**
     * How far one can go from a point along a way, back and forth, without leaving the field;
     * nothing if the line misses it.
     * @param {number[]} foot
     * @param {number[]} way
     * @param {number} [edge] how far inside
     */
    clipped(foot, way, edge = 0) {
      let [least, most] = [-Infinity, Infinity];
      for (const [k, { low, size }] of [this.x, this.y].entries()) {
        const bounds = [low + edge, low + size - edge];
        const hits = bounds.map((bound) => (bound - foot[k]) / (way[k] || 1e-12));
        least = Math.max(least, Math.min(...hits));
        most = Math.min(most, Math.max(...hits));
      }
      return least > most ? null : [least, most];
    }

    /**
     * @param {number[]} point
     * @param {number} [edge] how far inside
     */
    inside(point, edge = INSET) {
      return [this.x, this.y].map(({ low, size }, k) =>
        Math.min(Math.max(point[k], low + edge), low + size - edge),
      );
    }
  }

  /** What the reader sees of a machine, and turns. */
  class Scene {
    /** @param {HTMLElement} host */
    constructor(host) {
      this.host = host;
      /** @type {Facts} */
      this.facts = JSON.parse(host.dataset.machine ?? "");
      this.machine = new Machine(this.facts);
      this.found = this.machine.weights;
      this.field = new Field(this.facts.field);
      this.timer = this.waving = this.nudged = 0;
      /** How many steps were taken since the reader moved anything. */
      this.taken = 0;
      /** The most evenings that the reader had right by hand. */
      this.best = 0;
      /** Where the handle is; it is on the line as soon as that is drawn. */
      this.held = this.field.middle;
      /** @type {SVGSVGElement} */
      this.svg = this.find(".frost-field");
      this.svg.querySelector("title")?.remove();
      this.svg.setAttribute("role", "group");
      this.label();
      /** @type {SVGGElement | null} */
      this.handle = host.querySelector(".handle");
      this.rings = [...host.querySelectorAll(".live > .ring")];
      this.names = [...host.querySelectorAll(".live > .name")];
      this.inputs = [...host.querySelectorAll("input")];
      for (const [k, input] of this.inputs.entries()) {
        input.addEventListener("input", () => {
          this.touch();
          this.machine.weights = this.machine.weights.with(k, Number(input.value));
          this.show();
          this.count();
          this.say(this.turned);
          if (this.reached) this.lift();
        });
      }
      const { learn, step, nudge, reset } = this;
      const does = { learn, step, nudge, reset };
      for (const [name, act] of Object.entries(does)) {
        const pressed = host.querySelector(`[data-does=${name}]`);
        pressed?.addEventListener("click", () => act.call(this));
      }
      if (this.handle) this.drag(this.handle);
      this.show();
    }

    /**
     * @template {Element} [Kind=Element]
     * @param {string} selector
     */
    find(selector) {
      return /** @type {Kind} */ (this.host.querySelector(selector));
    }

    get score() {
      const away = this.handle?.classList.contains("away") ? " The line has left the picture." : "";
      return `${this.machine.right} of ${this.facts.labels.length} right.${away}`;
    }

    get reached() {
      const { goal } = this.facts;
      return goal !== undefined && Number(this.machine.loss.toFixed(2)) < goal;
    }

    /** Whether a curtain hides the field. */
    get blind() {
      return this.host.hasAttribute("blind");
    }

    /** The curtain goes up, and stays there. */
    lift() {
      this.host.removeAttribute("blind");
      this.label();
    }

    label() {
      const { labels, goal } = this.facts;
      const field = `${labels.length} evenings, and a line between frost and no frost`;
      const curtain = `A curtain over the evenings. It lifts when the loss is less than ${goal}.`;
      this.svg.setAttribute("aria-label", this.blind ? curtain : field);
    }

    /** What a turn of a knob is answered with: a word more while the dial reads less than its goal. */
    get turned() {
      const { goal, first, start } = this.facts;
      if (first) {
        const [was, is] = [start, this.machine.weights].map((weights) => {
          const machine = new Machine(this.facts);
          machine.weights = weights;
          return machine.misses[0].toFixed(4);
        });
        return `The loss of evening 1: ${is}. It began at ${was}.`;
      }
      if (!this.reached) {
        return this.blind ? `The loss: ${this.machine.loss.toFixed(2)}.` : this.score;
      }
      if (this.blind) return `${this.score} Less than ${goal}, and you saw no picture.`;
      return `${this.score} Less than ${goal}: you turned ${this.moved.replace("number", "knob")} by feel.`;
    }

    /** How many of the weights are others than those the reader found. */
    get moved() {
      const { weights } = this.machine;
      const moved = weights.filter((weight, k) => Math.abs(weight - this.found[k]) > 0.005);
      return ["nothing", "one number", "two numbers", "three numbers"][moved.length];
    }

    /**
     * @param {string} text
     * @param {boolean} [ends] whether the question after learning stands behind it
     */
    say(text, ends = false) {
      const status = this.find("[role=status]");
      if (status.textContent !== text) status.textContent = text; // what is told is told once
      const how = this.host.querySelector(".frost-says a");
      if (!how) return;
      how.toggleAttribute("hidden", !ends);
      this.find("[data-does=learn]").classList.toggle("primary", !ends);
    }

    /** The reader has moved something. */
    count() {
      const best = this.host.querySelector(".frost-best");
      if (!best) return;
      this.best = Math.max(this.best, this.machine.right);
      best.textContent = `Your best: ${this.best} of ${this.facts.labels.length}`;
    }

    /** The reader does something: nothing moves by itself. */
    touch() {
      cancelAnimationFrame(this.timer);
      this.taken = 0;
      this.seen?.disconnect();
      clearTimeout(this.waving);
      this.host.querySelector(".moves")?.classList.remove("waves");
    }

    /** Draw the machine as it is. */
    show() {
      const { machine, field } = this;
      const plane = field.plane(machine.weights);
      const { a, c, d, norm } = plane;
      const foot = field.foot(plane, field.middle);
      const tint = this.find(".live > linearGradient");
      for (const [end, sign] of [-1, 1].entries()) {
        const far = (sign * this.facts.sure) / norm ** 2;
        const at = [foot[0] + far * a, foot[1] + far * c];
        tint.setAttribute(`x${end + 1}`, at[0].toFixed(2));
        tint.setAttribute(`y${end + 1}`, at[1].toFixed(2));
      }
      const way = [-c / norm, a / norm];
      const ends = field.clipped(foot, way);
      const to = (/** @type {number} */ t) => [foot[0] + t * way[0], foot[1] + t * way[1]];
      const points = (ends ?? [0, 0]).map(to);
      const drawn = points.map((point) => point.map((one) => one.toFixed(2)).join(" "));
      this.find(".live > .line").setAttribute("d", `M${drawn.join("L")}`);
      this.name((x, y) => (a * x + c * y + d) / norm);
      const { wrong } = machine;
      for (const ring of this.rings) {
        const errs = wrong.includes(Number(ring.getAttribute("data-n")));
        if (errs) ring.removeAttribute("display");
        else ring.setAttribute("display", "none");
      }
      this.grip(plane, way, ends, drawn);
      this.turn();
    }

    /**
     * Each side's name stands in the corner that is farthest from the line, where it has room.
     * @param {(x: number, y: number) => number} reach how far from the line, on the side of frost
     */
    name(reach) {
      const { x, y } = this.field;
      const taken = this.facts.evenings.map(([dusk, clouds]) => [
        x.zero + dusk * x.per,
        y.zero + clouds * y.per,
      ]);
      const room = (/** @type {number[]} */ [at, to]) =>
        taken.every(([across, down]) => Math.hypot(across - at, down - to) > this.facts.near);
      const corners = this.field.corners
        .filter(room)
        .sort((one, other) => reach(other[0], other[1]) - reach(one[0], one[1]));
      for (const [k, [at, to]] of [corners[0], corners[corners.length - 1]].entries()) {
        const [left, top] = [at === x.low, to === y.low];
        const [start, base] = [at + (left ? 9 : -9), to + (top ? 19 : -9)];
        const wide = this.facts.widths[k] * (left ? 1 : -1);
        const ways = [0, wide].flatMap((w) => [-12, 3].map((h) => reach(start + w, base + h)));
        const name = this.names[k];
        name.setAttribute("x", String(start));
        name.setAttribute("y", String(base));
        name.setAttribute("text-anchor", left ? "start" : "end");
        const near = Math.min(...ways.map((way) => (k ? -way : way)));
        if (near < this.facts.clear) name.setAttribute("display", "none");
        else name.removeAttribute("display");
      }
    }

    /**
     * The handle stays on the line, as near to where it was as it can; where the line has left the
     * picture, at its edge, and points to the line.
     * @param {ReturnType<Field["plane"]>} plane
     * @param {number[]} way
     * @param {number[] | null} ends
     * @param {string[]} drawn
     */
    grip(plane, way, ends, drawn) {
      if (!this.handle) return;
      this.handle.classList.toggle("away", !ends);
      const { field } = this;
      const gone = field.foot(plane, field.middle);
      const at = ends ? field.foot(plane, this.held) : field.inside(gone, 30);
      const room = (ends && field.clipped(at, way)) ?? [0, 0];
      const middle = (room[0] + room[1]) / 2; // of what cuts off a corner
      const [least, most] = field.clipped(at, way, INSET) ?? [middle, middle];
      const t = Math.min(Math.max(0, least), most);
      const hold = [at[0] + t * way[0], at[1] + t * way[1]];
      this.held = hold;
      const far = 78;
      const place = (/** @type {string} */ what, /** @type {number} */ by) => {
        const inside = by >= room[0] - t - 1e-6 && by <= room[1] - t + 1e-6;
        const point = [hold[0] + by * way[0], hold[1] + by * way[1]].map((one) => one.toFixed(1));
        const part = this.find(what);
        part.setAttribute("transform", `translate(${point.join(" ")})`);
        part.setAttribute("visibility", inside ? "visible" : "hidden");
      };
      place(".grab", 0);
      const angle = Math.atan2(gone[1] - hold[1], gone[0] - hold[0]);
      this.find(".gone").setAttribute("transform", `rotate(${(angle * 180) / Math.PI})`);
      place(".grip:nth-of-type(1)", -far);
      place(".grip:nth-of-type(2)", far);
      this.find(".handle > .hit").setAttribute("d", `M${drawn.join("L")}`);
      const grab = this.find(".grab");
      const { right, loss } = this.machine;
      grab.setAttribute("aria-valuenow", String(right));
      grab.setAttribute("aria-valuetext", `${this.score} The loss is ${loss.toFixed(2)}.`);
    }

    /** Knobs, their pulls, and the dial. */
    turn() {
      const { weights, gradient, loss } = this.machine;
      for (const [k, input] of this.inputs.entries()) {
        const label = /** @type {HTMLElement} */ (input.parentElement);
        const most = Number(input.max);
        input.value = String(weights[k]);
        const value = /** @type {HTMLElement} */ (label.querySelector(".value"));
        value.textContent = weights[k].toFixed(2).replace("-", "−");
        const pull = /** @type {HTMLElement | null} */ (label.querySelector(".pull"));
        if (!pull) continue;
        input.setAttribute("aria-description", `The slope of the loss: ${gradient[k].toFixed(2)}`);
        const at = (Math.min(Math.max(weights[k] / most, -1), 1) + 1) / 2;
        const room = gradient[k] > 0 ? at : 1 - at;
        const long = Math.min(Math.abs(gradient[k]) / LONGEST / 2, room);
        pull.style.setProperty("--at", String(at));
        pull.style.setProperty("--long", String(long));
        pull.style.setProperty("--way", gradient[k] > 0 ? "-1" : "1");
      }
      const needle = this.host.querySelector(".live > .needle");
      if (!needle) return;
      const turned = Math.min(loss / this.facts.full, 1) * 180 - 90;
      needle.setAttribute("transform", `rotate(${turned.toFixed(1)} 60 58)`);
      this.find(".live > .filled").setAttribute("stroke-dasharray", `${loss.toFixed(3)} 9`);
      this.find(".live .loss").textContent = loss.toFixed(2);
      this.find(".frost-dial").setAttribute("aria-label", `The loss: ${loss.toFixed(2)}`);
    }

    /** @param {SVGGElement} handle */
    drag(handle) {
      const { svg, field, facts } = this;
      /** @type {SVGGElement} */
      const grab = this.find(".grab");
      for (const [name, value] of Object.entries({
        tabindex: 0,
        role: "slider",
        "aria-label": "The line. Left and right move it, up and down turn it.",
        "aria-valuemin": 0,
        "aria-valuemax": facts.labels.length,
      })) {
        grab.setAttribute(name, String(value));
      }
      /** @type {{ turns: number, off: number[] } | null} */
      let drags = null;
      const point = (/** @type {PointerEvent} */ event) => {
        const at = new DOMPoint(event.clientX, event.clientY);
        const { x, y } = at.matrixTransform(svg.getScreenCTM()?.inverse());
        return [x, y];
      };
      const moves = (/** @type {PointerEvent} */ event) => {
        if (!drags) return;
        const { turns, off } = drags;
        const at = point(event);
        if (!turns) {
          this.held = field.inside([at[0] - off[0], at[1] - off[1]]);
          this.put(this.held, this.across);
        } else {
          const [x, y] = [at[0] - this.held[0], at[1] - this.held[1]].map((one) => one * turns);
          const side = -y * this.across[0] + x * this.across[1]; // frost stays on its side
          if (Math.hypot(x, y) > 8) this.put(this.held, side < 0 ? [y, -x] : [-y, x]);
        }
      };
      handle.addEventListener("pointerdown", (event) => {
        if (event.button) return;
        const target = /** @type {Element} */ (event.target);
        this.touch();
        const at = point(event);
        const grip = target.closest(".grip");
        const turns = grip ? (grip.matches(":nth-of-type(1)") ? -1 : 1) : 0;
        drags = { turns, off: [at[0] - this.held[0], at[1] - this.held[1]] };
        handle.setPointerCapture(event.pointerId);
        handle.classList.add("dragged");
        event.preventDefault();
        grab.focus({ preventScroll: true });
        grab.classList.add("by-pointer"); // a focus that a script gives shows as one of the keys'
      });
      for (const end of ["keydown", "blur"]) {
        grab.addEventListener(end, () => grab.classList.remove("by-pointer"));
      }
      handle.addEventListener("pointermove", moves);
      for (const end of ["pointerup", "pointercancel"]) {
        handle.addEventListener(end, () => {
          if (!drags) return;
          drags = null;
          handle.classList.remove("dragged");
          this.say(`${this.score} You moved ${this.moved}.`);
        });
      }
      grab.addEventListener("keydown", (event) => {
        const { key, shiftKey } = event;
        const by = KEYS[key];
        if (!by) return;
        event.preventDefault();
        this.touch();
        const [a, c] = this.across;
        if (key === "ArrowLeft" || key === "ArrowRight") {
          // to the right, or up where the line lies flat
          const sign = Math.abs(a) > 0.2 ? Math.sign(a) : -Math.sign(c);
          const far = by * sign * (shiftKey ? 2 : 8);
          this.held = field.inside([this.held[0] + far * a, this.held[1] + far * c]);
          this.put(this.held, [a, c]);
        } else {
          const angle = -by * (shiftKey ? 0.02 : 0.08);
          const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
          this.put(this.held, [a * cos - c * sin, a * sin + c * cos]);
        }
        this.say(`${this.score} You moved ${this.moved}.`);
      });
    }

    /** Where frost is, seen from the line: a way of length 1 in pixels. */
    get across() {
      const { a, c, norm } = this.field.plane(this.machine.weights);
      return [a / norm, c / norm];
    }

    /**
     * The line goes through a point, with frost on one side of it; how sure the machine is stays.
     * @param {number[]} point
     * @param {number[]} across
     */
    put(point, across) {
      const [w1, w2] = this.machine.weights;
      const steep = Math.min(Math.max(Math.hypot(w1, w2), 0.5), STEEPEST);
      this.machine.weights = this.field.weights(point, across, steep);
      this.show();
      this.count();
      this.say(this.score);
    }

    /** One knob a little up, and what the loss does; the knob goes back. */
    nudge() {
      this.touch();
      const { machine } = this;
      const k = this.nudged++ % NAMES.length;
      const before = machine.loss;
      const { weights } = machine;
      machine.weights = weights.with(k, weights[k] + SMALL);
      const after = machine.loss;
      machine.weights = weights;
      const way = after > before ? "down" : "up";
      for (const [n, input] of this.inputs.entries()) {
        input.parentElement?.classList.toggle("now", n === k);
      }
      const digits = Math.min(Math.max(4, 1 - Math.floor(Math.log10(Math.abs(after - before)))), 9);
      const [was, is] = [before, after].map((loss) => loss.toFixed(digits)); // which differ
      this.say(
        `${NAMES[k]} up by ${SMALL}: the loss goes from ${was} to ${is}. Turn ${NAMES[k]} ${way}.`,
      );
    }

    step() {
      const { taken } = this;
      this.touch();
      const before = this.machine.loss;
      this.machine.step();
      this.taken = taken + 1;
      this.found = this.machine.weights;
      this.show();
      const [was, is] = [before, this.machine.loss].map((loss) => loss.toFixed(2));
      this.say(`Step ${this.taken}: the loss goes from ${was} to ${is}. ${this.score}`);
    }

    /** From where the reader left it, so many steps. */
    learn() {
      this.touch();
      const { machine } = this;
      const { steps } = this.facts;
      let first = machine.right === this.facts.labels.length ? 0 : -1;
      const began = performance.now();
      let done = 0;
      const until = (/** @type {number} */ most) => {
        for (; done < Math.min(most, steps); done++) {
          machine.step();
          if (first < 0 && machine.right === this.facts.labels.length) first = done + 1;
        }
        this.show();
        this.found = machine.weights;
        if (done < steps) return;
        if (machine.right < this.facts.labels.length) {
          this.say(
            `${this.score} The loss hardly moves: the machine is too sure of itself to learn.`,
          );
          return;
        }
        const after = first > 0 ? ` after ${first} steps` : "";
        this.say(
          `${this.score.replace(".", "")}${after}. It saw no picture, only which way to turn each knob.`,
          true,
        );
      };
      if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
        until(steps);
        return;
      }
      this.say("It turns all three knobs, each the way that lowers the loss.");
      const frame = (/** @type {number} */ now) => {
        until(Math.floor((now - began) / PACE));
        if (done < steps) this.timer = requestAnimationFrame(frame);
      };
      this.timer = requestAnimationFrame(frame);
    }

    /** Back to the weights that it had at first. */
    reset() {
      this.touch();
      this.machine.weights = this.found = [...this.facts.start];
      this.held = this.field.middle;
      this.show();
      this.say(this.score);
    }

    /** A second after it is first seen, the handle moves once, to say that it can be moved. */
    wave() {
      if (!this.handle || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
      this.seen = new IntersectionObserver(
        (entries) => {
          if (!entries.some((entry) => entry.isIntersecting)) return;
          this.seen?.disconnect();
          this.waving = setTimeout(() => this.find(".moves").classList.add("waves"), 1000);
        },
        { threshold: 0.6 },
      );
      this.seen.observe(this.host);
    }
  }

  class FrostMachine extends HTMLElement {
    /** @type {Scene | undefined} */
    scene;

    connectedCallback() {
      this.scene ??= new Scene(this);
      this.scene.wave();
    }

    disconnectedCallback() {
      this.scene?.touch();
    }
  }

  /** @type {Set<string>} */
  const fetched = new Set();

  /** A script that one page needs, and no other has to fetch; it lies beside this one. */
  class BookScript extends HTMLElement {
    connectedCallback() {
      const src = new URL(this.getAttribute("name") ?? "", HERE).href;
      if (fetched.has(src)) return;
      fetched.add(src);
      document.head.append(Object.assign(document.createElement("script"), { src }));
    }
  }

  customElements.define("frost-machine", FrostMachine);
  customElements.define("book-script", BookScript);
})();
