/* <pinned-rule>: the points of a check, to drag along the slope of tanh. A wrong rule passes at all
   of them, wherever they are; points drawn at random find it out. The figure before it is for
   paper. */

customElements.whenDefined("book-progress").then(() => {
  const { drag } = unpasted.elements;
  const [FAR, LOW, HIGH] = [2.5, -0.5, 1.5]; // points lie between -FAR and FAR
  const [WIDE, TALL] = [400, 240];
  const H = 6e-6;
  const [ATOL, RTOL] = [1e-5, 1e-3]; // gradcheck's
  const xs = Array.from({ length: 201 }, (_, k) => (k / 100 - 1) * FAR);

  const nudged = (/** @type {number} */ x) => (Math.tanh(x + H) - Math.tanh(x - H)) / (2 * H);
  const across = (/** @type {number} */ x) => ((x / FAR + 1) * WIDE) / 2;
  const down = (/** @type {number} */ y) => ((HIGH - y) / (HIGH - LOW)) * TALL;
  const written = (/** @type {number} */ x, digits = 0) => x.toFixed(digits).replace("-", "−");

  const path = (/** @type {(x: number) => number} */ curve) =>
    `M${xs.map((x) => `${across(x).toFixed(1)} ${down(curve(x)).toFixed(1)}`).join("L")}`;

  class PinnedRule extends HTMLElement {
    given = (this.dataset.pins ?? "").split(" ").map(Number);
    pins = [...this.given];
    /** @type {number[]} */
    drawn = [];
    /** How much of the product the wrong rule adds: as much of it as fits into the picture. */
    share = 1;

    connectedCallback() {
      if (this.firstElementChild) return;
      const texts = [
        ...[-2, -1, 0, 1, 2].map((x) => [across(x), TALL + 16, written(x)]),
        ...[0, 1].map((y) => [-12, down(y) + 5, y]),
        [WIDE / 2, TALL + 35, "point"],
      ].map(([x, y, words]) => `<text class="tick" x="${x}" y="${y}">${words}</text>`);
      const handles = this.given.map(
        (_, k) =>
          `<g class="grab" tabindex="0" role="slider" aria-label="Your point ${k + 1}" ` +
          `aria-valuemin="${-FAR}" aria-valuemax="${FAR}"><circle class="hit" r="27"/>` +
          `<circle class="pin" r="12"/><path class="arrows" d="M-3-5-7 0-3 5M3-5 7 0 3 5"/></g>`,
      );
      this.innerHTML =
        `<svg class="pins" viewBox="-24 -4 ${WIDE + 40} ${TALL + 44}" role="group" ` +
        `aria-label="The slope of tanh, and a wrong rule"><path class="zero" d="M0 ${down(0)}` +
        `H${WIDE}"/>${texts.join("")}<path class="true" d="${path(nudged)}"/><path class="sly"/>` +
        `<g class="drawn"></g>${handles.join("")}</svg>` +
        `<p class="status" role="status"></p><div class="bar">` +
        `<button type="button">A random point</button><button type="button">Reset</button></div>`;
      const [draw, reset] = this.querySelectorAll("button");
      draw.addEventListener("click", () => this.draws());
      reset.addEventListener("click", () => this.resets());
      this.grabs = /** @type {SVGGElement[]} */ ([...this.querySelectorAll(".grab")]);
      for (const [k, grab] of this.grabs.entries()) this.drags(grab, k);
      this.resets();
    }

    /**
     * A product that is 0 at each of the pins.
     * @param {number} x
     */
    product(x) {
      const t = Math.tanh(x);
      return this.pins.reduce((product, pin) => product * (t - Math.tanh(pin)), 1);
    }

    /**
     * What the wrong rule says.
     * @param {number} x
     */
    rule(x) {
      return this.share * this.product(x) + 1 - Math.tanh(x) ** 2;
    }

    fits() {
      const most = xs.map((x) => {
        const [right, more] = [1 - Math.tanh(x) ** 2, this.product(x)];
        return more && ((more > 0 ? HIGH : LOW) - right) / more;
      });
      this.share = Math.min(1, ...most.filter(Boolean));
    }

    /** @param {number} x */
    passes(x) {
      const [one, other] = [this.rule(x), nudged(x)];
      return Math.abs(one - other) <= ATOL + RTOL * Math.max(Math.abs(one), Math.abs(other));
    }

    resets() {
      this.pins = [...this.given];
      this.drawn = [];
      this.show();
    }

    draws() {
      const x = Math.round((2 * Math.random() - 1) * FAR * 100) / 100;
      this.drawn.push(x);
      const [rule, nudge] = [this.rule(x), nudged(x)].map((one) => written(one, 4));
      this.show(` At ${written(x, 2)} the rule says ${rule}, the nudge ${nudge}.`);
    }

    /**
     * @param {number} k
     * @param {number} x
     */
    put(k, x) {
      this.pins[k] = Math.round(Math.min(Math.max(x, -FAR), FAR) * 100) / 100;
      this.show();
    }

    show(last = "") {
      const at = (/** @type {string} */ what) => /** @type {Element} */ (this.querySelector(what));
      this.fits();
      const curve = path((x) => this.rule(x));
      at(".sly").setAttribute("d", curve);
      for (const [k, grab] of (this.grabs ?? []).entries()) {
        const x = this.pins[k];
        const [rule, nudge] = [this.rule(x), nudged(x)];
        grab.setAttribute("transform", `translate(${across(x)} ${down(nudge)})`);
        grab.setAttribute("aria-valuenow", String(x));
        const told = `${written(x, 2)}: rule ${written(rule, 4)}, nudge ${written(nudge, 4)}`;
        grab.setAttribute("aria-valuetext", told);
      }
      const gaps = this.drawn.map((x, k) => {
        const last = k === this.drawn.length - 1;
        const sort = `${this.passes(x) ? "passes" : "fails"}${last ? " last" : ""}`;
        const line = `<path d="M${across(x)} ${down(nudged(x))}V${down(this.rule(x))}"/>`;
        const [cx, cy] = [across(x), down(nudged(x))];
        const dot = `<circle class="met" cx="${cx}" cy="${cy}" r="${last ? 4 : 2}"/>`;
        return `<g class="${sort}">${line}${dot}</g>`;
      });
      at(".drawn").innerHTML = gaps.join("");
      const count = (/** @type {number[]} */ points) =>
        `${points.filter((x) => this.passes(x)).length} of ${points.length} pass`;
      const random = this.drawn.length ? ` Random points: ${count(this.drawn)}.` : "";
      const words = `Your points: ${count(this.pins)}.${random}${last}`;
      const says = at(".status");
      if (says.textContent !== words) says.textContent = words; // else a drag is told aloud
    }

    /**
     * @param {SVGGElement} grab
     * @param {number} k
     */
    drags(grab, k) {
      const point = (/** @type {PointerEvent} */ event) => {
        const room = grab.ownerSVGElement?.getBoundingClientRect().width ?? 1;
        return ((event.clientX / room) * (WIDE + 40) * 2 * FAR) / WIDE;
      };
      drag(
        grab,
        (event) => point(event) - this.pins[k],
        (event, off) => this.put(k, point(event) - off),
      );
      grab.addEventListener("keydown", (event) => {
        const ways = { ArrowLeft: -0.05, ArrowDown: -0.05, ArrowRight: 0.05, ArrowUp: 0.05 };
        const by = { ...ways, Home: -2 * FAR, End: 2 * FAR }[event.key];
        if (!by) return;
        event.preventDefault();
        this.put(k, this.pins[k] + by);
      });
    }
  }

  customElements.define("pinned-rule", PinnedRule);
});
