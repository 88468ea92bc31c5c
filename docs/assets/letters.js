/* <letter-table>: a table of pairs of letters to click. A name is written through it, letter by
   letter, each with its probability. <letter-writer>: such a table writes names by itself. The
   chapter's cells print the numbers. */

customElements.whenDefined("book-progress").then(() => {
  const { element, drawn, button, bar } = unpasted.elements;

  /**
   * The table, a square for each pair.
   * @param {string} letters
   * @param {number[]} shades
   */
  const table = (letters, shades) => {
    const size = letters.length;
    const viewBox = `-1.2 -1.2 ${size + 1.4} ${size + 1.4}`;
    const hidden = { "aria-hidden": "true" }; // buttons and words say the same
    const svg = drawn("svg", { class: "letters", viewBox, ...hidden });
    const cells = shades.map((shade, at) => {
      const place = `x="${at % size}" y="${Math.floor(at / size)}" width="1" height="1"`;
      return `<rect ${place} fill-opacity="${shade.toFixed(2)}"/>`;
    });
    const names = [...letters].map((letter, n) => {
      const [above, beside] = [`x="${n + 0.5}" y="-0.3"`, `x="-0.6" y="${n + 0.8}"`];
      const text = (/** @type {string} */ at) => `<text class="letter" ${at}>${letter}</text>`;
      return text(above) + text(beside);
    });
    svg.innerHTML = [...cells, ...names].join("");
    return svg;
  };

  /** What marks a part of a row. @param {number} width */
  const edge = (width) => drawn("rect", { class: "letter-row", width, height: 1 });

  class LetterTable extends HTMLElement {
    letters = this.dataset.letters ?? "";
    counts = (this.dataset.counts ?? "").split(" ").map(Number);
    name = "";
    says = element("p", { class: "status", role: "status" });
    keys = bar();
    edge = edge(this.letters.length);

    connectedCallback() {
      if (this.keys.isConnected) return;
      const size = this.letters.length;
      const most = Math.log(1 + Math.max(...this.counts));
      const svg = table(
        this.letters,
        this.counts.map((count) => Math.log(1 + count) / most),
      );
      svg.append(this.edge);
      svg.addEventListener("click", (event) => {
        const box = svg.getBoundingClientRect();
        const x = ((event.clientX - box.left) / box.width) * (size + 1.4) - 1.2;
        this.take(Math.min(size - 1, Math.max(0, Math.floor(x))));
      });
      this.append(svg, this.keys, this.says); // below what the page says of it
      this.show("Choose a column or a letter: it follows the dot, and begins a name.");
    }

    /** The row that is asked: that of the last letter. */
    get row() {
      const size = this.letters.length;
      const at = this.letters.indexOf(this.name.at(-1) ?? ".");
      return this.counts.slice(at * size, (at + 1) * size);
    }

    /** @param {number} column */
    take(column) {
      const { row } = this;
      const total = row.reduce((sum, n) => sum + n, 0);
      const letter = this.letters[column];
      const pair = `${this.name.at(-1) ?? "."}${letter}`;
      const came = `${pair} came ${row[column]} times out of ${total}`;
      if (!row[column]) return this.show(`${came}: no name in the list goes on like that.`);
      const said = `${came}, a probability of ${(row[column] / total).toFixed(3)}.`;
      this.name += letter === "." ? "" : letter;
      if (letter !== ".") return this.show(`${said} So far: ${this.name}.`);
      const whole = this.name || "nothing at all";
      this.name = "";
      return this.show(`${said} You wrote ${whole}. Begin another one.`);
    }

    /** @param {string} words */
    show(words) {
      const { row } = this;
      this.edge.setAttribute("y", String(this.letters.indexOf(this.name.at(-1) ?? ".")));
      const held = [...this.keys.children].indexOf(/** @type {Element} */ (document.activeElement));
      const buttons = [...this.letters].map((letter, column) => {
        const key = button(letter, () => this.take(column));
        key.ariaLabel = `${letter === "." ? "end" : letter}, ${row[column]} times`;
        return key;
      });
      this.keys.replaceChildren(...buttons);
      buttons[held]?.focus();
      this.says.textContent = words;
    }
  }

  class LetterWriter extends HTMLElement {
    letters = this.dataset.letters ?? "";
    odds = (this.dataset.odds ?? "").split(" ").map(Number);
    name = element("p", { class: "written", "aria-hidden": "true" }); // the status says it whole
    says = element("p", { class: "status", role: "status" });
    marks = [this.letters.length, 1].map(edge); // the row, and what was drawn from it
    svg = table(
      this.letters,
      this.odds.map((p) => Math.sqrt(p)),
    );
    button = button("Write a name", () => this.begin());
    /** @type {string[]} */
    wrote = [];
    timer = 0;

    connectedCallback() {
      if (this.button.isConnected) return;
      this.svg.append(this.marks[0]);
      this.append(this.svg, bar(this.button), this.name, this.says);
    }

    disconnectedCallback() {
      clearTimeout(this.timer);
    }

    begin() {
      clearTimeout(this.timer);
      this.name.replaceChildren();
      this.svg.append(...this.marks);
      this.draw(0, "");
    }

    /**
     * Draws a letter from a row, and goes on from its own.
     * @param {number} row
     * @param {string} before
     */
    draw(row, before) {
      const size = this.letters.length;
      const odds = this.odds.slice(row * size, (row + 1) * size);
      let luck = Math.random() * odds.reduce((sum, p) => sum + p, 0);
      let column = 0;
      while (column < size - 1 && luck >= odds[column]) {
        luck -= odds[column];
        column += 1;
      }
      for (const mark of this.marks) mark.setAttribute("y", String(row));
      this.marks[1].setAttribute("x", String(column));
      const percent = Math.round(100 * odds[column]);
      const share = element("rt", {}, percent ? `${percent}%` : "<1%"); // it was possible
      this.name.append(element("ruby", {}, this.letters[column], share));
      const name = column ? before + this.letters[column] : before;
      if (column && name.length < 12) {
        const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
        this.timer = setTimeout(() => this.draw(column, name), still ? 0 : 500);
        return;
      }
      this.wrote = [...this.wrote, name || "(nothing)"].slice(-8);
      this.says.textContent = `Written so far: ${this.wrote.join(", ")}.`;
      this.button.textContent = "Write another";
    }
  }

  customElements.define("letter-table", LetterTable);
  customElements.define("letter-writer", LetterWriter);
});
