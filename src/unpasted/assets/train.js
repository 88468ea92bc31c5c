/* <train-cell>: a loop that learns, run in the page: its curve beside the book's, and a Stop that
   keeps what was learned. */

const { element, button, bar, why, all, define, say } = require("./elements.js");

const POINTS = 120; // of a curve
const notBegun = () =>
  say("Stopped before its first step. Train begins anew, with the cells above.");

/** The points of a curve in the axes, each the mean of as many turns as there are to one.
    @param {(number | null)[]} curve
    @param {number} turns how many there will be
    @param {Record<"low" | "high" | "left" | "top" | "right" | "bottom", number>} axes
    @param {{ width: number, height: number }} drawing */
function points(curve, turns, axes, { width, height }) {
  const { low, high, left, top, right } = axes;
  const bottom = height - axes.bottom;
  const count = Math.min(POINTS, turns);
  const found = [];
  for (let n = 0; n < count; n++) {
    const end = n ? Math.round(((n + 1) * turns) / count) : 1; // the first is where it begins
    const part = curve.slice(Math.round((n * turns) / count), end);
    if (!part.length) break;
    const mean =
      part.reduce((/** @type {number} */ sum, one) => sum + (one ?? Infinity), 0) / part.length;
    const within = Math.min(1, Math.max(0, (mean - low) / (high - low)));
    const x = left + (n / Math.max(1, count - 1)) * (width - right - left);
    found.push(`${x.toFixed(1)},${(bottom - within * (bottom - top)).toFixed(1)}`);
  }
  return found.join(" ");
}

class Training {
  train = button(say("Train"), () => this.start(), "primary");
  stop = button(say("Stop"), () => this.end());
  bar = element("progress", { max: 1, value: 0, "aria-label": say("Training"), hidden: true });
  says = element("p", { class: "status", role: "status" });
  printed = element("code");
  group = { role: "group", "aria-label": say("Your run") };
  pre = element("pre", this.group, this.printed);
  box = element("div", { class: "output", hidden: true }, this.pre);
  running = false;
  halted = false;
  begun = false; // whether the loop itself runs

  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.axes = JSON.parse(host.dataset.axes ?? "{}");
    this.cell = /** @type {any} */ (host.closest(".cell")?.querySelector("live-cell"));
    this.lines = all("polyline", host).map((built) => {
      const own = /** @type {SVGElement} */ (built.cloneNode());
      own.setAttribute("stroke", "currentColor");
      own.setAttribute("points", "");
      built.after(own);
      return own;
    });
    this.busy(false);
    if (!this.cell) return; // nobody can run it here
    host.append(bar(this.train, this.stop, this.bar), this.says, this.box);
  }

  leave() {
    this.live?.halt();
  }

  end() {
    if (!this.running) return;
    /* The cells above are still running, or a step takes too long for its reader. */
    if (this.halted || !this.begun) this.live?.stop();
    this.halted = true;
    this.live?.halt();
  }

  async start() {
    if (this.running) return;
    const { host, axes, says, printed, pre } = this;
    says.textContent = say("Python is loading…");
    /** @type {(number | null)[]} */
    const curve = [];
    let all = 0; // turns; at first it is not known how many
    this.busy(true);
    printed.textContent = "";
    /** @type {Tell} */
    const tell = {
      curve: host.dataset.curve,
      onwait: (words) => {
        says.textContent = words;
      },
      onprinted: (text) => {
        this.show();
        printed.append(text);
        pre.scrollTo(0, pre.scrollHeight);
      },
      onturn: (more) => {
        if (!all && more.length) all = more.shift() || axes.turns;
        for (const one of more) curve.push(one); // a fast loop has more than a call can be given
        if (!curve.length) return;
        this.begun = true;
        for (const line of this.lines) {
          const { viewBox } = /** @type {SVGSVGElement} */ (line.ownerSVGElement);
          line.setAttribute("points", points(curve, all, axes, viewBox.baseVal));
        }
        this.bar.value = curve.length / all;
        const loss = curve.at(-1)?.toFixed(3) ?? say("not a number");
        says.textContent = say("Step {n} of {all}: {loss}", { n: curve.length, all, loss });
      },
    };
    try {
      const { live, number, code } = await this.cell.made.taken();
      this.live = live;
      if (this.halted) says.textContent = notBegun();
      else this.tell(await live.run(number, code, tell), curve.length, all);
    } catch (error) {
      says.textContent = why(error);
    }
    this.busy(false);
  }

  /** @param {Run} came @param {number} n @param {number} all */
  tell(came, n, all) {
    const raised = came.above?.raised || came.raised;
    const time = `${came.seconds.toFixed(1)} s`;
    const done =
      n < all
        ? say(
            "Stopped after {n} steps. Run the cells below to see what it learned; Train begins again from the first step.",
            { n },
          )
        : say("Trained in {time}. Run the cells below to see what it learned.", { time });
    const gone = say("Its variables are gone: the next run begins anew.");
    const stopped = this.begun ? gone : notBegun();
    const lost = came.died ? `${came.died} ${gone}` : came.stopped ? stopped : "";
    this.says.textContent = lost || raised || done;
    this.says.classList.toggle("wrong", Boolean(came.died || raised));
    if (!lost && !came.above) this.cell.made.ran(came, !raised);
  }

  /** The reader's output, in place of the book's. */
  show() {
    this.box.hidden = false;
    const built = this.host.nextElementSibling;
    if (built?.classList.contains("output")) built.toggleAttribute("hidden", true);
  }

  /** @param {boolean} is */
  busy(is) {
    this.running = is;
    this.halted = this.begun = false;
    this.train.setAttribute("aria-disabled", String(is));
    this.stop.setAttribute("aria-disabled", String(!is));
    this.bar.hidden = !is;
  }
}

define("train-cell", Training);
