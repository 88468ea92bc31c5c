/* A drawing that is larger than its stage pans inside it; a small map says where, and pans it. */

const { drawn } = require("./elements.js");

class Stage {
  /** @param {HTMLElement} frame what pans */
  constructor(frame) {
    this.frame = frame;
    this.map = /** @type {SVGSVGElement} */ (
      drawn("svg", {
        class: "map room-s room-m room-l",
        "aria-hidden": "true",
        preserveAspectRatio: "xMidYMin",
      })
    );
    this.pane = drawn("rect", { class: "pane" });
    frame.addEventListener("scroll", () => this.follow());
    for (const type of ["pointerdown", "pointermove"]) {
      this.map.addEventListener(type, (event) => this.pan(/** @type {PointerEvent} */ (event)));
    }
    const figure = frame.parentElement;
    this.room = 0;
    if (figure) new ResizeObserver(() => this.fit(figure.clientWidth)).observe(figure);
  }

  /**
   * Whether there is a map is decided without it, for it takes some of the room; and once for each
   * width, for the figure is higher with it.
   * @param {number} room
   */
  fit(room) {
    if (room === this.room) return;
    this.room = room;
    this.map.remove();
    const { frame } = this;
    const svg = [...frame.querySelectorAll("svg")].find((one) => one.checkVisibility());
    const tall = frame.scrollHeight > frame.clientHeight + 4;
    if (!svg || !(tall || frame.scrollWidth > frame.clientWidth + 4)) return;
    const copy = drawn("use");
    const href = `#${svg.querySelector("g")?.id}`;
    copy.setAttributeNS("http://www.w3.org/1999/xlink", "xlink:href", href); // Material writes any [href]
    this.map.setAttribute("viewBox", svg.getAttribute("viewBox") ?? "");
    this.map.classList.toggle("tall", tall);
    this.map.replaceChildren(copy, this.pane);
    frame.after(this.map);
    this.follow();
  }

  /* The pane of the map is what shows of the drawing. */
  follow() {
    if (!this.map.isConnected) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth, scrollHeight } =
      this.frame;
    const { width, height } = this.map.viewBox.baseVal;
    const [x, y] = [width / scrollWidth, height / scrollHeight];
    const pane = {
      x: scrollLeft * x,
      y: scrollTop * y,
      width: clientWidth * x,
      height: clientHeight * y,
    };
    for (const [key, value] of Object.entries(pane)) this.pane.setAttribute(key, String(value));
  }

  /** @param {PointerEvent} event */
  pan(event) {
    if (!event.buttons) return;
    event.preventDefault();
    const { frame, map } = this;
    const pressed = new DOMPoint(event.clientX, event.clientY);
    const { x, y } = pressed.matrixTransform(map.getScreenCTM()?.inverse());
    const { width, height } = map.viewBox.baseVal;
    frame.scrollTo({
      left: (x / width) * frame.scrollWidth - frame.clientWidth / 2,
      top: (y / height) * frame.scrollHeight - frame.clientHeight / 2,
      behavior: "instant",
    });
  }
}

module.exports = { Stage };
