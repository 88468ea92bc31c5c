/* The arithmetic of a step, drawn. Backward: the gradient comes in along its edge, meets the local
   derivative there, becomes their product, lands; and only then does the number in the box change.
   Forward: the inputs come to their operation, and its result goes to its box.

   What stays stands in a lane beside its edge, and never on a box. */

const { all, drawn } = require("./elements.js");
const { CHARACTER, bounds, extent, still } = require("./sheet.js");
const { number } = require("./numbers.js");
const LINE = 12;
const TRAVEL = 600; // milliseconds
const MEET = 360; // for which a gradient stands beside a local derivative before they are a product
const GAP = 4; // pixels around a chip
const GRID = 5; // pixels from one spot to the next
const REACH = 72; // and how far they go
const CLEAR = 6; // what speaks against another form is as much as an arrow or two
const SHORT = 6; // characters: so short a name stands with its sum
const LONGEST = 24; // characters: what is longer is said below, not drawn

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {Point & { cost: number }} Spot */
/** @typedef {import("./sheet.js").Sides} Sides */
/** @typedef {Spot & { own: Sides, made: Chip }} Rest */
/** @typedef {ReturnType<typeof chip>} Chip */

/** @param {Point} point */
const at = ({ x, y }) => `translate(${x}px, ${y}px)`;

/** @param {Point} middle @param {{ width: number, height: number }} size @param {number} [gap] */
const around = ({ x, y }, { width, height }, gap = 0) => ({
  left: x - width / 2 - gap,
  right: x + width / 2 + gap,
  top: y - height / 2 - gap,
  bottom: y + height / 2 + gap,
});

/** @param {Point} point @param {Sides} sides */
const within = ({ x, y }, { left, right, top, bottom }) =>
  x > left && x < right && y > top && y < bottom;

/** How many points of arrows lie within sides, and how far the nearest is from the middle.
    @param {Point[]} points @param {Point} middle @param {Sides} sides */
function touched(points, middle, sides) {
  let [count, nearest] = [0, Infinity];
  for (const point of points) {
    if (within(point, sides)) count++;
    nearest = Math.min(nearest, (point.x - middle.x) ** 2 + (point.y - middle.y) ** 2);
  }
  return [count, Math.sqrt(nearest)];
}

/** @param {Sides} a @param {Sides} b */
const apart = (a, b) =>
  Math.hypot(
    Math.max(a.left - b.right, b.left - a.right, 0),
    Math.max(a.top - b.bottom, b.top - a.bottom, 0),
  );

/** Spots on and around places, the dearer the further from all of them.
    @param {Sides[]} places @param {{ width: number, height: number }} size */
function about(places, size) {
  const { left, right, top, bottom } = bounds(places);
  const [w, h] = [size.width / 2 + REACH, size.height / 2 + REACH];
  /** @type {Spot[]} */
  const spots = [];
  for (let x = left - w; x <= right + w; x += GRID)
    for (let y = top - h; y <= bottom + h; y += GRID) {
      const own = around({ x, y }, size);
      const gaps = places.map((one) => apart(one, own));
      spots.push({ x, y, cost: Math.min(...gaps) / 6 + Math.abs(2 * x - left - right) / 100 });
    }
  return spots;
}

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

/** Points on the straight way from one to another, which is the last. @param {Point} from @param {Point} to */
const between = (from, to) =>
  [0.25, 0.5, 0.75, 1].map((part) => ({
    x: from.x + part * (to.x - from.x),
    y: from.y + part * (to.y - from.y),
  }));

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

  /** The spots at which a chip lies on no box and no sign. What speaks against each: arrows that it
      touches, what it all but touches, and another arrow that is as near as its own.
      @param {Chip} made @param {Spot[]} spots
      @param {Point[][]} [ways] its own arrows
      @returns {Rest[]} */
  free(made, spots, ways = []) {
    const { size } = made;
    const { arrows, paper, things } = this.ground;
    const mine = ways.flat();
    const [from, to] = [spots[0], spots[spots.length - 1]]; // the corners of a field
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    const field = around(middle, { width: to.x - from.x, height: to.y - from.y }, size.width);
    const others = [...arrows.values()]
      .filter((one) => !ways.includes(one))
      .flatMap((one) => one.filter((point) => within(point, field)));
    return spots.flatMap((spot) => {
      const own = around(spot, size);
      const out = own.left < paper.left || own.right > paper.right;
      if (out || own.top < paper.top || own.bottom > paper.bottom) return [];
      if (things.some((other) => meet(own, other))) return [];
      const rim = around(spot, size, GAP);
      const [on, far] = touched(mine, spot, rim);
      const [across, next] = touched(others, spot, rim);
      const astray = mine.length ? Math.max(0, far + GAP - next) : 0;
      const close = things.filter((other) => meet(rim, other)).length;
      return { ...spot, own, made, cost: on + across + close + 4 * astray + spot.cost };
    });
  }

  /** Put a chip at the best of its spots that no other has taken; where there is none, it is not drawn.
      @param {Rest[]} spots */
  put(spots) {
    spots[0]?.made.group.remove();
    /** @type {Rest | null} */
    let best = null;
    for (const one of spots) {
      if (this.taken.some((other) => meet(one.own, other))) continue;
      const rim = around(one, one.made.size, GAP);
      const cost = one.cost + this.taken.filter((other) => meet(rim, other)).length;
      if (cost < (best?.cost ?? Infinity)) best = { ...one, cost };
    }
    if (!best) return null;
    this.taken.push(best.own);
    best.made.group.style.transform = at(best);
    this.layer.append(best.made.group);
    return best;
  }

  /** The lane of an edge: to both sides of it; and on it, where those are full.
      @param {Edge} edge @param {Chip} made */
  lane(edge, made) {
    const middle = course(edge.group).slice(2, -2);
    const places = middle.map((point) => around(point, { width: 2 * GAP, height: 2 * GAP }));
    return this.free(made, about(places, made.size), [this.ground.arrows.get(edge.group) ?? []]);
  }

  /** Put a chip near a box or an oval: below, above, beside, and not nearer to another box.
      @param {SVGGElement} group
      @param {Chip[]} forms the first is best
      @param {Edge[]} [edges] of which it tells */
  near(group, forms, edges = []) {
    const place = sides(extent(group));
    const ways = edges.map((edge) => this.ground.arrows.get(edge.group) ?? []);
    const others = this.sheet.boxes.filter((box) => box !== group).map((box) => sides(extent(box)));
    const spots = forms.flatMap((made, n) =>
      this.free(made, about([place], made.size), ways).map((one) => {
        const astray = others.some((other) => apart(other, one.own) < apart(place, one.own));
        return { ...one, cost: one.cost + (n + (astray ? 3 : 0)) * CLEAR };
      }),
    );
    this.put(spots);
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
      const { before } = own[0];
      const sum = number(own.reduce((total, { amount }) => total + amount, before));
      const { label } = nodes[to];
      const title = label && label.length < SHORT ? `${label}: ` : "";
      const rows = [...terms.map((term, n) => `${n ? "+ " : title}${term}`), `= ${sum}`];
      const two = [rows.slice(0, -1).join(" "), rows[rows.length - 1]];
      const forms = [[rows.join(" ")], two, rows];
      this.near(
        boxes[to],
        forms.map((form) => chip("sum grad", ...form.map((row) => [[row, ""]]))),
        edges.filter(({ user, slot }) =>
          own.some((gift) => gift.user === user && gift.slot === slot),
        ),
      );
    }
    const sums = this.taken;
    const lanes = gifts.map((gift) => {
      const edge = edges.find(({ user, slot }) => user === gift.user && slot === gift.slot);
      if (!edge) throw new Error("an edge is not drawn");
      const slope = [number(gift.slope), "slope"];
      const made = chip("gift grad", [[number(gift.upstream), "upstream"]], [["× ", ""], slope]);
      const spots = this.lane(edge, made);
      return { gift, edge: edge.group, made, spots, lane: /** @type {Rest | null} */ (null) };
    });
    const order = [...lanes];
    for (let last = 0, tries = lanes.length; last >= 0 && tries > 0; tries--) {
      this.taken = [...sums];
      for (const one of order) one.lane = this.put(one.spots);
      last = order.findIndex(({ lane }) => !lane);
      if (last >= 0) order.unshift(...order.splice(last, 1)); // who found no room chooses first
    }
    for (const i of computed) {
      const { says, inputs } = nodes[i];
      const text = says.replace(/\{(\d)\}/g, (_, k) => number(nodes[inputs[k]].data));
      const rows = text.split(/ (?=[-+−×/] )/).map((row) => [[row, ""]]);
      const made = chip("result data", [[text, ""]]);
      if (text.length <= LONGEST) this.near(ovals[i], [made, chip("result data", ...rows)]);
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
    const factors = lanes.flatMap(({ lane }) => (lane ? [{ ...lane.own, top: lane.y + 3 }] : []));
    this.busy = [...chips, ...factors]; // what comes to a factor stops before or above it
    this.layer.dataset.stage = "in";
    const made = edges.filter(({ user }) => state.computed.includes(user));
    await Promise.all([
      ...lanes.map(({ gift, edge, lane }) => {
        const way = course(edge).slice(0, 5);
        const stop = lane ? between(way[4], { x: lane.x, y: lane.y - LINE / 2 }) : [];
        return this.traveller(number(gift.upstream), [...way, ...stop], lane);
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
    const kind = this.sheet.svg.closest("[data-phase=forward]") ? "data" : "grad";
    const { group, size } = chip(`traveller ${kind}`, [[text, ""]]);
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
    /** @type {KeyframeAnimationOptions} */
    const timing = { duration: TRAVEL, delay, easing: "ease-in-out", fill: "both" };
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
    const made = chip("lost wrong", [[`lost ${number(amount)}`, ""]]);
    const spot = edge && this.put(this.lane(edge, made));
    if (!spot || !moves || still.matches) return;
    const way = [{ x: spot.x, y: spot.y - LINE }, spot];
    const stops = way.map((point) => ({ transform: at(point) }));
    made.group.animate(stops, { duration: TRAVEL, easing: "ease-in" });
  }

  /** Words near a box. @param {number} i @param {string} text @param {string} [kind] */
  label(i, text, kind = "right") {
    this.near(this.sheet.boxes[i], [chip(kind, [[text, ""]])]);
  }

  /** What an edge does, beside it, until the next is pointed at.
      @param {Edge} [edge] none: no more
      @param {string} [text] */
  callout(edge, text = "") {
    this.layer.querySelector(".callout")?.remove();
    if (!edge || text.length > LONGEST) return;
    const made = chip("callout", [[text, ""]]);
    this.put(this.lane(edge, made));
  }
}

module.exports = { Arithmetic };
