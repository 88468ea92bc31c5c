/* <graph-walk>: a graph that the reader walks along one line of time, and whose numbers he changes.
   Where its author says so it begins with its leaves, else finished. */

const { element, button, bar, all, define, say } = require("./elements.js");
const { numeric } = require("./fields.js");
const { number, parse } = require("./numbers.js");
const { Timeline } = require("./timeline.js");
const { Drawing } = require("./drawing.js");
const { Dragged } = require("./drag.js");
const words = require("./words.js");
const PACE = 2000; // milliseconds a step, while it plays
const stem = (/** @type {GraphNode} */ { label }) => label.replace(/\d+$/, "");

class Walker {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.drawings = all(".preset", host).map((section) => new Drawing(section));
    this.drawing = this.drawings[0];
    /** @type {Place | null} */
    this.chosen = null;
    /** The leaf that the reader moved last, and what the output was before.
        @type {{ leaf: number, before: Data } | null} */
    this.moved = null;
    this.acted = false; // whether the reader has done anything yet
    this.paper = false; // whether it is being printed

    this.timeline = new Timeline(host, {
      label: say("Walk the graph"),
      pace: PACE,
      show: (at, by) => this.show(at, by),
      says: (at) => words.step(this.walked, this.live ? this.walked.filling.length - 1 : at),
      reset: () => this.reset(),
    });
    this.finish = button(say("Show finished"), () => this.timeline.go(this.timeline.end), "quiet");
    this.timeline.bar.append(this.finish);
    this.code = element("pre", { class: "made-now", "aria-hidden": "true" });
    this.timeline.told.prepend(this.code);
    const group = { class: "leaves", role: "group", "aria-label": say("Leaf values") };
    this.leaves = element("div", group);
    for (const drawing of this.drawings) this.listen(drawing);
    if (this.drawings.length > 1) host.prepend(this.menu());
    host.classList.add("live");
    this.choose(0);
    this.acted = true;
  }

  /* Another drawing may show now. */
  sizing = new ResizeObserver(() => this.paper || this.drawing.resize(this.timeline.at));

  enter() {
    for (const one of [this.host, ...this.host.querySelectorAll(".scroll > svg")])
      this.sizing.observe(one);
  }

  leave() {
    this.timeline.pause();
    this.sizing.disconnect();
  }

  /** Whether there are only numbers to be dragged, and no time. */
  get live() {
    return "live" in this.host.dataset;
  }

  get walked() {
    return this.drawing.walked;
  }

  /** @param {Drawing} drawing */
  listen(drawing) {
    const { sheets, walked } = drawing;
    drawing.pointed((edge) => this.point(edge));
    for (const { boxes } of sheets) {
      for (const [i, box] of boxes.entries()) {
        box.addEventListener("focus", () => box.matches(":focus-visible") && this.look(box));
        if (walked.nodes[i].op) box.addEventListener("click", () => this.look(box));
      }
      for (const i of walked.leaves) {
        if (!walked.computed || !walked.nodes[i].label) continue;
        const read = () => Number(walked.nodes[i].data);
        new Dragged(boxes[i], read, (value) => this.set(i, value));
      }
    }
  }

  menu() {
    const names = this.drawings.map(({ section }) => section.dataset.name ?? "");
    const options = names.map((name) => element("option", {}, name));
    const onchange = () => this.choose(select.selectedIndex);
    const select = element("select", { onchange }, ...options);
    return bar(element("label", {}, say("Graph"), " ", select));
  }

  // What the reader does

  /** @param {number} index */
  choose(index) {
    const left = this.walked;
    this.moved = null;
    this.drawing = this.drawings[index];
    this.walked.adopt(left);
    for (const { section } of this.drawings) section.hidden = section !== this.drawing.section;
    const { element: controls, status } = this.timeline;
    const fields = this.fields();
    const { section } = this.drawing;
    const below = this.live ? [this.leaves, status] : [controls];
    section.querySelector(".stage")?.append(...below);
    if (!this.live) section.querySelector(".steps > summary")?.after(this.leaves);
    this.leaves.replaceChildren(...fields);
    this.leaves.hidden = !fields.length;
    const empty = this.host.dataset.from === "start";
    this.finish.hidden = !empty;
    this.timeline.begin(this.walked.phases, empty ? 0 : this.walked.end);
  }

  /** @param {Place} edge */
  point(edge) {
    this.timeline.pause();
    this.chosen = edge;
    this.drawing.callout(this.timeline.at, edge);
    this.timeline.say(words.whole(words.edge(this.walked, this.timeline.at, edge)));
  }

  /** @param {SVGGElement} box */
  look(box) {
    this.chosen = null;
    this.drawing.callout(this.timeline.at, null);
    this.timeline.say(`${box.getAttribute("aria-label")}.`);
  }

  reset() {
    this.moved = null;
    this.walked.reset();
    for (const input of this.leaves.querySelectorAll("input")) {
      input.removeAttribute("aria-invalid");
    }
    this.showLeaves();
  }

  /* A field for each leaf that has a name; those that are told apart by numbers, by their numbers. */
  fields() {
    const { computed, leaves, nodes } = this.walked;
    const stems = leaves.map((i) => stem(nodes[i]));
    const named = leaves.toSorted(
      (i, j) =>
        stems.indexOf(stem(nodes[i])) - stems.indexOf(stem(nodes[j])) ||
        nodes[i].label.localeCompare(nodes[j].label, "en", { numeric: true }),
    );
    return named.flatMap((i) => {
      const { label } = nodes[i];
      if (!computed || !label) return [];
      const onchange = () => {
        const fault = this.set(i, parse(input.value));
        input.setAttribute("aria-invalid", String(fault));
        input.value = number(this.walked.nodes[i].data);
      };
      const { input, sign } = numeric({ size: 7, "data-leaf": i, onchange });
      return [element("div", {}, element("label", {}, `${label} = `, input), ...sign)];
    });
  }

  /** Set a leaf; or say why it cannot be this. Returns whether it cannot.
      @param {number} i @param {number} value */
  set(i, value) {
    this.timeline.pause();
    const { nodes } = this.walked;
    const { name, data } = nodes[i];
    if (this.moved?.leaf !== i) this.moved = { leaf: i, before: nodes[nodes.length - 1].data };
    const why = this.fault(i, value);
    this.draw(this.timeline.at, false);
    if (why) this.timeline.say(`${why} ${say("It keeps {data}.", { data: number(data) })}`);
    else this.timeline.say(this.follows(name, value));
    return Boolean(why);
  }

  /** The gradient that the author has the reader watch, where all of it has arrived. */
  get watched() {
    const { watch = "" } = this.host.dataset;
    const i = this.walked.nodes.findIndex(({ name }) => name === watch);
    const visits = this.walked.visited(this.timeline.at);
    if (i < 0 || visits < 0 || !this.walked.complete(i, visits)) return null;
    return { watched: watch, grad: number(this.walked.gradients(visits).grads[i]) };
  }

  /** What a leaf's new number comes to, where the reader knows the output already.
      @param {string} name @param {number} value */
  follows(name, value) {
    const { nodes } = this.walked;
    const { name: output, data } = nodes[nodes.length - 1];
    const before = this.moved?.before ?? data;
    const now = { name, data: number(value), output, result: number(data) };
    const seen = this.watched;
    if (seen)
      return say("{name} is now {data}, and the gradient of {watched} is {grad}.", {
        ...now,
        ...seen,
      });
    if (!this.walked.known(this.timeline.at).has(nodes.length - 1))
      return say("{name} is now {data}. Everything that depends on it follows.", now);
    if (now.result === number(before))
      return say("{name} is now {data}, and {output} is {result}.", now);
    const by = number(Number(data) - Number(before));
    const moved = { ...now, before: number(before), change: by.startsWith("−") ? by : `+${by}` };
    return say(
      "{name} is now {data}, and {output} goes from {before} to {result}: {change}.",
      moved,
    );
  }

  /** Set a leaf, or tell what is against it. @param {number} i @param {number} value */
  fault(i, value) {
    const { name } = this.walked.nodes[i];
    if (Number.isNaN(value)) return say("{name} needs a number, such as −3 or 0.5.", { name });
    const burst = this.walked.edit(i, value);
    if (!burst) return "";
    const why = { name, data: number(value), burst };
    return say("{name} cannot be {data}: {burst} would not be a finite number.", why);
  }

  // What the reader sees

  /** @param {number} at @param {number} by */
  show(at, by) {
    this.chosen = null;
    this.host.dataset.phase = this.walked.phase(at);
    this.drawing.reveal(at, this.acted, () => this.draw(at, by > 0));
    const line = this.drawing.section.querySelector(".made .now");
    this.code.replaceChildren(...(line ? [line.cloneNode(true)] : []));
  }

  /** @param {number} at @param {boolean} moves */
  draw(at, moves) {
    this.drawing.show(at, moves);
    this.drawing.callout(at, this.chosen);
    this.showLeaves();
  }

  showLeaves() {
    for (const input of this.leaves.querySelectorAll("input")) {
      const { data } = this.walked.nodes[Number(input.dataset.leaf)];
      if (input !== document.activeElement || !input.value) input.value = number(data);
    }
  }

  /** On paper every graph is complete. @param {boolean} now */
  print(now) {
    this.paper = now;
    this.timeline.pause();
    for (const drawing of this.drawings) {
      drawing.section.hidden = !now && drawing !== this.drawing;
      if (!now && drawing !== this.drawing) continue;
      drawing.show(now ? drawing.walked.end : this.timeline.at, false);
    }
  }
}

define("graph-walk", Walker);
