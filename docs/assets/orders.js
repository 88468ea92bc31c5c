/* <order-bet>: two buttons to bet on what an order game will show. <order-board>: a drawing of all
   orders, of which each fills its box once the reader has run it in the game; the first wrong one
   settles the bet. What an order ends with is the page's own computation, in `data-end`. */

(() => {
  /** @type {"" | "yes" | "no"} */
  let bet = "";

  class OrderBet extends HTMLElement {
    says = document.createElement("p");
    bar = document.createElement("div");

    connectedCallback() {
      bet = "";
      if (this.says.isConnected) return;
      this.bar.className = "bar";
      this.says.className = "status";
      this.says.setAttribute("role", "status");
      for (const [one, text] of /** @type {const} */ ([
        ["no", "No, it can’t"],
        ["yes", "Yes, it can"],
      ])) {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = text;
        button.setAttribute("aria-pressed", "false");
        button.addEventListener("click", () => this.bets(one, button));
        this.bar.append(button);
      }
      this.append(this.bar, this.says);
    }

    /**
     * @param {"yes" | "no"} one
     * @param {HTMLButtonElement} pressed
     */
    bets(one, pressed) {
      bet = one;
      for (const button of this.bar.children) {
        button.classList.toggle("primary", button === pressed);
        button.setAttribute("aria-pressed", String(button === pressed));
      }
      this.says.textContent = `You bet on ${one}. The game below settles it.`;
    }

    /** The order matters: no bet is taken any more. */
    settles() {
      for (const button of this.bar.querySelectorAll("button")) button.disabled = true;
      const ended = `You bet on ${bet}, and ${bet === "yes" ? "won" : "lost"}.`;
      this.says.textContent = bet ? ended : "The game has settled it, without a bet of yours.";
    }
  }

  class OrderBoard extends HTMLElement {
    says = document.createElement("p");
    /** @type {Set<string>} */
    orders = new Set();
    /** @type {Set<string>} */
    ends = new Set();
    settled = false;

    connectedCallback() {
      document.addEventListener("ordered", this.ran);
      if (this.says.isConnected) return;
      this.says.className = "status";
      this.says.setAttribute("role", "status");
      this.says.textContent = "No order has been run yet.";
      this.prepend(this.says);
    }

    disconnectedCallback() {
      document.removeEventListener("ordered", this.ran);
    }

    /**
     * What a selector finds in the drawings for all rooms.
     * @param {string} selector
     */
    all(selector) {
      return /** @type {NodeListOf<SVGGElement>} */ (this.querySelectorAll(selector));
    }

    /** An order of the game was run to its end. */
    ran = (/** @type {Event} */ event) => {
      const order = /** @type {CustomEvent<string[]>} */ (event).detail;
      const boxes = this.all(`[data-order="${order.join("")}"]`);
      const { end } = boxes[0]?.dataset ?? {};
      if (end === undefined) return;
      for (const one of this.all(".now")) one.classList.remove("now");
      for (const box of boxes) box.classList.add("lit", "now");
      for (const slot of this.all(`[data-slot="${end}"]`)) slot.classList.add("lit");
      this.orders.add(order.join(""));
      this.ends.add(end);
      const slots = new Set([...this.all("[data-slot]")].map(({ dataset }) => dataset.slot));
      const found = `${this.ends.size} of ${slots.size} endings found`;
      const told = `With the order ${order.join(" ")}, a ends with ${end}.`;
      const settles = end !== this.dataset.right && !this.settled;
      this.settled ||= settles;
      const bets = document.querySelector("order-bet");
      if (settles && bets instanceof OrderBet) bets.settles();
      const won = bet && `: you ${bet === "yes" ? "won" : "lost"} your bet`;
      const so = settles ? ` So the order matters${won}.` : "";
      this.says.textContent = `${found}, ${this.orders.size} of 24 orders run. ${told}${so}`;
    };
  }

  customElements.define("order-bet", OrderBet);
  customElements.define("order-board", OrderBoard);
})();
