/* <digit-pad>: the reader draws a digit, and a trained network says what it sees, live.
   src/micrograd/pad.py writes its markup, whole without this script, and the weights; a test holds
   the arithmetic here to the engine. Once the reader has trained a network, the pad is theirs. */

customElements.whenDefined("book-progress").then(() => {
  const { drawn, button, drag } = unpasted.elements;
  const [SIZE, CELLS, PEN] = [32, 8, 2.2]; // the data's bitmap, its pixels, and half a stroke
  const [MARGIN, LONGEST] = [1, 150]; // around what is cut; of a bar
  const PALE = 0.3; // the ink below slopes
  const MARK = { fill: "none", stroke: "var(--grad)", "stroke-width": 0.12 };
  const NONE = "No pixel is left that helps. ";
  /** @type {Record<string, number[]>} */
  const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  /* What the cell that trains leaves in `net`: neurons' weights, then the bias, as in the markup. */
  const NUMBERS = `print([[[p.data for p in (*one.w, one.b)] for one in layer.neurons]
  for layer in net.layers])`;

  /**
   * Whether these are the numbers of a network from so many inputs to ten scores.
   * @param {number[][][]} layers
   */
  const fits = (layers) => {
    const sizes = [CELLS * CELLS, ...layers.map((layer) => layer.length)];
    const whole = layers.every((layer, n) => layer.every((row) => row.length === sizes[n] + 1));
    return whole && layers.length > 0 && sizes.at(-1) === 10;
  };

  /**
   * Strokes cut, drawn on a bitmap of 32 by 32 and counted in blocks of 4 by 4, as for the data.
   * @param {number[][][]} strokes
   */
  const counted = (strokes) => {
    const pixels = Array(CELLS * CELLS).fill(0);
    const [xs, ys] = [0, 1].map((axis) => strokes.flat().map((point) => point[axis]));
    const ends = [xs, ys].map((all) => [Math.min(...all), Math.max(...all)]);
    const long = Math.max(...ends.map(([low, high]) => high - low));
    const by = long > PEN ? (SIZE - 2 * (PEN + MARGIN)) / long : 1;
    const middle = ends.map(([low, high]) => (low + high) / 2);
    const cut = strokes.map((stroke) =>
      stroke.map((point) => point.map((at, axis) => SIZE / 2 + (at - middle[axis]) * by)),
    );
    for (let n = 0; n < SIZE * SIZE; n++) {
      const [x, y] = [(n % SIZE) + 0.5, Math.floor(n / SIZE) + 0.5];
      const inked = cut.some((stroke) =>
        stroke.some(([x2, y2], i) => {
          const [x1, y1] = stroke[i - 1] ?? [x2, y2];
          const [dx, dy] = [x2 - x1, y2 - y1];
          const along = ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1);
          const t = Math.min(Math.max(along, 0), 1);
          return Math.hypot(x - x1 - t * dx, y - y1 - t * dy) <= PEN;
        }),
      );
      if (inked) pixels[Math.floor(y / 4) * CELLS + Math.floor(x / 4)] += 1 / 16;
    }
    return pixels;
  };

  class DigitPad extends HTMLElement {
    /** @type {{ layers: number[][][], examples: string[] }} a neuron's weights, then its bias */
    facts = JSON.parse(this.dataset.machine ?? "");
    layers = this.facts.layers;
    whose = "The";
    pad = /** @type {SVGSVGElement} */ (this.querySelector(".pad"));
    /** @type {number[][][]} */
    strokes = [];
    /** @type {number[]} */
    pixels = [];
    /** @type {Set<number>} */
    changed = new Set();
    /** The paper holds what the network sees, until the first stroke. */
    sample = drawn("g", { transform: `scale(${SIZE / CELLS})` });
    slopes = button("", () => this.slope(!this.sloping));
    /** Slopes; and, dashed, the next pixel. */
    marks = ["none", "0.2"].map((dashes) => drawn("path", { ...MARK, "stroke-dasharray": dashes }));
    pen = [SIZE / 2, SIZE / 4];
    down = false;
    next = 0;
    sloping = false;

    connectedCallback() {
      if (this.next) return;
      const { pad } = this;
      const take = (/** @type {PointerEvent} */ event) => {
        this.strokes.push([]);
        this.follow(event);
        return true;
      };
      drag(pad, take, (event) => this.follow(event));
      pad.addEventListener("keydown", (event) => this.key(event));
      for (const name of /** @type {const} */ (["clear", "another", "change"])) {
        this.querySelector(`[data-does=${name}]`)?.addEventListener("click", () => this[name]());
      }
      this.querySelector("select")?.addEventListener("change", () => {
        if (this.sloping) this.slope(true);
      });
      if (this.querySelector("select")) this.querySelector(".bar")?.append(this.slopes);
      this.querySelector(".seen")?.append(...this.marks);
      pad.prepend(this.sample);
      this.another();
    }

    /**
     * What goes into each layer, and the probabilities that come out of the last.
     * @param {number[]} pixels
     */
    run(pixels) {
      const inputs = [pixels];
      for (const layer of this.layers) {
        const x = /** @type {number[]} */ (inputs.at(-1));
        const sums = layer.map((row) => row.reduce((sum, w, i) => sum + w * (x[i] ?? 1), 0));
        inputs.push(layer === this.layers.at(-1) ? sums : sums.map((sum) => Math.max(sum, 0)));
      }
      const scores = inputs.pop() ?? [];
      const top = Math.max(...scores);
      const powers = scores.map((score) => Math.exp(score - top));
      const total = powers.reduce((sum, power) => sum + power, 0);
      return { inputs, probabilities: powers.map((power) => power / total) };
    }

    /**
     * The gradient of a digit's cross-entropy by each pixel.
     * @param {number[]} pixels
     * @param {number} digit
     */
    gradient(pixels, digit) {
      const { inputs, probabilities } = this.run(pixels);
      let slopes = probabilities.map((p, k) => p - Number(k === digit));
      for (const [n, layer] of [...this.layers.entries()].reverse()) {
        const above = slopes;
        slopes = inputs[n].map((x, i) => {
          if (n > 0 && x === 0) return 0; // a relu that gave nothing
          return above.reduce((sum, slope, k) => sum + slope * layer[k][i], 0);
        });
      }
      return slopes;
    }

    /** @param {PointerEvent} event */
    follow(event) {
      const { left, top, width, height } = this.pad.getBoundingClientRect();
      const at = [(event.clientX - left) / width, (event.clientY - top) / height];
      this.down = false;
      this.draw(at.map((one) => Math.min(Math.max(one, 0), 1) * SIZE));
    }

    /** @param {KeyboardEvent} event */
    key(event) {
      const way = KEYS[event.key];
      if (!way && event.key !== " ") return;
      event.preventDefault();
      if (!way) {
        this.down = !this.down;
        if (this.down) this.strokes.push([]);
      }
      const to = this.pen.map((at, k) => Math.min(Math.max(at + (way?.[k] ?? 0), 0), SIZE));
      if (this.down) this.draw(to);
      this.pen = to;
      this.sketch();
    }

    /** @param {number[]} to */
    draw(to) {
      this.strokes.at(-1)?.push(to);
      this.pen = to;
      this.sketch();
      this.caption();
      this.show(counted(this.strokes));
    }

    sketch() {
      const lines = this.strokes.map((stroke) => `M${[stroke[0], ...stroke].join("L")}`);
      this.pad.querySelector(".ink")?.setAttribute("d", lines.join(""));
      const pen = this.pad.querySelector("circle");
      pen?.setAttribute("transform", `translate(${this.pen})`);
      pen?.classList.toggle("down", this.down);
    }

    restart() {
      [this.strokes, this.down] = [[], false];
      this.sketch();
    }

    clear() {
      this.restart();
      this.caption();
      this.show(Array(CELLS * CELLS).fill(0), "Nothing drawn. ");
    }

    /** What stands below the pixels: whose they are, until the first stroke. */
    caption(text = "What the network sees") {
      this.querySelector(".seen + figcaption")?.replaceChildren(text);
    }

    /** The next picture of the test set: its digit, then one character a pixel. */
    another() {
      const [digit, ...ink] = this.facts.examples[this.next++ % this.facts.examples.length];
      this.restart();
      this.caption(`${digit === "8" ? "An" : "A"} ${digit} from the test set`);
      const pixels = ink.map((one) => Number.parseInt(one, 17) / 16);
      this.show(pixels, `From the test set, written as a ${digit}. `);
    }

    /**
     * From now on the reader's own network, on what is drawn.
     * @param {number[][][]} layers
     */
    take(layers) {
      [this.layers, this.whose] = [layers, "Your"];
      this.show(
        this.pixels,
        "Now with the numbers you trained, until you leave this page. ",
        this.changed,
      );
    }

    /** Each pixel's slope toward the chosen digit, and where a change to white or black promises most. */
    promise() {
      const slopes = this.gradient(this.pixels, Number(this.querySelector("select")?.value));
      const gains = slopes.map((slope, n) =>
        this.changed.has(n) ? 0 : slope * (this.pixels[n] - Number(slope < 0)),
      );
      const most = Math.max(...gains);
      return { slopes, at: most > 0 ? gains.indexOf(most) : -1 };
    }

    /** @param {boolean} on whether slopes show */
    slope(on) {
      this.sloping = on;
      const { slopes, at } = this.promise();
      const ink = slopes[at] < 0 ? "gets ink" : "loses its ink";
      const place = `row ${Math.floor(at / CELLS) + 1}, column ${(at % CELLS) + 1}`;
      const next = at < 0 ? NONE : `Next, ${place} ${ink}. `;
      this.show(this.pixels, on ? next : "", this.changed);
    }

    /** On each pixel a plus where more ink lowers the cost, a minus where less does. */
    mark() {
      this.slopes.textContent = this.sloping ? "Slopes: on" : "Slopes: off";
      let [signs, ring] = ["", ""];
      if (this.sloping) {
        const { slopes, at } = this.promise();
        const most = Math.max(...slopes.map(Math.abs));
        for (const [n, slope] of slopes.entries()) {
          const [x, y] = [(n % CELLS) + 0.5, Math.floor(n / CELLS) + 0.5];
          const half = 0.32 * Math.abs(slope / most);
          if (half > 0.04) signs += `M${x - half} ${y}h${2 * half}`;
          if (half > 0.04 && slope < 0) signs += `M${x} ${y - half}v${2 * half}`;
          if (n === at) ring = `M${x - 0.43} ${y - 0.43}h.86v.86h-.86z`;
        }
      }
      this.marks[0].setAttribute("d", signs);
      this.marks[1].setAttribute("d", ring);
    }

    /** One pixel, the next one. */
    change() {
      const { slopes, at } = this.promise();
      if (at < 0) return this.show(this.pixels, NONE, this.changed);
      const changed = new Set([...this.changed, at]);
      const many = changed.size > 1 ? `${changed.size} pixels` : "1 pixel";
      this.show(this.pixels.with(at, Number(slopes[at] < 0)), `${many} changed. `, changed);
    }

    /**
     * @param {number[]} pixels
     * @param {string} [first] what was done
     * @param {Set<number>} [changed] the places of pixels that the reader did not draw
     */
    show(pixels, first = "", changed = new Set()) {
      [this.pixels, this.changed] = [pixels, changed];
      const { probabilities } = this.run(pixels);
      const cells = [...this.querySelectorAll(".seen rect")];
      for (const [n, cell] of cells.entries()) {
        cell.setAttribute("fill-opacity", String(pixels[n] * (this.sloping ? PALE : 1)));
        cell.classList.toggle("changed", changed.has(n));
      }
      const copies = this.strokes.length ? [] : cells.map((cell) => cell.cloneNode());
      this.sample.replaceChildren(...copies);
      this.mark();
      const said = probabilities.map((p) => `${(100 * p).toFixed(1)}%`);
      for (const [k, row] of this.querySelectorAll(".chances g").entries()) {
        row.children[1].setAttribute("width", (probabilities[k] * LONGEST).toFixed(1));
        row.children[2].textContent = said[k];
      }
      const best = probabilities.indexOf(Math.max(...probabilities));
      const words = `${this.whose} network says ${best}: ${said[best]}.`;
      this.querySelector(".seen")?.setAttribute("aria-label", `What the network sees. ${words}`);
      this.querySelector("[role=status]")?.replaceChildren(first + words);
    }
  }

  /* A cell in data-trains="digits" has trained a network, to its end or until Stop. */
  document.addEventListener("book-ran", async (event) => {
    if (/** @type {CustomEvent} */ (event).detail.trained !== "digits") return;
    const pad = /** @type {DigitPad | null} */ (document.querySelector("digit-pad"));
    const { live, cell } = /** @type {any} */ (event.target).made;
    const came = await live.check(cell.number + 1, NUMBERS, []); // on a copy of its variables
    try {
      const layers = JSON.parse(came.printed);
      if (fits(layers)) pad?.take(layers);
    } catch {} // numbers that ran off to nan, or no `net`: the pad keeps those that it has
  });

  customElements.define("digit-pad", DigitPad);
});
