/* <guessing-game>: a hidden name is guessed, a tap or a key for each letter, alone or against a table
   of pairs. The chapter's cells print names, the table's guesses and the target. */

(() => {
  const said = (/** @type {string} */ letter) => (letter === "." ? "the end" : letter);

  class GuessingGame extends HTMLElement {
    letters = this.dataset.letters ?? "";
    names = (this.dataset.names ?? "").split(" ");
    rows = (this.dataset.rows ?? "").split(" "); // after each letter, the likeliest first
    players = this.dataset.rows ? ["you", "table"] : ["you"];
    at = -1;
    over = 0;
    tried = "";
    /** @type {number[][]} both players' guesses, for the letters of this name that are found */
    found = [];
    /** @type {number[][]} and for those of all names that are */
    all = [];

    connectedCallback() {
      if (this.at >= 0) return;
      const keys = [...this.letters.slice(1), "."].map(
        (one) => `<button type="button" tabindex="-1" aria-label="${said(one)}">${one}</button>`,
      );
      this.innerHTML =
        `<table class="guesses"></table><div class="bar" role="toolbar" aria-label="Guess a letter">` +
        `${keys.join("")}</div><p class="status" role="status"></p>` +
        `<div class="bar"><button type="button">Another name</button></div>`;
      this.keys = /** @type {HTMLElement[]} */ ([...this.querySelectorAll("[role=toolbar] > *")]);
      this.keys[0].tabIndex = 0; // one stop: arrows and letters do the rest
      for (const key of this.keys) {
        key.addEventListener("click", () => this.take(key.textContent ?? ""));
      }
      this.next = this.querySelector(".bar:last-child > button");
      this.next?.addEventListener("click", () => this.begin());
      this.addEventListener("keydown", (event) => this.press(event));
      this.begin();
    }

    begin() {
      this.at = (this.at + 1) % this.names.length;
      [this.tried, this.found] = ["", []];
      this.show("Guess the first letter.");
    }

    /** @param {KeyboardEvent} event */
    press(event) {
      const keys = this.keys ?? [];
      const typed = keys.find((key) => key.textContent === event.key.toLowerCase());
      const held = keys.indexOf(/** @type {HTMLElement} */ (document.activeElement));
      const to = { ArrowLeft: held < 1 ? -1 : held - 1, ArrowRight: held + 1 }[event.key];
      const key = typed ?? (to === undefined ? to : keys.at(to % keys.length));
      if (!key || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation(); // some letters are shortcuts of the page
      for (const one of keys) one.tabIndex = one === key ? 0 : -1;
      key.focus();
      if (!event.repeat) typed?.click();
    }

    /** @param {string} letter */
    take(letter) {
      const name = `${this.names[this.at]}.`;
      const n = this.found.length;
      if (n === name.length || this.tried.includes(letter)) return;
      this.tried += letter;
      const guess = this.tried.length;
      if (letter !== name[n]) return this.show(`Not ${said(letter)}. Guesses: ${guess}.`);
      const row = this.rows[this.letters.indexOf(name[n - 1] ?? ".")] ?? "";
      const its = [...row.slice(0, row.indexOf(letter) + 1)];
      this.found.push([guess, its.length]);
      this.tried = "";
      const table = its.length ? ` The table’s guesses: ${its.map(said).join(", ")}.` : "";
      const right = `Yes, ${said(letter)}, with guess ${guess}.${table}`;
      this.show(letter === "." ? this.ends() : right);
    }

    /** The name, and the means over all names so far. */
    ends() {
      this.all.push(...this.found);
      this.over += 1;
      const [you, table] = [0, 1].map((who) => {
        const sum = this.all.reduce((before, one) => before + one[who], 0);
        return (sum / this.all.length).toFixed(1);
      });
      const names = `${this.over} ${this.over === 1 ? "name" : "names"}`;
      const told = `It’s ${this.names[this.at]}. Over ${names}, a letter took you ${you} guesses`;
      if (this.players.length === 1) return `${told}.`;
      return `${told}, and the table ${table}. ${this.dataset.target}`;
    }

    /** @param {string} words */
    show(words) {
      const { found, tried, players } = this;
      const name = `${this.names[this.at]}.`;
      const open = found.length < name.length;
      const line = (/** @type {string} */ head, /** @type {(string | number)[]} */ cells) =>
        `<tr><th scope="row">${head}</th>${cells.map((one) => `<td>${one}</td>`).join("")}</tr>`;
      const rows = players.map((who, k) => {
        const guesses = found.map((one) => (one[k] < one[1 - k] ? `<b>${one[k]}</b>` : one[k]));
        return line(who, open ? [...guesses, k ? "" : tried.length] : guesses);
      });
      const letters = [...name.slice(0, found.length), open ? "_" : ""].filter(Boolean);
      const table = /** @type {HTMLElement} */ (this.firstElementChild);
      table.innerHTML = line("name", letters) + rows.join("");
      for (const key of this.keys ?? []) {
        key.ariaDisabled = String(!open || tried.includes(key.textContent ?? ""));
      }
      this.next?.classList.toggle("primary", !open);
      /** @type {HTMLElement} */ (this.querySelector("[role=status]")).textContent = words;
    }
  }

  customElements.define("guessing-game", GuessingGame);
})();
