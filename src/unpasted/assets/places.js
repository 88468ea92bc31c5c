/* A list that the reader puts in order: by dragging, by its buttons, by the keys Up and Down. */

const { element, button, all, say } = require("./elements.js");

class Places {
  /** @param {(i: number) => string} name what is placed
      @param {(order: number[]) => void} changed @param {(text: string) => void} say
      @param {string} label */
  constructor(name, changed, say, label) {
    this.name = name;
    this.changed = changed;
    this.say = say;
    /** @type {number[]} */
    this.order = [];
    this.list = element("ol", { class: "placing", "aria-label": label });
    this.list.addEventListener("pointerdown", (event) => this.take(event));
    this.list.addEventListener("pointermove", (event) => this.drag(event));
    this.list.addEventListener("pointerup", (event) => this.drop(event));
    this.list.addEventListener("pointercancel", () => this.taken && this.place(this.order));
    this.list.addEventListener("keydown", (event) => {
      const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
      const item = /** @type {Element} */ (event.target).closest("li");
      if (!by || !item) return;
      event.preventDefault();
      this.move(this.placed(item), by);
    });
  }

  /** What stands in an item. @param {Element} item */
  placed(item) {
    return this.order[[...this.list.children].indexOf(item)];
  }

  /** Show an order. @param {number[]} order */
  place(order) {
    this.order = order;
    this.taken = undefined;
    this.list.replaceChildren(...order.map((i, at) => this.item(i, at)));
    this.changed(order);
  }

  /** @param {number} i @param {number} at its place */
  item(i, at) {
    const grip = element("span", { class: "grip", "aria-hidden": "true" }, "⠿");
    return element("li", {}, grip, ...this.parts(i, at));
  }

  /** What stands behind the grip of an item.
      @param {number} i
      @param {number} at its place
      @returns {HTMLElement[]} */
  parts(i, at) {
    const up = this.mover(i, -1, at > 0);
    const down = this.mover(i, 1, at < this.order.length - 1);
    return [element("span", {}, this.name(i)), up, down];
  }

  /** A mouse takes an item anywhere, a finger at its grip: elsewhere it scrolls the page.
      @param {PointerEvent} event */
  take(event) {
    const { button, pointerType, pointerId, clientX, clientY } = event;
    const target = /** @type {HTMLElement} */ (event.target);
    const item = /** @type {HTMLElement | null} */ (target.closest("li:not(.spare)"));
    if (!item || button || target.closest("button")) return;
    if (pointerType !== "mouse" && !target.closest(".grip")) return;
    event.preventDefault();
    item.setPointerCapture(pointerId);
    const others = [...this.list.children].filter((other) => other !== item);
    this.taken = { i: this.placed(item), item, others, x: clientX, y: clientY };
    item.classList.add("dragged");
  }

  /** @param {PointerEvent} event */
  drag({ clientY }) {
    if (!this.taken) return;
    const { item, others, y } = this.taken;
    item.style.transform = `translateY(${clientY - y}px)`;
    const to = this.target(clientY);
    others.forEach((other, at) => {
      other.classList.toggle("line-above", at === to);
      other.classList.toggle("line-below", at === to - 1 && to === others.length);
    });
  }

  /** @param {PointerEvent} event */
  drop({ clientY }) {
    if (!this.taken) return;
    const { i } = this.taken;
    const to = this.target(clientY);
    this.place(this.order.filter((j) => j !== i).toSpliced(to, 0, i));
    this.tell(i);
  }

  /** The place among the others that a height means. @param {number} y */
  target(y) {
    const passed = this.taken?.others.filter((other) => {
      const { top, height } = other.getBoundingClientRect();
      return y > top + height / 2;
    });
    return passed?.length ?? 0;
  }

  /** A button that moves an item. @param {number} i @param {number} by @param {boolean} can */
  mover(i, by, can) {
    const made = button(by < 0 ? "↑" : "↓", () => this.move(i, by));
    made.dataset.by = String(by);
    const line = this.name(i);
    const label = by < 0 ? say("Move {line} up", { line }) : say("Move {line} down", { line });
    made.setAttribute("aria-label", label);
    made.setAttribute("aria-disabled", String(!can));
    return made;
  }

  /** Move one by one place; the focus stays with it. @param {number} i @param {number} by */
  move(i, by) {
    const at = this.order.indexOf(i);
    const held = this.list.contains(document.activeElement);
    if (at + by < 0 || at + by >= this.order.length) return;
    this.place(this.order.with(at, this.order[at + by]).with(at + by, i));
    if (held) this.hold(i, by);
    this.tell(i);
  }

  /** @param {number} i what was moved @param {number} by */
  hold(i, by) {
    const item = this.list.children[this.order.indexOf(i)];
    const buttons = all("button:not([aria-disabled=true])", item);
    const same = buttons.find((one) => one.dataset.by === String(by));
    (same ?? buttons[0]).focus();
  }

  /** @param {number} i */
  tell(i) {
    const now = { name: this.name(i), n: this.order.indexOf(i) + 1 };
    this.say(say("{name} is now number {n}.", now));
  }
}

module.exports = { Places };
