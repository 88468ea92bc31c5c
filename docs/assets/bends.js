/* <three-bends>: three tanh units to drag until their sum lies on a curve, and a button that goes on
   from there by gradient descent. Below the curve a band for each, where it is steep. It takes the
   place of the figure before it, which paper keeps. Its numbers are kept as the book keeps progress. */

customElements.whenDefined("book-progress").then(() => {
  const { element, drawn, button, bar, drag } = unpasted.elements;
  const [LEFT, RIGHT, HIGH] = [-2, 2, 1.6];
  const [WIDE, TALL] = [400, 240];
  const START = [2.5, 3, 0.5, 2.5, 0, 0.5, 2.5, -3, 0.5, 0]; // weight, bias, height of each; a bias
  const SHOULDER = 1.2; // a unit is held where its sum is this
  const [STEPS, RATE, PACE] = [300, 0.3, 0.12]; // so many steps, so long at first, so many each millisecond
  const [LAST, HARDLY] = [100, 0.02]; // it is stuck where its last steps won no more than that part
  const STEEP = Math.acosh(Math.sqrt(20)); // within such sums tanh has a twentieth of its slope at 0
  const BAND = 10; // how high, eight apart
  const CREST = -0.85; // where the curve has its first top
  const store = new unpasted.stored.Store("bends", (/** @type {any} */ { p }) => ({
    p: Array.isArray(p) && p.length === START.length && p.every(Number.isFinite) ? p : START,
  }));
  const xs = Array.from({ length: 81 }, (_, k) => LEFT + ((RIGHT - LEFT) * k) / 80);
  const units = [0, 1, 2];

  const wanted = (/** @type {number} */ x) => -0.9 * Math.sin(2.3 * x + 0.2) - 0.25 * x;
  const right = (/** @type {number} */ x) => ((x - LEFT) / (RIGHT - LEFT)) * WIDE;
  const down = (/** @type {number} */ y) => (1 - y / HIGH) * (TALL / 2);
  const within = (/** @type {number} */ x, /** @type {number} */ most) =>
    Math.min(Math.max(x, -most), most);

  /** @param {(x: number) => number} curve */
  const path = (curve) => {
    const at = xs.map((x) => `${right(x).toFixed(1)} ${down(curve(x)).toFixed(1)}`);
    return at.join("L");
  };

  const written = (/** @type {number} */ one) => one.toFixed(1).replace("-", "−");

  class ThreeBends extends HTMLElement {
    p = [...START];
    /** The numbers as they were when the reader began to drag, or the last learning ended. */
    from = [...START];
    errorFrom = Infinity;
    timer = 0;
    /** The numbers as they were when the formula last marked some, and which it marked. */
    told = [...START];
    /** @type {boolean[]} */
    lit = [];
    formula = element("p", { class: "formula", "aria-hidden": "true" }); // a handle's value says it
    says = element("p", { class: "status", role: "status" });
    svg = drawn("svg", {
      class: "bends",
      viewBox: `-14 -18 ${WIDE + 28} ${TALL + 86}`,
      role: "group",
      "aria-label": "A curve, three tanh units, and their sum",
    });

    connectedCallback() {
      if (this.svg.isConnected) return;
      this.previousElementSibling?.classList.add("on-paper");
      const handles = units.map(
        (k) =>
          `<g class="grab" tabindex="0" role="slider" aria-label="Unit ${k + 1}. Left and right ` +
          `move it, up and down change its height."><circle class="hit" r="27"/>` +
          `<circle class="held" r="13"/><text dy="0.36em">${k + 1}</text></g>`,
      );
      const bands = units.map((k) => {
        const y = TALL + 18 + 18 * k;
        return (
          `<text x="-8" y="${y + BAND}">${k + 1}</text><path class="zero" d="M0 ${y + BAND / 2}H${WIDE}"/>` +
          `<rect class="band" y="${y}" height="${BAND}"/>`
        );
      });
      this.svg.innerHTML =
        `<path class="gap"/><path class="zero" d="M0 ${TALL / 2}H${WIDE}"/>` +
        `<path class="wanted" d="M${path(wanted)}"/>` +
        `${units.map(() => '<path class="unit"/>').join("")}<path class="sum"/>` +
        `<text class="name" x="${right(CREST)}" y="${down(wanted(CREST)) - 8}">target</text>` +
        `<text class="name own">yours</text>` +
        `<g class="bands" aria-hidden="true">${bands.join("")}</g>${handles.join("")}`;
      const learn = button("Let it learn", () => this.learns());
      const reset = button("Reset", () => this.resets(START));
      this.append(this.svg, this.formula, this.says, bar(learn, reset));
      this.grabs = /** @type {SVGGElement[]} */ ([...this.svg.querySelectorAll(".grab")]);
      for (const [k, grab] of this.grabs.entries()) this.drags(grab, k);
      this.resets(store.read().p);
    }

    disconnectedCallback() {
      cancelAnimationFrame(this.timer);
    }

    /**
     * @param {number} k
     * @param {number} x
     */
    bend(k, x) {
      const [w, b] = this.p.slice(3 * k);
      return Math.tanh(w * x + b);
    }

    /** @param {number} x */
    sum(x) {
      return units.reduce((all, k) => all + this.p[3 * k + 2] * this.bend(k, x), this.p[9]);
    }

    /** The mean of the squared gaps. */
    get error() {
      return xs.reduce((all, x) => all + (this.sum(x) - wanted(x)) ** 2, 0) / xs.length;
    }

    /** How fast the error follows each of the ten numbers, by the chain rule. */
    get slopes() {
      const found = this.p.map(() => 0);
      for (const x of xs) {
        const sum = (2 * (this.sum(x) - wanted(x))) / xs.length;
        found[9] += sum;
        for (const k of units) {
          const o = this.bend(k, x);
          const n = sum * this.p[3 * k + 2] * (1 - o * o);
          found[3 * k] += n * x;
          found[3 * k + 1] += n;
          found[3 * k + 2] += sum * o;
        }
      }
      return found;
    }

    /**
     * From where to where a unit's slope is more than a twentieth of its largest.
     * @param {number} k
     */
    steep(k) {
      const [w, b] = this.p.slice(3 * k);
      const ends = [-STEEP, STEEP].map((sum) => within((sum - b) / w, RIGHT));
      return ends.sort((one, other) => one - other);
    }

    /**
     * Where a unit is held: at its shoulder.
     * @param {number} k
     */
    held(k) {
      const [w, b, v] = this.p.slice(3 * k);
      return [within((SHOULDER - b) / w, RIGHT), within(v * Math.tanh(SHOULDER), HIGH)];
    }

    /**
     * It keeps its weight, so that its shoulder comes to lie here.
     * @param {number} k
     * @param {number} x
     * @param {number} y
     */
    put(k, x, y) {
      this.p[3 * k + 1] = SHOULDER - this.p[3 * k] * within(x, RIGHT);
      this.p[3 * k + 2] = within(y, HIGH) / Math.tanh(SHOULDER);
      this.show();
      this.marks(k);
      const moved = this.p.filter((one, at) => Math.abs(one - this.from[at]) > 0.005).length;
      const near = this.error < Math.min(0.01, this.errorFrom);
      const told = near ? " You can hardly tell the sum from the curve." : "";
      this.say(`You moved ${moved} of 10 numbers.${told}`);
    }

    /**
     * A unit's formula, in pieces: its height, weight and bias are the second, fourth and sixth.
     * @param {number} k
     */
    pieces(k) {
      const [w, b, v] = this.p.slice(3 * k);
      const [sign, bias] = [b < 0 ? "−" : "+", written(Math.abs(b))];
      return [`Unit ${k + 1}: `, written(v), " × tanh(", written(w), " x ", `${sign} ${bias}`, ")"];
    }

    /**
     * Name the unit that is held, and mark what moves: a hand that slips a little marks nothing.
     * @param {number} k
     */
    marks(k) {
      const far = this.p.map((one, at) => Math.abs(one - this.told[at]));
      if (Math.max(...far) > 0.05) {
        this.lit = far.map((one) => one > 0.02);
        this.told = [...this.p];
      }
      const [weight, bias, height] = this.lit.slice(3 * k);
      const marked = [false, height, false, weight, false, bias, false];
      const made = this.pieces(k).map((piece, at) => element(marked[at] ? "b" : "span", {}, piece));
      this.formula.replaceChildren(...made);
    }

    /** From here on, the numbers are the reader's to move. */
    leaves() {
      this.from = [...this.p];
      this.errorFrom = this.error;
    }

    keeps() {
      store.write({ p: this.p });
    }

    /** Nobody holds a unit. */
    unmarks() {
      this.told = [...this.p];
      this.lit = [];
      this.formula.textContent = "";
    }

    /** @param {string} words */
    say(words) {
      this.says.textContent = `Error ${this.error.toFixed(4)}. ${words}`;
    }

    /** @param {number[]} to */
    resets(to) {
      cancelAnimationFrame(this.timer);
      this.p = [...to];
      if (to === START) this.keeps();
      this.leaves();
      this.show();
      this.unmarks();
      this.say("Drag the three dots.");
    }

    /** Step against the slopes, from where the reader left it, and half as far after a step that
        would have raised the error. */
    learns() {
      cancelAnimationFrame(this.timer);
      this.unmarks();
      const before = this.error;
      const began = performance.now();
      let [step, rate, error, late] = [0, RATE, before, before];
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
      const frame = () => {
        const due = 1 + Math.floor((performance.now() - began) * PACE);
        const to = still ? STEPS : Math.min(STEPS, due);
        for (; step < to; step++) {
          if (step === STEPS - LAST) late = error;
          const { p, slopes } = this;
          this.p = p.map((one, at) => one - rate * slopes[at]);
          if (this.error > error) [this.p, rate] = [p, rate / 2];
          else error = this.error;
        }
        this.show();
        this.leaves(); // who interrupts has moved nothing yet
        if (step < STEPS) {
          this.timer = requestAnimationFrame(frame);
          return;
        }
        this.told = [...this.p];
        this.keeps();
        const stuck = error > 0.05 && error > (1 - HARDLY) * late;
        const told = stuck ? ` It’s stuck: the last ${LAST} hardly moved it.` : "";
        this.say(`It was ${before.toFixed(4)} before ${STEPS} steps.${told}`);
      };
      this.timer = requestAnimationFrame(frame);
    }

    show() {
      const set = (/** @type {string} */ what, /** @type {string} */ d) =>
        this.svg.querySelector(what)?.setAttribute("d", d);
      const sum = path((x) => this.sum(x));
      set(".sum", `M${sum}`);
      const below = Math.min(Math.max(down(this.sum(LEFT)) + 16, 12), TALL + 10);
      this.svg.querySelector(".own")?.setAttribute("y", String(below));
      set(".gap", `M${sum}L${path(wanted).split("L").reverse().join("L")}Z`);
      for (const [k, unit] of this.svg.querySelectorAll(".unit").entries()) {
        unit.setAttribute("d", `M${path((x) => this.p[3 * k + 2] * this.bend(k, x))}`);
      }
      const bands = this.svg.querySelectorAll(".band");
      for (const [k, grab] of (this.grabs ?? []).entries()) {
        const [x, y] = this.held(k);
        const [from, to] = this.steep(k);
        bands[k].setAttribute("x", right(from).toFixed(1));
        bands[k].setAttribute("width", (right(to) - right(from)).toFixed(1));
        grab.setAttribute("transform", `translate(${right(x).toFixed(1)} ${down(y).toFixed(1)})`);
        grab.setAttribute("aria-valuenow", y.toFixed(2));
        const [, ...said] = this.pieces(k);
        const steep = from < to ? `steep from ${written(from)} to ${written(to)}` : "steep nowhere";
        const told = `${said.join("")}; ${steep}; error ${this.error.toFixed(4)}`;
        grab.setAttribute("aria-valuetext", told);
      }
    }

    /**
     * @param {SVGGElement} grab
     * @param {number} k
     */
    drags(grab, k) {
      const point = (/** @type {PointerEvent} */ event) => {
        const at = new DOMPoint(event.clientX, event.clientY);
        const { x, y } = at.matrixTransform(this.svg.getScreenCTM()?.inverse());
        return [LEFT + (x / WIDE) * (RIGHT - LEFT), (1 - y / (TALL / 2)) * HIGH];
      };
      const take = (/** @type {PointerEvent} */ event) => {
        cancelAnimationFrame(this.timer);
        const [x, y] = point(event);
        const [at, up] = this.held(k);
        this.told = [...this.p];
        this.lit = [];
        this.marks(k);
        return [x - at, y - up];
      };
      const move = (/** @type {PointerEvent} */ event, /** @type {number[]} */ off) => {
        const [x, y] = point(event);
        this.put(k, x - off[0], y - off[1]);
      };
      drag(grab, take, move, () => this.keeps());
      grab.addEventListener("keydown", (event) => {
        const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
        const by = way[/** @type {keyof typeof way} */ (event.key)];
        if (!by) return;
        event.preventDefault();
        cancelAnimationFrame(this.timer);
        const [x, y] = this.held(k);
        this.put(k, x + 0.05 * by[0], y + 0.05 * by[1]);
        this.keeps();
      });
    }
  }

  customElements.define("three-bends", ThreeBends);
});
