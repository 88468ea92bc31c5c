/* <scrolled-figure>: a graph that stays in sight while its passages scroll by. Its first drawing is
   filled with what each state shows, as the reader passes the place where that stands, or reaches
   it by a key. On paper each state stands where it is told. */

const { all, define, element, say } = require("./elements.js");
const { CHARACTER, reveal, rove, told } = require("./sheet.js");
const LINE = 0.8; // of the height of the screen: what is above it is passed
const UNDER = 0.48; // and where the graph ends: what a question holds back waits from there on
const AWAY = 100; // pixels that the page is scrolled, until a place that has the focus counts no more
const roomy = matchMedia("(min-height: 30em)"); // on a lower screen each state stands in its place
const ROWS = ["data", "grad"];

/** What a part of a box says; nothing where it is hollow.
    @param {Element} box @param {string} part */
const written = (box, part) =>
  box.querySelector(`[data-part="${part}"]`)?.textContent?.trim() ?? "";

class Scrolled {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.states = all("[data-scrolled]", host);
    const [first, ...later] = this.states;
    this.figure = /** @type {HTMLElement} */ (first.querySelector("figure"));
    for (const one of all(ROWS.map((row) => `svg [data-part="${row}"]`).join(), host)) {
      const x = Number(one.getAttribute("x")) + CHARACTER * (one.textContent ?? "").length;
      one.setAttribute("x", String(x + 2)); // it ends where its box does, however large it is
      one.setAttribute("text-anchor", "end");
    }
    /** What each state shows; the first is filled, so that of it a copy is kept. */
    this.drawn = [/** @type {HTMLElement} */ (this.figure.cloneNode(true)), ...later];
    this.waits = element("p", { class: "caption" }, say("The graph waits for your answer."));
    this.figure.append(this.waits);
    this.at = 0;
    this.paper = false; // whether it is being printed
    /** @type {{ at: number, y: number } | null} */
    this.reached = null;
    this.label();
    for (const svg of this.figure.querySelectorAll("svg")) rove(svg);
  }

  sizing = new ResizeObserver(() => {
    this.host.style.minHeight = `${this.figure.offsetHeight}px`; // beside a text that is shorter
    const drawn = all("svg > g", this.figure).find((one) => one.checkVisibility());
    const unit = /** @type {SVGGraphicsElement | undefined} */ (drawn)?.getScreenCTM()?.a ?? 1;
    this.figure.style.setProperty("--unit", String(unit));
    this.update();
    if (!this.at) this.ready();
  });

  /** @param {AbortSignal} signal */
  enter(signal) {
    this.sizing.observe(this.host);
    addEventListener("scroll", () => this.update(), { signal, passive: true });
    addEventListener("resize", () => this.update(), { signal });
    this.host.addEventListener("focusin", (event) => this.reach(event), { signal });
    this.update();
  }

  leave() {
    this.sizing.disconnect();
  }

  /* The key that reaches something in a passage leads the figure there. */
  reach(/** @type {FocusEvent} */ { target }) {
    const to = /** @type {HTMLElement} */ (target);
    if (this.figure.contains(to) || !to.matches(":focus-visible")) return;
    const before = Node.DOCUMENT_POSITION_PRECEDING;
    const at = this.last((state) => (to.compareDocumentPosition(state) & before) > 0);
    requestAnimationFrame(() => {
      this.reached = { at, y: scrollY };
      this.update();
    });
  }

  /* What the last move filled is in sight, and as much as fits of what the next will fill. */
  ready() {
    const boxes = all("svg .node.value", this.figure).filter((box) => box.checkVisibility());
    const filled = (/** @type {number} */ at) => {
      const states = this.drawn.slice(at - 1, at + 1);
      return boxes.filter(({ dataset: { name } }) => {
        const [was, is] = states.map((one) => one.querySelector(`[data-name="${name}"]`));
        return was && is && ROWS.some((row) => written(was, row) !== written(is, row));
      });
    };
    const parts = [...filled(this.at), ...filled(this.at + 1)];
    reveal(parts, this.at ? undefined : "instant");
  }

  /** The last state of which something is true; what a question holds back is none.
      @param {(state: HTMLElement) => boolean} test */
  last(test) {
    return Math.max(
      this.states.findLastIndex((state) => state.checkVisibility() && test(state)),
      0,
    );
  }

  update() {
    if (this.reached && Math.abs(scrollY - this.reached.y) > AWAY) this.reached = null;
    const ended = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
    const line = ended ? Infinity : LINE * innerHeight;
    const above = (/** @type {HTMLElement} */ state) => state.getBoundingClientRect().top < line;
    const passed = this.last(above);
    const follows = roomy.matches && !this.paper;
    const gone = (/** @type {HTMLElement} */ state) =>
      (state.closest("book-held") ?? state).getBoundingClientRect().top < UNDER * innerHeight;
    this.waits.hidden = !follows || !this.states.some((state, n) => n > passed && gone(state));
    this.states[0].classList.toggle("waits", !this.waits.hidden);
    this.show(follows ? (this.reached?.at ?? passed) : 0);
  }

  /** @param {boolean} now */
  print(now) {
    this.paper = now;
    this.update();
  }

  /** @param {number} at */
  show(at) {
    if (at === this.at) return;
    const state = this.drawn[at];
    const drawn = state.querySelectorAll("svg"); // for the same rooms, in the same order
    for (const [room, svg] of all("svg", this.figure).entries()) {
      for (const box of all(".node.value", svg)) {
        const now = drawn[room]?.querySelector(`[data-name="${box.dataset.name}"]`);
        const changed = now ? ROWS.filter((row) => written(now, row) !== written(box, row)) : [];
        box.classList.toggle("filled", Boolean(changed.length) && at > this.at);
        if (!now || !changed.length) continue;
        box.replaceChildren(...now.cloneNode(true).childNodes);
        for (const row of changed) {
          for (const one of all(`[data-part^="${row}"]`, box)) one.classList.add("landing");
        }
      }
      const edges = drawn[room]?.querySelectorAll(".edge") ?? [];
      for (const [n, edge] of all(".edge", svg).entries())
        edge.replaceChildren(...(edges[n]?.cloneNode(true).childNodes ?? []));
    }
    for (const part of ["title", "figcaption"]) {
      const told = state.querySelector(part)?.innerHTML ?? "";
      for (const one of this.figure.querySelectorAll(part)) one.innerHTML = told;
    }
    this.at = at;
    this.label();
    this.ready();
  }

  /* What each box says. */
  label() {
    for (const box of all("svg .node.value", this.figure)) {
      const [name, data, grad] = ["label", ...ROWS].map((part) => written(box, part));
      box.setAttribute("role", "img");
      box.setAttribute("aria-label", told(name, data, grad));
    }
  }
}

define("scrolled-figure", Scrolled);
