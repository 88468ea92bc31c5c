/* <order-bet>: two buttons to bet on what an order game will show. <order-board>: a drawing of all
   orders, of which each fills its box once the reader has run it in the game; the first wrong one
   settles the bet. What an order ends with is the page's own computation, in `data-end`. The bet and
   the orders that were run are kept as the book keeps progress. */

customElements.whenDefined("book-progress").then(() => {
  /** @typedef {{ bet: string, run: string[] }} Kept */
  const { element, button, bar, define } = unpasted.elements;
  const store = new unpasted.stored.Store("orders", (/** @type {any} */ { bet, run }) => ({
    bet: bet === "yes" || bet === "no" ? bet : "",
    run: Array.isArray(run) ? run.filter((one) => typeof one === "string") : [],
  }));
  const kept = () => /** @type {Kept} */ (store.read());

  /** What the page's drawings have by a selector: there is one for each room.
      @param {string} selector */
  const all = (selector) => {
    const found = document.querySelectorAll(`order-board ${selector}`);
    return /** @type {SVGGElement[]} */ ([...found]);
  };

  /** @param {string} order */
  const boxes = (order) => all(`[data-order="${CSS.escape(order)}"]`);

  /** What the orders that were run ended with. */
  const endings = () => new Set(kept().run.flatMap((one) => boxes(one)[0]?.dataset.end ?? []));

  /** Whether an order was run that does not end right: the order matters. */
  const settled = () => {
    const { right = "" } = /** @type {HTMLElement} */ (document.querySelector("order-board"))
      .dataset;
    return [...endings()].some((end) => end !== right);
  };

  const won = (/** @type {string} */ bet) => (bet === "yes" ? "won" : "lost");

  class OrderBet {
    says = element("p", { class: "status", role: "status" });
    bets = [
      { bet: "no", text: "No, it can’t" },
      { bet: "yes", text: "Yes, it can" },
    ].map(({ bet, text }) => ({ bet, made: button(text, () => store.write({ bet })) }));

    /** @param {HTMLElement} host */
    constructor(host) {
      host.append(bar(...this.bets.map(({ made }) => made)), this.says);
    }

    /** Once the order is known to matter, no bet is taken any more. */
    show() {
      const { bet } = kept();
      const ended = settled();
      for (const { bet: one, made } of this.bets) {
        made.classList.toggle("primary", one === bet);
        made.ariaPressed = String(one === bet);
        made.disabled = ended;
      }
      const open = bet && `You bet on ${bet}. The game below settles it.`;
      const none = "The game has settled it, without a bet of yours.";
      const words = bet ? `You bet on ${bet}, and ${won(bet)}.` : none;
      this.says.textContent = ended ? words : open;
    }
  }

  class OrderBoard {
    says = element("p", { class: "status", role: "status" });
    /** The order that was run last. */
    now = "";

    /** The table of all orders comes after the board: before the game is played, it would tell all.
        @param {HTMLElement} host */
    constructor(host) {
      host.prepend(this.says);
      host.append(...document.querySelectorAll("visit-order > .numbers"));
    }

    /** @param {AbortSignal} signal */
    enter(signal) {
      document.addEventListener("ordered", (event) => this.ran(event), { signal });
    }

    /** An order of the game was run to its end.
        @param {Event} event */
    ran(event) {
      const order = /** @type {CustomEvent<string[]>} */ (event).detail.join("");
      if (!boxes(order).length) return;
      const open = !settled();
      const { bet, run } = kept();
      this.now = order;
      if (run.includes(order)) this.show();
      else store.write({ run: [...run, order] });
      if (!open || !settled()) return;
      this.says.append(` So the order matters${bet && `: you ${won(bet)} your bet`}.`);
    }

    show() {
      const { run } = kept();
      const ends = endings();
      for (const box of all("[data-order]")) {
        const { order = "" } = box.dataset;
        box.classList.toggle("lit", run.includes(order));
        box.classList.toggle("now", order === this.now);
      }
      const slots = all("[data-slot]");
      for (const one of slots) one.classList.toggle("lit", ends.has(one.dataset.slot ?? ""));
      const most = new Set(slots.map(({ dataset }) => dataset.slot)).size;
      const count = all("[data-order]").filter((one) => one.matches(".lit"));
      const orders = new Set(count.map(({ dataset }) => dataset.order)).size;
      this.says.textContent = orders
        ? `${ends.size} of ${most} endings found, ${orders} of 24 orders run.`
        : "No order has been run yet.";
    }
  }

  define("order-bet", OrderBet, "orders");
  define("order-board", OrderBoard, "orders");
});
