/* <place-bet>: a button for each of `data-choices`; further down the page another one, which knows in
   `data-won` the choice that wins, says what became of the bet. It's kept as the book keeps progress. */

customElements.whenDefined("book-progress").then(() => {
  const { Store } = /** @type {any} */ (unpasted).stored;
  const store = new Store("bet", (/** @type {any} */ { on }) => ({
    on: typeof on === "string" ? on : "",
  }));

  class PlaceBet extends HTMLElement {
    bar = document.createElement("div");
    says = document.createElement("p");
    left = new AbortController();

    connectedCallback() {
      if (!this.says.isConnected) this.build();
      this.left = new AbortController();
      document.addEventListener("book-bet", () => this.show(), { signal: this.left.signal });
      this.show();
    }

    disconnectedCallback() {
      this.left.abort();
    }

    build() {
      this.bar.className = "bar";
      this.bar.role = "group";
      this.bar.ariaLabel = "Your bet";
      for (const one of this.dataset.choices?.split(" ") ?? []) {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = one;
        button.addEventListener("click", () => store.write({ on: one }));
        this.bar.append(button);
      }
      this.says.className = "status";
      if (this.bar.firstChild) {
        this.says.role = "status";
        this.append(this.bar);
      }
      this.append(this.says);
    }

    show() {
      const { on } = store.read();
      for (const button of this.bar.children) {
        const chosen = button.textContent === on;
        button.classList.toggle("primary", chosen);
        button.setAttribute("aria-pressed", String(chosen));
      }
      const { won } = this.dataset;
      const placed = won ? "You placed no bet." : "";
      const ends = won ? `, and ${on === won ? "won" : "lost"}.` : ".";
      this.says.textContent = on ? `You bet on ${on}${ends}` : placed;
    }
  }

  customElements.define("place-bet", PlaceBet);
});
