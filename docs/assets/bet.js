/* <place-bet>: a button for each of `data-choices`; further down the page another one, which knows in
   `data-won` the choice that wins, says what became of the bet. It's kept as the book keeps progress. */

customElements.whenDefined("book-progress").then(() => {
  const { element, button, define } = unpasted.elements;
  const store = new unpasted.stored.Store("bet", (/** @type {any} */ { on }) => ({
    on: typeof on === "string" ? on : "",
  }));

  class PlaceBet {
    bar = element("div", { class: "bar", role: "group", "aria-label": "Your bet" });
    says = element("p", { class: "status" });

    /** @param {HTMLElement} host */
    constructor(host) {
      const { choices, won } = host.dataset;
      this.won = won;
      const made = choices?.split(" ").map((on) => button(on, () => store.write({ on }))) ?? [];
      this.bar.append(...made);
      if (choices) this.says.role = "status";
      host.append(...(choices ? [this.bar] : []), this.says);
    }

    show() {
      const { on } = store.read();
      for (const button of this.bar.children) {
        const chosen = button.textContent === on;
        button.classList.toggle("primary", chosen);
        button.ariaPressed = String(chosen);
      }
      const { won } = this;
      const placed = won ? "You placed no bet." : "";
      const ends = won ? `, and ${on === won ? "won" : "lost"}.` : ".";
      this.says.textContent = on ? `You bet on ${on}${ends}` : placed;
    }
  }

  define("place-bet", PlaceBet, "bet");
});
