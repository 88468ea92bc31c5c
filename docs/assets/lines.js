/* <own-lines>: two lines whose ends the reader drags, and then the real ones over them. The cell
   before it prints the numbers, and a figure in its place for paper. */

customElements.whenDefined("book-progress").then(() => {
  const { element, drawn, button, bar, drag } = unpasted.elements;
  const [TALL, TOP, HIGH] = [366, 14, 320]; // so high that both ends lie apart when all begins
  const LEFT = 56; // of the first time
  const NAME = 108; // what is left for a name beside the last one
  const NAMES = ["read again", "asked"];
  const ASKS = "Drag both dots to where they stand after a week.";

  const down = (/** @type {number} */ percent) => TOP + HIGH * (1 - percent / 100);
  let wide = 0; // as wide as the column
  const across = (/** @type {number} */ time) => LEFT + ((wide - LEFT - NAME) / 2) * time;
  const path = (/** @type {number[][]} */ points) =>
    `M${points.map(([time, percent]) => `${across(time)} ${down(percent).toFixed(1)}`).join("L")}`;

  class OwnLines extends HTMLElement {
    real = [this.dataset.again ?? "", this.dataset.asked ?? ""].map((one) =>
      one.split(" ").map(Number),
    );
    last = this.real[0].length - 1;
    /** Where the reader lets them end: at first as if nothing were forgotten. */
    ends = this.real.map(([first]) => first);
    moved = [false, false];
    shown = false;
    svg = drawn("svg", {
      class: "ends",
      role: "group",
      "aria-label": "Remembered, in percent, after three times",
    });
    sized = new ResizeObserver(() => {
      if (this.clientWidth && this.clientWidth !== wide) this.draws();
    });
    says = element("p", { class: "status", role: "status" });
    does = button("", () => this.press());

    connectedCallback() {
      if (this.svg.isConnected) return;
      this.append(this.svg, bar(this.does), this.says);
      this.draws();
      this.drags();
      this.show(ASKS);
      this.sized.observe(this);
    }

    /** All of it, for the room there is. */
    draws() {
      wide = this.clientWidth || 660;
      const ticks = [0, 50, 100].map(
        (percent) =>
          `<path class="rule" d="M${LEFT - 12} ${down(percent)}H${across(this.last) + 12}"/>` +
          `<text class="tick" x="${LEFT - 18}" y="${down(percent) + 4}">${percent}%</text>`,
      );
      const times = (this.dataset.times ?? "").split(", ");
      const names = times.map(
        (one, n) =>
          `<path class="rule" d="M${across(n)} ${down(0)}v6"/>` +
          `<text class="time" x="${across(n)}" y="${TALL - 8}">${one}</text>`,
      );
      const lines = NAMES.map(
        (name, k) =>
          `<g class="line-${k}"><path class="own"/><path class="real"/><path class="real dots"/>` +
          `<circle class="start" cx="${LEFT}" cy="${down(this.real[k][0])}" r="5"/>` +
          `<g class="grab" tabindex="0" role="slider" aria-orientation="vertical" aria-valuemin="0" ` +
          `aria-valuemax="100" aria-label="${name}, after a week"><circle class="end" r="7.5"/>` +
          `<text class="name" x="16"/></g></g>`,
      );
      const strip = `<rect class="strip" x="${across(this.last) - 30}" width="130" height="${TALL}"/>`;
      this.svg.setAttribute("viewBox", `0 0 ${wide} ${TALL}`);
      this.svg.innerHTML = ticks.join("") + names.join("") + strip + lines.join("");
      this.grabs = /** @type {SVGGElement[]} */ ([...this.svg.querySelectorAll(".grab")]);
      for (const [k, grab] of this.grabs.entries())
        grab.addEventListener("keydown", (event) => {
          const ways = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 1, ArrowDown: -1 };
          const by = ways[/** @type {keyof typeof ways} */ (event.key)];
          if (!by) return;
          event.preventDefault();
          this.put(k, this.ends[k] + by);
        });
      this.show();
    }

    /** The nearer of both ends follows the pointer. */
    drags() {
      const at = (/** @type {PointerEvent} */ event) => {
        const point = new DOMPoint(event.clientX, event.clientY);
        const { x, y } = point.matrixTransform(this.svg.getScreenCTM()?.inverse());
        return { x, percent: 100 * (1 - (y - TOP) / HIGH) };
      };
      const take = (/** @type {PointerEvent} */ event) => {
        const { x, percent } = at(event);
        if (this.shown || x < across(this.last) - 30) return undefined;
        const [one, other] = this.ends.map((end) => Math.abs(end - percent));
        const held = Number(other < one);
        this.grabs?.[held].focus({ preventScroll: true });
        return held;
      };
      drag(this.svg, take, (event, held) => this.put(held, Math.round(at(event).percent)));
    }

    /**
     * @param {number} k
     * @param {number} percent
     */
    put(k, percent) {
      if (this.shown) return;
      this.ends[k] = Math.min(Math.max(percent, 0), 100);
      this.moved[k] = true;
      this.show();
    }

    /** The real lines, or all over again. */
    press() {
      if (this.moved.includes(false)) return this.show(ASKS);
      this.shown = !this.shown;
      if (!this.shown) {
        this.ends = this.real.map(([first]) => first);
        this.moved = [false, false];
        return this.show(ASKS);
      }
      const told = this.real.map(
        (one, k) => `${NAMES[k]} ${one[this.last]}%, you ${this.ends[k]}%`,
      );
      const [real, own] = [this.real.map((one) => one[this.last]), this.ends].map(([one, other]) =>
        Math.sign(one - other),
      );
      const order = real === own ? "You had the order right." : "You had another order.";
      return this.show(`After a week: ${told.join("; ")}. ${order} ${this.dataset.why}`);
    }

    /** @param {string} [words] nothing new where there are none */
    show(words) {
      this.svg.classList.toggle("shown", this.shown);
      for (const [k, line] of [...this.svg.querySelectorAll("g[class^=line]")].entries()) {
        const [real, end] = [this.real[k], this.ends[k]];
        const own = path([
          [0, real[0]],
          [this.last, end],
        ]);
        line.querySelector(".own")?.setAttribute("d", own);
        const dots = [...real.entries()].map((one) => `${path([one])}h0`);
        line.querySelector(".real")?.setAttribute("d", path([...real.entries()]));
        line.querySelector(".dots")?.setAttribute("d", dots.join(""));
        const grab = /** @type {SVGGElement} */ (line.querySelector(".grab"));
        grab.setAttribute("transform", `translate(${across(this.last)} ${down(end)})`);
        grab.ariaValueNow = String(end);
        grab.ariaValueText = `${end} percent`;
        grab.ariaDisabled = String(this.shown);
        const name = /** @type {SVGTextElement} */ (grab.querySelector("text"));
        const told = this.shown ? this.real.map((one) => one[this.last]) : this.ends;
        const below = told[k] < told[1 - k] || (k && told[k] === told[0]) ? 9 : 0;
        name.setAttribute("y", String(below + down(told[k]) - down(end)));
        name.textContent = `${NAMES[k]} ${told[k]}%`;
      }
      this.does.textContent = this.shown ? "Start again" : "Show what they remembered";
      this.does.ariaDisabled = String(this.moved.includes(false));
      this.does.classList.toggle("primary", !this.shown && !this.moved.includes(false));
      if (words) this.says.textContent = words;
    }
  }

  customElements.define("own-lines", OwnLines);
});
