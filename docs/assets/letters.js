/* <letter-table>: a table of pairs of letters to click. A name is written through it, letter by
   letter, each with its probability. <letter-writer>: such a table writes names by itself. The
   chapter's cells print the numbers. */

(() => {
  const SVG = "http://www.w3.org/2000/svg";

  /**
   * The table, a square for each pair.
   * @param {string} letters
   * @param {number[]} shades
   */
  const drawn = (letters, shades) => {
    const size = letters.length;
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", `-1.2 -1.2 ${size + 1.4} ${size + 1.4}`);
    svg.setAttribute("class", "letters");
    svg.setAttribute("aria-hidden", "true"); // buttons and words say the same
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

  class LetterTable extends HTMLElement {
    letters = this.dataset.letters ?? "";
    counts = (this.dataset.counts ?? "").split(" ").map(Number);
    name = "";
    says = document.createElement("p");
    keys = document.createElement("div");
    edge = document.createElementNS(SVG, "rect");

    connectedCallback() {
      if (this.keys.isConnected) return;
      const size = this.letters.length;
      const most = Math.log(1 + Math.max(...this.counts));
      const svg = drawn(
        this.letters,
        this.counts.map((count) => Math.log(1 + count) / most),
      );
      svg.append(this.edge);
      this.edge.setAttribute("class", "letter-row");
      this.edge.setAttribute("width", String(size));
      this.edge.setAttribute("height", "1");
      svg.addEventListener("click", (event) => {
        const box = svg.getBoundingClientRect();
        const x = ((event.clientX - box.left) / box.width) * (size + 1.4) - 1.2;
        this.take(Math.min(size - 1, Math.max(0, Math.floor(x))));
      });
      this.keys.className = "bar";
      this.says.className = "status";
      this.says.setAttribute("role", "status");
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
        const key = document.createElement("button");
        key.type = "button";
        key.textContent = letter;
        key.setAttribute("aria-label", `${letter === "." ? "end" : letter}, ${row[column]} times`);
        key.addEventListener("click", () => this.take(column));
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
    button = document.createElement("button");
    name = document.createElement("p");
    says = document.createElement("p");
    marks = [this.letters.length, 1].map((width) => {
      const mark = document.createElementNS(SVG, "rect"); // the row, and what was drawn from it
      mark.setAttribute("class", "letter-row");
      mark.setAttribute("width", String(width));
      mark.setAttribute("height", "1");
      return mark;
    });
    /** @type {string[]} */
    wrote = [];
    timer = 0;

    connectedCallback() {
      if (this.button.isConnected) return;
      const svg = drawn(
        this.letters,
        this.odds.map((p) => Math.sqrt(p)),
      );
      svg.append(this.marks[0]);
      const bar = document.createElement("div");
      bar.className = "bar";
      bar.append(this.button);
      this.button.type = "button";
      this.button.textContent = "Write a name";
      this.button.addEventListener("click", () => {
        clearTimeout(this.timer);
        this.name.replaceChildren();
        svg.append(...this.marks);
        this.draw(0, "");
      });
      this.name.className = "written";
      this.name.setAttribute("aria-hidden", "true"); // the status says it whole
      this.says.className = "status";
      this.says.setAttribute("role", "status");
      this.append(bar, this.name, svg, this.says);
    }

    disconnectedCallback() {
      clearTimeout(this.timer);
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
      const letter = document.createElement("ruby");
      const share = document.createElement("rt");
      const percent = Math.round(100 * odds[column]);
      share.textContent = percent ? `${percent}%` : "<1%"; // what was drawn was possible
      letter.append(this.letters[column], share);
      this.name.append(letter);
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
})();
