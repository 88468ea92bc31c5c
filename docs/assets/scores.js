/* <three-scores>: three scores to drag as bars, their softmax, and at each bar an arrow that lowers the
   cost, as long as the gradient of its score. It stands beside the cell that prints the same numbers for paper. */

customElements.whenDefined("book-progress").then(() => {
  const { element, drawn, button, bar, drag } = unpasted.elements;
  const START = [2, 1, -1];
  const MOST = 3; // a bar is dragged so far up or down
  const SHIFT = 2;
  const UNIT = 28; // so high is a score of 1
  const ARROW = 60; // so long is a gradient of 1
  const HEAD = 6; // beyond its shaft
  const [WIDE, ZERO, TALL] = [360, 150, 288];
  const BAR = 44;
  const classes = [0, 1, 2];

  const middle = (/** @type {number} */ k) => 60 + 120 * k;
  const down = (/** @type {number} */ score) => ZERO - UNIT * score;
  const signed = (/** @type {number} */ x, /** @type {number} */ digits) => {
    const text = Math.abs(x).toFixed(digits);
    return `${x < 0 && Number(text) ? "−" : "+"}${text}`;
  };
  const plain = (/** @type {number} */ x) => signed(x, 1).replace("+", "");

  class ThreeScores extends HTMLElement {
    base = [...START];
    shift = 0;
    right = 0;
    says = element("p", { class: "status", role: "status" });
    svg = drawn("svg", {
      class: "scores",
      viewBox: `0 0 ${WIDE} ${TALL}`,
      role: "group",
      "aria-label": "Three scores, their probabilities and gradients",
    });
    lift = button("", () => this.lifts());

    connectedCallback() {
      if (this.svg.isConnected) return;
      const columns = classes.map(
        (k) =>
          `<g class="column"><rect class="bar-of" x="${middle(k) - BAR / 2}" width="${BAR}"/>` +
          `<path class="arrow"/><text class="tells p" x="${middle(k)}"/>` +
          `<text class="tells grad" x="${middle(k)}"/>` +
          `<g class="grab" tabindex="0" role="slider" aria-orientation="vertical" ` +
          `aria-label="Score of class ${k + 1}"><rect class="hit" x="-46" y="-27" width="92" ` +
          `height="54"/><rect class="knob-of" x="${-BAR / 2 - 4}" y="-5" width="${BAR + 8}" ` +
          `height="10" rx="5"/><text class="tells score" x="${-BAR / 2 - 8}" y="5"/></g></g>`,
      );
      this.svg.innerHTML = `<path class="zero" d="M0 ${ZERO}H${WIDE}"/>${columns.join("")}`;
      const other = button("Another one is right", () => this.turns());
      this.append(this.svg, this.says, bar(this.lift, other));
      this.grabs = /** @type {SVGGElement[]} */ ([...this.svg.querySelectorAll(".grab")]);
      for (const [k, grab] of this.grabs.entries()) this.drags(grab, k);
      this.show();
    }

    /** The probabilities; only differences of scores count. */
    get p() {
      const top = Math.max(...this.base);
      const powers = this.base.map((score) => Math.exp(score - top));
      const sum = powers.reduce((all, power) => all + power, 0);
      return powers.map((power) => power / sum);
    }

    lifts() {
      this.shift = SHIFT - this.shift;
      this.show();
    }

    turns() {
      this.right = (this.right + 1) % START.length;
      this.show();
    }

    /**
     * @param {number} k
     * @param {number} score
     */
    put(k, score) {
      this.base[k] = Math.min(Math.max(score - this.shift, -MOST), MOST);
      this.show();
    }

    show() {
      const { p } = this;
      const grads = p.map((one, k) => one - Number(k === this.right));
      for (const [k, column] of this.svg.querySelectorAll(".column").entries()) {
        const score = this.base[k] + this.shift;
        const [y, x] = [down(score), middle(k) + BAR / 2 + 20];
        const set = (/** @type {string} */ what, /** @type {Record<string, string>} */ to) => {
          const one = column.querySelector(what);
          for (const [key, value] of Object.entries(to)) one?.setAttribute(key, value);
        };
        const write = (/** @type {string} */ what, /** @type {string} */ text) => {
          const one = column.querySelector(what);
          if (one) one.textContent = text;
        };
        set(".bar-of", { y: String(Math.min(y, ZERO)), height: String(Math.abs(ZERO - y)) });
        const way = Number(grads[k].toFixed(3)) && Math.sign(grads[k]); // downhill
        const end = y + ARROW * grads[k];
        const tip = end + HEAD * way;
        const sides = `M${x - HEAD} ${end}L${x} ${tip}L${x + HEAD} ${end}`;
        set(".arrow", { d: `M${x} ${y}V${tip}${sides}` });
        const below = Math.min(Math.max(ZERO, y, tip) + 22, TALL - 30);
        set(".p", { y: String(below) });
        set(".grad", { y: String(below + 22) });
        write(".score", plain(score));
        write(".p", `${k === this.right ? "right: " : ""}p ${p[k].toFixed(3)}`);
        write(".grad", `grad ${signed(grads[k], 3)}`);
        const told = `${plain(score)}, probability ${p[k].toFixed(3)}, gradient ${signed(grads[k], 3)}`;
        set(".grab", {
          transform: `translate(${middle(k)} ${y})`,
          "aria-valuenow": score.toFixed(1),
          "aria-valuemin": String(this.shift - MOST),
          "aria-valuemax": String(this.shift + MOST),
          "aria-valuetext": told,
        });
      }
      this.lift.textContent = this.shift ? `Take the ${SHIFT} away` : `Add ${SHIFT} to all`;
      const all = (/** @type {number} */ way) =>
        grads.reduce((sum, one) => sum + Math.max(way * one, 0), 0).toFixed(3);
      const cost = (-Math.log(p[this.right])).toFixed(3);
      this.says.textContent = `Cost ${cost}. All arrows up: ${all(-1)}; down: ${all(1)}.`;
    }

    /**
     * @param {SVGGElement} grab
     * @param {number} k
     */
    drags(grab, k) {
      const point = (/** @type {PointerEvent} */ event) => {
        const at = new DOMPoint(event.clientX, event.clientY);
        return (ZERO - at.matrixTransform(this.svg.getScreenCTM()?.inverse()).y) / UNIT;
      };
      drag(
        grab,
        (event) => point(event) - this.base[k] - this.shift,
        (event, off) => this.put(k, point(event) - off),
      );
      grab.addEventListener("keydown", (event) => {
        const way = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 1, ArrowDown: -1 };
        const by = way[/** @type {keyof typeof way} */ (event.key)];
        if (!by) return;
        event.preventDefault();
        this.put(k, this.base[k] + this.shift + 0.1 * by);
      });
    }
  }

  customElements.define("three-scores", ThreeScores);
});
