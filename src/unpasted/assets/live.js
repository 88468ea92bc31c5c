/* <live-cell>: "Edit and run" below a cell's code. Until somebody presses it, nothing is loaded;
   then the editor, and Python in a worker. What a cell prints is text, and stays text. */

const { element, button, why, all, define, parts, say } = require("./elements.js");
const { mine } = require("./engine.js");
const { isObject, soundOf, Store } = require("./stored.js");

const HIDE = /\s*#\s*hide\s*$/gm;
const MOST_SHOWN = 100_000; // characters of what is printed while a cell runs
const MOST_COMPARED = 400; // lines

/** The page, as the site names it. */
function pageUrl() {
  const path = (location.origin + location.pathname).slice(unpasted.root.length);
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}

/** @type {Promise<any> | undefined} */
let loading;

/** What runs this page's cells, loaded once. Throws an Error that says why it is not there.
    @returns {Promise<Live>} */
async function load() {
  if (location.protocol === "file:") {
    const address = document.querySelector('link[rel="canonical"]')?.getAttribute("href");
    const where = address
      ? say("A page that is opened from a file runs no Python. Open {address}.", { address })
      : say(
          "A page that is opened from a file runs no Python. Write make serve in the book’s folder, and open the address that it names.",
        );
    throw new Error(where);
  }
  const url = pageUrl();
  loading ??= import(`${unpasted.root}assets/unpasted/live/client.js`);
  try {
    return (await loading).pageOf(url);
  } catch {
    loading = undefined;
    throw new Error(say("What runs Python could not be loaded. Press again to try once more."));
  }
}

/** The same, on the engine that the reader chose. */
async function begun() {
  const live = await load();
  live.on(await mine());
  return live;
}

/* What the reader has made of cells, kept on this device only. For each page and number: the
   code, and a digest of the code that it was made of; when that changes, the old is forgotten. */
const edits = new Store("cells", (found) => soundOf(found, isObject));

/** A cell's code without the asserts that readers cannot change: they hold the book's own numbers.
    @param {{ code: string, live?: boolean }} cell */
function withoutAsserts({ code, live }) {
  const fixed = live ? /^(\s*)assert\b.*#\s*hide\s*$/ : /^(\s*)assert\b/;
  /** @type {string[]} */
  const kept = [];
  for (const line of code.split("\n")) {
    const [, indent] = fixed.exec(line) ?? [];
    const alone = /:\s*(#.*)?$/.test(kept.at(-1) ?? "");
    if (indent === undefined || /[([{][^)\]}]*$/.test(line)) kept.push(line);
    else if (alone) kept.push(`${indent}pass  # hide`);
  }
  return kept.join("\n");
}

/** @param {string} text */
function digest(text) {
  let sum = 5381;
  for (const char of text) sum = ((sum * 33) ^ (char.codePointAt(0) ?? 0)) >>> 0;
  return sum.toString(36);
}

/** The lines of two texts in order, each with whether it is of the first, the second, or both.
    @param {string[]} old @param {string[]} now */
function compared(old, now) {
  if (old.length > MOST_COMPARED || now.length > MOST_COMPARED) return { old: [], now: [] };
  const common = Array.from({ length: old.length + 1 }, () => Array(now.length + 1).fill(0));
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      common[i][j] =
        old[i] === now[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
    }
  }
  /** @type {{ old: number[], now: number[] }} the lines that the other one has not */
  const own = { old: [], now: [] };
  for (let i = 0, j = 0; i < old.length || j < now.length; ) {
    if (i < old.length && j < now.length && old[i] === now[j]) [i, j] = [i + 1, j + 1];
    else if (j >= now.length || (i < old.length && common[i + 1][j] >= common[i][j + 1])) {
      own.old.push(i++);
    } else own.now.push(j++);
  }
  return own;
}

/** What a cell came to, as the book has it: what it printed, and below it the error it ended in.
    @param {Partial<Run>} came */
const outcome = ({ printed, raised }) => [printed, raised].filter(Boolean).join("\n");

const NUMBER = /[-+]?\d+\.\d+(?:e[-+]?\d+)?/g;

/** Whether two texts differ in the last digits of numbers at most: another machine rounds tanh
    otherwise.
    @param {string} old @param {string} now */
function rounded(old, now) {
  if (old.replace(NUMBER, "") !== now.replace(NUMBER, "")) return false;
  const numbers = [old, now].map((text) => (text.match(NUMBER) ?? []).map(Number));
  return numbers[0].every((one, at) => Math.abs(one - numbers[1][at]) <= 1e-9 * Math.abs(one));
}

/** What of the cells above ran first, in words.
    @param {number} count
    @param {number} skipped how many of them failed */
function ran(count, skipped) {
  const first = count ? say("Cells above that ran first: {n}.", { n: count }) : "";
  return joined(first, skipped ? say("Of these, {n} cannot run here.", { n: skipped }) : "");
}

/** How a run ended: in an error, with a drawing, or with an output that compares with the book's.
    @param {Run} came
    @param {{ wrong: boolean, drawn: string, same: boolean, round: boolean }} seen `drawn`: what is
      said of the drawing; `round`: whether only the last digits differ */
function ended({ seconds, cut, line, ...came }, { wrong, drawn, same, round }) {
  const time = `${seconds < 0.095 ? seconds.toFixed(3) : seconds.toFixed(1)} s`;
  const n = MOST_SHOWN.toLocaleString(document.documentElement.lang || "en");
  if (cut)
    return say(
      "Ran in {time}. Its output was cut after {n} characters, and the cell ended there.",
      { time, n },
    );
  if (wrong && line) return say("Line {n} of this cell raised an error.", { n: line });
  if (wrong) return say("The cell raised an error.");
  if (drawn) return joined(say("Ran in {time}.", { time }), drawn);
  if (!same) return say("Ran in {time}: the output is not the book’s.", { time });
  if (round)
    return say(
      "Ran in {time}: the same output as in the book, but for the last digits, which machines round differently.",
      { time },
    );
  return outcome(came)
    ? say("Ran in {time}: the same output as in the book.", { time })
    : say("Ran in {time}: it prints nothing, as in the book.", { time });
}

/** Something printed, under what it is.
    @param {string} label @param {string} kind @param {...Node} lines */
function boxed(label, kind, ...lines) {
  const code = element("code", {}, ...lines);
  const pre = element("pre", { role: "group", "aria-label": label }, code);
  return element("div", { class: kind, "data-label": label }, pre);
}

/** @param {...string} sentences of which some may be empty */
const joined = (...sentences) => sentences.filter(Boolean).join(" ");

class LiveCell {
  opening = false;
  running = false;
  page = pageUrl();
  opener = button("", () => this.open(), "live-open");
  run = button(say("Run"), () => this.start(), "primary");
  stop = button(say("Stop"), () => this.end());
  reset = button(say("Reset"), () => this.restore());
  says = element("p", { class: "status", role: "status" });
  output = element("div", { class: "live-output" });
  panel = element("div", { class: "live-panel", hidden: true });

  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.number = host.dataset.cell ?? "";
    this.source = /** @type {HTMLElement} */ (host.previousElementSibling);
    this.of = digest(this.source.textContent ?? "");
    host.replaceChildren(this.opener, this.says, this.panel);
    this.name();
  }

  /* Under instant navigation the page goes on without its cells: their Python ends. */
  leave() {
    if (this.editor) this.close();
    this.live?.leave();
    this.cell = this.live = undefined;
  }

  /** What the reader has made of it; nothing where it is as in the book. */
  get kept() {
    const kept = edits.read()[this.page]?.[this.number];
    return kept?.of === this.of && typeof kept.code === "string" ? kept.code : undefined;
  }

  set kept(code) {
    const { page, number, of } = this;
    const { [number]: _, ...others } = edits.read()[page] ?? {};
    const now = code === undefined ? others : { ...others, [number]: { of, code } };
    edits.write({ [page]: Object.keys(now).length ? now : undefined });
  }

  /** Say on the button whether the reader has changed the cell. */
  name() {
    const changed = this.kept !== undefined;
    this.opener.textContent = changed ? say("Edit and run: your version") : say("Edit and run");
  }

  /** @param {string} text @param {string} [kind] */
  say(text, kind = "") {
    this.says.replaceChildren(kind ? element("span", { class: kind }, text) : text);
  }

  async open() {
    if (this.editor) return this.editor.focus();
    if (this.opening) return;
    this.opening = true;
    this.say(say("Loading the editor…"));
    try {
      const live = await this.find();
      if (this.host.isConnected) this.build(live);
    } catch (error) {
      this.say(why(error), "wrong");
    } finally {
      this.opening = false;
    }
  }

  /** What runs it, and what it is in the book. */
  async find() {
    const live = await begun();
    this.live = live;
    const cells = await live.cells;
    this.cell = cells.find(({ number }) => String(number) === this.number);
    if (!this.cell) throw new Error(say("The page was built anew: load it again."));
    return live;
  }

  /** What runs it, and its code as the reader has it. */
  async taken() {
    const live = await this.find();
    const { cell } = this;
    const code = this.editor?.get() ?? this.kept ?? this.original;
    return { live, number: cell?.number, code: code === this.original ? cell?.code : code };
  }

  /** @returns {any} the loop below its code that the reader can train, where there is one */
  get training() {
    return this.host.closest(".cell")?.querySelector("train-cell");
  }

  /** The cell's code as the book has it, without the marks of lines that do not show. */
  get original() {
    return this.cell ? withoutAsserts(this.cell).replace(HIDE, "") : "";
  }

  /** @param {Live} live */
  build(live) {
    const { panel, kept } = this;
    const first = this.host.closest("details")?.querySelector("summary") ? "" : this.original;
    const lines = first.split("\n").map((one) => one.trim());
    const line = lines.find(Boolean) ?? say("nothing");
    const host = element("div", { class: "live-editor" });
    const close = button(say("Close"), () => this.close());
    const group = { class: "bar", role: "group", "aria-label": say("This cell") };
    const runs = this.training ? [] : [this.run, this.stop]; // there, Train and Stop do that
    const bar = element("div", group, ...runs, this.reset, close);
    panel.replaceChildren(host, bar, this.says, this.output);
    const shown = kept ?? this.original;
    this.editor = live.editor(host, shown, {
      label: say("Python, the cell that begins with {line}", { line }),
      onrun: () => this.start(),
      onchange: (/** @type {string} */ code) => this.changed(code),
    });
    live.edit(this.cell?.number, shown === this.original ? undefined : shown);
    this.source.hidden = this.opener.hidden = true;
    panel.hidden = false;
    this.host.classList.add("open");
    this.busy(false);
    this.say(say("Python is loading: it can be edited meanwhile."));
    live.prepare().then((came) => {
      if (this.running || this.output.childElementCount) return;
      if (came?.died) this.say(came.died, "wrong");
      else if (shown === this.original) this.say(say("Python is ready."));
      else this.say(say("Python is ready. This is your version, kept on this device."));
    });
    if (matchMedia("(pointer: fine)").matches) this.editor.focus();
    else (this.training ? this.reset : this.run).focus({ preventScroll: true });
  }

  /** @param {string} code */
  changed(code) {
    this.kept = code === this.original ? undefined : code;
    this.live?.edit(this.cell?.number, this.kept);
    this.name();
  }

  /** @param {boolean} is */
  busy(is) {
    this.running = is;
    this.run.setAttribute("aria-disabled", String(is));
    this.stop.setAttribute("aria-disabled", String(!is));
    this.host.classList.toggle("running", is);
  }

  async start() {
    const { editor, cell } = this;
    if (this.running || !editor || !cell) return;
    if (this.training) return this.training.made.start();
    const code = editor.get();
    const own = code === this.original ? cell.code : code;
    const streamed = element("code");
    const box = element("div", { class: "output" }, element("pre", {}, streamed));
    let size = 0;
    this.busy(true);
    this.say(say("Python is loading…"));
    editor.mark(0);
    /** @type {Run} */
    const came = await begun()
      .then((live) =>
        live.run(cell.number, own, {
          onwait: (says) => this.say(says),
          onprinted: (text) => {
            if (!size) this.output.replaceChildren(box);
            if (size < MOST_SHOWN) streamed.append(text.slice(0, MOST_SHOWN - size));
            size += text.length;
          },
        }),
      )
      .catch((error) => /** @type {any} */ ({ died: error.message }));
    if (this.editor !== editor) return;
    this.busy(false);
    await this.tell(came, code !== this.original);
  }

  /** @param {Run} came */
  async tell(came, changed = false) {
    const begins = ran(came.first?.length ?? 0, came.skipped?.length ?? 0);
    if (came.stopped) {
      return this.say(
        say("Stopped. Its variables are gone: the next run begins anew, with the cells above."),
      );
    }
    if (came.died) {
      const anew = say("Its variables are gone: the next run begins anew.");
      return this.say(`${came.died} ${anew}`, "wrong");
    }
    if (came.above) {
      const { raised, trace } = came.above;
      const line = element("span", { class: "raised" }, raised);
      this.output.replaceChildren(boxed(say("The cell above"), "output", line));
      this.way(trace);
      const failed = say(
        "A cell above failed, so this one did not run. Run that one, or reset it.",
      );
      this.say(joined(begins, failed), "wrong");
      return this.ran(came.above, false);
    }
    const old = this.built;
    const now = outcome(came);
    const round = now !== old.text && rounded(old.text, now);
    const same = (now === old.text || round) && !came.cut;
    this.output.replaceChildren();
    old.box?.toggleAttribute("hidden", !same && now !== "" && old.text !== "");
    if (!same) this.compare(old.text, came, now);
    else if (came.raised) this.way(came.trace);
    const drawn = came.drawn ? await this.draw(came.drawn) : "";
    if (changed && came.value) {
      const value = element("code", {}, came.value);
      const words = parts("Its last line is {value}", { value });
      this.output.append(element("p", { class: "live-value" }, ...words));
    }
    const wrong = came.cut || (came.raised !== "" && !same);
    this.editor?.mark(wrong ? came.line : 0);
    const again = say(
      "The cells above take long and did not run again: variables are as the last run left them.",
    );
    const says = ended(came, { wrong, drawn, same, round });
    this.say(joined(begins, says, came.again && !came.cut ? again : ""), wrong ? "wrong" : "");
    this.ran(came, !wrong);
  }

  /** @param {Pick<Run, "lacks">} came @param {boolean} well */
  ran(came, well) {
    const detail = { lacks: came.lacks?.symbol ?? "", trained: well ? this.trains : undefined };
    this.host.dispatchEvent(new CustomEvent("book-ran", { bubbles: true, detail }));
  }

  /** What the page says that its cells train, where this is the last of them. */
  get trains() {
    const place = this.host.closest("[data-trains]");
    const last = place && all("live-cell", place).at(-1) === this.host;
    return last ? place.getAttribute("data-trains") : undefined;
  }

  /** What the build printed, and its place on the page. */
  get built() {
    const cell = /** @type {Element} */ (this.host.closest(".cell"));
    const box = all(".output", cell).find((one) => !this.host.contains(one));
    return { box, text: box?.querySelector("code")?.textContent ?? "" };
  }

  /** Old beside new, their differences marked; the new alone where there was nothing.
      @param {string} old @param {Run} came @param {string} now */
  compare(old, came, now) {
    const texts = { old: old ? old.split("\n") : [], now: now ? now.split("\n") : [] };
    const own = compared(texts.old, texts.now);
    const raised = came.raised ? came.raised.split("\n").length : 0;
    const made = (/** @type {"old" | "now"} */ side) => {
      const [label, tag, sign] =
        side === "old" ? [say("The book’s"), "del", "− "] : [say("Your run"), "ins", "+ "];
      const lines = texts[side].map((text, at) => {
        const differs = old !== "" && own[side].includes(at);
        const error = side === "now" && at >= texts.now.length - raised;
        const kind = { class: error ? "line raised" : "line" };
        if (!differs) return element("span", kind, `${text}\n`);
        const signed = element("span", { class: "sign" }, sign);
        return element(/** @type {"ins"} */ (tag), kind, signed, `${text}\n`);
      });
      return boxed(label, "output diff", ...lines);
    };
    const nothing = () =>
      element("p", { class: "live-value" }, say("It printed nothing this time."));
    const boxes = [...(old && now ? [made("old")] : []), now ? made("now") : nothing()];
    this.output.append(element("div", { class: "live-compared" }, ...boxes));
    this.way(came.trace);
  }

  /** The way to an error, where it leads through more than one line. @param {string[]} trace */
  way(trace) {
    if (trace.length < 2) return;
    const list = element("ol", {}, ...trace.map((one) => element("li", {}, one)));
    const summary = element("summary", {}, say("How it came there"));
    this.output.append(element("details", { class: "live-way" }, summary, list));
  }

  /** Draw what a cell's last line is; says what came of it.
      @param {NonNullable<Run["drawn"]>} what */
  async draw(what) {
    if (what.missing)
      return say(
        "Its plot is not drawn here: {module} is not part of the page. The one that stands was drawn when the book was built.",
        { module: what.missing },
      );
    try {
      const { drawn, content } = await (await loading).drawing();
      const alt = say("The graph that this cell drew.");
      const drawings = await drawn(what.dot ?? "", what.palette ?? {}, alt);
      const figure = this.host.closest(".cell")?.querySelector("figure.drawing svg");
      if (figure && content(figure) === content(drawings[0]))
        return say("It draws the same figure as in the book.");
      const scroll = element("div", { class: "scroll" }, ...drawings);
      const words = figure ? say("Yours; the book’s stands below.") : say("Yours.");
      const caption = element("figcaption", {}, words);
      this.output.append(element("figure", { class: "drawing" }, scroll, caption));
      return figure ? say("The figure is not the book’s.") : say("It draws a graph.");
    } catch (error) {
      return why(error);
    }
  }

  end() {
    if (this.running) this.live?.stop();
  }

  restore() {
    this.end();
    const own = this.editor?.get() ?? "";
    this.editor?.set(this.original);
    this.editor?.mark(0);
    this.live?.renew();
    this.output.replaceChildren();
    this.built.box?.toggleAttribute("hidden", false);
    this.say(say("As in the book. Your version is forgotten, and the next run begins anew."));
    if (own === this.original) return;
    const undo = () => {
      this.editor?.set(own);
      this.say(say("As it was before."));
      this.editor?.focus();
    };
    this.says.append(" ", button(say("Undo"), undo));
  }

  close() {
    this.end();
    this.editor?.destroy();
    this.editor = undefined;
    this.source.hidden = this.opener.hidden = false;
    this.panel.hidden = true;
    this.host.classList.remove("open");
    this.output.replaceChildren();
    this.panel.replaceChildren();
    this.built.box?.toggleAttribute("hidden", false);
    this.opener.after(this.says);
    this.say("");
    this.name();
    this.opener.focus();
  }
}

module.exports = { load, begun, withoutAsserts, rounded, outcome };
define("live-cell", LiveCell);
