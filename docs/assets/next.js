/* <next-letter>: the start of a text is typed or tapped, and a trained model says how likely each
   letter is next, and where its heads look; if it was noted as it trained, after which step is the
   reader's choice. The chapters' cells print the models' numbers; a test holds the arithmetic here
   to the engine. Once the reader has trained a model, it is that one, also when they come back. */

customElements.whenDefined("book-progress").then(() => {
  const { isObject, soundOf, Store } = unpasted.stored;
  /* The numbers that readers have trained, by what they are of. */
  const trained = new Store("trained", (found) => soundOf(found, isObject));

  /** @typedef {number[]} Row */
  /** @typedef {Record<"query" | "key" | "value" | "mix" | "up" | "down", Row[]>} Matrices */
  /** @typedef {Record<"places" | "out" | "ask" | "offer" | "give" | "say", Row[]>} Own */
  /** @typedef {Own & { letters: Row[], blocks?: (Matrices & { heads: number })[] }} Model */
  /** @typedef {(model: Model, known: number[]) => { chances: Row[], looks: Row[] }} Run */

  /** @type {(x: Row, y: Row) => number} */
  const dot = (x, y) => x.reduce((sum, a, i) => sum + a * y[i], 0);
  /** @type {(matrix: Row[], x: Row) => Row} */
  const linear = (matrix, x) => matrix.map((row) => dot(row, x));
  /** @type {(x: Row, y: Row) => Row} */
  const add = (x, y) => x.map((a, i) => a + y[i]);
  /** @type {(x: Row) => Row} */
  const norm = (x) => {
    const scale = (dot(x, x) / x.length + 1e-5) ** -0.5;
    return x.map((a) => a * scale);
  };
  /** @type {(scores: Row) => Row} */
  const softmax = (scores) => {
    const powers = scores.map((score) => Math.exp(score - Math.max(...scores)));
    const total = powers.reduce((sum, power) => sum + power, 0);
    return powers.map((power) => power / total);
  };

  /** One head: the share of each place, and the mean of the values.
      @type {(query: Row, keys: Row[], values: Row[]) => { shares: Row, found: Row }} */
  const look = (query, keys, values) => {
    const shares = softmax(keys.map((key) => dot(query, key) / Math.sqrt(query.length)));
    return {
      shares,
      found: query.map((_, i) =>
        dot(
          shares,
          values.map((value) => value[i]),
        ),
      ),
    };
  };

  /** gpt.py on numbers: what may follow each place, and where the heads look from the last.
      @type {Run} */
  const gpt = ({ letters, places, blocks = [], out }, known) => {
    /** @type {Row[]} */
    let looks = [];
    let xs = known.map((k, t) => norm(add(letters[k], places[t])));
    for (const { heads, query, key, value, mix, up, down } of blocks) {
      const made = (/** @type {Row[]} */ matrix) => xs.map((x) => linear(matrix, norm(x)));
      const [queries, keys, values] = [query, key, value].map(made);
      const size = query.length / heads;
      const seen = queries.map((asked, t) => {
        const each = Array.from({ length: heads }, (_, h) => {
          const part = (/** @type {Row} */ x) => x.slice(h * size, (h + 1) * size);
          return look(part(asked), keys.slice(0, t + 1).map(part), values.map(part));
        });
        looks = each.map(({ shares }) => shares);
        return linear(
          mix,
          each.flatMap(({ found }) => found),
        );
      });
      xs = xs.map((x, t) => add(x, seen[t]));
      const relu = (/** @type {number} */ y) => Math.max(y, 0);
      xs = xs.map((x) => add(x, linear(down, linear(up, norm(x)).map(relu))));
    }
    return { chances: xs.map((x) => softmax(linear(out, x))), looks };
  };

  /** The head of chapter 19: the key of a place is made from the letter before it.
      @type {Run} */
  const head = ({ letters, ask, offer, give, say }, known) => {
    const rows = known.map((k) => letters[k]);
    const keys = rows.slice(0, -2).map((row) => linear(offer, row));
    if (!keys.length) return { chances: [letters.map(() => 0)], looks: [[]] };
    const values = rows.slice(1, -1).map((row) => linear(give, row));
    const { shares, found } = look(linear(ask, rows[rows.length - 1]), keys, values);
    return { chances: [softmax(linear(say, found))], looks: [[Number.NaN, ...shares]] };
  };

  /** @type {Run} */
  const said = (model, known) => (model.blocks ? gpt : head)(model, known);

  /** An arc back from the last of some places to each, as broad as its share.
      @type {(shares: Row, places: number) => string} */
  const arcs = (shares, places) => {
    const last = shares.length + 1; // nothing looks at the first place and the last
    const paths = shares.map((p, t) => {
      const half = (last - 1 - t) / 2;
      const arc = `M${t + 0.5} 1.5A${half} ${0.45 * half} 0 0 1 ${last - 0.5} 1.5`;
      return p >= 0 ? `<path d="${arc}" style="--share: ${p}"/>` : "";
    });
    return (
      `<tr aria-hidden="true"><td></td><td colspan="${places}">` +
      `<svg class="arcs" viewBox="0 0 ${places} 1.5">${paths.join("")}</svg></td></tr>`
    );
  };

  const SHORT = /** @type {const} */ ({ notation: "compact", compactDisplay: "long" });
  const STEPS =
    `<p class="knob"><span class="knob-shows" aria-hidden="true"></span>` +
    `<span class="ends" aria-hidden="true"><span></span><span></span></span></p>`;
  const percent = (/** @type {number} */ p) => (p < 0.005 ? "<1%" : `${Math.round(100 * p)}%`);

  /** The steps that were noted, and the model after each; or a model that is trained.
      @type {(told: any) => [string, Model][]} */
  const noted = (told) => Object.entries(told.letters ? { "": told } : told);

  class NextLetter extends HTMLElement {
    letters = this.dataset.letters ?? "";
    first = this.dataset.first ?? ""; // stands before a text, and ends it
    most = Number(this.dataset.most); // letters of a text
    book = noted(JSON.parse(this.dataset.model ?? ""));
    models = this.book;
    own = this.book; // the reader's, once they have trained
    swap = document.createElement("button");
    input = document.createElement("input");
    knob = document.createElement("input"); // of the steps that were noted, which one

    connectedCallback() {
      if (this.firstChild) return;
      const key = (/** @type {string} */ letter) =>
        `<button type="button" class="key" tabindex="-1"><i></i>${letter}<span></span></button>`;
      this.innerHTML =
        `<div class="bar"><label>${this.dataset.asks} </label><button type="button">Clear</button>` +
        `</div>${this.models.length > 1 ? STEPS : ""}` +
        `<div class="nexts" role="group" aria-label="Next letter">` +
        `${[...this.letters].map(key).join("")}</div>` +
        `<table class="looks"></table><p class="status" role="status"></p>`;
      Object.assign(this.input, {
        className: "typed",
        value: this.dataset.begun,
        size: this.most,
        spellcheck: false,
      });
      Object.assign(this.input, { type: "text", autocomplete: "off", autocapitalize: "none" });
      this.input.addEventListener("input", () => this.show());
      this.querySelector("label")?.append(this.input);
      this.querySelector(".bar > button")?.addEventListener("click", () => this.show(""));
      Object.assign(this.knob, { type: "range", min: 0, ariaLabel: "step" });
      this.knob.addEventListener("input", () => this.show());
      this.querySelector(".knob-shows")?.after(this.knob);
      this.turn(0);
      this.keys = /** @type {HTMLElement[]} */ ([...this.querySelectorAll(".key")]);
      for (const [k, one] of this.keys.entries()) {
        one.addEventListener("click", () => this.take(this.letters[k]));
      }
      this.swap.type = "button";
      this.swap.addEventListener("click", () => this.use(this.mine ? this.book : this.own));
      this.show();
      const told = trained.read()[this.dataset.of ?? ""];
      if (told) this.adopt(told, "With the numbers you trained when you were here before. ");
    }

    /** Whether it is the reader's own that answers. */
    get mine() {
      return this.models !== this.book;
    }

    /** @param {number} to one of the steps that were noted, by its place */
    turn(to) {
      this.knob.max = String(this.models.length - 1);
      for (const [k, end] of this.querySelectorAll(".ends > span").entries())
        end.textContent = String(this.models.at(-k)?.[0]);
      this.knob.value = String(to);
    }

    get model() {
      return this.models[Number(this.knob.value)][1];
    }

    /** @param {string} letter */
    take(letter) {
      const { value } = this.input;
      if (letter === this.first) this.show("", value ? `You wrote ${value}. ` : "");
      else if (value.length < this.most) this.show(value + letter);
    }

    /** From now on the reader's own model, unless its numbers ran off or are those of another kind.
        @param {object} told @param {string} before what was done */
    adopt(told, before) {
      try {
        const own = noted(told);
        const [, last] = own[own.length - 1];
        const { chances } = said(last, Array(this.first.length + this.most).fill(1));
        if (!chances.flat().every(Number.isFinite)) return false;
        this.own = own;
      } catch {
        return false;
      }
      this.querySelector(".bar")?.append(this.swap);
      this.use(this.own, before);
      return true;
    }

    /** Answer by one of both, as it is in the end.
        @param {[string, Model][]} models @param {string} [before] what was done */
    use(models, before) {
      this.models = models;
      this.swap.textContent = this.mine ? "The book’s numbers" : "Your numbers";
      this.turn(models.length - 1);
      this.show(this.input.value, before);
    }

    /** @param {string} [text] @param {string} [before] what was done */
    show(text = this.input.value, before = "") {
      const { letters, first, most, input, knob, model, models, keys = [] } = this;
      const plain = text.toLowerCase().normalize("NFD"); // an accent stands by itself, and goes
      const kept = [...plain].filter((one) => one !== first && letters.includes(one));
      const name = kept.slice(0, most).join("");
      if (input.value !== name) input.value = name;
      const known = [...(first + name)].map((one) => letters.indexOf(one));
      const { chances, looks } = said(model, known);
      const now = chances[chances.length - 1];
      const best = [...now.keys()].sort((one, other) => now[other] - now[one]);
      for (const [k, key] of keys.entries()) {
        key.style.setProperty("--share", String(now[k]));
        key.ariaDisabled = String(letters[k] !== first && name.length === most);
        key.children[1].textContent = now[k] < 0.005 ? "" : percent(now[k]);
      }
      const places = Array.from({ length: first.length + most }, (_, t) => t);
      const lines = [places.map((t) => `<td class="read">${(first + name)[t] ?? ""}</td>`)];
      for (const shares of looks) {
        const cell = (/** @type {number} */ p) =>
          `<td class="look" style="--share: ${p}">${percent(p)}</td>`;
        lines.push(places.map((t) => (shares[t] >= 0 ? cell(shares[t]) : "<td></td>")));
      }
      const titles = [
        "letter",
        ...looks.map((_, h) => (looks.length > 1 ? `head ${h + 1}` : "share")),
      ];
      const rows = lines.map(
        (line, n) => `<tr><th scope="row">${titles[n]}</th>${line.join("")}</tr>`,
      );
      const back = model.blocks ? "" : arcs(looks[0], places.length);
      /** @type {HTMLElement} */ (this.querySelector("table")).innerHTML = back + rows.join("");
      const likely = best.slice(0, 3).map((k) => `${letters[k]}\u00a0${percent(now[k])}`);
      const after = name ? `after ${name}` : "to begin with";
      const [steps] = models[Number(knob.value)];
      const shows = this.querySelector(".knob-shows");
      if (shows) shows.textContent = knob.ariaValueText = `step = ${steps}`;
      const when = models.length > 1 ? ` at step ${steps},` : "";
      let words = `${this.mine ? "Your" : "The book’s"} ${this.dataset.what}${when} ${after}: ${likely.join(", ")}.`;
      if (!now[best[0]]) words = "Three letters, at least: the last one asks.";
      if (first && name) words += ` It ${this.odds(name, known, chances)}.`;
      if (first && name.length === most) words += ` More than ${most} letters it can’t read.`;
      /** @type {HTMLElement} */ (this.querySelector("[role=status]")).textContent = before + words;
    }

    /** In how many texts this one comes once, whole; a text that is full has no end to guess.
        @param {string} name @param {number[]} known @param {Row[]} chances */
    odds(name, known, chances) {
      const next = [...known.slice(1), 0].slice(0, this.most);
      const whole = next.reduce((all, k, t) => all * chances[t][k], 1);
      if (whole < 1e-12) return `all but never writes ${name}`;
      const many = (1 / whole).toLocaleString("en", { ...SHORT, maximumSignificantDigits: 2 });
      return `writes ${name} once in ${many} names`;
    }
  }

  /* The last cell of a place has trained a model, to its end or until Stop. */
  document.addEventListener("book-ran", async (event) => {
    const of = /** @type {CustomEvent} */ (event).detail.trained;
    const found = of && document.querySelector(`next-letter[data-of="${of}"]`);
    if (!(found instanceof NextLetter)) return;
    const { live, cell } = /** @type {any} */ (event.target).made;
    /* On a copy; the cell below may define what tells. */
    const came = await live.check(cell.number + 2, found.dataset.tells, []);
    try {
      const told = JSON.parse(came.printed);
      if (found.adopt(told, "Now with the numbers you trained. ")) trained.write({ [of]: told });
    } catch {} // nan: it keeps the numbers that it has
  });

  customElements.define("next-letter", NextLetter);
});
