/* <number-arrives>: what a cell printed, in each place that it passes on its way to a page. Once the
   reader has run the cell of the page's panel, their number goes the same way, place by place. */

(() => {
  const PACE = 500; // milliseconds a place
  const LONGEST = 24; // characters of what was printed

  class NumberArrives extends HTMLElement {
    timer = 0;

    connectedCallback() {
      this.left = new AbortController();
      const heard = (/** @type {Event} */ { target }) => {
        const panel = target instanceof Element && target.closest(".panel");
        if (panel) this.follow(panel);
      };
      document.addEventListener("book-ran", heard, this.left);
    }

    disconnectedCallback() {
      this.left?.abort();
      clearInterval(this.timer);
    }

    /** @param {Element} panel */
    follow(panel) {
      const box = panel.querySelector(".live-compared > :last-child")?.cloneNode(true);
      const own = /** @type {Element | undefined} */ (box);
      if (own?.querySelector(".raised")) return;
      for (const sign of own?.querySelectorAll(".sign") ?? []) sign.remove();
      const printed = own ? own.querySelector("code")?.textContent : this.dataset.printed;
      const text = (printed ?? "").trim();
      const words = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
      const places = [...this.querySelectorAll("b")];
      clearInterval(this.timer);
      const next = () => {
        const place = places.shift();
        if (place) place.textContent = words;
        else clearInterval(this.timer);
      };
      if (matchMedia("(prefers-reduced-motion: reduce)").matches) while (places.length) next();
      else this.timer = setInterval(next, PACE);
    }
  }

  customElements.define("number-arrives", NumberArrives);
})();
