/* The arithmetic of a step, drawn. Backward: the gradient comes in along its edge, meets the local
   derivative there, becomes their product, lands; and only then does the number in the box change.
   Forward: the inputs come to their operation, and its result goes to its box.

   What stays stands in a lane beside its edge, and never on a box. */

const { all, drawn } = require("./elements.js");
const { number } = require("./numbers.js");
const { character: CHARACTER } = unpasted.figures;
const LINE = 12;
const TRAVEL = 600; // milliseconds
const MEET = 360; // for which a gradient stands beside a local derivative before they are a product
const GAP = 4; // pixels around a chip
const END = { width: 24, height: 24 }; // where it meets a box, an arrow ends there
const CLEAR = 6; // what speaks against a spot that lies on an arrow of others is more
const LONGEST = 24; // characters: what is longer is said below, not drawn
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {Point & { cost: number }} Spot */
/** @typedef {{ left: number, right: number, top: number, bottom: number }} Sides */
/** @typedef {Spot & { own: Sides }} Rest */
/** @typedef {ReturnType<typeof chip>} Chip */

/** @param {Point} point */
const at = ({ x, y }) => `translate(${x}px, ${y}px)`;

/** @param {Point} middle @param {{ width: number, height: number }} size */
const around = ({ x, y }, { width, height }) => ({
  left: x - width / 2,
  right: x + width / 2,
  top: y - height / 2,
  bottom: y + height / 2,
});

/** @param {Element} one */
const extent = (one) => DOMRect.fromRect(/** @type {SVGGElement} */ (one).getBBox());

/* Sides and points are plain numbers: thousands are compared in a step, and those of the DOM are slow. */
/** @param {DOMRect} rect */
const sides = ({ left, right, top, bottom }) => ({ left, right, top, bottom });

/** @param {Sides} a @param {Sides} b */
const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Points of an arrow, from its head to its tail.
    @param {SVGGElement} group
    @param {number} [parts] between them */
function course(group, parts = 10) {
  const path = /** @type {SVGPathElement} */ (group.querySelector("path:not(.hit)"));
  const length = path.getTotalLength();
  return Array.from({ length: parts + 1 }, (_, n) => {
    const { x, y } = path.getPointAtLength(length * (1 - n / parts));
    return { x, y };
  });
}

/** Lines of text on paper of their own, whose middle is the origin; of a line the parts with
    classes.
    @param {string} kind @param {...string[][]} lines */
function chip(kind, ...lines) {
  const length = Math.max(...lines.map((line) => line.map(([text]) => text).join("").length));
  const size = { width: length * CHARACTER + 6, height: lines.length * LINE + 4 };
  const frame = { x: -size.width / 2, y: -size.height / 2, rx: 3, ...size };
  const top = 3.5 - ((lines.length - 1) * LINE) / 2;
  const parts = lines.flatMap((line, n) =>
    line.map(([text, part], k) =>
      drawn("tspan", { class: part, ...(k ? {} : { x: 0, y: top + n * LINE }) }, text),
    ),
  );
  const text = drawn("text", { "text-anchor": "middle" }, ...parts);
  const silent = { class: `chip ${kind}`, "aria-hidden": "true" };
  return { group: drawn("g", silent, drawn("rect", frame), text), size };
}

class Arithmetic {
  /** @param {Sheet} sheet */
  constructor(sheet) {
    this.sheet = sheet;
    this.layer = drawn("g", { class: "arithmetic" });
    this.origin = /** @type {SVGGElement} */ (sheet.svg.querySelector("g"));
    this.origin.append(this.layer, ...Object.values(sheet.ovals)); // numbers pass below signs
    /** @type {Sides[]} */
    this.taken = [];
    /** @type {Sides[]} where chips stand, and numbers are on their way */
    this.busy = [];
    this.run = {};
  }

  clear() {
    this.layer.replaceChildren();
    delete this.layer.dataset.stage;
    this.taken = [];
    this.run = {}; // what is on its way goes no further
  }

  /* Boxes and ovals, on which nothing may lie, and points of arrows, on which it had better not. */
  get ground() {
    if (this.measured) return this.measured;
    const { svg, boxes, ovals, arrows, edges } = this.sheet;
    const { x, y, width, height } = svg.viewBox.baseVal;
    const { e, f } = new DOMMatrix(getComputedStyle(this.origin).transform);
    const ways = [...Object.values(arrows), ...edges.map(({ group }) => group)];
    const parts = boxes.flatMap((box) => all(":scope > :not(desc)", box)); // beside a name is room
    this.measured = {
      things: [...parts, ...Object.values(ovals)].map((one) => sides(extent(one))),
      arrows: new Map(ways.map((group) => [group, course(group, 60)])),
      paper: sides(new DOMRect(x - e + 1, y - f + 1, width - 2, height - 2)),
    };
    return this.measured;
  }

  /** Put a chip at the best of the spots at which it lies on nothing. What speaks against each:
      arrows that it touches, its own the least, what it all but touches, and another arrow that is
      as near as its own. Where none is free, it is not drawn.
      @param {Chip} made @param {Spot[]} spots
      @param {Point[][]} ways its own arrows
      @param {number} [most] that may speak against a spot */
  put({ group, size }, spots, ways, most = Infinity) {
    const { arrows, paper } = this.ground;
    const things = [...this.ground.things, ...this.taken];
    const mine = ways.flat();
    const others = [...arrows.values()].filter((one) => !ways.includes(one)).flat();
    const free = spots.flatMap((spot) => {
      const own = around(spot, size);
      const out = own.left < paper.left || own.right > paper.right;
      if (out || own.top < paper.top || own.bottom > paper.bottom) return [];
      if (things.some((other) => meet(own, other))) return [];
      const { width, height } = size;
      const apart = around(spot, { width: width + 2 * GAP, height: height + 2 * GAP });
      const close = things.filter((other) => meet(apart, other));
      const { left, right, top, bottom } = apart; // an arrow of a large gradient is broad
      const on = (/** @type {Point[]} */ points) =>
        points.filter(({ x, y }) => x > left && x < right && y > top && y < bottom).length;
      const crossed = on(mine) / 2 + on(others);
      const far = (/** @type {Point[]} */ points) =>
        Math.sqrt(
          points.reduce(
            (least, { x, y }) => Math.min(least, (x - spot.x) ** 2 + (y - spot.y) ** 2),
            Infinity,
          ),
        );
      const astray = mine.length ? Math.max(0, far(mine) + GAP - far(others)) : 0;
      const cost = crossed + close.length + astray / 3 + spot.cost;
      return cost > most ? [] : [{ ...spot, own, cost }];
    });
    const [best] = free.sort((a, b) => a.cost - b.cost);
    group.remove();
    if (!best) return null;
    this.taken.push(best.own);
    group.style.transform = at(best);
    this.layer.append(group);
    return best;
  }

  /** @param {Edge} edge */
  ways = ({ group }) => [this.ground.arrows.get(group) ?? []];

  /** The lane of an edge: to both sides of it, from its middle on; and on it, where those are full.
      @param {Edge} edge @param {Chip} made @returns {Spot[]} */
  lane({ group }, { size }) {
    const points = course(group);
    return [5, 4, 6, 3, 7, 2, 8, 1, 9].flatMap((n) => {
      const [from, to] = [points[n - 1], points[n + 1]];
      const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
      const across = [(from.y - to.y) / length, (to.x - from.x) / length];
      const beside = [across, [1, 0]].flatMap(([x, y]) => {
        const far = (Math.abs(x) * size.width + Math.abs(y) * size.height) / 2;
        return [4, 9, 16, 26, 38, 54, 72].flatMap((gap) =>
          [far + gap, -far - gap].map((by) => ({
            x: points[n].x + x * by,
            y: points[n].y + y * by,
            cost: gap / 10,
          })),
        );
      });
      return [...beside, { x: points[n].x, y: points[n].y, cost: 3 }];
    });
  }

  /** Put a chip near a box or an oval: below, above, beside.
      @param {SVGGElement} group
      @param {...Chip} forms of which the first is drawn that finds room, off arrows if one does */
  near(group, ...forms) {
    const { left, right, top, bottom } = extent(group);
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const ways = [...this.ground.arrows.values()].filter((way) =>
      [way[0], way[way.length - 1]].some((end) =>
        meet(around(end, END), { left, right, top, bottom }),
      ),
    );
    const tries = [CLEAR, Infinity].flatMap((most) => forms.map((made) => ({ made, most })));
    for (const { made, most } of tries) {
      const [w, h] = [made.size.width / 2, made.size.height / 2];
      const spots = [1, 8, 16, 28, 42, 60, 80].flatMap((gap) => [
        ...[0, 3, 6, 10, 16, 24, 34, 43, 52, 76, 104].flatMap((by) =>
          [-by, by].flatMap((by) => [
            { x: x + by, y: bottom + gap + h, cost: gap / 12 },
            { x: x + by, y: top - gap - h, cost: gap / 12 },
          ]),
        ),
        ...[0, -12, 12, -24, 24].flatMap((by) => [
          { x: left - gap - w, y: y + by, cost: gap / 12 },
          { x: right + gap + w, y: y + by, cost: gap / 12 },
        ]),
      ]);
      if (this.put(made, spots, ways, most)) return;
    }
  }

  /** What a step leaves: beside each edge its multiplication, at a box what was added to what, at
      an operation what it computed.
      @param {State} state */
  rest({ gifts, computed }) {
    const { boxes, ovals, edges, nodes } = this.sheet;
    for (const to of new Set(gifts.map((gift) => gift.to))) {
      const own = gifts.filter((gift) => gift.to === to);
      const terms = own.map(({ amount }) => number(amount));
      if (own[0].before) terms.unshift(number(own[0].before));
      if (terms.length < 2) continue;
      const rows = terms.map((term, n) => `${n ? "+= " : ""}${term}${terms[n + 1] ? " " : ""}`);
      const stacked = rows.map((row) => [[row, ""]]);
      this.near(boxes[to], chip("sum", [[rows.join(""), ""]]), chip("sum", ...stacked));
    }
    const sums = this.taken;
    const lanes = gifts.map((gift) => {
      const edge = edges.find(({ user, slot }) => user === gift.user && slot === gift.slot);
      if (!edge) throw new Error("an edge is not drawn");
      const slope = [number(gift.slope), "slope"];
      const made = chip("gift", [[number(gift.upstream), "upstream"]], [["× ", ""], slope]);
      const spots = this.lane(edge, made);
      const ways = this.ways(edge);
      return { gift, edge: edge.group, made, spots, ways, lane: /** @type {Rest | null} */ (null) };
    });
    const order = [...lanes];
    for (let last = 0, tries = lanes.length; last >= 0 && tries > 0; tries--) {
      this.taken = [...sums];
      for (const one of order) one.lane = this.put(one.made, one.spots, one.ways);
      last = order.findIndex(({ lane }) => !lane);
      if (last >= 0) order.unshift(...order.splice(last, 1)); // who found no room chooses first
    }
    for (const i of computed) {
      const { says, inputs } = nodes[i];
      const text = says.replace(/\{(\d)\}/g, (_, k) => number(nodes[inputs[k]].data));
      const rows = text.split(/ (?=[-+−×/] )/).map((row) => [[row, ""]]);
      const made = chip("result", [[text, ""]]);
      if (text.length <= LONGEST) this.near(ovals[i], made, chip("result", ...rows));
    }
    return lanes;
  }

  /** The same, seen as it happens; `landed` is told when all has arrived.
      @param {State} state @param {() => void} landed */
  async play(state, landed) {
    const run = this.run;
    const { edges, nodes } = this.sheet;
    const lanes = this.rest(state);
    const chips = lanes.flatMap(({ lane }) => (lane ? [lane.own] : []));
    this.busy = [...chips];
    this.layer.dataset.stage = "in";
    const made = edges.filter(({ user }) => state.computed.includes(user));
    await Promise.all([
      ...lanes.map(({ gift, edge, lane }) => {
        const stop = lane ? [{ x: lane.x, y: lane.y - LINE / 2 }] : [];
        return this.traveller(number(gift.upstream), [...course(edge).slice(0, 5), ...stop], lane);
      }),
      ...made.map(({ user, slot, group }) => {
        const { data } = nodes[nodes[user].inputs[slot]];
        return this.traveller(number(data), course(group).reverse());
      }),
    ]);
    if (this.run !== run) return;
    this.layer.dataset.stage = "met";
    this.busy = [...chips];
    if (lanes.length) await new Promise((done) => setTimeout(done, MEET));
    if (this.run !== run) return;
    await Promise.all(
      lanes.map(async ({ gift, edge, made, lane }, n) => {
        const { to, before, amount } = gift;
        const earlier = lanes.slice(0, n).filter((one) => one.gift.to === to).length;
        const way = [...(lane ? [lane] : []), ...course(edge).slice(5)];
        const product = `${before ? "+= " : ""}${number(amount)}`;
        made.group.classList.add("spent");
        await this.traveller(product, way, lane, earlier * MEET);
        made.group.classList.remove("spent");
        if (this.run === run) this.land(to, before + amount);
      }),
    );
    if (this.run !== run) return;
    delete this.layer.dataset.stage;
    landed();
  }

  /** A number goes its way as far as nothing stands there and no other goes, over its own chip.
      @param {string} text @param {Point[]} way
      @param {Rest | null} [lane] of its chip
      @param {number} [delay] milliseconds */
  async traveller(text, way, lane = null, delay = 0) {
    const kind = this.sheet.svg.closest("[data-phase=forward]") ? "traveller data" : "traveller";
    const { group, size } = chip(kind, [[text, ""]]);
    const busy = this.busy.filter((own) => own !== lane?.own);
    const things = [...this.ground.things, ...busy];
    const spots = way.map((point) => around(point, size));
    const free = spots.map((own) => !things.some((thing) => meet(own, thing)));
    const [from, to] = [free.indexOf(true), free.indexOf(false, free.indexOf(true))];
    if (from < 0) return;
    const end = to < 0 ? way.length : to;
    this.busy.push(...spots.slice(from, end));
    const stops = way.slice(from, end).map((point) => ({ transform: at(point) }));
    group.style.transform = stops[0].transform; // with a single stop it stands there
    this.layer.append(group);
    const timing = /** @type {const} */ ({
      duration: TRAVEL,
      delay,
      easing: "ease-in-out",
      fill: "both",
    });
    group.animate({ opacity: [0, 1, 1, 1, 0] }, timing);
    await group.animate(stops, timing).finished.catch(() => {});
    group.remove();
  }

  /** The gradient of a node changes. @param {number} i @param {number} grad */
  land(i, grad) {
    this.sheet.write(i, "grad", grad);
    const ground = this.sheet.boxes[i].querySelector('[data-part="grad-half"]');
    const flash = "color-mix(in srgb, var(--grad) 35%, var(--paper))";
    ground?.animate({ fill: [flash, "var(--grad-tint)"] }, MEET);
  }

  /** A share that arrived too late to be passed on falls off its edge.
      @param {Place} place @param {number} amount @param {boolean} moves */
  lose({ user, slot }, amount, moves) {
    const edge = this.sheet.edges.find((one) => one.user === user && one.slot === slot);
    const made = chip("lost", [[`lost ${number(amount)}`, ""]]);
    const spot = edge && this.put(made, this.lane(edge, made), this.ways(edge));
    if (!spot || !moves || still.matches) return;
    const way = [{ x: spot.x, y: spot.y - LINE }, spot];
    const stops = way.map((point) => ({ transform: at(point) }));
    made.group.animate(stops, { duration: TRAVEL, easing: "ease-in" });
  }

  /** Words near a box. @param {number} i @param {string} text */
  label(i, text) {
    this.near(this.sheet.boxes[i], chip("right", [[text, ""]]));
  }

  /** What an edge does, beside it, until the next is pointed at.
      @param {Edge} [edge] none: no more
      @param {string} [text] */
  callout(edge, text = "") {
    this.layer.querySelector(".callout")?.remove();
    if (!edge || text.length > LONGEST) return;
    const made = chip("callout", [[text, ""]]);
    this.put(made, this.lane(edge, made), this.ways(edge));
  }
}

module.exports = { Arithmetic };
