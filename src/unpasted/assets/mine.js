/* <book-engine>: what the reader's own engine can do by now, and whether the page's cells run on
   it; with data-panel also its checks, its file to take home, and the way back to a step. */

const { element, button, bar, why, loading, save, define, parts, say } = require("./elements.js");
const { today, between } = require("./kept.js");
const engine = require("./engine.js");
const live = require("./live.js");
const { fact } = require("./answer.js");

class Mine {
  words = element("p", { class: "can", role: "status" });
  choice = element("fieldset", { class: "runs-on" });
  where = element("p", { class: "where", role: "status" });
  stopping = button(say("Stop"), () => this.stop());
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.stopped = false;
    this.modules = (host.dataset.modules ?? "").split(" ").filter(Boolean);
    this.panel = host.hasAttribute("data-panel");
    this.says = element("div", { class: "said", role: "status", tabindex: -1 });
    const radio = (/** @type {"book" | "mine"} */ on, /** @type {string} */ words) => {
      const onchange = () => engine.write({ on });
      const input = element("input", { type: "radio", name: "runs-on", value: on, onchange });
      return element("label", {}, input, " ", words);
    };
    const legend = element("legend", {}, say("Run on:"));
    this.choice.append(legend, radio("book", say("the book’s engine")), radio("mine", say("mine")));
  }

  enter() {
    if (this.panel) this.host.replaceChildren(this.words, this.choice, this.where);
  }

  /** @param {Event} [event] */
  async show(event) {
    const state = engine.read();
    const last = engine.latest(state);
    const there = last || Object.keys(state.drafts).length || engine.strange();
    if (!this.panel && !there) return this.host.replaceChildren();
    if (!this.panel) this.host.replaceChildren(this.words, this.choice, this.where);
    this.choice.hidden = !last || !this.modules.length;
    for (const one of this.choice.querySelectorAll("input")) one.checked = one.value === state.on;
    const can = last ? engine.abilities(last.code).join(" ") : "";
    const away = last ? between(last.at, today()) : 0;
    const words = [
      engine.strange()
        ? say("What is kept here as your engine cannot be read. It will be kept beside a new one.")
        : "",
      away > 0 ? say("Welcome back.") : "",
      last ? say("Your engine: {can}.", { can }) : say("You haven’t written a step yet."),
      engine.full(),
      event instanceof CustomEvent && event.detail ? say("It was changed in another tab.") : "",
    ];
    this.words.replaceChildren(words.filter(Boolean).join(" "));
    this.where.replaceChildren();
    if (!there && !this.panel) return;
    const turn = {};
    this.turn = turn;
    const steps = await engine.steps().catch(() => undefined); // no network: all known is said
    if (this.turn !== turn) return;
    if (this.panel && !this.steps) this.host.append(this.tools(), this.says);
    if (steps) this.tellMore(state, steps);
  }

  /** What it lacks and which chapter adds it; what the cells here run on.
      @param {Own} state @param {Step[]} steps */
  tellMore(state, steps) {
    const last = engine.latest(state);
    if (last) this.words.append(" ", engine.written(steps));
    const after = steps.slice((last?.place ?? -1) + 1).find(({ page }) => page);
    if (after) {
      const what = after.adds.map(engine.ability).find(Boolean);
      const link = element("a", { href: unpasted.root + after.page }, after.title);
      const named = { what: element("code", {}, what ?? ""), page: link };
      const words =
        link.pathname === location.pathname
          ? [say("You write the next step on this page.")]
          : what
            ? parts("{what} comes next, in “{page}”.", named)
            : parts("Next: “{page}”.", named);
      this.words.append(" ", ...words);
    }
    if (this.panel) this.list(state, steps);
    if (this.choice.hidden || state.on !== "mine") return;
    const { mine, missing } = engine.chosen(state, steps, this.modules);
    this.where.textContent = !Object.keys(mine).length
      ? say("Yours does not reach this chapter yet: its cells run on the book’s engine.")
      : missing.length
        ? say(
            "Cells run on your engine. Those of steps that you have not written run on the book’s.",
          )
        : say("Cells run on your engine, as of this chapter.");
  }

  /* What can be done with the file. */
  tools() {
    this.steps = element("ul", { class: "steps" });
    this.from = element("select", { "aria-label": say("Step to go back to") });
    this.stopping.hidden = true;
    const checks = button(say("Run all checks"), () => this.checkAll(), "primary");
    const saving = button(say("Save engine.py"), () => this.export());
    const load = loading(say("Load a file"), ".py,text/x-python", (file) => this.import(file));
    const file = bar(checks, saving, ...load, this.stopping);
    const resetting = button(say("Go back, and drop later steps"), () => this.reset());
    const back = bar(this.from, resetting);
    this.written = [checks, saving, this.from, resetting];
    return element("div", {}, this.steps, file, back);
  }

  /** Each step that the reader can write, and what was trained.
      @param {Own} state @param {Step[]} steps */
  list(state, steps) {
    const rows = steps
      .filter(({ page }) => page)
      .map(({ name, page, idea }) => {
        const passed = state.passed[name];
        const [kind, sign, word] = passed
          ? ["verdict right", "", say("Written:")]
          : ["open", "○ ", say("Not yet:")];
        const shown = element("span", { class: kind }, sign);
        const link = element("a", { href: unpasted.root + page }, idea);
        const read = element("span", { class: "unseen" }, word);
        return element("li", {}, shown, read, " ", link);
      });
    const ran = Object.entries(state.ran).map(([name, day]) =>
      say("{name}, on {day}", { name, day }),
    );
    const names = ran.join("; ");
    if (names) rows.push(element("li", {}, say("Trained on it: {names}.", { names })));
    const passed = steps.filter(({ name }) => state.passed[name]);
    const nothing = !engine.latest(state) && !Object.keys(state.drafts).length;
    this.steps?.replaceChildren(...(nothing ? [] : rows));
    for (const one of this.written ?? []) one.hidden = nothing;
    const choices = passed.map(({ name, idea }) => element("option", { value: name }, idea));
    this.from?.replaceChildren(element("option", { value: "" }, say("the beginning")), ...choices);
    if (this.from) this.from.selectedIndex = choices.length; // of which one press loses least
  }

  /** @param {string} words @param {...Node} more */
  tell(words, ...more) {
    this.says.replaceChildren(words, ...more);
  }

  /** Change what is kept, and offer to undo it. @param {Partial<Own>} change @param {string} words */
  change(change, words) {
    const before = engine.read();
    engine.write(change);
    const undo = button(say("Undo"), () => {
      engine.write(before);
      this.tell(say("As it was before."));
      this.says.focus({ preventScroll: true });
    });
    this.tell(`${words} `, undo);
    this.says.focus({ preventScroll: true }); // what was pressed may be gone
  }

  /* Back to what passed a step: what came after it is forgotten, the draft too. */
  reset() {
    const { passed } = engine.read();
    const place = passed[this.from?.value ?? ""]?.place ?? -1;
    const kept = Object.entries(passed).filter(([, one]) => one.place <= place);
    this.change(
      { aside: undefined, drafts: {}, passed: Object.fromEntries(kept) },
      say("Your engine is as it was then. Undo brings the later steps back."),
    );
  }

  async export() {
    const state = engine.read();
    const code = engine.latest(state)?.code ?? Object.values(state.drafts).at(-1);
    if (!code) return this.tell(say("There is no file yet: write a first step."));
    const steps = await engine.steps().catch(() => []);
    const last = engine.latest(state)?.step;
    const passed = steps.filter(({ name, page }) => page && name === last);
    save("engine.py", engine.exported(code, passed), "text/x-python");
    this.tell(say("Saved. Its checks run with: python engine.py"));
  }

  /** What a file comes to by the checks of each step.
      @param {(step: Step) => string | undefined} code */
  async *judged(code) {
    const runs = await live.load();
    const steps = await engine.steps();
    this.stopping.hidden = this.stopped = false;
    try {
      for (const step of steps.filter(({ page }) => page)) {
        const text = code(step);
        if (!text) continue;
        const { checks, trial, idea } = step;
        const tell = { onwait: (/** @type {string} */ says) => this.tell(`${says} ${idea}`) };
        const modules = [...new Set([step.module, steps.at(-1)?.module])];
        const question = { do: "attempt", code: text, modules, checks, trial, solution: "" };
        const came = await runs.ask(question, tell);
        if (came.died) throw new Error(came.died);
        if (came.stopped || this.stopped)
          throw new Error(say("Stopped at the step: {idea} Does its code end?", { idea }));
        yield { step, came, holds: !came.raised && !came.cut && !came.failed.length, steps };
      }
    } finally {
      this.stopping.hidden = true;
    }
  }

  /** A file from elsewhere: each step whose checks it passes counts. @param {File} file */
  async import(file) {
    const code = engine.imported(await file.text());
    /** @type {Own["passed"]} */
    const passed = {};
    try {
      for await (const { step, holds, steps } of this.judged(() => code)) {
        if (holds) passed[step.name] = { code, at: today(), place: steps.indexOf(step) };
      }
      const [first] = (await engine.steps()).filter(({ page }) => page);
      const n = Object.keys(passed).length;
      if (n) return this.change({ passed }, say("Loaded. Steps that it passes: {n}.", { n }));
      const drafts = { ...engine.read().drafts, [first.name]: code };
      this.change({ drafts }, say("Loaded as a draft: it passes no step yet."));
    } catch (error) {
      this.tell(why(error));
    }
  }

  async stop() {
    this.stopped = true;
    (await live.load()).stop();
    this.says.focus({ preventScroll: true });
  }

  async checkAll() {
    const state = engine.read();
    const last = engine.latest(state)?.code;
    if (!last) return this.tell(say("There is no file yet: write a first step."));
    const list = element("ul", { class: "facts" });
    let good = 0;
    try {
      for await (const { step, came, holds } of this.judged(
        ({ name }) => state.passed[name]?.code ?? last,
      )) {
        good += Number(holds);
        const failed = came.failed[0]?.says || came.raised.split("\n").at(-1) || "";
        const seen = !holds && failed ? element("span", { class: "seen" }, failed) : "";
        list.append(fact(holds, step.idea, seen));
      }
      const all = { n: good, all: list.childElementCount };
      this.tell(say("Steps that hold: {n} of {all}.", all), list);
    } catch (error) {
      this.tell(why(error), list);
    }
    this.says.focus({ preventScroll: true });
  }
}

define("book-engine", Mine, "engine");
