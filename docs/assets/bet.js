/* <place-bet>: a button for each of `data-choices`; further down the page another one, which knows in
   `data-won` the choice that wins, says what became of the bet. It's kept as the book keeps progress. */

customElements.whenDefined("book-progress").then(() => {
  const { element, button } = unpasted.elements;
  const store = new unpasted.stored.Store("bet", (/** @type {any} */ { on }) => ({
    on: typeof on === "string" ? on : "",
  }));

  class PlaceBet extends HTMLElement {
    bar = element("div", { class: "bar", role: "group", "aria-label": "Your bet" });
    says = element("p", { class: "status" });
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
      for (const on of this.dataset.choices?.split(" ") ?? [])
        this.bar.append(button(on, () => store.write({ on })));
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
        button.ariaPressed = String(chosen);
      }
      const { won } = this.dataset;
      const placed = won ? "You placed no bet." : "";
      const ends = won ? `, and ${on === won ? "won" : "lost"}.` : ".";
      this.says.textContent = on ? `You bet on ${on}${ends}` : placed;
    }
  }

  customElements.define("place-bet", PlaceBet);
});
